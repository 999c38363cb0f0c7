// SPDX-License-Identifier: Apache-2.0
// Textures and renderbuffers: storage, uploads, copies, mipmaps.
#include <algorithm>
#include <cstring>

#include "formats/formats.h"
#include "tracker/impl.h"

namespace tracker {
namespace {

pipe::Box boxOf(const Region& r) { return {r.x, r.y, r.z, r.width, r.height, r.depth}; }

pipe::PixelLayout layoutOf(const PixelMemory& m, uint64_t rowStrideBytes, uint64_t imageStrideBytes) {
  return {static_cast<uint16_t>(m.format), static_cast<uint16_t>(m.type), m.swapBytes, rowStrideBytes, imageStrideBytes};
}

// Compressed images count rows of blocks: this many texel rows one of them covers.
uint32_t texelRowsPerRow(const Region& region, const PixelMemory& m) {
  if (m.format) return 1;
  return m.rows ? static_cast<uint32_t>((region.height + m.rows - 1) / m.rows) : 1;
}

// What the storage takes at least: whether it is worth asking for a verdict.
uint64_t sizeEstimate(const pipe::TextureShape& shape) {
  const formats::FormatInfo& format = formats::info(static_cast<formats::Format>(shape.format));
  const uint64_t columns = (uint64_t{shape.width} + format.blockWidth - 1) / format.blockWidth;
  const uint64_t rows = (uint64_t{shape.height} + format.blockHeight - 1) / format.blockHeight;
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(columns * rows, uint64_t{shape.depth} * format.blockBytes, &bytes) ||
      __builtin_mul_overflow(bytes, std::max<uint64_t>(shape.samples, 1), &bytes))
    return UINT64_MAX;
  return bytes;
}

}  // namespace

pipe::TextureHandle Impl::handleOf(state::Texture& t) { return toHandle<pipe::TextureHandle>(t.pipe); }

bool Impl::textureDefineLevel(state::Texture& t, uint32_t face, uint32_t level) {
  if (mStream->lost()) return true;
  if (!t.pipe.generation) t.pipe = toSlot(mScreen.names().textures.mint());
  const state::TextureLevel& l = t.levels[face][level];
  pipe::TextureDefineLevelArgs args;
  args.texture = handleOf(t);
  args.shape.target = static_cast<uint16_t>(state::glTarget(t.kind));
  args.shape.format = l.format;
  args.shape.samples = static_cast<uint16_t>(l.samples);
  args.shape.width = l.width;
  args.shape.height = l.height;
  args.shape.depth = l.depth;
  args.shape.fixedSampleLocations = l.fixedSampleLocations;
  args.level = level;
  args.face = face;
  args.ack = sizeEstimate(args.shape) >= kProbeBytes;
  mStream->textureDefineLevel(args);
  wrote(t);
  return !args.ack || awaitVerdict(keyOf(t.pipe));
}

bool Impl::textureDefineStorage(state::Texture& t) {
  if (mStream->lost()) return true;
  if (!t.pipe.generation) t.pipe = toSlot(mScreen.names().textures.mint());
  const state::TextureLevel& l = t.levels[0][0];
  pipe::TextureDefineStorageArgs args;
  args.texture = handleOf(t);
  args.shape.target = static_cast<uint16_t>(state::glTarget(t.kind));
  args.shape.format = l.format;
  args.shape.levels = static_cast<uint16_t>(t.immutableLevels);
  args.shape.samples = static_cast<uint16_t>(l.samples);
  args.shape.width = l.width;
  args.shape.height = l.height;
  args.shape.depth = t.kind == state::TextureKind::kCube ? 6 : l.depth;
  args.shape.fixedSampleLocations = l.fixedSampleLocations;
  args.ack = sizeEstimate(args.shape) >= kProbeBytes;
  mStream->textureDefineStorage(args);
  wrote(t);
  return !args.ack || awaitVerdict(keyOf(t.pipe));
}

