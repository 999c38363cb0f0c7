// SPDX-License-Identifier: Apache-2.0
// Properties of texture targets, limits of their images, lookup of textures.
#include "gl/texture_target.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <bit>
#include <mutex>

#include "gl/context.h"
#include "gl/device_info.h"

namespace gl {

using state::TextureKind;

namespace {

std::optional<TextureKind> proxyKind(uint32_t target) {
  switch (target) {
    case GL_PROXY_TEXTURE_1D:
      return TextureKind::k1D;
    case GL_PROXY_TEXTURE_2D:
      return TextureKind::k2D;
    case GL_PROXY_TEXTURE_3D:
      return TextureKind::k3D;
    case GL_PROXY_TEXTURE_CUBE_MAP:
      return TextureKind::kCube;
    case GL_PROXY_TEXTURE_RECTANGLE:
      return TextureKind::kRectangle;
    case GL_PROXY_TEXTURE_1D_ARRAY:
      return TextureKind::k1DArray;
    case GL_PROXY_TEXTURE_2D_ARRAY:
      return TextureKind::k2DArray;
    case GL_PROXY_TEXTURE_CUBE_MAP_ARRAY:
      return TextureKind::kCubeArray;
    case GL_PROXY_TEXTURE_2D_MULTISAMPLE:
      return TextureKind::k2DMultisample;
    case GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY:
      return TextureKind::k2DMultisampleArray;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<ImageTarget> storageTarget(uint32_t target) {
  if (const auto proxy = proxyKind(target)) return ImageTarget{*proxy, 0, true};
  const size_t index = state::textureKindIndex(target);
  if (index == state::kTextureKindCount) return std::nullopt;
  return ImageTarget{static_cast<TextureKind>(index), 0, false};
}

std::optional<ImageTarget> imageTarget(uint32_t target) {
  if (target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
    return ImageTarget{TextureKind::kCube, target - GL_TEXTURE_CUBE_MAP_POSITIVE_X, false};
  if (target == GL_TEXTURE_CUBE_MAP) return std::nullopt;
  return storageTarget(target);
}

uint32_t imageDimensions(TextureKind kind) {
  switch (kind) {
    case TextureKind::k1D:
    case TextureKind::kBuffer:
      return 1;
    case TextureKind::k3D:
    case TextureKind::k2DArray:
    case TextureKind::kCubeArray:
    case TextureKind::k2DMultisampleArray:
      return 3;
    default:
      return 2;
  }
}

bool isArrayKind(TextureKind kind) {
  return kind == TextureKind::k1DArray || kind == TextureKind::k2DArray || kind == TextureKind::kCubeArray ||
         kind == TextureKind::k2DMultisampleArray;
}

bool isMultisampleKind(TextureKind kind) {
  return kind == TextureKind::k2DMultisample || kind == TextureKind::k2DMultisampleArray;
}

bool isCubeKind(TextureKind kind) {
  return kind == TextureKind::kCube || kind == TextureKind::kCubeArray;
}

bool isKindSupported(const Context& ctx, TextureKind kind) {
  switch (kind) {
    case TextureKind::kCubeArray:
      return ctx.version() >= 40 || ctx.device().has("GL_ARB_texture_cube_map_array");
    case TextureKind::kBuffer:
      return ctx.version() >= 31 || ctx.device().has("GL_ARB_texture_buffer_object");
    case TextureKind::k2DMultisample:
    case TextureKind::k2DMultisampleArray:
      return ctx.version() >= 32 || ctx.device().has("GL_ARB_texture_multisample");
    default:
      return true;
  }
}

SizeLimit sizeLimit(const Context& ctx, TextureKind kind, uint32_t level) {
  const DeviceInfo& d = ctx.device();
  const auto at = [level](uint32_t largest) { return std::max(1u, largest >> level); };
  const uint32_t flat = at(d.maxTextureSize), cube = at(d.maxCubeMapSize), volume = at(d.max3dTextureSize);
  switch (kind) {
    case TextureKind::k1D:
      return {flat, 1, 1};
    case TextureKind::k2D:
    case TextureKind::k2DMultisample:
      return {flat, flat, 1};
    case TextureKind::k3D:
      return {volume, volume, volume};
    case TextureKind::kCube:
      return {cube, cube, 1};
    case TextureKind::kRectangle:
      return {d.maxRectangleSize, d.maxRectangleSize, 1};
    case TextureKind::k1DArray:
      return {flat, d.maxArrayLayers, 1};
    case TextureKind::k2DArray:
    case TextureKind::k2DMultisampleArray:
      return {flat, flat, d.maxArrayLayers};
    case TextureKind::kCubeArray:
      return {cube, cube, d.maxArrayLayers};
    case TextureKind::kBuffer:
      return {d.maxTextureBufferTexels, 1, 1};
  }
  return {};
}

uint32_t levelLimit(const Context& ctx, TextureKind kind) {
  if (kind == TextureKind::kRectangle || kind == TextureKind::kBuffer || isMultisampleKind(kind)) return 1;
  const uint32_t width = sizeLimit(ctx, kind, 0).width;
  return std::min(static_cast<uint32_t>(std::bit_width(width)), state::kMaxLevels);
}

uint32_t fullChainLevels(TextureKind kind, uint32_t width, uint32_t height, uint32_t depth) {
  uint32_t largest = width;
  if (kind != TextureKind::k1D && kind != TextureKind::k1DArray) largest = std::max(largest, height);
  if (kind == TextureKind::k3D) largest = std::max(largest, depth);
  return static_cast<uint32_t>(std::bit_width(largest));
}

void halve(TextureKind kind, uint32_t& width, uint32_t& height, uint32_t& depth) {
  width = std::max(1u, width / 2);
  if (kind != TextureKind::k1DArray) height = std::max(1u, height / 2);
  if (kind == TextureKind::k3D) depth = std::max(1u, depth / 2);
}

state::Texture& boundTexture(const Context& ctx, TextureKind kind) {
  const state::Context& s = ctx.state();
  return *s.units[s.activeUnit].bound[static_cast<size_t>(kind)];
}

std::shared_ptr<state::Texture> findTexture(const Context& ctx, uint32_t name) {
  if (name == 0) return nullptr;
  std::lock_guard lock(ctx.share().mutex);
  return ctx.share().textures.find(name);
}

std::shared_ptr<state::Texture> needTexture(const Context& ctx, const char* command, uint32_t name,
                                            uint32_t code) {
  std::shared_ptr<state::Texture> texture = findTexture(ctx, name);
  if (!texture) ctx.errorf(code, "%s: %u is not the name of a texture.", command, name);
  return texture;
}

state::TextureLevel& proxyLevel(const Context& ctx, TextureKind kind, uint32_t level) {
  // Only cube maps use more than the first face of a texture's table, so the context's own default textures
  // have room for the proxies, which nothing but a level query ever sees. Cube maps borrow the rectangle's
  // fifth.
  const bool cube = kind == TextureKind::kCube;
  const TextureKind home = cube ? TextureKind::kRectangle : kind;
  return ctx.state().defaultTextures[static_cast<size_t>(home)]->levels[cube ? 4 : 5][level];
}

}  // namespace gl
