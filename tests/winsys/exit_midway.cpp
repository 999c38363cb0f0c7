// SPDX-License-Identifier: Apache-2.0
// An ordinary GL program that ends in the middle of a frame: draws are queued, nothing is flushed, read or torn down. A
// driver that still compiles shaders for them on a thread of its own must not crash the exit.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace {

constexpr int kSize = 256, kPrograms = 6;

void require(bool holds, const char* what) {
  if (holds) return;
  std::printf("FAILED: %s\n", what);
  std::exit(1);
}

GLuint compile(GLenum stage, const std::string& text) {
  const GLuint shader = glCreateShader(stage);
  const char* source = text.c_str();
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  return shader;
}

// Programs that no cache of the driver's on disk can have met.
GLuint programOf(int number) {
  const std::string constant = std::to_string(number) + "." + std::to_string(::getpid()) + std::to_string(std::time(nullptr));
  const GLuint program = glCreateProgram();
  glAttachShader(program, compile(GL_VERTEX_SHADER, "#version 330\nout vec2 at; void main() { at = vec2(gl_VertexID & 1, "
                                                    "gl_VertexID >> 1) * " + constant + "; gl_Position = vec4(at * 4.0 - 1.0, 0, 1); }"));
  glAttachShader(program, compile(GL_FRAGMENT_SHADER, "#version 330\nin vec2 at; out vec4 o; void main() { vec4 v = vec4(at, 0, 1); "
                                                      "for (int i = 0; i < 9; ++i) v = sin(v * " + constant +
                                                      ") + fract(v.yzwx); o = v; }"));
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  require(linked, "link");
  return program;
}

void draw(int from, int to) {
  for (int i = from; i < to; ++i) {
    glUseProgram(programOf(i));
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
}

}  // namespace

int main() {
  const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  require(eglInitialize(display, nullptr, nullptr), "eglInitialize");
  eglBindAPI(EGL_OPENGL_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config{};
  EGLint found = 0;
  require(eglChooseConfig(display, wanted, &config, 1, &found) && found, "eglChooseConfig");
  const EGLint size[] = {EGL_WIDTH, kSize, EGL_HEIGHT, kSize, EGL_NONE};
  const EGLSurface surface = eglCreatePbufferSurface(display, config, size);
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  require(context != EGL_NO_CONTEXT, "eglCreateContext");
  require(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent");
  GLuint arrays = 0;
  glGenVertexArrays(1, &arrays);
  glBindVertexArray(arrays);
  // The compiler is there and idle, then in the middle of work.
  draw(0, 1);
  glFinish();
  draw(1, kPrograms);
  glFlush();
  draw(kPrograms, 2 * kPrograms);
  require(glGetError() == GL_NO_ERROR, "glGetError");
  std::printf("OK\n");
  return 0;
}
