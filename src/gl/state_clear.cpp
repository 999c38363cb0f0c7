// SPDX-License-Identifier: Apache-2.0
// Clear values (GL 4.6 core §17.4.3.1). The commands that use them: framebuffer_clear.cpp.
#include <algorithm>

#include "gl/context.h"
#include "gl/prototypes_state.gen.h"

namespace gl {

void clearColor(Context& ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
  const float color[4] = {red, green, blue, alpha};
  std::copy(color, color + 4, ctx.state().clearColor);
}
void clearDepth(Context& ctx, GLdouble depth) { ctx.state().clearDepth = std::clamp(depth, 0.0, 1.0); }
void clearDepthf(Context& ctx, GLfloat d) { clearDepth(ctx, static_cast<double>(d)); }
void clearStencil(Context& ctx, GLint s) { ctx.state().clearStencil = s; }

}  // namespace gl
