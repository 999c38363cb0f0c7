// SPDX-License-Identifier: Apache-2.0
// The tables of client formats and types.
#include "formats/pixel_shape.h"

#include <bit>

#include "formats/gl_enums.h"

namespace formats {
namespace {

// Loads and stores of packed pixels and "8_8_8_8_REV is bytes in order" rely on it.
static_assert(std::endian::native == std::endian::little);

constexpr Swizzle R = Swizzle::R, G = Swizzle::G, B = Swizzle::B, A = Swizzle::A, O = Swizzle::Zero,
                  I = Swizzle::One;
constexpr PixelClass kColor = PixelClass::Color, kInteger = PixelClass::Integer;

constexpr FormatShape kFormats[] = {
    {glenum::kRed, kColor, 1, {R, O, O, I}, {R, O, O, O}, false, false},
    {glenum::kGreen, kColor, 1, {O, R, O, I}, {G, O, O, O}, false, false},
    {glenum::kBlue, kColor, 1, {O, O, R, I}, {B, O, O, O}, false, false},
    {glenum::kAlpha, kColor, 1, {O, O, O, R}, {A, O, O, O}, true, false},
    {glenum::kRg, kColor, 2, {R, G, O, I}, {R, G, O, O}, false, false},
    {glenum::kRgb, kColor, 3, {R, G, B, I}, {R, G, B, O}, false, false},
    {glenum::kBgr, kColor, 3, {B, G, R, I}, {B, G, R, O}, false, false},
    {glenum::kRgba, kColor, 4, {R, G, B, A}, {R, G, B, A}, false, false},
    {glenum::kBgra, kColor, 4, {B, G, R, A}, {B, G, R, A}, false, false},
    {glenum::kAbgrExt, kColor, 4, {A, B, G, R}, {A, B, G, R}, false, false},
    {glenum::kLuminance, kColor, 1, {R, R, R, I}, {R, O, O, O}, true, true},
    {glenum::kLuminanceAlpha, kColor, 2, {R, R, R, G}, {R, A, O, O}, true, true},
    {glenum::kRedInteger, kInteger, 1, {R, O, O, I}, {R, O, O, O}, false, false},
    {glenum::kGreenInteger, kInteger, 1, {O, R, O, I}, {G, O, O, O}, false, false},
    {glenum::kBlueInteger, kInteger, 1, {O, O, R, I}, {B, O, O, O}, false, false},
    {glenum::kAlphaInteger, kInteger, 1, {O, O, O, R}, {A, O, O, O}, true, false},
    {glenum::kRgInteger, kInteger, 2, {R, G, O, I}, {R, G, O, O}, false, false},
    {glenum::kRgbInteger, kInteger, 3, {R, G, B, I}, {R, G, B, O}, false, false},
    {glenum::kBgrInteger, kInteger, 3, {B, G, R, I}, {B, G, R, O}, false, false},
    {glenum::kRgbaInteger, kInteger, 4, {R, G, B, A}, {R, G, B, A}, false, false},
    {glenum::kBgraInteger, kInteger, 4, {B, G, R, A}, {B, G, R, A}, false, false},
    {glenum::kLuminanceIntegerExt, kInteger, 1, {R, R, R, I}, {R, O, O, O}, true, true},
    {glenum::kLuminanceAlphaIntegerExt, kInteger, 2, {R, R, R, G}, {R, A, O, O}, true, true},
    {glenum::kDepthComponent, PixelClass::Depth, 1, {R, O, O, O}, {R, O, O, O}, false, false},
    {glenum::kStencilIndex, PixelClass::Stencil, 1, {R, O, O, O}, {R, O, O, O}, false, false},
    {glenum::kDepthStencil, PixelClass::DepthStencil, 2, {R, G, O, O}, {R, G, O, O}, false, false},
};

// Bytes in memory of GL_UNSIGNED_INT_8_8_8_8 pixels, whose first component is the high byte.
constexpr FormatShape kReversedFormats[] = {
    {0, kColor, 4, {A, B, G, R}, {A, B, G, R}, false, false},    // of GL_RGBA
    {0, kColor, 4, {G, B, A, R}, {A, R, G, B}, false, false},    // of GL_BGRA
    {0, kInteger, 4, {A, B, G, R}, {A, B, G, R}, false, false},  // and of their integer variants
    {0, kInteger, 4, {G, B, A, R}, {A, R, G, B}, false, false},
};

constexpr TypeShape kTypes[] = {
    {glenum::kUnsignedByte, TypeKind::Unsigned, 1, 0, 0, {}},
    {glenum::kByte, TypeKind::Signed, 1, 0, 0, {}},
    {glenum::kUnsignedShort, TypeKind::Unsigned, 2, 0, 0, {}},
    {glenum::kShort, TypeKind::Signed, 2, 0, 0, {}},
    {glenum::kUnsignedInt, TypeKind::Unsigned, 4, 0, 0, {}},
    {glenum::kInt, TypeKind::Signed, 4, 0, 0, {}},
    {glenum::kHalfFloat, TypeKind::Half, 2, 0, 0, {}},
    {glenum::kFloat, TypeKind::Float, 4, 0, 0, {}},
    {glenum::kUnsignedByte332, TypeKind::Packed, 1, 1, 3, {{5, 3}, {2, 3}, {0, 2}, {}}},
    {glenum::kUnsignedByte233Rev, TypeKind::Packed, 1, 1, 3, {{0, 3}, {3, 3}, {6, 2}, {}}},
    {glenum::kUnsignedShort565, TypeKind::Packed, 2, 2, 3, {{11, 5}, {5, 6}, {0, 5}, {}}},
    {glenum::kUnsignedShort565Rev, TypeKind::Packed, 2, 2, 3, {{0, 5}, {5, 6}, {11, 5}, {}}},
    {glenum::kUnsignedShort4444, TypeKind::Packed, 2, 2, 4, {{12, 4}, {8, 4}, {4, 4}, {0, 4}}},
    {glenum::kUnsignedShort4444Rev, TypeKind::Packed, 2, 2, 4, {{0, 4}, {4, 4}, {8, 4}, {12, 4}}},
    {glenum::kUnsignedShort5551, TypeKind::Packed, 2, 2, 4, {{11, 5}, {6, 5}, {1, 5}, {0, 1}}},
    {glenum::kUnsignedShort1555Rev, TypeKind::Packed, 2, 2, 4, {{0, 5}, {5, 5}, {10, 5}, {15, 1}}},
    {glenum::kUnsignedInt8888, TypeKind::Packed, 4, 4, 4, {{24, 8}, {16, 8}, {8, 8}, {0, 8}}},
    {glenum::kUnsignedInt8888Rev, TypeKind::Packed, 4, 4, 4, {{0, 8}, {8, 8}, {16, 8}, {24, 8}}},
    {glenum::kUnsignedInt1010102, TypeKind::Packed, 4, 4, 4, {{22, 10}, {12, 10}, {2, 10}, {0, 2}}},
    {glenum::kUnsignedInt2101010Rev, TypeKind::Packed, 4, 4, 4, {{0, 10}, {10, 10}, {20, 10}, {30, 2}}},
    {glenum::kUnsignedInt10f11f11fRev, TypeKind::Float11, 4, 4, 3, {}},
    {glenum::kUnsignedInt5999Rev, TypeKind::SharedExp, 4, 4, 3, {}},
    {glenum::kUnsignedInt248, TypeKind::Depth24Stencil8, 4, 4, 2, {}},
    {glenum::kFloat32UnsignedInt248Rev, TypeKind::Depth32FStencil8, 4, 8, 2, {}},
};

}  // namespace

const FormatShape* findFormat(uint32_t format) {
  for (const FormatShape& shape : kFormats) {
    if (shape.format == format) return &shape;
  }
  return nullptr;
}

const TypeShape* findType(uint32_t type) {
  for (const TypeShape& shape : kTypes) {
    if (shape.type == type) return &shape;
  }
  return nullptr;
}

PlainPair plainPair(const FormatShape& format, const TypeShape& type, bool swapBytes) {
  const bool rev = type.type == glenum::kUnsignedInt8888Rev;
  if (!rev && type.type != glenum::kUnsignedInt8888)
    return {&format, &type, swapBytes && type.elementBytes > 1};
  const TypeShape& bytes = kTypes[0];
  if (rev != swapBytes) return {&format, &bytes, false};
  // validFormatType() lets only RGBA, BGRA and their integer variants be packed this way.
  const bool blueFirst = format.expand[0] == B, integer = format.pixelClass == kInteger;
  return {&kReversedFormats[(integer ? 2 : 0) + (blueFirst ? 1 : 0)], &bytes, false};
}

ComponentMap mapComponents(const FormatShape& source, const Swizzle4& swizzle, const FormatShape& target) {
  // Swizzle's Zero and One have the same numbers as kFromZero and kFromOne.
  static_assert(static_cast<uint8_t>(Swizzle::Zero) == kFromZero &&
                static_cast<uint8_t>(Swizzle::One) == kFromOne);
  const auto follow = [](Swizzle at, const Swizzle4& table) {
    return at <= Swizzle::A ? table[static_cast<size_t>(at)] : at;
  };
  ComponentMap map{{kFromZero, kFromZero, kFromZero, kFromZero}};
  for (unsigned i = 0; i < target.components; ++i) {
    const Swizzle stored = follow(target.collect[i], swizzle);
    map.from[i] = static_cast<uint8_t>(follow(stored, source.expand));
  }
  return map;
}

bool isIdentity(const ComponentMap& map, const FormatShape& source, const FormatShape& target) {
  if (source.components != target.components) return false;
  for (unsigned i = 0; i < target.components; ++i) {
    if (map.from[i] != i) return false;
  }
  return true;
}

}  // namespace formats