bool Impl::renderbufferDefine(state::Renderbuffer& r) {
  if (mStream->lost()) return true;
  // A new handle each time: framebuffer objects below name the old storage by its old handle.
  if (r.pipe.generation) destroy(r);
  r.pipe = toSlot(mScreen.names().textures.mint());
  pipe::TextureDefineStorageArgs args;
  args.texture = toHandle<pipe::TextureHandle>(r.pipe);
  args.shape = {static_cast<uint16_t>(glenum::RENDERBUFFER_), r.format, 1, static_cast<uint16_t>(r.samples), r.width, r.height, 1, 1};
  args.ack = sizeEstimate(args.shape) >= kProbeBytes;
  mStream->textureDefineStorage(args);
  mContext.mark(state::kDirtyFramebuffer);
  wrote(r);
  return !args.ack || awaitVerdict(keyOf(r.pipe));
}

void Impl::textureSetBuffer(state::Texture& t) {
  if (mStream->lost()) return;
  if (!t.pipe.generation) t.pipe = toSlot(mScreen.names().textures.mint());
  pipe::TextureSetBufferArgs args;
  args.texture = handleOf(t);
  args.buffer = handleOf(t.buffer);
  args.format = t.levels[0][0].format;
  args.offsetBytes = t.bufferOffsetBytes;
  args.sizeBytes = t.bufferSizeBytes;
  mStream->textureSetBuffer(args);
  wrote(t);
}

// One piece that fits a call. `first` points at its first row.
void Impl::uploadPiece(pipe::TextureHandle texture, uint32_t level, const Region& region, const PixelMemory& m, const std::byte* first) {
  const uint32_t perRow = texelRowsPerRow(region, m);
  const uint64_t rows = (region.height + perRow - 1) / perRow;
  pipe::TextureSubdataArgs args;
  args.texture = texture;
  args.level = level;
  const pipe::UploadRegion upload{boxOf(region), 0};
  const uint64_t tightImage = m.tightRowBytes * rows;
  const uint64_t span = (region.depth - 1) * m.imageStrideBytes + (rows - 1) * m.rowStrideBytes + m.tightRowBytes;
  // Gaps between rows are not worth sending when they outweigh a gather.
  if (span <= tightImage * region.depth + tightImage * region.depth / 8 + 64) {
    args.layout = layoutOf(m, m.rowStrideBytes, m.imageStrideBytes);
    mStream->textureSubdata(args, {&upload, 1}, {first, static_cast<size_t>(span)});
    return;
  }
  const uint64_t total = tightImage * region.depth;
  std::vector<std::byte> own;
  std::span<std::byte> block = mStream->acquireStage(total);
  const bool staged = !block.empty();
  if (!staged) {
    own.resize(total);
    block = own;
  }
  std::byte* to = block.data();
  for (uint32_t z = 0; z < region.depth; ++z)
    for (uint64_t y = 0; y < rows; ++y, to += m.tightRowBytes)
      std::memcpy(to, first + z * m.imageStrideBytes + y * m.rowStrideBytes, m.tightRowBytes);
  args.layout = layoutOf(m, m.tightRowBytes, tightImage);
  mStream->textureSubdata(args, {&upload, 1}, block);
  if (staged) mStream->releaseStage(block);
}

