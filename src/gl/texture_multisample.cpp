// SPDX-License-Identifier: Apache-2.0
// Multisample textures (GL 4.6 core §8.8, §8.19).
#include <algorithm>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image_format.h"
#include "gl/texture_storage.h"

namespace gl {
namespace {

using formats::Format;
using state::Texture;
using state::TextureKind;
using state::TextureLevel;

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
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %d samples are asked for; %s has at most %u.", r.command,
                r.samples, enumText(r.internalFormat).c_str(), limit);
}

bool validateMultisample(const Context& ctx, TextureKind kind, const Texture* texture,
                         const MultisampleRequest& r) {
  if (r.samples < 1)
    return refuse(ctx, GL_INVALID_VALUE, "%s: samples is %d and must be at least 1.", r.command, r.samples);
  const GLsizei smallest = r.immutable ? 1 : 0;
  if (r.width < smallest || r.height < smallest || r.depth < smallest)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d texels; none may be below %d.", r.command, r.width,
                  r.height, r.depth, smallest);
  const StorageRequest asStorage{r.command, r.dimensions, 1, r.internalFormat, r.width, r.height, r.depth};
  if (texture && !fits(ctx, kind, asStorage))
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d texels are more than this context's textures have.",
                  r.command, r.width, r.height, r.depth);
  const Format storage =
      r.immutable ? sizedStorage(ctx, r.internalFormat) : formats::fromInternalFormat(r.internalFormat);
  if (!isRenderable(ctx, storage)) return refuseEnum(ctx, r.command, "internalformat", r.internalFormat);
  // A proxy with too many samples comes out as zero.
  if (!texture) return true;
  if (!validateSamples(ctx, r, storage)) return false;
  if (r.immutable) return validateMutable(ctx, r.command, *texture);
  if (!texture->immutable) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the format of texture %u is immutable.", r.command,
                texture->name);
}

bool validateMultisampleTarget(const Context& ctx, GLenum target, const MultisampleRequest& r) {
  const auto parsed = storageTarget(target);
  if (!parsed || !isMultisampleKind(parsed->kind) || imageDimensions(parsed->kind) != r.dimensions)
    return refuseEnum(ctx, r.command, "target", target);
  return validateMultisample(ctx, parsed->kind, parsed->proxy ? nullptr : &boundTexture(ctx, parsed->kind),
                             r);
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
  if (ctx.tracker().textureDefineLevel(texture, 0, 0)) return;
  texture.levels[0][0] = {};
  shapeChanged(ctx, texture);
  ctx.errorf(GL_OUT_OF_MEMORY, "%s: there is no memory for %dx%dx%d texels.", r.command, r.width, r.height, r.depth);
}

void multisampleOfTarget(Context& ctx, GLenum target, const MultisampleRequest& r) {
  const auto parsed = *storageTarget(target);
  if (!parsed.proxy) return multisample(ctx, boundTexture(ctx, parsed.kind), r);
  const StorageRequest asStorage{r.command, r.dimensions, 1, r.internalFormat, r.width, r.height, r.depth};
  const bool possible =
      fits(ctx, parsed.kind, asStorage) &&
      static_cast<uint32_t>(r.samples) <= maxSamplesOf(ctx, formats::fromInternalFormat(r.internalFormat));
  proxyLevel(ctx, parsed.kind, 0) = possible ? multisampleLevel(ctx, r) : TextureLevel{};
}

}  // namespace

bool validateTexImage2DMultisample(const Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                                   GLsizei width, GLsizei height, GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target, {"glTexImage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, false});
}
void texImage2DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                           GLsizei height, GLboolean fixed) {
  multisampleOfTarget(
      ctx, target, {"glTexImage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, false});
}
bool validateTexImage3DMultisample(const Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                                   GLsizei width, GLsizei height, GLsizei depth, GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target,
      {"glTexImage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, false});
}
void texImage3DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                           GLsizei height, GLsizei depth, GLboolean fixed) {
  multisampleOfTarget(
      ctx, target,
      {"glTexImage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, false});
}
bool validateTexStorage2DMultisample(const Context& ctx, GLenum target, GLsizei samples,
                                     GLenum internalformat, GLsizei width, GLsizei height, GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target, {"glTexStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
void texStorage2DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                             GLsizei width, GLsizei height, GLboolean fixed) {
  multisampleOfTarget(
      ctx, target, {"glTexStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
bool validateTexStorage3DMultisample(const Context& ctx, GLenum target, GLsizei samples,
                                     GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth,
                                     GLboolean fixed) {
  return validateMultisampleTarget(
      ctx, target,
      {"glTexStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}
void texStorage3DMultisample(Context& ctx, GLenum target, GLsizei samples, GLenum internalformat,
                             GLsizei width, GLsizei height, GLsizei depth, GLboolean fixed) {
  multisampleOfTarget(
      ctx, target,
      {"glTexStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}
bool validateTextureStorage2DMultisample(const Context& ctx, GLuint texture, GLsizei samples,
                                         GLenum internalformat, GLsizei width, GLsizei height,
                                         GLboolean fixed) {
  return validateMultisampleNamed(
      ctx, texture,
      {"glTextureStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
void textureStorage2DMultisample(Context& ctx, GLuint texture, GLsizei samples, GLenum internalformat,
                                 GLsizei width, GLsizei height, GLboolean fixed) {
  multisample(ctx, *findTexture(ctx, texture),
              {"glTextureStorage2DMultisample", 2, samples, internalformat, width, height, 1, fixed, true});
}
bool validateTextureStorage3DMultisample(const Context& ctx, GLuint texture, GLsizei samples,
                                         GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth,
                                         GLboolean fixed) {
  return validateMultisampleNamed(
      ctx, texture,
      {"glTextureStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}
void textureStorage3DMultisample(Context& ctx, GLuint texture, GLsizei samples, GLenum internalformat,
                                 GLsizei width, GLsizei height, GLsizei depth, GLboolean fixed) {
  multisample(
      ctx, *findTexture(ctx, texture),
      {"glTextureStorage3DMultisample", 3, samples, internalformat, width, height, depth, fixed, true});
}

}  // namespace gl
