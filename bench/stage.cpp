// SPDX-License-Identifier: Apache-2.0
// Opens the context and makes the objects that the measurements use.
#include "stage.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace bench {

namespace {

const char* const kVertex = R"(#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 coordinate;
uniform vec2 shift;
out vec2 where;
void main() {
    where = coordinate;
    gl_Position = vec4(position + shift, 0.0, 1.0);
}
)";

const char* const kFragments[2] = {R"(#version 330 core
in vec2 where;
uniform sampler2D image;
uniform vec4 tint;
out vec4 result;
void main() { result = texture(image, where) * tint; }
)",
                                   R"(#version 330 core
in vec2 where;
uniform sampler2D image;
uniform vec4 tint;
out vec4 result;
void main() { result = vec4(1.0) - texture(image, where.yx) * tint; }
)"};

GLuint compile(GLenum stage, const char* source) {
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled == 0) {
    fail("A shader did not compile.");
  }
  return shader;
}

GLuint link(const char* fragment) {
  const GLuint program = glCreateProgram();
  glAttachShader(program, compile(GL_VERTEX_SHADER, kVertex));
  glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragment));
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == 0) {
    fail("A program did not link.");
  }
  glUseProgram(program);
  glUniform4f(glGetUniformLocation(program, "tint"), 1, 1, 1, 1);
  glUniform2f(glGetUniformLocation(program, "shift"), 0, 0);
  return program;
}

void pointAttributes() {
  glEnableVertexAttribArray(0);
  glEnableVertexAttribArray(1);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Corner), nullptr);
  glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, sizeof(Corner), reinterpret_cast<const void*>(8));
}

/// Triangles of about 30 pixels on a spiral, so that neighbours in the buffer are not neighbours on the
/// screen.
std::vector<Corner> spiral() {
  std::vector<Corner> corners;
  for (int i = 0; i < kTriangles; ++i) {
    const float turn = 2.4f * static_cast<float>(i);
    const float radius = 0.9f * std::sqrt(static_cast<float>(i) / kTriangles);
    const float x = radius * std::cos(turn), y = radius * std::sin(turn);
    corners.insert(corners.end(), {{x, y, 0, 0}, {x + 0.06f, y, 1, 0}, {x, y + 0.06f, 0, 1}});
  }
  return corners;
}

}  // namespace

void fail(const char* sentence) {
  std::fprintf(stderr, "mobilegl-bench: %s\n", sentence);
  std::exit(1);
}

Stage::Stage() : mCorners(spiral()) {
  openContext();
  makeObjects();
}

Stage::~Stage() {
  eglMakeCurrent(mDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglTerminate(mDisplay);
}

void Stage::openContext() {
  mDisplay = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (mDisplay == EGL_NO_DISPLAY || eglInitialize(mDisplay, nullptr, nullptr) != EGL_TRUE) {
    // Drivers without that platform have a default display without a screen.
    mDisplay = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (mDisplay == EGL_NO_DISPLAY || eglInitialize(mDisplay, nullptr, nullptr) != EGL_TRUE) {
      fail("No EGL display opened.");
    }
  }
  eglBindAPI(EGL_OPENGL_API);
  const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(mDisplay, wanted, &config, 1, &count) != EGL_TRUE || count == 0) {
    fail("No EGL config draws OpenGL into pbuffers.");
  }
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                            3,
                            EGL_CONTEXT_MINOR_VERSION,
                            3,
                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                            EGL_NONE};
  const EGLContext context = eglCreateContext(mDisplay, config, EGL_NO_CONTEXT, version);
  const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
  const EGLSurface surface = eglCreatePbufferSurface(mDisplay, config, size);
  if (context == EGL_NO_CONTEXT || eglMakeCurrent(mDisplay, surface, surface, context) != EGL_TRUE) {
    fail("No OpenGL 3.3 core context became current.");
  }
}

void Stage::makeObjects() {
  GLuint framebuffer = 0;
  GLuint renderbuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glGenRenderbuffers(1, &renderbuffer);
  glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, kTargetSize, kTargetSize);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
  glViewport(0, 0, kTargetSize, kTargetSize);
  const std::vector<uint8_t> texels(32 * 32 * 4, 200);
  for (int i = 0; i < 2; ++i) {
    glGenTextures(1, &mTextures[i]);
    glBindTexture(GL_TEXTURE_2D, mTextures[i]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    mPrograms[i] = link(kFragments[i]);
    const auto sizeBytes = static_cast<GLsizeiptr>(mCorners.size() * sizeof(Corner));
    mVertexArrays[i] = makeStreamBuffer(static_cast<size_t>(sizeBytes));
    glBufferSubData(GL_ARRAY_BUFFER, 0, sizeBytes, mCorners.data());
  }
  mTint = glGetUniformLocation(mPrograms[0], "tint");
  reset();
}

GLuint Stage::makeStreamBuffer(size_t sizeBytes) {
  GLuint vertexArray = 0;
  GLuint buffer = 0;
  glGenVertexArrays(1, &vertexArray);
  glBindVertexArray(vertexArray);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(sizeBytes), nullptr, GL_DYNAMIC_DRAW);
  pointAttributes();
  return vertexArray;
}

void Stage::reset() {
  glUseProgram(mPrograms[0]);
  glUniform4f(mTint, 1, 1, 1, 1);
  glBindVertexArray(mVertexArrays[0]);
  glBindTexture(GL_TEXTURE_2D, mTextures[0]);
  glDisable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

bool Stage::picturesAreRight() {
  glClearColor(0, 0, 0.2f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glUniform4f(mTint, 1, 0.5f, 0, 1);
  glDrawArrays(GL_TRIANGLES, 0, 3);  // At the middle of the screen.
  uint8_t inside[4] = {};
  uint8_t outside[4] = {};
  glReadPixels(kTargetSize / 2 + 2, kTargetSize / 2 + 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, inside);
  glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, outside);
  reset();
  return inside[0] == 200 && std::abs(inside[1] - 100) <= 1 && inside[2] == 0 && outside[0] == 0 &&
         outside[2] == 51 && glGetError() == GL_NO_ERROR;
}

}  // namespace bench
