// SPDX-License-Identifier: Apache-2.0
// Depth and stencil conversions: precision, clamping, and the half of a pair that must survive.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "formats/convert.h"
#include "formats/gl_enums.h"

namespace formats {
namespace {

using namespace glenum;

template <typename From, typename To>
bool convertRow(const std::vector<From>& source, uint32_t format, uint32_t type, std::vector<To>& target,
                uint32_t targetFormat, uint32_t targetType, uint32_t width, bool swapTarget = false) {
  ConvertRequest request;
  request.source = {std::as_bytes(std::span(source)), format, type};
  request.target = {std::as_writable_bytes(std::span(target)), targetFormat, targetType};
  request.target.swapBytes = swapTarget;
  request.width = width;
  request.height = 1;
  return convert(request);
}

// 24-bit depth through float and back is exact for values spread over the whole range.
TEST(DepthConvert, Depth24ThroughFloatIsExact) {
  std::vector<uint32_t> source;
  for (uint32_t z = 0; z < 0x1000000u; z += 4093) source.push_back(z << 8 | 0x5A);
  source.push_back(0xFFFFFF5Au);
  source.push_back(0xFFFFFE5Au);
  const auto width = static_cast<uint32_t>(source.size());
  std::vector<float> depth(width);
  ASSERT_TRUE(convertRow(source, kDepthStencil, kUnsignedInt248, depth, kDepthComponent, kFloat, width));
  EXPECT_EQ(depth[width - 2], 1.0f);
  std::vector<uint32_t> back(width, 0x5A);
  ASSERT_TRUE(convertRow(depth, kDepthComponent, kFloat, back, kDepthStencil, kUnsignedInt248, width));
  EXPECT_EQ(back, source) << "Depth is exact, and the stencil that was there is kept.";
}

// Depth alone into a depth-stencil target keeps stencil; stencil alone keeps depth; swapped targets likewise.
TEST(DepthConvert, KeepsOtherHalf) {
  std::vector<uint32_t> packed = {0xABCDEF12u};
  ASSERT_TRUE(convertRow(std::vector<uint8_t>{0x34}, kStencilIndex, kUnsignedByte, packed, kDepthStencil,
                         kUnsignedInt248, 1));
  EXPECT_EQ(packed[0], 0xABCDEF34u);
  packed = {__builtin_bswap32(0xABCDEF12u)};
  ASSERT_TRUE(convertRow(std::vector<float>{1.0f}, kDepthComponent, kFloat, packed, kDepthStencil,
                         kUnsignedInt248, 1, true));
  EXPECT_EQ(packed[0], __builtin_bswap32(0xFFFFFF12u));
  std::vector<uint32_t> wide = {std::bit_cast<uint32_t>(0.25f), 7};
  ASSERT_TRUE(convertRow(std::vector<uint16_t>{0x1FF}, kStencilIndex, kUnsignedShort, wide, kDepthStencil,
                         kFloat32UnsignedInt248Rev, 1));
  EXPECT_EQ(std::bit_cast<float>(wide[0]), 0.25f);
  EXPECT_EQ(wide[1], 0xFFu) << "An index is cut to 8 bits, not clamped.";
  ASSERT_TRUE(convertRow(std::vector<float>{0.75f}, kDepthComponent, kFloat, wide, kDepthStencil,
                         kFloat32UnsignedInt248Rev, 1));
  EXPECT_EQ(std::bit_cast<float>(wide[0]), 0.75f);
  EXPECT_EQ(wide[1], 0xFFu);
}

// Both directions between the two depth-stencil types.
TEST(DepthConvert, BetweenDepthStencilTypes) {
  std::vector<uint32_t> wide(4);
  ASSERT_TRUE(convertRow(std::vector<uint32_t>{0xFFFFFF12u, 0x00000034u}, kDepthStencil, kUnsignedInt248,
                         wide, kDepthStencil, kFloat32UnsignedInt248Rev, 2));
  EXPECT_EQ(std::bit_cast<float>(wide[0]), 1.0f);
  EXPECT_EQ(wide[1], 0x12u);
  EXPECT_EQ(std::bit_cast<float>(wide[2]), 0.0f);
  EXPECT_EQ(wide[3], 0x34u);
  wide[0] = std::bit_cast<uint32_t>(7.0f);
  wide[3] |= 0xAAAAAA00u;  // unused bits, which the application may leave undefined
  std::vector<uint32_t> packed(2);
  ASSERT_TRUE(
      convertRow(wide, kDepthStencil, kFloat32UnsignedInt248Rev, packed, kDepthStencil, kUnsignedInt248, 2));
  EXPECT_EQ(packed[0], 0xFFFFFF12u) << "Fixed-point depth clamps.";
  EXPECT_EQ(packed[1], 0x00000034u);
}

// Depth between integers of all widths; float targets do not clamp.
TEST(DepthConvert, Widths) {
  std::vector<uint32_t> wide(3);
  ASSERT_TRUE(convertRow(std::vector<uint16_t>{0, 0x8000, 0xFFFF}, kDepthComponent, kUnsignedShort, wide,
                         kDepthComponent, kUnsignedInt, 3));
  EXPECT_EQ(wide, (std::vector<uint32_t>{0, 0x80008000u, 0xFFFFFFFFu}));
  std::vector<uint16_t> narrow(3);
  ASSERT_TRUE(convertRow(wide, kDepthComponent, kUnsignedInt, narrow, kDepthComponent, kUnsignedShort, 3));
  EXPECT_EQ(narrow, (std::vector<uint16_t>{0, 0x8000, 0xFFFF}));
  std::vector<float> floats(1);
  ASSERT_TRUE(convertRow(std::vector<uint16_t>{0xC000}, kDepthComponent, kHalfFloat, floats, kDepthComponent,
                         kFloat, 1));
  EXPECT_EQ(floats[0], -2.0f);
}

// Stencil to floats and back, and hostile floats.
TEST(DepthConvert, StencilFloats) {
  std::vector<float> floats(2);
  ASSERT_TRUE(convertRow(std::vector<uint32_t>{0xFFFFFF12u, 0x34u}, kDepthStencil, kUnsignedInt248, floats,
                         kStencilIndex, kFloat, 2));
  EXPECT_EQ(floats, (std::vector<float>{18.0f, 52.0f}));
  std::vector<uint8_t> indices(4);
  const std::vector<float> hostile = {1e30f, -1e30f, std::bit_cast<float>(0x7FC00000u), 300.0f};
  ASSERT_TRUE(convertRow(hostile, kStencilIndex, kFloat, indices, kStencilIndex, kUnsignedByte, 4));
  EXPECT_EQ(indices, (std::vector<uint8_t>{0, 0, 0, 44}));
  std::vector<int8_t> bytes(1);
  ASSERT_TRUE(
      convertRow(std::vector<uint8_t>{0xFF}, kStencilIndex, kUnsignedByte, bytes, kStencilIndex, kByte, 1));
  EXPECT_EQ(bytes[0], 127);
}

// Depth values keep double precision when fetched: 32-bit integers do not fit a float.
TEST(DepthConvert, Fetch) {
  DepthStencilValue value;
  const uint32_t nearlyOne[1] = {0xFFFFFFFEu};
  ASSERT_TRUE(
      fetchDepthStencil(kDepthComponent, kUnsignedInt, std::as_bytes(std::span(nearlyOne)), false, value));
  EXPECT_LT(value.depth, 1.0);
  const uint32_t packed[1] = {__builtin_bswap32(0xFFFFFF12u)};
  ASSERT_TRUE(
      fetchDepthStencil(kDepthStencil, kUnsignedInt248, std::as_bytes(std::span(packed)), true, value));
  EXPECT_EQ(value.depth, 1.0);
  EXPECT_EQ(value.stencil, 0x12u);
}

// Depth does not become stencil, nor colour either of them.
TEST(DepthConvert, ClassesDoNotMix) {
  std::vector<uint32_t> target = {42};
  EXPECT_FALSE(
      convertRow(std::vector<float>{1.0f}, kDepthComponent, kFloat, target, kStencilIndex, kUnsignedInt, 1));
  EXPECT_FALSE(convertRow(std::vector<float>{1.0f}, kRed, kFloat, target, kDepthComponent, kUnsignedInt, 1));
  EXPECT_FALSE(convertRow(std::vector<float>{1.0f}, kDepthComponent, kFloat, target, kRed, kUnsignedInt, 1));
  EXPECT_EQ(target[0], 42u);
}

}  // namespace
}  // namespace formats
