// SPDX-License-Identifier: Apache-2.0
// Draws that differ in nothing but their vertices wait here and become one command: most of a repeated draw's cost is the
// command itself. Whoever writes anything else into the pass flushes first; the recorder sees to that.
#pragma once

#include <algorithm>
#include <vector>

#include "backends/vulkan/device.h"
#include "backends/vulkan/resources.h"

namespace vulkan {

// Bytes that draws read: of each vertex, or of each index.
struct VertexRead {
  Store* store = nullptr;
  uint64_t offsetBytes = 0, strideBytes = 0, sizeBytes = 0;
  bool whole = false;  // whatever the draw, from the offset to the end
};

class DrawQueue {
 public:
  explicit DrawQueue(const Device& device) : mDevice(device) {}
  bool empty() const { return mArrays.empty() && mIndexed.empty(); }
  // The stores that draws from now on read, beside indices. Empty only.
  void setReads(const VertexRead* reads, size_t count) { mReads.assign(reads, reads + count); }
  // False: flush, and add again.
  bool addArrays(uint32_t first, uint32_t count, uint32_t instances, uint32_t baseInstance) {
    if (!joins(mArrays.size(), !mIndexed.empty(), instances, baseInstance)) return false;
    mArrays.push_back({first, count});
    widen(first, count);
    return true;
  }
  bool addIndexed(Store& indices, uint32_t indexSizeBytes, const VkMultiDrawIndexedInfoEXT& draw, uint32_t instances,
                  uint32_t baseInstance) {
    if (!joins(mIndexed.size(), !mArrays.empty(), instances, baseInstance)) return false;
    mIndexed.push_back(draw);
    mIndices = &indices;
    mIndexSizeBytes = indexSizeBytes;
    widen(draw.firstIndex, draw.indexCount);
    return true;
  }
  // For draws that do not come by here.
  void noteWholeReads(uint64_t serial) const {
    for (const VertexRead& read : mReads) read.store->spans.note(serial, read.offsetBytes, read.store->sizeBytes);
  }
  // Into the command buffer of batch `serial`, which the stores remember for the bytes that are read.
  void flush(VkCommandBuffer command, uint64_t serial);

 private:
  static constexpr size_t kMost = 1024;
  bool joins(size_t waiting, bool others, uint32_t instances, uint32_t baseInstance) {
    if (empty()) {
      mInstances = instances;
      mBaseInstance = baseInstance;
      mBegin = ~uint64_t{0};
      mEnd = 0;
      return true;
    }
    return !others && waiting < kMost && mInstances == instances && mBaseInstance == baseInstance;
  }
  void widen(uint64_t first, uint64_t count) {
    mBegin = std::min(mBegin, first);
    mEnd = std::max(mEnd, first + count);
  }
  void noteReads(uint64_t serial) const;

  const Device& mDevice;
  std::vector<VkMultiDrawInfoEXT> mArrays;
  std::vector<VkMultiDrawIndexedInfoEXT> mIndexed;
  std::vector<VertexRead> mReads;
  Store* mIndices = nullptr;
  uint32_t mIndexSizeBytes = 0, mInstances = 1, mBaseInstance = 0;
  uint64_t mBegin = 0, mEnd = 0;  // vertices, or indices
};

}  // namespace vulkan
