// SPDX-License-Identifier: Apache-2.0
// Making of stores, images and views, and how they die: parked until the GPU is proved done with them.
#include <algorithm>

#include "backends/vulkan/recorder.h"
#include "base/settings.gen.h"

namespace vulkan {
namespace {

constexpr uint64_t kMostParked = 1024;
constexpr VkBufferUsageFlags kBufferUsage =
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
    VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;

template <class T>
T handleOf(uint64_t handle) {
  return reinterpret_cast<T>(handle);
}

}  // namespace

Store* Recorder::createStore(uint64_t sizeBytes, MemoryUse use) {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = std::max<uint64_t>(sizeBytes, 4);
  info.usage = kBufferUsage;
  if (device.has.transformFeedback)
    info.usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT | VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  auto store = std::make_unique<Store>();
  if (device.vk.vkCreateBuffer(device.handle, &info, nullptr, &store->buffer) != VK_SUCCESS) return nullptr;
  VkMemoryRequirements needs{};
  device.vk.vkGetBufferMemoryRequirements(device.handle, store->buffer, &needs);
  store->memory = memory.allocate(needs, use, false);
  if (!store->memory.block || device.vk.vkBindBufferMemory(device.handle, store->buffer, store->memory.memory,
                                                           store->memory.offsetBytes) != VK_SUCCESS) {
    device.vk.vkDestroyBuffer(device.handle, store->buffer, nullptr);
    memory.free(store->memory);
    return nullptr;
  }
  store->sizeBytes = sizeBytes;
  store->id = newId();
  return store.release();
}

Store* Recorder::createBufferStore(uint64_t sizeBytes) {
  Store* store = createStore(sizeBytes, MemoryUse::Device);
  if (!store) return nullptr;
  store->ofBuffer = true;
  counters.liveStores.add(1);
  return store;
}

bool Recorder::createImage(Image& image, VkImageCreateFlags flags) {
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.flags = flags;
  info.imageType = image.type;
  info.format = image.format;
  info.extent = image.extent;
  info.mipLevels = image.levels;
  info.arrayLayers = image.layers;
  info.samples = image.samples;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = image.usage;
  info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  if (device.vk.vkCreateImage(device.handle, &info, nullptr, &image.image) != VK_SUCCESS) return false;
  VkMemoryRequirements needs{};
  device.vk.vkGetImageMemoryRequirements(device.handle, image.image, &needs);
  image.memory = memory.allocate(needs, MemoryUse::Device, true);
  if (!image.memory.block || device.vk.vkBindImageMemory(device.handle, image.image, image.memory.memory,
                                                         image.memory.offsetBytes) != VK_SUCCESS) {
    device.vk.vkDestroyImage(device.handle, image.image, nullptr);
    memory.free(image.memory);
    image.image = VK_NULL_HANDLE;
    return false;
  }
  image.id = newId();
  return true;
}

const View* Recorder::view(Image& image, const ViewKey& key) {
  for (const View& view : image.views)
    if (view.key == key) return &view;
  VkImageViewCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  info.image = image.image;
  info.viewType = key.type;
  info.format = key.format;
  info.components = {key.swizzle[0], key.swizzle[1], key.swizzle[2], key.swizzle[3]};
  info.subresourceRange = {key.aspects, key.firstLevel, key.levels, key.firstLayer, key.layers};
  View view{key, VK_NULL_HANDLE, newId()};
  if (device.vk.vkCreateImageView(device.handle, &info, nullptr, &view.view) != VK_SUCCESS) return nullptr;
  return &image.views.emplace_back(view);
}

void Recorder::park(Store* store) {
  if (!store) return;
  flushDraws();  // they may read it
  bury({store->used.last, VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(store->buffer), store->memory,
        store->ofBuffer});
  delete store;
}

void Recorder::park(Image&& image) {
  for (const View& view : image.views) {
    passes.forget(view);
    park(VK_OBJECT_TYPE_IMAGE_VIEW, view.view, image.used.last);
  }
  if (image.image)
    bury({image.used.last, VK_OBJECT_TYPE_IMAGE, reinterpret_cast<uint64_t>(image.image), image.memory, false});
  image = {};
}

void Recorder::park(VkObjectType type, uint64_t handle, uint64_t lastUse) {
  bury({lastUse, type, handle, {}, false});
}

void Recorder::bury(Parked parked) {
  poll();
  sweep();
  if (done(parked.serial)) return destroy(parked);
  counters.parkedBytes.add(parked.memory.sizeBytes);
  counters.parkedObjects.add(1);
  mParked.push_back(parked);
}

// The oldest first: what follows one that is still in use waits with it, which is late but never early.
void Recorder::sweep() {
  while (!mParked.empty() && done(mParked.front().serial)) {
    const Parked parked = mParked.front();
    mParked.pop_front();
    counters.parkedBytes.remove(parked.memory.sizeBytes);
    counters.parkedObjects.remove(1);
    destroy(parked);
  }
}

void Recorder::destroy(const Parked& parked) {
  auto& vk = device.vk;
  switch (parked.type) {
    case VK_OBJECT_TYPE_BUFFER:
      if (parked.ofBuffer) counters.liveStores.remove(1);
      vk.vkDestroyBuffer(device.handle, handleOf<VkBuffer>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_IMAGE: vk.vkDestroyImage(device.handle, handleOf<VkImage>(parked.handle), nullptr); break;
    case VK_OBJECT_TYPE_IMAGE_VIEW:
      vk.vkDestroyImageView(device.handle, handleOf<VkImageView>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_BUFFER_VIEW:
      vk.vkDestroyBufferView(device.handle, handleOf<VkBufferView>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_SAMPLER: vk.vkDestroySampler(device.handle, handleOf<VkSampler>(parked.handle), nullptr); break;
    case VK_OBJECT_TYPE_PIPELINE:
      vk.vkDestroyPipeline(device.handle, handleOf<VkPipeline>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_PIPELINE_LAYOUT:
      vk.vkDestroyPipelineLayout(device.handle, handleOf<VkPipelineLayout>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT:
      vk.vkDestroyDescriptorSetLayout(device.handle, handleOf<VkDescriptorSetLayout>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_RENDER_PASS:
      vk.vkDestroyRenderPass(device.handle, handleOf<VkRenderPass>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_FRAMEBUFFER:
      vk.vkDestroyFramebuffer(device.handle, handleOf<VkFramebuffer>(parked.handle), nullptr);
      break;
    case VK_OBJECT_TYPE_QUERY_POOL:
      vk.vkDestroyQueryPool(device.handle, handleOf<VkQueryPool>(parked.handle), nullptr);
      break;
    default: break;
  }
  memory.free(parked.memory);
}

bool Recorder::reclaim() {
  if (mParked.empty()) return false;
  wait(lastWork());
  sweep();
  return true;
}

void Recorder::enforceParked() {
  const auto budget = static_cast<uint64_t>(base::settings().ipcWireDeferredMb) << 20;
  if (!budget || (counters.parkedBytes.now <= budget && counters.parkedObjects.now <= kMostParked)) return;
  ++counters.deferredSyncs;
  wait(lastWork());
  sweep();
}

void Recorder::considerSubmit() {
  mLookAt = mCommands + kLeastCommands;
  if (mCommands <= kBatchCommands && mTransientBytes <= kBatchTransientBytes) {
    // The negative control shows what nothing bounds, so nothing else may bound it either.
    if (base::settings().ipcWireDeferredMb == 0) return;
    poll();
    if (!mInFlight.empty()) return;
  }
  submit();
}

}  // namespace vulkan
