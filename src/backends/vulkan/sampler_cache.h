// SPDX-License-Identifier: Apache-2.0
// Samplers of the device, one for each content: devices hold few of them, and fewer with colors of their own for the border
// (VkPhysicalDeviceCustomBorderColorPropertiesEXT). Users count; the last one's going parks the sampler.
#pragma once

#include <deque>
#include <unordered_map>

#include "backends/vulkan/border_color.h"
#include "backends/vulkan/recorder.h"

namespace vulkan {

struct SamplerKey {
  uint32_t magFilter = 0, minFilter = 0, mipmapMode = 0;
  uint32_t wraps[3] = {};
  float lodBias = 0, minLod = 0, maxLod = 0;
  float anisotropy = 0;  // 0: off
  uint32_t compare = 0;  // 0: off, else the function + 1
  uint32_t hasBorder = 0;
  uint32_t borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
  uint32_t border[4] = {};
  uint32_t mapping[4] = {};  // of the view, where the device must be told
  friend bool operator==(const SamplerKey& a, const SamplerKey& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};

class SamplerCache {
 public:
  struct Entry {
    SamplerKey key;
    VkSampler sampler = VK_NULL_HANDLE;
    uint64_t id = 0, lastUse = 0;
    uint32_t users = 0;
    bool custom = false;
  };

  explicit SamplerCache(Recorder& recorder) : r(recorder) {}
  ~SamplerCache();
  // One user more. Null: the device has no memory. border: null if no wrap mode shows it.
  Entry* take(SamplerKey key, const Border* border);
  void release(Entry* entry);
  size_t size() const { return mEntries.size(); }
  uint32_t customs();  // samplers with a color of their own that may still exist

 private:
  struct Hash {
    size_t operator()(const SamplerKey& key) const;
  };
  bool create(Entry& entry);

  Recorder& r;
  std::unordered_map<SamplerKey, std::unique_ptr<Entry>, Hash> mEntries;
  uint32_t mLiveCustoms = 0;
  std::deque<uint64_t> mDyingCustoms;  // serials of their last use
  bool mSaid = false;
};

}  // namespace vulkan
