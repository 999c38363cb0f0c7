// SPDX-License-Identifier: Apache-2.0
#include "backends/emulation/storage.h"

#include <gtest/gtest.h>

namespace emulation {
namespace {

mgpipe::TextureShape shapeOf(uint32_t width, uint32_t height, uint32_t depth, uint16_t samples = 0) {
  mgpipe::TextureShape shape{};
  shape.width = width;
  shape.height = height;
  shape.depth = depth;
  shape.samples = samples;
  return shape;
}

// The pattern goes on across chunks and ends anywhere.
TEST(Storage, FillsWithAPattern) {
  const std::byte pattern[3] = {std::byte{1}, std::byte{2}, std::byte{3}};
  std::vector<std::byte> filled(20, std::byte{9}), scratch;
  int writes = 0;
  fillWithPattern(pattern, 19, 7, scratch, [&](uint64_t at, std::span<const std::byte> bytes) {
    ++writes;
    std::copy(bytes.begin(), bytes.end(), filled.begin() + static_cast<ptrdiff_t>(at));
  });
  EXPECT_EQ(writes, 4);
  for (size_t i = 0; i < 19; ++i) EXPECT_EQ(filled[i], pattern[i % 3]) << i;
  EXPECT_EQ(filled[19], std::byte{9});
}

// No side is 0 or beyond the largest limit.
TEST(Storage, Sizes) {
  mgpipe::Limits limits{};
  limits.maxTextureSize = 64;
  limits.maxArrayLayers = 100;
  EXPECT_TRUE(isTextureSize(shapeOf(64, 1, 100), limits));
  EXPECT_FALSE(isTextureSize(shapeOf(64, 0, 1), limits));
  EXPECT_FALSE(isTextureSize(shapeOf(64, 1, 101), limits));
}

// Blocks count, not texels; products beyond 64 bits exceed every memory.
TEST(Storage, Memory) {
  EXPECT_FALSE(exceedsMemory(shapeOf(1024, 1024, 1), 1, 1, 4));
  EXPECT_FALSE(exceedsMemory(shapeOf(16384, 16384, 1), 4, 4, 8));
  EXPECT_TRUE(exceedsMemory(shapeOf(1u << 20, 1u << 20, 1), 1, 1, 16));
  EXPECT_TRUE(exceedsMemory(shapeOf(~0u, ~0u, ~0u, 64), 1, 1, 16));
}

}  // namespace
}  // namespace emulation
