// SPDX-License-Identifier: Apache-2.0
// Conventional vertex arrays (GL 4.6 compatibility §10.3.2-10.3.3). They belong to the bound vertex array object.
#include <GL/gl.h>
#include <GL/glext.h>

#include "gl/legacy.h"
#include "gl/legacy_arrays.h"
#include "gl/prototypes_legacy.gen.h"
#include "gl/vertex_array.h"

namespace gl {
namespace {

using state::LegacyArrays;
using state::VertexAttrib;
using state::VertexBinding;

enum Kind : uint8_t { kFloat, kNormalized };  // VertexAttrib::kind

LegacyArrays& arraysOf(Context& ctx) {
  std::unique_ptr<LegacyArrays>& arrays = ctx.state().vertexArray->legacy;
  if (!arrays) {
    arrays = std::make_unique<LegacyArrays>();
    for (uint32_t i = 0; i < state::kMaxAttribs; ++i) arrays->attribs[i].binding = i;
    arrays->attribs[state::kSlotNormal].components = arrays->attribs[state::kSlotSecondaryColor].components = 3;
    arrays->attribs[state::kSlotFogCoord].components = 1;
  }
  return *arrays;
}

constexpr uint32_t kNoSlot = ~0u;

uint32_t slotOf(const Context& ctx, GLenum array) {
  switch (array) {
    case GL_VERTEX_ARRAY: return state::kSlotVertex;
    case GL_NORMAL_ARRAY: return state::kSlotNormal;
    case GL_COLOR_ARRAY: return state::kSlotColor;
    case GL_SECONDARY_COLOR_ARRAY: return state::kSlotSecondaryColor;
    case GL_FOG_COORD_ARRAY: return state::kSlotFogCoord;
    case GL_EDGE_FLAG_ARRAY: return state::kSlotEdgeFlag;
    case GL_INDEX_ARRAY: return state::kSlotColorIndex;
    case GL_TEXTURE_COORD_ARRAY: return state::kSlotTexCoord0 + legacyValues(ctx).clientUnit;
    default: return kNoSlot;
  }
}

GLenum arrayOfPointer(GLenum name) {
  switch (name) {
    case GL_VERTEX_ARRAY_POINTER: return GL_VERTEX_ARRAY;
    case GL_NORMAL_ARRAY_POINTER: return GL_NORMAL_ARRAY;
    case GL_COLOR_ARRAY_POINTER: return GL_COLOR_ARRAY;
    case GL_SECONDARY_COLOR_ARRAY_POINTER: return GL_SECONDARY_COLOR_ARRAY;
    case GL_FOG_COORD_ARRAY_POINTER: return GL_FOG_COORD_ARRAY;
    case GL_EDGE_FLAG_ARRAY_POINTER: return GL_EDGE_FLAG_ARRAY;
    case GL_INDEX_ARRAY_POINTER: return GL_INDEX_ARRAY;
    case GL_TEXTURE_COORD_ARRAY_POINTER: return GL_TEXTURE_COORD_ARRAY;
    default: return 0;
  }
}

bool isPacked(GLenum type) { return isOneOf(type, {GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV}); }

bool checkPointer(const Context& ctx, const char* command, GLint size, std::initializer_list<uint32_t> sizes,
                  GLenum type, std::initializer_list<uint32_t> types, GLsizei stride, const void* pointer) {
  if (!isOneOf(static_cast<uint32_t>(size), sizes))
    return refuse(ctx, GL_INVALID_VALUE, "%s: size is %d, which the array does not take.", command, size);
  if (!isOneOf(type, types)) return refuseEnum(ctx, command, "type", type);
  if (size == GL_BGRA && type != GL_UNSIGNED_BYTE && !isPacked(type))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: GL_BGRA does not go with type %s.", command, enumText(type).c_str());
  if (!checkNotNegative(ctx, command, "stride", stride)) return false;
  const state::VertexArray& array = *ctx.state().vertexArray;
  if (array.name != 0 && pointer && !ctx.state().buffers[static_cast<size_t>(state::BufferPoint::Array)])
    return refuse(ctx, GL_INVALID_OPERATION, "%s: vertex array %u cannot point to client memory; bind GL_ARRAY_BUFFER.",
                  command, array.name);
  return true;
}

void setPointer(Context& ctx, uint32_t slot, GLint size, GLenum type, Kind kind, GLsizei stride, const void* pointer) {
  LegacyArrays& arrays = arraysOf(ctx);
  VertexAttrib& attrib = arrays.attribs[slot];
  attrib.bgra = size == GL_BGRA;
  attrib.components = attrib.bgra ? 4 : static_cast<uint8_t>(size);
  attrib.kind = isOneOf(type, {GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT}) ? kFloat : kind;
  attrib.type = type;
  attrib.strideGiven = static_cast<uint32_t>(stride);
  attrib.pointer = pointer;
  VertexBinding& binding = arrays.bindings[slot];
  binding.buffer = ctx.state().buffers[static_cast<size_t>(state::BufferPoint::Array)];
  binding.offsetBytes = binding.buffer ? reinterpret_cast<uintptr_t>(pointer) : 0;
  binding.strideBytes = stride ? static_cast<uint32_t>(stride) : attribBytes(type, attrib.components);
  arrayChanged(ctx, *ctx.state().vertexArray);
}

void setEnabled(Context& ctx, uint32_t slot, bool enabled) {
  LegacyArrays& arrays = arraysOf(ctx);
  if (arrays.attribs[slot].enabled == enabled) return;
  arrays.attribs[slot].enabled = enabled;
  arrays.enabledMask ^= 1u << slot;
  arrayChanged(ctx, *ctx.state().vertexArray);
}

bool checkClientState(const Context& ctx, const char* command, GLenum array) {
  return slotOf(ctx, array) != kNoSlot || refuseEnum(ctx, command, "array", array);
}

// glInterleavedArrays (table 10.5): component counts and byte offsets; the stride comes last.
struct Interleaved {
  GLenum format;
  uint8_t texCoords, colors;
  GLenum colorType;
  bool normal;
  uint8_t vertices, colorAt, normalAt, vertexAt, stride;
};
constexpr Interleaved kInterleaved[] = {
    {GL_V2F, 0, 0, 0, false, 2, 0, 0, 0, 8},
    {GL_V3F, 0, 0, 0, false, 3, 0, 0, 0, 12},
    {GL_C4UB_V2F, 0, 4, GL_UNSIGNED_BYTE, false, 2, 0, 0, 4, 12},
    {GL_C4UB_V3F, 0, 4, GL_UNSIGNED_BYTE, false, 3, 0, 0, 4, 16},
    {GL_C3F_V3F, 0, 3, GL_FLOAT, false, 3, 0, 0, 12, 24},
    {GL_N3F_V3F, 0, 0, 0, true, 3, 0, 0, 12, 24},
    {GL_C4F_N3F_V3F, 0, 4, GL_FLOAT, true, 3, 0, 16, 28, 40},
    {GL_T2F_V3F, 2, 0, 0, false, 3, 0, 0, 8, 20},
    {GL_T4F_V4F, 4, 0, 0, false, 4, 0, 0, 16, 32},
    {GL_T2F_C4UB_V3F, 2, 4, GL_UNSIGNED_BYTE, false, 3, 8, 0, 12, 24},
    {GL_T2F_C3F_V3F, 2, 3, GL_FLOAT, false, 3, 8, 0, 20, 32},
    {GL_T2F_N3F_V3F, 2, 0, 0, true, 3, 0, 8, 20, 32},
    {GL_T2F_C4F_N3F_V3F, 2, 4, GL_FLOAT, true, 3, 8, 24, 36, 48},
    {GL_T4F_C4F_N3F_V4F, 4, 4, GL_FLOAT, true, 4, 16, 32, 44, 60},
};
const Interleaved* interleavedOf(GLenum format) {
  for (const Interleaved& row : kInterleaved)
    if (row.format == format) return &row;
  return nullptr;
}

}  // namespace

bool validateEnableClientState(const Context& ctx, GLenum array) {
  return checkClientState(ctx, "glEnableClientState", array);
}
void enableClientState(Context& ctx, GLenum array) { setEnabled(ctx, slotOf(ctx, array), true); }
bool validateDisableClientState(const Context& ctx, GLenum array) {
  return checkClientState(ctx, "glDisableClientState", array);
}
void disableClientState(Context& ctx, GLenum array) { setEnabled(ctx, slotOf(ctx, array), false); }

bool isClientArrayEnabled(const Context& ctx, uint32_t slot) {
  const LegacyArrays* arrays = ctx.state().vertexArray->legacy.get();
  return arrays && (arrays->enabledMask >> slot & 1);
}
uint32_t clientArraySlot(const Context& ctx, uint32_t array) { return slotOf(ctx, array); }
bool isClientArrayPointer(uint32_t name) { return arrayOfPointer(name) != 0; }
const void* clientArrayPointer(const Context& ctx, uint32_t name) {
  const LegacyArrays* arrays = ctx.state().vertexArray->legacy.get();
  return arrays ? arrays->attribs[slotOf(ctx, arrayOfPointer(name))].pointer : nullptr;
}

bool validateClientActiveTexture(const Context& ctx, GLenum texture) {
  return (texture >= GL_TEXTURE0 && texture < GL_TEXTURE0 + state::kMaxTextureCoords) ||
         refuseEnum(ctx, "glClientActiveTexture", "texture", texture);
}
void clientActiveTexture(Context& ctx, GLenum texture) { legacyValues(ctx).clientUnit = texture - GL_TEXTURE0; }

#define ALL_TYPES GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_INT, GL_UNSIGNED_INT, GL_FLOAT, \
                  GL_DOUBLE, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV

bool validateVertexPointer(const Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glVertexPointer", size, {2, 3, 4}, type,
                      {GL_SHORT, GL_INT, GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV,
                       GL_UNSIGNED_INT_2_10_10_10_REV},
                      stride, pointer);
}
void vertexPointer(Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotVertex, size, type, kFloat, stride, pointer);
}
bool validateNormalPointer(const Context& ctx, GLenum type, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glNormalPointer", 3, {3}, type,
                      {GL_BYTE, GL_SHORT, GL_INT, GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV,
                       GL_UNSIGNED_INT_2_10_10_10_REV},
                      stride, pointer);
}
void normalPointer(Context& ctx, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotNormal, isPacked(type) ? 4 : 3, type, kNormalized, stride, pointer);
}
bool validateColorPointer(const Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glColorPointer", size, {3, 4, GL_BGRA}, type, {ALL_TYPES}, stride, pointer);
}
void colorPointer(Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotColor, size, type, kNormalized, stride, pointer);
}
bool validateSecondaryColorPointer(const Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glSecondaryColorPointer", size, {3, 4, GL_BGRA}, type, {ALL_TYPES}, stride, pointer);
}
void secondaryColorPointer(Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotSecondaryColor, size, type, kNormalized, stride, pointer);
}
bool validateTexCoordPointer(const Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glTexCoordPointer", size, {1, 2, 3, 4}, type,
                      {GL_SHORT, GL_INT, GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV,
                       GL_UNSIGNED_INT_2_10_10_10_REV},
                      stride, pointer);
}
void texCoordPointer(Context& ctx, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotTexCoord0 + legacyValues(ctx).clientUnit, size, type, kFloat, stride, pointer);
}
bool validateFogCoordPointer(const Context& ctx, GLenum type, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glFogCoordPointer", 1, {1}, type, {GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT}, stride, pointer);
}
void fogCoordPointer(Context& ctx, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotFogCoord, 1, type, kFloat, stride, pointer);
}
bool validateEdgeFlagPointer(const Context& ctx, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glEdgeFlagPointer", 1, {1}, GL_UNSIGNED_BYTE, {GL_UNSIGNED_BYTE}, stride, pointer);
}
void edgeFlagPointer(Context& ctx, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotEdgeFlag, 1, GL_UNSIGNED_BYTE, kFloat, stride, pointer);
}
bool validateIndexPointer(const Context& ctx, GLenum type, GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glIndexPointer", 1, {1}, type, {GL_UNSIGNED_BYTE, GL_SHORT, GL_INT, GL_FLOAT, GL_DOUBLE},
                      stride, pointer);
}
void indexPointer(Context& ctx, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, state::kSlotColorIndex, 1, type, kFloat, stride, pointer);
}

