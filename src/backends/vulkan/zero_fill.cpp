// SPDX-License-Identifier: Apache-2.0
// MOBILEGL_ROBUST_INIT: new storage begins as zeros. GL leaves its contents undefined; comparisons of two arms need the
// same bytes in both. Compressed blocks stay as they come.
#include <cstring>

#include "backends/vulkan/context.h"

namespace vulkan {

void Context::zeroStore(Store& store) {
  if (store.memory.mapped) {
    std::memset(store.memory.mapped, 0, store.sizeBytes);
    return;
  }
  const Where where = r.placeFor(store.used);
  r.use(store, where, kCopyTo);
  r.device.vk.vkCmdFillBuffer(r.command(where), store.buffer, 0, VK_WHOLE_SIZE, 0);
}

void Context::zeroLevel(const Level& level, uint32_t firstLayer, uint32_t layers) {
  const HeldFormat& held = mShared->formats[level.asked];
  if (held.compressed || !level.image) return;
  Image& image = *level.image;
  const Range range{level.imageLevel, 1, firstLayer, image.type == VK_IMAGE_TYPE_3D ? 1 : layers};
  const Where where = r.placeFor(image.used);
  r.use(image, where, range, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
  const VkImageSubresourceRange part{held.aspects, range.firstLevel, 1, range.firstLayer, range.layers};
  const VkCommandBuffer command = r.command(where);
  if (!held.color()) {
    const VkClearDepthStencilValue zero{0.0f, 0};
    return r.device.vk.vkCmdClearDepthStencilImage(command, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &zero, 1, &part);
  }
  VkClearColorValue zero{};
  // Alpha that GL's format lacks is 1 whatever is stored.
  if (held.padded && held.integer) zero.uint32[3] = 1;
  if (held.padded && !held.integer) zero.float32[3] = 1.0f;
  r.device.vk.vkCmdClearColorImage(command, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &zero, 1, &part);
}

}  // namespace vulkan
