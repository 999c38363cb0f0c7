// SPDX-License-Identifier: Apache-2.0
// Parameters of the texture object: levels, depth or stencil view, and the swizzle that composes the application's with
// the one that storage needs (luminance in red, missing alpha).
#include "backends/gles/context.h"

namespace gles {
namespace {

GLenum numberOf(formats::Swizzle swizzle) {
  constexpr GLenum kNumbers[] = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA, GL_ZERO, GL_ONE};
  return kNumbers[static_cast<size_t>(swizzle)];
}

// The application's swizzle picks among the texel's RGBA; the format's says where storage has each of these.
GLenum compose(uint16_t application, const formats::Swizzle4& sample) {
  switch (application) {
    case GL_RED: return numberOf(sample[0]);
    case GL_GREEN: return numberOf(sample[1]);
    case GL_BLUE: return numberOf(sample[2]);
    case GL_ALPHA: return numberOf(sample[3]);
  }
  return application;
}

// ES takes no level of a mutable texture as attachment unless all levels up to the last one are there. GL's 1000 must
// then become the last level defined; sampling never gets to see the difference, since the client judges completeness.
uint32_t lastUsableLevel(const Texture& texture) {
  const uint32_t base = texture.params.baseLevel;
  if (texture.immutable || base >= kMaxLevels || !texture.levels[base].width) return texture.params.maxLevel;
  const auto half = [](uint32_t size) { return std::max(size / 2, 1u); };
  uint32_t last = base;
  while (last + 1 < kMaxLevels && last < texture.params.maxLevel) {
    const Level &above = texture.levels[last], &next = texture.levels[last + 1];
    const bool single = above.width == 1 && above.height == 1 && (texture.target != GL_TEXTURE_3D || above.depth == 1);
    if (single || next.width != half(above.width) || next.height != half(above.height) || next.asked != above.asked) break;
    ++last;
  }
  return std::max(last, std::min(texture.params.maxLevel, base));
}

}  // namespace

void Context::textureSetParams(const pipe::TextureSetParamsArgs& args) {
  Texture* texture = find(mShared->textures, args.texture, "texture");
  if (!texture) return;
  texture->params = args.params;
  if (!texture->isRenderbuffer()) applyTextureParams(*texture);
}

void Context::applyTextureParams(Texture& texture) {
  if (texture.target == GL_TEXTURE_BUFFER) return;
  const formats::FormatInfo& held = formats::info(mShared->storageOf(texture.shapeLevel().asked));
  const pipe::TextureParams &want = texture.params, &have = texture.applied;
  const auto set = [&](GLenum parameter, uint32_t value) {
    mState.editTexture(texture.target, texture.name);
    mGl.TexParameteri(texture.target, parameter, static_cast<GLint>(value));
  };
  if (want.baseLevel != have.baseLevel && !texture.isMultisample()) set(GL_TEXTURE_BASE_LEVEL, want.baseLevel);
  const uint32_t maxLevel = lastUsableLevel(texture);
  if (maxLevel != have.maxLevel) set(GL_TEXTURE_MAX_LEVEL, maxLevel);
  if (want.depthStencilMode != have.depthStencilMode && want.depthStencilMode)
    set(GL_DEPTH_STENCIL_TEXTURE_MODE, want.depthStencilMode);
  for (uint32_t c = 0; c < 4; ++c) {
    const GLenum swizzle = held.isColor() ? compose(want.swizzle[c], held.sample) : want.swizzle[c];
    if (swizzle == texture.appliedSwizzle[c]) continue;
    texture.appliedSwizzle[c] = swizzle;
    set(GL_TEXTURE_SWIZZLE_R + c, swizzle);
  }
  texture.applied = want;
  texture.applied.maxLevel = maxLevel;
}

}  // namespace gles
