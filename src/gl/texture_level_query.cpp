// SPDX-License-Identifier: Apache-2.0
// glGetTexLevelParameter* (GL 4.6 core §8.11.3).
#include <algorithm>
#include <optional>

#include "formats/format_info.h"
#include "formats/pixel_layout.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_target.h"

namespace gl {
namespace {

using formats::Format;
using formats::FormatInfo;
using state::TextureKind;
using state::TextureLevel;

// One image as the query sees it. Buffer textures have no levels, so theirs is made up.
struct LevelView {
  TextureLevel level;
  const state::Texture* texture = nullptr;  // null for proxies
};

uint32_t componentType(const FormatInfo& info, uint32_t bits) {
  if (bits == 0) return GL_NONE;
  switch (info.type) {
    case formats::ComponentType::Unorm:
      return GL_UNSIGNED_NORMALIZED;
    case formats::ComponentType::Snorm:
      return GL_SIGNED_NORMALIZED;
    case formats::ComponentType::Float:
      return GL_FLOAT;
    case formats::ComponentType::Int:
      return GL_INT;
    case formats::ComponentType::Uint:
      return GL_UNSIGNED_INT;
    case formats::ComponentType::None:
      break;
  }
  return GL_NONE;
}

// Component sizes and types; empty for other names.
std::optional<uint32_t> componentParam(const FormatInfo& i, GLenum pname) {
  switch (pname) {
    case GL_TEXTURE_RED_SIZE:
      return i.redBits;
    case GL_TEXTURE_GREEN_SIZE:
      return i.greenBits;
    case GL_TEXTURE_BLUE_SIZE:
      return i.blueBits;
    case GL_TEXTURE_ALPHA_SIZE:
      return i.alphaBits;
    case GL_TEXTURE_LUMINANCE_SIZE:
      return i.luminanceBits;
    case GL_TEXTURE_INTENSITY_SIZE:
      return i.intensityBits;
    case GL_TEXTURE_DEPTH_SIZE:
      return i.depthBits;
    case GL_TEXTURE_STENCIL_SIZE:
      return i.stencilBits;
    case GL_TEXTURE_SHARED_SIZE:
      return i.sharedBits;
    case GL_TEXTURE_RED_TYPE:
      return componentType(i, i.redBits);
    case GL_TEXTURE_GREEN_TYPE:
      return componentType(i, i.greenBits);
    case GL_TEXTURE_BLUE_TYPE:
      return componentType(i, i.blueBits);
    case GL_TEXTURE_ALPHA_TYPE:
      return componentType(i, i.alphaBits);
    case GL_TEXTURE_LUMINANCE_TYPE:
      return componentType(i, i.luminanceBits);
    case GL_TEXTURE_INTENSITY_TYPE:
      return componentType(i, i.intensityBits);
    case GL_TEXTURE_DEPTH_TYPE:
      return componentType(i, i.depthBits);
    default:
      return std::nullopt;
  }
}

bool isLevelParam(const Context& ctx, GLenum pname) {
  switch (pname) {
    case GL_TEXTURE_WIDTH:
    case GL_TEXTURE_HEIGHT:
    case GL_TEXTURE_DEPTH:
    case GL_TEXTURE_INTERNAL_FORMAT:
    case GL_TEXTURE_COMPRESSED:
    case GL_TEXTURE_COMPRESSED_IMAGE_SIZE:
    case GL_TEXTURE_SAMPLES:
    case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS:
    case GL_TEXTURE_BUFFER_DATA_STORE_BINDING:
    case GL_TEXTURE_BUFFER_OFFSET:
    case GL_TEXTURE_BUFFER_SIZE:
      return true;
    case GL_TEXTURE_BORDER:
    case GL_TEXTURE_LUMINANCE_SIZE:
    case GL_TEXTURE_INTENSITY_SIZE:
    case GL_TEXTURE_LUMINANCE_TYPE:
    case GL_TEXTURE_INTENSITY_TYPE:
      return !ctx.isCore();
    default:
      return componentParam(formats::info(Format::None), pname).has_value();
  }
}

TextureLevel bufferLevel(const Context& ctx, const state::Texture& texture) {
  TextureLevel level;
  if (!texture.buffer) return level;
  const Format format = formats::fromInternalFormat(texture.bufferInternalFormat);
  const uint64_t available =
      texture.buffer->sizeBytes - std::min(texture.bufferOffsetBytes, texture.buffer->sizeBytes);
  const uint64_t bytes = std::min(texture.bufferSizeBytes, available);
  // Storage may be wider than the texels in the buffer are: those are tight.
  const FormatInfo& info = formats::info(format);
  const uint32_t texelBytes = (info.redBits + info.greenBits + info.blueBits + info.alphaBits) / 8u;
  level.width = static_cast<uint32_t>(
      std::min<uint64_t>(texelBytes ? bytes / texelBytes : 0, ctx.device().maxTextureBufferTexels));
  level.height = level.depth = 1;
  level.internalFormat = texture.bufferInternalFormat;
  level.format = static_cast<uint16_t>(format);
  return level;
}

LevelView viewOf(const Context& ctx, const state::Texture& texture, uint32_t face, uint32_t level) {
  if (texture.kind == TextureKind::kBuffer) return {bufferLevel(ctx, texture), &texture};
  return {texture.levels[face][level], &texture};
}

uint64_t compressedBytes(const TextureLevel& l) {
  return formats::storageBytes(static_cast<Format>(l.format), l.width, l.height, l.depth).value_or(0);
}

uint32_t reportedFormat(const TextureLevel& level) {
  if (!level.defined()) return GL_RGBA;
  // A generic compressed format resolves to the one that was chosen.
  return formats::isGenericCompressed(level.internalFormat)
             ? formats::info(static_cast<Format>(level.format)).internalFormat
             : level.internalFormat;
}

int64_t levelParam(const LevelView& view, GLenum pname) {
  const TextureLevel& level = view.level;
  const FormatInfo& info = formats::info(static_cast<Format>(level.format));
  const bool fromBuffer = view.texture && view.texture->kind == TextureKind::kBuffer && view.texture->buffer;
  switch (pname) {
    case GL_TEXTURE_WIDTH:
      return level.width;
    case GL_TEXTURE_HEIGHT:
      return level.height;
    case GL_TEXTURE_DEPTH:
      return level.depth;
    case GL_TEXTURE_BORDER:
      return 0;
    case GL_TEXTURE_INTERNAL_FORMAT:
      return reportedFormat(level);
    case GL_TEXTURE_COMPRESSED:
      return info.compressed;
    case GL_TEXTURE_COMPRESSED_IMAGE_SIZE:
      return static_cast<int64_t>(compressedBytes(level));
    case GL_TEXTURE_SAMPLES:
      return level.samples;
    case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS:
      return level.fixedSampleLocations;
    case GL_TEXTURE_BUFFER_DATA_STORE_BINDING:
      return fromBuffer ? view.texture->buffer->name : 0;
    case GL_TEXTURE_BUFFER_OFFSET:
      return fromBuffer ? static_cast<int64_t>(view.texture->bufferOffsetBytes) : 0;
    case GL_TEXTURE_BUFFER_SIZE:
      if (!fromBuffer) return 0;
      return static_cast<int64_t>(std::min(view.texture->bufferSizeBytes, view.texture->buffer->sizeBytes));
    default:
      return componentParam(info, pname).value_or(0);
  }
}

bool validateParam(const Context& ctx, const char* command, TextureKind kind, GLint level, GLenum pname) {
  if (!checkNotNegative(ctx, command, "level", level) ||
      !checkBelow(ctx, command, "level", static_cast<uint64_t>(level), levelLimit(ctx, kind)))
    return false;
  return isLevelParam(ctx, pname) || refuseEnum(ctx, command, "pname", pname);
}

bool validateCompressedSize(const Context& ctx, const char* command, const LevelView& view, GLenum pname) {
  if (pname != GL_TEXTURE_COMPRESSED_IMAGE_SIZE) return true;
  if (view.texture && formats::info(static_cast<Format>(view.level.format)).compressed) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the image is not compressed, so it has no compressed size.",
                command);
}

// Cube maps by name answer with their first face.
LevelView viewOfTarget(const Context& ctx, GLenum target, GLint level) {
  const auto parsed = *imageTarget(target);
  if (parsed.proxy) return {proxyLevel(ctx, parsed.kind, static_cast<uint32_t>(level)), nullptr};
  return viewOf(ctx, boundTexture(ctx, parsed.kind), parsed.face, static_cast<uint32_t>(level));
}

bool validateOfTarget(const Context& ctx, const char* command, GLenum target, GLint level, GLenum pname) {
  const auto parsed = imageTarget(target);
  if (!parsed || !isKindSupported(ctx, parsed->kind)) return refuseEnum(ctx, command, "target", target);
  return validateParam(ctx, command, parsed->kind, level, pname) &&
         validateCompressedSize(ctx, command, viewOfTarget(ctx, target, level), pname);
}

bool validateOfTexture(const Context& ctx, const char* command, GLuint name, GLint level, GLenum pname) {
  const auto texture = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  return texture && validateParam(ctx, command, texture->kind, level, pname) &&
         validateCompressedSize(ctx, command, viewOf(ctx, *texture, 0, static_cast<uint32_t>(level)), pname);
}

}  // namespace

