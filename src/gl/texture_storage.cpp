// SPDX-License-Identifier: Apache-2.0
// Storage of a whole texture at once: glTexStorage*, multisample images, buffer textures (GL 4.6 core §8.8, §8.9, §8.19).
#include <algorithm>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/names.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image_format.h"
#include "gl/texture_target.h"

namespace gl {
namespace {

using formats::Format;
using state::Texture;
using state::TextureKind;
using state::TextureLevel;

struct StorageRequest {
  const char* command;
  uint32_t dimensions;
  GLsizei levels;
  GLenum internalFormat;
  GLsizei width, height, depth;
};

bool fits(const Context& ctx, TextureKind kind, const StorageRequest& r) {
  const SizeLimit limit = sizeLimit(ctx, kind, 0);
  return static_cast<uint32_t>(r.width) <= limit.width && static_cast<uint32_t>(r.height) <= limit.height &&
         static_cast<uint32_t>(r.depth) <= limit.depth;
}

bool validateMutable(const Context& ctx, const char* command, const Texture& texture) {
  if (texture.name == 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the default texture cannot have immutable storage.", command);
  if (!texture.immutable) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the format of texture %u is immutable already.", command, texture.name);
}

bool validateStorage(const Context& ctx, TextureKind kind, const Texture* texture, const StorageRequest& r) {
  if (r.levels < 1 || r.width < 1 || r.height < 1 || r.depth < 1)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %d levels of %dx%dx%d texels; all must be at least 1.", r.command,
                  r.levels, r.width, r.height, r.depth);
  const Format storage = sizedStorage(ctx, r.internalFormat);
  if (storage == Format::None) return refuseEnum(ctx, r.command, "internalformat", r.internalFormat);
  if (kind == TextureKind::k3D && !formats::info(storage).isColor())
    return refuse(ctx, GL_INVALID_OPERATION, "%s: 3D textures have no depth or stencil formats.", r.command);
  if (isCubeKind(kind) && r.width != r.height)
    return refuse(ctx, GL_INVALID_VALUE, "%s: cube map faces are square, not %dx%d.", r.command, r.width, r.height);
  if (kind == TextureKind::kCubeArray && r.depth % 6 != 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: depth %d of a cube map array is no multiple of 6.", r.command, r.depth);
  if (texture && !fits(ctx, kind, r))
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d texels are more than this context's textures have.", r.command,
                  r.width, r.height, r.depth);
  const uint32_t chain =
      kind == TextureKind::kRectangle
          ? 1
          : fullChainLevels(kind, static_cast<uint32_t>(r.width), static_cast<uint32_t>(r.height),
                            static_cast<uint32_t>(r.depth));
  if (static_cast<uint32_t>(r.levels) > chain)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %d levels are asked for; %dx%dx%d texels have %u.", r.command,
                  r.levels, r.width, r.height, r.depth, chain);
  return !texture || validateMutable(ctx, r.command, *texture);
}

bool isStorageKind(const Context& ctx, TextureKind kind, uint32_t dimensions) {
  return kind != TextureKind::kBuffer && !isMultisampleKind(kind) && imageDimensions(kind) == dimensions &&
         isKindSupported(ctx, kind);
}

bool validateStorageTarget(const Context& ctx, GLenum target, const StorageRequest& r) {
  const auto parsed = storageTarget(target);
  if (!parsed || !isStorageKind(ctx, parsed->kind, r.dimensions)) return refuseEnum(ctx, r.command, "target", target);
  return validateStorage(ctx, parsed->kind, parsed->proxy ? nullptr : &boundTexture(ctx, parsed->kind), r);
}

bool validateStorageNamed(const Context& ctx, GLuint name, const StorageRequest& r) {
  const auto texture = needTexture(ctx, r.command, name, GL_INVALID_OPERATION);
  if (!texture) return false;
  if (!isStorageKind(ctx, texture->kind, r.dimensions))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u has target %s.", r.command, name,
                  enumText(state::glTarget(texture->kind)).c_str());
  return validateStorage(ctx, texture->kind, texture.get(), r);
}

void shapeChanged(Context& ctx, Texture& texture) {
  texture.touch();
  ctx.state().mark(state::kDirtySamplers | state::kDirtyFramebuffer | state::kDirtyImages);
}

// Nothing remains of a texture whose storage could not be had.
void defineStorage(Context& ctx, const char* command, Texture& texture, uint32_t levels) {
  texture.immutable = true;
  texture.immutableLevels = levels;
  shapeChanged(ctx, texture);
  if (ctx.tracker().textureDefineStorage(texture)) return;
  texture.levels = {};
  texture.immutable = false;
  texture.immutableLevels = 0;
  shapeChanged(ctx, texture);
  ctx.errorf(GL_OUT_OF_MEMORY, "%s: there is no memory for the storage of texture %u.", command, texture.name);
}

