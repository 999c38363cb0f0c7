// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/sampler_cache.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/log.h"

namespace vulkan {

size_t SamplerCache::Hash::operator()(const SamplerKey& key) const { return XXH3_64bits(&key, sizeof key); }

SamplerCache::~SamplerCache() {
  // The recorder has waited for the device before this is reached.
  for (const auto& [key, entry] : mEntries) r.device.vk.vkDestroySampler(r.device.handle, entry->sampler, nullptr);
}

uint32_t SamplerCache::customs() {
  r.poll();
  while (!mDyingCustoms.empty() && r.done(mDyingCustoms.front())) mDyingCustoms.pop_front();
  return mLiveCustoms + static_cast<uint32_t>(mDyingCustoms.size());
}

SamplerCache::Entry* SamplerCache::take(SamplerKey key, const Border* border) {
  bool custom = false;
  if (border) {
    const FixedBorder fixed = nearestFixed(*border);
    key.hasBorder = 1;
    key.borderColor = fixed.color;
    if (!fixed.exact && r.device.has.customBorderColor) {
      custom = true;
      key.borderColor = border->numeric == Numeric::Float ? VK_BORDER_COLOR_FLOAT_CUSTOM_EXT : VK_BORDER_COLOR_INT_CUSTOM_EXT;
      std::memcpy(key.border, &border->words, sizeof key.border);
    }
  }
  auto known = mEntries.find(key);
  if (custom && known == mEntries.end() && customs() >= r.device.customBorderLimit) {
    if (!std::exchange(mSaid, true))
      base::logf(base::LogLevel::Warning, "The Vulkan device holds %u samplers with border colors of their own; others get the nearest of black, opaque black and white.",
                 r.device.customBorderLimit);
    custom = false;
    key.borderColor = nearestFixed(*border).color;
    std::memset(key.border, 0, sizeof key.border);
    known = mEntries.find(key);
  }
  if (known == mEntries.end()) {
    auto made = std::make_unique<Entry>();
    made->key = key;
    made->custom = custom;
    if (!create(*made)) return nullptr;
    mLiveCustoms += custom;
    known = mEntries.emplace(key, std::move(made)).first;
  }
  ++known->second->users;
  return known->second.get();
}

bool SamplerCache::create(Entry& entry) {
  const SamplerKey& key = entry.key;
  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = static_cast<VkFilter>(key.magFilter);
  info.minFilter = static_cast<VkFilter>(key.minFilter);
  info.mipmapMode = static_cast<VkSamplerMipmapMode>(key.mipmapMode);
  info.addressModeU = static_cast<VkSamplerAddressMode>(key.wraps[0]);
  info.addressModeV = static_cast<VkSamplerAddressMode>(key.wraps[1]);
  info.addressModeW = static_cast<VkSamplerAddressMode>(key.wraps[2]);
  info.mipLodBias = key.lodBias;
  info.minLod = key.minLod;
  info.maxLod = key.maxLod;
  info.anisotropyEnable = key.anisotropy > 0.0f;
  info.maxAnisotropy = key.anisotropy;
  info.compareEnable = key.compare != 0;
  info.compareOp = static_cast<VkCompareOp>(key.compare ? key.compare - 1 : 0);
  info.borderColor = static_cast<VkBorderColor>(key.borderColor);
  VkSamplerCustomBorderColorCreateInfoEXT custom{};
  custom.sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT;
  if (entry.custom) {
    std::memcpy(&custom.customBorderColor, key.border, sizeof key.border);
    info.pNext = &custom;
  }
  VkSamplerBorderColorComponentMappingCreateInfoEXT mapping{};
  mapping.sType = VK_STRUCTURE_TYPE_SAMPLER_BORDER_COLOR_COMPONENT_MAPPING_CREATE_INFO_EXT;
  if (key.hasBorder && r.device.has.borderNeedsMapping) {
    const auto component = [&](int c) { return static_cast<VkComponentSwizzle>(key.mapping[c]); };
    mapping.components = {component(0), component(1), component(2), component(3)};
    mapping.pNext = info.pNext;
    info.pNext = &mapping;
  }
  entry.id = r.newId();
  return r.device.vk.vkCreateSampler(r.device.handle, &info, nullptr, &entry.sampler) == VK_SUCCESS;
}

void SamplerCache::release(Entry* entry) {
  if (!entry || --entry->users) return;
  if (entry->custom) {
    --mLiveCustoms;
    mDyingCustoms.push_back(entry->lastUse);
  }
  r.park(VK_OBJECT_TYPE_SAMPLER, entry->sampler, entry->lastUse);
  mEntries.erase(SamplerKey(entry->key));
}

}  // namespace vulkan
