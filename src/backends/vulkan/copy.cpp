// SPDX-License-Identifier: Apache-2.0
// Copies between images, and mipmaps.
#include <algorithm>
#include <cstring>

#include "backends/emulation/mipmaps.h"
#include "backends/vulkan/context.h"
#include "backends/vulkan/texture_target.h"
#include "base/log.h"

namespace vulkan {
namespace {

pipe::Box wholeLevel(const Level& level) { return {0, 0, 0, level.width, level.height, level.depth}; }

}  // namespace

// One plane of an image with two: some drivers copy both whatever the copy names, so it goes by way of a buffer.
void Context::copyPlane(Image& from, uint32_t fromLevel, const pipe::Box& fromBox, Image& to, uint32_t toLevel,
                        const pipe::Box& toBox, VkImageAspectFlags aspect) {
  constexpr uint64_t kMostTexelBytes = 4;
  Store* between = r.createStore(uint64_t{fromBox.width} * fromBox.height * fromBox.depth * kMostTexelBytes, MemoryUse::Device);
  if (!between) return base::log(base::LogLevel::Error, "The Vulkan device has no memory for a copy of a plane.");
  VkBufferImageCopy region{};
  r.use(from, Where::Main, rangeOf(from, fromLevel, fromBox), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyFrom);
  r.use(*between, Where::Main, kCopyTo);
  region.imageSubresource = layersOf(from, fromLevel, fromBox, aspect);
  region.imageOffset = offsetOf(from, fromBox);
  region.imageExtent = extentOf(from, fromBox);
  r.device.vk.vkCmdCopyImageToBuffer(r.command(Where::Main), from.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                     between->buffer, 1, &region);
  r.use(*between, Where::Main, kCopyFrom);
  r.use(to, Where::Main, rangeOf(to, toLevel, toBox), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
  region.imageSubresource = layersOf(to, toLevel, toBox, aspect);
  region.imageOffset = offsetOf(to, toBox);
  r.device.vk.vkCmdCopyBufferToImage(r.command(Where::Main), between->buffer, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                     1, &region);
  r.park(between);
}

void Context::copyImageRegion(Image& from, uint32_t fromLevel, const pipe::Box& fromBox, bool from3d, Image& to,
                              uint32_t toLevel, const pipe::Box& toBox, bool to3d, VkImageAspectFlags aspects) {
  if (aspects != from.aspects && from.samples == VK_SAMPLE_COUNT_1_BIT)
    return copyPlane(from, fromLevel, fromBox, to, toLevel, toBox, aspects);
  const Where where = r.placeFor(from.used, to.used);
  const Range fromRange = rangeOf(from, fromLevel, fromBox), toRange = rangeOf(to, toLevel, toBox);
  const bool same = &from == &to;
  // Within one image one layout serves both sides, since the ranges may meet.
  const VkImageLayout fromLayout = same ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  const VkImageLayout toLayout = same ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  r.use(from, where, fromRange, fromLayout, kCopyFrom);
  r.use(to, where, toRange, toLayout, kCopyTo);
  VkImageCopy region{};
  region.srcSubresource = {aspects, fromLevel, fromRange.firstLayer, from3d ? 1 : fromRange.layers};
  region.dstSubresource = {aspects, toLevel, toRange.firstLayer, to3d ? 1 : toRange.layers};
  region.srcOffset = offsetOf(from, fromBox);
  region.dstOffset = offsetOf(to, toBox);
  region.extent = {fromBox.width, fromBox.height, from3d || to3d ? fromBox.depth : 1};
  r.device.vk.vkCmdCopyImage(r.command(where), from.image, fromLayout, to.image, toLayout, 1, &region);
}

void Context::textureCopy(const pipe::TextureCopyArgs& args) {
  Lock lock(mShared->mutex);
  Texture* source = find(mShared->textures, args.source, "texture");
  Texture* destination = source ? find(mShared->textures, args.destination, "texture") : nullptr;
  if (!destination) return;
  const pipe::Box from = imageBoxOf(*source, args.sourceBox);
  pipe::Box to = args.sourceBox;
  to.x = args.destinationX;
  to.y = args.destinationY;
  to.z = args.destinationZ;
  to = imageBoxOf(*destination, to);
  to.depth = from.depth;
  if (args.sourceLevel >= kMaxLevels || args.destinationLevel >= kMaxLevels ||
      !insideLevel(from, source->levels[args.sourceLevel]) || !imageOf(*source, args.sourceLevel) ||
      !imageOf(*destination, args.destinationLevel))
    return fault(pipe::Fault::BadValue, "texture_copy names texels outside level %u.", args.sourceLevel);
  const Level &fromLevel = source->levels[args.sourceLevel], &toLevel = destination->levels[args.destinationLevel];
  const HeldFormat &a = mShared->formats[fromLevel.asked], &b = mShared->formats[toLevel.asked];
  if (!a.compressed && !insideLevel(to, toLevel) && !b.compressed)
    return fault(pipe::Fault::BadValue, "texture_copy names texels outside level %u.", args.destinationLevel);
  if (a.texelBytes != b.texelBytes || a.aspects != b.aspects)
    return base::log(base::LogLevel::Warning, "A copy between images of different texel sizes was ignored.");
  copyImageRegion(*fromLevel.image, fromLevel.imageLevel, from, source->is3d(), *toLevel.image, toLevel.imageLevel, to,
                  destination->is3d(), a.aspects);
  afterVerb();
}

void Context::textureGenerateMipmaps(const pipe::TextureGenerateMipmapsArgs& args) {
  Lock lock(mShared->mutex);
  Texture* texture = find(mShared->textures, args.texture, "texture");
  if (!texture) return;
  if (args.baseLevel >= kMaxLevels || args.lastLevel >= kMaxLevels || !imageOf(*texture, args.baseLevel) ||
      texture->renderbuffer || texture->samples)
    return fault(pipe::Fault::BadValue, "texture_generate_mipmaps from level %u to %u is not possible.",
                 args.baseLevel, args.lastLevel);
  if (args.lastLevel <= args.baseLevel) return;
  const Level base = texture->levels[args.baseLevel];
  const HeldFormat& held = mShared->formats[base.asked];
  if (held.compressed || held.integer) return;
  for (uint32_t level = args.baseLevel + 1; level <= args.lastLevel; ++level) {
    const auto half = [&](uint32_t size) { return std::max(size >> (level - args.baseLevel), 1u); };
    Level& target = texture->levels[level];
    const uint32_t width = half(base.width), height = half(base.height), depth = texture->is3d() ? half(base.depth) : base.depth;
    if (target.image && target.width == width && target.height == height && target.depth == depth &&
        target.asked == base.asked)
      continue;
    if (texture->immutable) return;
    target = {width, height, depth, base.asked, nullptr, 0};
    placeLevel(*texture, level);
    if (!target.image) return;
  }
  ++mShared->bindingEpoch;
  constexpr VkFormatFeatureFlags kBlit = VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT |
                                         VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  for (uint32_t level = args.baseLevel; level < args.lastLevel; ++level) {
    const Level &from = texture->levels[level], &to = texture->levels[level + 1];
    if (!held.color() || (held.features & kBlit) != kBlit) {
      mipmapsOnCpu(*texture, level, held);
      continue;
    }
    const pipe::Box fromBox = wholeLevel(from), toBox = wholeLevel(to);
    const Where where = r.placeFor(from.image->used, to.image->used);
    r.use(*from.image, where, rangeOf(*from.image, from.imageLevel, fromBox), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyFrom);
    r.use(*to.image, where, rangeOf(*to.image, to.imageLevel, toBox), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
    VkImageBlit region{};
    region.srcSubresource = layersOf(*from.image, from.imageLevel, fromBox, held.aspects);
    region.dstSubresource = layersOf(*to.image, to.imageLevel, toBox, held.aspects);
    const VkExtent3D fromExtent = extentOf(*from.image, fromBox), toExtent = extentOf(*to.image, toBox);
    region.srcOffsets[1] = {static_cast<int32_t>(fromExtent.width), static_cast<int32_t>(fromExtent.height),
                            static_cast<int32_t>(fromExtent.depth)};
    region.dstOffsets[1] = {static_cast<int32_t>(toExtent.width), static_cast<int32_t>(toExtent.height),
                            static_cast<int32_t>(toExtent.depth)};
    r.device.vk.vkCmdBlitImage(r.command(where), from.image->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.image->image,
                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region, VK_FILTER_LINEAR);
  }
  afterVerb();
}

void Context::mipmapsOnCpu(Texture& texture, uint32_t level, const HeldFormat& held) {
  const Level &source = texture.levels[level], &target = texture.levels[level + 1];
  const formats::FormatInfo& info = formats::info(source.asked);
  const bool depth = !held.color();
  const uint32_t components = depth ? 1 : 4;
  const auto layoutOf = [&](const Level& of) {
    pipe::PixelLayout layout;
    layout.format = static_cast<uint16_t>(depth ? glenum::DEPTH_COMPONENT_ : glenum::RGBA_);
    layout.type = glenum::FLOAT_;
    layout.rowStrideBytes = uint64_t{of.width} * components * 4;
    layout.imageStrideBytes = layout.rowStrideBytes * of.height;
    return layout;
  };
  const auto texels = [](const Level& of) { return size_t{of.width} * of.height * of.depth; };
  std::vector<float> raw(texels(source) * components);
  const ReadSource read{source.image.get(), &held, source.imageLevel, wholeLevel(source)};
  if (!readImage(read, layoutOf(source), {}, std::as_writable_bytes(std::span(raw)))) return;
  const auto shapeOf = [](const Level& of) { return emulation::LevelShape{of.width, of.height, of.depth}; };
  const std::vector<float> packed =
      emulation::nextLevel(raw, components, shapeOf(source), shapeOf(target), info.srgb, texture.is3d());
  uploadPixels(texture, level + 1, layoutOf(target), wholeLevel(target), std::as_bytes(std::span(packed)), 0);
}

}  // namespace vulkan
