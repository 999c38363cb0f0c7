// SPDX-License-Identifier: Apache-2.0
// An ordinary GL program that draws for ever, with calls of every kind in random order, until its context is lost: then
// it says when it saw the loss, calls everything once more, tears down and ends with status 0. Status 3: EGL refused
// something on the way to the first frame, by name. kill_peers.py runs it and kills its server, or it.
//   draw_until_lost SEED [window]
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <X11/Xlib.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace {

constexpr int kSize = 128;
constexpr int kExitWrong = 1, kExitRefused = 3;
constexpr size_t kBufferBytes = 60'000;

long long monotonicNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

[[noreturn]] void refused(const char* what) {
  std::printf("REFUSED %s: EGL error 0x%x\n", what, eglGetError());
  std::exit(kExitRefused);
}

struct Session {
  EGLDisplay display;
  EGLConfig config;
  EGLSurface surface;
  EGLContext context;
};

EGLContext createContext(const Session& w, EGLContext shared) {
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
                               EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET, EGL_NONE};
  return eglCreateContext(w.display, w.config, shared, attributes);
}

Session open(bool useWindow) {
  Session w{};
  Display* const x = useWindow ? XOpenDisplay(nullptr) : nullptr;
  if (useWindow && !x) refused("XOpenDisplay");
  w.display = useWindow ? eglGetPlatformDisplay(EGL_PLATFORM_X11_EXT, x, nullptr)
                        : eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  if (!eglInitialize(w.display, nullptr, nullptr)) refused("eglInitialize");
  eglBindAPI(EGL_OPENGL_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, useWindow ? EGL_WINDOW_BIT : EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                           EGL_OPENGL_BIT,   EGL_DEPTH_SIZE, 24, EGL_NONE};
  EGLint found = 0;
  if (!eglChooseConfig(w.display, wanted, &w.config, 1, &found) || !found) refused("eglChooseConfig");
  if (useWindow) {
    const auto window = XCreateSimpleWindow(x, DefaultRootWindow(x), 0, 0, kSize, kSize, 0, 0, 0);
    XMapWindow(x, window);
    w.surface = eglCreateWindowSurface(w.display, w.config, static_cast<EGLNativeWindowType>(window), nullptr);
  } else {
    const EGLint size[] = {EGL_WIDTH, kSize, EGL_HEIGHT, kSize, EGL_NONE};
    w.surface = eglCreatePbufferSurface(w.display, w.config, size);
  }
  if (w.surface == EGL_NO_SURFACE) refused("eglCreate*Surface");
  w.context = createContext(w, EGL_NO_CONTEXT);
  if (w.context == EGL_NO_CONTEXT) refused("eglCreateContext");
  if (!eglMakeCurrent(w.display, w.surface, w.surface, w.context)) refused("eglMakeCurrent");
  return w;
}

GLuint compile(GLenum stage, const char* text) {
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  return shader;
}

GLuint link() {
  const GLuint program = glCreateProgram();
  const GLuint vertex = compile(GL_VERTEX_SHADER,
                                "#version 330\nin vec4 place; out vec2 at; void main() { at = place.xy * 0.5 + 0.5; "
                                "gl_Position = place; }");
  const GLuint fragment = compile(GL_FRAGMENT_SHADER,
                                  "#version 330\nin vec2 at; uniform sampler2D image; uniform vec4 tint; out vec4 color; "
                                  "void main() { color = texture(image, at) * tint; }");
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  return program;
}

