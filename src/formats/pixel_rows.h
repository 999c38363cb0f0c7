// SPDX-License-Identifier: Apache-2.0
// Decoding and encoding of short runs of pixels, the inner loops of convert().
//
// Pixels here are tightly packed, in the machine's byte order and at any alignment. Decoded pixels have four
// slots each, of which the components of the format fill the first ones in memory order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/convert.h"
#include "formats/pixel_shape.h"

namespace formats {

// Non-integer colour; types other than the depth-stencil ones.
void decodeColor(const TypeShape& type, unsigned components, const std::byte* source, size_t count,
                 double* slots);
void encodeColor(const TypeShape& type, unsigned components, const double* slots, size_t count,
                 std::byte* target);

// Integer colour; integer and packed types.
void decodeInteger(const TypeShape& type, unsigned components, const std::byte* source, size_t count,
                   int64_t* slots);
void encodeInteger(const TypeShape& type, unsigned components, const int64_t* slots, size_t count,
                   std::byte* target);

// Depth, stencil and both. Decoding sets what the format has; encoding writes what both the format and the
// flags name and keeps the other bits of the target.
void decodeDepthStencil(const FormatShape& format, const TypeShape& type, const std::byte* source,
                        size_t count, DepthStencilValue* values);
void encodeDepthStencil(const FormatShape& format, const TypeShape& type, const DepthStencilValue* values,
                        size_t count, bool writeDepth, bool writeStencil, std::byte* target);

// Reverses the bytes of each element; source and target may be the same.
void swapElements(const std::byte* source, std::byte* target, size_t elements, unsigned elementBytes);

// Moves unchanged component values of `elementBytes` around within pixels, filling with zero or `one` (in the
// target's byte order) and reversing bytes if `swapBytes`.
struct ShufflePlan {
  ComponentMap map;
  uint8_t sourceComponents, targetComponents;
  uint8_t elementBytes;
  bool swapBytes;
  uint32_t one;
};
void shufflePixels(const ShufflePlan& plan, const std::byte* source, std::byte* target, size_t count);

// The same for the bit fields of packed pixels, where each field comes from one as wide.
struct FieldMovePlan {
  struct Move {
    uint8_t fromShift, toShift;
    uint32_t mask;
  };
  Move moves[4];
  uint8_t moveCount;
  uint8_t pixelBytes;  // of both sides
  bool swapSource, swapTarget;
  uint32_t constant;  // fields that are zero or one
};
void moveFields(const FieldMovePlan& plan, const std::byte* source, std::byte* target, size_t count);

}  // namespace formats
