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

}  // namespace

void Context::parkScratch() {
  for (auto& image : mScratch) r.park(std::move(*image));
  mScratch.clear();
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

// A blit as an affine map from pixels of the target to texels of the source, and the part of the target that it touches.
struct Context::BlitMap {
  double scaleX = 1, scaleY = 1, offsetX = 0, offsetY = 0;
  int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  VkExtent3D source{};
  bool empty() const { return x1 <= x0 || y1 <= y0; }
  bool scaled() const { return scaleX != 1.0 || scaleY != 1.0; }
  // Leaves only pixels whose texels the source has; for unscaled maps.
  void clipToSource() {
    const auto shiftX = static_cast<int64_t>(offsetX), shiftY = static_cast<int64_t>(offsetY);
    x0 = std::max<int64_t>(x0, -shiftX);
    y0 = std::max<int64_t>(y0, -shiftY);
    x1 = std::min<int64_t>(x1, int64_t{source.width} - shiftX);
    y1 = std::min<int64_t>(y1, int64_t{source.height} - shiftY);
  }
  pipe::Box box(int64_t moveX, int64_t moveY, uint32_t layer) const {
    return {static_cast<int32_t>(x0 + moveX), static_cast<int32_t>(y0 + moveY), static_cast<int32_t>(layer),
            static_cast<uint32_t>(x1 - x0), static_cast<uint32_t>(y1 - y0), 1};
  }
};

Context::BlitMap Context::mapOf(const pipe::BlitArgs& args, const TargetPoint& from, const TargetPoint& to) const {
  BlitMap map;
  const int64_t dx0 = args.destinationX0, dy0 = args.destinationY0, dx1 = args.destinationX1, dy1 = args.destinationY1;
  if (args.sourceX0 == args.sourceX1 || args.sourceY0 == args.sourceY1 || dx0 == dx1 || dy0 == dy1) return map;
  const auto difference = [](int64_t a, int64_t b) { return static_cast<double>(a - b); };
  map.scaleX = difference(args.sourceX1, args.sourceX0) / difference(dx1, dx0);
  map.scaleY = difference(args.sourceY1, args.sourceY0) / difference(dy1, dy0);
  map.offsetX = args.sourceX0 - static_cast<double>(dx0) * map.scaleX;
  map.offsetY = args.sourceY0 - static_cast<double>(dy0) * map.scaleY;
  map.source = from.image->extentOf(from.range.firstLevel);
  const VkExtent3D extent = to.image->extentOf(to.range.firstLevel);
  map.x0 = std::clamp<int64_t>(std::min(dx0, dx1), 0, extent.width);
  map.x1 = std::clamp<int64_t>(std::max(dx0, dx1), 0, extent.width);
  map.y0 = std::clamp<int64_t>(std::min(dy0, dy1), 0, extent.height);
  map.y1 = std::clamp<int64_t>(std::max(dy0, dy1), 0, extent.height);
  if (mScissorMask & 1) {
    map.x0 = std::max<int64_t>(map.x0, mScissor.x);
    map.y0 = std::max<int64_t>(map.y0, mScissor.y);
    map.x1 = std::min<int64_t>(map.x1, int64_t{mScissor.x} + mScissor.width);
    map.y1 = std::min<int64_t>(map.y1, int64_t{mScissor.y} + mScissor.height);
  }
  return map;
}

// An image of this context's own, until parkScratch().
Image* Context::scratchLike(const Image& image, uint32_t width, uint32_t height) {
  auto scratch = std::make_unique<Image>();
  scratch->format = image.format;
  scratch->aspects = image.aspects;
  scratch->extent = {width, height, 1};
  scratch->usage = image.usage;
  if (!r.createImage(*scratch, 0)) return nullptr;
  return mScratch.emplace_back(std::move(scratch)).get();
}

void Context::blitPart(const pipe::BlitArgs& args, const TargetPoint& from, const TargetPoint& to,
                       VkImageAspectFlags aspects) {
  BlitMap map = mapOf(args, from, to);
  if (map.empty()) return;
  TargetPoint source = from;
  Image* image = from.image.get();
  if (image->samples != VK_SAMPLE_COUNT_1_BIT && to.image->samples == VK_SAMPLE_COUNT_1_BIT) {
    image = resolved(*image, from.range, image->aspects);
    source.range = {};
    source.is3d = false;
  }
  if (!image) return;
  const bool alike = image->format == to.image->format && from.held->padded == to.held->padded &&
                     image->samples == to.image->samples;
  if (!map.scaled() && alike) {
    map.clipToSource();
    if (map.empty()) return;
    const auto shiftX = static_cast<int64_t>(map.offsetX), shiftY = static_cast<int64_t>(map.offsetY);
    return copyImageRegion(*image, source.range.firstLevel, map.box(shiftX, shiftY, source.range.firstLayer), source.is3d,
                           *to.image, to.range.firstLevel, map.box(0, 0, to.range.firstLayer), to.is3d, aspects);
  }
  if (image->samples != VK_SAMPLE_COUNT_1_BIT)
    return base::log(base::LogLevel::Warning, "A scaled blit between multisample images was ignored.");
  if (aspects == VK_IMAGE_ASPECT_STENCIL_BIT) return scaleStencil(map, *image, source, to);
  image = samplable(*image, source, image == to.image.get());
  if (image) drawBlit(args, map, *image, source, to, aspects);
}

// Neither a draw from what it draws to, nor a view of a slice: both go by a copy.
Image* Context::samplable(Image& image, TargetPoint& source, bool copies) {
  if (!copies && !source.is3d && (image.usage & VK_IMAGE_USAGE_SAMPLED_BIT)) return &image;
  const VkExtent3D extent = image.extentOf(source.range.firstLevel);
  Image* scratch = scratchLike(image, extent.width, extent.height);
  if (!scratch) return nullptr;
  const pipe::Box all{0, 0, static_cast<int32_t>(source.range.firstLayer), extent.width, extent.height, 1};
  const pipe::Box flat{0, 0, 0, extent.width, extent.height, 1};
  copyImageRegion(image, source.range.firstLevel, all, source.is3d, *scratch, 0, flat, false, image.aspects);
  source.range = {};
  source.is3d = false;
  return scratch;
}

// Fragment shaders do not write stencil everywhere, nor do all devices scale it: texels are picked here.
void Context::scaleStencil(const BlitMap& map, Image& image, const TargetPoint& from, const TargetPoint& to) {
  const auto texelAt = [](int64_t pixel, double scale, double offset) {
    return static_cast<int64_t>(std::floor((static_cast<double>(pixel) + 0.5) * scale + offset));
  };
  // Pixels whose texel lies beyond the source stay; the others are neighbours.
  const auto clip = [&](int64_t& begin, int64_t& end, double scale, double offset, uint32_t limit) {
    const auto within = [&](int64_t pixel) {
      const int64_t texel = texelAt(pixel, scale, offset);
      return texel >= 0 && texel < int64_t{limit};
    };
    while (begin < end && !within(begin)) ++begin;
    while (begin < end && !within(end - 1)) --end;
  };
  BlitMap part = map;
  clip(part.x0, part.x1, map.scaleX, map.offsetX, map.source.width);
  clip(part.y0, part.y1, map.scaleY, map.offsetY, map.source.height);
  if (part.empty()) return;
  pipe::PixelLayout layout;
  layout.format = glenum::STENCIL_INDEX_;
  layout.type = glenum::UNSIGNED_BYTE_;
  layout.rowStrideBytes = map.source.width;
  layout.imageStrideBytes = uint64_t{map.source.width} * map.source.height;
  std::vector<std::byte> values(layout.imageStrideBytes);
  const ReadSource read{&image, from.held, from.range.firstLevel,
                        {0, 0, static_cast<int32_t>(from.range.firstLayer), map.source.width, map.source.height, 1}};
  if (!readImage(read, layout, {}, values)) return;
  const pipe::Box box = part.box(0, 0, to.range.firstLayer);
  const Piece piece = mShared->uploads.take(uint64_t{box.width} * box.height, 4);
  if (!piece.bytes) return base::log(base::LogLevel::Error, "The Vulkan device has no memory for a blit of stencil values.");
  std::byte* out = piece.bytes;
  for (int64_t y = part.y0; y < part.y1; ++y) {
    const std::byte* row = &values[static_cast<size_t>(texelAt(y, map.scaleY, map.offsetY)) * map.source.width];
    for (int64_t x = part.x0; x < part.x1; ++x) *out++ = row[texelAt(x, map.scaleX, map.offsetX)];
  }
  r.use(*to.image, Where::Main, to.range, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
  VkBufferImageCopy region{};
  region.bufferOffset = piece.offsetBytes;
  region.imageSubresource = layersOf(*to.image, to.range.firstLevel, box, VK_IMAGE_ASPECT_STENCIL_BIT);
  region.imageOffset = offsetOf(*to.image, box);
  region.imageExtent = extentOf(*to.image, box);
  r.device.vk.vkCmdCopyBufferToImage(r.command(Where::Main), piece.buffer, to.image->image,
                                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
}

void Context::drawBlit(const pipe::BlitArgs& args, const BlitMap& map, Image& image, const TargetPoint& from,
                       const TargetPoint& to, VkImageAspectFlags aspects) {
  const bool depth = aspects == VK_IMAGE_ASPECT_DEPTH_BIT;
  // Colors are taken as they lie: the curve of sRGB would be undone on the other side.
  ViewKey key;
  key.format = from.held->plain;
  key.aspects = aspects;
  key.firstLevel = from.range.firstLevel;
  key.firstLayer = from.range.firstLayer;
  const View* view = r.view(image, key);
  key.format = to.held->plain;
  key.aspects = to.held->aspects;
  key.firstLevel = to.range.firstLevel;
  key.firstLayer = to.range.firstLayer;
  const View* target = r.view(*to.image, key);
  if (!view || !target) return;
  InternalDraws::Blit draw;
  draw.source = view;
  draw.numeric = !from.held->integer ? Numeric::Float : from.held->isSigned ? Numeric::Int : Numeric::Uint;
  draw.depth = depth;
  draw.linear = args.filter == glenum::LINEAR_ && (from.held->features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
  draw.scale[0] = static_cast<float>(map.scaleX);
  draw.scale[1] = static_cast<float>(map.scaleY);
  draw.offset[0] = static_cast<float>(map.offsetX);
  draw.offset[1] = static_cast<float>(map.offsetY);
  draw.size[0] = static_cast<float>(map.source.width);
  draw.size[1] = static_cast<float>(map.source.height);
  const pipe::Box box = map.box(0, 0, 0);
  draw.rect = {{box.x, box.y}, {box.width, box.height}};
  draw.format = to.held->plain;
  draw.writeMask = to.held->padded ? 7 : 15;
  draw.samples = to.image->samples;
  const VkImageLayout layout =
      depth ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
  r.use(image, Where::Main, {from.range.firstLevel, 1, from.range.firstLayer, 1}, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
        kSampled);
  const Range targetRange = to.is3d ? Range{to.range.firstLevel, 1, 0, 1} : to.range;
  r.use(*to.image, Where::Main, targetRange, layout, depth ? kDepthAttachment : kColorAttachment);
  Pass pass;
  (depth ? pass.depth : pass.color[0]) = {target, layout, VK_ATTACHMENT_LOAD_OP_LOAD, {}, nullptr};
  pass.colorCount = depth ? 0 : 1;
  pass.samples = to.image->samples;
  pass.area = draw.rect;
  r.beginPass(pass, *this);
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
