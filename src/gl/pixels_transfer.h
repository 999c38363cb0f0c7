// SPDX-License-Identifier: Apache-2.0
// Where the pixels of a call lie: client memory or a pack/unpack buffer, by the pixel-store parameters. One
// place for the rules about buffers (GL 4.6 core §8.4.1, §18.2) and for the arithmetic.
#pragma once

#include <cstdint>

#include "formats/format_info.h"
#include "gl/context.h"
#include "tracker/tracker.h"

namespace gl {

// A rectangle of pixels as one command describes it.
struct PixelRect {
  uint32_t dimensions = 2;  // of the command: 1D ignores rows to skip, 2D images to skip
  uint32_t width = 0, height = 1, depth = 1;
  uint32_t format = 0, type = 0;  // format 0: blocks of `compressed`
  formats::Format compressed = formats::Format::None;
};

enum class PixelDirection : uint8_t { Unpack, Pack };

inline constexpr uint64_t kNoSizeLimit = ~uint64_t{0};

// INVALID_OPERATION if the pixels do not lie inside the bound buffer, are not aligned to it, or it is mapped;
// or if they need more than `limitBytes` of client memory. With no buffer bound and no limit nothing can go
// wrong but sizes beyond all address spaces.
bool validatePixelPlace(const Context& ctx, const char* command, PixelDirection direction,
                        const PixelRect& rect, const void* pointer, uint64_t limitBytes = kNoSizeLimit);

struct PixelTransfer {
  tracker::PixelMemory memory;
  tracker::PixelPlace place;
  // No pixels: a null pointer without a buffer, or an empty rectangle.
  bool empty() const { return (!place.pointer && !place.buffer) || memory.totalBytes == 0; }
};
// Of a rectangle that passed.
PixelTransfer pixelTransfer(const Context& ctx, PixelDirection direction, const PixelRect& rect,
                            const void* pointer);

}  // namespace gl