void Impl::textureUpload(state::Texture& t, uint32_t level, const Region& region, const PixelMemory& m, const PixelPlace& source) {
  if (mStream->lost() || !region.width || !region.height || !region.depth || !t.pipe.generation) return;
  waitForWriter(t);
  if (source.buffer) {
    publishPersistent(*source.buffer, true);
    waitForWriter(*source.buffer);
    pipe::TextureSubdataFromBufferArgs args;
    args.texture = handleOf(t);
    args.level = level;
    args.layout = layoutOf(m, m.rowStrideBytes, m.imageStrideBytes);
    args.buffer = handleOf(source.buffer);
    const pipe::UploadRegion upload{boxOf(region), source.offsetBytes + m.firstByte};
    mStream->textureSubdataFromBuffer(args, {&upload, 1});
    wrote(t);
    return;
  }
  const auto* first = static_cast<const std::byte*>(source.pointer) + m.firstByte;
  const uint64_t most = mStream->maxBytesPerCall();
  const uint32_t perRow = texelRowsPerRow(region, m);
  const uint64_t rows = (region.height + perRow - 1) / perRow;
  const uint64_t imageBytes = std::max(m.tightRowBytes * rows, m.rowStrideBytes * (rows - 1) + m.tightRowBytes);
  if (imageBytes * region.depth <= most) {
    uploadPiece(handleOf(t), level, region, m, first);
  } else {
    const uint64_t rowsPerPiece = std::clamp<uint64_t>(most / std::max<uint64_t>(1, std::max(m.rowStrideBytes, m.tightRowBytes)), 1, rows);
    for (uint32_t z = 0; z < region.depth; ++z)
      for (uint64_t y = 0; y < rows; y += rowsPerPiece) {
        Region piece = region;
        piece.z += static_cast<int32_t>(z);
        piece.depth = 1;
        piece.y += static_cast<int32_t>(y * perRow);
        piece.height = static_cast<uint32_t>(std::min<uint64_t>(rowsPerPiece * perRow, region.height - y * perRow));
        PixelMemory part = m;
        part.rows = (piece.height + perRow - 1) / perRow;
        uploadPiece(handleOf(t), level, piece, part, first + z * m.imageStrideBytes + y * m.rowStrideBytes);
      }
  }
  wrote(t);
}

void Impl::textureCopy(state::Texture& source, uint32_t sourceLevel, const Region& region, state::Texture& destination,
                       uint32_t level, int32_t x, int32_t y, int32_t z) {
  if (mStream->lost()) return;
  waitForWriter(source);
  waitForWriter(destination);
  pipe::TextureCopyArgs args;
  args.source = handleOf(source);
  args.destination = handleOf(destination);
  args.sourceLevel = sourceLevel;
  args.destinationLevel = level;
  args.sourceBox = boxOf(region);
  args.destinationX = x;
  args.destinationY = y;
  args.destinationZ = z;
  mStream->textureCopy(args);
  wrote(destination);
}

void Impl::copyFramebufferToTexture(state::Texture& t, uint32_t level, int32_t x, int32_t y, int32_t z, int32_t sourceX,
                                    int32_t sourceY, uint32_t width, uint32_t height) {
  if (mStream->lost() || !width || !height) return;
  const state::Framebuffer& fb = *mContext.readFramebuffer;
  pipe::FramebufferCopyToTextureArgs args;
  args.source = framebufferFor(fb);
  args.texture = handleOf(t);
  const formats::FormatInfo& format = formats::info(static_cast<formats::Format>(t.levels[0][level].format));
  args.readAttachment = format.hasDepth() || format.hasStencil() ? -1 : state::colorIndex(fb, fb.readBuffer);
  args.level = level;
  args.sourceX = sourceX;
  args.sourceY = sourceY;
  args.width = width;
  args.height = height;
  args.destinationX = x;
  args.destinationY = y;
  args.destinationZ = z;
  waitForWriter(t);
  mStream->framebufferCopyToTexture(args);
  wrote(t);
}

void Impl::generateMipmaps(state::Texture& t, uint32_t baseLevel, uint32_t lastLevel) {
  if (mStream->lost() || !t.pipe.generation) return;
  waitForWriter(t);
  sendTextureParams(t);
  mStream->textureGenerateMipmaps({handleOf(t), baseLevel, lastLevel});
  wrote(t);
}

void Impl::textureClear(state::Texture& t, uint32_t level, const Region& region, uint32_t kind, const uint32_t color[4],
                        float depth, int32_t stencil) {
  if (mStream->lost() || !t.pipe.generation) return;
  pipe::TextureClearArgs args;
  args.texture = handleOf(t);
  args.level = level;
  args.kind = kind;
  args.box = boxOf(region);
  std::memcpy(args.color, color, sizeof args.color);
  args.depth = depth;
  args.stencil = stencil;
  mStream->textureClear(args);
  wrote(t);
}

}  // namespace tracker
