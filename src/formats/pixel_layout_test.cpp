// SPDX-License-Identifier: Apache-2.0
// Offsets and strides from pixel-store parameters, and sizes that must be refused.
#include "formats/pixel_layout.h"

#include <gtest/gtest.h>

#include <limits>

#include "formats/format_info.h"
#include "formats/gl_enums.h"

namespace formats {
namespace {

constexpr uint32_t kMax = std::numeric_limits<uint32_t>::max();

// Rows of 3 RGB pixels (9 bytes) are rounded up to each alignment; the last row is not.
TEST(PixelLayout, Alignment) {
  const uint64_t strides[][2] = {{1, 9}, {2, 10}, {4, 12}, {8, 16}};
  for (const auto& [alignment, stride] : strides) {
    PixelStore store;
    store.alignment = static_cast<uint32_t>(alignment);
    const auto layout = layoutOf(glenum::kRgb, glenum::kUnsignedByte, 3, 2, 1, store);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->rowStrideBytes, stride);
    EXPECT_EQ(layout->imageStrideBytes, 2 * stride);
    EXPECT_EQ(layout->tightRowBytes, 9u);
    EXPECT_EQ(layout->totalBytes, stride + 9);
    EXPECT_EQ(layout->firstByte, 0u);
  }
  PixelStore store;
  store.alignment = 3;
  EXPECT_FALSE(layoutOf(glenum::kRgb, glenum::kUnsignedByte, 3, 2, 1, store));
  store.alignment = 0;
  EXPECT_FALSE(layoutOf(glenum::kRgb, glenum::kUnsignedByte, 3, 2, 1, store));
}

// Lengths and skips in all three dimensions, computed by hand: 10-pixel rows of RG shorts, 7-row images.
TEST(PixelLayout, LengthsAndSkips) {
  PixelStore store;
  store.rowLength = 10;
  store.imageHeight = 7;
  store.skipPixels = 3;
  store.skipRows = 2;
  store.skipImages = 1;
  const auto layout = layoutOf(glenum::kRg, glenum::kUnsignedShort, 5, 4, 2, store);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->rowStrideBytes, 40u);
  EXPECT_EQ(layout->imageStrideBytes, 280u);
  EXPECT_EQ(layout->firstByte, 280u + 80u + 12u);
  EXPECT_EQ(layout->totalBytes, 372u + 280u + 3 * 40u + 20u);
}

// An image without pixels touches nothing, whatever is skipped.
TEST(PixelLayout, Empty) {
  PixelStore store;
  store.skipRows = 5;
  for (const auto& [w, h, d] : {std::array{0u, 1u, 1u}, {1u, 0u, 1u}, {1u, 1u, 0u}}) {
    const auto layout = layoutOf(glenum::kRgba, glenum::kFloat, w, h, d, store);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->totalBytes, 0u);
  }
}

// Products beyond 63 bits are refused in every position; the largest one below is still exact.
TEST(PixelLayout, Overflow) {
  PixelStore store;
  EXPECT_FALSE(layoutOf(glenum::kRgba, glenum::kFloat, kMax, kMax, kMax, store));
  EXPECT_FALSE(layoutOf(glenum::kRgba, glenum::kFloat, kMax, kMax, 1, store));
  EXPECT_FALSE(layoutOf(glenum::kRed, glenum::kUnsignedByte, kMax, kMax, 1, store))
      << "2^64 after rounding up.";
  store.alignment = 1;
  EXPECT_FALSE(layoutOf(glenum::kRed, glenum::kUnsignedByte, kMax, kMax, 1, store));
  const auto layout = layoutOf(glenum::kRed, glenum::kUnsignedByte, kMax, 0x7FFFFFFFu, 1, store);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->totalBytes, uint64_t{kMax} * 0x7FFFFFFFu);
  store.skipImages = kMax;
  EXPECT_FALSE(layoutOf(glenum::kRed, glenum::kUnsignedByte, kMax, 0x7FFFFFFFu, 1, store));
  store = {};
  store.skipRows = kMax;
  store.rowLength = kMax;
  EXPECT_FALSE(layoutOf(glenum::kRgba, glenum::kUnsignedByte, 1, 1, 1, store));
  store = {};
  EXPECT_FALSE(layoutOf(0x1234, glenum::kUnsignedByte, 1, 1, 1, store));
  EXPECT_FALSE(layoutOf(glenum::kRgba, 0x1234, 1, 1, 1, store));
}

