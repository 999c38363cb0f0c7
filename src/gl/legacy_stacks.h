// SPDX-License-Identifier: Apache-2.0
// Saved groups of state of glPushAttrib and glPushClientAttrib (GL 4.6 compatibility §21.6).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gl/legacy.h"

namespace gl {

// A push copies everything once; what of it counts, the mask says at the pop.
struct SavedAttribs {
  uint32_t mask = 0;
  state::LegacyValues legacy;
  state::Raster raster;
  std::array<state::Viewport, state::kMaxViewports> viewports;
  std::array<state::ScissorBox, state::kMaxViewports> scissors;
  uint32_t scissorEnable = 0;
  std::array<uint32_t, 4> clearColor{};
  uint32_t clearColorKind = 0;
  double clearDepth = 1;
  int32_t clearStencil = 0;
  uint32_t activeUnit = 0;
  struct SavedTexture {
    std::shared_ptr<state::Texture> texture;
    state::SamplerParams sampler;
    uint32_t baseLevel = 0, maxLevel = 1000;
  };
  std::array<std::array<SavedTexture, state::kTextureKindCount>, state::kMaxTextureCoords> textures;
  std::array<uint32_t, 8> hints{};
};

struct SavedClientAttribs {
  uint32_t mask = 0;
  state::PixelStore pack, unpack;
  std::shared_ptr<state::Buffer> packBuffer, unpackBuffer, arrayBuffer, elements;
  uint32_t clientUnit = 0;
  std::shared_ptr<state::VertexArray> array;
  std::array<state::VertexAttrib, state::kMaxAttribs> attribs;
  std::array<state::VertexBinding, state::kMaxAttribs> bindings;
  uint32_t enabledMask = 0;
  state::LegacyArrays legacy;
};

struct LegacyStacks {
  std::vector<std::unique_ptr<SavedAttribs>> attribs;
  std::vector<std::unique_ptr<SavedClientAttribs>> clientAttribs;
};

}  // namespace gl
