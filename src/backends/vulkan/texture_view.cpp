// SPDX-License-Identifier: Apache-2.0
// Textures as shaders see them: the levels that parameters allow, the swizzle that composes the application's with the
// one that storage needs, texels of buffers; and samplers, whose border color meets the texel before the swizzle.
#include <algorithm>

#include "backends/vulkan/context.h"
#include "backends/vulkan/texture_target.h"

namespace vulkan {
namespace {

using formats::Swizzle;

VkComponentSwizzle component(Swizzle from) {
  constexpr VkComponentSwizzle kAll[] = {VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_G,    VK_COMPONENT_SWIZZLE_B,
                                         VK_COMPONENT_SWIZZLE_A, VK_COMPONENT_SWIZZLE_ZERO, VK_COMPONENT_SWIZZLE_ONE};
  return kAll[static_cast<size_t>(from)];
}

// The application's swizzle picks among the texel's RGBA; the format's says where storage has each of these.
VkComponentSwizzle compose(uint16_t application, const formats::Swizzle4& sample) {
  switch (application) {
    case glenum::RED_: return component(sample[0]);
    case glenum::GREEN_: return component(sample[1]);
    case glenum::BLUE_: return component(sample[2]);
    case glenum::ALPHA_: return component(sample[3]);
    case glenum::ZERO_: return VK_COMPONENT_SWIZZLE_ZERO;
  }
  return VK_COMPONENT_SWIZZLE_ONE;
}

// Depth and stencil texels are red alone.
constexpr formats::Swizzle4 kRedAlone = {Swizzle::R, Swizzle::Zero, Swizzle::Zero, Swizzle::One};

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

// Border words of storage from GL's, through the format's upload swizzle.
VkClearColorValue borderOf(const pipe::SamplerState& state, const formats::Swizzle4& store, bool integer) {
  VkClearColorValue border{};
  const float one = 1.0f;
  for (size_t c = 0; c < 4; ++c) {
    if (store[c] == Swizzle::Zero) continue;
    if (store[c] == Swizzle::One && integer)
      border.uint32[c] = 1;
    else if (store[c] == Swizzle::One)
      border.float32[c] = one;
    else
      border.uint32[c] = state.border[static_cast<size_t>(store[c])];
  }
  return border;
}

// The nearest of the three colors that every device has.
VkBorderColor fixedBorder(const VkClearColorValue& border, bool integer) {
  const auto bright = [&](int c) { return integer ? border.uint32[c] != 0 : border.float32[c] >= 0.5f; };
  if (bright(0) && bright(3)) return integer ? VK_BORDER_COLOR_INT_OPAQUE_WHITE : VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
  if (bright(3)) return integer ? VK_BORDER_COLOR_INT_OPAQUE_BLACK : VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
  return integer ? VK_BORDER_COLOR_INT_TRANSPARENT_BLACK : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
}

}  // namespace

void Context::textureSetParams(const pipe::TextureSetParamsArgs& args) {
  Lock lock(mShared->mutex);
  Texture* texture = find(mShared->textures, args.texture, "texture");
  if (!texture) return;
  texture->params = args.params;
  ++mShared->bindingEpoch;
}

uint32_t Context::lastLevelOf(const Texture& texture) const {
  uint32_t last = std::min(texture.params.baseLevel, kMaxLevels - 1);
  const auto half = [](uint32_t size) { return std::max(size / 2, 1u); };
  while (last + 1 < kMaxLevels && last < texture.params.maxLevel) {
    const Level &above = texture.levels[last], &next = texture.levels[last + 1];
    const bool single = above.width == 1 && above.height == 1 && (!texture.is3d() || above.depth == 1);
    if (single || next.width != half(above.width) || next.height != half(above.height) || next.asked != above.asked) break;
    ++last;
  }
  return last;
}

const View* Context::sampledView(Texture& texture, Image*& image) {
  uint32_t first = std::min(texture.params.baseLevel, kMaxLevels - 1);
  uint32_t last = lastLevelOf(texture);
  if (texture.immutable && !texture.levels[first].image)
    while (first > 0 && !texture.levels[first].image) last = --first;
  if (!gather(texture, first, last)) return nullptr;
  const Level& base = texture.levels[first];
  const HeldFormat& held = mShared->formats[base.asked];
  ViewKey key;
  key.type = texture.viewType;
  key.format = held.format;
  // One aspect at a time.
  const bool stencil = held.stencil() && (!held.depth() || texture.params.depthStencilMode == glenum::STENCIL_INDEX_);
  key.aspects = held.color() ? VK_IMAGE_ASPECT_COLOR_BIT : stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : VK_IMAGE_ASPECT_DEPTH_BIT;
  key.firstLevel = base.imageLevel;
  key.levels = last - first + 1;
  key.layers = texture.is3d() ? 1 : base.depth;
  for (size_t c = 0; c < 4; ++c)
    key.swizzle[c] = compose(texture.params.swizzle[c], held.color() ? held.sample : kRedAlone);
  image = base.image.get();
  return r.view(*image, key);
}

VkBufferView Context::texelView(Texture& texture, Store*& store) {
  Buffer* buffer = mShared->buffers.find(texture.buffer);
  if (!buffer || !buffer->store || texture.bufferOffsetBytes >= buffer->sizeBytes) return VK_NULL_HANDLE;
  const HeldFormat& held = mShared->formats[texture.bufferFormat];
  const uint64_t rest = buffer->sizeBytes - texture.bufferOffsetBytes;
  const uint64_t most = uint64_t{mShared->caps.limits.maxTextureBufferTexels} * held.texelBytes;
  const uint64_t size = std::min({texture.bufferSizeBytes, rest, most}) / held.texelBytes * held.texelBytes;
  if (!size) return VK_NULL_HANDLE;
  store = buffer->store;
  if (texture.bufferViewStore != store->id || texture.bufferViewEnd != size) {
    if (texture.bufferView) r.park(VK_OBJECT_TYPE_BUFFER_VIEW, texture.bufferView, texture.bufferViewUse);
    VkBufferViewCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
    info.buffer = store->buffer;
    info.format = held.format;
    info.offset = texture.bufferOffsetBytes;
    info.range = size;
    texture.bufferView = VK_NULL_HANDLE;
    if (r.device.vk.vkCreateBufferView(r.device.handle, &info, nullptr, &texture.bufferView) != VK_SUCCESS) return VK_NULL_HANDLE;
    texture.bufferViewStore = store->id;
    texture.bufferViewEnd = size;
    texture.bufferViewId = r.newId();
  }
  texture.bufferViewUse = r.recording();
  return texture.bufferView;
}

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
  for (const Sampler::Variant& variant : sampler->variants)
    r.park(VK_OBJECT_TYPE_SAMPLER, variant.sampler, sampler->lastUse);
  ++mShared->bindingEpoch;
}

