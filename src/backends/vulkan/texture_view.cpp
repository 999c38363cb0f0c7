// SPDX-License-Identifier: Apache-2.0
// Textures as shaders see them: the levels that parameters allow, the swizzle that composes the application's with the
// one that storage needs, and texels of buffers.
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

namespace {

// Formats of integers come in pairs, the unsigned one first.
VkFormat withOtherSign(const HeldFormat& held) {
  return static_cast<VkFormat>(held.isSigned ? held.format - 1 : held.format + 1);
}

}  // namespace

const View* Context::sampledView(Texture& texture, Image*& image, Numeric wanted) {
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
  // GL leaves integers read with the other sign undefined; programs count on the bits, which every driver gives them.
  if (held.integer && (wanted == Numeric::Int || wanted == Numeric::Uint) && held.isSigned != (wanted == Numeric::Int) &&
      (r.device.formatProperties(withOtherSign(held)).optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
    key.format = withOtherSign(held);
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

}  // namespace vulkan
