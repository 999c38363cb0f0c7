// SPDX-License-Identifier: Apache-2.0
// glTexImage* and glTexSubImage*: images from client pixels (GL 4.6 core §8.5, §8.6).
#include "gl/texture_image.h"

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/pixels_transfer.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using formats::Format;
using state::TextureKind;

struct ClientPixels {
  uint32_t format, type;
  const void* pointer;
};

PixelRect rectOf(uint32_t dimensions, int32_t width, int32_t height, int32_t depth,
                 const ClientPixels& pixels) {
  return {dimensions,
          static_cast<uint32_t>(width),
          static_cast<uint32_t>(height),
          static_cast<uint32_t>(depth),
          pixels.format,
          pixels.type,
          Format::None};
}

bool validateTexImage(const Context& ctx, const ImageDefinition& image, GLint internalFormat,
                      const ClientPixels& pixels) {
  if (!validateImageDefinition(ctx, image)) return false;
  const TextureKind kind = imageTarget(image.target)->kind;
  // The pair first: storage of an unsized format depends on it.
  if (!validatePixelFormat(ctx, image.command, pixels.format, pixels.type)) return false;
  const Format storage = imageStorage(ctx, static_cast<uint32_t>(internalFormat), pixels.format, pixels.type);
  if (storage == Format::None)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %s is not an internal format of this context.", image.command,
                  enumText(static_cast<uint32_t>(internalFormat)).c_str());
  const bool depthOrStencil = !formats::info(storage).isColor();
  if (depthOrStencil && kind == TextureKind::k3D)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: 3D textures have no depth or stencil formats.",
                  image.command);
  if (!validateUploadFormat(ctx, image.command, storage, pixels.format, pixels.type)) return false;
  if (imageTarget(image.target)->proxy) return true;
  return validatePixelPlace(ctx, image.command, PixelDirection::Unpack,
                            rectOf(image.dimensions, image.width, image.height, image.depth, pixels),
                            pixels.pointer);
}

void texImage(Context& ctx, const ImageDefinition& image, GLint internalFormat, const ClientPixels& pixels) {
  const auto target = *imageTarget(image.target);
  const Format storage = imageStorage(ctx, static_cast<uint32_t>(internalFormat), pixels.format, pixels.type);
  const state::TextureLevel shape =
      makeLevel(image, static_cast<uint32_t>(internalFormat), static_cast<uint16_t>(storage));
  if (target.proxy) return setProxy(ctx, image, shape);
  state::Texture& texture = boundTexture(ctx, target.kind);
  const uint32_t level = static_cast<uint32_t>(image.level);
  if (!setLevel(ctx, texture, target.face, level, shape)) return;
  const PixelTransfer transfer =
      pixelTransfer(ctx, PixelDirection::Unpack,
                    rectOf(image.dimensions, image.width, image.height, image.depth, pixels), pixels.pointer);
  if (transfer.empty()) return;
  const tracker::Region whole{0,          0, static_cast<int32_t>(target.face), shape.width, shape.height,
                              shape.depth};
  ctx.tracker().textureUpload(texture, level, whole, transfer.memory, transfer.place);
  contentsChanged(ctx, texture, level);
}

bool validateSubImage(const Context& ctx, const ImagePart& part, uint32_t dimensions,
                      const ClientPixels& pixels) {
  if (!validatePart(ctx, part)) return false;
  const auto storage = static_cast<Format>(levelOf(part).format);
  if (formats::info(storage).compressed)
    return refuse(ctx, GL_INVALID_OPERATION,
                  "%s: the image is compressed; glCompressedTexSubImage changes it.", part.command);
  if (!validateUploadFormat(ctx, part.command, storage, pixels.format, pixels.type)) return false;
  return validatePixelPlace(ctx, part.command, PixelDirection::Unpack,
                            rectOf(dimensions, part.width, part.height, part.depth, pixels), pixels.pointer);
}

void subImage(Context& ctx, const ImagePart& part, uint32_t dimensions, const ClientPixels& pixels) {
  const PixelTransfer transfer =
      pixelTransfer(ctx, PixelDirection::Unpack,
                    rectOf(dimensions, part.width, part.height, part.depth, pixels), pixels.pointer);
  if (transfer.empty()) return;
  ctx.tracker().textureUpload(*part.texture, static_cast<uint32_t>(part.level), regionOf(part),
                              transfer.memory, transfer.place);
  contentsChanged(ctx, *part.texture, static_cast<uint32_t>(part.level));
}

}  // namespace

bool validateTexImage1D(const Context& ctx, GLenum target, GLint level, GLint internalformat, GLsizei width,
                        GLint border, GLenum format, GLenum type, const void* pixels) {
  return validateTexImage(ctx, {"glTexImage1D", 1, target, level, width, 1, 1, border}, internalformat,
                          {format, type, pixels});
}

void texImage1D(Context& ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border,
                GLenum format, GLenum type, const void* pixels) {
  texImage(ctx, {"glTexImage1D", 1, target, level, width, 1, 1, border}, internalformat,
           {format, type, pixels});
}

