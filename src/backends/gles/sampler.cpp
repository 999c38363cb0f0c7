// SPDX-License-Identifier: Apache-2.0
// Samplers, and the variants of them that some textures need.
//
// A border color meets the texel before the texture's swizzle. Where storage holds GL's components elsewhere (alpha in
// red), the border must be moved the same way. And ES calls a depth texture incomplete that is filtered linearly
// without comparison, where GL filters it: such a texture is sampled with a nearest filter.
#include <cstring>

#include "backends/gles/context.h"

namespace gles {
namespace {

GLenum wrapOf(uint16_t wrap, const Extensions& has) {
  if (wrap == desktop::kClamp) return GL_CLAMP_TO_EDGE;
  if (wrap == GL_CLAMP_TO_BORDER && !has.borderClamp) return GL_CLAMP_TO_EDGE;
  if (wrap == GL_MIRROR_CLAMP_TO_EDGE_EXT && !has.mirrorClamp) return GL_MIRRORED_REPEAT;
  return wrap;
}

bool usesBorder(const pipe::SamplerState& state) {
  return state.wrapS == GL_CLAMP_TO_BORDER || state.wrapT == GL_CLAMP_TO_BORDER || state.wrapR == GL_CLAMP_TO_BORDER;
}

GLenum nearestOf(uint16_t filter) {
  switch (filter) {
    case GL_NEAREST:
    case GL_LINEAR: return GL_NEAREST;
  }
  return GL_NEAREST_MIPMAP_NEAREST;
}

bool filtersLinearly(const pipe::SamplerState& state) {
  return state.magFilter == GL_LINEAR || (state.minFilter != GL_NEAREST && state.minFilter != GL_NEAREST_MIPMAP_NEAREST);
}

// Border words of storage from GL's, through the format's upload swizzle.
void moveBorder(const pipe::SamplerState& state, const formats::Swizzle4& store, uint32_t (&border)[4]) {
  uint32_t one = 1;
  if (state.borderKind == 0) {
    const float f = 1.0f;
    std::memcpy(&one, &f, sizeof one);
  }
  for (int c = 0; c < 4; ++c) {
    const formats::Swizzle from = store[static_cast<size_t>(c)];
    if (from == formats::Swizzle::Zero)
      border[c] = 0;
    else if (from == formats::Swizzle::One)
      border[c] = one;
    else
      border[c] = state.border[static_cast<int>(from)];
  }
}

}  // namespace

void Context::samplerCreate(const pipe::SamplerCreateArgs& args) {
  auto sampler = std::make_unique<Sampler>();
  sampler->state = args.state;
  if (!mShared->samplers.insert(args.sampler, std::move(sampler)))
    stale("sampler", args.sampler.slot, args.sampler.generation);
}

void Context::samplerDestroy(const pipe::SamplerDestroyArgs& args) {
  const auto sampler = mShared->samplers.erase(args.sampler);
  if (!sampler) return stale("sampler", args.sampler.slot, args.sampler.generation);
  for (const Sampler::Variant& variant : sampler->variants) mGl.DeleteSamplers(1, &variant.name.gl);
}

Name Context::samplerFor(Sampler& sampler, const Texture& texture) {
  const pipe::SamplerState& state = sampler.state;
  const formats::FormatInfo& held = formats::info(mShared->storageOf(texture.shapeLevel().asked));
  const formats::Swizzle4 store = usesBorder(state) ? held.store : formats::kIdentitySwizzle;
  const bool float32 = held.type == formats::ComponentType::Float && held.redBits == 32;
  const bool unfilterable = (held.hasDepth() && state.compareMode == GL_NONE) ||
                            (float32 && !mShared->extensions.floatLinear);
  const bool nearest = unfilterable && filtersLinearly(state);

  std::lock_guard lock(sampler.mutex);
  for (const Sampler::Variant& variant : sampler.variants)
    if (variant.store == store && variant.nearest == nearest) return variant.name;

  const Extensions& has = mShared->extensions;
  Sampler::Variant& variant = sampler.variants.emplace_back();
  variant.store = store;
  variant.nearest = nearest;
  mGl.GenSamplers(1, &variant.name.gl);
  variant.name.id = mShared->newId();
  const GLuint name = variant.name.gl;
  const auto set = [&](GLenum parameter, GLenum value) {
    mGl.SamplerParameteri(name, parameter, static_cast<GLint>(value));
  };
  set(GL_TEXTURE_MIN_FILTER, nearest ? nearestOf(state.minFilter) : state.minFilter);
  set(GL_TEXTURE_MAG_FILTER, nearest ? nearestOf(state.magFilter) : state.magFilter);
  set(GL_TEXTURE_WRAP_S, wrapOf(state.wrapS, has));
  set(GL_TEXTURE_WRAP_T, wrapOf(state.wrapT, has));
  set(GL_TEXTURE_WRAP_R, wrapOf(state.wrapR, has));
  set(GL_TEXTURE_COMPARE_MODE, state.compareMode);
  if (state.compareFunc) set(GL_TEXTURE_COMPARE_FUNC, state.compareFunc);
  mGl.SamplerParameterf(name, GL_TEXTURE_MIN_LOD, state.minLod);
  mGl.SamplerParameterf(name, GL_TEXTURE_MAX_LOD, state.maxLod);
  if (has.anisotropy && state.maxAnisotropy > 1.0f)
    mGl.SamplerParameterf(name, GL_TEXTURE_MAX_ANISOTROPY_EXT, state.maxAnisotropy);
  if (has.srgbDecode && state.srgbDecode) set(GL_TEXTURE_SRGB_DECODE_EXT, state.srgbDecode);
  if (has.borderClamp && usesBorder(state)) {
    uint32_t border[4];
    moveBorder(state, store, border);
    if (state.borderKind == 1) {
      mGl.SamplerParameterIiv(name, GL_TEXTURE_BORDER_COLOR, reinterpret_cast<const GLint*>(border));
    } else if (state.borderKind == 2) {
      mGl.SamplerParameterIuiv(name, GL_TEXTURE_BORDER_COLOR, border);
    } else {
      float floats[4];
      std::memcpy(floats, border, sizeof floats);
      mGl.SamplerParameterfv(name, GL_TEXTURE_BORDER_COLOR, floats);
    }
  }
  return variant.name;
}

}  // namespace gles
