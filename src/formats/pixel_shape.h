// SPDX-License-Identifier: Apache-2.0
// What a client (format, type) pair means, as tables: the classes, component orders and bit fields that
// judging, measuring and converting share.
#pragma once

#include <cstdint>

#include "formats/format_info.h"

namespace formats {

// Pixels of different classes cannot be converted into each other, except depth-stencil to and from its
// halves.
enum class PixelClass : uint8_t { Color, Integer, Depth, Stencil, DepthStencil };

struct FormatShape {
  uint32_t format;
  PixelClass pixelClass;
  uint8_t components;
  // RGBA from the components in memory order: Swizzle::R is the first in memory, G the second, ….
  Swizzle4 expand;
  // Components in memory order from RGBA.
  Swizzle4 collect;
  bool compatibilityOnly;
  bool luminance;  // LuminanceRule applies
};

enum class TypeKind : uint8_t {
  Unsigned,  // one integer a component
  Signed,
  Half,
  Float,
  Packed,     // one integer a pixel, fields as below
  Float11,    // GL_UNSIGNED_INT_10F_11F_11F_REV
  SharedExp,  // GL_UNSIGNED_INT_5_9_9_9_REV
  Depth24Stencil8,
  Depth32FStencil8,
};

struct PackedField {
  uint8_t shift, bits;
};

struct TypeShape {
  uint32_t type;
  TypeKind kind;
  uint8_t elementBytes;   // unit of byte swapping
  uint8_t pixelBytes;     // 0: elementBytes times the components of the format
  uint8_t components;     // 0: any
  PackedField fields[4];  // in memory order, which for types not called REV starts at the high bits
};

// Null when unknown.
const FormatShape* findFormat(uint32_t format);
const TypeShape* findType(uint32_t type);

inline uint32_t pixelBytes(const FormatShape& format, const TypeShape& type) {
  return type.pixelBytes != 0 ? type.pixelBytes : uint32_t{type.elementBytes} * format.components;
}

// A pair with the same bytes in its plainest spelling: pixels packed as 8_8_8_8 are single bytes in some
// order, for which `format` may be a shape that GL has no name for (number 0).
struct PlainPair {
  const FormatShape* format;
  const TypeShape* type;
  bool swapBytes;
};
PlainPair plainPair(const FormatShape& format, const TypeShape& type, bool swapBytes);

// Source of each target component in memory order: the index of a source component in memory order, or one
// of:
inline constexpr uint8_t kFromZero = 4, kFromOne = 5;
struct ComponentMap {
  uint8_t from[4];
};
// The chain source memory → RGBA → swizzle → target memory in one step.
ComponentMap mapComponents(const FormatShape& source, const Swizzle4& swizzle, const FormatShape& target);
// The pixel's bytes stay the same, given equal types.
bool isIdentity(const ComponentMap& map, const FormatShape& source, const FormatShape& target);

}  // namespace formats