TextureLevel firstLevel(const Context& ctx, const StorageRequest& r) {
  TextureLevel level;
  level.width = static_cast<uint32_t>(r.width);
  level.height = static_cast<uint32_t>(r.height);
  level.depth = static_cast<uint32_t>(r.depth);
  level.internalFormat = r.internalFormat;
  level.format = static_cast<uint16_t>(sizedStorage(ctx, r.internalFormat));
  return level;
}

void storage(Context& ctx, TextureKind kind, Texture& texture, const StorageRequest& r) {
  TextureLevel level = firstLevel(ctx, r);
  texture.levels = {};
  for (uint32_t i = 0; i < static_cast<uint32_t>(r.levels); ++i) {
    for (uint32_t face = 0; face < texture.faceCount(); ++face) texture.levels[face][i] = level;
    halve(kind, level.width, level.height, level.depth);
  }
  defineStorage(ctx, r.command, texture, static_cast<uint32_t>(r.levels));
}

void storageOfTarget(Context& ctx, GLenum target, const StorageRequest& r) {
  const auto parsed = *storageTarget(target);
  if (!parsed.proxy) return storage(ctx, parsed.kind, boundTexture(ctx, parsed.kind), r);
  TextureLevel level = fits(ctx, parsed.kind, r) ? firstLevel(ctx, r) : TextureLevel{};
  for (uint32_t i = 0; i < static_cast<uint32_t>(r.levels) && i < state::kMaxLevels; ++i) {
    proxyLevel(ctx, parsed.kind, i) = level;
    if (level.defined()) halve(parsed.kind, level.width, level.height, level.depth);
  }
}

void storageNamed(Context& ctx, GLuint name, const StorageRequest& r) {
  const auto texture = findTexture(ctx, name);
  storage(ctx, texture->kind, *texture, r);
}

// ── multisample ──

struct MultisampleRequest {
  const char* command;
  uint32_t dimensions;
  GLsizei samples;
  GLenum internalFormat;
  GLsizei width, height, depth;
  GLboolean fixedSampleLocations;
  bool immutable;
};

bool validateSamples(const Context& ctx, const MultisampleRequest& r, Format storage) {
  const formats::FormatInfo& info = formats::info(storage);
  const DeviceInfo& d = ctx.device();
  const uint32_t byClass = info.isInteger() && info.isColor() ? d.maxIntegerSamples
                           : info.isColor()                   ? d.maxColorSamples
                                                              : d.maxDepthSamples;
  const uint32_t limit = std::min(std::max(byClass, 1u), std::max(1u, maxSamplesOf(ctx, storage)));
  if (static_cast<uint32_t>(r.samples) <= limit) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %d samples are asked for; %s has at most %u.", r.command, r.samples,
                enumText(r.internalFormat).c_str(), limit);
}

bool validateMultisample(const Context& ctx, TextureKind kind, const Texture* texture, const MultisampleRequest& r) {
  if (r.samples < 1) return refuse(ctx, GL_INVALID_VALUE, "%s: samples is %d and must be at least 1.", r.command, r.samples);
  const GLsizei smallest = r.immutable ? 1 : 0;
  if (r.width < smallest || r.height < smallest || r.depth < smallest)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d texels; none may be below %d.", r.command, r.width, r.height,
                  r.depth, smallest);
  const StorageRequest asStorage{r.command, r.dimensions, 1, r.internalFormat, r.width, r.height, r.depth};
  if (texture && !fits(ctx, kind, asStorage))
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d texels are more than this context's textures have.", r.command,
                  r.width, r.height, r.depth);
  const Format storage = r.immutable ? sizedStorage(ctx, r.internalFormat)
                                     : formats::fromInternalFormat(r.internalFormat);
  if (!isRenderable(ctx, storage)) return refuseEnum(ctx, r.command, "internalformat", r.internalFormat);
  // A proxy with too many samples comes out as zero.
  if (!texture) return true;
  if (!validateSamples(ctx, r, storage)) return false;
  if (r.immutable) return validateMutable(ctx, r.command, *texture);
  if (!texture->immutable) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the format of texture %u is immutable.", r.command, texture->name);
}

bool validateMultisampleTarget(const Context& ctx, GLenum target, const MultisampleRequest& r) {
  const auto parsed = storageTarget(target);
  if (!parsed || !isMultisampleKind(parsed->kind) || imageDimensions(parsed->kind) != r.dimensions)
    return refuseEnum(ctx, r.command, "target", target);
  return validateMultisample(ctx, parsed->kind, parsed->proxy ? nullptr : &boundTexture(ctx, parsed->kind), r);
}