bool validateGetTexLevelParameterfv(const Context& ctx, GLenum target, GLint level, GLenum pname, GLfloat*) {
  return validateOfTarget(ctx, "glGetTexLevelParameterfv", target, level, pname);
}

void getTexLevelParameterfv(Context& ctx, GLenum target, GLint level, GLenum pname, GLfloat* params) {
  *params = static_cast<GLfloat>(levelParam(viewOfTarget(ctx, target, level), pname));
}

bool validateGetTexLevelParameteriv(const Context& ctx, GLenum target, GLint level, GLenum pname, GLint*) {
  return validateOfTarget(ctx, "glGetTexLevelParameteriv", target, level, pname);
}

void getTexLevelParameteriv(Context& ctx, GLenum target, GLint level, GLenum pname, GLint* params) {
  *params = static_cast<GLint>(levelParam(viewOfTarget(ctx, target, level), pname));
}

bool validateGetTextureLevelParameterfv(const Context& ctx, GLuint texture, GLint level, GLenum pname,
                                        GLfloat*) {
  return validateOfTexture(ctx, "glGetTextureLevelParameterfv", texture, level, pname);
}

void getTextureLevelParameterfv(Context& ctx, GLuint texture, GLint level, GLenum pname, GLfloat* params) {
  const auto object = findTexture(ctx, texture);
  *params = static_cast<GLfloat>(levelParam(viewOf(ctx, *object, 0, static_cast<uint32_t>(level)), pname));
}

bool validateGetTextureLevelParameteriv(const Context& ctx, GLuint texture, GLint level, GLenum pname,
                                        GLint*) {
  return validateOfTexture(ctx, "glGetTextureLevelParameteriv", texture, level, pname);
}

void getTextureLevelParameteriv(Context& ctx, GLuint texture, GLint level, GLenum pname, GLint* params) {
  const auto object = findTexture(ctx, texture);
  *params = static_cast<GLint>(levelParam(viewOf(ctx, *object, 0, static_cast<uint32_t>(level)), pname));
}

}  // namespace gl
