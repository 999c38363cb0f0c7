// SPDX-License-Identifier: Apache-2.0
// Internal formats to storage, and which client formats fit it.
#include "gl/texture_image_format.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <bit>

#include "formats/client_format.h"
#include "gl/checks.h"
#include "gl/context.h"
#include "gl/device_info.h"

namespace gl {

using formats::BaseFormat;
using formats::Format;
using formats::FormatInfo;

namespace {

FormatAbility abilityOf(const Context& ctx, Format format) {
  const auto& table = ctx.device().formats;
  const size_t index = static_cast<size_t>(format);
  return index < table.size() ? table[index] : FormatAbility{};
}

// What holds the texels of a compressed format that arrives uncompressed.
Format plainStorage(const FormatInfo& info) {
  if (info.fallback != Format::None) return info.fallback;
  switch (info.base) {
    case BaseFormat::Red:
      return info.type == formats::ComponentType::Snorm ? Format::R8_SNORM : Format::R8_UNORM;
    case BaseFormat::Rg:
      return info.type == formats::ComponentType::Snorm ? Format::RG8_SNORM : Format::RG8_UNORM;
    case BaseFormat::Rgb:
      return info.srgb ? Format::RGB8_SRGB : Format::RGB8_UNORM;
    default:
      return info.srgb ? Format::RGBA8_SRGB : Format::RGBA8_UNORM;
  }
}

// Luminance and the like belong to the compatibility profile.
bool isKnownHere(const Context& ctx, Format format, uint32_t internalFormat) {
  return format != Format::None && !(ctx.isCore() && isLegacyFormat(format, internalFormat));
}

bool isDepthFormat(uint32_t format) {
  return format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL;
}

bool refuseClass(const Context& ctx, const char* command, uint32_t format, const FormatInfo& info) {
  return refuse(ctx, GL_INVALID_OPERATION, "%s: pixels of format %s do not go with an image of format %s.",
                command, enumText(format).c_str(), enumText(info.internalFormat).c_str());
}

bool integerAgrees(const FormatInfo& info, uint32_t format) {
  return info.isInteger() == formats::isIntegerFormat(format);
}

// Bits of one texel or block, which decides whether texels may be copied as they are.
uint32_t copyBits(const FormatInfo& i) {
  if (i.compressed) return 8u * i.blockBytes;
  if (i.name == "RGB9E5") return 32;
  return i.redBits + i.greenBits + i.blueBits + i.alphaBits + i.luminanceBits + i.intensityBits +
         i.depthBits + i.stencilBits;
}

}  // namespace

bool isLegacyFormat(Format format, uint32_t internalFormat) {
  if (internalFormat >= 1 && internalFormat <= 4) return true;
  const BaseFormat base = formats::info(format).base;
  return base == BaseFormat::Alpha || base == BaseFormat::Luminance || base == BaseFormat::LuminanceAlpha ||
         base == BaseFormat::Intensity;
}

Format imageStorage(const Context& ctx, uint32_t internalFormat, uint32_t format, uint32_t type) {
  const Format storage = formats::resolveUnsized(internalFormat, format, type);
  if (!isKnownHere(ctx, storage, internalFormat)) return Format::None;
  const FormatInfo& info = formats::info(storage);
  return info.compressed ? plainStorage(info) : storage;
}

Format sizedStorage(const Context& ctx, uint32_t internalFormat) {
  if (formats::isUnsized(internalFormat) || formats::isGenericCompressed(internalFormat)) return Format::None;
  const Format storage = formats::fromInternalFormat(internalFormat);
  if (!isKnownHere(ctx, storage, internalFormat)) return Format::None;
  return formats::info(storage).compressed && !abilityOf(ctx, storage).texture ? Format::None : storage;
}

Format compressedStorage(const Context& ctx, uint32_t internalFormat) {
  const Format storage = sizedStorage(ctx, internalFormat);
  return formats::info(storage).compressed ? storage : Format::None;
}

bool validatePixelFormat(const Context& ctx, const char* command, uint32_t format, uint32_t type) {
  switch (formats::validFormatType(format, type, !ctx.isCore())) {
    case formats::PairStatus::Valid:
      return true;
    case formats::PairStatus::InvalidEnum:
      return refuse(ctx, GL_INVALID_ENUM, "%s: format %s with type %s does not exist.", command,
                    enumText(format).c_str(), enumText(type).c_str());
    case formats::PairStatus::InvalidOperation:
      break;
  }
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the packed type %s does not go with format %s.", command,
                enumText(type).c_str(), enumText(format).c_str());
}