#undef ALL_TYPES

bool validateInterleavedArrays(const Context& ctx, GLenum format, GLsizei stride, const void*) {
  if (!interleavedOf(format)) return refuseEnum(ctx, "glInterleavedArrays", "format", format);
  return checkNotNegative(ctx, "glInterleavedArrays", "stride", stride);
}
void interleavedArrays(Context& ctx, GLenum format, GLsizei stride, const void* pointer) {
  const Interleaved& row = *interleavedOf(format);
  const auto* base = static_cast<const std::byte*>(pointer);
  const GLsizei step = stride ? stride : row.stride;
  const uint32_t texCoord = state::kSlotTexCoord0 + legacyValues(ctx).clientUnit;
  for (const uint32_t slot : {uint32_t{state::kSlotEdgeFlag}, uint32_t{state::kSlotColorIndex},
                              uint32_t{state::kSlotSecondaryColor}, uint32_t{state::kSlotFogCoord}})
    setEnabled(ctx, slot, false);
  setEnabled(ctx, texCoord, row.texCoords != 0);
  setEnabled(ctx, state::kSlotColor, row.colors != 0);
  setEnabled(ctx, state::kSlotNormal, row.normal);
  setEnabled(ctx, state::kSlotVertex, true);
  if (row.texCoords) setPointer(ctx, texCoord, row.texCoords, GL_FLOAT, kFloat, step, base);
  if (row.colors) setPointer(ctx, state::kSlotColor, row.colors, row.colorType, kNormalized, step, base + row.colorAt);
  if (row.normal) setPointer(ctx, state::kSlotNormal, 3, GL_FLOAT, kFloat, step, base + row.normalAt);
  setPointer(ctx, state::kSlotVertex, row.vertices, GL_FLOAT, kFloat, step, base + row.vertexAt);
}

}  // namespace gl
