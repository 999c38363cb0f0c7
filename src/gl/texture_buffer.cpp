// SPDX-License-Identifier: Apache-2.0
// Buffer textures (GL 4.6 core §8.9).
#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/names.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image_format.h"
#include "gl/texture_storage.h"

namespace gl {
namespace {

using state::Texture;
using state::TextureKind;

bool validateBuffer(const Context& ctx, const char* command, GLenum internalFormat, GLuint buffer,
                    bool ranged, GLintptr offset, GLsizeiptr size) {
  if (!isBufferTextureFormat(ctx, internalFormat))
    return refuseEnum(ctx, command, "internalformat", internalFormat);
  if (buffer == 0) return true;
  const auto object = findShared(ctx, &state::ShareGroup::buffers, buffer);
  if (!object)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a buffer.", command, buffer);
  if (!ranged) return true;
  if (offset < 0 || size <= 0 ||
      static_cast<uint64_t>(offset) + static_cast<uint64_t>(size) > object->sizeBytes)
    return refuse(ctx, GL_INVALID_VALUE,
                  "%s: %lld bytes at offset %lld are not inside the %llu bytes of buffer %u.", command,
                  static_cast<long long>(size), static_cast<long long>(offset),
                  static_cast<unsigned long long>(object->sizeBytes), buffer);
  constexpr GLintptr kOffsetAlignment = 256;  // what glGet reports
  if (offset % kOffsetAlignment == 0) return true;
  return refuse(ctx, GL_INVALID_VALUE,
                "%s: offset %lld is no multiple of GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT, %d.", command,
                static_cast<long long>(offset), static_cast<int>(kOffsetAlignment));
}

bool validateBufferTarget(const Context& ctx, const char* command, GLenum target) {
  return (target == GL_TEXTURE_BUFFER && isKindSupported(ctx, TextureKind::kBuffer)) ||
         refuseEnum(ctx, command, "target", target);
}

bool validateBufferTexture(const Context& ctx, const char* command, GLuint name) {
  const auto texture = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  if (!texture) return false;
  if (texture->kind == TextureKind::kBuffer) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u is no buffer texture.", command, name);
}

constexpr uint64_t kWholeBuffer = ~uint64_t{0};

void setBuffer(Context& ctx, Texture& texture, GLenum internalFormat, GLuint buffer, uint64_t offset,
               uint64_t size) {
  texture.buffer = findShared(ctx, &state::ShareGroup::buffers, buffer);
  texture.bufferInternalFormat = internalFormat;
  texture.bufferOffsetBytes = texture.buffer ? offset : 0;
  texture.bufferSizeBytes = texture.buffer ? size : kWholeBuffer;
  // The tracker takes the format from here; how many texels there are depends on the buffer's size at use.
  texture.levels[0][0] = {};
  texture.levels[0][0].internalFormat = internalFormat;
  texture.levels[0][0].format = static_cast<uint16_t>(formats::fromInternalFormat(internalFormat));
  shapeChanged(ctx, texture);
  ctx.tracker().textureSetBuffer(texture);
}

}  // namespace

bool validateTexBuffer(const Context& ctx, GLenum target, GLenum internalformat, GLuint buffer) {
  return validateBufferTarget(ctx, "glTexBuffer", target) &&
         validateBuffer(ctx, "glTexBuffer", internalformat, buffer, false, 0, 0);
}
void texBuffer(Context& ctx, GLenum, GLenum internalformat, GLuint buffer) {
  setBuffer(ctx, boundTexture(ctx, TextureKind::kBuffer), internalformat, buffer, 0, kWholeBuffer);
}
bool validateTexBufferRange(const Context& ctx, GLenum target, GLenum internalformat, GLuint buffer,
                            GLintptr offset, GLsizeiptr size) {
  return validateBufferTarget(ctx, "glTexBufferRange", target) &&
         validateBuffer(ctx, "glTexBufferRange", internalformat, buffer, true, offset, size);
}
void texBufferRange(Context& ctx, GLenum, GLenum internalformat, GLuint buffer, GLintptr offset,
                    GLsizeiptr size) {
  setBuffer(ctx, boundTexture(ctx, TextureKind::kBuffer), internalformat, buffer,
            static_cast<uint64_t>(offset), static_cast<uint64_t>(size));
}
bool validateTextureBuffer(const Context& ctx, GLuint texture, GLenum internalformat, GLuint buffer) {
  return validateBufferTexture(ctx, "glTextureBuffer", texture) &&
         validateBuffer(ctx, "glTextureBuffer", internalformat, buffer, false, 0, 0);
}
void textureBuffer(Context& ctx, GLuint texture, GLenum internalformat, GLuint buffer) {
  setBuffer(ctx, *findTexture(ctx, texture), internalformat, buffer, 0, kWholeBuffer);
}
bool validateTextureBufferRange(const Context& ctx, GLuint texture, GLenum internalformat, GLuint buffer,
                                GLintptr offset, GLsizeiptr size) {
  return validateBufferTexture(ctx, "glTextureBufferRange", texture) &&
         validateBuffer(ctx, "glTextureBufferRange", internalformat, buffer, true, offset, size);
}
void textureBufferRange(Context& ctx, GLuint texture, GLenum internalformat, GLuint buffer, GLintptr offset,
                        GLsizeiptr size) {
  setBuffer(ctx, *findTexture(ctx, texture), internalformat, buffer, static_cast<uint64_t>(offset),
            static_cast<uint64_t>(size));
}

}  // namespace gl
