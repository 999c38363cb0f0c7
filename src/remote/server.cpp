// SPDX-License-Identifier: Apache-2.0
#include "remote/server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <map>

#include "base/log.h"
#include "base/settings.gen.h"
#include "record/server_session.h"
#include "remote/messages.h"
#include "remote/segments.h"
#include "remote/session_core.h"

namespace remote {
namespace {

constexpr int kHelloPatienceMs = 20'000;
constexpr uint64_t kDrainNs = 5'000'000'000;
constexpr uint64_t kStopNs = 500'000'000;
constexpr uint64_t kTurnNs = 5'000'000;
// The connection shows the client's end at once; this is for a copy of it that somebody keeps open.
constexpr int kParentCheckMs = 500;

class SessionServer final : public record::SessionListener {
 public:
  SessionServer(ControlSocket& socket, pipe::Backend& backend, const SessionSegments& segments,
                const SessionSetup& setup)
      : mSocket(socket), mSetup(setup), mParent(::getppid()), mWake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        mSession(std::make_unique<record::ServerSession>(
            backend, segments.stage.bytes(), record::ReplyMemory(segments.replies.bytes()),
            record::viewEvents(segments.events.bytes()), setup.server, *this)) {}

  ExitCode run() {
    while (!mOver.load(std::memory_order_acquire)) turn();
    mSession->stop();
    if (!mSession->waitFinished(kStopNs)) {
      base::log(base::LogLevel::Warning, "A thread hangs in the driver; it ends with the process.");
      (void)mSession.release();
    }
    return mFaulted.load() ? ExitCode::Fault : ExitCode::Orderly;
  }

  bool leftThreads() const { return !mSession; }

  // SessionListener: from the streams' threads.
  void streamOpened(uint32_t index, const std::string& refusal) override {
    control::StreamOpenedT message;
    message.index = index;
    message.sentence = refusal;
    std::shared_ptr<Segment> ring = takeRing(index);
    if (!ring && refusal.empty()) return;
    message.ring_bytes = ring ? ring->mapping.sizeBytes() : 0;
    const int fd = ring ? ring->fd.get() : -1;
    sendMessage(mSocket, std::move(message), refusal.empty() ? std::span(&fd, 1) : std::span<const int>{});
  }
  void streamClosed(uint32_t index) override {
    control::StreamClosedT message;
    message.index = index;
    sendMessage(mSocket, std::move(message));
  }
  void faulted(pipe::Fault family, const std::string& sentence) override {
    base::log(base::LogLevel::Error, std::string("Session ended {") + pipe::faultName(family) + "}: " + sentence);
    control::FaultT message;
    message.family = static_cast<uint32_t>(family);
    message.sentence = sentence;
    sendMessage(mSocket, std::move(message));
    mFaulted.store(true);
    finish();
  }

 private:
  // Everything after this turn is the end.
  void finish() {
    mOver.store(true, std::memory_order_release);
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(mWake.get(), &one, sizeof one);
  }

  void turn() {
    if (!mSocket.hasBuffered()) {
      pollfd waits[] = {{mSocket.fd(), POLLIN, 0}, {mWake.get(), POLLIN, 0}};
      const int ready = ::poll(waits, 2, kParentCheckMs);
      if (ready == 0 && ::getppid() != mParent) return finish();
      if (ready <= 0 || mOver.load()) return;
    }
    std::vector<std::byte> bytes;
    switch (mSocket.receive(bytes, mSocket.hasBuffered() ? kParentCheckMs : 0)) {
      case Received::Frame:
        if (const auto frame = parseFrame(bytes)) return handle(*frame);
        return mSession->fault(pipe::Fault::ControlFrame, "The client sent a control frame that is not one.");
      case Received::Malformed:
        return mSession->fault(pipe::Fault::ControlFrame, "The client sent bytes that are no control frame.");
      case Received::Closed:
        return finish();
      case Received::TimedOut:
        return;
    }
  }

  void handle(const control::FrameT& frame) {
    if (const auto* open = frame.message.AsOpenStream()) return openStream(open->index);
    if (const auto* close = frame.message.AsCloseStream()) return mSession->closeStream(close->index);
    if (frame.message.AsGoodbye()) return drain();
    mSession->fault(pipe::Fault::ControlFrame, "The client sent a message that has no place in a running session.");
  }

