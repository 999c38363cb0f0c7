// SPDX-License-Identifier: Apache-2.0
// glCompressedTexImage* and glCompressedTexSubImage*: blocks as the application has them (GL 4.6 core §8.7).
#include "formats/format_info.h"
#include "formats/pixel_layout.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/pixels_transfer.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using formats::Format;
using state::TextureKind;

PixelRect blocksOf(uint32_t dimensions, int32_t width, int32_t height, int32_t depth, Format format) {
  return {dimensions,
          static_cast<uint32_t>(width),
          static_cast<uint32_t>(height),
          static_cast<uint32_t>(depth),
          0,
          0,
          format};
}

bool validateImageSize(const Context& ctx, const char* command, const PixelRect& rect, GLsizei imageSize) {
  if (!checkNotNegative(ctx, command, "imageSize", imageSize)) return false;
  const auto need = formats::storageBytes(rect.compressed, rect.width, rect.height, rect.depth);
  if (need && *need == static_cast<uint64_t>(imageSize)) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: imageSize is %d; %ux%ux%u texels of %s take %llu bytes.", command,
                imageSize, rect.width, rect.height, rect.depth,
                enumText(formats::info(rect.compressed).internalFormat).c_str(),
                static_cast<unsigned long long>(need.value_or(0)));
}

bool isBptc(Format format) {
  return formats::info(format).name.starts_with("BPTC");
}

// Block formats are two-dimensional; only BPTC has images of three dimensions.
bool validateBlockTarget(const Context& ctx, const char* command, TextureKind kind, Format storage) {
  if (kind == TextureKind::k1D || kind == TextureKind::k1DArray || kind == TextureKind::kRectangle)
    return refuse(ctx, GL_INVALID_ENUM, "%s: %s textures have no compressed formats.", command,
                  enumText(state::glTarget(kind)).c_str());
  if (kind == TextureKind::k3D && !isBptc(storage))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %s has no 3D images.", command,
                  enumText(formats::info(storage).internalFormat).c_str());
  return true;
}

bool validateCompressedImage(const Context& ctx, const ImageDefinition& image, GLenum internalFormat,
                             GLsizei imageSize, const void* data) {
  const Format storage = compressedStorage(ctx, internalFormat);
  if (storage == Format::None) return refuseEnum(ctx, image.command, "internalformat", internalFormat);
  if (!validateImageDefinition(ctx, image) ||
      !validateBlockTarget(ctx, image.command, imageTarget(image.target)->kind, storage))
    return false;
  const PixelRect rect = blocksOf(image.dimensions, image.width, image.height, image.depth, storage);
  if (!validateImageSize(ctx, image.command, rect, imageSize)) return false;
  if (imageTarget(image.target)->proxy) return true;
  return validatePixelPlace(ctx, image.command, PixelDirection::Unpack, rect, data);
}

void compressedImage(Context& ctx, const ImageDefinition& image, GLenum internalFormat, const void* data) {
  const auto target = *imageTarget(image.target);
  const Format storage = compressedStorage(ctx, internalFormat);
  const state::TextureLevel shape = makeLevel(image, internalFormat, static_cast<uint16_t>(storage));
  if (target.proxy) return setProxy(ctx, image, shape);
  state::Texture& texture = boundTexture(ctx, target.kind);
  const uint32_t level = static_cast<uint32_t>(image.level);
  if (!setLevel(ctx, texture, target.face, level, shape)) return;
  const PixelTransfer transfer =
      pixelTransfer(ctx, PixelDirection::Unpack,
                    blocksOf(image.dimensions, image.width, image.height, image.depth, storage), data);
  if (transfer.empty()) return;
  const tracker::Region whole{0,          0, static_cast<int32_t>(target.face), shape.width, shape.height,
                              shape.depth};
  ctx.tracker().textureUpload(texture, level, whole, transfer.memory, transfer.place);
  contentsChanged(ctx, texture, level);
}

bool isBlockAligned(int32_t offset, int32_t size, uint32_t block, uint32_t limit) {
  const uint32_t first = static_cast<uint32_t>(offset), count = static_cast<uint32_t>(size);
  return first % block == 0 && (count % block == 0 || first + count == limit);
}

