// SPDX-License-Identifier: Apache-2.0
// The current raster position (GL 4.6 compatibility §14.1), in window coordinates.
#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <cmath>

#include "gl/legacy.h"
#include "gl/legacy_matrix.h"
#include "gl/legacy_vertex.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

// Through matrices, clip volume and viewport as a vertex would go.
void setRasterPos(Context& ctx, float x, float y, float z, float w) {
  const VertexOnCpu vertex = vertexOnCpu(ctx, {x, y, z, w});
  const state::Vec4 clip = transformed(ctx.legacy().state.projection.top(), vertex.eye);
  state::RasterPosition& raster = legacyValues(ctx).raster;
  raster.valid = clip[3] > 0;
  for (size_t i = 0; i < 3; ++i) raster.valid &= std::fabs(clip[i]) <= clip[3];
  if (!raster.valid) return;
  const state::Viewport& port = ctx.state().viewports[0];
  const auto mapped = [&](size_t i, float low, float size) { return low + (clip[i] / clip[3] + 1) * size / 2; };
  const float near = port.near, far = port.far;
  raster.at = {mapped(0, port.x, port.width), mapped(1, port.y, port.height), mapped(2, near, far - near), clip[3]};
  const state::LegacyValues& v = legacyValues(ctx);
  raster.distance = v.fog.coordinateSource == GL_FOG_COORD
                        ? v.current[state::kSlotFogCoord][0]
                        : std::fabs(vertex.eye[2] / (vertex.eye[3] != 0 ? vertex.eye[3] : 1));
  const VertexColors colors = vertexColors(ctx, vertex);
  raster.color = colors.primary, raster.secondaryColor = colors.secondary;
  for (uint32_t unit = 0; unit < state::kMaxTextureCoords; ++unit)
    raster.textureCoords[unit] = vertexTextureCoords(ctx, vertex, unit);
}

// Window coordinates as they are; z runs from the near to the far depth. Current values are taken without lighting,
// generation and matrices.
void setWindowPos(Context& ctx, float x, float y, float z) {
  const state::Viewport& port = ctx.state().viewports[0];
  state::LegacyValues& v = legacyValues(ctx);
  const float near = port.near, far = port.far;
  const float inside = z <= 0 ? 0 : z >= 1 ? 1 : z;
  v.raster.valid = true;
  v.raster.at = {x, y, near + inside * (far - near), 1};
  v.raster.distance = v.fog.coordinateSource == GL_FOG_COORD ? v.current[state::kSlotFogCoord][0] : 0;
  for (size_t k = 0; k < 4; ++k) {
    v.raster.color[k] = std::clamp(v.current[state::kSlotColor][k], 0.0f, 1.0f);
    v.raster.secondaryColor[k] = std::clamp(v.current[state::kSlotSecondaryColor][k], 0.0f, 1.0f);
  }
  for (uint32_t unit = 0; unit < state::kMaxTextureCoords; ++unit)
    v.raster.textureCoords[unit] = v.current[state::kSlotTexCoord0 + unit];
}

float plain(auto value) { return static_cast<float>(value); }

}  // namespace

#define POSITIONS(s, T) \
  void rasterPos2##s(Context& ctx, T x, T y) { setRasterPos(ctx, plain(x), plain(y), 0, 1); } \
  void rasterPos3##s(Context& ctx, T x, T y, T z) { setRasterPos(ctx, plain(x), plain(y), plain(z), 1); } \
  void rasterPos4##s(Context& ctx, T x, T y, T z, T w) { setRasterPos(ctx, plain(x), plain(y), plain(z), plain(w)); } \
  void rasterPos2##s##v(Context& ctx, const T* v) { setRasterPos(ctx, plain(v[0]), plain(v[1]), 0, 1); } \
  void rasterPos3##s##v(Context& ctx, const T* v) { setRasterPos(ctx, plain(v[0]), plain(v[1]), plain(v[2]), 1); } \
  void rasterPos4##s##v(Context& ctx, const T* v) { \
    setRasterPos(ctx, plain(v[0]), plain(v[1]), plain(v[2]), plain(v[3])); \
  } \
  void windowPos2##s(Context& ctx, T x, T y) { setWindowPos(ctx, plain(x), plain(y), 0); } \
  void windowPos3##s(Context& ctx, T x, T y, T z) { setWindowPos(ctx, plain(x), plain(y), plain(z)); } \
  void windowPos2##s##v(Context& ctx, const T* v) { setWindowPos(ctx, plain(v[0]), plain(v[1]), 0); } \
  void windowPos3##s##v(Context& ctx, const T* v) { setWindowPos(ctx, plain(v[0]), plain(v[1]), plain(v[2])); }

POSITIONS(s, GLshort)
POSITIONS(i, GLint)
POSITIONS(f, GLfloat)
POSITIONS(d, GLdouble)

#undef POSITIONS

}  // namespace gl