// Partial blocks count whole; block rows are the rows.
TEST(CompressedLayout, Blocks) {
  const auto layout = layoutOfCompressed(Format::DXT1_RGB, 5, 9, 2);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->rowStrideBytes, 16u);
  EXPECT_EQ(layout->imageStrideBytes, 48u);
  EXPECT_EQ(layout->totalBytes, 96u);
  EXPECT_EQ(storageBytes(Format::DXT1_RGB, 5, 9, 2), 96u);
  EXPECT_FALSE(layoutOfCompressed(Format::RGBA8_UNORM, 4, 4, 1));
}

// Compressed sub-images of a larger image: 4 blocks a row, start at block (1,1).
TEST(CompressedLayout, LengthsAndSkips) {
  PixelStore store;
  store.rowLength = 16;
  store.skipPixels = 4;
  store.skipRows = 4;
  const auto layout = layoutOfCompressed(Format::DXT5_RGBA, 8, 8, 1, store);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->rowStrideBytes, 64u);
  EXPECT_EQ(layout->firstByte, 64u + 16u);
  EXPECT_EQ(layout->totalBytes, 80u + 64u + 32u);
  store.skipPixels = 2;
  EXPECT_FALSE(layoutOfCompressed(Format::DXT5_RGBA, 8, 8, 1, store));
}

// Sizes of tight images in storage, and hostile ones.
TEST(StorageBytes, CountsAndRefuses) {
  EXPECT_EQ(storageBytes(Format::RGBA8_UNORM, 3, 2, 1), 24u);
  EXPECT_EQ(storageBytes(Format::RGB8_UNORM, 3, 2, 1), 18u);
  EXPECT_EQ(storageBytes(Format::Z32F_S8, 3, 2, 2), 96u);
  EXPECT_EQ(storageBytes(Format::RGBA8_UNORM, 0, 2, 1), 0u);
  EXPECT_FALSE(storageBytes(Format::RGBA32_FLOAT, kMax, kMax, 1));
  EXPECT_FALSE(storageBytes(Format::BPTC_RGBA_UNORM, kMax, kMax, kMax));
  EXPECT_FALSE(storageBytes(Format::None, 1, 1, 1));
  EXPECT_FALSE(storageBytes(static_cast<Format>(65535), 1, 1, 1));
}

// A bitmap's rows are bytes of 8 pixels; skipping 11 pixels is one byte and three bits.
TEST(BitmapLayout, BytesAndBits) {
  PixelStore store;
  store.alignment = 1;
  store.rowLength = 32;
  store.skipPixels = 11;
  store.skipRows = 1;
  const auto bitmap = layoutOfBitmap(10, 3, store);
  ASSERT_TRUE(bitmap);
  EXPECT_EQ(bitmap->firstBit, 3u);
  EXPECT_EQ(bitmap->bytes.firstByte, 5u);
  EXPECT_EQ(bitmap->bytes.rowStrideBytes, 4u);
  EXPECT_EQ(bitmap->bytes.tightRowBytes, 2u);
  EXPECT_EQ(bitmap->bytes.totalBytes, 5u + 8u + 2u);
  store.alignment = 8;
  EXPECT_EQ(layoutOfBitmap(10, 3, store)->bytes.rowStrideBytes, 8u);
}

}  // namespace
}  // namespace formats
