// SPDX-License-Identifier: Apache-2.0
// Clamping and rounding to normalized integers, inline for the row loops.
#pragma once

#include <bit>
#include <cstdint>

namespace formats {

constexpr double largestUnorm(unsigned bits) {
  return static_cast<double>((uint64_t{1} << bits) - 1);
}
constexpr double largestSnorm(unsigned bits) {
  return static_cast<double>((uint64_t{1} << (bits - 1)) - 1);
}

// Nearest even integer of a value in [0, 2^32): adding 2^52 leaves no bit for a fraction, so the hardware
// rounds, and the integer stands in the low mantissa bits. Several times faster than a call of nearbyint.
inline uint32_t roundToUint(double value) {
  return static_cast<uint32_t>(std::bit_cast<uint64_t>(value + 0x1p52));
}

// NaN fails the first comparison and gives 0. Without a branch, so that loops vectorize.
inline uint32_t roundUnorm(double value, double largest) {
  const double atLeast0 = value > 0.0 ? value : 0.0;
  return roundToUint((atLeast0 < 1.0 ? atLeast0 : 1.0) * largest);
}

inline int32_t roundSnorm(double value, double largest) {
  const bool negative = value < 0.0;
  const auto magnitude = static_cast<int32_t>(roundUnorm(negative ? -value : value, largest));
  return negative ? -magnitude : magnitude;
}

}  // namespace formats
