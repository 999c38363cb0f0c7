// SPDX-License-Identifier: Apache-2.0
// Single pixels against values computed by hand from GL's tables of packed types and component order.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "formats/client_format.h"
#include "formats/convert.h"
#include "formats/gl_enums.h"

namespace formats {
namespace {

using namespace glenum;

struct Golden {
  uint32_t format, type;
  std::vector<uint8_t> bytes;  // in memory order on a little-endian machine
  float rgba[4];
  bool encodes = true;  // false where decoding has no inverse
};

const Golden kGolden[] = {
    // 3_3_2: red high. 0b101'010'11.
    {kRgb, kUnsignedByte332, {0xAB}, {5 / 7.f, 2 / 7.f, 1.f, 1.f}},
    {kRgb, kUnsignedByte233Rev, {0xAB}, {3 / 7.f, 5 / 7.f, 2 / 3.f, 1.f}},
    // 0x1234 = 0b00010'010001'10100.
    {kRgb, kUnsignedShort565, {0x34, 0x12}, {2 / 31.f, 17 / 63.f, 20 / 31.f, 1.f}},
    {kRgb, kUnsignedShort565Rev, {0x34, 0x12}, {20 / 31.f, 17 / 63.f, 2 / 31.f, 1.f}},
    {kRgba, kUnsignedShort4444, {0x34, 0x12}, {1 / 15.f, 2 / 15.f, 3 / 15.f, 4 / 15.f}},
    {kBgra, kUnsignedShort4444, {0x34, 0x12}, {3 / 15.f, 2 / 15.f, 1 / 15.f, 4 / 15.f}},
    {kRgba, kUnsignedShort4444Rev, {0x34, 0x12}, {4 / 15.f, 3 / 15.f, 2 / 15.f, 1 / 15.f}},
    // 0x1235 = 0b00010'01000'11010'1.
    {kRgba, kUnsignedShort5551, {0x35, 0x12}, {2 / 31.f, 8 / 31.f, 26 / 31.f, 1.f}},
    // 0x9234 = 0b1'00100'10001'10100.
    {kRgba, kUnsignedShort1555Rev, {0x34, 0x92}, {20 / 31.f, 17 / 31.f, 4 / 31.f, 1.f}},
    {kBgra, kUnsignedShort1555Rev, {0x34, 0x92}, {4 / 31.f, 17 / 31.f, 20 / 31.f, 1.f}},
    {kRgba, kUnsignedInt8888, {4, 3, 2, 1}, {1 / 255.f, 2 / 255.f, 3 / 255.f, 4 / 255.f}},
    {kRgba, kUnsignedInt8888Rev, {1, 2, 3, 4}, {1 / 255.f, 2 / 255.f, 3 / 255.f, 4 / 255.f}},
    {kBgra, kUnsignedInt8888Rev, {1, 2, 3, 4}, {3 / 255.f, 2 / 255.f, 1 / 255.f, 4 / 255.f}},
    // 1 << 22 | 2 << 12 | 3 << 2 | 1 = 0x0040200D.
    {kRgba, kUnsignedInt1010102, {0x0D, 0x20, 0x40, 0x00}, {1 / 1023.f, 2 / 1023.f, 3 / 1023.f, 1 / 3.f}},
    // 2 << 30 | 3 << 20 | 2 << 10 | 1 = 0x80300801.
    {kRgba, kUnsignedInt2101010Rev, {0x01, 0x08, 0x30, 0x80}, {1 / 1023.f, 2 / 1023.f, 3 / 1023.f, 2 / 3.f}},
    // 1.0 is exponent 15 over an empty mantissa: 0x3C0 in 11 bits, 0x1E0 in 10. Red 1, green 2 (0x400), blue
    // 0.5.
    // 0x1C0 << 22 | 0x400 << 11 | 0x3C0 = 0x702003C0.
    {kRgb, kUnsignedInt10f11f11fRev, {0xC0, 0x03, 0x20, 0x70}, {1.f, 2.f, 0.5f, 1.f}},
    // 16 << 27 | 64 << 18 | 128 << 9 | 256 = 0x81010100.
    {kRgb, kUnsignedInt5999Rev, {0x00, 0x01, 0x01, 0x81}, {1.f, 0.5f, 0.25f, 1.f}},
    {kRed, kUnsignedByte, {51}, {0.2f, 0.f, 0.f, 1.f}},
    {kGreen, kUnsignedByte, {51}, {0.f, 0.2f, 0.f, 1.f}},
    {kBlue, kUnsignedByte, {51}, {0.f, 0.f, 0.2f, 1.f}},
    {kAlpha, kUnsignedByte, {51}, {0.f, 0.f, 0.f, 0.2f}},
    {kRg, kUnsignedByte, {51, 102}, {0.2f, 0.4f, 0.f, 1.f}},
    {kBgr, kUnsignedByte, {51, 102, 153}, {0.6f, 0.4f, 0.2f, 1.f}},
    {kBgra, kUnsignedByte, {51, 102, 153, 204}, {0.6f, 0.4f, 0.2f, 0.8f}},
    {kLuminance, kUnsignedByte, {51}, {0.2f, 0.2f, 0.2f, 1.f}},
    {kLuminanceAlpha, kUnsignedByte, {51, 102}, {0.2f, 0.2f, 0.2f, 0.4f}},
    {kRg, kByte, {0x81, 0x7F}, {-1.f, 1.f, 0.f, 1.f}},
    {kRed, kByte, {0x80}, {-1.f, 0.f, 0.f, 1.f}, false},  // −1 encodes as −127
    {kRed, kShort, {0x00, 0xC0}, {-16384 / 32767.f, 0.f, 0.f, 1.f}},
    {kRed, kUnsignedShort, {0x34, 0x12}, {0x1234 / 65535.f, 0.f, 0.f, 1.f}},
    {kRed, kUnsignedInt, {0xFF, 0xFF, 0xFF, 0xFF}, {1.f, 0.f, 0.f, 1.f}},
    {kRed, kInt, {0x01, 0x00, 0x00, 0x80}, {-1.f, 0.f, 0.f, 1.f}},
    {kRed, kHalfFloat, {0x00, 0xC0}, {-2.f, 0.f, 0.f, 1.f}},
    {kRed, kFloat, {0x00, 0x00, 0x40, 0x40}, {3.f, 0.f, 0.f, 1.f}},
};

std::vector<std::byte> toBytes(const std::vector<uint8_t>& values) {
  std::vector<std::byte> bytes(values.size());
  std::memcpy(bytes.data(), values.data(), values.size());
  return bytes;
}

// Reverses each element by hand, for the swapped variants.
std::vector<std::byte> reversed(std::vector<std::byte> bytes, uint32_t unit) {
  for (size_t i = 0; i < bytes.size(); i += unit) {
    std::reverse(bytes.begin() + static_cast<ptrdiff_t>(i), bytes.begin() + static_cast<ptrdiff_t>(i + unit));
  }
  return bytes;
}

// Each golden pixel decodes to its RGBA, in both byte orders.
TEST(Golden, Decodes) {
  for (const Golden& golden : kGolden) {
    SCOPED_TRACE(testing::Message() << std::hex << golden.format << ' ' << golden.type);
    const auto bytes = toBytes(golden.bytes);
    ASSERT_EQ(bytes.size(), bytesPerPixel(golden.format, golden.type));
    for (const bool swap : {false, true}) {
      float rgba[4];
      const auto source = swap ? reversed(bytes, typeBytes(golden.type)) : bytes;
      ASSERT_TRUE(fetchFloat(golden.format, golden.type, source, swap, rgba));
      for (int c = 0; c < 4; ++c) EXPECT_FLOAT_EQ(rgba[c], golden.rgba[c]) << "component " << c;
    }
  }
}

// Each golden RGBA encodes to its bytes, in both byte orders.
TEST(Golden, Encodes) {
  for (const Golden& golden : kGolden) {
    if (!golden.encodes) continue;
    SCOPED_TRACE(testing::Message() << std::hex << golden.format << ' ' << golden.type);
    const auto bytes = toBytes(golden.bytes);
    for (const bool swap : {false, true}) {
      std::vector<std::byte> out(bytes.size());
      ConvertRequest request;
      request.source = {std::as_bytes(std::span(golden.rgba)), kRgba, kFloat};
      request.target = {out, golden.format, golden.type};
      request.target.swapBytes = swap;
      request.width = request.height = 1;
      ASSERT_TRUE(convert(request));
      EXPECT_EQ(out, swap ? reversed(bytes, typeBytes(golden.type)) : bytes);
    }
  }
}

// Integer formats keep numbers as they are and saturate at the target's ends.
TEST(Golden, Integers) {
  const uint16_t wide[4] = {1, 300, 40000, 65535};
  int32_t signedOut[4];
  uint32_t unsignedOut[4];
  ASSERT_TRUE(fetchInt(kRgbaInteger, kUnsignedShort, std::as_bytes(std::span(wide)), false, signedOut));
  EXPECT_EQ(signedOut[2], 40000);
  uint8_t bytes[4];
  ConvertRequest request;
  request.source = {std::as_bytes(std::span(wide)), kRgbaInteger, kUnsignedShort};
  request.target = {std::as_writable_bytes(std::span(bytes)), kBgraInteger, kUnsignedByte};
  request.width = request.height = 1;
  ASSERT_TRUE(convert(request));
  EXPECT_EQ(bytes[0], 255);
  EXPECT_EQ(bytes[1], 255);
  EXPECT_EQ(bytes[2], 1);
  EXPECT_EQ(bytes[3], 255);
  const int32_t negative[1] = {-5};
  ASSERT_TRUE(fetchUint(kRedInteger, kInt, std::as_bytes(std::span(negative)), false, unsignedOut));
  EXPECT_EQ(unsignedOut[0], 0u);
  EXPECT_EQ(unsignedOut[3], 1u) << "Missing alpha of an integer format is the number 1.";
  ASSERT_TRUE(fetchInt(kRedInteger, kInt, std::as_bytes(std::span(negative)), false, signedOut));
  EXPECT_EQ(signedOut[0], -5);
  const uint32_t packed[1] = {0x80300801u};
  ASSERT_TRUE(
      fetchUint(kRgbaInteger, kUnsignedInt2101010Rev, std::as_bytes(std::span(packed)), false, unsignedOut));
  EXPECT_EQ(unsignedOut[0], 1u);
  EXPECT_EQ(unsignedOut[2], 3u);
  EXPECT_EQ(unsignedOut[3], 2u);
}

// Integer bit fields of equal width move as they are, and a missing alpha among them is the number 1.
TEST(Golden, IntegerFields) {
  const uint16_t source[1] = {0x1234};
  uint16_t target[1] = {};
  ConvertRequest request;
  request.source = {std::as_bytes(std::span(source)), kBgraInteger, kUnsignedShort4444};
  request.target = {std::as_writable_bytes(std::span(target)), kRgbaInteger, kUnsignedShort4444Rev};
  request.width = request.height = 1;
  ASSERT_TRUE(convert(request));
  EXPECT_EQ(target[0], 0x4123);  // blue 1, green 2, red 3, alpha 4, from the high nibble: A B G R
  request.swizzle[3] = Swizzle::One;
  ASSERT_TRUE(convert(request));
  EXPECT_EQ(target[0], 0x1123);
}

// The fetches refuse pairs of another class and spans shorter than a pixel.
TEST(Golden, FetchRefuses) {
  const std::byte bytes[16] = {};
  float f[4];
  int32_t i[4];
  DepthStencilValue value;
  EXPECT_FALSE(fetchFloat(kRgba, kFloat, std::span(bytes, 15), false, f));
  EXPECT_FALSE(fetchFloat(kRgbaInteger, kInt, bytes, false, f));
  EXPECT_FALSE(fetchFloat(kDepthComponent, kFloat, bytes, false, f));
  EXPECT_FALSE(fetchInt(kRgba, kFloat, bytes, false, i));
  EXPECT_FALSE(fetchDepthStencil(kRgba, kFloat, bytes, false, value));
  EXPECT_FALSE(fetchDepthStencil(kDepthStencil, kFloat, bytes, false, value));
  EXPECT_FALSE(fetchDepthStencil(kDepthStencil, kUnsignedInt248, std::span(bytes, 3), false, value));
}

}  // namespace
}  // namespace formats
