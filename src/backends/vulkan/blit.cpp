// SPDX-License-Identifier: Apache-2.0
// Copies between framebuffers: by the device's copy where nothing is scaled, else by a draw, which scissors, clips,
// scales and turns over as GL says. Samples are resolved first.
#include <algorithm>
#include <cmath>

#include "backends/vulkan/context.h"
#include "backends/vulkan/internal_draws.h"
#include "backends/vulkan/texture_target.h"
#include "base/log.h"

namespace vulkan {
namespace {

constexpr uint32_t kDepthBit = 0x100, kStencilBit = 0x400, kColorBit = 0x4000;
constexpr Use kSampled{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};

}  // namespace

void Context::parkScratch() {
  for (auto& image : mScratch) r.park(std::move(*image));
  mScratch.clear();
}

Image* Context::resolved(Image& image, const Range& range, VkImageAspectFlags aspects) {
  auto scratch = std::make_unique<Image>();
  scratch->format = image.format;
  scratch->aspects = image.aspects;
  scratch->extent = image.extentOf(range.firstLevel);
  scratch->usage = image.usage;
  if (!r.createImage(*scratch, 0)) return nullptr;
  Image& target = *mScratch.emplace_back(std::move(scratch));
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
  // Depth and stencil are resolved at the end of a pass: sample 0, as GL allows.
  ViewKey key;
  key.format = image.format;
  key.aspects = image.aspects;
  key.firstLevel = range.firstLevel;
  key.firstLayer = range.firstLayer;
  const View* from = r.view(image, key);
  key.firstLevel = key.firstLayer = 0;
  const View* to = r.view(target, key);
  if (!from || !to) return nullptr;
  // Resolves of depth happen in the stage and with the access of color attachments.
  constexpr Use kResolve{VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT |
                             VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                         VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT |
                             VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
  constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
  r.use(image, Where::Main, range, kLayout, kResolve);
  r.use(target, Where::Main, {}, kLayout, kResolve);
  VkRenderingAttachmentInfo attachment{};
  attachment.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
  attachment.imageView = from->view;
  attachment.imageLayout = kLayout;
  attachment.resolveMode = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
  attachment.resolveImageView = to->view;
  attachment.resolveImageLayout = kLayout;
  attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
  attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  VkRenderingInfo info{};
  info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
  info.renderArea = {{0, 0}, {extent.width, extent.height}};
  info.layerCount = 1;
  info.pDepthAttachment = image.aspects & VK_IMAGE_ASPECT_DEPTH_BIT ? &attachment : nullptr;
  info.pStencilAttachment = image.aspects & VK_IMAGE_ASPECT_STENCIL_BIT ? &attachment : nullptr;
  r.beginPass(info, *this);
  r.endPass();
  return &target;
}

void Context::blit(const pipe::BlitArgs& args) {
  Lock lock(mShared->mutex);
  Framebuffer* source = find(mFramebuffers, args.source, "framebuffer");
  Framebuffer* destination = source ? find(mFramebuffers, args.destination, "framebuffer") : nullptr;
  if (!destination) return;
  TargetPoint from;
  if ((args.buffers & kColorBit) && attachmentSource(*source, args.readAttachment, from))
    for (uint32_t i = 0; i < kMaxColor; ++i) {
      TargetPoint to;
      const uint8_t attachment = destination->desc.drawBuffers[i];
      if (attachment < kMaxColor && attachmentSource(*destination, attachment, to))
        blitPart(args, from, to, VK_IMAGE_ASPECT_COLOR_BIT);
    }
  for (const uint32_t part : {kDepthBit, kStencilBit}) {
    TargetPoint to;
    const int32_t attachment = part == kDepthBit ? -1 : -2;
    const VkImageAspectFlags aspect = part == kDepthBit ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_STENCIL_BIT;
    if ((args.buffers & part) && attachmentSource(*source, attachment, from) &&
        attachmentSource(*destination, attachment, to) && (from.held->aspects & to.held->aspects & aspect))
      blitPart(args, from, to, aspect);
  }
  parkScratch();
  afterVerb();
}

void Context::blitPart(const pipe::BlitArgs& args, TargetPoint from, TargetPoint to, VkImageAspectFlags aspects) {
  const int64_t sx0 = args.sourceX0, sy0 = args.sourceY0, sx1 = args.sourceX1, sy1 = args.sourceY1;
  int64_t dx0 = args.destinationX0, dy0 = args.destinationY0, dx1 = args.destinationX1, dy1 = args.destinationY1;
  if (sx0 == sx1 || sy0 == sy1 || dx0 == dx1 || dy0 == dy1) return;
  const double scaleX = static_cast<double>(sx1 - sx0) / static_cast<double>(dx1 - dx0);
  const double scaleY = static_cast<double>(sy1 - sy0) / static_cast<double>(dy1 - dy0);
  const double offsetX = static_cast<double>(sx0) - static_cast<double>(dx0) * scaleX;
  const double offsetY = static_cast<double>(sy0) - static_cast<double>(dy0) * scaleY;
  // The target's rectangle, clipped to the image and the scissor.
  const VkExtent3D extent = to.image->extentOf(to.range.firstLevel);
  int64_t x0 = std::clamp<int64_t>(std::min(dx0, dx1), 0, extent.width), x1 = std::clamp<int64_t>(std::max(dx0, dx1), 0, extent.width);
  int64_t y0 = std::clamp<int64_t>(std::min(dy0, dy1), 0, extent.height), y1 = std::clamp<int64_t>(std::max(dy0, dy1), 0, extent.height);
  if (mScissorMask & 1) {
    x0 = std::max<int64_t>(x0, mScissor.x);
    y0 = std::max<int64_t>(y0, mScissor.y);
    x1 = std::min<int64_t>(x1, int64_t{mScissor.x} + mScissor.width);
    y1 = std::min<int64_t>(y1, int64_t{mScissor.y} + mScissor.height);
  }
  if (x1 <= x0 || y1 <= y0) return;

  const VkExtent3D sourceExtent = from.image->extentOf(from.range.firstLevel);
  const bool plain = scaleX == 1.0 && scaleY == 1.0 && from.image->format == to.image->format &&
                     from.held->padded == to.held->padded && from.image->samples == to.image->samples;
  Image* image = from.image.get();
  Range range = from.range;
  bool is3d = from.is3d;
  const bool resolves = from.image->samples != VK_SAMPLE_COUNT_1_BIT && to.image->samples == VK_SAMPLE_COUNT_1_BIT;
  if (resolves) {
    image = resolved(*image, range, image->aspects);
    if (!image) return;
    range = {};
    is3d = false;
  }
  const bool copyable = scaleX == 1.0 && scaleY == 1.0 && (plain || (resolves && image->format == to.image->format &&
                                                                    from.held->padded == to.held->padded));
  const bool sameImage = image == to.image.get();
  if (copyable) {
    const auto shiftX = static_cast<int64_t>(offsetX), shiftY = static_cast<int64_t>(offsetY);
    x0 = std::max<int64_t>(x0, -shiftX);
    y0 = std::max<int64_t>(y0, -shiftY);
    x1 = std::min<int64_t>(x1, int64_t{sourceExtent.width} - shiftX);
    y1 = std::min<int64_t>(y1, int64_t{sourceExtent.height} - shiftY);
    if (x1 <= x0 || y1 <= y0) return;
    const auto box = [&](int64_t x, int64_t y, const Range& at) {
      return pipe::Box{static_cast<int32_t>(x), static_cast<int32_t>(y), static_cast<int32_t>(at.firstLayer),
                       static_cast<uint32_t>(x1 - x0), static_cast<uint32_t>(y1 - y0), 1};
    };
    copyImageRegion(*image, range.firstLevel, box(x0 + shiftX, y0 + shiftY, range), is3d, *to.image, to.range.firstLevel,
                    box(x0, y0, to.range), to.is3d, aspects);
    return;
  }
  if (image->samples != VK_SAMPLE_COUNT_1_BIT)
    return base::log(base::LogLevel::Warning, "A scaled blit between multisample images was ignored.");
  if (aspects == VK_IMAGE_ASPECT_STENCIL_BIT) {
    // No fragment shader writes stencil everywhere: the device scales all of it, then the rectangle is copied.
    const bool inSource = std::min(sx0, sx1) >= 0 && std::min(sy0, sy1) >= 0 && std::max(sx0, sx1) <= sourceExtent.width &&
                          std::max(sy0, sy1) <= sourceExtent.height;
    constexpr VkFormatFeatureFlags kBlit = VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
    if (!inSource || from.image->format != to.image->format || (from.held->features & kBlit) != kBlit)
      return base::log(base::LogLevel::Warning, "A scaled blit of stencil values from beyond an image was ignored.");
    auto scratch = std::make_unique<Image>();
    scratch->format = image->format;
    scratch->aspects = image->aspects;
    const int64_t left = std::min(dx0, dx1), low = std::min(dy0, dy1);
    scratch->extent = {static_cast<uint32_t>(std::abs(dx1 - dx0)), static_cast<uint32_t>(std::abs(dy1 - dy0)), 1};
    scratch->usage = image->usage;
    if (!r.createImage(*scratch, 0)) return;
    Image& scaled = *mScratch.emplace_back(std::move(scratch));
    r.use(*image, Where::Main, {range.firstLevel, 1, is3d ? 0 : range.firstLayer, 1}, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyFrom);
    r.use(scaled, Where::Main, {}, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
    const auto corner = [](int64_t x, int64_t y, int32_t z) {
      return VkOffset3D{static_cast<int32_t>(x), static_cast<int32_t>(y), z};
    };
    VkImageBlit region{};
    region.srcSubresource = {aspects, range.firstLevel, range.firstLayer, 1};
    region.srcOffsets[0] = corner(sx0, sy0, 0);
    region.srcOffsets[1] = corner(sx1, sy1, 1);
    region.dstSubresource = {aspects, 0, 0, 1};
    region.dstOffsets[0] = corner(dx0 - left, dy0 - low, 0);
    region.dstOffsets[1] = corner(dx1 - left, dy1 - low, 1);
    r.device.vk.vkCmdBlitImage(r.command(Where::Main), image->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, scaled.image,
                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region, VK_FILTER_NEAREST);
    const pipe::Box out{static_cast<int32_t>(x0 - left), static_cast<int32_t>(y0 - low), 0, static_cast<uint32_t>(x1 - x0),
                        static_cast<uint32_t>(y1 - y0), 1};
    pipe::Box in = out;
    in.x = static_cast<int32_t>(x0);
    in.y = static_cast<int32_t>(y0);
    in.z = static_cast<int32_t>(to.range.firstLayer);
    return copyImageRegion(scaled, 0, out, false, *to.image, to.range.firstLevel, in, to.is3d, aspects);
  }
  if (sameImage || is3d || !(image->usage & VK_IMAGE_USAGE_SAMPLED_BIT)) {
    // Neither a draw from what it draws to, nor a view of a slice: both go by a copy.
    auto scratch = std::make_unique<Image>();
    scratch->format = image->format;
    scratch->aspects = image->aspects;
    scratch->extent = {sourceExtent.width, sourceExtent.height, 1};
    scratch->usage = image->usage;
    if (!r.createImage(*scratch, 0)) return;
    const pipe::Box all{0, 0, static_cast<int32_t>(range.firstLayer), sourceExtent.width, sourceExtent.height, 1};
    const pipe::Box target{0, 0, 0, sourceExtent.width, sourceExtent.height, 1};
    copyImageRegion(*image, range.firstLevel, all, is3d, *scratch, 0, target, false, image->aspects);
    image = mScratch.emplace_back(std::move(scratch)).get();
    range = {};
  }
  const bool depth = aspects == VK_IMAGE_ASPECT_DEPTH_BIT;
  // Colors are taken as they lie: the curve of sRGB is applied only if both sides have one, which cancels out.
  ViewKey key;
  key.format = from.held->plain;
  key.aspects = aspects;
  key.firstLevel = range.firstLevel;
  key.firstLayer = range.firstLayer;
  const View* view = r.view(*image, key);
  ViewKey toKey;
  toKey.format = to.held->plain;
  toKey.aspects = to.held->aspects;
  toKey.firstLevel = to.range.firstLevel;
  toKey.firstLayer = to.range.firstLayer;
  const View* target = r.view(*to.image, toKey);
  if (!view || !target) return;
  InternalDraws::Blit draw;
  draw.source = view->view;
  draw.sourceId = view->id;
  draw.numeric = !from.held->integer ? Numeric::Float : from.held->isSigned ? Numeric::Int : Numeric::Uint;
  draw.depth = depth;
  draw.linear = args.filter == glenum::LINEAR_ && (from.held->features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
  draw.scale[0] = static_cast<float>(scaleX);
  draw.scale[1] = static_cast<float>(scaleY);
  draw.offset[0] = static_cast<float>(offsetX);
  draw.offset[1] = static_cast<float>(offsetY);
  draw.size[0] = static_cast<float>(sourceExtent.width);
  draw.size[1] = static_cast<float>(sourceExtent.height);
  draw.rect = {{static_cast<int32_t>(x0), static_cast<int32_t>(y0)},
               {static_cast<uint32_t>(x1 - x0), static_cast<uint32_t>(y1 - y0)}};
  draw.format = to.held->plain;
  draw.writeMask = to.held->padded ? 7 : 15;
  draw.samples = to.image->samples;
  r.use(*image, Where::Main, {range.firstLevel, 1, range.firstLayer, 1}, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kSampled);
  const VkImageLayout layout =
      depth ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  constexpr Use kDepthUse{VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT,
                          VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};
  constexpr Use kColorUse{VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                          VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
  const Range targetRange = to.is3d ? Range{to.range.firstLevel, 1, 0, 1} : to.range;
  r.use(*to.image, Where::Main, targetRange, layout, depth ? kDepthUse : kColorUse);
  VkRenderingAttachmentInfo attachment{};
  attachment.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
  attachment.imageView = target->view;
  attachment.imageLayout = layout;
  attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
  attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  VkRenderingInfo info{};
  info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
  info.renderArea = draw.rect;
  info.layerCount = 1;
  if (depth) {
    info.pDepthAttachment = &attachment;
  } else {
    info.colorAttachmentCount = 1;
    info.pColorAttachments = &attachment;
  }
  r.beginPass(info, *this);
  mShared->internal->blit(draw);
  r.endPass();
}

void Context::framebufferCopyToTexture(const pipe::FramebufferCopyToTextureArgs& args) {
  Lock lock(mShared->mutex);
  Framebuffer* source = find(mFramebuffers, args.source, "framebuffer");
  pipe::Box box{args.destinationX, args.destinationY, args.destinationZ, args.width, args.height, 1};
  pipe::PixelLayout unused;
  if (!source || !args.width || !args.height) return;
  Texture* texture = textureForRead(args.texture, args.level, box, unused);
  TargetPoint from;
  if (!texture || !attachmentSource(*source, args.readAttachment < 0 ? -1 : args.readAttachment, from)) return;
  const Level& level = texture->levels[args.level];
  const HeldFormat &a = *from.held, &b = mShared->formats[level.asked];
  const bool plain = a.read == formats::kIdentitySwizzle && b.store == formats::kIdentitySwizzle && !b.compressed;
  const VkExtent3D extent = from.image->extentOf(from.range.firstLevel);
  const bool within = args.sourceX >= 0 && args.sourceY >= 0 && args.sourceX + int64_t{args.width} <= extent.width &&
                      args.sourceY + int64_t{args.height} <= extent.height;
  const bool sameFormat = a.format == b.format && (plain || (a.padded && b.padded));
  if (sameFormat && within && from.image->samples == VK_SAMPLE_COUNT_1_BIT) {
    const pipe::Box fromBox{args.sourceX, args.sourceY, static_cast<int32_t>(from.range.firstLayer), box.width, box.height, 1};
    if (box.height == args.height)
      copyImageRegion(*from.image, from.range.firstLevel, fromBox, from.is3d, *level.image, level.imageLevel, box,
                      texture->is3d(), a.aspects);
  } else {
    copyOnCpu(*texture, args, box, a);
  }
  parkScratch();
  afterVerb();
}

void Context::copyOnCpu(Texture& texture, const pipe::FramebufferCopyToTextureArgs& args, const pipe::Box& box,
                        const HeldFormat& from) {
  pipe::PixelLayout layout;
  uint32_t pixelBytes = 16;
  if (!from.color()) {
    const bool stencil = from.stencil() && mShared->formats[texture.levels[args.level].asked].stencil();
    layout.format = static_cast<uint16_t>(stencil ? glenum::DEPTH_STENCIL_ : glenum::DEPTH_COMPONENT_);
    layout.type = static_cast<uint16_t>(stencil ? glenum::FLOAT_32_UNSIGNED_INT_24_8_REV_ : glenum::FLOAT_);
    pixelBytes = stencil ? 8 : 4;
  } else {
    layout.format = static_cast<uint16_t>(from.integer ? glenum::RGBA_INTEGER_ : glenum::RGBA_);
    layout.type = static_cast<uint16_t>(!from.integer ? glenum::FLOAT_ : from.isSigned ? glenum::INT_ : glenum::UNSIGNED_INT_);
  }
  layout.rowStrideBytes = layout.imageStrideBytes = uint64_t{args.width} * pixelBytes;
  layout.imageStrideBytes *= args.height;
  std::vector<std::byte> pixels(layout.imageStrideBytes);
  const pipe::ReadPixelsArgs read{.source = args.source, .readAttachment = args.readAttachment, .clampColor = 0,
                                  .x = args.sourceX, .y = args.sourceY, .width = args.width, .height = args.height,
                                  .layout = layout};
  if (readFramebuffer(read, pixels) == pipe::ReplyStatus::Ok) uploadPixels(texture, args.level, layout, box, pixels, 0);
}

}  // namespace vulkan
