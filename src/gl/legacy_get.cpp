// SPDX-License-Identifier: Apache-2.0
// glGet* of compatibility state (GL 4.6 compatibility §23).
#include <GL/gl.h>
#include <GL/glext.h>

#include "gl/get_value.h"
#include "gl/legacy.h"
#include "gl/legacy_arrays.h"
#include "gl/legacy_list.h"
#include "gl/legacy_matrix.h"
#include "gl/legacy_stacks.h"

namespace gl {
namespace {

using state::LegacyValues;

template <auto Member>
void plain(const Context& ctx, Value& value) {
  value.set(legacyValues(ctx).*Member);
}
template <uint32_t Slot, size_t Count>
void current(const Context& ctx, Value& value) {
  for (size_t i = 0; i < Count; ++i) value.set(legacyValues(ctx).current[Slot][i]);
}
template <uint32_t Slot>
void currentColor(const Context& ctx, Value& value) {
  value.setAllNormalized(legacyValues(ctx).current[Slot]);
}

uint32_t textureUnit(const Context& ctx) { return std::min(ctx.state().activeUnit, state::kMaxTextureCoords - 1); }

enum class Stack { ModelView, Projection, Texture };
template <Stack Which>
const state::MatrixStack& stackOf(const Context& ctx) {
  const state::Legacy& legacy = ctx.legacy().state;
  if constexpr (Which == Stack::ModelView) return legacy.modelView;
  if constexpr (Which == Stack::Projection) return legacy.projection;
  return legacy.texture[textureUnit(ctx)];
}
template <Stack Which>
void matrix(const Context& ctx, Value& value) {
  value.setAll(std::span<const float>(stackOf<Which>(ctx).top()));
}
template <Stack Which>
void transposedMatrix(const Context& ctx, Value& value) {
  const state::Matrix m = transposed(stackOf<Which>(ctx).top());
  value.setAll(std::span<const float>(m));
}
template <Stack Which>
void depth(const Context& ctx, Value& value) {
  value.set(stackOf<Which>(ctx).levels.size());
}

// ── conventional arrays ──

const state::LegacyArrays& arraysOf(const Context& ctx) {
  static const state::LegacyArrays kNone;
  const state::LegacyArrays* arrays = ctx.state().vertexArray->legacy.get();
  return arrays ? *arrays : kNone;
}
template <GLenum Array>
uint32_t slot(const Context& ctx) {
  return clientArraySlot(ctx, Array);
}
template <GLenum Array>
void arrayEnabled(const Context& ctx, Value& value) {
  value.set(isClientArrayEnabled(ctx, slot<Array>(ctx)));
}
template <GLenum Array>
void arraySize(const Context& ctx, Value& value) {
  const state::VertexAttrib& a = arraysOf(ctx).attribs[slot<Array>(ctx)];
  value.set(a.bgra ? GLint{GL_BGRA} : GLint{a.components});
}
template <GLenum Array>
void arrayType(const Context& ctx, Value& value) {
  value.set(arraysOf(ctx).attribs[slot<Array>(ctx)].type);
}
template <GLenum Array>
void arrayStride(const Context& ctx, Value& value) {
  value.set(arraysOf(ctx).attribs[slot<Array>(ctx)].strideGiven);
}
template <GLenum Array>
void arrayBuffer(const Context& ctx, Value& value) {
  const auto& buffer = arraysOf(ctx).bindings[slot<Array>(ctx)].buffer;
  value.set(buffer ? buffer->name : 0u);
}

#define ARRAY_ROWS(NAME) \
  {GL_##NAME, arrayEnabled<GL_##NAME>, true}, {GL_##NAME##_TYPE, arrayType<GL_##NAME>, true}, \
  {GL_##NAME##_STRIDE, arrayStride<GL_##NAME>, true}, {GL_##NAME##_BUFFER_BINDING, arrayBuffer<GL_##NAME>, true}
#define MATRIX_ROWS(NAME, WHICH) \
  {GL_##NAME##_MATRIX, matrix<WHICH>, true}, {GL_TRANSPOSE_##NAME##_MATRIX, transposedMatrix<WHICH>, true}, \
  {GL_##NAME##_STACK_DEPTH, depth<WHICH>, true}

constexpr GetRow kRows[] = {
    {GL_CURRENT_COLOR, currentColor<state::kSlotColor>, true},
    {GL_CURRENT_SECONDARY_COLOR, currentColor<state::kSlotSecondaryColor>, true},
    {GL_CURRENT_NORMAL,
     [](const Context& ctx, Value& v) {
       for (size_t i = 0; i < 3; ++i)
         v.setNormalized(static_cast<double>(legacyValues(ctx).current[state::kSlotNormal][i]));
     },
     true},
    {GL_CURRENT_FOG_COORD, current<state::kSlotFogCoord, 1>, true},
    {GL_CURRENT_INDEX, current<state::kSlotColorIndex, 1>, true},
    {GL_EDGE_FLAG, current<state::kSlotEdgeFlag, 1>, true},
    {GL_CURRENT_TEXTURE_COORDS,
     [](const Context& ctx, Value& v) {
       v.setAll(std::span<const float>(legacyValues(ctx).current[state::kSlotTexCoord0 + textureUnit(ctx)]));
     },
     true},
    {GL_CURRENT_RASTER_POSITION,
     [](const Context& ctx, Value& v) { v.setAll(std::span<const float>(legacyValues(ctx).raster.at)); }, true},
    {GL_CURRENT_RASTER_POSITION_VALID, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).raster.valid); }, true},
    {GL_ZOOM_X, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).pixelZoom[0]); }, true},
    {GL_ZOOM_Y, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).pixelZoom[1]); }, true},
    {GL_CURRENT_RASTER_DISTANCE,
     [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).raster.distance); }, true},
    {GL_CURRENT_RASTER_COLOR, [](const Context& ctx, Value& v) { v.setAllNormalized(legacyValues(ctx).raster.color); },
     true},
    {GL_CURRENT_RASTER_SECONDARY_COLOR,
     [](const Context& ctx, Value& v) { v.setAllNormalized(legacyValues(ctx).raster.secondaryColor); }, true},
    {GL_CURRENT_RASTER_TEXTURE_COORDS,
     [](const Context& ctx, Value& v) {
       v.setAll(std::span<const float>(legacyValues(ctx).raster.textureCoords[textureUnit(ctx)]));
     },
     true},

    {GL_MATRIX_MODE, plain<&LegacyValues::matrixMode>, true},
    MATRIX_ROWS(MODELVIEW, Stack::ModelView),
    MATRIX_ROWS(PROJECTION, Stack::Projection),
    MATRIX_ROWS(TEXTURE, Stack::Texture),

    {GL_LIGHT_MODEL_AMBIENT,
     [](const Context& ctx, Value& v) { v.setAllNormalized(legacyValues(ctx).lightModel.ambient); }, true},
    {GL_LIGHT_MODEL_LOCAL_VIEWER, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).lightModel.localViewer); },
     true},
    {GL_LIGHT_MODEL_TWO_SIDE, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).lightModel.twoSide); }, true},
    {GL_LIGHT_MODEL_COLOR_CONTROL,
     [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).lightModel.colorControl); }, true},
    {GL_SHADE_MODEL, plain<&LegacyValues::shadeModel>, true},
    {GL_COLOR_MATERIAL_FACE, plain<&LegacyValues::colorMaterialFace>, true},
    {GL_COLOR_MATERIAL_PARAMETER, plain<&LegacyValues::colorMaterialMode>, true},

    {GL_FOG_COLOR, [](const Context& ctx, Value& v) { v.setAllNormalized(legacyValues(ctx).fog.color); }, true},
    {GL_FOG_MODE, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).fog.mode); }, true},
    {GL_FOG_COORD_SRC, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).fog.coordinateSource); }, true},
    {GL_FOG_DENSITY, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).fog.density); }, true},
    {GL_FOG_START, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).fog.start); }, true},
    {GL_FOG_END, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).fog.end); }, true},
    {GL_FOG_INDEX, [](const Context&, Value& v) { v.set(0); }, true},
    {GL_ALPHA_TEST_FUNC, plain<&LegacyValues::alphaFunc>, true},
    {GL_ALPHA_TEST_REF,
     [](const Context& ctx, Value& v) { v.setNormalized(static_cast<double>(legacyValues(ctx).alphaReference)); }, true},

    {GL_POINT_SIZE_MIN, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).point.sizeMin); }, true},
    {GL_POINT_SIZE_MAX, [](const Context& ctx, Value& v) { v.set(legacyValues(ctx).point.sizeMax); }, true},
    {GL_POINT_DISTANCE_ATTENUATION,
     [](const Context& ctx, Value& v) { v.setAll(std::span<const float>(legacyValues(ctx).point.attenuation)); }, true},

    {GL_CLIENT_ACTIVE_TEXTURE, [](const Context& ctx, Value& v) { v.set(GL_TEXTURE0 + legacyValues(ctx).clientUnit); },
     true},
    ARRAY_ROWS(VERTEX_ARRAY),
    ARRAY_ROWS(COLOR_ARRAY),
    ARRAY_ROWS(NORMAL_ARRAY),
    ARRAY_ROWS(TEXTURE_COORD_ARRAY),
    ARRAY_ROWS(SECONDARY_COLOR_ARRAY),
    ARRAY_ROWS(FOG_COORD_ARRAY),
    ARRAY_ROWS(INDEX_ARRAY),
    {GL_EDGE_FLAG_ARRAY, arrayEnabled<GL_EDGE_FLAG_ARRAY>, true},
    {GL_EDGE_FLAG_ARRAY_STRIDE, arrayStride<GL_EDGE_FLAG_ARRAY>, true},
    {GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, arrayBuffer<GL_EDGE_FLAG_ARRAY>, true},
    {GL_VERTEX_ARRAY_SIZE, arraySize<GL_VERTEX_ARRAY>, true},
    {GL_COLOR_ARRAY_SIZE, arraySize<GL_COLOR_ARRAY>, true},
    {GL_TEXTURE_COORD_ARRAY_SIZE, arraySize<GL_TEXTURE_COORD_ARRAY>, true},
    {GL_SECONDARY_COLOR_ARRAY_SIZE, arraySize<GL_SECONDARY_COLOR_ARRAY>, true},

    {GL_RENDER_MODE, [](const Context&, Value& v) { v.set(GL_RENDER); }, true},
    {GL_LIST_BASE, plain<&LegacyValues::listBase>, true},
    {GL_LIST_INDEX,
     [](const Context& ctx, Value& v) { v.set(ctx.isCompilingList() ? ctx.legacy().lists->name : 0u); }, true},
    {GL_LIST_MODE,
     [](const Context& ctx, Value& v) {
       v.set(!ctx.isCompilingList() ? 0 : ctx.legacy().lists->executes ? GL_COMPILE_AND_EXECUTE : GL_COMPILE);
     },
     true},
    {GL_ATTRIB_STACK_DEPTH,
     [](const Context& ctx, Value& v) { v.set(ctx.legacy().stacks ? ctx.legacy().stacks->attribs.size() : size_t{0}); },
     true},
    {GL_CLIENT_ATTRIB_STACK_DEPTH,
     [](const Context& ctx, Value& v) {
       v.set(ctx.legacy().stacks ? ctx.legacy().stacks->clientAttribs.size() : size_t{0});
     },
     true},
    {GL_NAME_STACK_DEPTH, [](const Context&, Value& v) { v.set(0); }, true},
};

}  // namespace

std::span<const GetRow> legacyRows() { return kRows; }

}  // namespace gl