bool validateMultisampleNamed(const Context& ctx, GLuint name, const MultisampleRequest& r) {
  const auto texture = needTexture(ctx, r.command, name, GL_INVALID_OPERATION);
  if (!texture) return false;
  if (!isMultisampleKind(texture->kind) || imageDimensions(texture->kind) != r.dimensions)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u has target %s.", r.command, name,
                  enumText(state::glTarget(texture->kind)).c_str());
  return validateMultisample(ctx, texture->kind, texture.get(), r);
}

TextureLevel multisampleLevel(const Context& ctx, const MultisampleRequest& r) {
  TextureLevel level;
  const Format format = formats::fromInternalFormat(r.internalFormat);
  level.width = static_cast<uint32_t>(r.width);
  level.height = static_cast<uint32_t>(r.height);
  level.depth = static_cast<uint32_t>(r.depth);
  level.internalFormat = r.internalFormat;
  level.format = static_cast<uint16_t>(format);
  level.samples = supportedSamples(ctx, format, static_cast<uint32_t>(r.samples));
  level.fixedSampleLocations = r.fixedSampleLocations != GL_FALSE;
  return level;
}

void multisample(Context& ctx, Texture& texture, const MultisampleRequest& r) {
  texture.levels[0][0] = multisampleLevel(ctx, r);
  if (r.immutable) return defineStorage(ctx, r.command, texture, 1);
  shapeChanged(ctx, texture);
  ctx.tracker().textureDefineLevel(texture, 0, 0);
}

void multisampleOfTarget(Context& ctx, GLenum target, const MultisampleRequest& r) {
  const auto parsed = *storageTarget(target);
  if (!parsed.proxy) return multisample(ctx, boundTexture(ctx, parsed.kind), r);
  const StorageRequest asStorage{r.command, r.dimensions, 1, r.internalFormat, r.width, r.height, r.depth};
  const bool possible = fits(ctx, parsed.kind, asStorage) &&
                        static_cast<uint32_t>(r.samples) <= maxSamplesOf(ctx, formats::fromInternalFormat(r.internalFormat));
  proxyLevel(ctx, parsed.kind, 0) = possible ? multisampleLevel(ctx, r) : TextureLevel{};
}

// ── buffer textures ──

bool validateBuffer(const Context& ctx, const char* command, GLenum internalFormat, GLuint buffer, bool ranged,
                    GLintptr offset, GLsizeiptr size) {
  if (!isBufferTextureFormat(ctx, internalFormat)) return refuseEnum(ctx, command, "internalformat", internalFormat);
  if (buffer == 0) return true;
  const auto object = findShared(ctx, &state::ShareGroup::buffers, buffer);
  if (!object) return refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a buffer.", command, buffer);
  if (!ranged) return true;
  if (offset < 0 || size <= 0 || static_cast<uint64_t>(offset) + static_cast<uint64_t>(size) > object->sizeBytes)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %lld bytes at offset %lld are not inside the %llu bytes of buffer %u.",
                  command, static_cast<long long>(size), static_cast<long long>(offset),
                  static_cast<unsigned long long>(object->sizeBytes), buffer);
  constexpr GLintptr kOffsetAlignment = 16;
  if (offset % kOffsetAlignment == 0) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: offset %lld is no multiple of GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT, %d.",
                command, static_cast<long long>(offset), static_cast<int>(kOffsetAlignment));
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

void setBuffer(Context& ctx, Texture& texture, GLenum internalFormat, GLuint buffer, uint64_t offset, uint64_t size) {
  texture.buffer = findShared(ctx, &state::ShareGroup::buffers, buffer);
  texture.bufferInternalFormat = internalFormat;
  texture.bufferOffsetBytes = texture.buffer ? offset : 0;
  texture.bufferSizeBytes = texture.buffer ? size : ~uint64_t{0};
  shapeChanged(ctx, texture);
  ctx.tracker().textureSetBuffer(texture);
}

constexpr uint64_t kWholeBuffer = ~uint64_t{0};

}  // namespace

