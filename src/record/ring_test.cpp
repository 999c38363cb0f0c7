// SPDX-License-Identifier: Apache-2.0
#include "record/ring.h"

#include <gtest/gtest.h>

#include <thread>

#include "record/client_session.h"
#include "record/ring_writer.h"

namespace record {
namespace {

// Memory of a session without a server: tests play it.
class Memory {
 public:
  explicit Memory(size_t ringDataBytes, size_t stageBytes = 1 << 20) {
    ring.resize((kRingControlBytes + ringDataBytes) / 64);
    events.resize((kEventControlBytes + kEventDataBytes) / 64);
    stage.resize(stageBytes / 64);
  }
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  static std::span<std::byte> view(std::vector<Line>& lines) {
    return {reinterpret_cast<std::byte*>(lines.data()), lines.size() * sizeof(Line)};
  }
  std::vector<Line> ring, events, stage;
};

class RingTest : public testing::Test {
 protected:
  void open(size_t ringDataBytes, size_t stageBytes = 1 << 20) {
    writer.reset();
    reader.reset();
    stream.reset();
    session.reset();
    memory = std::make_unique<Memory>(ringDataBytes, stageBytes);
    ClientOptions options;
    options.spinNs = 0;
    session = std::make_unique<ClientSession>(Memory::view(memory->stage), ReplyMemory(),
                                              createEvents(Memory::view(memory->events)), options);
    stream = session->addStream(0, createRing(Memory::view(memory->ring)), nullptr);
    writer = std::make_unique<RingWriter>(*session, stream);
    reader = std::make_unique<RingReader>(stream->ring());
  }
  void put(size_t sizeBytes, uint16_t tag) {
    std::byte* place = writer->begin(sizeBytes);
    ASSERT_NE(place, nullptr);
    const Header header{tag, 0, static_cast<uint32_t>(sizeBytes)};
    std::memset(place, tag & 0xff, sizeBytes);
    std::memcpy(place, &header, sizeof header);
    writer->end(sizeBytes);
  }
  bool take(size_t sizeBytes, uint16_t tag) {
    std::span<const std::byte> record;
    Fault fault = Fault::None;
    if (!reader->next(record, fault)) return false;
    Header header;
    std::memcpy(&header, record.data(), sizeof header);
    const bool same = record.size() == sizeBytes && header.opcode == tag &&
                      (sizeBytes == 8 || record.back() == static_cast<std::byte>(tag & 0xff));
    reader->release();
    return same;
  }
  std::unique_ptr<Memory> memory;
  std::unique_ptr<ClientSession> session;
  std::shared_ptr<ClientStream> stream;
  std::unique_ptr<RingWriter> writer;
  std::unique_ptr<RingReader> reader;
};

// Records of many sizes keep their bytes and order over every position of the ring's end.
TEST_F(RingTest, WrapsAtEveryPlace) {
  open(kRingStartBytes);
  for (size_t shift = 0; shift < 64; ++shift) {
    for (const size_t size : {8u, 16u, 40u, 4096u, 100'000u, 131'072u}) {
      put(size, static_cast<uint16_t>(shift + size));
      ASSERT_TRUE(take(size, static_cast<uint16_t>(shift + size))) << shift << " " << size;
    }
    put(8 + 8 * shift, 7);
    ASSERT_TRUE(take(8 + 8 * shift, 7));
  }
  EXPECT_EQ(writer->sequence(), reader->applied());
}

// All interleavings of a few writes and reads, in a ring that is nearly full with each record: whatever the order, each
// record comes out once, whole, and in order.
TEST_F(RingTest, SmallInterleavingsAreExhausted) {
  constexpr int kSteps = 12;
  const size_t sizes[] = {kRingStartBytes / 2, kRingStartBytes / 2 - 8, kRingStartBytes / 4 + 8};
  // Every seventh pattern: seven and the power of two have no factor in common, so each prefix occurs.
  for (uint32_t pattern = 0; pattern < (1u << kSteps); pattern += 7) {
    open(kRingStartBytes);
    uint16_t written = 0, read = 0;
    for (int step = 0; step < kSteps; ++step) {
      const size_t next = sizes[written % 3];
      // A write that would have to wait for the reader is not made: there is only one thread here.
      const uint64_t used = stream->control().head.load() - stream->control().tail.load();
      const bool fits = used + 2 * next + 8 <= kRingStartBytes;
      if ((pattern >> step & 1) && fits) {
        put(next, ++written);
      } else if (read < written) {
        ASSERT_TRUE(take(sizes[read % 3], static_cast<uint16_t>(read + 1))) << pattern << " " << step;
        ++read;
      }
    }
    while (read < written) {
      ASSERT_TRUE(take(sizes[read % 3], static_cast<uint16_t>(read + 1)));
      ++read;
    }
  }
}

// Two threads at full speed through a ring that has to grow twice, because its reader starts late two times; nothing is
// lost, doubled or torn.
TEST_F(RingTest, GrowsUnderTraffic) {
  open(size_t{4} << 20);
  constexpr uint32_t kRecords = 60'000;
  auto sizeOf = [](uint32_t i) { return size_t{8} * (1 + (i * 2654435761u >> 20) % 200); };
  std::atomic<bool> good{true};
  // A writer that waits for a reader which has given up would wait for ever.
  auto giveUp = [&](const char* why) {
    good = false;
    session->lose(Fault::RecordHeader, why);
  };
  // Until the last thing written is a grow record, which the writer puts when nothing else fits.
  auto awaitFull = [&](size_t capacityBytes) {
    const std::span<const std::byte> data = stream->ring().data;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (Header last; std::chrono::steady_clock::now() < end; std::this_thread::yield()) {
      const uint64_t head = stream->control().head.load(std::memory_order_acquire);
      if (head < sizeof last) continue;
      std::memcpy(&last, data.data() + ((head - sizeof last) & (capacityBytes - 1)), sizeof last);
      if (last.flags == kGrowFlag && last.sizeBytes == sizeof last) return;
    }
    giveUp("The writer has not grown the ring.");
  };
  std::thread consumer([&] {
    size_t heldBytes = kRingStartBytes;
    awaitFull(heldBytes);
    for (uint32_t i = 0; i < kRecords;) {
      // The writer waits for an empty ring when it grows, so this is the moment after.
      if (heldBytes == kRingStartBytes && session->counters().ringGrows.load() == 1) awaitFull(heldBytes *= 4);
      std::span<const std::byte> record;
      Fault fault = Fault::None;
      if (!reader->next(record, fault)) {
        stream->control().clientBell.ring();
        if (fault != Fault::None) giveUp("A record is broken.");
        if (!good) return;
        std::this_thread::yield();
        continue;
      }
      Header header;
      std::memcpy(&header, record.data(), sizeof header);
      if (record.size() != sizeOf(i) || header.opcode != (i & 0xffff)) good = false;
      reader->release();
      ++i;
    }
    stream->control().clientBell.ring();
  });
  for (uint32_t i = 0; i < kRecords && !HasFatalFailure(); ++i) put(sizeOf(i), static_cast<uint16_t>(i));
  consumer.join();
  EXPECT_TRUE(good);
  EXPECT_EQ(session->counters().ringGrows.load(), 2u);
}

// A reader believes no cursor, size or flag that cannot be, and touches nothing outside the ring (run with ASan).
TEST_F(RingTest, HostileWritersAreNamed) {
  struct Case {
    uint64_t head;
    Header header;
  };
  const auto start = static_cast<uint32_t>(kRingStartBytes);
  const Case cases[] = {{UINT64_MAX, {1, 0, 8}},         {start + 8, {1, 0, 8}},     {12, {1, 0, 8}},
                        {64, {1, 0, 0}},                 {64, {1, 0, 4}},            {64, {1, 0, 12}},
                        {64, {1, 0, 72}},                {64, {1, 0, 0xfffffff8u}},  {64, {1, 4, 8}},
                        {64, {0, kPadFlag, 0}},          {64, {0, kPadFlag, 128}},   {64, {20, kGrowFlag, 8}},
                        {8, {63, kGrowFlag, 8}},         {8, {3, kGrowFlag, 8}},     {8, {30, kGrowFlag, 8}},
                        {16, {20, kGrowFlag, 16}}};
  for (const Case& c : cases) {
    open(size_t{1} << 20);
    std::memcpy(stream->ring().data.data(), &c.header, sizeof c.header);
    stream->control().head.store(c.head);
    std::span<const std::byte> record;
    Fault fault = Fault::None;
    EXPECT_FALSE(reader->next(record, fault));
    EXPECT_EQ(fault, Fault::RecordHeader) << c.head << " " << c.header.sizeBytes << " " << c.header.flags;
  }
}

// A writer believes no watermark that goes back or ahead of what it wrote: the session is lost instead.
TEST_F(RingTest, HostileReadersLoseTheSession) {
  open(kRingStartBytes);
  for (int i = 0; i < 2; ++i) put(kRingStartBytes / 4, 1);
  stream->control().tail.store(UINT64_MAX / 2);
  EXPECT_EQ(writer->begin(kRingStartBytes / 2), nullptr);
  EXPECT_TRUE(session->lost());
}

// A lost session ends a wait for room at once, and later calls do nothing.
TEST_F(RingTest, LossWakesAWriter) {
  open(kRingStartBytes);
  for (int i = 0; i < 3; ++i) put(kRingStartBytes / 4, 1);
  std::thread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    session->lose(Fault::PeerGone, "The test ends the session.");
  });
  EXPECT_EQ(writer->begin(kRingStartBytes / 2), nullptr);
  killer.join();
  EXPECT_EQ(writer->begin(8), nullptr);
  Blob blob;
  EXPECT_FALSE(writer->placeBytes({}, blob));
}

