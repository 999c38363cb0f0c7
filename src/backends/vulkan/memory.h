// SPDX-License-Identifier: Apache-2.0
// Device memory in blocks, cut into ranges: first fit with merging of free neighbours. Blocks hold either buffers or
// images, so that no granularity between the two matters. Not thread-safe: the back end's lock is held.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "backends/vulkan/device.h"

namespace vulkan {

struct MemoryBlock;

// A range of a block; empty if `block` is null.
struct Allocation {
  MemoryBlock* block = nullptr;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  uint64_t offsetBytes = 0, sizeBytes = 0;
  std::byte* mapped = nullptr;  // where the host sees it, or null
};

struct MemoryBlock {
  VkDeviceMemory memory = VK_NULL_HANDLE;
  uint64_t sizeBytes = 0, usedBytes = 0;
  std::byte* mapped = nullptr;
  uint32_t type = 0;
  bool forImages = false;
  std::map<uint64_t, uint64_t> free;  // offset → size
};

enum class MemoryUse : uint8_t {
  Device,    // the GPU's own; host-visible too where all of the GPU's memory is
  Upload,    // written by the host
  Readback,  // read by the host
};

class Memory {
 public:
  explicit Memory(Device& device);
  ~Memory();
  // No memory: an empty allocation.
  Allocation allocate(const VkMemoryRequirements& needs, MemoryUse use, bool forImage);
  void free(const Allocation& allocation);
  uint64_t heldBytes() const { return mHeldBytes; }
  uint64_t usedBytes() const { return mUsedBytes; }

 private:
  bool allocateFrom(MemoryBlock& block, const VkMemoryRequirements& needs, Allocation& out);
  MemoryBlock* newBlock(uint32_t type, uint64_t sizeBytes, bool forImages);
  std::vector<uint32_t> typesFor(uint32_t allowed, MemoryUse use) const;

  Device& mDevice;
  std::vector<std::unique_ptr<MemoryBlock>> mBlocks;
  uint64_t mHeldBytes = 0, mUsedBytes = 0;
};

}  // namespace vulkan
