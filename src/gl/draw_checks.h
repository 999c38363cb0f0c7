// SPDX-License-Identifier: Apache-2.0
// What every draw command checks. The checks run in front of each draw, so the usual case touches little: a bit of a
// constant, the framebuffer's remembered completeness (DrawCheck), one counter of mapped buffers and two pointers.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

#include <cstdint>

#include "gl/checks.h"
#include "gl/context.h"

namespace gl {

// The mode exists in this context; else INVALID_ENUM.
bool checkDrawMode(const Context& ctx, const char* command, GLenum mode);
// The state can be drawn from and into. `indexed`: the element buffer counts too.
bool checkDrawState(const Context& ctx, const char* command, GLenum mode, bool indexed);

// Bytes of an index, 0 for anything that is no index type.
constexpr uint32_t indexBytes(GLenum type) {
  switch (type) {
    case GL_UNSIGNED_BYTE: return 1;
    case GL_UNSIGNED_SHORT: return 2;
    case GL_UNSIGNED_INT: return 4;
    default: return 0;
  }
}
// INVALID_ENUM unless it is an index type.
inline bool checkIndexType(const Context& ctx, const char* command, GLenum type) {
  return indexBytes(type) != 0 || refuseEnum(ctx, command, "type", type);
}

// A draw of elements, with indices where the bound array says.
inline tracker::DrawCall elementsCall(const Context& ctx, GLenum mode, GLsizei count, GLenum type, const void* indices) {
  tracker::DrawCall call;
  call.mode = mode;
  call.count = static_cast<uint32_t>(count);
  call.indexSizeBytes = indexBytes(type);
  if (ctx.state().vertexArray->elements)
    call.indexOffsetBytes = reinterpret_cast<uintptr_t>(indices);
  else
    call.clientIndices = indices;
  return call;
}

}  // namespace gl
