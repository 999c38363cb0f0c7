// SPDX-License-Identifier: Apache-2.0
// Storage of a whole texture at once: glTexStorage* (GL 4.6 core §8.19).
#include "gl/texture_storage.h"

#include <algorithm>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using formats::Format;
using state::Texture;
using state::TextureKind;
using state::TextureLevel;

bool validateStorage(const Context& ctx, TextureKind kind, const Texture* texture, const StorageRequest& r) {
  if (r.levels < 1 || r.width < 1 || r.height < 1 || r.depth < 1)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %d levels of %dx%dx%d texels; all must be at least 1.",
                  r.command, r.levels, r.width, r.height, r.depth);
  const Format storage = sizedStorage(ctx, r.internalFormat);
  if (storage == Format::None) return refuseEnum(ctx, r.command, "internalformat", r.internalFormat);
  if (kind == TextureKind::k3D && !formats::info(storage).isColor())
    return refuse(ctx, GL_INVALID_OPERATION, "%s: 3D textures have no depth or stencil formats.", r.command);
  if (isCubeKind(kind) && r.width != r.height)
    return refuse(ctx, GL_INVALID_VALUE, "%s: cube map faces are square, not %dx%d.", r.command, r.width,
                  r.height);
  if (kind == TextureKind::kCubeArray && r.depth % 6 != 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: depth %d of a cube map array is no multiple of 6.", r.command,
                  r.depth);
  if (texture && !fits(ctx, kind, r))
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d texels are more than this context's textures have.",
                  r.command, r.width, r.height, r.depth);
  const uint32_t chain =
      kind == TextureKind::kRectangle
          ? 1
          : fullChainLevels(kind, static_cast<uint32_t>(r.width), static_cast<uint32_t>(r.height),
                            static_cast<uint32_t>(r.depth));
  if (static_cast<uint32_t>(r.levels) > chain)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %d levels are asked for; %dx%dx%d texels have %u.",
                  r.command, r.levels, r.width, r.height, r.depth, chain);
  return !texture || validateMutable(ctx, r.command, *texture);
}

bool isStorageKind(const Context& ctx, TextureKind kind, uint32_t dimensions) {
  return kind != TextureKind::kBuffer && !isMultisampleKind(kind) && imageDimensions(kind) == dimensions &&
         isKindSupported(ctx, kind);
}

bool validateStorageTarget(const Context& ctx, GLenum target, const StorageRequest& r) {
  const auto parsed = storageTarget(target);
  if (!parsed || !isStorageKind(ctx, parsed->kind, r.dimensions))
    return refuseEnum(ctx, r.command, "target", target);
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

}  // namespace

bool fits(const Context& ctx, TextureKind kind, const StorageRequest& r) {
  const SizeLimit limit = sizeLimit(ctx, kind, 0);
  return static_cast<uint32_t>(r.width) <= limit.width && static_cast<uint32_t>(r.height) <= limit.height &&
         static_cast<uint32_t>(r.depth) <= limit.depth;
}

bool validateMutable(const Context& ctx, const char* command, const Texture& texture) {
  if (texture.name == 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the default texture cannot have immutable storage.",
                  command);
  if (!texture.immutable) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the format of texture %u is immutable already.", command,
                texture.name);
}

void shapeChanged(Context& ctx, Texture& texture) {
  texture.touch();
  ctx.state().mark(state::kDirtySamplers | state::kDirtyFramebuffer | state::kDirtyImages);
}

void defineStorage(Context& ctx, const char* command, Texture& texture, uint32_t levels) {
  texture.immutable = true;
  texture.immutableLevels = levels;
  shapeChanged(ctx, texture);
  if (ctx.tracker().textureDefineStorage(texture)) return;
  texture.levels = {};
  texture.immutable = false;
  texture.immutableLevels = 0;
  shapeChanged(ctx, texture);
  ctx.errorf(GL_OUT_OF_MEMORY, "%s: there is no memory for the storage of texture %u.", command,
             texture.name);
}

bool validateTexStorage1D(const Context& ctx, GLenum target, GLsizei levels, GLenum internalformat,
                          GLsizei width) {
  return validateStorageTarget(ctx, target, {"glTexStorage1D", 1, levels, internalformat, width, 1, 1});
}
void texStorage1D(Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width) {
  storageOfTarget(ctx, target, {"glTexStorage1D", 1, levels, internalformat, width, 1, 1});
}
bool validateTexStorage2D(const Context& ctx, GLenum target, GLsizei levels, GLenum internalformat,
                          GLsizei width, GLsizei height) {
  return validateStorageTarget(ctx, target, {"glTexStorage2D", 2, levels, internalformat, width, height, 1});
}
void texStorage2D(Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                  GLsizei height) {
  storageOfTarget(ctx, target, {"glTexStorage2D", 2, levels, internalformat, width, height, 1});
}
bool validateTexStorage3D(const Context& ctx, GLenum target, GLsizei levels, GLenum internalformat,
                          GLsizei width, GLsizei height, GLsizei depth) {
  return validateStorageTarget(ctx, target,
                               {"glTexStorage3D", 3, levels, internalformat, width, height, depth});
}
void texStorage3D(Context& ctx, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                  GLsizei height, GLsizei depth) {
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
  return validateStorageNamed(ctx, texture,
                              {"glTextureStorage2D", 2, levels, internalformat, width, height, 1});
}
void textureStorage2D(Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                      GLsizei height) {
  storageNamed(ctx, texture, {"glTextureStorage2D", 2, levels, internalformat, width, height, 1});
}
bool validateTextureStorage3D(const Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat,
                              GLsizei width, GLsizei height, GLsizei depth) {
  return validateStorageNamed(ctx, texture,
                              {"glTextureStorage3D", 3, levels, internalformat, width, height, depth});
}
void textureStorage3D(Context& ctx, GLuint texture, GLsizei levels, GLenum internalformat, GLsizei width,
                      GLsizei height, GLsizei depth) {
  storageNamed(ctx, texture, {"glTextureStorage3D", 3, levels, internalformat, width, height, depth});
}

}  // namespace gl
