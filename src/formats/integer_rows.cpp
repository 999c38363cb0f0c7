// SPDX-License-Identifier: Apache-2.0
// Integer colour runs: values stay integers and saturate where the target is narrower.
#include <algorithm>
#include <cstring>
#include <limits>

#include "formats/pixel_rows.h"

namespace formats {
namespace {

template <typename T>
void decodeRun(const std::byte* source, unsigned components, size_t count, int64_t* slots) {
  for (size_t i = 0; i < count; ++i) {
    for (unsigned c = 0; c < components; ++c) {
      T element;
      std::memcpy(&element, source + (i * components + c) * sizeof(T), sizeof(T));
      slots[4 * i + c] = element;
    }
  }
}

template <typename T>
void encodeRun(const int64_t* slots, unsigned components, size_t count, std::byte* target) {
  constexpr int64_t kLowest = std::numeric_limits<T>::min(), kHighest = std::numeric_limits<T>::max();
  for (size_t i = 0; i < count; ++i) {
    for (unsigned c = 0; c < components; ++c) {
      const T element = static_cast<T>(std::clamp(slots[4 * i + c], kLowest, kHighest));
      std::memcpy(target + (i * components + c) * sizeof(T), &element, sizeof(T));
    }
  }
}

}  // namespace

void decodeInteger(const TypeShape& type, unsigned components, const std::byte* source, size_t count,
                   int64_t* slots) {
  if (type.kind == TypeKind::Unsigned) {
    if (type.elementBytes == 1) return decodeRun<uint8_t>(source, components, count, slots);
    if (type.elementBytes == 2) return decodeRun<uint16_t>(source, components, count, slots);
    return decodeRun<uint32_t>(source, components, count, slots);
  }
  if (type.kind == TypeKind::Signed) {
    if (type.elementBytes == 1) return decodeRun<int8_t>(source, components, count, slots);
    if (type.elementBytes == 2) return decodeRun<int16_t>(source, components, count, slots);
    return decodeRun<int32_t>(source, components, count, slots);
  }
  for (size_t i = 0; i < count; ++i) {
    uint32_t pixel = 0;
    std::memcpy(&pixel, source + i * type.pixelBytes, type.pixelBytes);
    for (unsigned c = 0; c < type.components; ++c) {
      slots[4 * i + c] = (pixel >> type.fields[c].shift) & ((1u << type.fields[c].bits) - 1);
    }
  }
}

void encodeInteger(const TypeShape& type, unsigned components, const int64_t* slots, size_t count,
                   std::byte* target) {
  if (type.kind == TypeKind::Unsigned) {
    if (type.elementBytes == 1) return encodeRun<uint8_t>(slots, components, count, target);
    if (type.elementBytes == 2) return encodeRun<uint16_t>(slots, components, count, target);
    return encodeRun<uint32_t>(slots, components, count, target);
  }
  if (type.kind == TypeKind::Signed) {
    if (type.elementBytes == 1) return encodeRun<int8_t>(slots, components, count, target);
    if (type.elementBytes == 2) return encodeRun<int16_t>(slots, components, count, target);
    return encodeRun<int32_t>(slots, components, count, target);
  }
  for (size_t i = 0; i < count; ++i) {
    uint32_t pixel = 0;
    for (unsigned c = 0; c < type.components; ++c) {
      const int64_t largest = (int64_t{1} << type.fields[c].bits) - 1;
      const auto field = static_cast<uint32_t>(std::clamp<int64_t>(slots[4 * i + c], 0, largest));
      pixel |= field << type.fields[c].shift;
    }
    std::memcpy(target + i * type.pixelBytes, &pixel, type.pixelBytes);
  }
}

}  // namespace formats
