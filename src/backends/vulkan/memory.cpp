// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/memory.h"

#include <algorithm>

namespace vulkan {
namespace {

constexpr uint64_t kBlockBytes = 64ull << 20, kSmallHeapBytes = 1ull << 30;

uint64_t alignUp(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

}  // namespace

Memory::Memory(Device& device) : mDevice(device) {}

Memory::~Memory() {
  for (auto& block : mBlocks) mDevice.vk.vkFreeMemory(mDevice.handle, block->memory, nullptr);
}

// Suitable types, the best first.
std::vector<uint32_t> Memory::typesFor(uint32_t allowed, MemoryUse use) const {
  constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  constexpr VkMemoryPropertyFlags kHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkPhysicalDeviceMemoryProperties& memory = mDevice.memory;
  std::vector<std::pair<int, uint32_t>> rated;
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if (!(allowed >> i & 1)) continue;
    const VkMemoryPropertyFlags flags = memory.memoryTypes[i].propertyFlags;
    if (flags & (VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT)) continue;
    const bool host = (flags & kHost) == kHost, local = flags & kLocal;
    const bool cached = flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    if (use != MemoryUse::Device && !host) continue;
    int rating = 0;
    switch (use) {
      case MemoryUse::Device: {
        // A small window into the GPU's memory is not worth filling up.
        const uint64_t heap = memory.memoryHeaps[memory.memoryTypes[i].heapIndex].size;
        rating = (local ? 4 : 0) + (host && heap >= kSmallHeapBytes ? 2 : 0) + (host && cached ? 1 : 0);
        break;
      }
      case MemoryUse::Upload: rating = (local ? 0 : 2) + (cached ? 0 : 1); break;
      case MemoryUse::Readback: rating = (cached ? 4 : 0) + (local ? 0 : 1); break;
    }
    rated.push_back({-rating, i});
  }
  std::stable_sort(rated.begin(), rated.end());
  std::vector<uint32_t> types;
  for (const auto& [rating, type] : rated) types.push_back(type);
  return types;
}

bool Memory::allocateFrom(MemoryBlock& block, const VkMemoryRequirements& needs, Allocation& out) {
  for (auto range = block.free.begin(); range != block.free.end(); ++range) {
    const auto [begin, size] = *range;
    const uint64_t at = alignUp(begin, needs.alignment);
    if (at - begin > size || needs.size > size - (at - begin)) continue;
    const uint64_t end = begin + size;
    block.free.erase(range);
    if (at > begin) block.free[begin] = at - begin;
    if (at + needs.size < end) block.free[at + needs.size] = end - at - needs.size;
    block.usedBytes += needs.size;
    mUsedBytes += needs.size;
    out = {&block, block.memory, at, needs.size, block.mapped ? block.mapped + at : nullptr};
    return true;
  }
  return false;
}

MemoryBlock* Memory::newBlock(uint32_t type, uint64_t sizeBytes, bool forImages) {
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = sizeBytes;
  info.memoryTypeIndex = type;
  auto block = std::make_unique<MemoryBlock>();
  if (mDevice.vk.vkAllocateMemory(mDevice.handle, &info, nullptr, &block->memory) != VK_SUCCESS) return nullptr;
  if (mDevice.memory.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) {
    void* mapped = nullptr;
    if (mDevice.vk.vkMapMemory(mDevice.handle, block->memory, 0, VK_WHOLE_SIZE, 0, &mapped) == VK_SUCCESS)
      block->mapped = static_cast<std::byte*>(mapped);
  }
  block->sizeBytes = sizeBytes;
  block->type = type;
  block->forImages = forImages;
  block->free[0] = sizeBytes;
  mHeldBytes += sizeBytes;
  return mBlocks.emplace_back(std::move(block)).get();
}

Allocation Memory::allocate(const VkMemoryRequirements& needs, MemoryUse use, bool forImage) {
  Allocation out;
  for (const uint32_t type : typesFor(needs.memoryTypeBits, use)) {
    const uint64_t heap = mDevice.memory.memoryHeaps[mDevice.memory.memoryTypes[type].heapIndex].size;
    if (needs.size > heap) continue;
    for (auto& block : mBlocks)
      if (block->type == type && block->forImages == forImage && block->sizeBytes - block->usedBytes >= needs.size &&
          allocateFrom(*block, needs, out))
        return out;
    // What is large gets a block of its own.
    const uint64_t usual = std::min(kBlockBytes, std::max<uint64_t>(heap / 16, 1 << 20));
    for (const uint64_t size : {needs.size > usual / 2 ? needs.size : usual, needs.size}) {
      MemoryBlock* block = newBlock(type, size, forImage);
      if (block && allocateFrom(*block, needs, out)) return out;
    }
  }
  return {};
}

void Memory::free(const Allocation& allocation) {
  if (!allocation.block) return;
  MemoryBlock& block = *allocation.block;
  block.usedBytes -= allocation.sizeBytes;
  mUsedBytes -= allocation.sizeBytes;
  auto at = block.free.emplace(allocation.offsetBytes, allocation.sizeBytes).first;
  if (const auto next = std::next(at); next != block.free.end() && at->first + at->second == next->first) {
    at->second += next->second;
    block.free.erase(next);
  }
  if (at != block.free.begin()) {
    const auto before = std::prev(at);
    if (before->first + before->second == at->first) {
      before->second += at->second;
      block.free.erase(at);
    }
  }
  if (block.usedBytes) return;
  // One empty block of a kind stays, against thrashing.
  const bool another = std::any_of(mBlocks.begin(), mBlocks.end(), [&](const auto& other) {
    return other.get() != &block && other->type == block.type && other->forImages == block.forImages &&
           other->sizeBytes - other->usedBytes >= block.sizeBytes / 2;
  });
  if (!another && block.sizeBytes <= kBlockBytes) return;
  mHeldBytes -= block.sizeBytes;
  mDevice.vk.vkFreeMemory(mDevice.handle, block.memory, nullptr);
  std::erase_if(mBlocks, [&](const auto& other) { return other.get() == &block; });
}

}  // namespace vulkan
