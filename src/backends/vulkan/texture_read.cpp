// SPDX-License-Identifier: Apache-2.0
// Texels to the client or into buffers: copied out plane by plane, waited for, converted on the CPU.
#include <algorithm>
#include <cstring>

#include "backends/vulkan/context.h"
#include "backends/vulkan/depth_texels.h"
#include "backends/vulkan/texture_target.h"
#include "base/log.h"

namespace vulkan {
namespace {

bool isDepthStencil(uint32_t format) {
  return format == glenum::DEPTH_COMPONENT_ || format == glenum::STENCIL_INDEX_ || format == glenum::DEPTH_STENCIL_;
}

// Bytes from the first pixel to the end of the last; false on overflow.
bool spanOf(const pipe::PixelLayout& layout, uint64_t pixelBytes, uint64_t columns, uint64_t rows, uint64_t images,
            uint64_t& out) {
  uint64_t depth = 0;
  return columns && rows && images && !__builtin_mul_overflow(layout.rowStrideBytes, rows - 1, &out) &&
         !__builtin_mul_overflow(layout.imageStrideBytes, images - 1, &depth) && !__builtin_add_overflow(out, depth, &out) &&
         !__builtin_add_overflow(out, columns * pixelBytes, &out);
}

}  // namespace

const std::byte* Context::fetch(const ReadSource& source, VkImageAspectFlagBits aspect) {
  Image* image = source.image;
  uint32_t level = source.level;
  pipe::Box box = source.box;
  if (image->samples != VK_SAMPLE_COUNT_1_BIT) {
    image = resolved(*image, {level, 1, static_cast<uint32_t>(box.z), 1}, image->aspects);
    if (!image) return nullptr;
    level = 0;
    box.z = 0;
  }
  const HeldFormat& held = *source.held;
  const uint64_t texelBytes = aspect == VK_IMAGE_ASPECT_COLOR_BIT
                                  ? held.texelBytes
                                  : planePair(held, aspect == VK_IMAGE_ASPECT_STENCIL_BIT).texelBytes;
  // An upper bound for blocks, too.
  const uint64_t bytes = texelBytes * box.width * box.height * box.depth;
  const Piece piece = mShared->readback.take(std::max<uint64_t>(bytes, 16), 16);
  if (!piece.bytes) return nullptr;
  r.use(*image, Where::Main, rangeOf(*image, level, box), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyFrom);
  r.use(*piece.store, Where::Main, kCopyTo);
  VkBufferImageCopy region{};
  region.bufferOffset = piece.offsetBytes;
  region.imageSubresource = layersOf(*image, level, box, aspect);
  region.imageOffset = offsetOf(*image, box);
  region.imageExtent = extentOf(*image, box);
  r.device.vk.vkCmdCopyImageToBuffer(r.command(Where::Main), image->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                     piece.buffer, 1, &region);
  r.use(*piece.store, Where::Main, kHostReads);
  r.command(Where::Main);
  return r.wait(r.recording()) ? piece.bytes : nullptr;
}

bool Context::readImage(const ReadSource& source, const pipe::PixelLayout& layout, const ReadStyle& style,
                        std::span<std::byte> out) {
  const HeldFormat& held = *source.held;
  const uint64_t texels = uint64_t{source.box.width} * source.box.height * source.box.depth;
  formats::ConvertRequest request;
  request.width = source.box.width;
  request.height = source.box.height;
  request.depth = source.box.depth;
  request.target = {.bytes = out, .format = layout.format, .type = layout.type, .firstByte = 0,
                    .rowStrideBytes = layout.rowStrideBytes, .imageStrideBytes = layout.imageStrideBytes,
                    .swapBytes = layout.swapBytes != 0};
  const auto convertFrom = [&](std::span<const std::byte> bytes, uint32_t format, uint32_t type) {
    const uint64_t pixelBytes = formats::bytesPerPixel(format, type);
    request.source = {.bytes = bytes, .format = format, .type = type, .firstByte = 0,
                      .rowStrideBytes = pixelBytes * request.width,
                      .imageStrideBytes = pixelBytes * request.width * request.height, .swapBytes = false};
    bool ok = true;
    if (style.topDown) {
      request.height = 1;
      for (uint32_t row = 0; ok && row < source.box.height; ++row) {
        request.source.firstByte = request.source.rowStrideBytes * row;
        request.target.firstByte = layout.rowStrideBytes * (source.box.height - 1 - row);
        ok = formats::convert(request);
      }
    } else {
      ok = formats::convert(request);
    }
    if (ok) return true;
    base::logf(base::LogLevel::Warning, "Texels of %d do not convert to pixels of format 0x%04X and type 0x%04X.",
               held.format, layout.format, layout.type);
    return false;
  };
  if (held.color()) {
    if (held.compressed || isDepthStencil(layout.format)) return false;
    const std::byte* bytes = fetch(source, VK_IMAGE_ASPECT_COLOR_BIT);
    if (!bytes) return false;
    request.swizzle = held.read;
    request.luminance = style.sumLuminance ? formats::LuminanceRule::Sum : formats::LuminanceRule::Red;
    request.clampColor = style.clampColor;
    return convertFrom(std::span(bytes, texels * held.texelBytes), held.pixelFormat, held.pixelType);
  }
  if (!isDepthStencil(layout.format)) return false;
  bool any = false;
  // Of a target with both, each plane fills its half.
  for (const VkImageAspectFlagBits aspect : {VK_IMAGE_ASPECT_DEPTH_BIT, VK_IMAGE_ASPECT_STENCIL_BIT}) {
    const bool stencil = aspect == VK_IMAGE_ASPECT_STENCIL_BIT;
    if (!(held.aspects & aspect) ||
        layout.format == (stencil ? uint32_t{glenum::DEPTH_COMPONENT_} : uint32_t{glenum::STENCIL_INDEX_}))
      continue;
    const std::byte* bytes = fetch(source, aspect);
    if (!bytes) return false;
    const PlanePair pair = planePair(held, stencil);
    mConvertBytes.resize(texels * formats::bytesPerPixel(pair.format, pair.type));
    unpackPlane(held, stencil, bytes, mConvertBytes, texels);
    if (!convertFrom(mConvertBytes, pair.format, pair.type)) return false;
    any = true;
  }
  return any;
}

Texture* Context::textureForRead(pipe::TextureHandle handle, uint32_t level, pipe::Box& box,
                                 pipe::PixelLayout& layout) {
  Texture* texture = find(mShared->textures, handle, "texture");
  if (!texture) return nullptr;
  const pipe::Box own = imageBoxOf(*texture, box);
  if (own.height != box.height) layout.imageStrideBytes = layout.rowStrideBytes;
  if (level >= kMaxLevels || !texture->levels[level].image || !insideLevel(own, texture->levels[level])) {
    fault(pipe::Fault::BadValue, "A read of %ux%ux%u texels lies outside level %u.", box.width, box.height, box.depth,
          level);
    return nullptr;
  }
  box = own;
  return texture;
}

pipe::ReplyStatus Context::textureRead(const pipe::TextureReadArgs& args, std::span<std::byte> data) {
  Lock lock(mShared->mutex);
  pipe::Box box = args.box;
  pipe::PixelLayout layout = args.layout;
  Texture* texture = textureForRead(args.texture, args.level, box, layout);
  if (!texture) return pipe::ReplyStatus::Lost;
  const Level& level = texture->levels[args.level];
  const HeldFormat& held = mShared->formats[level.asked];
  const formats::FormatInfo& info = formats::info(level.asked);
  const bool blocks = layout.format == 0;
  const uint32_t blockWidth = blocks ? info.blockWidth : 1, blockHeight = blocks ? info.blockHeight : 1;
  const uint64_t columns = (box.width + blockWidth - 1) / blockWidth, rows = (box.height + blockHeight - 1) / blockHeight;
  const uint64_t pixelBytes = blocks ? held.texelBytes : formats::bytesPerPixel(layout.format, layout.type);
  uint64_t needed = 0;
  if (!pixelBytes || !spanOf(layout, pixelBytes, columns, rows, box.depth, needed) || needed > data.size()) {
    fault(pipe::Fault::ReplyRange, "A read of %ux%ux%u texels does not fit the %zu bytes of its answer.", box.width,
          box.height, box.depth, data.size());
    return pipe::ReplyStatus::Lost;
  }
  const ReadSource source{level.image.get(), &held, level.imageLevel, box};
  bool ok = blocks == held.compressed;
  if (ok && blocks) {
    const std::byte* bytes = fetch(source, VK_IMAGE_ASPECT_COLOR_BIT);
    ok = bytes != nullptr;
    for (uint64_t z = 0; ok && z < box.depth; ++z)
      for (uint64_t row = 0; row < rows; ++row)
        std::memcpy(data.data() + z * layout.imageStrideBytes + row * layout.rowStrideBytes,
                    bytes + (z * rows + row) * columns * pixelBytes, columns * pixelBytes);
  } else if (ok) {
    ok = readImage(source, layout, {}, data);
  }
  parkScratch();
  afterVerb();
  return ok ? pipe::ReplyStatus::Ok : pipe::ReplyStatus::Declined;
}

void Context::textureReadToBuffer(const pipe::TextureReadToBufferArgs& args) {
  Lock lock(mShared->mutex);
  pipe::Box box = args.box;
  pipe::PixelLayout layout = args.layout;
  Texture* texture = textureForRead(args.texture, args.level, box, layout);
  Buffer* buffer = texture ? find(mShared->buffers, args.buffer, "buffer") : nullptr;
  if (!buffer) return;
  const Level& level = texture->levels[args.level];
  const ReadSource source{level.image.get(), &mShared->formats[level.asked], level.imageLevel, box};
  if (layout.format)
    readIntoBuffer(*buffer, args.offsetBytes, layout, box.width, box.height, box.depth,
                   [&](std::span<std::byte> out) { readImage(source, layout, {}, out); });
  parkScratch();
  afterVerb();
}

pipe::ReplyStatus Context::readFramebuffer(const pipe::ReadPixelsArgs& args, std::span<std::byte> out, bool topDown) {
  using pipe::ReplyStatus;
  const Framebuffer* framebuffer = find(mFramebuffers, args.source, "framebuffer");
  if (!framebuffer) return ReplyStatus::Lost;
  const bool depthStencil = isDepthStencil(args.layout.format);
  const uint64_t pixelBytes = formats::bytesPerPixel(args.layout.format, args.layout.type);
  uint64_t needed = 0;
  if (!args.width || !args.height) return ReplyStatus::Ok;
  if (!pixelBytes || !spanOf(args.layout, pixelBytes, args.width, args.height, 1, needed) || needed > out.size()) {
    fault(pipe::Fault::ReplyRange, "read_pixels of %ux%u pixels does not fit the %zu bytes of its answer.", args.width,
          args.height, out.size());
    return ReplyStatus::Lost;
  }
  TargetPoint point;
  const int32_t attachment = !depthStencil                                     ? args.readAttachment
                             : args.layout.format == glenum::STENCIL_INDEX_ ? -2
                                                                               : -1;
  if (!attachmentSource(*framebuffer, attachment, point)) return ReplyStatus::Declined;
  // What lies outside of the image is undefined; it is left alone.
  const VkExtent3D extent = point.image->extentOf(point.range.firstLevel);
  const int64_t x0 = std::max(args.x, 0), y0 = std::max(args.y, 0);
  const int64_t x1 = std::min<int64_t>(int64_t{args.x} + args.width, extent.width);
  const int64_t y1 = std::min<int64_t>(int64_t{args.y} + args.height, extent.height);
  if (x1 <= x0 || y1 <= y0) return ReplyStatus::Ok;
  const int64_t rowsBefore = topDown ? int64_t{args.y} + args.height - y1 : y0 - args.y;
  const uint64_t skip = static_cast<uint64_t>(rowsBefore) * args.layout.rowStrideBytes +
                        static_cast<uint64_t>(x0 - args.x) * pixelBytes;
  const pipe::Box box{static_cast<int32_t>(x0), static_cast<int32_t>(y0), static_cast<int32_t>(point.range.firstLayer),
                      static_cast<uint32_t>(x1 - x0), static_cast<uint32_t>(y1 - y0), 1};
  const ReadSource source{point.image.get(), point.held, point.range.firstLevel, box};
  const bool ok = readImage(source, args.layout, {args.clampColor != 0, true, topDown}, out.subspan(skip));
  parkScratch();
  return ok ? ReplyStatus::Ok : ReplyStatus::Declined;
}

pipe::ReplyStatus Context::readPixels(const pipe::ReadPixelsArgs& args, std::span<std::byte> data) {
  Lock lock(mShared->mutex);
  const pipe::ReplyStatus status = readFramebuffer(args, data);
  afterVerb();
  return status;
}

void Context::readPixelsToBuffer(const pipe::ReadPixelsToBufferArgs& args) {
  Lock lock(mShared->mutex);
  Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || !args.width || !args.height) return;
  const pipe::ReadPixelsArgs read{.source = args.source, .readAttachment = args.readAttachment,
                                  .clampColor = args.clampColor, .x = args.x, .y = args.y, .width = args.width,
                                  .height = args.height, .layout = args.layout};
  readIntoBuffer(*buffer, args.offsetBytes, args.layout, args.width, args.height, 1,
                 [&](std::span<std::byte> out) { readFramebuffer(read, out); });
  afterVerb();
}

// Bytes between the rows are kept, so what is there is read first.
void Context::readIntoBuffer(Buffer& buffer, uint64_t offsetBytes, const pipe::PixelLayout& layout, uint32_t width,
                             uint32_t height, uint32_t depth, const std::function<void(std::span<std::byte>)>& read) {
  const uint64_t pixelBytes = formats::bytesPerPixel(layout.format, layout.type);
  uint64_t size = 0;
  if (!spanOf(layout, pixelBytes, width, height, depth, size))
    return fault(pipe::Fault::BadValue, "A read into a buffer has strides that overflow.");
  if (!inside(buffer, offsetBytes, size, "A read into a buffer")) return;
  const std::byte* before = hostView(buffer, offsetBytes, size);
  if (!before) return;
  mReadBytes.assign(before, before + size);
  read(mReadBytes);
  writeBuffer(buffer, offsetBytes, mReadBytes);
}

}  // namespace vulkan
