// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/memory.h"

#include <gtest/gtest.h>

namespace vulkan {
namespace {

class MemoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = Device::open();
    ASSERT_TRUE(opened) << opened.error().text;
    device = std::move(*opened);
    memory = std::make_unique<Memory>(*device);
  }
  Allocation take(uint64_t size, uint64_t alignment = 256) {
    return memory->allocate({size, alignment, ~0u}, MemoryUse::Upload, false);
  }
  std::unique_ptr<Device> device;
  std::unique_ptr<Memory> memory;
};

// Ranges do not overlap, are aligned and lie in one block.
TEST_F(MemoryTest, CutsABlock) {
  const Allocation a = take(100), b = take(1000, 4096), c = take(50);
  ASSERT_TRUE(a.block && b.block && c.block);
  EXPECT_EQ(a.block, b.block);
  EXPECT_EQ(b.offsetBytes % 4096, 0u);
  EXPECT_TRUE(c.offsetBytes >= a.offsetBytes + 100 && (c.offsetBytes + 50 <= b.offsetBytes || c.offsetBytes >= b.offsetBytes + 1000));
  EXPECT_TRUE(a.mapped && b.mapped == a.mapped + (b.offsetBytes - a.offsetBytes));
  for (const Allocation& each : {a, b, c}) memory->free(each);
}

// Freed neighbours become one range again, in whatever order they go.
TEST_F(MemoryTest, MergesFreeRanges) {
  const Allocation a = take(1024), b = take(1024), c = take(1024);
  const Allocation keep = take(64);
  memory->free(a);
  memory->free(c);
  memory->free(b);
  const Allocation whole = take(3072);
  EXPECT_EQ(whole.offsetBytes, a.offsetBytes);
  memory->free(whole);
  memory->free(keep);
  EXPECT_EQ(memory->usedBytes(), 0u);
}

// What is large has a block of its own, which goes with it; an ordinary block stays for the next.
TEST_F(MemoryTest, LargeBlocksGo) {
  const uint64_t before = memory->heldBytes();
  const Allocation large = take(100ull << 20);
  ASSERT_TRUE(large.block);
  EXPECT_GE(memory->heldBytes(), before + (100ull << 20));
  memory->free(large);
  EXPECT_EQ(memory->heldBytes(), before);
}

// More than there is: an answer, not an end.
TEST_F(MemoryTest, RefusesTooMuch) { EXPECT_FALSE(take(uint64_t{1} << 50).block); }

}  // namespace
}  // namespace vulkan
