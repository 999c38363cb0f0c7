// SPDX-License-Identifier: Apache-2.0
// glClearTex*Image and glInvalidateTex*Image (GL 4.6 core §8.20, §8.21).
#include <bit>

#include "formats/client_format.h"
#include "formats/convert.h"
#include "gl/checks.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using formats::Format;
using state::TextureKind;

ImagePart partToClear(const Context& ctx, const char* command, GLuint name, GLint level, GLint x, GLint y,
                      GLint z, GLsizei width, GLsizei height, GLsizei depth,
                      std::shared_ptr<state::Texture>& owner) {
  owner = name ? needTexture(ctx, command, name, GL_INVALID_OPERATION) : nullptr;
  if (name == 0) refuse(ctx, GL_INVALID_OPERATION, "%s: 0 is not the name of a texture.", command);
  return {command, owner.get(), level,  x,     y,
          z,       width,       height, depth, owner && owner->kind == TextureKind::kCube};
}

ImagePart wholeLevel(const Context& ctx, const char* command, GLuint name, GLint level,
                     std::shared_ptr<state::Texture>& owner) {
  ImagePart part = partToClear(ctx, command, name, level, 0, 0, 0, 0, 0, 0, owner);
  if (!part.texture || level < 0 || static_cast<uint32_t>(level) >= state::kMaxLevels) return part;
  const state::TextureLevel& shape = levelOf(part);
  part.width = static_cast<int32_t>(shape.width);
  part.height = static_cast<int32_t>(shape.height);
  part.depth = part.wholeCube ? 6 : static_cast<int32_t>(shape.depth);
  return part;
}

bool validateClear(const Context& ctx, const ImagePart& part, GLenum format, GLenum type) {
  if (!part.texture) return false;
  if (part.texture->kind == TextureKind::kBuffer)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u is a buffer texture.", part.command,
                  part.texture->name);
  if (!validatePart(ctx, part)) return false;
  const auto storage = static_cast<Format>(levelOf(part).format);
  if (formats::info(storage).compressed)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u is compressed.", part.command,
                  part.texture->name);
  // Unlike an upload, a clear takes exactly the components that the texture has (§8.21).
  const auto& info = formats::info(storage);
  if (!validateUploadFormat(ctx, part.command, storage, format, type)) return false;
  const GLenum needed =
      info.hasDepth() ? (info.hasStencil() ? GL_DEPTH_STENCIL : GL_DEPTH_COMPONENT) : format;
  if (format == needed) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: a value of format %s does not clear a texture of format %s.",
                part.command, enumText(format).c_str(), enumText(info.internalFormat).c_str());
}

// Values of the tracker's `kind`.
enum ClearKind : uint32_t { kFloat = 1, kInt = 2, kUint = 3, kDepth = 4, kStencil = 5, kDepthStencil = 6 };

struct ClearValue {
  ClearKind kind = kFloat;
  uint32_t color[4] = {0, 0, 0, 0};
  float depth = 0;
  int32_t stencil = 0;
};

ClearKind kindOf(const formats::FormatInfo& info) {
  if (info.hasDepth()) return info.hasStencil() ? kDepthStencil : kDepth;
  if (info.hasStencil()) return kStencil;
  if (!info.isInteger()) return kFloat;
  return info.type == formats::ComponentType::Int ? kInt : kUint;
}

// A null pointer clears to zero. The pixel store does not apply.
ClearValue valueOf(const formats::FormatInfo& info, GLenum format, GLenum type, const void* data) {
  ClearValue value;
  value.kind = kindOf(info);
  if (!data) return value;
  const std::span bytes(static_cast<const std::byte*>(data), formats::bytesPerPixel(format, type));
  switch (value.kind) {
    case kFloat: {
      float rgba[4] = {0, 0, 0, 0};
      formats::fetchFloat(format, type, bytes, false, rgba);
      for (int i = 0; i < 4; ++i) value.color[i] = std::bit_cast<uint32_t>(rgba[i]);
      break;
    }
    case kInt: {
      int32_t rgba[4] = {0, 0, 0, 0};
      formats::fetchInt(format, type, bytes, false, rgba);
      for (int i = 0; i < 4; ++i) value.color[i] = static_cast<uint32_t>(rgba[i]);
      break;
    }
    case kUint:
      formats::fetchUint(format, type, bytes, false, value.color);
      break;
    default: {
      formats::DepthStencilValue both;
      formats::fetchDepthStencil(format, type, bytes, false, both);
      value.depth = static_cast<float>(both.depth);
      value.stencil = static_cast<int32_t>(both.stencil);
    }
  }
  return value;
}

