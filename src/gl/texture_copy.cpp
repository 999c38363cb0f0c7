// SPDX-License-Identifier: Apache-2.0
// Images from the framebuffer and from other images: glCopyTex*, glCopyImageSubData (GL 4.6 core §8.6,
// §18.3.3).
#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/framebuffer_read.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using formats::Format;
using state::TextureKind;

ReadAspect aspectOf(const formats::FormatInfo& info) {
  if (info.hasDepth()) return info.hasStencil() ? ReadAspect::DepthStencil : ReadAspect::Depth;
  return info.hasStencil() ? ReadAspect::Stencil : ReadAspect::Color;
}

// Texels of the read framebuffer become texels of this format.
bool validateCopySource(const Context& ctx, const char* command, Format destination) {
  const formats::FormatInfo& to = formats::info(destination);
  state::AttachmentShape source;
  if (!validateReadSource(ctx, command, aspectOf(to), source)) return false;
  if (!to.isColor()) return true;
  const formats::FormatInfo& from = formats::info(static_cast<Format>(source.format));
  const bool mixed = from.isInteger() != to.isInteger() || (from.isInteger() && from.type != to.type);
  if (!mixed) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: texels of %s cannot become %s.", command,
                enumText(source.internalFormat).c_str(), enumText(to.internalFormat).c_str());
}

Format copiedStorage(const Context& ctx, GLenum internalFormat) {
  if (internalFormat >= 1 && internalFormat <= 4) return Format::None;
  return imageStorage(ctx, internalFormat, GL_RGBA, GL_UNSIGNED_BYTE);
}

bool validateCopyImage(const Context& ctx, const ImageDefinition& image, GLenum internalFormat) {
  const Format storage = copiedStorage(ctx, internalFormat);
  if (storage == Format::None) return refuseEnum(ctx, image.command, "internalformat", internalFormat);
  return validateImageDefinition(ctx, image) && validateCopySource(ctx, image.command, storage);
}

void copyRect(Context& ctx, const ImagePart& part, int32_t x, int32_t y) {
  const auto& info = formats::info(static_cast<Format>(levelOf(part).format));
  const ClippedRead read = clipToSource(readSource(ctx, aspectOf(info)), x, y, part.width, part.height);
  if (read.empty()) return;
  const uint32_t level = static_cast<uint32_t>(part.level);
  ctx.tracker().copyFramebufferToTexture(*part.texture, level, part.x + static_cast<int32_t>(read.skippedX),
                                         part.y + static_cast<int32_t>(read.skippedY), part.z, read.x, read.y,
                                         read.width, read.height);
  contentsChanged(ctx, *part.texture, level);
}

void copyImage(Context& ctx, const ImageDefinition& image, GLenum internalFormat, int32_t x, int32_t y) {
  const auto target = *imageTarget(image.target);
  const Format storage = copiedStorage(ctx, internalFormat);
  state::Texture& texture = boundTexture(ctx, target.kind);
  if (!setLevel(ctx, texture, target.face, static_cast<uint32_t>(image.level),
                makeLevel(image, internalFormat, static_cast<uint16_t>(storage))))
    return;
  copyRect(ctx,
           {image.command, &texture, image.level, 0, 0, static_cast<int32_t>(target.face), image.width,
            image.height, 1, false},
           x, y);
}

bool validateCopyPart(const Context& ctx, const ImagePart& part) {
  if (!validatePart(ctx, part)) return false;
  const auto storage = static_cast<Format>(levelOf(part).format);
  if (formats::info(storage).compressed)
    return refuse(ctx, GL_INVALID_OPERATION,
                  "%s: the image is compressed, and nothing here can encode blocks.", part.command);
  return validateCopySource(ctx, part.command, storage);
}

// ── glCopyImageSubData ──

struct CopyEnd {
  const char* side;
  GLuint name;
  GLenum target;
  GLint level, x, y, z;
};

uint32_t layersOf(const state::Texture& texture, const state::TextureLevel& level) {
  return texture.kind == TextureKind::kCube ? 6 : level.depth;
}