Sampler::Variant* Context::samplerFor(Sampler& sampler, const Texture& texture) {
  const pipe::SamplerState& state = sampler.state;
  const Level& base = texture.levels[std::min(texture.params.baseLevel, kMaxLevels - 1)];
  const HeldFormat& held = mShared->formats[base.asked];
  const bool stencil = !held.color() && (texture.params.depthStencilMode == glenum::STENCIL_INDEX_ || !held.depth());
  const bool integer = held.integer || stencil;
  const formats::Swizzle4 store = usesBorder(state) ? held.store : formats::kIdentitySwizzle;
  const bool nearest = integer || !(held.features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
  sampler.lastUse = r.recording();
  for (Sampler::Variant& variant : sampler.variants)
    if (variant.store == store && variant.nearest == nearest && variant.integer == integer) return &variant;

  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = nearest ? VK_FILTER_NEAREST : filterOf(state.magFilter);
  info.minFilter = nearest ? VK_FILTER_NEAREST : filterOf(state.minFilter);
  const bool blends = state.minFilter == glenum::NEAREST_MIPMAP_LINEAR_ || state.minFilter == glenum::LINEAR_MIPMAP_LINEAR_;
  info.mipmapMode = blends && !nearest ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  const bool mirror = r.device.has.mirrorClamp;
  info.addressModeU = wrapOf(state.wrapS, mirror);
  info.addressModeV = wrapOf(state.wrapT, mirror);
  info.addressModeW = wrapOf(state.wrapR, mirror);
  info.mipLodBias = std::clamp(state.lodBias, -mShared->caps.limits.maxLodBias, mShared->caps.limits.maxLodBias);
  info.minLod = std::max(state.minLod, 0.0f);
  info.maxLod = std::max(state.maxLod, info.minLod);
  // Without mipmaps the level is 0, but the sign of the level of detail still picks the filter.
  if (!hasMipmaps(state.minFilter)) {
    info.minLod = std::min(info.minLod, 0.25f);
    info.maxLod = std::min(std::max(info.maxLod, info.minLod), 0.25f);
  }
  info.anisotropyEnable = state.maxAnisotropy > 1.0f && r.device.features.samplerAnisotropy && !nearest;
  info.maxAnisotropy = std::clamp(state.maxAnisotropy, 1.0f, mShared->caps.limits.maxAnisotropy);
  if (state.compareMode == glenum::COMPARE_REF_TO_TEXTURE_ && !integer) {
    info.compareEnable = VK_TRUE;
    info.compareOp = static_cast<VkCompareOp>(state.compareFunc - glenum::NEVER_);
  }
  VkSamplerCustomBorderColorCreateInfoEXT custom{};
  custom.sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT;
  if (usesBorder(state)) {
    custom.customBorderColor = borderOf(state, store, integer);
    info.borderColor = fixedBorder(custom.customBorderColor, integer);
    if (r.device.has.customBorderColor) {
      info.borderColor = integer ? VK_BORDER_COLOR_INT_CUSTOM_EXT : VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
      info.pNext = &custom;
    }
  }
  Sampler::Variant made{store, nearest, integer, VK_NULL_HANDLE, r.newId()};
  if (r.device.vk.vkCreateSampler(r.device.handle, &info, nullptr, &made.sampler) != VK_SUCCESS) return nullptr;
  return &sampler.variants.emplace_back(made);
}

}  // namespace vulkan
