// SPDX-License-Identifier: Apache-2.0
// Small floats by integer arithmetic on the bits of a float; sRGB by its defining formula.
#include "formats/numeric.h"

#include <array>
#include <bit>
#include <cmath>

#include "formats/rounding.h"

namespace formats {
namespace {

constexpr uint32_t kFloatMantissaBits = 23;
constexpr uint32_t kFloatInfinity = 0x7F800000u;
constexpr uint32_t kSmallestNormalExponent = 127 - 14;  // of 2^−14 as a biased float exponent

// A 5-bit exponent over `mantissaBits`, without sign, from the bits of a finite, non-negative float. Rounds
// to nearest even; a result of 31 << mantissaBits or more means that the value was too large.
uint32_t roundToSmall(uint32_t bits, uint32_t mantissaBits) {
  const uint32_t exponent = bits >> kFloatMantissaBits;
  uint32_t shift = kFloatMantissaBits - mantissaBits;
  if (exponent >= kSmallestNormalExponent) {
    const uint32_t rounded = bits + ((1u << (shift - 1)) - 1) + ((bits >> shift) & 1);
    return (rounded >> shift) - ((127u - 15u) << mantissaBits);
  }
  // Below half of the smallest denormal; the limit itself is a tie and goes to zero by the rule below.
  if (exponent < kSmallestNormalExponent - mantissaBits - 1) return 0;
  const uint32_t significand = (bits & 0x7FFFFFu) | 0x800000u;
  shift += kSmallestNormalExponent - exponent;
  return (significand + ((1u << (shift - 1)) - 1) + ((significand >> shift) & 1)) >> shift;
}

float smallToFloat(uint32_t bits, uint32_t mantissaBits) {
  const uint32_t exponent = bits >> mantissaBits, mantissa = bits & ((1u << mantissaBits) - 1);
  const uint32_t shift = kFloatMantissaBits - mantissaBits;
  if (exponent == 31) return std::bit_cast<float>(kFloatInfinity | (mantissa << shift));
  if (exponent != 0)
    return std::bit_cast<float>(((exponent + 127 - 15) << kFloatMantissaBits) | (mantissa << shift));
  // Exact: at most 10 significant bits times a power of two.
  const float scale = std::bit_cast<float>((kSmallestNormalExponent - mantissaBits) << kFloatMantissaBits);
  return static_cast<float>(mantissa) * scale;
}

uint32_t toUnsignedSmall(float value, uint32_t mantissaBits) {
  const uint32_t infinity = 31u << mantissaBits;
  if (std::isnan(value)) return infinity | (1u << (mantissaBits - 1));
  if (!(value > 0.0f)) return 0;
  if (std::isinf(value)) return infinity;
  const uint32_t small = roundToSmall(std::bit_cast<uint32_t>(value), mantissaBits);
  return small >= infinity ? infinity - 1 : small;
}

}  // namespace

float halfToFloat(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  return std::bit_cast<float>(std::bit_cast<uint32_t>(smallToFloat(bits & 0x7FFFu, 10)) | sign);
}

uint16_t floatToHalf(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  // A NaN keeps its high payload bits; the quiet bit keeps it a NaN when only low ones were set.
  if (magnitude > kFloatInfinity) return static_cast<uint16_t>(sign | 0x7E00u | ((magnitude >> 13) & 0x3FFu));
  if (magnitude == kFloatInfinity) return static_cast<uint16_t>(sign | 0x7C00u);
  const uint32_t small = roundToSmall(magnitude, 10);
  return static_cast<uint16_t>(sign | (small > 0x7C00u ? 0x7C00u : small));
}

float float11ToFloat(uint32_t bits) {
  return smallToFloat(bits & 0x7FFu, 6);
}
uint32_t floatToFloat11(float value) {
  return toUnsignedSmall(value, 6);
}
float float10ToFloat(uint32_t bits) {
  return smallToFloat(bits & 0x3FFu, 5);
}
uint32_t floatToFloat10(float value) {
  return toUnsignedSmall(value, 5);
}

// Mantissas have no implied one and count in units of 2^(exponent − 15 − 9).
void rgb9e5ToFloat(uint32_t bits, float (&rgb)[3]) {
  const float unit = std::ldexp(1.0f, static_cast<int>(bits >> 27) - 24);
  for (unsigned i = 0; i < 3; ++i) rgb[i] = static_cast<float>((bits >> (9 * i)) & 0x1FFu) * unit;
}

uint32_t floatToRgb9e5(const float (&rgb)[3]) {
  constexpr float kLargest = 511.0f / 512.0f * 65536.0f;
  float clamped[3], largest = 0.0f;
  for (unsigned i = 0; i < 3; ++i) {
    // NaN fails the comparison and gives 0.
    clamped[i] = rgb[i] > 0.0f ? (rgb[i] < kLargest ? rgb[i] : kLargest) : 0.0f;
    if (clamped[i] > largest) largest = clamped[i];
  }
  // Floats below the smallest exponent, zero included, all share exponent 0.
  const int floorLog2 = static_cast<int>(std::bit_cast<uint32_t>(largest) >> kFloatMantissaBits) - 127;
  int exponent = (floorLog2 > -16 ? floorLog2 : -16) + 16;
  // The definition rounds halves up. Should the largest round up to 512, the next exponent holds it.
  const auto mantissa = [&](float value) {
    return static_cast<uint32_t>(std::floor(std::ldexp(static_cast<double>(value), 24 - exponent) + 0.5));
  };
  if (mantissa(largest) == 512) ++exponent;
  return mantissa(clamped[0]) | (mantissa(clamped[1]) << 9) | (mantissa(clamped[2]) << 18) |
         (static_cast<uint32_t>(exponent) << 27);
}

float srgbToLinear(float encoded) {
  if (!(encoded > 0.0f)) return 0.0f;
  if (encoded >= 1.0f) return 1.0f;
  const double value = encoded;
  return static_cast<float>(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
}

float linearToSrgb(float linear) {
  if (!(linear > 0.0f)) return 0.0f;
  if (linear >= 1.0f) return 1.0f;
  const double value = linear;
  return static_cast<float>(value < 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055);
}

uint8_t linearToSrgb8(float linear) {
  return static_cast<uint8_t>(doubleToUnorm(linearToSrgb(linear), 8));
}

float srgb8ToLinear(uint8_t encoded) {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> values;
    for (unsigned i = 0; i < 256; ++i) values[i] = srgbToLinear(static_cast<float>(i) / 255.0f);
    return values;
  }();
  return table[encoded];
}

double unormToDouble(uint32_t value, unsigned bits) {
  return value / largestUnorm(bits);
}
uint32_t doubleToUnorm(double value, unsigned bits) {
  return roundUnorm(value, largestUnorm(bits));
}

double snormToDouble(int32_t value, unsigned bits) {
  const double scaled = value / largestSnorm(bits);
  return scaled < -1.0 ? -1.0 : scaled;
}
int32_t doubleToSnorm(double value, unsigned bits) {
  return roundSnorm(value, largestSnorm(bits));
}

}  // namespace formats