bool validateCopyEnd(const Context& ctx, const CopyEnd& end, GLsizei width, GLsizei height, GLsizei depth) {
  const char* command = "glCopyImageSubData";
  const size_t kind = state::textureKindIndex(end.target);
  if (kind == state::kTextureKindCount || end.target == GL_TEXTURE_BUFFER)
    return refuseEnum(ctx, command, end.side, end.target);
  const auto texture = needTexture(ctx, command, end.name, GL_INVALID_VALUE);
  if (!texture) return false;
  if (static_cast<size_t>(texture->kind) != kind)
    return refuse(ctx, GL_INVALID_ENUM, "%s: texture %u has target %s, not %s.", command, end.name,
                  enumText(state::glTarget(texture->kind)).c_str(), enumText(end.target).c_str());
  if (end.level < 0 || static_cast<uint32_t>(end.level) >= state::kMaxLevels ||
      !texture->levels[0][static_cast<size_t>(end.level)].defined())
    return refuse(ctx, GL_INVALID_VALUE, "%s: level %d of texture %u is not defined.", command, end.level,
                  end.name);
  const state::TextureLevel& level = texture->levels[0][static_cast<size_t>(end.level)];
  const auto inside = [](GLint offset, GLsizei size, uint32_t limit) {
    return offset >= 0 && size >= 0 && int64_t{offset} + size <= int64_t{limit};
  };
  const auto& info = formats::info(static_cast<Format>(level.format));
  const auto padded = [](uint32_t size, uint32_t block) { return (size + block - 1) / block * block; };
  if (inside(end.x, width, padded(level.width, info.blockWidth)) &&
      inside(end.y, height, padded(level.height, info.blockHeight)) &&
      inside(end.z, depth, layersOf(*texture, level)))
    return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d texels at (%d, %d, %d) of the %s lie outside level %d.",
                command, width, height, depth, end.x, end.y, end.z, end.side, end.level);
}

}  // namespace

bool validateCopyTexImage1D(const Context& ctx, GLenum target, GLint level, GLenum internalformat, GLint,
                            GLint, GLsizei width, GLint border) {
  return validateCopyImage(ctx, {"glCopyTexImage1D", 1, target, level, width, 1, 1, border, false},
                           internalformat);
}

void copyTexImage1D(Context& ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                    GLsizei width, GLint border) {
  copyImage(ctx, {"glCopyTexImage1D", 1, target, level, width, 1, 1, border, false}, internalformat, x, y);
}

bool validateCopyTexImage2D(const Context& ctx, GLenum target, GLint level, GLenum internalformat, GLint,
                            GLint, GLsizei width, GLsizei height, GLint border) {
  return validateCopyImage(ctx, {"glCopyTexImage2D", 2, target, level, width, height, 1, border, false},
                           internalformat);
}

void copyTexImage2D(Context& ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                    GLsizei width, GLsizei height, GLint border) {
  copyImage(ctx, {"glCopyTexImage2D", 2, target, level, width, height, 1, border, false}, internalformat, x,
            y);
}

bool validateCopyTexSubImage1D(const Context& ctx, GLenum target, GLint level, GLint xoffset, GLint, GLint,
                               GLsizei width) {
  return validateCopyPart(
      ctx, partOfTarget(ctx, "glCopyTexSubImage1D", 1, target, level, xoffset, 0, 0, width, 1, 1));
}

void copyTexSubImage1D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLint x, GLint y,
                       GLsizei width) {
  copyRect(ctx, partOfTarget(ctx, "glCopyTexSubImage1D", 1, target, level, xoffset, 0, 0, width, 1, 1), x, y);
}

bool validateCopyTexSubImage2D(const Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                               GLint, GLint, GLsizei width, GLsizei height) {
  return validateCopyPart(
      ctx, partOfTarget(ctx, "glCopyTexSubImage2D", 2, target, level, xoffset, yoffset, 0, width, height, 1));
}

void copyTexSubImage2D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x,
                       GLint y, GLsizei width, GLsizei height) {
  copyRect(ctx,
           partOfTarget(ctx, "glCopyTexSubImage2D", 2, target, level, xoffset, yoffset, 0, width, height, 1),
           x, y);
}

bool validateCopyTexSubImage3D(const Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                               GLint zoffset, GLint, GLint, GLsizei width, GLsizei height) {
  return validateCopyPart(ctx, partOfTarget(ctx, "glCopyTexSubImage3D", 3, target, level, xoffset, yoffset,
                                            zoffset, width, height, 1));
}

void copyTexSubImage3D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                       GLint x, GLint y, GLsizei width, GLsizei height) {
  copyRect(
      ctx,
      partOfTarget(ctx, "glCopyTexSubImage3D", 3, target, level, xoffset, yoffset, zoffset, width, height, 1),
      x, y);
}

bool validateCopyTextureSubImage1D(const Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint,
                                   GLint, GLsizei width) {
  std::shared_ptr<state::Texture> owner;
  return validateCopyPart(ctx, partOfTexture(ctx, "glCopyTextureSubImage1D", 1, texture, level, xoffset, 0, 0,
                                             width, 1, 1, owner));
}

void copyTextureSubImage1D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint x, GLint y,
                           GLsizei width) {
  std::shared_ptr<state::Texture> owner;
  copyRect(
      ctx,
      partOfTexture(ctx, "glCopyTextureSubImage1D", 1, texture, level, xoffset, 0, 0, width, 1, 1, owner), x,
      y);
}

bool validateCopyTextureSubImage2D(const Context& ctx, GLuint texture, GLint level, GLint xoffset,
                                   GLint yoffset, GLint, GLint, GLsizei width, GLsizei height) {
  std::shared_ptr<state::Texture> owner;
  return validateCopyPart(ctx, partOfTexture(ctx, "glCopyTextureSubImage2D", 2, texture, level, xoffset,
                                             yoffset, 0, width, height, 1, owner));
}

