// SPDX-License-Identifier: Apache-2.0
// The control connection and its handshake against peers that do it wrong.
#include "remote/control_socket.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "backends/null/null.h"
#include "pipe/calls.gen.h"
#include "remote/messages.h"
#include "remote/segments.h"
#include "remote/server.h"

namespace remote {
namespace {

struct Pair {
  Pair() {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    near.reset(ends[0]);
    far.reset(ends[1]);
  }
  base::OwnedFd near, far;
};

std::vector<std::byte> bytesOf(std::string_view text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

// Frames arrive whole and in order however the stream is cut, with their descriptors, which are close-on-exec.
TEST(ControlSocket, FramesAndDescriptorsArrive) {
  Pair pair;
  ControlSocket from(std::move(pair.near)), to(std::move(pair.far));
  auto memory = base::createSharedMemory("test", 4096);
  ASSERT_TRUE(memory);
  const int descriptor = memory->get();
  std::thread sender([&] {
    for (size_t size : {0u, 1u, 100'000u}) from.send(std::vector<std::byte>(size, std::byte{5}));
    from.send(bytesOf("last"), std::span(&descriptor, 1));
  });
  std::vector<std::byte> payload;
  for (size_t size : {0u, 1u, 100'000u}) {
    ASSERT_EQ(to.receive(payload, 5000), Received::Frame);
    EXPECT_EQ(payload.size(), size);
  }
  ASSERT_EQ(to.receive(payload, 5000), Received::Frame);
  const base::OwnedFd received = to.takeDescriptor();
  ASSERT_TRUE(received);
  EXPECT_TRUE(::fcntl(received.get(), F_GETFD) & FD_CLOEXEC);
  sender.join();
  EXPECT_EQ(to.receive(payload, 10), Received::TimedOut);
  from.closeCopy();
  EXPECT_EQ(to.receive(payload, 5000), Received::Closed);
  EXPECT_FALSE(to.send(payload));
}

// A wrong magic, or a length above the cap, is malformed for ever, and nothing is allocated for it.
TEST(ControlSocket, BadHeadersLatch) {
  for (const auto& [magic, size] : {std::pair{0x46474c4eu, 4u}, {kFrameMagic, 0xffffffffu},
                                    {kFrameMagic, static_cast<uint32_t>(kMaxFrameBytes) + 1}}) {
    Pair pair;
    const uint32_t header[2] = {magic, size};
    ASSERT_EQ(::write(pair.near.get(), header, sizeof header), static_cast<ssize_t>(sizeof header));
    ControlSocket to(std::move(pair.far));
    std::vector<std::byte> payload;
    EXPECT_EQ(to.receive(payload, 1000), Received::Malformed);
    ControlSocket from(std::move(pair.near));
    from.send(bytesOf("good"));
    EXPECT_EQ(to.receive(payload, 100), Received::Malformed);
    EXPECT_EQ(payload.capacity(), 0u);
  }
}

// A flood of descriptors is malformed, not kept.
TEST(ControlSocket, DescriptorFloodsAreRefused) {
  Pair pair;
  ControlSocket from(std::move(pair.near)), to(std::move(pair.far));
  auto memory = base::createSharedMemory("test", 4096);
  const std::vector<int> many(kMaxDescriptors, memory->get());
  EXPECT_TRUE(from.send(bytesOf("a"), many));
  EXPECT_TRUE(from.send(bytesOf("b"), many));
  std::vector<std::byte> payload;
  Received result = to.receive(payload, 1000);
  if (result == Received::Frame) result = to.receive(payload, 1000);
  EXPECT_EQ(result, Received::Malformed);
}

// A segment must be as large as announced and sealed; both are looked at before it is mapped.
TEST(Segments, UnsafeDescriptorsAreRefused) {
  auto small = base::createSharedMemory("test", 4096);
  EXPECT_FALSE(adoptSegment(std::move(*small), 8192, true));
  base::OwnedFd unsealed(::memfd_create("test", MFD_CLOEXEC));
  ASSERT_EQ(::ftruncate(unsealed.get(), 8192), 0);
  EXPECT_FALSE(adoptSegment(std::move(unsealed), 8192, true));
  EXPECT_FALSE(adoptSegment({}, 8192, true));
  auto fine = base::createSharedMemory("test", 8192);
  EXPECT_TRUE(adoptSegment(std::move(*fine), 8192, true));
  auto odd = base::createSharedMemory("test", record::kRingControlBytes + 12345);
  EXPECT_FALSE(adoptRingSegment(std::move(*odd), record::kRingControlBytes + 12345));
}

// A server on a thread, spoken to by hand.
class HandshakeTest : public testing::Test {
 protected:
  HandshakeTest() : client(std::move(pair.near)) {
    server = std::thread([this] {
      code = serveSession(std::move(pair.far), [](const std::string& name) {
        if (name != "null") return base::Result<std::unique_ptr<pipe::Backend>>(base::Error{"No such back end."});
        return base::Result<std::unique_ptr<pipe::Backend>>(null_backend::createBackend());
      });
      ended = true;
    });
  }
  ~HandshakeTest() override {
    client.shutDown();
    if (server.joinable()) server.join();
  }
  // The server has to end by itself while its client stays.
  ExitCode wait() {
    for (int turn = 0; turn < 10'000 && !ended; ++turn) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(ended);
    client.shutDown();
    server.join();
    return code;
  }
  std::unique_ptr<control::FrameT> next() {
    std::vector<std::byte> bytes;
    return client.receive(bytes, 10'000) == Received::Frame ? parseFrame(bytes) : nullptr;
  }
  void expectRefusal(control::RefuseCode expected) {
    const auto frame = next();
    ASSERT_TRUE(frame && frame->message.AsRefuse());
    EXPECT_EQ(frame->message.AsRefuse()->code, expected);
    EXPECT_FALSE(frame->message.AsRefuse()->sentence.empty());
    EXPECT_EQ(frame->message.AsRefuse()->sentence.back(), '.');
  }
  void greet() {
    ASSERT_TRUE(sendMessage(client, makeHello("null")));
    const auto frame = next();
    ASSERT_TRUE(frame && frame->message.AsWelcome());
  }
  void expectFault(pipe::Fault expected) {
    while (const auto frame = next())
      if (const auto* fault = frame->message.AsFault()) {
        EXPECT_EQ(fault->family, static_cast<uint32_t>(expected));
        EXPECT_EQ(wait(), ExitCode::Fault);
        return;
      }
    FAIL() << "No fault came.";
  }
  Pair pair;
  ControlSocket client;
  std::atomic<bool> ended{false};
  std::thread server;
  ExitCode code{};
};

// A client of another protocol, layout or build is refused by name, and so are unknown back ends and bad settings.
TEST_F(HandshakeTest, ProtocolMismatch) {
  auto hello = makeHello("null");
  ++hello.protocol;
  sendMessage(client, std::move(hello));
  expectRefusal(control::RefuseCode::Protocol);
  EXPECT_EQ(wait(), ExitCode::Handshake);
}
TEST_F(HandshakeTest, LayoutMismatch) {
  auto hello = makeHello("null");
  hello.layout ^= 1;
  sendMessage(client, std::move(hello));
  expectRefusal(control::RefuseCode::Layout);
  EXPECT_EQ(wait(), ExitCode::Handshake);
}
TEST_F(HandshakeTest, BuildMismatch) {
  auto hello = makeHello("null");
  hello.build = "";
  sendMessage(client, std::move(hello));
  expectRefusal(control::RefuseCode::Build);
  EXPECT_EQ(wait(), ExitCode::Handshake);
}
TEST_F(HandshakeTest, UnknownBackend) {
  sendMessage(client, makeHello("abacus"));
  expectRefusal(control::RefuseCode::Backend);
  EXPECT_EQ(wait(), ExitCode::Backend);
}
TEST_F(HandshakeTest, BadSetting) {
  auto hello = makeHello("null");
  hello.settings.at(0)->value = "a lot";
  sendMessage(client, std::move(hello));
  expectRefusal(control::RefuseCode::Settings);
  EXPECT_EQ(wait(), ExitCode::Handshake);
}
// A first frame that is something else, or nothing, is refused; a probe that connects and goes is no failure.
TEST_F(HandshakeTest, FirstFrameIsNoHello) {
  sendMessage(client, control::GoodbyeT{});
  expectRefusal(control::RefuseCode::Malformed);
  EXPECT_EQ(wait(), ExitCode::Handshake);
}
TEST_F(HandshakeTest, FirstFrameTooLong) {
  const uint32_t header[2] = {kFrameMagic, kMaxFirstFrameBytes + 1};
  ASSERT_GT(::write(client.fd(), header, sizeof header), 0);
  expectRefusal(control::RefuseCode::Malformed);
  EXPECT_EQ(wait(), ExitCode::Handshake);
}
TEST_F(HandshakeTest, ProbesAreNoFailure) {
  client.shutDown();
  EXPECT_EQ(wait(), ExitCode::Orderly);
}

// Wrong messages in a running session end it by name.
TEST_F(HandshakeTest, SecondHello) {
  greet();
  sendMessage(client, makeHello("null"));
  expectFault(pipe::Fault::ControlFrame);
}
TEST_F(HandshakeTest, GarbageFrame) {
  greet();
  client.send(bytesOf("this is not a table"));
  expectFault(pipe::Fault::ControlFrame);
}
TEST_F(HandshakeTest, StreamOutOfOrder) {
  greet();
  sendMessage(client, control::OpenStreamT{{}, 5});
  const auto frame = next();
  ASSERT_TRUE(frame && frame->message.AsStreamOpened());
  EXPECT_FALSE(frame->message.AsStreamOpened()->sentence.empty());
}
// A record that lies in the ring of a real stream ends the session by name.
TEST_F(HandshakeTest, LyingRecord) {
  greet();
  sendMessage(client, control::OpenStreamT{{}, 0});
  const auto frame = next();
  ASSERT_TRUE(frame && frame->message.AsStreamOpened());
  for (int i = 0; i < 3; ++i) client.takeDescriptor();
  auto ring = adoptRingSegment(client.takeDescriptor(), frame->message.AsStreamOpened()->ring_bytes);
  ASSERT_TRUE(ring) << ring.error().text;
  const record::Header header{static_cast<uint16_t>(pipe::kOpcodeCount), 0, 16};
  std::memcpy(ring->memory.data.data(), &header, sizeof header);
  ring->memory.control->head.store(16);
  ring->memory.control->serverBell.ring();
  expectFault(pipe::Fault::Opcode);
}
// An orderly goodbye is answered.
TEST_F(HandshakeTest, GoodbyeIsAnswered) {
  greet();
  sendMessage(client, control::GoodbyeT{});
  const auto frame = next();
  EXPECT_TRUE(frame && frame->message.AsGoodbye());
  EXPECT_EQ(wait(), ExitCode::Orderly);
}

// No changed byte of a valid frame makes the parser read outside it (run with ASan).
TEST(Messages, ChangedFramesNeverHurt) {
  control::FrameT frame;
  frame.message.Set(makeHello("null"));
  const auto whole = packFrame(frame);
  std::mt19937 random(7);
  int refused = 0;
  for (size_t at = 0; at < whole.size(); ++at)
    for (int turn = 0; turn < 8; ++turn) {
      auto bytes = whole;
      bytes[at] = static_cast<std::byte>(random());
      if (turn == 7) bytes.resize(at);
      refused += parseFrame(bytes) == nullptr;
    }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace remote
