// SPDX-License-Identifier: Apache-2.0
// glGetTexImage, glGetCompressedTexImage and their relatives (GL 4.6 core §8.11.4).
#include <algorithm>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/pixels_transfer.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using formats::Format;
using state::TextureKind;

struct Destination {
  GLenum format, type;  // format 0: the blocks of a compressed image
  uint64_t limitBytes;
  void* pointer;
};

// The whole image that a target names; its size is filled in by wholeImage.
ImagePart imageOfTarget(const Context& ctx, const char* command, GLenum target, GLint level) {
  ImagePart part{command, nullptr, level, 0, 0, 0, 0, 0, 0, false};
  const auto parsed = imageTarget(target);
  if (!parsed || parsed->proxy || parsed->kind == TextureKind::kBuffer || isMultisampleKind(parsed->kind) ||
      !isKindSupported(ctx, parsed->kind)) {
    refuseEnum(ctx, command, "target", target);
    return part;
  }
  part.texture = &boundTexture(ctx, parsed->kind);
  if (parsed->kind == TextureKind::kCube) part.z = static_cast<int32_t>(parsed->face);
  return part;
}

ImagePart imageOfTexture(const Context& ctx, const char* command, GLuint name, GLint level,
                         std::shared_ptr<state::Texture>& owner) {
  ImagePart part{command, nullptr, level, 0, 0, 0, 0, 0, 0, false};
  owner = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  if (!owner) return part;
  if (owner->kind == TextureKind::kBuffer || isMultisampleKind(owner->kind)) {
    refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u has target %s, which cannot be read.", command, name,
           enumText(state::glTarget(owner->kind)).c_str());
    return part;
  }
  part.texture = owner.get();
  part.wholeCube = owner->kind == TextureKind::kCube;
  return part;
}

bool validateLevel(const Context& ctx, const ImagePart& part) {
  if (!part.texture) return false;
  if (!checkNotNegative(ctx, part.command, "level", part.level)) return false;
  return checkBelow(ctx, part.command, "level", static_cast<uint64_t>(part.level),
                    levelLimit(ctx, part.texture->kind));
}

ImagePart wholeImage(ImagePart part) {
  const state::TextureLevel& level = levelOf(part);
  part.width = static_cast<int32_t>(level.width);
  part.height = static_cast<int32_t>(level.height);
  part.depth = part.wholeCube ? 6 : static_cast<int32_t>(level.depth);
  return part;
}

uint32_t dimensionsOf(const ImagePart& part) {
  return part.wholeCube ? 3 : imageDimensions(part.texture->kind);
}

bool isCubeUniform(const ImagePart& part) {
  const auto& levels = part.texture->levels;
  const state::TextureLevel& first = levels[0][static_cast<size_t>(part.level)];
  return std::all_of(levels.begin(), levels.end(), [&](const auto& face) {
    const state::TextureLevel& l = face[static_cast<size_t>(part.level)];
    return l.defined() && l.width == first.width && l.height == first.height && l.format == first.format;
  });
}

PixelRect rectOf(const ImagePart& part, const Destination& to) {
  return {dimensionsOf(part),
          static_cast<uint32_t>(part.width),
          static_cast<uint32_t>(part.height),
          static_cast<uint32_t>(part.depth),
          to.format,
          to.type,
          to.format == 0 ? static_cast<Format>(levelOf(part).format) : Format::None};
}

bool validateDestination(const Context& ctx, const ImagePart& part, const Destination& to) {
  if (part.wholeCube && !isCubeUniform(part))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the faces of cube map %u do not agree in level %d.",
                  part.command, part.texture->name, part.level);
  return validatePixelPlace(ctx, part.command, PixelDirection::Pack, rectOf(part, to), to.pointer,
                            to.limitBytes);
}

bool validateFormat(const Context& ctx, const ImagePart& part, const Destination& to) {
  const state::TextureLevel& level = levelOf(part);
  if (!level.defined()) return validatePixelFormat(ctx, part.command, to.format, to.type);
  return validateReadFormat(ctx, part.command, static_cast<Format>(level.format), to.format, to.type);
}

bool validateCompressedLevel(const Context& ctx, const ImagePart& part) {
  if (formats::info(static_cast<Format>(levelOf(part).format)).compressed) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: level %d of texture %u is not compressed.", part.command,
                part.level, part.texture->name);
}

