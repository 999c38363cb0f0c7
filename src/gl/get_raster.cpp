// SPDX-License-Identifier: Apache-2.0
// glGet* of rasterization and per-fragment state, clear values and hints. Switches are answered by their capability.
#include <GL/gl.h>
#include <GL/glext.h>

#include <bit>

#include "gl/get_value.h"

namespace gl {
namespace {

using state::BlendTarget;
using state::Raster;
using state::StencilFace;

template <auto Member>
void raster(const Context& ctx, Value& value) {
  value.set(ctx.state().raster.*Member);
}
template <auto Member>
void blend(const Context& ctx, Value& value) {
  value.set(ctx.state().raster.blend[0].*Member);
}
template <int Face, auto Member>
void stencil(const Context& ctx, Value& value) {
  value.set(ctx.state().raster.stencil[Face].*Member);
}
template <auto Member>
void plain(const Context& ctx, Value& value) {
  value.set(ctx.state().*Member);
}

void polygonMode(const Context& ctx, Value& value) {
  value.set(ctx.state().raster.polygonMode);
  if (!ctx.isCore()) value.set(ctx.state().raster.polygonModeBack);
}
void colorWritemask(const Context& ctx, Value& value) {
  value.setAll(std::span<const bool>(ctx.state().raster.blend[0].write));
}
void depthRange(const Context& ctx, Value& value) {
  value.setNormalized(static_cast<double>(ctx.state().viewports[0].near));
  value.setNormalized(static_cast<double>(ctx.state().viewports[0].far));
}
void viewport(const Context& ctx, Value& value) {
  const state::Viewport& v = ctx.state().viewports[0];
  for (float f : {v.x, v.y, v.width, v.height}) value.set(f);
}
void scissorBox(const Context& ctx, Value& value) {
  const state::ScissorBox& s = ctx.state().scissors[0];
  for (int32_t i : {s.x, s.y, s.width, s.height}) value.set(i);
}

// Kept as bits, because EXT_texture_integer's are integers.
void clearColorValue(const Context& ctx, Value& v) {
  const uint32_t kind = ctx.state().clearColorKind;
  for (const uint32_t bits : ctx.state().clearColor) {
    if (kind == 0)
      v.setNormalized(static_cast<double>(std::bit_cast<float>(bits)));
    else if (kind == 1)
      v.set(static_cast<int32_t>(bits));
    else
      v.set(bits);
  }
}

constexpr GetRow kRows[] = {
    // blending
    {GL_BLEND_COLOR, [](const Context& ctx, Value& v) { v.setAllNormalized(ctx.state().raster.blendColor); }},
    {GL_BLEND_EQUATION_RGB, blend<&BlendTarget::equationRgb>},
    {GL_BLEND_EQUATION_ALPHA, blend<&BlendTarget::equationAlpha>},
    {GL_BLEND_SRC_RGB, blend<&BlendTarget::srcRgb>},
    {GL_BLEND_DST_RGB, blend<&BlendTarget::dstRgb>},
    {GL_BLEND_SRC_ALPHA, blend<&BlendTarget::srcAlpha>},
    {GL_BLEND_DST_ALPHA, blend<&BlendTarget::dstAlpha>},
    {GL_BLEND_SRC, blend<&BlendTarget::srcRgb>},
    {GL_BLEND_DST, blend<&BlendTarget::dstRgb>},
    {GL_LOGIC_OP_MODE, raster<&Raster::logicOp>},
    {GL_COLOR_WRITEMASK, colorWritemask},

    // depth and stencil
    {GL_DEPTH_FUNC, raster<&Raster::depthFunc>},
    {GL_DEPTH_WRITEMASK, raster<&Raster::depthWrite>},
    {GL_DEPTH_RANGE, depthRange},
    {GL_STENCIL_FUNC, stencil<0, &StencilFace::func>},
    {GL_STENCIL_REF, stencil<0, &StencilFace::reference>},
    {GL_STENCIL_VALUE_MASK, stencil<0, &StencilFace::compareMask>},
    {GL_STENCIL_FAIL, stencil<0, &StencilFace::fail>},
    {GL_STENCIL_PASS_DEPTH_FAIL, stencil<0, &StencilFace::depthFail>},
    {GL_STENCIL_PASS_DEPTH_PASS, stencil<0, &StencilFace::pass>},
    {GL_STENCIL_WRITEMASK, stencil<0, &StencilFace::writeMask>},
    {GL_STENCIL_BACK_FUNC, stencil<1, &StencilFace::func>},
    {GL_STENCIL_BACK_REF, stencil<1, &StencilFace::reference>},
    {GL_STENCIL_BACK_VALUE_MASK, stencil<1, &StencilFace::compareMask>},
    {GL_STENCIL_BACK_FAIL, stencil<1, &StencilFace::fail>},
    {GL_STENCIL_BACK_PASS_DEPTH_FAIL, stencil<1, &StencilFace::depthFail>},
    {GL_STENCIL_BACK_PASS_DEPTH_PASS, stencil<1, &StencilFace::pass>},
    {GL_STENCIL_BACK_WRITEMASK, stencil<1, &StencilFace::writeMask>},

    // polygons, lines, points
    {GL_CULL_FACE_MODE, raster<&Raster::cullFace>},
    {GL_FRONT_FACE, raster<&Raster::frontFace>},
    {GL_POLYGON_MODE, polygonMode},
    {GL_POLYGON_OFFSET_FACTOR, raster<&Raster::offsetFactor>},
    {GL_POLYGON_OFFSET_UNITS, raster<&Raster::offsetUnits>},
    {GL_POLYGON_OFFSET_CLAMP, raster<&Raster::offsetClamp>},
    {GL_LINE_WIDTH, raster<&Raster::lineWidth>},
    {GL_POINT_SIZE, raster<&Raster::pointSize>},
    {GL_POINT_FADE_THRESHOLD_SIZE, raster<&Raster::pointFadeThreshold>},
    {GL_POINT_SPRITE_COORD_ORIGIN, raster<&Raster::pointSpriteOrigin>},
    {GL_PROVOKING_VERTEX, raster<&Raster::provokingVertex>},
    {GL_PRIMITIVE_RESTART_INDEX, raster<&Raster::restartIndex>},
    {GL_PATCH_VERTICES, raster<&Raster::patchVertices>},

    // samples and clamps
    {GL_SAMPLE_COVERAGE_VALUE, raster<&Raster::sampleCoverageValue>},
    {GL_SAMPLE_COVERAGE_INVERT, raster<&Raster::sampleCoverageInvert>},
    {GL_SAMPLE_MASK_VALUE, raster<&Raster::sampleMask>},
    {GL_MIN_SAMPLE_SHADING_VALUE, raster<&Raster::minSampleShading>},
    {GL_CLAMP_READ_COLOR, raster<&Raster::clampReadColor>},
    {GL_CLAMP_VERTEX_COLOR, raster<&Raster::clampVertexColor>, true},
    {GL_CLAMP_FRAGMENT_COLOR, raster<&Raster::clampFragmentColor>, true},

    // viewport, scissor, clear
    {GL_VIEWPORT, viewport},
    {GL_SCISSOR_BOX, scissorBox},
    {GL_COLOR_CLEAR_VALUE, clearColorValue},
    {GL_DEPTH_CLEAR_VALUE, [](const Context& ctx, Value& v) { v.setNormalized(ctx.state().clearDepth); }},
    {GL_STENCIL_CLEAR_VALUE, plain<&state::Context::clearStencil>},

    // hints
    {GL_LINE_SMOOTH_HINT, plain<&state::Context::hintLineSmooth>},
    {GL_POLYGON_SMOOTH_HINT, plain<&state::Context::hintPolygonSmooth>},
    {GL_TEXTURE_COMPRESSION_HINT, plain<&state::Context::hintTextureCompression>},
    {GL_FRAGMENT_SHADER_DERIVATIVE_HINT, plain<&state::Context::hintDerivative>},
    {GL_GENERATE_MIPMAP_HINT, plain<&state::Context::hintGenerateMipmap>, true},
    {GL_PERSPECTIVE_CORRECTION_HINT, plain<&state::Context::hintPerspective>, true},
    {GL_POINT_SMOOTH_HINT, plain<&state::Context::hintPointSmooth>, true},
    {GL_FOG_HINT, plain<&state::Context::hintFog>, true},
};

}  // namespace

std::span<const GetRow> rasterRows() { return kRows; }

}  // namespace gl
