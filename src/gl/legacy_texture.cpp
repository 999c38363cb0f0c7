// SPDX-License-Identifier: Apache-2.0
// Residence and priority of textures (GL 4.6 compatibility §8.1): hints from the time of fixed texture memory.
#include <algorithm>

#include "gl/checks.h"
#include "gl/prototypes_legacy.gen.h"
#include "gl/texture_target.h"

namespace gl {

bool validateAreTexturesResident(const Context& ctx, GLsizei n, const GLuint* textures, GLboolean*) {
  if (!checkNotNegative(ctx, "glAreTexturesResident", "n", n)) return false;
  for (GLsizei i = 0; i < n; ++i)
    if (!needTexture(ctx, "glAreTexturesResident", textures[i], GL_INVALID_VALUE)) return false;
  return true;
}
// Residences are left alone when all are.
GLboolean areTexturesResident(Context&, GLsizei, const GLuint*, GLboolean*) { return GL_TRUE; }

bool validatePrioritizeTextures(const Context& ctx, GLsizei n, const GLuint*, const GLclampf*) {
  return checkNotNegative(ctx, "glPrioritizeTextures", "n", n);
}
void prioritizeTextures(Context& ctx, GLsizei n, const GLuint* textures, const GLclampf* priorities) {
  for (GLsizei i = 0; i < n; ++i)
    if (const auto texture = findTexture(ctx, textures[i])) texture->priority = std::clamp(priorities[i], 0.0f, 1.0f);
}

}  // namespace gl
