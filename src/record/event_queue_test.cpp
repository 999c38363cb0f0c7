// SPDX-License-Identifier: Apache-2.0
#include "record/event_queue.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

namespace record {
namespace {

struct alignas(64) Line {
  std::byte bytes[64];
};

class EventQueueTest : public testing::Test {
 protected:
  std::vector<Line> lines = std::vector<Line>((kEventControlBytes + kEventMinBytes) / sizeof(Line));
  std::span<std::byte> segment{reinterpret_cast<std::byte*>(lines.data()), lines.size() * sizeof(Line)};
  EventMemory memory = createEvents(segment);
};

// A ring of a few entries carries a flood in order when someone drains, and stops the writer when nobody does.
TEST_F(EventQueueTest, AFloodArrivesInOrder) {
  constexpr uint64_t kEvents = 20'000;
  EventWriter writer(memory);
  EventReader reader(memory);
  std::atomic<int> full{0};
  std::thread server([&] {
    for (uint64_t i = 0; i < kEvents; ++i) {
      uint64_t body[3] = {i, i * 3, 0};
      const uint32_t size = i % 2 ? 16 : 20;
      ASSERT_TRUE(writer.put(static_cast<uint32_t>(i % 5), body, size, [&] { ++full; }, [] { return false; }));
    }
  });
  // Nobody drains before the ring is full.
  while (!full.load()) std::this_thread::yield();
  for (uint64_t i = 0; i < kEvents;) {
    alignas(8) std::byte bytes[pipe::kMaxEventBytes];
    uint32_t stream = 0;
    bool broken = false;
    const uint32_t size = reader.take(stream, bytes, broken);
    ASSERT_FALSE(broken);
    if (!size) {
      reader.publish();
      std::this_thread::yield();
      continue;
    }
    uint64_t body[2];
    std::memcpy(body, bytes, sizeof body);
    ASSERT_EQ(body[0], i);
    ASSERT_EQ(body[1], i * 3);
    ASSERT_EQ(stream, i % 5);
    ASSERT_EQ(size, i % 2 ? 16u : 20u);
    ++i;
  }
  reader.publish();
  server.join();
  EXPECT_GT(full.load(), 0);
}

// The end of the session frees a writer that waits for room.
TEST_F(EventQueueTest, StoppingEndsAWaitForRoom) {
  EventWriter writer(memory);
  std::atomic<bool> stop{false};
  std::thread server([&] {
    const uint64_t body = 1;
    while (writer.put(0, &body, sizeof body, [] {}, [&] { return stop.load(); })) {
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  stop = true;
  writer.wake();
  server.join();
}

// A client believes no cursor and no size that cannot be.
TEST_F(EventQueueTest, HostileServersAreSeen) {
  for (const uint64_t head : {uint64_t{4}, uint64_t{kEventMinBytes + 8}, UINT64_MAX}) {
    createEvents(segment);
    EventReader reader(memory);
    memory.control->head.store(head);
    alignas(8) std::byte bytes[pipe::kMaxEventBytes];
    uint32_t stream = 0;
    bool broken = false;
    EXPECT_EQ(reader.take(stream, bytes, broken), 0u);
    EXPECT_TRUE(broken);
  }
  for (const uint32_t size : {0u, 100u, 65u, 0xffffffffu}) {
    createEvents(segment);
    EventReader reader(memory);
    const uint32_t entry[2] = {0, size};
    std::memcpy(memory.data.data(), entry, sizeof entry);
    memory.control->head.store(64);
    alignas(8) std::byte bytes[pipe::kMaxEventBytes];
    uint32_t stream = 0;
    bool broken = false;
    EXPECT_EQ(reader.take(stream, bytes, broken), 0u);
    EXPECT_TRUE(broken);
  }
}

}  // namespace
}  // namespace record
