// SPDX-License-Identifier: Apache-2.0
// Pixel-store parameters and bound buffers to offsets, strides and errors.
#include "gl/pixels_transfer.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "formats/client_format.h"
#include "formats/pixel_layout.h"
#include "gl/checks.h"

namespace gl {
namespace {

const std::shared_ptr<state::Buffer>& boundBuffer(const Context& ctx, PixelDirection direction) {
  const auto point =
      direction == PixelDirection::Unpack ? state::BufferPoint::PixelUnpack : state::BufferPoint::PixelPack;
  return ctx.state().buffers[static_cast<size_t>(point)];
}

const state::PixelStore& storeOf(const Context& ctx, PixelDirection direction) {
  return direction == PixelDirection::Unpack ? ctx.state().unpack : ctx.state().pack;
}

formats::PixelStore storeFor(const state::PixelStore& s, uint32_t dimensions) {
  formats::PixelStore store;
  store.alignment = static_cast<uint32_t>(s.alignment);
  store.rowLength = static_cast<uint32_t>(s.rowLength);
  store.skipPixels = static_cast<uint32_t>(s.skipPixels);
  if (dimensions >= 2) store.skipRows = static_cast<uint32_t>(s.skipRows);
  if (dimensions >= 3) {
    store.imageHeight = static_cast<uint32_t>(s.imageHeight);
    store.skipImages = static_cast<uint32_t>(s.skipImages);
  }
  store.swapBytes = s.swapBytes;
  store.lsbFirst = s.lsbFirst;
  return store;
}

// The block parameters of the pixel store describe this format; else GL ignores the store for compressed
// images.
bool describesBlocks(const state::PixelStore& s, const formats::FormatInfo& info, uint32_t dimensions) {
  return s.compressedBlockSize == info.blockBytes && s.compressedBlockWidth == info.blockWidth &&
         (dimensions < 2 || s.compressedBlockHeight == info.blockHeight) &&
         (dimensions < 3 || s.compressedBlockDepth == 1);
}

std::optional<formats::Layout> layoutFor(const state::PixelStore& s, const PixelRect& rect) {
  if (rect.format != 0)
    return formats::layoutOf(rect.format, rect.type, rect.width, rect.height, rect.depth,
                             storeFor(s, rect.dimensions));
  const bool described = describesBlocks(s, formats::info(rect.compressed), rect.dimensions);
  return formats::layoutOfCompressed(rect.compressed, rect.width, rect.height, rect.depth,
                                     described ? storeFor(s, rect.dimensions) : formats::PixelStore{});
}

bool validateBufferPlace(const Context& ctx, const char* command, const char* which,
                         const state::Buffer& buffer, const PixelRect& rect, uint64_t offset,
                         uint64_t totalBytes) {
  if (buffer.map.pointer && !(buffer.map.access & GL_MAP_PERSISTENT_BIT))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the %s buffer %u is mapped.", command, which, buffer.name);
  const uint32_t unit = rect.format != 0 ? formats::typeBytes(rect.type) : 1;
  if (unit > 1 && offset % unit != 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: offset %llu is not a multiple of the %u bytes of %s.",
                  command, static_cast<unsigned long long>(offset), unit, enumText(rect.type).c_str());
  if (totalBytes <= buffer.sizeBytes && offset <= buffer.sizeBytes - totalBytes) return true;
  return refuse(ctx, GL_INVALID_OPERATION,
                "%s: %llu bytes at offset %llu are beyond the %llu bytes of %s buffer %u.", command,
                static_cast<unsigned long long>(totalBytes), static_cast<unsigned long long>(offset),
                static_cast<unsigned long long>(buffer.sizeBytes), which, buffer.name);
}

}  // namespace

bool validatePixelPlace(const Context& ctx, const char* command, PixelDirection direction,
                        const PixelRect& rect, const void* pointer, uint64_t limitBytes) {
  const auto& buffer = boundBuffer(ctx, direction);
  const std::optional<formats::Layout> layout = layoutFor(storeOf(ctx, direction), rect);
  if (!layout)
    return refuse(ctx, GL_INVALID_OPERATION,
                  "%s: the pixel-store parameters give no layout for %ux%ux%u pixels.", command, rect.width,
                  rect.height, rect.depth);
  if (layout->totalBytes == 0) return true;
  if (buffer)
    return validateBufferPlace(ctx, command, direction == PixelDirection::Unpack ? "unpack" : "pack", *buffer,
                               rect, reinterpret_cast<uintptr_t>(pointer), layout->totalBytes);
  if (layout->totalBytes <= limitBytes) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %llu bytes are needed; the application's memory has %llu.",
                command, static_cast<unsigned long long>(layout->totalBytes),
                static_cast<unsigned long long>(limitBytes));
}

PixelTransfer pixelTransfer(const Context& ctx, PixelDirection direction, const PixelRect& rect,
                            const void* pointer) {
  const state::PixelStore& store = storeOf(ctx, direction);
  const formats::Layout layout = layoutFor(store, rect).value_or(formats::Layout{});
  PixelTransfer t;
  t.memory.format = rect.format;
  t.memory.type = rect.type;
  t.memory.swapBytes = rect.format != 0 && store.swapBytes;
  t.memory.firstByte = layout.firstByte;
  t.memory.rowStrideBytes = layout.rowStrideBytes;
  t.memory.imageStrideBytes = layout.imageStrideBytes;
  t.memory.tightRowBytes = layout.tightRowBytes;
  const uint32_t blockHeight = rect.format != 0 ? 1 : formats::info(rect.compressed).blockHeight;
  t.memory.rows = (rect.height + blockHeight - 1) / blockHeight;
  t.memory.totalBytes = layout.totalBytes;
  t.place.buffer = boundBuffer(ctx, direction);
  if (t.place.buffer)
    t.place.offsetBytes = reinterpret_cast<uintptr_t>(pointer);
  else
    t.place.pointer = const_cast<void*>(pointer);
  return t;
}

}  // namespace gl
