// SPDX-License-Identifier: Apache-2.0
#include "record/stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace record {
namespace {

class FakeProgress : public Progress {
 public:
  uint64_t value = 0;
  uint64_t applied() const override { return value; }
};

constexpr uint64_t kPage = StageAllocator::kPageBytes;

// Random traffic of several streams never hands out overlapping blocks, and everything is free in the end.
TEST(Stage, BlocksNeverOverlap) {
  std::vector<std::byte> memory(64 * kPage);
  StageAllocator stage(memory, false);
  std::shared_ptr<FakeProgress> streams[2] = {std::make_shared<FakeProgress>(), std::make_shared<FakeProgress>()};
  struct Live {
    StageBlock block;
    uint64_t sequence;
    int stream;
  };
  std::vector<Live> live;
  uint64_t sequences[2] = {0, 0};
  std::mt19937 random(1);
  int refused = 0;
  for (int turn = 0; turn < 20'000; ++turn) {
    const int s = static_cast<int>(random() % 2);
    if (random() % 3) {
      const auto block = stage.allocate(1 + random() % (9 * kPage));
      refused += !block;
      if (!block) continue;
      for (const Live& other : live)
        ASSERT_TRUE(block->offsetBytes + block->sizeBytes <= other.block.offsetBytes ||
                    other.block.offsetBytes + other.block.sizeBytes <= block->offsetBytes);
      ASSERT_LE(block->offsetBytes + block->sizeBytes, memory.size());
      live.push_back({*block, ++sequences[s], s});
      stage.retire(*block, streams[s], sequences[s]);
    } else if (streams[s]->value < sequences[s]) {
      const uint64_t done = ++streams[s]->value;
      std::erase_if(live, [&](const Live& l) { return l.stream == s && l.sequence <= done; });
    }
  }
  EXPECT_GT(refused, 0);
  streams[0]->value = streams[1]->value = UINT64_MAX;
  EXPECT_EQ(stage.freeBytes(), memory.size());
}

// Held blocks are in the upper half, so a block of a quarter always finds room below.
TEST(Stage, HeldBlocksLeaveTheLowerHalf) {
  std::vector<std::byte> memory(64 * kPage);
  StageAllocator stage(memory, false);
  auto progress = std::make_shared<FakeProgress>();
  std::vector<StageBlock> held;
  while (const auto block = stage.allocateHeld(kPage)) held.push_back(*block);
  EXPECT_EQ(held.size(), 32u);
  for (const StageBlock& block : held) EXPECT_GE(block.offsetBytes, memory.size() / 2);
  EXPECT_TRUE(stage.allocate(16 * kPage));
  EXPECT_TRUE(stage.allocate(16 * kPage));
  EXPECT_FALSE(stage.allocate(kPage));
  stage.retireHeld(held.front(), progress, 5);
  EXPECT_FALSE(stage.allocate(kPage));
  progress->value = 5;
  EXPECT_TRUE(stage.allocate(kPage));
}

// A freed block is not handed out again before its turn, small use does not wander over the whole stage, and blocks that
// do not fit a turn find room above it.
TEST(Stage, BlocksAreTakenInTurn) {
  std::vector<std::byte> memory(16 << 20);
  StageAllocator stage(memory, false);
  constexpr uint64_t kBlock = 64 << 10, kTurn = StageAllocator::kTurnBytes / kBlock;
  for (const bool held : {false, true}) {
    const uint64_t base = held ? memory.size() / 2 : 0;
    for (uint64_t i = 0; i < 3 * kTurn; ++i) {
      const auto block = held ? stage.allocateHeld(kBlock) : stage.allocate(kBlock);
      ASSERT_TRUE(block);
      EXPECT_EQ(block->offsetBytes, base + i % kTurn * kBlock);
      if (held)
        stage.retireHeld(*block, std::make_shared<FakeProgress>(), 0);
      else
        stage.free(*block);
    }
  }
  const auto large = stage.allocate(3 << 20);
  ASSERT_TRUE(large);
  EXPECT_EQ(large->offsetBytes, 0u);
  const auto beyond = stage.allocate(kBlock);
  ASSERT_TRUE(beyond);
  EXPECT_EQ(beyond->offsetBytes, uint64_t{3} << 20);
}

// With auditing, a freed block reads as the pattern at once.
TEST(Stage, AuditFillsFreedBlocks) {
  std::vector<std::byte> memory(4 * kPage);
  StageAllocator stage(memory, true);
  const auto block = stage.allocate(10);
  ASSERT_TRUE(block);
  memory[block->offsetBytes] = std::byte{1};
  stage.free(*block);
  EXPECT_EQ(memory[block->offsetBytes], std::byte{0xDD});
}

}  // namespace
}  // namespace record
