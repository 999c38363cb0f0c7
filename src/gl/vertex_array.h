// SPDX-License-Identifier: Apache-2.0
// Vertex arrays inside the front end: look-ups with their errors, and what every change of one has to do.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <cstdint>

#include "gl/checks.h"
#include "gl/context.h"
#include "gl/device_info.h"

namespace gl {

inline uint32_t attribLimit(const Context& ctx) { return std::min(ctx.device().maxVertexAttribs, state::kMaxAttribs); }
inline uint32_t bindingLimit(const Context& ctx) { return std::min(ctx.device().maxVertexBindings, state::kMaxAttribs); }

// The bound array, which in the core profile must not be the default one; null after INVALID_OPERATION.
const state::VertexArray* needBoundArray(const Context& ctx, const char* command);
// The array of that name for glVertexArray*; null after INVALID_OPERATION.
const state::VertexArray* needNamedArray(const Context& ctx, const char* command, GLuint name);
// The same without a report, for bodies.
state::VertexArray& namedArray(Context& ctx, GLuint name);

// After a change of the array: holders look again.
void arrayChanged(Context& ctx, state::VertexArray& array);

// Bytes of one vertex of a tightly packed attribute; 0 for an unknown type.
uint32_t attribBytes(GLenum type, uint32_t components);

}  // namespace gl
