// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/draw_queue.h"

#include <algorithm>

namespace vulkan {

void DrawQueue::noteReads(uint64_t serial) const {
  const bool indexed = !mIndexed.empty();
  for (const VertexRead& read : mReads) {
    const bool whole = read.whole || indexed || mEnd == mBegin;
    const uint64_t begin = whole ? read.offsetBytes : read.offsetBytes + mBegin * read.strideBytes;
    const uint64_t end = whole ? read.store->sizeBytes : read.offsetBytes + (mEnd - 1) * read.strideBytes + read.sizeBytes;
    read.store->spans.note(serial, begin, end);
  }
  if (indexed) mIndices->spans.note(serial, mBegin * mIndexSizeBytes, mEnd * mIndexSizeBytes);
}

void DrawQueue::flush(VkCommandBuffer command, uint64_t serial) {
  if (empty()) return;
  noteReads(serial);
  auto& vk = mDevice.vk;
  const bool together = mDevice.has.multiDraw;
  if (mArrays.size() > 1 && together)
    vk.vkCmdDrawMultiEXT(command, static_cast<uint32_t>(mArrays.size()), mArrays.data(), mInstances, mBaseInstance,
                         sizeof mArrays[0]);
  else
    for (const VkMultiDrawInfoEXT& draw : mArrays)
      vk.vkCmdDraw(command, draw.vertexCount, mInstances, draw.firstVertex, mBaseInstance);
  if (mIndexed.size() > 1 && together)
    vk.vkCmdDrawMultiIndexedEXT(command, static_cast<uint32_t>(mIndexed.size()), mIndexed.data(), mInstances,
                                mBaseInstance, sizeof mIndexed[0], nullptr);
  else
    for (const VkMultiDrawIndexedInfoEXT& draw : mIndexed)
      vk.vkCmdDrawIndexed(command, draw.indexCount, mInstances, draw.firstIndex, draw.vertexOffset, mBaseInstance);
  mArrays.clear();
  mIndexed.clear();
}

}  // namespace vulkan
