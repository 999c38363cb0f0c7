// SPDX-License-Identifier: Apache-2.0
// Depth and stencil runs. Depth is a colour-like component that fixed-point targets clamp; stencil is an
// index, of which a narrower target keeps the low bits.
#include <bit>
#include <cstring>

#include "formats/numeric.h"
#include "formats/pixel_rows.h"
#include "formats/rounding.h"

namespace formats {
namespace {

constexpr double kLargest24 = largestUnorm(24);

// One element a pixel, as colour decodes a single component.
void decodeDepth(const TypeShape& type, const std::byte* source, size_t count, DepthStencilValue* values) {
  for (size_t i = 0; i < count; ++i) {
    double slots[4];
    decodeColor(type, 1, source + i * type.elementBytes, 1, slots);
    values[i].depth = slots[0];
  }
}

void encodeDepth(const TypeShape& type, const DepthStencilValue* values, size_t count, std::byte* target) {
  for (size_t i = 0; i < count; ++i) {
    const double slots[4] = {values[i].depth, 0.0, 0.0, 0.0};
    encodeColor(type, 1, slots, 1, target + i * type.elementBytes);
  }
}

// Floats carry an index as a number; what does not fit 32 bits is no index, and NaN becomes 0.
uint32_t floatToIndex(float value) {
  if (!(value > -2147483648.0f && value < 4294967296.0f)) return 0;
  return static_cast<uint32_t>(static_cast<int64_t>(value));
}

uint32_t loadStencil(const TypeShape& type, const std::byte* source) {
  uint32_t bits = 0;
  std::memcpy(&bits, source, type.elementBytes);
  switch (type.kind) {
    case TypeKind::Half:
      return floatToIndex(halfToFloat(static_cast<uint16_t>(bits)));
    case TypeKind::Float:
      return floatToIndex(std::bit_cast<float>(bits));
    default:
      return bits;
  }
}

void storeStencil(const TypeShape& type, uint32_t stencil, std::byte* target) {
  uint32_t bits = stencil;
  if (type.kind == TypeKind::Half) bits = floatToHalf(static_cast<float>(stencil));
  if (type.kind == TypeKind::Float) bits = std::bit_cast<uint32_t>(static_cast<float>(stencil));
  // Signed types have no room for the sign of an index.
  if (type.kind == TypeKind::Signed) bits &= 0x7FFFFFFFu >> (32 - 8 * type.elementBytes);
  std::memcpy(target, &bits, type.elementBytes);
}

}  // namespace

void decodeDepthStencil(const FormatShape& format, const TypeShape& type, const std::byte* source,
                        size_t count, DepthStencilValue* values) {
  if (format.pixelClass == PixelClass::Depth) return decodeDepth(type, source, count, values);
  for (size_t i = 0; i < count; ++i) {
    if (format.pixelClass == PixelClass::Stencil) {
      values[i].stencil = loadStencil(type, source + i * type.elementBytes);
      continue;
    }
    uint32_t words[2];
    std::memcpy(words, source + i * type.pixelBytes, type.pixelBytes);
    if (type.kind == TypeKind::Depth24Stencil8) {
      values[i] = {(words[0] >> 8) / kLargest24, words[0] & 0xFFu};
    } else {
      values[i] = {static_cast<double>(std::bit_cast<float>(words[0])), words[1] & 0xFFu};
    }
  }
}

void encodeDepthStencil(const FormatShape& format, const TypeShape& type, const DepthStencilValue* values,
                        size_t count, bool writeDepth, bool writeStencil, std::byte* target) {
  if (format.pixelClass == PixelClass::Depth) return encodeDepth(type, values, count, target);
  for (size_t i = 0; i < count; ++i) {
    if (format.pixelClass == PixelClass::Stencil) {
      storeStencil(type, values[i].stencil, target + i * type.elementBytes);
      continue;
    }
    uint32_t words[2] = {};
    std::byte* const at = target + i * type.pixelBytes;
    std::memcpy(words, at, type.pixelBytes);
    const uint32_t stencil = values[i].stencil & 0xFFu;
    if (type.kind == TypeKind::Depth24Stencil8) {
      if (writeDepth) words[0] = (words[0] & 0xFFu) | (roundUnorm(values[i].depth, kLargest24) << 8);
      if (writeStencil) words[0] = (words[0] & 0xFFFFFF00u) | stencil;
    } else {
      if (writeDepth) words[0] = std::bit_cast<uint32_t>(static_cast<float>(values[i].depth));
      if (writeStencil) words[1] = stencil;  // the 24 unused bits become 0
    }
    std::memcpy(at, words, type.pixelBytes);
  }
}

}  // namespace formats
