// SPDX-License-Identifier: Apache-2.0
// Conversion of pixel rectangles between any two (format, type) pairs, by GL's pixel-transfer rules.
//
// A pixel goes: source bytes → components → RGBA (missing colours 0, missing alpha 1, luminance to R, G and
// B) → `swizzle` → destination components → destination bytes. Colour travels as floating point wide enough
// to be exact for every 32-bit component, integers as 64-bit, depth as double beside stencil. Normalized
// integers follow OpenGL 4.2 and ES 3 (signed: max(c/(2^(b−1)−1), −1)), as a driver does with the same bytes.
// Values outside a fixed-point destination are clamped, rounding is to nearest, ties to even.
//
// Upload into storage s:  destination {info(s).es.format, info(s).es.type}, swizzle info(s).store.
// Read-back from storage: source as the ES driver was asked for, swizzle info(s).read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/format_info.h"

namespace formats {

// L of a luminance destination: glReadPixels adds R, G and B; glGetTexImage takes R.
enum class LuminanceRule : uint8_t { Red, Sum };

struct PixelSource {
  std::span<const std::byte> bytes;
  uint32_t format = 0, type = 0;
  uint64_t firstByte = 0, rowStrideBytes = 0, imageStrideBytes = 0;  // as in Layout
  bool swapBytes = false;
};

struct PixelTarget {
  std::span<std::byte> bytes;
  uint32_t format = 0, type = 0;
  uint64_t firstByte = 0, rowStrideBytes = 0, imageStrideBytes = 0;
  bool swapBytes = false;
};

struct ConvertRequest {
  PixelSource source;
  PixelTarget target;
  uint32_t width = 0, height = 0, depth = 1;
  Swizzle4 swizzle = kIdentitySwizzle;  // colour only
  LuminanceRule luminance = LuminanceRule::Red;
  bool clampColor = false;  // clamp float colour to [0,1] even for a float destination (GL_CLAMP_READ_COLOR)
};

// False, with the target untouched, when a pair is invalid, the classes do not go together (integer with
// non-integer colour, colour with depth), or a span is too short. Bytes between target rows are kept, and so
// is the other half of a depth-stencil target whose source has only depth or only stencil. Spans must not
// overlap.
bool convert(const ConvertRequest& request);

// One pixel as RGBA, e.g. for border colours and clears. False when the pair is not of that class or the span
// is too short. Integers saturate.
bool fetchFloat(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
                float (&rgba)[4]);
bool fetchInt(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
              int32_t (&rgba)[4]);
bool fetchUint(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
               uint32_t (&rgba)[4]);
// Depth formats set depth, stencil formats stencil, GL_DEPTH_STENCIL both.
struct DepthStencilValue {
  double depth = 0.0;
  uint32_t stencil = 0;
};
bool fetchDepthStencil(uint32_t format, uint32_t type, std::span<const std::byte> bytes, bool swapBytes,
                       DepthStencilValue& value);

}  // namespace formats
