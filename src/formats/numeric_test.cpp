// SPDX-License-Identifier: Apache-2.0
// Number encodings, exhaustively where there are few enough values.
#include "formats/numeric.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace formats {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// The value of a float with a 5-bit exponent, straight from its definition.
double smallFloat(uint32_t magnitude, int mantissaBits) {
  const int exponent = static_cast<int>(magnitude >> mantissaBits);
  const double mantissa = magnitude & ((1u << mantissaBits) - 1);
  if (exponent == 31) return mantissa == 0 ? double{kInf} : double{kNan};
  if (exponent == 0) return std::ldexp(mantissa, -14 - mantissaBits);
  return std::ldexp(1.0 + std::ldexp(mantissa, -mantissaBits), exponent - 15);
}

// All 65,536 halves decode to the value of their definition and encode to themselves.
TEST(Half, EveryPattern) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = halfToFloat(static_cast<uint16_t>(bits));
    const double expected = smallFloat(bits & 0x7FFFu, 10);
    ASSERT_EQ(std::signbit(value), (bits & 0x8000u) != 0) << bits;
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      ASSERT_TRUE(std::isnan(halfToFloat(floatToHalf(value)))) << bits;
    } else {
      ASSERT_EQ(std::fabs(static_cast<double>(value)), expected) << bits;
      ASSERT_EQ(floatToHalf(value), bits);
    }
  }
}

// Between each two neighbouring halves: the midpoint goes to the even one, the floats beside it to the nearer
// one.
TEST(Half, RoundsToNearestEven) {
  for (uint32_t low = 0; low < 0x7BFF; ++low) {
    const double a = smallFloat(low, 10), b = smallFloat(low + 1, 10);
    const float middle = static_cast<float>((a + b) / 2);
    ASSERT_EQ(floatToHalf(middle), low & 1 ? low + 1 : low);
    ASSERT_EQ(floatToHalf(std::nextafter(middle, 0.0f)), low);
    ASSERT_EQ(floatToHalf(std::nextafter(middle, kInf)), low + 1);
    ASSERT_EQ(floatToHalf(-middle), (low & 1 ? low + 1 : low) | 0x8000u);
  }
}

// The ends of the range: overflow starts half a step above 65504, and a NaN with only low bits set stays a
// NaN.
TEST(Half, Ends) {
  EXPECT_EQ(floatToHalf(65504.0f), 0x7BFF);
  EXPECT_EQ(floatToHalf(std::nextafter(65520.0f, 0.0f)), 0x7BFF);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7C00);
  EXPECT_EQ(floatToHalf(std::numeric_limits<float>::max()), 0x7C00);
  EXPECT_EQ(floatToHalf(-kInf), 0xFC00);
  EXPECT_EQ(floatToHalf(std::numeric_limits<float>::denorm_min()), 0);
  EXPECT_TRUE(std::isnan(halfToFloat(floatToHalf(std::bit_cast<float>(0x7F800001u)))));
}

// All 11- and 10-bit patterns decode by definition, encode to themselves and round like halves.
TEST(SmallFloats, EveryPattern) {
  const auto check = [](int mantissaBits, float (*decode)(uint32_t), uint32_t (*encode)(float)) {
    const uint32_t infinity = 31u << mantissaBits;
    for (uint32_t bits = 0; bits < infinity; ++bits) {
      ASSERT_EQ(static_cast<double>(decode(bits)), smallFloat(bits, mantissaBits)) << bits;
      ASSERT_EQ(encode(decode(bits)), bits);
      if (bits + 1 == infinity) break;
      const float middle =
          static_cast<float>((smallFloat(bits, mantissaBits) + smallFloat(bits + 1, mantissaBits)) / 2);
      ASSERT_EQ(encode(middle), bits & 1 ? bits + 1 : bits);
      ASSERT_EQ(encode(std::nextafter(middle, 0.0f)), bits);
      ASSERT_EQ(encode(std::nextafter(middle, kInf)), bits + 1);
    }
    EXPECT_EQ(decode(infinity), kInf);
    EXPECT_TRUE(std::isnan(decode(infinity + 1)));
    EXPECT_EQ(encode(kInf), infinity);
    EXPECT_TRUE(std::isnan(decode(encode(kNan))));
    EXPECT_EQ(encode(1e30f), infinity - 1) << "A finite value stays finite.";
    EXPECT_EQ(encode(-1.0f), 0u);
    EXPECT_EQ(encode(-kInf), 0u);
    EXPECT_EQ(encode(-0.0f), 0u);
  };
  check(6, float11ToFloat, floatToFloat11);
  check(5, float10ToFloat, floatToFloat10);
}