// Large bytes are copied into the stage once, and the stage is full only while the records that name it are unapplied.
TEST_F(RingTest, StageSpaceComesBackWithTheWatermark) {
  open(kRingStartBytes);
  const std::vector<std::byte> bytes(100'000, std::byte{9});
  for (int round = 0; round < 40; ++round) {
    Blob blob;
    ASSERT_TRUE(writer->placeBytes(bytes, blob));
    ASSERT_EQ(blob.place, Place::Stage);
    EXPECT_EQ(session->stage().memory()[blob.offsetBytes + 99'999], std::byte{9});
    put(8, 1);
    ASSERT_TRUE(take(8, 1));
  }
  EXPECT_EQ(session->counters().inlineFallbacks.load(), 0u);
}

// Maps that hold what they may never stop uploads: half of the stage stays for those, and after that the ring.
TEST_F(RingTest, HeldBlocksNeverBlockUploads) {
  open(size_t{1} << 20, size_t{256} << 10);
  std::vector<std::span<std::byte>> held;
  while (true) {
    const auto block = writer->lendStage(16 << 10);
    if (block.empty()) break;
    held.push_back(block);
  }
  EXPECT_EQ(held.size(), 8u);
  const std::vector<std::byte> bytes(60'000, std::byte{3});
  for (int round = 0; round < 20; ++round) {
    Blob blob;
    ASSERT_TRUE(writer->placeBytes(bytes, blob));
    put(8 + blob.inlineBytes(), 1);
    ASSERT_TRUE(take(8 + blob.inlineBytes(), 1));
  }
  for (const auto& block : held) writer->returnStage(block);
  EXPECT_FALSE(writer->lendStage(60'000).empty());
}

// Bytes that a map wrote into its block travel without another copy.
TEST_F(RingTest, LentMemoryIsRecognised) {
  open(kRingStartBytes);
  const auto block = writer->lendStage(20'000);
  ASSERT_EQ(block.size(), 20'000u);
  Blob blob;
  ASSERT_TRUE(writer->placeBytes(block.subspan(64, 10'000), blob));
  EXPECT_EQ(blob.place, Place::Stage);
  EXPECT_EQ(session->stage().memory().data() + blob.offsetBytes, block.data() + 64);
  put(8, 1);
  const uint64_t before = session->stage().freeBytes();
  writer->returnStage(block);
  EXPECT_EQ(session->stage().freeBytes(), before);
  ASSERT_TRUE(take(8, 1));
  EXPECT_GT(session->stage().freeBytes(), before);
}

}  // namespace
}  // namespace record
