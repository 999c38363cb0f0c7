// SPDX-License-Identifier: Apache-2.0
// Draw-time errors (GL 4.6 core §10.4, §11.3.1, §13.3.2, §9.4.4).
#include "gl/draw_checks.h"

#include <bit>

#include "gl/buffer_targets.h"
#include "gl/legacy.h"

namespace gl {
namespace {

constexpr uint32_t bitsOf(std::initializer_list<GLenum> modes) {
  uint32_t bits = 0;
  for (GLenum mode : modes) bits |= 1u << mode;
  return bits;
}

constexpr uint32_t kRemovedModes = bitsOf({GL_QUADS, GL_QUAD_STRIP, GL_POLYGON});
constexpr uint32_t kAllModes = (1u << (GL_PATCHES + 1)) - 1;
constexpr uint32_t kPoints = bitsOf({GL_POINTS});
constexpr uint32_t kLines = bitsOf({GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP});
constexpr uint32_t kLinesAdjacency = bitsOf({GL_LINES_ADJACENCY, GL_LINE_STRIP_ADJACENCY});
constexpr uint32_t kTriangles =
    bitsOf({GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON});
constexpr uint32_t kTrianglesAdjacency = bitsOf({GL_TRIANGLES_ADJACENCY, GL_TRIANGLE_STRIP_ADJACENCY});

// Modes that a geometry shader with this input takes (§11.3.1).
uint32_t modesOfInput(uint32_t geometryInput) {
  switch (geometryInput) {
    case GL_POINTS: return kPoints;
    case GL_LINES: return kLines;
    case GL_LINES_ADJACENCY: return kLinesAdjacency;
    case GL_TRIANGLES: return kTriangles;
    default: return kTrianglesAdjacency;
  }
}

// Modes whose primitives can be captured as this primitive (table 13.1), without a geometry shader.
uint32_t modesOfCapture(uint32_t primitive) {
  switch (primitive) {
    case GL_POINTS: return kPoints;
    case GL_LINES: return kLines | kLinesAdjacency;
    default: return kTriangles | kTrianglesAdjacency;
  }
}

GLenum primitiveOfOutput(uint32_t geometryOutput) {
  switch (geometryOutput) {
    case GL_POINTS: return GL_POINTS;
    case GL_LINE_STRIP: return GL_LINES;
    default: return GL_TRIANGLES;
  }
}

[[gnu::noinline]] bool checkBuffersUnmapped(const Context& ctx, const char* command, bool indexed) {
  const state::VertexArray& array = *ctx.state().vertexArray;
  if (indexed && array.elements && !checkNotMapped(ctx, command, *array.elements)) return false;
  for (uint32_t left = array.enabledMask; left; left &= left - 1) {
    const uint32_t binding = array.attribs[static_cast<size_t>(std::countr_zero(left))].binding;
    const state::Buffer* buffer = array.bindings[binding].buffer.get();
    if (buffer && !checkNotMapped(ctx, command, *buffer)) return false;
  }
  return true;
}

bool checkStages(const Context& ctx, const char* command, GLenum mode, const shader::Program& program) {
  const bool tessellates = program.tessMode != 0;
  if ((mode == GL_PATCHES) != tessellates)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: mode is %s, but the program has %s tessellation stage.", command,
                  enumName(mode, "PrimitiveType"), tessellates ? "a" : "no");
  if (!tessellates && program.geometryInput && !(modesOfInput(program.geometryInput) >> mode & 1))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: mode is %s, but the geometry shader takes %s.", command,
                  enumName(mode, "PrimitiveType"), enumName(program.geometryInput, "PrimitiveType"));
  return true;
}

[[gnu::noinline]] bool checkCapture(const Context& ctx, const char* command, GLenum mode, const state::Xfb& xfb) {
  const state::Executable* executable = applicationExecutable(ctx).get();
  const bool hasGeometry = executable && executable->program && executable->program->geometryOutput;
  const bool fits = hasGeometry ? primitiveOfOutput(executable->program->geometryOutput) == xfb.primitive
                                : mode == GL_PATCHES || modesOfCapture(xfb.primitive) >> mode & 1;
  if (fits) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: mode %s does not fit transform feedback of %s.", command,
                enumName(mode, "PrimitiveType"), enumName(xfb.primitive, "PrimitiveType"));
}

}  // namespace

bool checkDrawMode(const Context& ctx, const char* command, GLenum mode) {
  const uint32_t known = ctx.isCore() ? kAllModes & ~kRemovedModes : kAllModes;
  if (__builtin_expect(mode <= GL_PATCHES && (known >> mode & 1), 1)) return true;
  return refuseEnum(ctx, command, "mode", mode);
}

bool checkDrawState(const Context& ctx, const char* command, GLenum mode, bool indexed) {
  const state::Context& st = ctx.state();
  const state::VertexArray& array = *st.vertexArray;
  if (ctx.isCore()) {
    if (array.name == 0)
      return refuse(ctx, GL_INVALID_OPERATION, "%s: no vertex array object is bound.", command);
    if (indexed && !array.elements)
      return refuse(ctx, GL_INVALID_OPERATION, "%s: vertex array %u has no element buffer.", command, array.name);
  }
  if (!checkDrawFramebuffer(ctx, command)) return false;
  if (ctx.share().mappedBuffers.load(std::memory_order_relaxed) != 0 && !checkBuffersUnmapped(ctx, command, indexed))
    return false;
  const state::Executable* executable = applicationExecutable(ctx).get();
  if (executable && executable->program && !checkStages(ctx, command, mode, *executable->program)) return false;
  const state::Xfb& xfb = *st.xfb;
  return !xfb.active || xfb.paused || checkCapture(ctx, command, mode, xfb);
}

}  // namespace gl
