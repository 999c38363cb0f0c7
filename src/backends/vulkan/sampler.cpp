// SPDX-License-Identifier: Apache-2.0
// Samplers of the pipe → samplers of the device. What they become depends on the texture: integers are not filtered, and
// the border color meets the texel before the swizzle.
#include <algorithm>

#include "backends/vulkan/context.h"
#include "base/gl_enums.gen.h"

namespace vulkan {
namespace {

VkFilter filterOf(uint16_t filter) {
  return filter == glenum::LINEAR_ || filter == glenum::LINEAR_MIPMAP_NEAREST_ || filter == glenum::LINEAR_MIPMAP_LINEAR_
             ? VK_FILTER_LINEAR
             : VK_FILTER_NEAREST;
}

bool hasMipmaps(uint16_t filter) { return filter != glenum::NEAREST_ && filter != glenum::LINEAR_; }

VkSamplerAddressMode wrapOf(uint16_t wrap, bool mirrorClamp) {
  switch (wrap) {
    case glenum::CLAMP_TO_EDGE_: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case glenum::CLAMP_TO_BORDER_: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case glenum::MIRRORED_REPEAT_: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case glenum::MIRROR_CLAMP_TO_EDGE_:
      return mirrorClamp ? VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE : VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case glenum::CLAMP_: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  }
  return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

bool usesBorder(const pipe::SamplerState& state) {
  return state.wrapS == glenum::CLAMP_TO_BORDER_ || state.wrapT == glenum::CLAMP_TO_BORDER_ ||
         state.wrapR == glenum::CLAMP_TO_BORDER_;
}

}  // namespace

void Context::samplerCreate(const pipe::SamplerCreateArgs& args) {
  Lock lock(mShared->mutex);
  auto sampler = std::make_unique<Sampler>();
  sampler->state = args.state;
  if (!mShared->samplers.insert(args.sampler, std::move(sampler)))
    stale("sampler", args.sampler.slot, args.sampler.generation);
}

void Context::samplerDestroy(const pipe::SamplerDestroyArgs& args) {
  Lock lock(mShared->mutex);
  const auto sampler = mShared->samplers.erase(args.sampler);
  if (!sampler) return stale("sampler", args.sampler.slot, args.sampler.generation);
  for (const Sampler::Variant& variant : sampler->variants) mShared->samplerCache.release(variant.entry);
  ++mShared->bindingEpoch;
}

const SamplerCache::Entry* Context::samplerFor(Sampler& sampler, const Texture& texture, const View& view) {
  const formats::Format asked = texture.levels[std::min(texture.params.baseLevel, kMaxLevels - 1)].asked;
  const bool stencil = view.key.aspects == VK_IMAGE_ASPECT_STENCIL_BIT;
  const bool border = usesBorder(sampler.state);
  const auto mapping = border && r.device.has.borderNeedsMapping ? view.key.swizzle : std::array<VkComponentSwizzle, 4>{};
  auto variant = std::find_if(sampler.variants.begin(), sampler.variants.end(), [&](const Sampler::Variant& known) {
    return known.asked == asked && known.stencil == stencil && known.mapping == mapping;
  });
  if (variant == sampler.variants.end()) {
    const HeldFormat& held = mShared->formats[asked];
    SamplerKey key = describeSampler(sampler.state, held, stencil);
    std::copy(mapping.begin(), mapping.end(), key.mapping);
    const Border color = borderOf(sampler.state, asked, held, stencil);
    SamplerCache::Entry* entry = mShared->samplerCache.take(key, border ? &color : nullptr);
    if (!entry) return nullptr;
    variant = sampler.variants.insert(variant, {asked, stencil, mapping, entry});
  }
  variant->entry->lastUse = r.recording();
  return variant->entry;
}

SamplerKey Context::describeSampler(const pipe::SamplerState& state, const HeldFormat& held, bool stencil) const {
  const bool integer = held.integer || stencil;
  const bool nearest = integer || !(held.features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
  const pipe::Limits& limits = mShared->caps.limits;
  SamplerKey key;
  key.magFilter = nearest ? VK_FILTER_NEAREST : filterOf(state.magFilter);
  key.minFilter = nearest ? VK_FILTER_NEAREST : filterOf(state.minFilter);
  const bool blends = state.minFilter == glenum::NEAREST_MIPMAP_LINEAR_ || state.minFilter == glenum::LINEAR_MIPMAP_LINEAR_;
  key.mipmapMode = blends && !nearest ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  const bool mirror = r.device.has.mirrorClamp;
  key.wraps[0] = wrapOf(state.wrapS, mirror);
  key.wraps[1] = wrapOf(state.wrapT, mirror);
  key.wraps[2] = wrapOf(state.wrapR, mirror);
  key.lodBias = std::clamp(state.lodBias, -limits.maxLodBias, limits.maxLodBias);
  key.minLod = std::max(state.minLod, 0.0f);
  key.maxLod = std::max(state.maxLod, key.minLod);
  // Without mipmaps the level is 0, but the sign of the level of detail still picks the filter.
  if (!hasMipmaps(state.minFilter)) {
    key.minLod = std::min(key.minLod, 0.25f);
    key.maxLod = std::min(std::max(key.maxLod, key.minLod), 0.25f);
  }
  if (state.maxAnisotropy > 1.0f && r.device.features.samplerAnisotropy && !nearest)
    key.anisotropy = std::clamp(state.maxAnisotropy, 1.0f, limits.maxAnisotropy);
  if (state.compareMode == glenum::COMPARE_REF_TO_TEXTURE_ && !integer) key.compare = state.compareFunc - glenum::NEVER_ + 1u;
  return key;
}

}  // namespace vulkan
