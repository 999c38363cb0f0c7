// SPDX-License-Identifier: Apache-2.0
// Draws of the back end's own: texels that the driver will not let us read are fetched by a shader into a format that
// it will.
#pragma once

#include <array>
#include <span>

#include "backends/gles/context.h"

namespace gles {

class InternalDraws {
 public:
  explicit InternalDraws(Context& context) : mContext(context) {}

  // Fetches texels (x, y)…(x + width, y + height) of one layer of a level into a scratch texture, which is left bound
  // for reading at (0, 0). `stencil`: the stencil of a depth-stencil texture. Gives the scratch texture's format, None
  // if the driver refuses.
  formats::Format fetch(Texture& texture, uint32_t level, uint32_t layer, int32_t x, int32_t y, uint32_t width,
                        uint32_t height, bool stencil);
  // Depth and stencil of the bound read framebuffer where the driver cannot read them: copied to a texture, fetched.
  bool readDepthStencil(const Context::ReadRequest& request, uint32_t width, uint32_t height, std::span<std::byte> out);
  // Reads what fetch() left as the one component, and packs it as depth or stencil.
  bool packFetched(const Context::ReadRequest& request, formats::Format fetched, std::span<std::byte> out);

 private:
  enum Dimension : uint32_t { k2d, k2dArray, k3d, kCube, kCubeArray, kDimensions };
  enum Result : uint32_t { kFloat, kInt, kUint, kResults };
  struct FetchProgram {
    Name name;
    GLint origin = -1;  // x, y, layer
    bool failed = false;
  };
  FetchProgram& program(Dimension dimension, Result result);
  bool build(FetchProgram& target, Dimension dimension, Result result);
  GLuint compile(GLenum stage, const std::string& source);

  Context& mContext;
  std::array<std::array<FetchProgram, kResults>, kDimensions> mPrograms{};
  Name mSampler, mVertexArray;
};

}  // namespace gles
