// SPDX-License-Identifier: Apache-2.0
// Bytes into textures: converted on the way into staging, copied from there. From an unpack buffer likewise.
#include <algorithm>
#include <cstring>

#include "backends/vulkan/context.h"
#include "backends/vulkan/depth_texels.h"
#include "backends/vulkan/texture_target.h"
#include "base/log.h"

namespace vulkan {
namespace {

struct Extent {
  uint64_t pixelBytes = 0, rowBytes = 0, rows = 0;  // of pixels or blocks
};

// One past the last byte a region uses, counted from the region's first; false on overflow.
bool bytesOf(const Extent& extent, const pipe::PixelLayout& layout, uint32_t depth, uint64_t& out) {
  uint64_t rows = 0, images = 0;
  return !__builtin_mul_overflow(layout.rowStrideBytes, extent.rows - 1, &rows) &&
         !__builtin_mul_overflow(layout.imageStrideBytes, uint64_t{depth} - 1, &images) &&
         !__builtin_add_overflow(rows, images, &out) && !__builtin_add_overflow(out, extent.rowBytes, &out);
}

}  // namespace

void Context::textureSubdata(const pipe::TextureSubdataArgs& args, std::span<const pipe::UploadRegion> regions,
                             std::span<const std::byte> data) {
  Lock lock(mShared->mutex);
  uploadRegions(args.texture, args.level, args.layout, regions, data, nullptr);
  afterVerb();
}

void Context::textureSubdataFromBuffer(const pipe::TextureSubdataFromBufferArgs& args,
                                       std::span<const pipe::UploadRegion> regions) {
  Lock lock(mShared->mutex);
  if (Buffer* buffer = find(mShared->buffers, args.buffer, "buffer"))
    uploadRegions(args.texture, args.level, args.layout, regions, {}, buffer);
  afterVerb();
}

bool Context::uploadRegions(pipe::TextureHandle handle, uint32_t level, const pipe::PixelLayout& layout,
                            std::span<const pipe::UploadRegion> regions, std::span<const std::byte> data,
                            Buffer* unpackBuffer) {
  Texture* texture = find(mShared->textures, handle, "texture");
  if (!texture) return false;
  if (level >= kMaxLevels || !texture->levels[level].image || texture->renderbuffer || texture->samples) {
    fault(pipe::Fault::BadValue, "An upload names level %u, which this texture does not have.", level);
    return false;
  }
  for (const pipe::UploadRegion& region : regions)
    if (!upload(*texture, level, layout, region, data, unpackBuffer)) return false;
  return true;
}

bool Context::upload(Texture& texture, uint32_t level, const pipe::PixelLayout& layout,
                     const pipe::UploadRegion& region, std::span<const std::byte> data, Buffer* unpackBuffer) {
  const Level& target = texture.levels[level];
  const HeldFormat& held = mShared->formats[target.asked];
  const formats::FormatInfo& info = formats::info(target.asked);
  const pipe::Box box = imageBoxOf(texture, region.box);
  pipe::PixelLayout strides = layout;
  if (box.height != region.box.height) strides.imageStrideBytes = layout.rowStrideBytes;  // layers counted as rows
  if (!insideLevel(box, target)) {
    fault(pipe::Fault::BadValue, "An upload of %ux%ux%u texels lies outside level %u.", box.width, box.height,
          box.depth, level);
    return false;
  }
  const bool blocks = layout.format == 0;
  if (blocks != held.compressed) {
    base::log(base::LogLevel::Warning, "An upload between compressed and uncompressed texels was ignored.");
    return true;
  }
  const uint32_t blockWidth = blocks ? info.blockWidth : 1, blockHeight = blocks ? info.blockHeight : 1;
  Extent extent;
  extent.pixelBytes = blocks ? held.texelBytes : formats::bytesPerPixel(layout.format, layout.type);
  extent.rowBytes = extent.pixelBytes * ((box.width + blockWidth - 1) / blockWidth);
  extent.rows = (box.height + blockHeight - 1) / blockHeight;
  uint64_t needed = 0;
  const uint64_t available = unpackBuffer ? unpackBuffer->sizeBytes : data.size();
  if (!extent.pixelBytes || !bytesOf(extent, strides, box.depth, needed) || region.offsetBytes > available ||
      needed > available - region.offsetBytes) {
    fault(pipe::Fault::BlobRange, "An upload needs %llu bytes from byte %llu on; there are %llu.",
          static_cast<unsigned long long>(needed), static_cast<unsigned long long>(region.offsetBytes),
          static_cast<unsigned long long>(available));
    return false;
  }
  uint64_t offset = region.offsetBytes;
  std::span<const std::byte> bytes = data;
  if (unpackBuffer) {
    const std::byte* view = hostView(*unpackBuffer, region.offsetBytes, needed);
    if (!view) return true;
    bytes = std::span(view, needed);
    offset = 0;
  }
  if (!blocks) {
    uploadPixels(texture, level, strides, box, bytes, offset);
    return true;
  }
  const uint64_t imageBytes = extent.rowBytes * extent.rows;
  const Piece piece = mShared->uploads.take(imageBytes * box.depth, 16);
  if (!piece.bytes) return true;
  for (uint32_t z = 0; z < box.depth; ++z)
    for (uint64_t row = 0; row < extent.rows; ++row)
      std::memcpy(piece.bytes + z * imageBytes + row * extent.rowBytes,
                  bytes.data() + offset + z * strides.imageStrideBytes + row * strides.rowStrideBytes, extent.rowBytes);
  copyIn(texture, level, box, VK_IMAGE_ASPECT_COLOR_BIT, piece);
  return true;
}

void Context::copyIn(Texture& texture, uint32_t level, const pipe::Box& box, VkImageAspectFlagBits aspect,
                     const Piece& piece) {
  Image& image = *texture.levels[level].image;
  const uint32_t imageLevel = texture.levels[level].imageLevel;
  const Where where = r.placeFor(image.used);
  r.use(image, where, rangeOf(image, imageLevel, box), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyTo);
  VkBufferImageCopy region{};
  region.bufferOffset = piece.offsetBytes;
  region.imageSubresource = layersOf(image, imageLevel, box, aspect);
  region.imageOffset = offsetOf(image, box);
  region.imageExtent = extentOf(image, box);
  r.device.vk.vkCmdCopyBufferToImage(r.command(where), piece.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                     1, &region);
}

void Context::uploadPixels(Texture& texture, uint32_t level, const pipe::PixelLayout& layout, const pipe::Box& box,
                           std::span<const std::byte> data, uint64_t offsetBytes) {
  const Level& target = texture.levels[level];
  const HeldFormat& held = mShared->formats[target.asked];
  const uint64_t texels = uint64_t{box.width} * box.height * box.depth;
  formats::ConvertRequest request;
  request.width = box.width;
  request.height = box.height;
  request.depth = box.depth;
  request.swizzle = held.store;
  request.source = {.bytes = data, .format = layout.format, .type = layout.type, .firstByte = offsetBytes,
                    .rowStrideBytes = layout.rowStrideBytes, .imageStrideBytes = layout.imageStrideBytes,
                    .swapBytes = layout.swapBytes != 0};
  const auto convertTo = [&](std::span<std::byte> out, uint32_t format, uint32_t type) {
    const uint64_t pixelBytes = formats::bytesPerPixel(format, type);
    request.target = {.bytes = out, .format = format, .type = type, .firstByte = 0,
                      .rowStrideBytes = pixelBytes * box.width, .imageStrideBytes = pixelBytes * box.width * box.height,
                      .swapBytes = false};
    if (formats::convert(request)) return true;
    const formats::FormatInfo& info = formats::info(target.asked);
    base::logf(base::LogLevel::Warning, "Pixels of format 0x%04X and type 0x%04X do not convert to %.*s.",
               layout.format, layout.type, static_cast<int>(info.name.size()), info.name.data());
    return false;
  };
  if (held.color()) {
    const Piece piece = mShared->uploads.take(texels * held.texelBytes, 16);
    if (piece.bytes && convertTo(std::span(piece.bytes, texels * held.texelBytes), held.pixelFormat, held.pixelType))
      copyIn(texture, level, box, VK_IMAGE_ASPECT_COLOR_BIT, piece);
    return;
  }
  // Depth and stencil lie in planes of their own; each is written if the client's pixels have it.
  for (const VkImageAspectFlagBits aspect : {VK_IMAGE_ASPECT_DEPTH_BIT, VK_IMAGE_ASPECT_STENCIL_BIT}) {
    const bool stencil = aspect == VK_IMAGE_ASPECT_STENCIL_BIT;
    if (!(held.aspects & aspect) ||
        layout.format == (stencil ? uint32_t{glenum::DEPTH_COMPONENT_} : uint32_t{glenum::STENCIL_INDEX_}))
      continue;
    const PlanePair pair = planePair(held, stencil);
    mConvertBytes.assign(texels * formats::bytesPerPixel(pair.format, pair.type), std::byte{0});
    if (!convertTo(mConvertBytes, pair.format, pair.type)) return;
    const Piece piece = mShared->uploads.take(texels * pair.texelBytes, 16);
    if (!piece.bytes) return;
    packPlane(held, stencil, mConvertBytes, piece.bytes, texels);
    copyIn(texture, level, box, aspect, piece);
  }
}

}  // namespace vulkan
