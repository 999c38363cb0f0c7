// SPDX-License-Identifier: Apache-2.0
// Pixel-store parameters to byte offsets: where the pixels of a rectangle lie in client memory or in a
// buffer.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/format.gen.h"

namespace formats {

// The GL_UNPACK_… or GL_PACK_… parameters. For one- and two-dimensional calls the caller passes imageHeight
// and skipImages as 0, and for one-dimensional ones skipRows too, where GL ignores them.
struct PixelStore {
  uint32_t alignment = 4;    // 1, 2, 4 or 8
  uint32_t rowLength = 0;    // 0: the width
  uint32_t imageHeight = 0;  // 0: the height
  uint32_t skipPixels = 0;
  uint32_t skipRows = 0;
  uint32_t skipImages = 0;
  bool swapBytes = false;
  bool lsbFirst = false;  // bitmaps only
};

struct Layout {
  uint64_t firstByte = 0;       // offset of the first pixel from the base pointer
  uint64_t rowStrideBytes = 0;  // of a row of blocks when compressed
  uint64_t imageStrideBytes = 0;
  uint64_t totalBytes = 0;     // from the base pointer to the end of the last pixel; 0 if there is no pixel
  uint64_t tightRowBytes = 0;  // bytes used in one row
};

// Layout of width×height×depth pixels. Empty when the pair is unknown, the alignment is none of GL's, or a
// byte offset would exceed 2^63−1.
std::optional<Layout> layoutOf(uint32_t format, uint32_t type, uint32_t width, uint32_t height,
                               uint32_t depth, const PixelStore& store);

// As above for blocks of a compressed format. Without the GL_UNPACK_COMPRESSED_BLOCK_… parameters the caller
// passes a default store, as GL then ignores the others. Alignment has no effect. Skips and lengths that are
// no multiple of the block give no layout.
std::optional<Layout> layoutOfCompressed(Format format, uint32_t width, uint32_t height, uint32_t depth,
                                         const PixelStore& store = {});

// Bytes of one tightly packed image in ES storage or in compressed blocks: what imageSize has to be.
std::optional<uint64_t> storageBytes(Format format, uint32_t width, uint32_t height, uint32_t depth);

// Layout of a GL_BITMAP (glBitmap, glPolygonStipple): one bit a pixel. firstByte is that of the first row
// used; firstBit counts pixels to skip in its first byte.
struct BitmapLayout {
  Layout bytes;
  uint32_t firstBit = 0;
};
std::optional<BitmapLayout> layoutOfBitmap(uint32_t width, uint32_t height, const PixelStore& store);

}  // namespace formats