bool validateTexImage2D(const Context& ctx, GLenum target, GLint level, GLint internalformat, GLsizei width,
                        GLsizei height, GLint border, GLenum format, GLenum type, const void* pixels) {
  return validateTexImage(ctx, {"glTexImage2D", 2, target, level, width, height, 1, border}, internalformat,
                          {format, type, pixels});
}

void texImage2D(Context& ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                GLint border, GLenum format, GLenum type, const void* pixels) {
  texImage(ctx, {"glTexImage2D", 2, target, level, width, height, 1, border}, internalformat,
           {format, type, pixels});
}

bool validateTexImage3D(const Context& ctx, GLenum target, GLint level, GLint internalformat, GLsizei width,
                        GLsizei height, GLsizei depth, GLint border, GLenum format, GLenum type,
                        const void* pixels) {
  return validateTexImage(ctx, {"glTexImage3D", 3, target, level, width, height, depth, border},
                          internalformat, {format, type, pixels});
}

void texImage3D(Context& ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                GLsizei depth, GLint border, GLenum format, GLenum type, const void* pixels) {
  texImage(ctx, {"glTexImage3D", 3, target, level, width, height, depth, border}, internalformat,
           {format, type, pixels});
}

bool validateTexSubImage1D(const Context& ctx, GLenum target, GLint level, GLint xoffset, GLsizei width,
                           GLenum format, GLenum type, const void* pixels) {
  return validateSubImage(ctx,
                          partOfTarget(ctx, "glTexSubImage1D", 1, target, level, xoffset, 0, 0, width, 1, 1),
                          1, {format, type, pixels});
}

void texSubImage1D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                   GLenum type, const void* pixels) {
  subImage(ctx, partOfTarget(ctx, "glTexSubImage1D", 1, target, level, xoffset, 0, 0, width, 1, 1), 1,
           {format, type, pixels});
}

bool validateTexSubImage2D(const Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                           GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
  return validateSubImage(
      ctx, partOfTarget(ctx, "glTexSubImage2D", 2, target, level, xoffset, yoffset, 0, width, height, 1), 2,
      {format, type, pixels});
}

void texSubImage2D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                   GLsizei height, GLenum format, GLenum type, const void* pixels) {
  subImage(ctx, partOfTarget(ctx, "glTexSubImage2D", 2, target, level, xoffset, yoffset, 0, width, height, 1),
           2, {format, type, pixels});
}

bool validateTexSubImage3D(const Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                           GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                           GLenum type, const void* pixels) {
  return validateSubImage(
      ctx,
      partOfTarget(ctx, "glTexSubImage3D", 3, target, level, xoffset, yoffset, zoffset, width, height, depth),
      3, {format, type, pixels});
}

void texSubImage3D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                   GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                   const void* pixels) {
  subImage(
      ctx,
      partOfTarget(ctx, "glTexSubImage3D", 3, target, level, xoffset, yoffset, zoffset, width, height, depth),
      3, {format, type, pixels});
}

bool validateTextureSubImage1D(const Context& ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width,
                               GLenum format, GLenum type, const void* pixels) {
  std::shared_ptr<state::Texture> owner;
  return validateSubImage(
      ctx, partOfTexture(ctx, "glTextureSubImage1D", 1, texture, level, xoffset, 0, 0, width, 1, 1, owner), 1,
      {format, type, pixels});
}

void textureSubImage1D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format,
                       GLenum type, const void* pixels) {
  std::shared_ptr<state::Texture> owner;
  subImage(ctx,
           partOfTexture(ctx, "glTextureSubImage1D", 1, texture, level, xoffset, 0, 0, width, 1, 1, owner), 1,
           {format, type, pixels});
}

bool validateTextureSubImage2D(const Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                               GLsizei width, GLsizei height, GLenum format, GLenum type,
                               const void* pixels) {
  std::shared_ptr<state::Texture> owner;
  return validateSubImage(ctx,
                          partOfTexture(ctx, "glTextureSubImage2D", 2, texture, level, xoffset, yoffset, 0,
                                        width, height, 1, owner),
                          2, {format, type, pixels});
}

void textureSubImage2D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                       GLsizei height, GLenum format, GLenum type, const void* pixels) {
  std::shared_ptr<state::Texture> owner;
  subImage(ctx,
           partOfTexture(ctx, "glTextureSubImage2D", 2, texture, level, xoffset, yoffset, 0, width, height, 1,
                         owner),
           2, {format, type, pixels});
}

bool validateTextureSubImage3D(const Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                               GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                               GLenum type, const void* pixels) {
  std::shared_ptr<state::Texture> owner;
  return validateSubImage(ctx,
                          partOfTexture(ctx, "glTextureSubImage3D", 3, texture, level, xoffset, yoffset,
                                        zoffset, width, height, depth, owner),
                          3, {format, type, pixels});
}

void textureSubImage3D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                       GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                       const void* pixels) {
  std::shared_ptr<state::Texture> owner;
  subImage(ctx,
           partOfTexture(ctx, "glTextureSubImage3D", 3, texture, level, xoffset, yoffset, zoffset, width,
                         height, depth, owner),
           3, {format, type, pixels});
}

}  // namespace gl