bool validateTexStorage1D(const Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width) {
  return validateStorageTarget(ctx, target, {"glTexStorage1D", 1, levels, internalformat, width, 1, 1});
}
void texStorage1D(Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width) {
  storageOfTarget(ctx, target, {"glTexStorage1D", 1, levels, internalformat, width, 1, 1});
}
bool validateTexStorage2D(const Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                          GLsizei height) {
  return validateStorageTarget(ctx, target, {"glTexStorage2D", 2, levels, internalformat, width, height, 1});
}
void texStorage2D(Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height) {
  storageOfTarget(ctx, target, {"glTexStorage2D", 2, levels, internalformat, width, height, 1});
}
bool validateTexStorage3D(const Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                          GLsizei height, GLsizei depth) {
  return validateStorageTarget(ctx, target, {"glTexStorage3D", 3, levels, internalformat, width, height, depth});
}
void texStorage3D(Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height,
                  GLsizei depth) {
  storageOfTarget(ctx, target, {"glTexStorage3D", 3, levels, internalformat, width, height, depth});
}
bool validateTextureStorage1D(const Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat,
                              GLsizei width) {
  return validateStorageNamed(ctx, texture, {"glTextureStorage1D", 1, levels, internalformat, width, 1, 1});
}
void textureStorage1D(Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width) {
  storageNamed(ctx, texture, {"glTextureStorage1D", 1, levels, internalformat, width, 1, 1});
}
bool validateTextureStorage2D(const Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat,
                              GLsizei width, GLsizei height) {
  return validateStorageNamed(ctx, texture, {"glTextureStorage2D", 2, levels, internalformat, width, height, 1});
}
void textureStorage2D(Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                      GLsizei height) {
  storageNamed(ctx, texture, {"glTextureStorage2D", 2, levels, internalformat, width, height, 1});
}
bool validateTextureStorage3D(const Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat,
                              GLsizei width, GLsizei height, GLsizei depth) {
  return validateStorageNamed(ctx, texture, {"glTextureStorage3D", 3, levels, internalformat, width, height, depth});
}
void textureStorage3D(Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                      GLsizei height, GLsizei depth) {
  storageNamed(ctx, texture, {"glTextureStorage3D", 3, levels, internalformat, width, height, depth});
}

bool validateTexImage2DMultisample(const Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                                   GLsizei width, GLsizei height, GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target, {"glTexImage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, false});
}
void texImage2DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                           GLsizei height, GLboolean fixed) {
  multisampleOfTarget(ctx, target,
                      {"glTexImage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, false});
}
bool validateTexImage3DMultisample(const Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                                   GLsizei width, GLsizei height, GLsizei depth, GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target, {"glTexImage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, false});
}
void texImage3DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                           GLsizei height, GLsizei depth, GLboolean fixed) {
  multisampleOfTarget(ctx, target,
                      {"glTexImage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, false});
}
bool validateTexStorage2DMultisample(const Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                                     GLsizei width, GLsizei height, GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target, {"glTexStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
void texStorage2DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                             GLsizei height, GLboolean fixed) {
  multisampleOfTarget(ctx, target,
                      {"glTexStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
bool validateTexStorage3DMultisample(const Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                                     GLsizei width, GLsizei height, GLsizei depth, GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target, {"glTexStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}
void texStorage3DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                             GLsizei height, GLsizei depth, GLboolean fixed) {
  multisampleOfTarget(ctx, target,
                      {"glTexStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}
bool validateTextureStorage2DMultisample(const Context& ctx, GLuint texture, GLsizei samples, GLenum internalformat,
                                         GLsizei width, GLsizei height, GLboolean fixed) {
  return validateMultisampleNamed(
      ctx, texture, {"glTextureStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
void textureStorage2DMultisample(Context& ctx, GLuint texture, GLsizei samples, GLenum internalformat, GLsizei width,
                                 GLsizei height, GLboolean fixed) {
  multisample(ctx, *findTexture(ctx, texture),
              {"glTextureStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
bool validateTextureStorage3DMultisample(const Context& ctx, GLuint texture, GLsizei samples, GLenum internalformat,
                                         GLsizei width, GLsizei height, GLsizei depth, GLboolean fixed) {
  return validateMultisampleNamed(
      ctx, texture, {"glTextureStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}
void textureStorage3DMultisample(Context& ctx, GLuint texture, GLsizei samples, GLenum internalformat, GLsizei width,
                                 GLsizei height, GLsizei depth, GLboolean fixed) {
  multisample(ctx, *findTexture(ctx, texture),
              {"glTextureStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}

bool validateTexBuffer(const Context& ctx, GLenum target, GLenum internalformat, GLuint buffer) {
  return validateBufferTarget(ctx, "glTexBuffer", target) &&
         validateBuffer(ctx, "glTexBuffer", internalformat, buffer, false, 0, 0);
}
void texBuffer(Context& ctx, GLenum, GLenum internalformat, GLuint buffer) {
  setBuffer(ctx, boundTexture(ctx, TextureKind::kBuffer), internalformat, buffer, 0, kWholeBuffer);
}
bool validateTexBufferRange(const Context& ctx, GLenum target, GLenum internalformat, GLuint buffer, GLintptr offset,
                            GLsizeiptr size) {
  return validateBufferTarget(ctx, "glTexBufferRange", target) &&
         validateBuffer(ctx, "glTexBufferRange", internalformat, buffer, true, offset, size);
}
void texBufferRange(Context& ctx, GLenum, GLenum internalformat, GLuint buffer, GLintptr offset, GLsizeiptr size) {
  setBuffer(ctx, boundTexture(ctx, TextureKind::kBuffer), internalformat, buffer, static_cast<uint64_t>(offset),
            static_cast<uint64_t>(size));
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
