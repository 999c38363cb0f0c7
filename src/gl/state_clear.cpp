// SPDX-License-Identifier: Apache-2.0
// Clear values (GL 4.6 core §17.4.3.1). The commands that use them: framebuffer_clear.cpp.
#include <algorithm>
#include <cstring>

#include "gl/context.h"
#include "gl/prototypes_state.gen.h"

namespace gl {

namespace {

template <class T>
void setClearColor(Context& ctx, uint32_t kind, T red, T green, T blue, T alpha) {
  const T color[4] = {red, green, blue, alpha};
  std::memcpy(ctx.state().clearColor, color, sizeof color);
  ctx.state().clearColorKind = kind;
}

}  // namespace

void clearColor(Context& ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
  setClearColor(ctx, 0, red, green, blue, alpha);
}
void clearColorIiEXT(Context& ctx, GLint red, GLint green, GLint blue, GLint alpha) {
  setClearColor(ctx, 1, red, green, blue, alpha);
}
void clearColorIuiEXT(Context& ctx, GLuint red, GLuint green, GLuint blue, GLuint alpha) {
  setClearColor(ctx, 2, red, green, blue, alpha);
}
void clearDepth(Context& ctx, GLdouble depth) { ctx.state().clearDepth = std::clamp(depth, 0.0, 1.0); }
void clearDepthf(Context& ctx, GLfloat d) { clearDepth(ctx, static_cast<double>(d)); }
void clearStencil(Context& ctx, GLint s) { ctx.state().clearStencil = s; }

}  // namespace gl
