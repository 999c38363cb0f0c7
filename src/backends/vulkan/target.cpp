// SPDX-License-Identifier: Apache-2.0
// What draws go to: the bound framebuffer's images, resolved when anything moved, and the render pass on them. A pass
// stays open over draws, clears and whatever else needs no command outside of it.
#include <algorithm>

#include "backends/vulkan/context.h"
#include "backends/vulkan/texture_target.h"
#include "base/log.h"

namespace vulkan {
namespace {

constexpr uint8_t kNoAttachment = 255;

bool isUndefined(const Image& image, const Range& range) {
  const Image::Part& part =
      image.parts.size() == 1 ? image.parts[0] : image.parts[size_t{range.firstLevel} * image.layers + range.firstLayer];
  return part.layout == VK_IMAGE_LAYOUT_UNDEFINED;
}

}  // namespace

bool Context::resolvePoint(const pipe::Attachment& where, bool layered, bool srgb, TargetPoint& point) {
  point = {};
  if (!where.texture) return true;
  Texture* texture = find(mShared->textures, where.texture, "texture");
  if (!texture) return false;
  if (where.level >= kMaxLevels || !texture->levels[where.level].image) return true;
  const Level& level = texture->levels[where.level];
  const HeldFormat& held = mShared->formats[level.asked];
  const VkFormatFeatureFlags needed = held.color() ? VkFormatFeatureFlags{VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT}
                                                   : VkFormatFeatureFlags{VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT};
  if (!(held.features & needed) || (!layered && where.layer >= level.depth)) return true;
  point.image = level.image;
  point.held = &held;
  point.is3d = texture->is3d();
  ViewKey key;
  key.type = layered ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
  key.format = srgb ? held.format : held.plain;
  key.aspects = held.aspects;
  key.firstLevel = level.imageLevel;
  key.firstLayer = layered ? 0 : where.layer;
  key.layers = layered ? level.depth : 1;
  point.view = r.view(*point.image, key);
  point.range = point.is3d ? Range{level.imageLevel, 1, 0, 1} : Range{level.imageLevel, 1, key.firstLayer, key.layers};
  return point.view != nullptr;
}

bool Context::resolveTarget() {
  const bool srgb = mState.framebufferSrgb != 0;
  if (!(mDirty & kTarget) && mTarget.epoch == mShared->bindingEpoch && mTarget.srgb == srgb) return true;
  const Framebuffer* framebuffer = find(mFramebuffers, mFramebuffer, "framebuffer");
  if (!framebuffer) return false;
  const pipe::FramebufferDesc& desc = framebuffer->desc;
  Target target;
  bool layered = false, any = false;
  for (const pipe::Attachment& where : desc.color) layered |= where.texture && where.layered;
  layered |= (desc.depth.texture && desc.depth.layered) || (desc.stencil.texture && desc.stencil.layered);
  target.width = desc.width;
  target.height = desc.height;
  target.srgb = srgb;
  const auto admit = [&](const TargetPoint& point) {
    if (!point.image) return true;
    const VkExtent3D extent = point.image->extentOf(point.range.firstLevel);
    target.width = std::min(target.width, extent.width);
    target.height = std::min(target.height, extent.height);
    const uint32_t layers = point.view->key.layers;
    target.layers = any ? std::min(target.layers, layers) : layers;
    if (any && target.samples != point.image->samples) return false;
    target.samples = point.image->samples;
    any = true;
    return true;
  };
  for (uint32_t i = 0; i < kMaxColor; ++i) {
    if (desc.drawBuffers[i] == kNoAttachment) continue;
    if (!resolvePoint(desc.color[desc.drawBuffers[i]], layered, srgb, target.color[i])) return false;
    if (target.color[i].image && !target.color[i].held->color()) target.color[i] = {};
    if (!admit(target.color[i])) return false;
    if (target.color[i].image) target.colorCount = i + 1;
  }
  if (!resolvePoint(desc.depth, layered, true, target.depth) || !resolvePoint(desc.stencil, layered, true, target.stencil))
    return false;
  if (target.depth.image && !target.depth.held->depth()) target.depth = {};
  if (target.stencil.image && !target.stencil.held->stencil()) target.stencil = {};
  // Vulkan takes both from one image; the front end offers nothing else.
  if (target.depth.image && target.stencil.image && target.depth.view != target.stencil.view) target.stencil = {};
  if (!admit(target.depth) || !admit(target.stencil)) {
    base::log(base::LogLevel::Warning, "A framebuffer with attachments of different sample counts draws nothing.");
    return false;
  }
  if (!any && desc.samples > 1) target.samples = static_cast<VkSampleCountFlagBits>(desc.samples & 0x7F);
  target.epoch = mShared->bindingEpoch;
  const auto differs = [](const TargetPoint& a, const TargetPoint& b) { return a.view != b.view || a.image != b.image; };
  bool moved = target.width != mTarget.width || target.height != mTarget.height || target.layers != mTarget.layers ||
               differs(target.depth, mTarget.depth) || differs(target.stencil, mTarget.stencil);
  for (uint32_t i = 0; i < kMaxColor; ++i) moved |= differs(target.color[i], mTarget.color[i]);
  if (moved && inTargetPass()) r.endPass();
  if (moved) mDirty |= kKey | kDynamic;
  mTarget = std::move(target);
  mDirty &= ~kTarget;
  return true;
}

VkRect2D Context::scissorRect() const {
  int64_t x0 = 0, y0 = 0, x1 = mTarget.width, y1 = mTarget.height;
  if (mScissorMask & 1) {
    x0 = std::clamp<int64_t>(mScissor.x, 0, x1);
    y0 = std::clamp<int64_t>(mScissor.y, 0, y1);
    x1 = std::clamp<int64_t>(int64_t{mScissor.x} + mScissor.width, x0, x1);
    y1 = std::clamp<int64_t>(int64_t{mScissor.y} + mScissor.height, y0, y1);
  }
  return {{static_cast<int32_t>(x0), static_cast<int32_t>(y0)},
          {static_cast<uint32_t>(x1 - x0), static_cast<uint32_t>(y1 - y0)}};
}

void Context::beginTargetPass(const PassClears& clears) {
  Pass pass;
  // Contents that nothing defined begin as zeros, and alpha that GL's format lacks as one.
  const auto describe = [&](const TargetPoint& point, VkImageLayout layout, PassAttachment& attachment) {
    if (!point.image) return;
    attachment.view = point.view;
    attachment.layout = layout;
    attachment.load = isUndefined(*point.image, point.range) ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
    if (point.held->padded && !point.held->integer) attachment.clear.color.float32[3] = 1.0f;
    if (point.held->padded && point.held->integer) attachment.clear.color.uint32[3] = 1;
  };
  for (uint32_t i = 0; i < mTarget.colorCount; ++i) {
    const TargetPoint& point = mTarget.color[i];
    PassAttachment& color = pass.color[i];
    const VkImageLayout layout = point.sampled ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    describe(point, layout, color);
    if (!point.image) continue;
    if (clears.color[i]) {
      const float alpha = color.clear.color.float32[3];
      color.load = VK_ATTACHMENT_LOAD_OP_CLEAR;
      color.clear.color = *clears.color[i];
      if (point.held->padded) color.clear.color.float32[3] = alpha;
    }
    r.use(*point.image, Where::Main, point.range, layout, kColorAttachment);
  }
  const TargetPoint& both = mTarget.depth.image ? mTarget.depth : mTarget.stencil;
  if (both.image) {
    const bool sampled = mTarget.depth.sampled || mTarget.stencil.sampled;
    const VkImageLayout layout = sampled ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    describe(mTarget.depth, layout, pass.depth);
    describe(mTarget.stencil, layout, pass.stencil);
    if (clears.depth && mTarget.depth.image) {
      pass.depth.load = VK_ATTACHMENT_LOAD_OP_CLEAR;
      pass.depth.clear.depthStencil.depth = *clears.depth;
    }
    if (clears.stencil && mTarget.stencil.image) {
      pass.stencil.load = VK_ATTACHMENT_LOAD_OP_CLEAR;
      pass.stencil.clear.depthStencil.stencil = *clears.stencil;
    }
    r.use(*both.image, Where::Main, both.range, layout, kDepthAttachment);
  }
  pass.area = {{0, 0}, {mTarget.width, mTarget.height}};
  pass.layers = std::max(mTarget.layers, 1u);
  pass.colorCount = mTarget.colorCount;
  pass.samples = mTarget.samples;
  r.beginPass(pass, *this);
  mPass = r.pass();
}

void Context::passEnds(VkCommandBuffer command) {
  if (mCapturing) endCapture(command);
}

bool Context::attachmentSource(const Framebuffer& framebuffer, int32_t attachment, TargetPoint& point) {
  if (attachment >= static_cast<int32_t>(kMaxColor)) {
    fault(pipe::Fault::BadValue, "A read names attachment %d; 8 is the limit.", attachment);
    return false;
  }
  const pipe::FramebufferDesc& desc = framebuffer.desc;
  const pipe::Attachment& where =
      attachment >= 0 ? desc.color[attachment] : attachment == -1 ? desc.depth : desc.stencil;
  Texture* texture = where.texture ? mShared->textures.find(where.texture) : nullptr;
  if (!texture || where.level >= kMaxLevels || !texture->levels[where.level].image) return false;
  const Level& level = texture->levels[where.level];
  const uint32_t layer = where.layered ? 0 : where.layer;
  if (layer >= level.depth) return false;
  point.image = level.image;
  point.held = &mShared->formats[level.asked];
  point.is3d = texture->is3d();
  point.range = {level.imageLevel, 1, layer, 1};  // of 3D textures the slice
  return true;
}

}  // namespace vulkan