bool validateCompressedPart(const Context& ctx, const ImagePart& part, uint32_t dimensions, GLenum format,
                            GLsizei imageSize, const void* data) {
  if (!part.texture) return false;
  const Format storage = compressedStorage(ctx, format);
  if (storage == Format::None) return refuseEnum(ctx, part.command, "format", format);
  if (!validatePart(ctx, part)) return false;
  const state::TextureLevel& level = levelOf(part);
  if (level.format != static_cast<uint16_t>(storage))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the blocks are %s, the image is %s.", part.command,
                  enumText(format).c_str(), enumText(level.internalFormat).c_str());
  const formats::FormatInfo& info = formats::info(storage);
  if (!isBlockAligned(part.x, part.width, info.blockWidth, level.width) ||
      !isBlockAligned(part.y, part.height, info.blockHeight, level.height))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %dx%d texels at (%d, %d) are not whole blocks of %ux%u.",
                  part.command, part.width, part.height, part.x, part.y, info.blockWidth, info.blockHeight);
  const PixelRect rect = blocksOf(dimensions, part.width, part.height, part.depth, storage);
  return validateImageSize(ctx, part.command, rect, imageSize) &&
         validatePixelPlace(ctx, part.command, PixelDirection::Unpack, rect, data);
}

void compressedPart(Context& ctx, const ImagePart& part, uint32_t dimensions, GLenum format,
                    const void* data) {
  const PixelTransfer transfer = pixelTransfer(
      ctx, PixelDirection::Unpack,
      blocksOf(dimensions, part.width, part.height, part.depth, compressedStorage(ctx, format)), data);
  if (transfer.empty()) return;
  ctx.tracker().textureUpload(*part.texture, static_cast<uint32_t>(part.level), regionOf(part),
                              transfer.memory, transfer.place);
  contentsChanged(ctx, *part.texture, static_cast<uint32_t>(part.level));
}

}  // namespace

bool validateCompressedTexImage1D(const Context& ctx, GLenum target, GLint level, GLenum internalformat,
                                  GLsizei width, GLint border, GLsizei imageSize, const void* data) {
  return validateCompressedImage(ctx, {"glCompressedTexImage1D", 1, target, level, width, 1, 1, border},
                                 internalformat, imageSize, data);
}

void compressedTexImage1D(Context& ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                          GLint border, GLsizei, const void* data) {
  compressedImage(ctx, {"glCompressedTexImage1D", 1, target, level, width, 1, 1, border}, internalformat,
                  data);
}

bool validateCompressedTexImage2D(const Context& ctx, GLenum target, GLint level, GLenum internalformat,
                                  GLsizei width, GLsizei height, GLint border, GLsizei imageSize,
                                  const void* data) {
  return validateCompressedImage(ctx, {"glCompressedTexImage2D", 2, target, level, width, height, 1, border},
                                 internalformat, imageSize, data);
}

void compressedTexImage2D(Context& ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                          GLsizei height, GLint border, GLsizei, const void* data) {
  compressedImage(ctx, {"glCompressedTexImage2D", 2, target, level, width, height, 1, border}, internalformat,
                  data);
}

bool validateCompressedTexImage3D(const Context& ctx, GLenum target, GLint level, GLenum internalformat,
                                  GLsizei width, GLsizei height, GLsizei depth, GLint border,
                                  GLsizei imageSize, const void* data) {
  return validateCompressedImage(ctx,
                                 {"glCompressedTexImage3D", 3, target, level, width, height, depth, border},
                                 internalformat, imageSize, data);
}

void compressedTexImage3D(Context& ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                          GLsizei height, GLsizei depth, GLint border, GLsizei, const void* data) {
  compressedImage(ctx, {"glCompressedTexImage3D", 3, target, level, width, height, depth, border},
                  internalformat, data);
}

bool validateCompressedTexSubImage1D(const Context& ctx, GLenum target, GLint level, GLint xoffset,
                                     GLsizei width, GLenum format, GLsizei imageSize, const void* data) {
  return validateCompressedPart(
      ctx, partOfTarget(ctx, "glCompressedTexSubImage1D", 1, target, level, xoffset, 0, 0, width, 1, 1), 1,
      format, imageSize, data);
}

void compressedTexSubImage1D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLsizei width,
                             GLenum format, GLsizei, const void* data) {
  compressedPart(ctx,
                 partOfTarget(ctx, "glCompressedTexSubImage1D", 1, target, level, xoffset, 0, 0, width, 1, 1),
                 1, format, data);
}

