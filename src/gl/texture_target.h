// SPDX-License-Identifier: Apache-2.0
// Texture targets: which commands take them, what they address, and the sizes they allow.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "state/texture.h"

namespace gl {

class Context;

// What the target of an image command (glTexImage2D and its like) addresses.
struct ImageTarget {
  state::TextureKind kind;
  uint32_t face = 0;  // of a cube map
  bool proxy = false;
};

// Targets of one image: cube faces instead of the cube map, proxies included. Empty for anything else.
std::optional<ImageTarget> imageTarget(uint32_t target);
// Targets of a whole texture: GL_TEXTURE_CUBE_MAP, no faces; proxies included.
std::optional<ImageTarget> storageTarget(uint32_t target);

// Which of glTexImage1D, 2D and 3D defines images of this kind.
uint32_t imageDimensions(state::TextureKind kind);
bool isArrayKind(state::TextureKind kind);
bool isMultisampleKind(state::TextureKind kind);
bool isCubeKind(state::TextureKind kind);  // cube maps and their arrays

// False in contexts whose version has no such target (cube map arrays before 4.0 and the like).
bool isKindSupported(const Context& ctx, state::TextureKind kind);

struct SizeLimit {
  uint32_t width = 0, height = 0, depth = 0;
};
// Largest size of a level; what counts layers is the same in every level.
SizeLimit sizeLimit(const Context& ctx, state::TextureKind kind, uint32_t level);
// One past the highest level number.
uint32_t levelLimit(const Context& ctx, state::TextureKind kind);

// Levels of a full chain below a base image of this size.
uint32_t fullChainLevels(state::TextureKind kind, uint32_t width, uint32_t height, uint32_t depth);
// The size of the level below.
void halve(state::TextureKind kind, uint32_t& width, uint32_t& height, uint32_t& depth);

// The texture bound to the active unit.
state::Texture& boundTexture(const Context& ctx, state::TextureKind kind);
// A texture object by name, null if there is none.
std::shared_ptr<state::Texture> findTexture(const Context& ctx, uint32_t name);
// As findTexture, but reports `code`.
std::shared_ptr<state::Texture> needTexture(const Context& ctx, const char* command, uint32_t name,
                                            uint32_t code);

// The level that a proxy command described last; all zero if it would not fit. Belongs to the context.
state::TextureLevel& proxyLevel(const Context& ctx, state::TextureKind kind, uint32_t level);

}  // namespace gl
