// SPDX-License-Identifier: Apache-2.0
// Single pixels as RGBA or depth and stencil: convert() into the widest pair of their class.
#include "formats/client_format.h"
#include "formats/convert.h"
#include "formats/gl_enums.h"
#include "formats/pixel_rows.h"

namespace formats {
namespace {

bool fetch(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
           uint32_t targetFormat, uint32_t targetType, std::span<std::byte> target) {
  ConvertRequest request;
  request.source = {bytes, format, type, 0, 0, 0, swapBytes};
  request.target = {target, targetFormat, targetType, 0, 0, 0, false};
  request.width = request.height = 1;
  return convert(request);
}

}  // namespace

bool fetchFloat(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
                float (&rgba)[4]) {
  return fetch(format, type, bytes, swapBytes, glenum::kRgba, glenum::kFloat,
               std::as_writable_bytes(std::span(rgba)));
}

bool fetchInt(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
              int32_t (&rgba)[4]) {
  return fetch(format, type, bytes, swapBytes, glenum::kRgbaInteger, glenum::kInt,
               std::as_writable_bytes(std::span(rgba)));
}

bool fetchUint(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
               uint32_t (&rgba)[4]) {
  return fetch(format, type, bytes, swapBytes, glenum::kRgbaInteger, glenum::kUnsignedInt,
               std::as_writable_bytes(std::span(rgba)));
}

// Not by way of convert(), whose widest depth is a float.
bool fetchDepthStencil(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
                       DepthStencilValue& value) {
  if (validFormatType(format, type) != PairStatus::Valid) return false;
  const FormatShape& formatShape = *findFormat(format);
  const TypeShape& typeShape = *findType(type);
  if (formatShape.pixelClass < PixelClass::Depth) return false;
  const uint32_t size = pixelBytes(formatShape, typeShape);
  if (bytes.size() < size) return false;
  std::byte pixel[8];
  const unsigned unit = swapBytes ? typeShape.elementBytes : 1;
  swapElements(bytes.data(), pixel, size / unit, unit);
  decodeDepthStencil(formatShape, typeShape, pixel, 1, &value);
  return true;
}

}  // namespace formats
