// SPDX-License-Identifier: Apache-2.0
// For tests: what tests of textures share.
#pragma once

#include <functional>

#include "gl/fake_tracker.h"

namespace gl {

class TextureTest : public GlTest {
 protected:
  GLuint bind(GLenum target) {
    GLuint name = 0;
    mglGenTextures(1, &name);
    mglBindTexture(target, name);
    return name;
  }
  GLint level(GLenum target, GLint number, GLenum pname) {
    GLint value = -1;
    mglGetTexLevelParameteriv(target, number, pname, &value);
    return value;
  }
  GLint parameter(GLenum target, GLenum pname) {
    GLint value = -1;
    mglGetTexParameteriv(target, pname, &value);
    return value;
  }
  bool complete(GLenum target) {
    const state::Texture& t = *st().units[0].bound[state::textureKindIndex(target)];
    return state::isComplete(t, t.sampler);
  }
};

struct ErrorCase {
  const char* what;
  const char* error;
  std::function<void()> call;
};

inline void image2d(GLenum target, GLint level, GLint internalFormat, GLsizei width, GLsizei height,
                    GLint border, GLenum format, GLenum type) {
  mglTexImage2D(target, level, internalFormat, width, height, border, format, type, nullptr);
}

}  // namespace gl
