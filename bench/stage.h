// SPDX-License-Identifier: Apache-2.0
// What all measurements share: a head-less OpenGL 3.3 core context, a small framebuffer, two programs, two
// vertex arrays with a cloud of small triangles, two textures. Small pictures, so that calls and transfers
// are what costs.
#pragma once

#define GL_GLEXT_PROTOTYPES 1
#define EGL_NO_X11 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

inline constexpr int kTargetSize = 256;
inline constexpr int kTriangles = 2048;

struct Corner {
  float x, y, u, v;
};

class Stage {
 public:
  Stage();
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Draws a known picture and compares some of its pixels.
  bool picturesAreRight();
  /// Program, vertex array and texture 0, no blending.
  void reset();
  /// The three corners of triangle i, wherever the current vertex array keeps them.
  void drawTriangle(int i) const { glDrawArrays(GL_TRIANGLES, (i % kTriangles) * 3, 3); }

  GLuint program(int i) const { return mPrograms[i]; }
  GLuint vertexArray(int i) const { return mVertexArrays[i]; }
  GLuint texture(int i) const { return mTextures[i]; }
  GLint tint() const { return mTint; }
  const std::vector<Corner>& corners() const { return mCorners; }

  /// A vertex array over an empty buffer of this size, bound with its buffer.
  GLuint makeStreamBuffer(size_t sizeBytes);

 private:
  void openContext();
  void makeObjects();

  EGLDisplay mDisplay = EGL_NO_DISPLAY;
  GLuint mPrograms[2] = {};
  GLuint mVertexArrays[2] = {};
  GLuint mTextures[2] = {};
  GLint mTint = -1;
  std::vector<Corner> mCorners;
};

[[noreturn]] void fail(const char* sentence);

}  // namespace bench