void copyTextureSubImage2D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint x,
                           GLint y, GLsizei width, GLsizei height) {
  std::shared_ptr<state::Texture> owner;
  copyRect(ctx,
           partOfTexture(ctx, "glCopyTextureSubImage2D", 2, texture, level, xoffset, yoffset, 0, width,
                         height, 1, owner),
           x, y);
}

bool validateCopyTextureSubImage3D(const Context& ctx, GLuint texture, GLint level, GLint xoffset,
                                   GLint yoffset, GLint zoffset, GLint, GLint, GLsizei width,
                                   GLsizei height) {
  std::shared_ptr<state::Texture> owner;
  return validateCopyPart(ctx, partOfTexture(ctx, "glCopyTextureSubImage3D", 3, texture, level, xoffset,
                                             yoffset, zoffset, width, height, 1, owner));
}

void copyTextureSubImage3D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                           GLint zoffset, GLint x, GLint y, GLsizei width, GLsizei height) {
  std::shared_ptr<state::Texture> owner;
  copyRect(ctx,
           partOfTexture(ctx, "glCopyTextureSubImage3D", 3, texture, level, xoffset, yoffset, zoffset, width,
                         height, 1, owner),
           x, y);
}

bool validateCopyImageSubData(const Context& ctx, GLuint srcName, GLenum srcTarget, GLint srcLevel,
                              GLint srcX, GLint srcY, GLint srcZ, GLuint dstName, GLenum dstTarget,
                              GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ, GLsizei srcWidth,
                              GLsizei srcHeight, GLsizei srcDepth) {
  if (!validateCopyEnd(ctx, {"source", srcName, srcTarget, srcLevel, srcX, srcY, srcZ}, srcWidth, srcHeight,
                       srcDepth))
    return false;
  const auto source = findTexture(ctx, srcName);
  const auto destination = needTexture(ctx, "glCopyImageSubData", dstName, GL_INVALID_VALUE);
  if (!destination) return false;
  if (dstLevel < 0 || static_cast<uint32_t>(dstLevel) >= state::kMaxLevels)
    return refuse(ctx, GL_INVALID_VALUE, "glCopyImageSubData: level %d of the destination is not defined.",
                  dstLevel);
  const state::TextureLevel& from = source->levels[0][static_cast<size_t>(srcLevel)];
  const state::TextureLevel& to = destination->levels[0][static_cast<size_t>(dstLevel)];
  const auto& fromInfo = formats::info(static_cast<Format>(from.format));
  const auto& toInfo = formats::info(static_cast<Format>(to.format));
  // Sizes count source texels; between a compressed and a plain image a block stands for a texel.
  const auto scaled = [](GLsizei size, uint32_t fromBlock, uint32_t toBlock) {
    return static_cast<GLsizei>((static_cast<uint32_t>(size) + fromBlock - 1) / fromBlock * toBlock);
  };
  if (!validateCopyEnd(ctx, {"destination", dstName, dstTarget, dstLevel, dstX, dstY, dstZ},
                       scaled(srcWidth, fromInfo.blockWidth, toInfo.blockWidth),
                       scaled(srcHeight, fromInfo.blockHeight, toInfo.blockHeight), srcDepth))
    return false;
  if (!areCopyCompatible(static_cast<Format>(from.format), static_cast<Format>(to.format)))
    return refuse(ctx, GL_INVALID_OPERATION, "glCopyImageSubData: %s and %s are not compatible.",
                  enumText(from.internalFormat).c_str(), enumText(to.internalFormat).c_str());
  if (from.samples != to.samples)
    return refuse(ctx, GL_INVALID_OPERATION, "glCopyImageSubData: the images have %u and %u samples.",
                  from.samples, to.samples);
  return true;
}

void copyImageSubData(Context& ctx, GLuint srcName, GLenum, GLint srcLevel, GLint srcX, GLint srcY,
                      GLint srcZ, GLuint dstName, GLenum, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ,
                      GLsizei srcWidth, GLsizei srcHeight, GLsizei srcDepth) {
  if (srcWidth == 0 || srcHeight == 0 || srcDepth == 0) return;
  const auto source = findTexture(ctx, srcName), destination = findTexture(ctx, dstName);
  const tracker::Region region{srcX,
                               srcY,
                               srcZ,
                               static_cast<uint32_t>(srcWidth),
                               static_cast<uint32_t>(srcHeight),
                               static_cast<uint32_t>(srcDepth)};
  ctx.tracker().textureCopy(*source, static_cast<uint32_t>(srcLevel), region, *destination,
                            static_cast<uint32_t>(dstLevel), dstX, dstY, dstZ);
}

}  // namespace gl
