// SPDX-License-Identifier: Apache-2.0
// Multisample images → images of one sample: colors by the device's resolve, depth and stencil at the end of a pass, or by
// draws where passes cannot.
#include "backends/vulkan/context.h"
#include "backends/vulkan/internal_draws.h"

namespace vulkan {

Image* Context::resolved(Image& image, const Range& range, VkImageAspectFlags aspects) {
  const VkExtent3D size = image.extentOf(range.firstLevel);
  Image* const made = scratchLike(image, size.width, size.height);
  if (!made) return nullptr;
  Image& target = *made;
  const VkExtent3D extent = target.extent;
  if (aspects & VK_IMAGE_ASPECT_COLOR_BIT) {
    r.use(image, Where::Main, range, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyFrom);
    r.use(target, Where::Main, {}, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
    VkImageResolve region{};
    region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, range.firstLevel, range.firstLayer, 1};
    region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.extent = extent;
    r.device.vk.vkCmdResolveImage(r.command(Where::Main), image.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                  target.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    return &target;
  }
  return (r.passes.resolvesDepth() ? resolveAtPassEnd(image, range, target) : resolveByDraw(image, range, target))
             ? &target
             : nullptr;
}

// Sample 0 of depth and stencil, as GL allows.
bool Context::resolveAtPassEnd(Image& image, const Range& range, Image& target) {
  ViewKey key;
  key.format = image.format;
  key.aspects = image.aspects;
  key.firstLevel = range.firstLevel;
  key.firstLayer = range.firstLayer;
  const View* from = r.view(image, key);
  key.firstLevel = key.firstLayer = 0;
  const View* to = r.view(target, key);
  if (!from || !to) return false;
  // Resolves of depth happen in the stage and with the access of color attachments.
  constexpr Use kResolve{VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT |
                             VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                         VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT |
                             VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
  constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
  r.use(image, Where::Main, range, kLayout, kResolve);
  r.use(target, Where::Main, {}, kLayout, kResolve);
  Pass pass;
  const PassAttachment attachment{from, kLayout, VK_ATTACHMENT_LOAD_OP_LOAD, {}, to};
  if (image.aspects & VK_IMAGE_ASPECT_DEPTH_BIT) pass.depth = attachment;
  if (image.aspects & VK_IMAGE_ASPECT_STENCIL_BIT) pass.stencil = attachment;
  pass.samples = image.samples;
  pass.area.extent = {target.extent.width, target.extent.height};
  r.beginPass(pass, *this);
  r.endPass();
  return true;
}

bool Context::resolveByDraw(Image& image, const Range& range, Image& target) {
  ViewKey key;
  key.format = image.format;
  key.aspects = target.aspects;
  const View* to = r.view(target, key);
  key.firstLevel = range.firstLevel;
  key.firstLayer = range.firstLayer;
  const auto plane = [&](VkImageAspectFlags aspect) {
    key.aspects = aspect;
    return image.aspects & aspect ? r.view(image, key) : nullptr;
  };
  InternalDraws::Resolve draw;
  draw.depth = plane(VK_IMAGE_ASPECT_DEPTH_BIT);
  draw.stencil = plane(VK_IMAGE_ASPECT_STENCIL_BIT);
  draw.format = image.format;
  draw.rect.extent = {target.extent.width, target.extent.height};
  if (!to || !(draw.depth || draw.stencil)) return false;
  constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
  r.use(image, Where::Main, range, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kSampled);
  r.use(target, Where::Main, {}, kLayout, kDepthAttachment);
  Pass pass;
  const PassAttachment attachment{to, kLayout, VK_ATTACHMENT_LOAD_OP_CLEAR, {}, nullptr};
  if (draw.depth) pass.depth = attachment;
  if (draw.stencil) pass.stencil = attachment;
  pass.area = draw.rect;
  r.beginPass(pass, *this);
  mShared->internal->resolve(draw);
  r.endPass();
  return true;
}

}  // namespace vulkan