void clearPart(Context& ctx, const ImagePart& part, GLenum format, GLenum type, const void* data) {
  if (part.width == 0 || part.height == 0 || part.depth == 0) return;
  const ClearValue v = valueOf(formats::info(static_cast<Format>(levelOf(part).format)), format, type, data);
  ctx.tracker().textureClear(*part.texture, static_cast<uint32_t>(part.level), regionOf(part), v.kind,
                             v.color, v.depth, v.stencil);
}

bool validateInvalidate(const Context& ctx, const ImagePart& part) {
  if (!part.texture) return false;
  const bool single = part.texture->kind == TextureKind::kBuffer ||
                      part.texture->kind == TextureKind::kRectangle || isMultisampleKind(part.texture->kind);
  if (!checkNotNegative(ctx, part.command, "level", part.level)) return false;
  return checkBelow(ctx, part.command, "level", static_cast<uint64_t>(part.level),
                    single ? 1 : levelLimit(ctx, part.texture->kind));
}

}  // namespace

bool validateClearTexImage(const Context& ctx, GLuint texture, GLint level, GLenum format, GLenum type,
                           const void*) {
  std::shared_ptr<state::Texture> owner;
  return validateClear(ctx, wholeLevel(ctx, "glClearTexImage", texture, level, owner), format, type);
}

void clearTexImage(Context& ctx, GLuint texture, GLint level, GLenum format, GLenum type, const void* data) {
  std::shared_ptr<state::Texture> owner;
  clearPart(ctx, wholeLevel(ctx, "glClearTexImage", texture, level, owner), format, type, data);
}

bool validateClearTexSubImage(const Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                              GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                              GLenum type, const void*) {
  std::shared_ptr<state::Texture> owner;
  return validateClear(ctx,
                       partToClear(ctx, "glClearTexSubImage", texture, level, xoffset, yoffset, zoffset,
                                   width, height, depth, owner),
                       format, type);
}

void clearTexSubImage(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                      GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                      const void* data) {
  std::shared_ptr<state::Texture> owner;
  clearPart(ctx,
            partToClear(ctx, "glClearTexSubImage", texture, level, xoffset, yoffset, zoffset, width, height,
                        depth, owner),
            format, type, data);
}

bool validateInvalidateTexImage(const Context& ctx, GLuint texture, GLint level) {
  const auto owner = needTexture(ctx, "glInvalidateTexImage", texture, GL_INVALID_VALUE);
  return validateInvalidate(ctx, {"glInvalidateTexImage", owner.get(), level, 0, 0, 0, 0, 0, 0, false});
}

// Undefined contents may be any contents, the old ones too.
void invalidateTexImage(Context&, GLuint, GLint) {}

bool validateInvalidateTexSubImage(const Context& ctx, GLuint texture, GLint level, GLint xoffset,
                                   GLint yoffset, GLint zoffset, GLsizei width, GLsizei height,
                                   GLsizei depth) {
  const auto owner = needTexture(ctx, "glInvalidateTexSubImage", texture, GL_INVALID_VALUE);
  const ImagePart part{"glInvalidateTexSubImage",
                       owner.get(),
                       level,
                       xoffset,
                       yoffset,
                       zoffset,
                       width,
                       height,
                       depth,
                       owner && owner->kind == TextureKind::kCube};
  if (!validateInvalidate(ctx, part)) return false;
  return part.texture->kind == TextureKind::kBuffer || !levelOf(part).defined() || validatePart(ctx, part);
}

void invalidateTexSubImage(Context&, GLuint, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei) {}

}  // namespace gl
