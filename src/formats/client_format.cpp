// SPDX-License-Identifier: Apache-2.0
// Judging and measuring client pixel formats.
#include "formats/client_format.h"

#include "formats/gl_enums.h"
#include "formats/pixel_shape.h"

namespace formats {
namespace {

// Whether a packed type may go with a format of the right number of components. Of the three-component
// formats only RGB has packed types, never BGR.
bool packedTypeFits(const FormatShape& format, const TypeShape& type) {
  const bool fourComponents = format.format == glenum::kRgba || format.format == glenum::kBgra ||
                              format.format == glenum::kRgbaInteger || format.format == glenum::kBgraInteger;
  switch (type.kind) {
    case TypeKind::Packed:
      if (type.components == 4) return fourComponents;
      return format.format == glenum::kRgb || format.format == glenum::kRgbInteger;
    case TypeKind::Float11:
    case TypeKind::SharedExp:
      return format.format == glenum::kRgb;
    case TypeKind::Depth24Stencil8:
    case TypeKind::Depth32FStencil8:
      return format.pixelClass == PixelClass::DepthStencil;
    default:
      return true;
  }
}

}  // namespace

PairStatus validFormatType(uint32_t format, uint32_t type, bool compatibility) {
  const FormatShape* formatShape = findFormat(format);
  const TypeShape* typeShape = findType(type);
  if (!formatShape || !typeShape) return PairStatus::InvalidEnum;
  if (formatShape->compatibilityOnly && !compatibility) return PairStatus::InvalidEnum;
  // Checked before packed types: GL names INVALID_ENUM for every other type with GL_DEPTH_STENCIL.
  if (formatShape->pixelClass == PixelClass::DepthStencil && typeShape->kind != TypeKind::Depth24Stencil8 &&
      typeShape->kind != TypeKind::Depth32FStencil8) {
    return PairStatus::InvalidEnum;
  }
  if (!packedTypeFits(*formatShape, *typeShape)) return PairStatus::InvalidOperation;
  const bool floatType = typeShape->kind == TypeKind::Half || typeShape->kind == TypeKind::Float;
  if (formatShape->pixelClass == PixelClass::Integer && floatType) return PairStatus::InvalidEnum;
  return PairStatus::Valid;
}

bool isIntegerFormat(uint32_t format) {
  const FormatShape* shape = findFormat(format);
  return shape && shape->pixelClass == PixelClass::Integer;
}

bool isPackedType(uint32_t type) {
  const TypeShape* shape = findType(type);
  return shape && shape->pixelBytes != 0;
}

uint32_t formatComponents(uint32_t format) {
  const FormatShape* shape = findFormat(format);
  return shape ? shape->components : 0;
}

uint32_t typeBytes(uint32_t type) {
  const TypeShape* shape = findType(type);
  return shape ? shape->elementBytes : 0;
}

uint32_t bytesPerPixel(uint32_t format, uint32_t type) {
  const FormatShape* formatShape = findFormat(format);
  const TypeShape* typeShape = findType(type);
  return formatShape && typeShape ? pixelBytes(*formatShape, *typeShape) : 0;
}

}  // namespace formats