bool validateImage(const Context& ctx, const ImagePart& part, const Destination& to) {
  if (!validateLevel(ctx, part) || !validateFormat(ctx, part, to)) return false;
  // An undefined level has no texels, so nothing is written.
  return !levelOf(part).defined() || validateDestination(ctx, wholeImage(part), to);
}

bool validateCompressed(const Context& ctx, const ImagePart& part, const Destination& to) {
  return validateLevel(ctx, part) && validateCompressedLevel(ctx, part) &&
         validateDestination(ctx, wholeImage(part), to);
}

bool validateSize(const Context& ctx, const char* command, GLsizei bufSize) {
  return checkNotNegative(ctx, command, "bufSize", bufSize);
}

void read(Context& ctx, const ImagePart& part, const Destination& to) {
  if (!levelOf(part).defined()) return;
  const PixelTransfer transfer = pixelTransfer(ctx, PixelDirection::Pack, rectOf(part, to), to.pointer);
  if (transfer.empty()) return;
  ctx.tracker().textureRead(*part.texture, static_cast<uint32_t>(part.level), regionOf(part), transfer.memory,
                            transfer.place);
}

bool validateSubPart(const Context& ctx, const ImagePart& part) {
  if (!part.texture) return false;
  if (part.texture->kind != TextureKind::kBuffer && !isMultisampleKind(part.texture->kind))
    return validatePart(ctx, part);
  return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u has target %s, which cannot be read.",
                part.command, part.texture->name, enumText(state::glTarget(part.texture->kind)).c_str());
}

ImagePart subPart(const Context& ctx, const char* command, GLuint name, GLint level, GLint x, GLint y,
                  GLint z, GLsizei width, GLsizei height, GLsizei depth,
                  std::shared_ptr<state::Texture>& owner) {
  owner = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  return {command, owner.get(), level,  x,     y,
          z,       width,       height, depth, owner && owner->kind == TextureKind::kCube};
}

}  // namespace

bool validateGetTexImage(const Context& ctx, GLenum target, GLint level, GLenum format, GLenum type,
                         void* pixels) {
  return validateImage(ctx, imageOfTarget(ctx, "glGetTexImage", target, level),
                       {format, type, kNoSizeLimit, pixels});
}

void getTexImage(Context& ctx, GLenum target, GLint level, GLenum format, GLenum type, void* pixels) {
  read(ctx, wholeImage(imageOfTarget(ctx, "glGetTexImage", target, level)),
       {format, type, kNoSizeLimit, pixels});
}

bool validateGetnTexImage(const Context& ctx, GLenum target, GLint level, GLenum format, GLenum type,
                          GLsizei bufSize, void* pixels) {
  return validateSize(ctx, "glGetnTexImage", bufSize) &&
         validateImage(ctx, imageOfTarget(ctx, "glGetnTexImage", target, level),
                       {format, type, static_cast<uint64_t>(bufSize), pixels});
}

void getnTexImage(Context& ctx, GLenum target, GLint level, GLenum format, GLenum type, GLsizei,
                  void* pixels) {
  read(ctx, wholeImage(imageOfTarget(ctx, "glGetnTexImage", target, level)),
       {format, type, kNoSizeLimit, pixels});
}

bool validateGetTextureImage(const Context& ctx, GLuint texture, GLint level, GLenum format, GLenum type,
                             GLsizei bufSize, void* pixels) {
  std::shared_ptr<state::Texture> owner;
  return validateSize(ctx, "glGetTextureImage", bufSize) &&
         validateImage(ctx, imageOfTexture(ctx, "glGetTextureImage", texture, level, owner),
                       {format, type, static_cast<uint64_t>(bufSize), pixels});
}

void getTextureImage(Context& ctx, GLuint texture, GLint level, GLenum format, GLenum type, GLsizei,
                     void* pixels) {
  std::shared_ptr<state::Texture> owner;
  read(ctx, wholeImage(imageOfTexture(ctx, "glGetTextureImage", texture, level, owner)),
       {format, type, kNoSizeLimit, pixels});
}

bool validateGetTextureSubImage(const Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                                GLenum type, GLsizei bufSize, void* pixels) {
  const char* command = "glGetTextureSubImage";
  std::shared_ptr<state::Texture> owner;
  const ImagePart part =
      subPart(ctx, command, texture, level, xoffset, yoffset, zoffset, width, height, depth, owner);
  const Destination to{format, type, static_cast<uint64_t>(std::max(bufSize, 0)), pixels};
  return validateSubPart(ctx, part) && validateSize(ctx, command, bufSize) && validateFormat(ctx, part, to) &&
         validateDestination(ctx, part, to);
}

