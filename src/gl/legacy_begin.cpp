// SPDX-License-Identifier: Apache-2.0
// glBegin to glEnd (GL 4.6 compatibility §10.7): vertices gather in client memory and are drawn at the end as arrays.
#include <GL/gl.h>
#include <GL/glext.h>

#include <bit>
#include <cstring>

#include "gl/draw_checks.h"
#include "gl/legacy_current.h"
#include "gl/legacy_draw.h"
#include "gl/legacy_list.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

constexpr uint32_t kWords = 4;  // of one attribute

uint32_t indexIn(uint32_t mask, uint32_t slot) { return static_cast<uint32_t>(std::popcount(mask & ((1u << slot) - 1))); }

void valueOf(const Context& ctx, uint32_t slot, uint32_t (&words)[kWords]) {
  if (slot < Immediate::kGeneric)
    std::memcpy(words, legacyValues(ctx).current[slot].data(), sizeof words);
  else
    std::memcpy(words, ctx.state().attribDefaults[slot - Immediate::kGeneric].bits, sizeof words);
}

// Makes room for one more attribute in the vertices so far, with the value that it has had until now.
void join(Context& ctx, uint32_t slot) {
  Immediate& im = ctx.legacy().immediate;
  const uint32_t bit = 1u << slot;
  const size_t oldStride = static_cast<size_t>(std::popcount(im.mask)) * kWords, stride = oldStride + kWords;
  const size_t before = size_t{indexIn(im.mask, slot)} * kWords;
  uint32_t value[kWords];
  valueOf(ctx, slot, value);
  std::vector<uint32_t> words(im.vertexCount * stride);
  for (size_t i = 0; i < im.vertexCount; ++i) {
    const uint32_t* from = im.words.data() + i * oldStride;
    uint32_t* to = words.data() + i * stride;
    std::copy(from, from + before, to);
    std::copy(value, value + kWords, to + before);
    std::copy(from + before, from + oldStride, to + before + kWords);
  }
  im.words = std::move(words);
  im.mask |= bit;
}

void touch(Context& ctx, uint32_t slot) {
  if (!(ctx.legacy().immediate.mask & 1u << slot)) join(ctx, slot);
}

// Appends a vertex of the current values.
void emitVertex(Context& ctx, const uint32_t (&position)[kWords]) {
  Immediate& im = ctx.legacy().immediate;
  im.words.insert(im.words.end(), position, position + kWords);
  for (uint32_t left = im.mask & ~1u; left; left &= left - 1) {
    uint32_t value[kWords];
    valueOf(ctx, static_cast<uint32_t>(std::countr_zero(left)), value);
    im.words.insert(im.words.end(), value, value + kWords);
  }
  ++im.vertexCount;
}

void drawImmediate(Context& ctx) {
  Immediate& im = ctx.legacy().immediate;
  if (im.vertexCount == 0 || isSkippedByCondition(ctx)) return;
  tracker::DrawCall call;
  call.mode = im.mode;
  call.count = im.vertexCount;
  const DrawScope scope(ctx, im);
  ctx.tracker().draw(call);
}

// Vertices of a primitive where primitives are independent of each other; 0 where they are not.
uint32_t verticesPerPrimitive(uint32_t mode) {
  switch (mode) {
    case GL_POINTS: return 1;
    case GL_LINES: return 2;
    case GL_TRIANGLES: return 3;
    case GL_QUADS: return 4;
    default: return 0;
  }
}

template <class T>
void drawRectangle(Context& ctx, T x1, T y1, T x2, T y2) {
  if (!validateBegin(ctx, GL_POLYGON)) return;
  begin(ctx, GL_POLYGON);
  const auto corner = [&](T x, T y) { setCurrent(ctx, state::kSlotVertex, static_cast<float>(x), static_cast<float>(y), 0, 1); };
  corner(x1, y1), corner(x2, y1), corner(x2, y2), corner(x1, y2);
  end(ctx);
}

}  // namespace

void setCurrent(Context& ctx, uint32_t slot, float x, float y, float z, float w) {
  if (slot == state::kSlotVertex) {
    if (!ctx.insideBegin()) return;
    const uint32_t position[kWords] = {std::bit_cast<uint32_t>(x), std::bit_cast<uint32_t>(y),
                                       std::bit_cast<uint32_t>(z), std::bit_cast<uint32_t>(w)};
    ctx.legacy().immediate.kinds[0] = 0;
    return emitVertex(ctx, position);
  }
  if (ctx.insideBegin()) touch(ctx, slot);
  legacyValues(ctx).current[slot] = {x, y, z, w};
  if (slot == state::kSlotColor && legacyValues(ctx).colorMaterial) followColor(ctx);
}

void immediateGeneric(Context& ctx, uint32_t index, uint32_t kind, const uint32_t (&bits)[4]) {
  const uint32_t slot = index == 0 ? uint32_t{state::kSlotVertex} : Immediate::kGeneric + index;
  ctx.legacy().immediate.kinds[slot] = static_cast<uint8_t>(kind);
  if (index == 0) return emitVertex(ctx, bits);
  touch(ctx, slot);
}

void flushImmediate(Context& ctx) {
  Immediate& im = ctx.legacy().immediate;
  const uint32_t each = verticesPerPrimitive(im.mode);
  // Strips and fans go on with the new state as a whole: their primitives share vertices.
  if (each == 0 || im.vertexCount < each) return;
  const uint32_t rest = im.vertexCount % each;
  const size_t stride = static_cast<size_t>(std::popcount(im.mask)) * kWords;
  im.vertexCount -= rest;
  drawImmediate(ctx);
  im.words.erase(im.words.begin(), im.words.begin() + static_cast<std::ptrdiff_t>(im.vertexCount * stride));
  im.vertexCount = rest;
}

bool validateBegin(const Context& ctx, GLenum mode) {
  if (ctx.insideBegin()) return refuse(ctx, GL_INVALID_OPERATION, "glBegin: another glBegin has not ended yet.");
  return checkDrawMode(ctx, "glBegin", mode) && checkDrawState(ctx, "glBegin", mode, false);
}
void begin(Context& ctx, GLenum mode) {
  Immediate& im = ctx.legacy().immediate;
  im.mode = mode;
  im.mask = 1u << state::kSlotVertex;
  im.vertexCount = 0;
  im.words.clear();
  im.kinds = {};
  ctx.setInsideBegin(true);
}

bool validateEnd(const Context& ctx) {
  return ctx.insideBegin() || refuse(ctx, GL_INVALID_OPERATION, "glEnd: there was no glBegin.");
}
void end(Context& ctx) {
  ctx.setInsideBegin(false);
  drawImmediate(ctx);
}

void arrayElement(Context& ctx, GLint index) {
  if (ctx.isCompilingList()) recordArrayElement(ctx, index);
  if (!ctx.isCompilingList() || ctx.legacy().lists->executes) arrayElementAt(ctx, index);
}

#define RECTANGLE(name, T) \
  void name(Context& ctx, T x1, T y1, T x2, T y2) { drawRectangle(ctx, x1, y1, x2, y2); } \
  void name##v(Context& ctx, const T* v1, const T* v2) { drawRectangle(ctx, v1[0], v1[1], v2[0], v2[1]); }

RECTANGLE(rectd, GLdouble)
RECTANGLE(rectf, GLfloat)
RECTANGLE(recti, GLint)
RECTANGLE(rects, GLshort)

#undef RECTANGLE

}  // namespace gl
