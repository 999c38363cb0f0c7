// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/descriptor_sets.h"

#include "base/log.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace vulkan {
namespace {

constexpr uint32_t kSetsPerPool = 256;

uint64_t hashOf(const std::vector<uint64_t>& content) {
  return XXH3_64bits(content.data(), content.size() * sizeof(uint64_t));
}

}  // namespace

DescriptorSets::~DescriptorSets() {
  // The recorder has waited for the device before this is reached.
  for (const auto* list : {&mFree})
    for (const Pool& pool : *list) mRecorder.device.vk.vkDestroyDescriptorPool(mRecorder.device.handle, pool.pool, nullptr);
  for (const Pool& pool : mFull) mRecorder.device.vk.vkDestroyDescriptorPool(mRecorder.device.handle, pool.pool, nullptr);
  if (mOpen.pool) mRecorder.device.vk.vkDestroyDescriptorPool(mRecorder.device.handle, mOpen.pool, nullptr);
}

VkDescriptorSet DescriptorSets::find(const std::vector<uint64_t>& content) {
  if (mBatch != mRecorder.recording()) {
    mBatch = mRecorder.recording();
    mKnown.clear();
    // Sets of another batch share the pool only while that batch runs; a pool belongs to one batch.
    if (mOpen.pool && mOpen.lastUse) {
      mFull.push_back(mOpen);
      mOpen = {};
    }
    return VK_NULL_HANDLE;
  }
  const auto [begin, end] = mKnown.equal_range(hashOf(content));
  for (auto at = begin; at != end; ++at)
    if (at->second.content == content) return at->second.set;
  return VK_NULL_HANDLE;
}

bool DescriptorSets::nextPool() {
  auto& vk = mRecorder.device.vk;
  if (mOpen.pool) mFull.push_back(mOpen);
  mOpen = {};
  mRecorder.poll();
  while (!mFull.empty() && mRecorder.done(mFull.front().lastUse)) {
    vk.vkResetDescriptorPool(mRecorder.device.handle, mFull.front().pool, 0);
    mFree.push_back(mFull.front());
    mFull.pop_front();
  }
  if (!mFree.empty()) {
    mOpen = mFree.back();
    mFree.pop_back();
    mOpen.lastUse = 0;
    return true;
  }
  constexpr VkDescriptorPoolSize kSizes[] = {
      {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kSetsPerPool * 8}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kSetsPerPool * 4},
      {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 6 * 16},           {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kSetsPerPool},
      {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, kSetsPerPool},       {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, kSetsPerPool}};
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = kSetsPerPool;
  info.poolSizeCount = std::size(kSizes);
  info.pPoolSizes = kSizes;
  ++mRecorder.counters.setPools;
  if (vk.vkCreateDescriptorPool(mRecorder.device.handle, &info, nullptr, &mOpen.pool) == VK_SUCCESS) return true;
  mOpen = {};
  return false;
}

VkDescriptorSet DescriptorSets::make(VkDescriptorSetLayout layout, const std::vector<uint64_t>& content) {
  VkDescriptorSetAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  for (int attempt = 0; attempt < 2 && !set; ++attempt) {
    if ((attempt || !mOpen.pool) && !nextPool()) break;
    info.descriptorPool = mOpen.pool;
    if (mRecorder.device.vk.vkAllocateDescriptorSets(mRecorder.device.handle, &info, &set) != VK_SUCCESS) set = VK_NULL_HANDLE;
  }
  if (!set) {
    base::log(base::LogLevel::Error, "The Vulkan device has no memory for descriptor sets: a draw does nothing.");
    return set;
  }
  ++mRecorder.counters.sets;
  mOpen.lastUse = mRecorder.recording();
  mKnown.emplace(hashOf(content), Known{content, set});
  return set;
}

}  // namespace vulkan