// What the calls work on.
class Work {
 public:
  explicit Work(const Session& session) : mSession(session), mBytes(kBufferBytes, 7) {
    GLuint array = 0, buffers[2] = {}, texture = 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(2, buffers);
    const float corners[] = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_UNIFORM_BUFFER, buffers[1]);
    glBufferData(GL_UNIFORM_BUFFER, kBufferBytes, nullptr, GL_STREAM_DRAW);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kSize, kSize, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glGenQueries(1, &mQuery);
    useNewProgram();
  }

  static constexpr unsigned kKinds = 12;
  void call(unsigned kind) {
    switch (kind) {
      case 0: glBufferSubData(GL_UNIFORM_BUFFER, 0, kBufferBytes, mBytes.data()); break;
      case 1: glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 100, 100, GL_RGBA, GL_UNSIGNED_BYTE, mBytes.data()); break;
      case 2: glReadPixels(0, 0, kSize / 2, kSize / 2, GL_RGBA, GL_UNSIGNED_BYTE, mBytes.data()); break;
      case 3: map(); break;
      case 4: waitForFence(); break;
      case 5: swap(); break;
      case 6: glFinish(); break;
      case 7: query(); break;
      case 8: useNewProgram(); break;
      case 9: useSecondContext(); break;
      default: draw();
    }
  }
  bool wasRight() const { return mRight; }

 private:
  void draw() {
    for (int i = 0; i < 20; ++i) {
      glUniform4f(mTint, static_cast<float>(i) / 20, 1, 1, 1);
      glDrawArrays(GL_TRIANGLES, 0, 3);
    }
  }
  void map() {
    void* const memory = glMapBufferRange(GL_UNIFORM_BUFFER, 64, 4096, GL_MAP_WRITE_BIT);
    if (memory) std::memset(memory, 3, 4096);
    glUnmapBuffer(GL_UNIFORM_BUFFER);
  }
  void waitForFence() {
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 5'000'000'000u);
    glDeleteSync(fence);
  }
  void swap() {
    if (eglSwapBuffers(mSession.display, mSession.surface)) return;
    expectLost("eglSwapBuffers");
  }
  void query() {
    glBeginQuery(GL_ANY_SAMPLES_PASSED, mQuery);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    GLuint any = 0;
    glGetQueryObjectuiv(mQuery, GL_QUERY_RESULT, &any);
  }
  void useNewProgram() {
    const GLuint program = link();
    glUseProgram(program);
    mTint = glGetUniformLocation(program, "tint");
    if (mProgram) glDeleteProgram(mProgram);
    mProgram = program;
  }
  void useSecondContext() {
    const EGLContext second = createContext(mSession, mSession.context);
    if (second == EGL_NO_CONTEXT) return expectLost("eglCreateContext", EGL_BAD_ALLOC);
    if (eglMakeCurrent(mSession.display, mSession.surface, mSession.surface, second)) {
      glClear(GL_COLOR_BUFFER_BIT);
    } else {
      expectLost("eglMakeCurrent");
    }
    if (!eglMakeCurrent(mSession.display, mSession.surface, mSession.surface, mSession.context)) expectLost("eglMakeCurrent");
    eglDestroyContext(mSession.display, second);
  }
  // What fails here may fail for the loss only.
  void expectLost(const char* what, EGLint expected = EGL_CONTEXT_LOST) {
    const EGLint error = eglGetError();
    if (error == expected && glGetGraphicsResetStatus() != GL_NO_ERROR) return;
    std::printf("WRONG %s failed with 0x%x, expected 0x%x after a loss\n", what, error, expected);
    mRight = false;
  }

  const Session mSession;
  std::vector<unsigned char> mBytes;
  GLuint mProgram = 0, mQuery = 0;
  GLint mTint = -1;
  bool mRight = true;
};

// A loss costs the context, not the program: a new one on the same surface draws.
bool drawsAgain(Session session) {
  session.context = createContext(session, EGL_NO_CONTEXT);
  if (session.context == EGL_NO_CONTEXT || !eglMakeCurrent(session.display, session.surface, session.surface, session.context)) {
    std::printf("WRONG no context after the loss: EGL error 0x%x\n", eglGetError());
    return false;
  }
  glClearColor(0, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  unsigned char pixel[4] = {};
  glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  const bool green = pixel[0] == 0 && pixel[1] == 255 && glGetError() == GL_NO_ERROR;
  const bool shown = eglSwapBuffers(session.display, session.surface) && glGetGraphicsResetStatus() == GL_NO_ERROR;
  std::printf(green && shown ? "AGAIN a new context draws\n" : "WRONG the new context reads %u %u, swap %d\n", pixel[0],
              pixel[1], shown);
  eglMakeCurrent(session.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(session.display, session.context);
  return green && shown;
}

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::mt19937 random(count > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : 1u);
  const Session session = open(count > 2 && std::strcmp(arguments[2], "window") == 0);
  Work work(session);
  std::printf("READY %lld %s\n", monotonicNs(), reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  GLenum status = GL_NO_ERROR;
  unsigned last = 0;
  long long calledNs = monotonicNs();
  while ((status = glGetGraphicsResetStatus()) == GL_NO_ERROR) {
    calledNs = monotonicNs();
    work.call(last = static_cast<unsigned>(random() % Work::kKinds));
  }
  const long long lostNs = monotonicNs();
  std::printf("LOST %lld 0x%x, after %lld us in calls of kind %u\n", lostNs, status, (lostNs - calledNs) / 1000, last);
  for (unsigned kind = 0; kind < Work::kKinds; ++kind) work.call(kind);
  if (glGetGraphicsResetStatus() == GL_NO_ERROR) std::printf("WRONG a lost context came back\n");
  eglMakeCurrent(session.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(session.display, session.context);
  const bool recovered = drawsAgain(session);
  eglDestroySurface(session.display, session.surface);
  eglTerminate(session.display);
  std::printf("DONE\n");
  return work.wasRight() && recovered ? 0 : kExitWrong;
}
