// SPDX-License-Identifier: Apache-2.0
// Pixels to client memory (tight answers in bands, scattered here so that gaps stay untouched) or to a buffer.
#include <algorithm>
#include <cstring>

#include "tracker/impl.h"

namespace tracker {
namespace {

pipe::PixelLayout tightLayout(const PixelMemory& m, uint64_t rows) {
  return {static_cast<uint16_t>(m.format), static_cast<uint16_t>(m.type), m.swapBytes, m.tightRowBytes, m.tightRowBytes * rows};
}

bool isDepthOrStencil(uint32_t format) {
  return format == glenum::DEPTH_COMPONENT_ || format == glenum::STENCIL_INDEX_ || format == glenum::DEPTH_STENCIL_;
}

}  // namespace

// read(y, z, rows, out): rows tight rows of image z from row y. Stops at the first failure.
template <class Read>
void Impl::readBanded(uint32_t, uint32_t rows, uint32_t depth, const PixelMemory& m, std::byte* destination, Read&& read) {
  const uint64_t most = mStream->maxReplyBytes();
  const auto rowsPerBand = static_cast<uint32_t>(std::clamp<uint64_t>(most / std::max<uint64_t>(1, m.tightRowBytes), 1, rows));
  std::vector<std::byte> band;
  for (uint32_t z = 0; z < depth; ++z)
    for (uint32_t y = 0; y < rows; y += rowsPerBand) {
      const uint32_t count = std::min(rowsPerBand, rows - y);
      std::byte* to = destination + m.firstByte + z * m.imageStrideBytes + y * m.rowStrideBytes;
      const size_t bytes = m.tightRowBytes * count;
      ++mRoundTrips;
      if (m.rowStrideBytes == m.tightRowBytes || count == 1) {
        if (!read(y, z, count, std::span<std::byte>(to, bytes))) return;
        continue;
      }
      band.resize(bytes);
      if (!read(y, z, count, std::span<std::byte>(band))) return;
      for (uint32_t row = 0; row < count; ++row)
        std::memcpy(to + row * m.rowStrideBytes, band.data() + row * m.tightRowBytes, m.tightRowBytes);
    }
}

void Impl::readPixels(int32_t x, int32_t y, uint32_t width, uint32_t height, const PixelMemory& m, const PixelPlace& destination) {
  if (!width || !height || mStream->lost()) return;
  const state::Framebuffer& fb = *mContext.readFramebuffer;
  const pipe::FramebufferHandle source = framebufferFor(fb);
  const int32_t attachment = isDepthOrStencil(m.format) ? -1 : state::colorIndex(fb, fb.readBuffer);
  const bool clamp = mContext.raster.clampReadColor == glenum::TRUE_;
  if (destination.buffer) {
    pipe::ReadPixelsToBufferArgs args;
    args.source = source;
    args.readAttachment = attachment;
    args.clampColor = clamp;
    args.x = x;
    args.y = y;
    args.width = width;
    args.height = height;
    args.layout = {static_cast<uint16_t>(m.format), static_cast<uint16_t>(m.type), m.swapBytes, m.rowStrideBytes, m.imageStrideBytes};
    args.buffer = handleOf(destination.buffer);
    args.offsetBytes = destination.offsetBytes + m.firstByte;
    beforeGpuWrite(*destination.buffer);
    waitForWriter(*destination.buffer);
    mStream->readPixelsToBuffer(args);
    markWritten(*destination.buffer);
    wrote(*destination.buffer);
    return;
  }
  readBanded(width, height, 1, m, static_cast<std::byte*>(destination.pointer),
             [&](uint32_t row, uint32_t, uint32_t rows, std::span<std::byte> out) {
               pipe::ReadPixelsArgs args;
               args.source = source;
               args.readAttachment = attachment;
               args.clampColor = clamp;
               args.x = x;
               args.y = y + static_cast<int32_t>(row);
               args.width = width;
               args.height = rows;
               args.layout = tightLayout(m, rows);
               return mStream->readPixels(args, out) == pipe::ReplyStatus::Ok;
             });
}

void Impl::textureRead(state::Texture& t, uint32_t level, const Region& region, const PixelMemory& m, const PixelPlace& destination) {
  if (mStream->lost() || !t.pipe.generation || !region.width || !region.height || !region.depth) return;
  waitForWriter(t);
  if (destination.buffer) {
    pipe::TextureReadToBufferArgs args;
    args.texture = handleOf(t);
    args.level = level;
    args.box = {region.x, region.y, region.z, region.width, region.height, region.depth};
    args.layout = {static_cast<uint16_t>(m.format), static_cast<uint16_t>(m.type), m.swapBytes, m.rowStrideBytes, m.imageStrideBytes};
    args.buffer = handleOf(destination.buffer);
    args.offsetBytes = destination.offsetBytes + m.firstByte;
    beforeGpuWrite(*destination.buffer);
    waitForWriter(*destination.buffer);
    mStream->textureReadToBuffer(args);
    markWritten(*destination.buffer);
    wrote(*destination.buffer);
    return;
  }
  const auto rows = static_cast<uint32_t>(m.rows);
  const uint32_t perRow = m.format || !rows ? 1 : (region.height + rows - 1) / rows;
  readBanded(region.width, rows, region.depth, m, static_cast<std::byte*>(destination.pointer),
             [&](uint32_t row, uint32_t z, uint32_t count, std::span<std::byte> out) {
               pipe::TextureReadArgs args;
               args.texture = handleOf(t);
               args.level = level;
               const uint32_t top = row * perRow;
               args.box = {region.x, region.y + static_cast<int32_t>(top), region.z + static_cast<int32_t>(z), region.width,
                           std::min(count * perRow, region.height - top), 1};
               args.layout = tightLayout(m, count);
               return mStream->textureRead(args, out) == pipe::ReplyStatus::Ok;
             });
}

}  // namespace tracker
