// SPDX-License-Identifier: Apache-2.0
// glArrayElement: one vertex of the enabled arrays, read on this side (GL 4.6 compatibility §10.3.5).
#include <GL/gl.h>
#include <GL/glext.h>

#include <bit>
#include <cstring>

#include "formats/formats.h"
#include "gl/legacy_current.h"
#include "gl/legacy_list.h"
#include "gl/vertex_array.h"

namespace gl {
namespace {

using state::VertexAttrib;
using state::VertexBinding;

// The bytes of one element; null if they lie outside the buffer.
const std::byte* elementBytes(Context& ctx, const VertexAttrib& a, const VertexBinding& b, int64_t index) {
  const uint32_t bytes = attribBytes(a.type, a.components);
  const int64_t step = index * int64_t{b.strideBytes};
  if (!b.buffer) return a.pointer ? static_cast<const std::byte*>(a.pointer) + step : nullptr;
  const auto view = ctx.tracker().bufferView(*b.buffer);
  const int64_t at = static_cast<int64_t>(b.offsetBytes + a.relativeOffsetBytes) + step;
  if (at < 0 || static_cast<uint64_t>(at) + bytes > view.size()) return nullptr;
  return view.data() + at;
}

// Client formats of one to four components read with the rules of pixels: normalized where integers are.
constexpr GLenum kFormats[] = {GL_RED, GL_RG, GL_RGB, GL_RGBA};

template <class T>
double plain(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}

double plainComponent(GLenum type, const std::byte* at) {
  switch (type) {
    case GL_BYTE: return plain<GLbyte>(at);
    case GL_UNSIGNED_BYTE: return plain<GLubyte>(at);
    case GL_SHORT: return plain<GLshort>(at);
    case GL_UNSIGNED_SHORT: return plain<GLushort>(at);
    case GL_INT: return plain<GLint>(at);
    case GL_UNSIGNED_INT: return plain<GLuint>(at);
    case GL_FLOAT: return static_cast<double>(plain<GLfloat>(at));
    case GL_DOUBLE: return plain<GLdouble>(at);
    default: return 0;
  }
}

bool isPixelType(const VertexAttrib& a) {
  return a.type == GL_HALF_FLOAT || (a.kind == 1 && a.type != GL_DOUBLE) || a.type == GL_INT_2_10_10_10_REV ||
         a.type == GL_UNSIGNED_INT_2_10_10_10_REV;
}

state::Vec4 fetch(const VertexAttrib& a, const std::byte* at) {
  state::Vec4 value{0, 0, 0, 1};
  const uint32_t size = attribBytes(a.type, 1), bytes = attribBytes(a.type, a.components);
  if (isPixelType(a)) {
    const GLenum format = a.bgra ? GLenum{GL_BGRA} : kFormats[a.components - 1];
    float rgba[4];
    formats::fetchFloat(format, a.type, {at, bytes}, false, rgba);
    std::copy(rgba, rgba + 4, value.begin());
    return value;
  }
  for (uint32_t i = 0; i < a.components; ++i) value[i] = static_cast<float>(plainComponent(a.type, at + i * size));
  return value;
}

// conventional(slot, value) and generic(location, value) for each enabled array, the vertex last.
template <class Conventional, class Generic>
void forEachArray(Context& ctx, int64_t index, Conventional&& conventional, Generic&& generic) {
  const state::VertexArray& array = *ctx.state().vertexArray;
  state::Vec4 position{0, 0, 0, 1};
  bool hasPosition = false;
  for (uint32_t left = array.enabledMask; left; left &= left - 1) {
    const auto location = static_cast<uint32_t>(std::countr_zero(left));
    const VertexAttrib& a = array.attribs[location];
    const std::byte* at = elementBytes(ctx, a, array.bindings[a.binding], index);
    if (!at) continue;
    if (location == 0)
      position = fetch(a, at), hasPosition = true;
    else
      generic(location, fetch(a, at));
  }
  if (const state::LegacyArrays* legacy = array.legacy.get())
    for (uint32_t left = legacy->enabledMask; left; left &= left - 1) {
      const auto slot = static_cast<uint32_t>(std::countr_zero(left));
      const std::byte* at = elementBytes(ctx, legacy->attribs[slot], legacy->bindings[slot], index);
      if (!at) continue;
      if (slot != state::kSlotVertex)
        conventional(slot, fetch(legacy->attribs[slot], at));
      else if (!hasPosition)
        position = fetch(legacy->attribs[slot], at), hasPosition = true;
    }
  if (hasPosition) conventional(state::kSlotVertex, position);
}

void setConventional(Context& ctx, uint32_t slot, const state::Vec4& v) { setCurrent(ctx, slot, v[0], v[1], v[2], v[3]); }

void setGeneric(Context& ctx, uint32_t location, const state::Vec4& value) {
  uint32_t bits[4];
  std::memcpy(bits, value.data(), sizeof bits);
  if (ctx.insideBegin()) immediateGeneric(ctx, location, 0, bits);
  state::AttribValue& place = ctx.state().attribDefaults[location];
  std::copy(bits, bits + 4, place.bits);
  place.kind = 0;
  ctx.state().mark(state::kDirtyAttribDefaults);
}

}  // namespace

void arrayElementAt(Context& ctx, int64_t index) {
  forEachArray(
      ctx, index, [&](uint32_t slot, const state::Vec4& value) { setConventional(ctx, slot, value); },
      [&](uint32_t location, const state::Vec4& value) { setGeneric(ctx, location, value); });
}

void recordArrayElement(Context& ctx, int64_t index) {
  forEachArray(
      ctx, index,
      [&](uint32_t slot, const state::Vec4& value) {
        recordCall(ctx, [=](void* c) { setConventional(*static_cast<Context*>(c), slot, value); });
      },
      [&](uint32_t location, const state::Vec4& value) {
        recordCall(ctx, [=](void* c) { setGeneric(*static_cast<Context*>(c), location, value); });
      });
}

}  // namespace gl