void getTextureSubImage(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                        GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                        GLenum type, GLsizei, void* pixels) {
  std::shared_ptr<state::Texture> owner;
  read(ctx,
       subPart(ctx, "glGetTextureSubImage", texture, level, xoffset, yoffset, zoffset, width, height, depth,
               owner),
       {format, type, kNoSizeLimit, pixels});
}

bool validateGetCompressedTexImage(const Context& ctx, GLenum target, GLint level, void* img) {
  return validateCompressed(ctx, imageOfTarget(ctx, "glGetCompressedTexImage", target, level),
                            {0, 0, kNoSizeLimit, img});
}

void getCompressedTexImage(Context& ctx, GLenum target, GLint level, void* img) {
  read(ctx, wholeImage(imageOfTarget(ctx, "glGetCompressedTexImage", target, level)),
       {0, 0, kNoSizeLimit, img});
}

bool validateGetnCompressedTexImage(const Context& ctx, GLenum target, GLint lod, GLsizei bufSize,
                                    void* pixels) {
  return validateSize(ctx, "glGetnCompressedTexImage", bufSize) &&
         validateCompressed(ctx, imageOfTarget(ctx, "glGetnCompressedTexImage", target, lod),
                            {0, 0, static_cast<uint64_t>(bufSize), pixels});
}

void getnCompressedTexImage(Context& ctx, GLenum target, GLint lod, GLsizei, void* pixels) {
  read(ctx, wholeImage(imageOfTarget(ctx, "glGetnCompressedTexImage", target, lod)),
       {0, 0, kNoSizeLimit, pixels});
}

bool validateGetCompressedTextureImage(const Context& ctx, GLuint texture, GLint level, GLsizei bufSize,
                                       void* pixels) {
  std::shared_ptr<state::Texture> owner;
  return validateSize(ctx, "glGetCompressedTextureImage", bufSize) &&
         validateCompressed(ctx, imageOfTexture(ctx, "glGetCompressedTextureImage", texture, level, owner),
                            {0, 0, static_cast<uint64_t>(bufSize), pixels});
}

void getCompressedTextureImage(Context& ctx, GLuint texture, GLint level, GLsizei, void* pixels) {
  std::shared_ptr<state::Texture> owner;
  read(ctx, wholeImage(imageOfTexture(ctx, "glGetCompressedTextureImage", texture, level, owner)),
       {0, 0, kNoSizeLimit, pixels});
}

bool validateGetCompressedTextureSubImage(const Context& ctx, GLuint texture, GLint level, GLint xoffset,
                                          GLint yoffset, GLint zoffset, GLsizei width, GLsizei height,
                                          GLsizei depth, GLsizei bufSize, void* pixels) {
  const char* command = "glGetCompressedTextureSubImage";
  std::shared_ptr<state::Texture> owner;
  const ImagePart part =
      subPart(ctx, command, texture, level, xoffset, yoffset, zoffset, width, height, depth, owner);
  if (!validateSubPart(ctx, part) || !validateSize(ctx, command, bufSize) ||
      !validateCompressedLevel(ctx, part))
    return false;
  const state::TextureLevel& image = levelOf(part);
  const auto& info = formats::info(static_cast<Format>(image.format));
  const auto whole = [](int32_t offset, int32_t size, uint32_t block, uint32_t limit) {
    const uint32_t first = static_cast<uint32_t>(offset), count = static_cast<uint32_t>(size);
    return first % block == 0 && (count % block == 0 || first + count == limit);
  };
  if (!whole(xoffset, width, info.blockWidth, image.width) ||
      !whole(yoffset, height, info.blockHeight, image.height))
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%d texels at (%d, %d) are not whole blocks of %ux%u.",
                  command, width, height, xoffset, yoffset, info.blockWidth, info.blockHeight);
  return validateDestination(ctx, part, {0, 0, static_cast<uint64_t>(bufSize), pixels});
}

void getCompressedTextureSubImage(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                  GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLsizei,
                                  void* pixels) {
  std::shared_ptr<state::Texture> owner;
  read(ctx,
       subPart(ctx, "glGetCompressedTextureSubImage", texture, level, xoffset, yoffset, zoffset, width,
               height, depth, owner),
       {0, 0, kNoSizeLimit, pixels});
}

}  // namespace gl
