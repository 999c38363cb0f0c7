// SPDX-License-Identifier: Apache-2.0
// Moving component values without changing them: byte swapping, component order and bit fields.
#include <bit>
#include <cstring>

#include "formats/pixel_rows.h"

namespace formats {
namespace {

template <typename T>
T reversed(T value) {
  if constexpr (sizeof(T) == 2) return static_cast<T>(__builtin_bswap16(value));
  if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
  return value;
}

template <typename T>
void swapRun(const std::byte* source, std::byte* target, size_t elements) {
  for (size_t i = 0; i < elements; ++i) {
    T value;
    std::memcpy(&value, source + i * sizeof(T), sizeof(T));
    value = reversed(value);
    std::memcpy(target + i * sizeof(T), &value, sizeof(T));
  }
}

// The most frequent conversion of all, and one the vectorizer understands.
void exchangeRedBlue8(const std::byte* source, std::byte* target, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint32_t pixel;
    std::memcpy(&pixel, source + 4 * i, 4);
    pixel = (pixel & 0xFF00FF00u) | ((pixel >> 16) & 0xFFu) | ((pixel & 0xFFu) << 16);
    std::memcpy(target + 4 * i, &pixel, 4);
  }
}

// RGB or BGR to four bytes with a constant alpha.
template <unsigned kRed, unsigned kBlue>
void padToFour8(const std::byte* source, std::byte* target, size_t count, std::byte alpha) {
  for (size_t i = 0; i < count; ++i) {
    const std::byte* from = source + 3 * i;
    std::byte* to = target + 4 * i;
    to[0] = from[kRed];
    to[1] = from[1];
    to[2] = from[kBlue];
    to[3] = alpha;
  }
}

template <typename T, unsigned kSource, unsigned kTarget, bool kSwap>
void shuffleRun(const ShufflePlan& plan, const std::byte* source, std::byte* target, size_t count) {
  T slots[6] = {};
  slots[kFromOne] = static_cast<T>(plan.one);
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(slots, source + i * kSource * sizeof(T), kSource * sizeof(T));
    if constexpr (kSwap) {
      for (unsigned c = 0; c < kSource; ++c) slots[c] = reversed(slots[c]);
    }
    T out[kTarget];
    for (unsigned c = 0; c < kTarget; ++c) out[c] = slots[plan.map.from[c]];
    std::memcpy(target + i * kTarget * sizeof(T), out, sizeof(out));
  }
}

template <typename T, unsigned kSource, bool kSwap>
void shuffleByTarget(const ShufflePlan& plan, const std::byte* source, std::byte* target, size_t count) {
  switch (plan.targetComponents) {
    case 1:
      return shuffleRun<T, kSource, 1, kSwap>(plan, source, target, count);
    case 2:
      return shuffleRun<T, kSource, 2, kSwap>(plan, source, target, count);
    case 3:
      return shuffleRun<T, kSource, 3, kSwap>(plan, source, target, count);
    default:
      return shuffleRun<T, kSource, 4, kSwap>(plan, source, target, count);
  }
}

template <typename T, bool kSwap>
void shuffleBySource(const ShufflePlan& plan, const std::byte* source, std::byte* target, size_t count) {
  switch (plan.sourceComponents) {
    case 1:
      return shuffleByTarget<T, 1, kSwap>(plan, source, target, count);
    case 2:
      return shuffleByTarget<T, 2, kSwap>(plan, source, target, count);
    case 3:
      return shuffleByTarget<T, 3, kSwap>(plan, source, target, count);
    default:
      return shuffleByTarget<T, 4, kSwap>(plan, source, target, count);
  }
}

bool mapsTo(const ShufflePlan& plan, unsigned source, const uint8_t (&from)[4]) {
  return plan.elementBytes == 1 && plan.sourceComponents == source && plan.targetComponents == 4 &&
         std::memcmp(plan.map.from, from, sizeof(from)) == 0;
}

template <typename T>
void moveRun(const FieldMovePlan& plan, const std::byte* source, std::byte* target, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    T pixel;
    std::memcpy(&pixel, source + i * sizeof(T), sizeof(T));
    if (plan.swapSource) pixel = reversed(pixel);
    uint32_t moved = plan.constant;
    for (unsigned m = 0; m < plan.moveCount; ++m) {
      const FieldMovePlan::Move& move = plan.moves[m];
      moved |= ((pixel >> move.fromShift) & move.mask) << move.toShift;
    }
    pixel = static_cast<T>(moved);
    if (plan.swapTarget) pixel = reversed(pixel);
    std::memcpy(target + i * sizeof(T), &pixel, sizeof(T));
  }
}

}  // namespace

void swapElements(const std::byte* source, std::byte* target, size_t elements, unsigned elementBytes) {
  if (elementBytes == 2) {
    swapRun<uint16_t>(source, target, elements);
  } else if (elementBytes == 4) {
    swapRun<uint32_t>(source, target, elements);
  } else if (source != target) {
    std::memcpy(target, source, elements * elementBytes);
  }
}

void shufflePixels(const ShufflePlan& plan, const std::byte* source, std::byte* target, size_t count) {
  const auto one = static_cast<std::byte>(plan.one);
  if (mapsTo(plan, 4, {2, 1, 0, 3})) return exchangeRedBlue8(source, target, count);
  if (mapsTo(plan, 3, {0, 1, 2, kFromOne})) return padToFour8<0, 2>(source, target, count, one);
  if (mapsTo(plan, 3, {2, 1, 0, kFromOne})) return padToFour8<2, 0>(source, target, count, one);
  switch (plan.elementBytes) {
    case 1:
      return shuffleBySource<uint8_t, false>(plan, source, target, count);
    case 2:
      return plan.swapBytes ? shuffleBySource<uint16_t, true>(plan, source, target, count)
                            : shuffleBySource<uint16_t, false>(plan, source, target, count);
    default:
      return plan.swapBytes ? shuffleBySource<uint32_t, true>(plan, source, target, count)
                            : shuffleBySource<uint32_t, false>(plan, source, target, count);
  }
}

void moveFields(const FieldMovePlan& plan, const std::byte* source, std::byte* target, size_t count) {
  switch (plan.pixelBytes) {
    case 1:
      return moveRun<uint8_t>(plan, source, target, count);
    case 2:
      return moveRun<uint16_t>(plan, source, target, count);
    default:
      return moveRun<uint32_t>(plan, source, target, count);
  }
}

}  // namespace formats