// Hand-computed shared exponents: 1.0 is 256 · 2^(16−24); the largest value; rounding that carries; bad
// input.
TEST(SharedExponent, Golden) {
  EXPECT_EQ(floatToRgb9e5({1.0f, 0.5f, 0.25f}), (16u << 27) | (64u << 18) | (128u << 9) | 256u);
  EXPECT_EQ(floatToRgb9e5({0.0f, 0.0f, 0.0f}), 0u);
  EXPECT_EQ(floatToRgb9e5({65408.0f, 0.0f, 0.0f}), (31u << 27) | 511u);
  EXPECT_EQ(floatToRgb9e5({1e20f, -1.0f, kNan}), (31u << 27) | 511u);
  EXPECT_EQ(floatToRgb9e5({kInf, 0.0f, 0.0f}), (31u << 27) | 511u);
  // 0.9999 needs 511.95 units of 2^−9, rounds to 512 and moves up one exponent.
  EXPECT_EQ(floatToRgb9e5({0.9999f, 0.0f, 0.0f}), (16u << 27) | 256u);
  float rgb[3];
  rgb9e5ToFloat((16u << 27) | (64u << 18) | (128u << 9) | 256u, rgb);
  EXPECT_EQ(rgb[0], 1.0f);
  EXPECT_EQ(rgb[1], 0.5f);
  EXPECT_EQ(rgb[2], 0.25f);
  rgb9e5ToFloat(1u, rgb);
  EXPECT_EQ(rgb[0], std::ldexp(1.0f, -24));
}

// Every encoding of one component, at every exponent, decodes and encodes to the same value.
TEST(SharedExponent, RoundTrip) {
  for (uint32_t exponent = 0; exponent < 32; ++exponent) {
    for (uint32_t mantissa = 0; mantissa < 512; ++mantissa) {
      float before[3], after[3];
      rgb9e5ToFloat((exponent << 27) | (mantissa << 9), before);
      rgb9e5ToFloat(floatToRgb9e5(before), after);
      ASSERT_EQ(before[1], after[1]) << exponent << ' ' << mantissa;
    }
  }
}

// The transfer functions are each other's inverse on all 256 codes and meet the standard's fixed points.
TEST(Srgb, EveryCode) {
  for (unsigned code = 0; code < 256; ++code) {
    EXPECT_EQ(linearToSrgb8(srgb8ToLinear(static_cast<uint8_t>(code))), code);
    EXPECT_NEAR(linearToSrgb(srgbToLinear(code / 255.0f)), code / 255.0f, 1e-6f);
  }
  EXPECT_EQ(srgb8ToLinear(0), 0.0f);
  EXPECT_EQ(srgb8ToLinear(255), 1.0f);
  EXPECT_NEAR(srgb8ToLinear(128), 0.2158605f, 1e-6f);
  EXPECT_NEAR(srgbToLinear(0.04f), 0.04f / 12.92f, 1e-8f) << "The linear segment.";
  EXPECT_EQ(linearToSrgb8(0.5f), 188);
  EXPECT_EQ(linearToSrgb(-1.0f), 0.0f);
  EXPECT_EQ(linearToSrgb(2.0f), 1.0f);
  EXPECT_EQ(linearToSrgb(kNan), 0.0f);
  EXPECT_EQ(srgbToLinear(kNan), 0.0f);
}

// Normalized integers: ends, the double minus one, clamping, ties to even, and identity for whole ranges.
TEST(Normalized, ConvertsAndClamps) {
  EXPECT_EQ(unormToDouble(255, 8), 1.0);
  EXPECT_EQ(unormToDouble(0xFFFFFFFFu, 32), 1.0);
  EXPECT_EQ(snormToDouble(-128, 8), -1.0);
  EXPECT_EQ(snormToDouble(-127, 8), -1.0);
  EXPECT_EQ(snormToDouble(127, 8), 1.0);
  EXPECT_EQ(snormToDouble(std::numeric_limits<int32_t>::min(), 32), -1.0);
  EXPECT_EQ(doubleToUnorm(0.5, 8), 128u) << "127.5 ties to the even number.";
  EXPECT_EQ(doubleToUnorm(0.5, 1), 0u);
  EXPECT_EQ(doubleToUnorm(2.0, 8), 255u);
  EXPECT_EQ(doubleToUnorm(-2.0, 8), 0u);
  EXPECT_EQ(doubleToUnorm(double{kNan}, 8), 0u);
  EXPECT_EQ(doubleToUnorm(1.0, 32), 0xFFFFFFFFu);
  EXPECT_EQ(doubleToSnorm(-1.0, 8), -127);
  EXPECT_EQ(doubleToSnorm(-5.0, 16), -32767);
  EXPECT_EQ(doubleToSnorm(double{kNan}, 8), 0);
  for (unsigned bits = 1; bits <= 16; ++bits) {
    for (uint32_t value = 0; value < (1u << bits); ++value) {
      ASSERT_EQ(doubleToUnorm(unormToDouble(value, bits), bits), value);
    }
  }
  for (int32_t value = -32767; value <= 32767; ++value) {
    ASSERT_EQ(doubleToSnorm(snormToDouble(value, 16), 16), value);
  }
}

}  // namespace
}  // namespace formats