  void openStream(uint32_t index) {
    auto ring = createRingSegment(mSetup.geometry.ringMaxBytes);
    if (!ring) return streamOpened(index, ring.error().text);
    {
      std::lock_guard lock(mMutex);
      if (!mRings.emplace(index, ring->segment).second) ring->segment.reset();
    }
    if (!ring->segment) return mSession->fault(pipe::Fault::ControlFrame, "The client opens a stream twice.");
    mSession->openStream(index, ring->memory, ring->segment);
  }

  std::shared_ptr<Segment> takeRing(uint32_t index) {
    std::lock_guard lock(mMutex);
    const auto found = mRings.find(index);
    if (found == mRings.end()) return nullptr;
    auto ring = std::move(found->second);
    mRings.erase(found);
    return ring;
  }

  // Goodbye: everything that was written is applied, unless the client goes away meanwhile.
  void drain() {
    mSession->closeAll();
    const uint64_t start = base::monotonicNs();
    while (!mSession->waitFinished(kTurnNs) && !mOver.load() && base::monotonicNs() - start < kDrainNs) {
      pollfd hangUp{mSocket.fd(), POLLRDHUP, 0};
      if (::poll(&hangUp, 1, 0) > 0) break;
    }
    if (!mOver.load()) sendMessage(mSocket, control::GoodbyeT{});
    finish();
  }

  ControlSocket& mSocket;
  const SessionSetup mSetup;
  const int mParent;
  const base::OwnedFd mWake;
  std::atomic<bool> mOver{false};
  std::atomic<bool> mFaulted{false};
  std::mutex mMutex;
  std::map<uint32_t, std::shared_ptr<Segment>> mRings;  // of streams that are being opened
  std::unique_ptr<record::ServerSession> mSession;
};

void refuse(ControlSocket& socket, control::RefuseT refusal) {
  base::log(base::LogLevel::Error, "Session refused: " + refusal.sentence);
  sendMessage(socket, std::move(refusal));
}
void refuse(ControlSocket& socket, control::RefuseCode code, const std::string& sentence) {
  control::RefuseT refusal;
  refusal.code = code;
  refusal.sentence = sentence;
  refuse(socket, std::move(refusal));
}

bool sendWelcome(ControlSocket& socket, const pipe::Caps& caps, const SessionSegments& segments) {
  control::WelcomeT welcome;
  welcome.pid = static_cast<uint32_t>(::getpid());
  const std::vector<std::byte> bytes = pipe::encodeCaps(caps);
  welcome.caps.resize(bytes.size());
  std::memcpy(welcome.caps.data(), bytes.data(), bytes.size());
  welcome.stage_bytes = segments.stage.mapping.sizeBytes();
  welcome.reply_bytes = segments.replies.mapping.sizeBytes();
  welcome.event_bytes = segments.events.mapping.sizeBytes();
  const int descriptors[] = {segments.stage.fd.get(), segments.replies.fd.get(), segments.events.fd.get()};
  return sendMessage(socket, std::move(welcome), descriptors);
}

}  // namespace

ExitCode serveSession(base::OwnedFd fd, const BackendFactory& createBackend) {
  ControlSocket socket(std::move(fd));
  std::vector<std::byte> bytes;
  const Received first = socket.receive(bytes, kHelloPatienceMs, kMaxFirstFrameBytes);
  // Who connects and goes again has asked nothing.
  if (first == Received::Closed) return ExitCode::Orderly;
  const auto frame = first == Received::Frame ? parseFrame(bytes) : nullptr;
  const control::HelloT* hello = frame ? frame->message.AsHello() : nullptr;
  control::RefuseT refusal;
  if (!hello) {
    refuse(socket, control::RefuseCode::Malformed, "The first frame is no hello.");
    return ExitCode::Handshake;
  }
  if (!acceptHello(*hello, refusal)) {
    refuse(socket, std::move(refusal));
    return ExitCode::Handshake;
  }
  auto backend = createBackend(hello->backend);
  if (!backend) {
    refuse(socket, control::RefuseCode::Backend, backend.error().text);
    return ExitCode::Backend;
  }
  const SessionSetup setup = setupFromSettings();
  auto segments = createSessionSegments(setup.geometry, false);
  if (!segments) {
    refuse(socket, control::RefuseCode::Resources, segments.error().text);
    return ExitCode::Backend;
  }
  SessionServer server(socket, **backend, *segments, setup);
  if (!sendWelcome(socket, (*backend)->caps(), *segments)) return ExitCode::Orderly;
  const ExitCode code = server.run();
  // A thread that hangs in the driver still refers to all of this.
  if (server.leftThreads()) ::_exit(static_cast<int>(code));
  return code;
}

}  // namespace remote
