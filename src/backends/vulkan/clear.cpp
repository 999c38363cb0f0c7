// SPDX-License-Identifier: Apache-2.0
// Clears: as the beginning of a render pass where they are whole, inside the pass where they are not, by a draw where
// write masks cut bits out, layer by layer.
#include <algorithm>
#include <bit>
#include <cstring>

#include "backends/vulkan/context.h"
#include "backends/vulkan/internal_draws.h"
#include "backends/vulkan/texture_target.h"

namespace vulkan {
namespace {

constexpr uint32_t kDepthBit = 0x100, kStencilBit = 0x400, kColorBit = 0x4000;

// Stencil bits that count.
constexpr uint32_t kStencilBits = 0xFF;

VkClearColorValue colorOf(const uint32_t (&words)[4]) {
  VkClearColorValue color;
  std::memcpy(&color, words, sizeof color);
  return color;
}

}  // namespace

void Context::clear(const pipe::ClearArgs& args) {
  Lock lock(mShared->mutex);
  if (args.kind > 6) return fault(pipe::Fault::BadValue, "clear has kind %u; 6 is the last.", args.kind);
  if (args.kind >= 1 && args.kind <= 3 && (args.drawBuffer < 0 || args.drawBuffer >= static_cast<int32_t>(kMaxColor)))
    return fault(pipe::Fault::BadValue, "clear names draw buffer %d; 8 is the limit.", args.drawBuffer);
  if (!resolveTarget() || mState.rasterizerDiscard) return;
  ClearRequest request;
  request.color = colorOf(args.color);
  request.depthValue = std::clamp(args.depth, 0.0f, 1.0f);
  request.stencilValue = static_cast<uint32_t>(args.stencil) & kStencilBits;
  switch (args.kind) {
    case 0:
      request.colorMask = args.buffers & kColorBit ? (1u << kMaxColor) - 1 : 0;
      request.depth = args.buffers & kDepthBit;
      request.stencil = args.buffers & kStencilBit;
      break;
    case 1:
    case 2:
    case 3: request.colorMask = 1u << args.drawBuffer; break;
    case 4: request.depth = true; break;
    case 5: request.stencil = true; break;
    case 6: request.depth = request.stencil = true; break;
  }
  clearTarget(request);
  afterVerb();
}

void Context::clearTarget(const ClearRequest& request) {
  const VkRect2D rect = scissorRect();
  if (!rect.extent.width || !rect.extent.height) return;
  const bool whole = rect.extent.width == mTarget.width && rect.extent.height == mTarget.height;
  const uint32_t stencilMask = mStencilDynamic.writeMask[0] & kStencilBits;
  const bool stencil = request.stencil && mTarget.stencil.image && stencilMask;
  const bool depth = request.depth && mTarget.depth.image && mState.depthWrite;
  uint32_t plain = 0, masked = 0;
  for (uint32_t i = 0; i < mTarget.colorCount; ++i) {
    if (!(request.colorMask >> i & 1) || !mTarget.color[i].image) continue;
    const uint8_t all = mTarget.color[i].held->padded ? 7 : 15;
    const uint8_t mask = mState.blend[i].writeMask & all;
    if (mask == all)
      plain |= 1u << i;
    else if (mask)
      masked |= 1u << i;
  }
  const bool stencilMasked = stencil && stencilMask != kStencilBits;
  if (!plain && !masked && !depth && !stencil) return;
  // GL clamps the color of fixed-point buffers by itself; Vulkan converts as for a render target, which is the same.
  if (!inTargetPass() && whole) {
    PassClears clears;
    for (uint32_t i = 0; i < mTarget.colorCount; ++i)
      if (plain >> i & 1) clears.color[i] = &request.color;
    if (depth) clears.depth = &request.depthValue;
    if (stencil && !stencilMasked) clears.stencil = &request.stencilValue;
    beginTargetPass(clears);
  } else {
    ensurePass();
    VkClearAttachment attachments[kMaxColor + 1] = {};
    uint32_t count = 0;
    for (uint32_t i = 0; i < mTarget.colorCount; ++i) {
      if (!(plain >> i & 1)) continue;
      VkClearAttachment& attachment = attachments[count++];
      attachment.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
      attachment.colorAttachment = i;
      attachment.clearValue.color = request.color;
      if (!mTarget.color[i].held->padded) continue;
      if (mTarget.color[i].held->integer)
        attachment.clearValue.color.uint32[3] = 1;
      else
        attachment.clearValue.color.float32[3] = 1.0f;
    }
    if (depth || (stencil && !stencilMasked)) {
      VkClearAttachment& attachment = attachments[count++];
      if (depth) attachment.aspectMask |= VK_IMAGE_ASPECT_DEPTH_BIT;
      if (stencil && !stencilMasked) attachment.aspectMask |= VK_IMAGE_ASPECT_STENCIL_BIT;
      attachment.clearValue.depthStencil = {request.depthValue, request.stencilValue};
    }
    const VkClearRect area{rect, 0, std::max(mTarget.layers, 1u)};
    if (count) r.device.vk.vkCmdClearAttachments(r.passCommand(), count, attachments, 1, &area);
  }
  if (!masked && !stencilMasked) return;
  InternalDraws::MaskedClear draw;
  draw.rect = rect;
  draw.layers = std::max(mTarget.layers, 1u);
  draw.samples = mTarget.samples;
  draw.colorCount = mTarget.colorCount;
  draw.color = request.color;
  for (uint32_t i = 0; i < mTarget.colorCount; ++i) {
    const TargetPoint& point = mTarget.color[i];
    if (!point.image) continue;
    draw.formats[i] = point.view->key.format;
    if (!(masked >> i & 1)) continue;
    draw.writeMasks[i] = mState.blend[i].writeMask & (point.held->padded ? 7 : 15);
    draw.numeric = !point.held->integer ? Numeric::Float : point.held->isSigned ? Numeric::Int : Numeric::Uint;
  }
  draw.depthFormat = mTarget.depth.image ? mTarget.depth.held->format : VK_FORMAT_UNDEFINED;
  draw.stencilFormat = mTarget.stencil.image ? mTarget.stencil.held->format : VK_FORMAT_UNDEFINED;
  draw.stencilMask = stencilMasked ? stencilMask : 0;
  draw.stencilValue = request.stencilValue;
  if (draw.layers == 1) return mShared->internal->clear(draw);
  // The vertex shader of the draw reaches one layer: each gets a pass of its own.
  for (uint32_t layer = 0; layer < draw.layers; ++layer) {
    if (!beginLayerPass(layer)) return;
    mShared->internal->clear(draw);
    r.endPass();
  }
}

bool Context::beginLayerPass(uint32_t layer) {
  Pass pass;
  bool complete = true;
  const auto attach = [&](const TargetPoint& point, VkImageLayout layout, PassAttachment& attachment) {
    if (!point.image) return;
    ViewKey key = point.view->key;
    key.type = VK_IMAGE_VIEW_TYPE_2D;
    key.firstLayer += layer;
    key.layers = 1;
    attachment.view = r.view(*point.image, key);
    attachment.layout = layout;
    complete &= attachment.view != nullptr;
  };
  const auto use = [&](const TargetPoint& point, VkImageLayout layout, const Use& how) {
    Range range = point.range;
    if (!point.is3d) range = {range.firstLevel, 1, range.firstLayer + layer, 1};
    r.use(*point.image, Where::Main, range, layout, how);
  };
  for (uint32_t i = 0; i < mTarget.colorCount; ++i) {
    attach(mTarget.color[i], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, pass.color[i]);
    if (mTarget.color[i].image) use(mTarget.color[i], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, kColorAttachment);
  }
  constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
  attach(mTarget.depth, kLayout, pass.depth);
  attach(mTarget.stencil, kLayout, pass.stencil);
  const TargetPoint& both = mTarget.depth.image ? mTarget.depth : mTarget.stencil;
  if (both.image) use(both, kLayout, kDepthAttachment);
  if (!complete) return false;
  pass.area.extent = {mTarget.width, mTarget.height};
  pass.colorCount = mTarget.colorCount;
  pass.samples = mTarget.samples;
  r.beginPass(pass, *this);
  return true;
}

// Whole levels by the device, parts of them by an upload of equal texels.
void Context::textureClear(const pipe::TextureClearArgs& args) {
  Lock lock(mShared->mutex);
  pipe::Box box = args.box;
  pipe::PixelLayout unused;
  if (args.kind < 1 || args.kind > 6)
    return fault(pipe::Fault::BadValue, "texture_clear has kind %u; 1 to 6 are known.", args.kind);
  Texture* texture = textureForRead(args.texture, args.level, box, unused);
  if (!texture) return;
  const Level& level = texture->levels[args.level];
  const HeldFormat& held = mShared->formats[level.asked];
  Image& image = *level.image;
  const bool wholeArea = box.x == 0 && box.y == 0 && box.width == level.width && box.height == level.height &&
                         (!texture->is3d() || (box.z == 0 && box.depth == level.depth));
  if (held.compressed || held.color() != (args.kind <= 3)) return;
  if (wholeArea) {
    const Where where = r.placeFor(image.used);
    const Range range = rangeOf(image, level.imageLevel, box);
    r.use(image, where, range, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
    const VkImageAspectFlags aspects =
        held.aspects & (args.kind == 4 ? VkImageAspectFlags{VK_IMAGE_ASPECT_DEPTH_BIT}
                        : args.kind == 5 ? VkImageAspectFlags{VK_IMAGE_ASPECT_STENCIL_BIT}
                                         : ~VkImageAspectFlags{0});
    const VkImageSubresourceRange part{aspects, range.firstLevel, 1, range.firstLayer, range.layers};
    if (held.color()) {
      VkClearColorValue color{};
      const float one = 1.0f;
      for (size_t c = 0; c < 4; ++c) {
        const formats::Swizzle from = held.store[c];
        if (from == formats::Swizzle::Zero) continue;
        color.uint32[c] = from == formats::Swizzle::One ? (args.kind == 1 ? std::bit_cast<uint32_t>(one) : 1u)
                                                        : args.color[static_cast<size_t>(from)];
      }
      r.device.vk.vkCmdClearColorImage(r.command(where), image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &color, 1,
                                       &part);
    } else if (aspects) {
      const VkClearDepthStencilValue value{std::clamp(args.depth, 0.0f, 1.0f),
                                           static_cast<uint32_t>(args.stencil) & kStencilBits};
      r.device.vk.vkCmdClearDepthStencilImage(r.command(where), image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                              &value, 1, &part);
    }
    return afterVerb();
  }
  // One row of equal pixels, read again for every row and image.
  pipe::PixelLayout layout;
  std::byte pixel[16];
  uint32_t pixelBytes = 16;
  if (args.kind <= 3) {
    constexpr uint32_t kTypes[] = {glenum::FLOAT_, glenum::INT_, glenum::UNSIGNED_INT_};
    layout.format = static_cast<uint16_t>(args.kind == 1 ? glenum::RGBA_ : glenum::RGBA_INTEGER_);
    layout.type = static_cast<uint16_t>(kTypes[args.kind - 1]);
    std::memcpy(pixel, args.color, 16);
  } else if (args.kind == 4) {
    layout.format = glenum::DEPTH_COMPONENT_;
    layout.type = glenum::FLOAT_;
    pixelBytes = 4;
    std::memcpy(pixel, &args.depth, 4);
  } else if (args.kind == 5) {
    layout.format = glenum::STENCIL_INDEX_;
    layout.type = glenum::UNSIGNED_BYTE_;
    pixelBytes = 1;
    pixel[0] = static_cast<std::byte>(args.stencil);
  } else {
    layout.format = static_cast<uint16_t>(glenum::DEPTH_STENCIL_);
    layout.type = static_cast<uint16_t>(glenum::FLOAT_32_UNSIGNED_INT_24_8_REV_);
    pixelBytes = 8;
    const uint32_t stencil = static_cast<uint32_t>(args.stencil) & kStencilBits;
    std::memcpy(pixel, &args.depth, 4);
    std::memcpy(pixel + 4, &stencil, 4);
  }
  std::vector<std::byte> row(size_t{box.width} * pixelBytes);
  for (size_t at = 0; at < row.size(); at += pixelBytes) std::memcpy(row.data() + at, pixel, pixelBytes);
  uploadPixels(*texture, args.level, layout, box, row, 0);
  afterVerb();
}

}  // namespace vulkan
