// SPDX-License-Identifier: Apache-2.0
// One vertex through the fixed functions on this side: what the raster position takes along (GL 4.6 compatibility §14.1).
#pragma once

#include <array>

#include "gl/legacy.h"

namespace gl {

struct VertexOnCpu {
  state::Vec4 object, eye;
  std::array<float, 3> normal;  // eye coordinates, as the lighting takes it
};

VertexOnCpu vertexOnCpu(const Context& ctx, const state::Vec4& object);

struct VertexColors {
  state::Vec4 primary, secondary;
};
// The front's colors, clamped.
VertexColors vertexColors(const Context& ctx, const VertexOnCpu& vertex);
// Generated where that is on, and through the unit's matrix.
state::Vec4 vertexTextureCoords(const Context& ctx, const VertexOnCpu& vertex, uint32_t unit);

}  // namespace gl