bool validateUploadFormat(const Context& ctx, const char* command, Format storage, uint32_t format,
                          uint32_t type) {
  if (!validatePixelFormat(ctx, command, format, type)) return false;
  const FormatInfo& info = formats::info(storage);
  bool fits;
  if (info.hasDepth())
    fits = isDepthFormat(format) || (info.hasStencil() && format == GL_STENCIL_INDEX);
  else if (info.hasStencil())
    fits = format == GL_STENCIL_INDEX;
  else
    fits = !isDepthFormat(format) && format != GL_STENCIL_INDEX && integerAgrees(info, format);
  return fits || refuseClass(ctx, command, format, info);
}

bool validateReadFormat(const Context& ctx, const char* command, Format storage, uint32_t format,
                        uint32_t type) {
  if (!validatePixelFormat(ctx, command, format, type)) return false;
  const FormatInfo& info = formats::info(storage);
  bool fits;
  if (format == GL_DEPTH_COMPONENT)
    fits = info.hasDepth();
  else if (format == GL_STENCIL_INDEX)
    fits = info.hasStencil();
  else if (format == GL_DEPTH_STENCIL)
    fits = info.hasDepth() && info.hasStencil();
  else
    fits = info.isColor() && integerAgrees(info, format);
  return fits || refuseClass(ctx, command, format, info);
}

bool isRenderable(const Context& ctx, Format format) {
  const FormatInfo& info = formats::info(format);
  if (format == Format::None || info.compressed || (info.isColor() && isLegacyFormat(format, 0)))
    return false;
  return abilityOf(ctx, format).render;
}

uint32_t maxSamplesOf(const Context& ctx, Format format) {
  return abilityOf(ctx, format).maxSamples;
}

uint32_t supportedSamples(const Context& ctx, Format format, uint32_t samples) {
  if (samples == 0) return 0;
  // Devices have powers of two; one sample a pixel is no multisampling, so it becomes the smallest real
  // count.
  return std::min(std::bit_ceil(std::max(samples, 2u)), std::max(1u, maxSamplesOf(ctx, format)));
}

bool isImageUnitFormat(uint32_t f) {
  return isOneOf(f,
                 {GL_RGBA32F,   GL_RGBA16F,   GL_RG32F,    GL_RG16F,        GL_R11F_G11F_B10F, GL_R32F,
                  GL_R16F,      GL_RGBA32UI,  GL_RGBA16UI, GL_RGB10_A2UI,   GL_RGBA8UI,        GL_RG32UI,
                  GL_RG16UI,    GL_RG8UI,     GL_R32UI,    GL_R16UI,        GL_R8UI,           GL_RGBA32I,
                  GL_RGBA16I,   GL_RGBA8I,    GL_RG32I,    GL_RG16I,        GL_RG8I,           GL_R32I,
                  GL_R16I,      GL_R8I,       GL_RGBA16,   GL_RGB10_A2,     GL_RGBA8,          GL_RG16,
                  GL_RG8,       GL_R16,       GL_R8,       GL_RGBA16_SNORM, GL_RGBA8_SNORM,    GL_RG16_SNORM,
                  GL_RG8_SNORM, GL_R16_SNORM, GL_R8_SNORM});
}

bool isBufferTextureFormat(const Context& ctx, uint32_t f) {
  if (isOneOf(f, {GL_RGB32F, GL_RGB32I, GL_RGB32UI}))
    return ctx.version() >= 40 || ctx.device().has("GL_ARB_texture_buffer_object_rgb32");
  return isOneOf(
      f, {GL_R8,     GL_R16,     GL_R16F,    GL_R32F,    GL_R8I,      GL_R16I,    GL_R32I,    GL_R8UI,
          GL_R16UI,  GL_R32UI,   GL_RG8,     GL_RG16,    GL_RG16F,    GL_RG32F,   GL_RG8I,    GL_RG16I,
          GL_RG32I,  GL_RG8UI,   GL_RG16UI,  GL_RG32UI,  GL_RGBA8,    GL_RGBA16,  GL_RGBA16F, GL_RGBA32F,
          GL_RGBA8I, GL_RGBA16I, GL_RGBA32I, GL_RGBA8UI, GL_RGBA16UI, GL_RGBA32UI});
}

bool areCopyCompatible(Format a, Format b) {
  if (a == b) return true;
  const FormatInfo &first = formats::info(a), &second = formats::info(b);
  return first.isColor() && second.isColor() && copyBits(first) == copyBits(second);
}

}  // namespace gl
