// SPDX-License-Identifier: Apache-2.0
// Look-ups over the generated tables, and the choice of storage for unsized internal formats.
#include "formats/format_info.h"

#include <algorithm>
#include <vector>

#include "formats/format_tables.h"
#include "formats/gl_enums.h"
#include "formats/pixel_shape.h"

namespace formats {
namespace {

const InternalFormatEntry* findInternal(uint32_t internalFormat) {
  // Sorted by number once; the table itself is in the order of the specification, which has names only.
  static const std::vector<InternalFormatEntry> sorted = [] {
    std::vector<InternalFormatEntry> entries(kInternalFormats, kInternalFormats + kInternalFormatCount);
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.internalFormat < b.internalFormat; });
    return entries;
  }();
  const auto at =
      std::lower_bound(sorted.begin(), sorted.end(), internalFormat,
                       [](const auto& entry, uint32_t key) { return entry.internalFormat < key; });
  return at != sorted.end() && at->internalFormat == internalFormat ? &*at : nullptr;
}

// Types besides its own with which ES 3.2 takes uploads into an internal format, keeping their meaning.
struct ExtraTypes {
  uint32_t internalFormat;
  uint32_t types[2];
};
constexpr ExtraTypes kExtraTypes[] = {
    {glenum::kRgb5A1, {glenum::kUnsignedByte, glenum::kUnsignedInt2101010Rev}},
    {glenum::kRgba4, {glenum::kUnsignedByte, 0}},
    {glenum::kRgb565, {glenum::kUnsignedByte, 0}},
    {glenum::kR11fG11fB10f, {glenum::kHalfFloat, glenum::kFloat}},
    {glenum::kRgb9E5, {glenum::kHalfFloat, glenum::kFloat}},
    {glenum::kR16f, {glenum::kFloat, 0}},
    {glenum::kRg16f, {glenum::kFloat, 0}},
    {glenum::kRgb16f, {glenum::kFloat, 0}},
    {glenum::kRgba16f, {glenum::kFloat, 0}},
    {glenum::kDepthComponent16, {glenum::kUnsignedInt, 0}},
};

bool esTakesType(const EsFormat& es, uint32_t type) {
  if (type == es.type) return true;
  for (const ExtraTypes& extra : kExtraTypes) {
    if (extra.internalFormat == es.internalFormat) return type == extra.types[0] || type == extra.types[1];
  }
  return false;
}

}  // namespace

const FormatInfo& info(Format format) {
  const auto number = static_cast<uint16_t>(format);
  return kFormatTable[number < kFormatCount ? number : 0];
}

Format fromInternalFormat(uint32_t internalFormat) {
  const InternalFormatEntry* entry = findInternal(internalFormat);
  return entry ? entry->format : Format::None;
}

bool isUnsized(uint32_t internalFormat) {
  const InternalFormatEntry* entry = findInternal(internalFormat);
  return entry && entry->kind != InternalKind::Sized;
}

bool isGenericCompressed(uint32_t internalFormat) {
  const InternalFormatEntry* entry = findInternal(internalFormat);
  return entry && entry->kind == InternalKind::GenericCompressed;
}

Format resolveUnsized(uint32_t internalFormat, uint32_t format, uint32_t type) {
  const Format usual = fromInternalFormat(internalFormat);
  if (!isUnsized(internalFormat) || isGenericCompressed(internalFormat)) return usual;
  const bool rgbClient = format == glenum::kRgb || format == glenum::kRgba || format == glenum::kBgra;
  if (!rgbClient) return usual;
  // Only plain RGB and RGBA have smaller or larger packed storage; GL_SRGB and its like stay at 8 bits.
  const bool rgb = usual == Format::RGB8_UNORM, rgba = usual == Format::RGBA8_UNORM;
  switch (type) {
    case glenum::kUnsignedShort565:
    case glenum::kUnsignedShort565Rev:
      return rgb ? Format::RGB565_UNORM : usual;
    case glenum::kUnsignedShort4444:
    case glenum::kUnsignedShort4444Rev:
      return rgba ? Format::RGBA4_UNORM : usual;
    case glenum::kUnsignedShort5551:
    case glenum::kUnsignedShort1555Rev:
      return rgba ? Format::RGB5A1_UNORM : usual;
    case glenum::kUnsignedInt1010102:
    case glenum::kUnsignedInt2101010Rev:
      return rgba ? Format::RGB10A2_UNORM : rgb ? Format::RGB10X2_UNORM : usual;
    default:
      return usual;
  }
}

uint32_t componentCount(Format format) {
  switch (info(format).base) {
    case BaseFormat::None:
      return 0;
    case BaseFormat::Red:
    case BaseFormat::Alpha:
    case BaseFormat::Luminance:
    case BaseFormat::Intensity:
    case BaseFormat::Depth:
    case BaseFormat::Stencil:
      return 1;
    case BaseFormat::Rg:
    case BaseFormat::LuminanceAlpha:
    case BaseFormat::DepthStencil:
      return 2;
    case BaseFormat::Rgb:
      return 3;
    case BaseFormat::Rgba:
      return 4;
  }
  return 0;
}

std::optional<UploadPair> directUpload(Format storage, uint32_t format, uint32_t type, bool swapBytes) {
  const FormatInfo& row = info(storage);
  const FormatShape* client = findFormat(format);
  const TypeShape* clientType = findType(type);
  const FormatShape* es = findFormat(row.es.format);
  if (!client || !clientType || !es || client->pixelClass != es->pixelClass) return std::nullopt;
  const PlainPair plain = plainPair(*client, *clientType, swapBytes);
  if (plain.swapBytes || !esTakesType(row.es, plain.type->type)) return std::nullopt;
  if (!isIdentity(mapComponents(*plain.format, row.store, *es), *plain.format, *es)) return std::nullopt;
  return UploadPair{row.es.format, plain.type->type};
}

bool isDirectUpload(Format storage, uint32_t format, uint32_t type, bool swapBytes) {
  return directUpload(storage, format, type, swapBytes).has_value();
}

}  // namespace formats
