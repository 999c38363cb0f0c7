// SPDX-License-Identifier: Apache-2.0
// Conversions of queried values (GL 4.6 core §2.2.2).
#include "gl/get_value.h"

#include <cmath>
#include <limits>

namespace gl {
namespace {

// Nearest representable integer.
template <class T>
T rounded(double value) {
  if (std::isnan(value)) return 0;
  constexpr double kLow = static_cast<double>(std::numeric_limits<T>::min());
  constexpr double kHigh = static_cast<double>(std::numeric_limits<T>::max());
  if (value <= kLow) return std::numeric_limits<T>::min();
  if (value >= kHigh) return std::numeric_limits<T>::max();
  return static_cast<T>(std::llround(value));
}

template <class T>
T clamped(int64_t value) {
  if (value < static_cast<int64_t>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  // Unsigned values above the signed range keep their bits: enumerants and masks are read through GLint.
  if (value > static_cast<int64_t>(std::numeric_limits<T>::max()))
    return value <= static_cast<int64_t>(std::numeric_limits<uint32_t>::max()) && value > 0x7fffffff && sizeof(T) == 4
               ? static_cast<T>(static_cast<uint32_t>(value))
               : std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

}  // namespace

template <>
bool Value::as<bool>(size_t i) const {
  return mKind == Kind::Integer ? mIntegers[i] != 0 : mNumbers[i] != 0;
}

template <class T>
T Value::as(size_t i) const {
  if constexpr (std::is_floating_point_v<T>) {
    return mKind == Kind::Integer ? static_cast<T>(mIntegers[i]) : static_cast<T>(mNumbers[i]);
  } else {
    if (mKind == Kind::Integer) return clamped<T>(mIntegers[i]);
    constexpr double kScale = static_cast<double>(std::numeric_limits<T>::max());
    return rounded<T>(mKind == Kind::Normalized ? mNumbers[i] * kScale : mNumbers[i]);
  }
}

template int32_t Value::as<int32_t>(size_t) const;
template int64_t Value::as<int64_t>(size_t) const;
template float Value::as<float>(size_t) const;
template double Value::as<double>(size_t) const;

}  // namespace gl
