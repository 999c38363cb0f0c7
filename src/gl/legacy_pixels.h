// SPDX-License-Identifier: Apache-2.0
// Rectangles of pixels as fragments (GL 4.6 compatibility §14.8, §18.1): a texture drawn at the raster position by a
// program of our own. Alpha test and everything behind the fragment stage apply; texture environment, fog and the
// application's fragment shader do not.
#pragma once

#include <array>
#include <map>
#include <memory>

#include "gl/legacy.h"

namespace gl {

enum class PixelSource : uint8_t {
  Color,    // texels are colors
  Depth,    // texels are depths, in the raster color
  Bitmap,   // texels say where there is a fragment, in the raster color
  Stencil,  // texels are integers, of which one bit counts
};

inline constexpr uint8_t kAllStencilBits = 8;

// Made once, used for every rectangle.
struct PixelDrawing {
  struct Key {
    PixelSource source = PixelSource::Color;
    uint8_t alphaTest = 0;   // as in shader::FixedFunctionKey
    uint8_t stencilBit = 0;  // kAllStencilBits: a fragment everywhere
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::shared_ptr<state::Executable>> programs;
  std::shared_ptr<state::VertexArray> corners;
  std::array<float, 36> vertices{};  // position, texel, color of four corners
};

// One level of a sized format; null after GL_OUT_OF_MEMORY.
std::shared_ptr<state::Texture> pixelTexture(Context& ctx, uint32_t internalFormat, uint32_t width, uint32_t height);

// Where a rectangle goes: its lower left corner in window coordinates, the size of a texel, and its texels.
struct PixelRectangle {
  float x, y, zoomX, zoomY;
  std::shared_ptr<state::Texture> texture;
};
// Every texel of the texture as a fragment for each pixel center that it covers.
void drawPixelRectangle(Context& ctx, PixelSource source, const PixelRectangle& rectangle);
// The texture's integers into the stencil buffer, under its write mask.
void drawStencilRectangle(Context& ctx, const PixelRectangle& rectangle);

}  // namespace gl
