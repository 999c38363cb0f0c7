// SPDX-License-Identifier: Apache-2.0
// Descriptor sets that live as long as a batch. Equal contents within a batch share a set; contents are compared by ids
// that never come back. Pools return whole, once the GPU is done with their batch.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "backends/vulkan/recorder.h"

namespace vulkan {

class DescriptorSets {
 public:
  explicit DescriptorSets(Recorder& recorder) : mRecorder(recorder) {}
  ~DescriptorSets();
  // The set of the batch being recorded with that content, or null. `content` begins with the layout's id.
  VkDescriptorSet find(const std::vector<uint64_t>& content);
  // A new set, remembered under its content. Null: no memory.
  VkDescriptorSet make(VkDescriptorSetLayout layout, const std::vector<uint64_t>& content);

 private:
  struct Pool {
    VkDescriptorPool pool = VK_NULL_HANDLE;
    uint64_t lastUse = 0;
  };
  struct Known {
    std::vector<uint64_t> content;
    VkDescriptorSet set = VK_NULL_HANDLE;
  };
  bool nextPool();

  Recorder& mRecorder;
  Pool mOpen;
  std::deque<Pool> mFull;
  std::vector<Pool> mFree;
  uint64_t mBatch = 0;
  std::unordered_multimap<uint64_t, Known> mKnown;
};

}  // namespace vulkan
