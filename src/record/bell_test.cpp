// SPDX-License-Identifier: Apache-2.0
#include "record/bell.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/os.h"

namespace record {
namespace {

constexpr uint64_t kSecondNs = 1'000'000'000;

// With the sleeper's barriers, where the kernel has them, and with fences on both sides.
class BellModes : public testing::TestWithParam<bool> {
 protected:
  void prepare(Bell& bell) {
    if (GetParam()) bell.useBarriers();
  }
};
INSTANTIATE_TEST_SUITE_P(Modes, BellModes, testing::Bool());

// Two threads hand a number back and forth without spinning; one lost wake-up would hang until the time limit shows.
TEST_P(BellModes, NoWakeUpIsLost) {
  constexpr uint32_t kTurns = 30'000;
  Bell there, back;
  prepare(there);
  prepare(back);
  std::atomic<uint32_t> asked{0}, answered{0};
  std::atomic<uint32_t> late{0};
  auto await = [&](Bell& bell, const std::atomic<uint32_t>& value, uint32_t wanted) {
    while (value.load(std::memory_order_acquire) < wanted) {
      const uint64_t start = base::monotonicNs();
      bell.park(20 * kSecondNs, [&] { return value.load(std::memory_order_acquire) >= wanted; });
      if (base::monotonicNs() - start > 10 * kSecondNs) late.fetch_add(1);
    }
  };
  std::thread peer([&] {
    for (uint32_t turn = 1; turn <= kTurns; ++turn) {
      await(there, asked, turn);
      answered.store(turn, std::memory_order_release);
      back.ringIfParked();
    }
  });
  for (uint32_t turn = 1; turn <= kTurns; ++turn) {
    asked.store(turn, std::memory_order_release);
    there.ringIfParked();
    await(back, answered, turn);
  }
  peer.join();
  EXPECT_EQ(late.load(), 0u);
}

// A free-running producer rings a consumer that parks whenever it has caught up; every number arrives.
TEST_P(BellModes, AFloodWithAnEagerSleeperArrives) {
  constexpr uint32_t kItems = 300'000;
  Bell bell;
  prepare(bell);
  std::atomic<uint32_t> head{0};
  uint32_t seen = 0, late = 0;
  std::thread consumer([&] {
    while (seen < kItems) {
      const uint32_t now = head.load(std::memory_order_acquire);
      if (now != seen) {
        seen = now;
        continue;
      }
      const uint64_t start = base::monotonicNs();
      bell.park(20 * kSecondNs, [&] { return head.load(std::memory_order_acquire) != seen; });
      late += base::monotonicNs() - start > 10 * kSecondNs;
    }
  });
  for (uint32_t i = 1; i <= kItems; ++i) {
    head.store(i, std::memory_order_release);
    bell.ringIfParked();
    if (i % 1000 == 0) std::this_thread::yield();
  }
  consumer.join();
  EXPECT_EQ(seen, kItems);
  EXPECT_EQ(late, 0u);
}

// A sleeper uses no CPU time, and the time-out ends its sleep.
TEST(Bell, SleepingCostsNothing) {
  Bell bell;
  const uint64_t cpu = base::threadCpuNs(), start = base::monotonicNs();
  EXPECT_TRUE(bell.park(100'000'000, [] { return false; }));
  EXPECT_GE(base::monotonicNs() - start, 90'000'000u);
  EXPECT_LT(base::threadCpuNs() - cpu, 10'000'000u);
}

// Work that is already there is seen without sleeping.
TEST(Bell, ReadyWorkIsNotSleptOver) {
  Bell bell;
  EXPECT_FALSE(bell.park(Bell::kForever, [] { return true; }));
}

}  // namespace
}  // namespace record