bool validateCompressedTexSubImage2D(const Context& ctx, GLenum target, GLint level, GLint xoffset,
                                     GLint yoffset, GLsizei width, GLsizei height, GLenum format,
                                     GLsizei imageSize, const void* data) {
  return validateCompressedPart(
      ctx,
      partOfTarget(ctx, "glCompressedTexSubImage2D", 2, target, level, xoffset, yoffset, 0, width, height, 1),
      2, format, imageSize, data);
}

void compressedTexSubImage2D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                             GLsizei width, GLsizei height, GLenum format, GLsizei, const void* data) {
  compressedPart(
      ctx,
      partOfTarget(ctx, "glCompressedTexSubImage2D", 2, target, level, xoffset, yoffset, 0, width, height, 1),
      2, format, data);
}

bool validateCompressedTexSubImage3D(const Context& ctx, GLenum target, GLint level, GLint xoffset,
                                     GLint yoffset, GLint zoffset, GLsizei width, GLsizei height,
                                     GLsizei depth, GLenum format, GLsizei imageSize, const void* data) {
  return validateCompressedPart(ctx,
                                partOfTarget(ctx, "glCompressedTexSubImage3D", 3, target, level, xoffset,
                                             yoffset, zoffset, width, height, depth),
                                3, format, imageSize, data);
}

void compressedTexSubImage3D(Context& ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                             GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                             GLsizei, const void* data) {
  compressedPart(ctx,
                 partOfTarget(ctx, "glCompressedTexSubImage3D", 3, target, level, xoffset, yoffset, zoffset,
                              width, height, depth),
                 3, format, data);
}

bool validateCompressedTextureSubImage1D(const Context& ctx, GLuint texture, GLint level, GLint xoffset,
                                         GLsizei width, GLenum format, GLsizei imageSize, const void* data) {
  std::shared_ptr<state::Texture> owner;
  return validateCompressedPart(ctx,
                                partOfTexture(ctx, "glCompressedTextureSubImage1D", 1, texture, level,
                                              xoffset, 0, 0, width, 1, 1, owner),
                                1, format, imageSize, data);
}

void compressedTextureSubImage1D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width,
                                 GLenum format, GLsizei, const void* data) {
  std::shared_ptr<state::Texture> owner;
  compressedPart(ctx,
                 partOfTexture(ctx, "glCompressedTextureSubImage1D", 1, texture, level, xoffset, 0, 0, width,
                               1, 1, owner),
                 1, format, data);
}

bool validateCompressedTextureSubImage2D(const Context& ctx, GLuint texture, GLint level, GLint xoffset,
                                         GLint yoffset, GLsizei width, GLsizei height, GLenum format,
                                         GLsizei imageSize, const void* data) {
  std::shared_ptr<state::Texture> owner;
  return validateCompressedPart(ctx,
                                partOfTexture(ctx, "glCompressedTextureSubImage2D", 2, texture, level,
                                              xoffset, yoffset, 0, width, height, 1, owner),
                                2, format, imageSize, data);
}

void compressedTextureSubImage2D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                 GLsizei width, GLsizei height, GLenum format, GLsizei, const void* data) {
  std::shared_ptr<state::Texture> owner;
  compressedPart(ctx,
                 partOfTexture(ctx, "glCompressedTextureSubImage2D", 2, texture, level, xoffset, yoffset, 0,
                               width, height, 1, owner),
                 2, format, data);
}

bool validateCompressedTextureSubImage3D(const Context& ctx, GLuint texture, GLint level, GLint xoffset,
                                         GLint yoffset, GLint zoffset, GLsizei width, GLsizei height,
                                         GLsizei depth, GLenum format, GLsizei imageSize, const void* data) {
  std::shared_ptr<state::Texture> owner;
  return validateCompressedPart(ctx,
                                partOfTexture(ctx, "glCompressedTextureSubImage3D", 3, texture, level,
                                              xoffset, yoffset, zoffset, width, height, depth, owner),
                                3, format, imageSize, data);
}

void compressedTextureSubImage3D(Context& ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                 GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format,
                                 GLsizei, const void* data) {
  std::shared_ptr<state::Texture> owner;
  compressedPart(ctx,
                 partOfTexture(ctx, "glCompressedTextureSubImage3D", 3, texture, level, xoffset, yoffset,
                               zoffset, width, height, depth, owner),
                 3, format, data);
}

}  // namespace gl
