// SPDX-License-Identifier: Apache-2.0
// The life of surfaces and contexts, as an ordinary EGL program sees it: windows that change their size or go
// away, depth-32 windows, threads that hand contexts over, fences, and the error codes of make-current. One
// case an argument.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

Display* gX = nullptr;
EGLDisplay gDisplay = EGL_NO_DISPLAY;
bool gGood = true;

bool expect(bool condition, const char* what) {
  if (!condition) std::fprintf(stderr, "Not so: %s (EGL error 0x%x).\n", what, eglGetError());
  gGood &= condition;
  return condition;
}

void expectError(EGLint error, const char* what) {
  const EGLint got = eglGetError();
  if (got != error) std::fprintf(stderr, "%s: EGL error 0x%x, expected 0x%x.\n", what, got, error);
  gGood &= got == error;
}

// The first config of that kind of surface whose visual has the depth (0: any).
EGLConfig chooseConfig(EGLint surfaceType, int visualDepth) {
  const EGLint wanted[] = {EGL_SURFACE_TYPE, surfaceType, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                           EGL_RED_SIZE,     8,           EGL_GREEN_SIZE,      8,
                           EGL_BLUE_SIZE,    8,           EGL_ALPHA_SIZE,      visualDepth == 32 ? 8 : 0,
                           EGL_NONE};
  EGLConfig configs[200];
  EGLint found = 0;
  eglChooseConfig(gDisplay, wanted, configs, 200, &found);
  for (EGLint i = 0; i < found; ++i) {
    if (visualDepth == 0) return configs[i];
    EGLint id = 0;
    eglGetConfigAttrib(gDisplay, configs[i], EGL_NATIVE_VISUAL_ID, &id);
    XVisualInfo wantedVisual{};
    wantedVisual.visualid = static_cast<VisualID>(id);
    int count = 0;
    XVisualInfo* const visual = XGetVisualInfo(gX, VisualIDMask, &wantedVisual, &count);
    const bool fits = visual && visual->depth == visualDepth;
    if (visual) XFree(visual);
    if (fits) return configs[i];
  }
  return nullptr;
}

Window createWindow(int width, int height, int depth) {
  XVisualInfo visual{};
  if (!XMatchVisualInfo(gX, DefaultScreen(gX), depth, TrueColor, &visual)) return 0;
  XSetWindowAttributes attributes{};
  attributes.colormap = XCreateColormap(gX, DefaultRootWindow(gX), visual.visual, AllocNone);
  const Window window = XCreateWindow(gX, DefaultRootWindow(gX), 0, 0, static_cast<unsigned>(width),
                                      static_cast<unsigned>(height), 0, depth, InputOutput, visual.visual,
                                      CWColormap | CWBorderPixel, &attributes);
  XMapWindow(gX, window);
  return window;
}

EGLContext createContext(EGLConfig config, EGLContext share = EGL_NO_CONTEXT) {
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
  eglBindAPI(EGL_OPENGL_API);
  return eglCreateContext(gDisplay, config, share, version);
}

EGLSurface createPbuffer(EGLConfig config, EGLint size) {
  const EGLint attributes[] = {EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE};
  return eglCreatePbufferSurface(gDisplay, config, attributes);
}

void clearTo(float red, float green, float blue) {
  glClearColor(red, green, blue, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

unsigned long windowPixel(Window window, int x, int y) {
  XImage* const image = XGetImage(gX, window, x, y, 1, 1, AllPlanes, ZPixmap);
  if (!image) return ~0ul;
  const unsigned long pixel = XGetPixel(image, 0, 0) & 0xffffff;
  XDestroyImage(image);
  return pixel;
}

void resizeCase() {
  const EGLConfig config = chooseConfig(EGL_WINDOW_BIT, 24);
  const Window window = createWindow(100, 100, 24);
  const EGLSurface surface =
      eglCreateWindowSurface(gDisplay, config, static_cast<EGLNativeWindowType>(window), nullptr);
  const EGLContext context = createContext(config);
  if (!expect(eglMakeCurrent(gDisplay, surface, surface, context), "a window can be made current")) return;
  int width = 0, height = 0;
  for (int i = 0; i < 60; ++i) {
    width = 40 + (i * 37) % 400;
    height = 30 + (i * 53) % 300;
    XResizeWindow(gX, window, static_cast<unsigned>(width), static_cast<unsigned>(height));
    XFlush(gX);
    clearTo(1, 0, 0);
    expect(eglSwapBuffers(gDisplay, surface), "a swap while the size changes");
  }
  XSync(gX, False);
  for (int i = 0; i < 3; ++i) {
    clearTo(0, 0, 1);
    expect(eglSwapBuffers(gDisplay, surface), "a swap after the changes");
  }
  glFinish();
  EGLint known = 0;
  eglQuerySurface(gDisplay, surface, EGL_WIDTH, &known);
  expect(known == width, "the surface has the window's size");
  expect(windowPixel(window, width - 2, height - 2) == 0x0000ff, "the last corner shows the last frame");
}

void destroyCase() {
  const EGLConfig config = chooseConfig(EGL_WINDOW_BIT, 24);
  const Window window = createWindow(64, 64, 24);
  const EGLSurface surface =
      eglCreateWindowSurface(gDisplay, config, static_cast<EGLNativeWindowType>(window), nullptr);
  const EGLContext context = createContext(config);
  expect(eglMakeCurrent(gDisplay, surface, surface, context), "a window can be made current");
  clearTo(1, 0, 0);
  expect(eglSwapBuffers(gDisplay, surface), "a swap before the end");
  expect(eglCreateWindowSurface(gDisplay, config, static_cast<EGLNativeWindowType>(window), nullptr) ==
             EGL_NO_SURFACE,
         "one surface a window");
  expectError(EGL_BAD_ALLOC, "a second surface");
  XDestroyWindow(gX, window);
  XSync(gX, False);
  bool failed = false;
  for (int i = 0; i < 200 && !failed; ++i) {
    clearTo(0, 1, 0);
    failed = !eglSwapBuffers(gDisplay, surface);
    if (failed) expectError(EGL_BAD_NATIVE_WINDOW, "a swap to a window that is gone");
    usleep(5000);
  }
  expect(failed, "swaps to a window that is gone fail");
  clearTo(0, 1, 0);
  expect(glGetError() == GL_NO_ERROR, "drawing goes on without the window");
  expect(eglCreateWindowSurface(gDisplay, config, 0x1234567, nullptr) == EGL_NO_SURFACE,
         "no window, no surface");
  expectError(EGL_BAD_NATIVE_WINDOW, "a surface for no window");
}

void depth32Case() {
  const EGLConfig config = chooseConfig(EGL_WINDOW_BIT, 32);
  const Window window = createWindow(64, 64, 32);
  if (!config || !window) return std::printf("No depth-32 visual.\n"), void();
  const EGLSurface surface =
      eglCreateWindowSurface(gDisplay, config, static_cast<EGLNativeWindowType>(window), nullptr);
  const EGLContext context = createContext(config);
  expect(eglMakeCurrent(gDisplay, surface, surface, context), "a depth-32 window can be made current");
  clearTo(0, 1, 0);
  expect(eglSwapBuffers(gDisplay, surface), "a swap to a depth-32 window");
  glFinish();
  expect(windowPixel(window, 30, 30) == 0x00ff00, "a depth-32 window shows the frame");
}

// Swaps go on while their interval changes, and what is shown is the last frame.
void intervalCase() {
  const EGLConfig config = chooseConfig(EGL_WINDOW_BIT, 24);
  const Window window = createWindow(64, 64, 24);
  const EGLSurface surface =
      eglCreateWindowSurface(gDisplay, config, static_cast<EGLNativeWindowType>(window), nullptr);
  const EGLContext context = createContext(config);
  expect(eglMakeCurrent(gDisplay, surface, surface, context), "a window can be made current");
  for (int i = 0; i < 40; ++i) {
    if (i % 4 == 0) expect(eglSwapInterval(gDisplay, i / 4 % 3), "a swap interval");
    clearTo(i % 2 ? 1.0f : 0.0f, 0, 1);
    expect(eglSwapBuffers(gDisplay, surface), "a swap with another interval");
    glFinish();
    expect(windowPixel(window, 30, 30) == (i % 2 ? 0xff00fful : 0x0000fful), "the window shows the frame");
  }
}

// Contexts go from thread to thread; what one thread drew into a shared texture's place another reads.
void threadsCase() {
  const EGLConfig config = chooseConfig(EGL_PBUFFER_BIT, 0);
  const EGLContext context = createContext(config);
  const EGLSurface surface = createPbuffer(config, 16);
  expect(eglMakeCurrent(gDisplay, surface, surface, context), "a pbuffer can be made current");
  std::thread([&] {
    expect(!eglMakeCurrent(gDisplay, surface, surface, context), "a context has one thread");
    expectError(EGL_BAD_ACCESS, "a context that is current elsewhere");
    expect(eglGetCurrentContext() == EGL_NO_CONTEXT, "another thread has no context");
  }).join();
  clearTo(1, 0, 0);
  eglMakeCurrent(gDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  for (int i = 0; i < 8; ++i) {
    std::thread([&] {
      eglBindAPI(EGL_OPENGL_API);
      expect(eglMakeCurrent(gDisplay, surface, surface, context), "the context can be handed over");
      unsigned char pixel[4] = {};
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
      expect(pixel[0] == 255 && pixel[1] == 0, "the pixels came along");
      clearTo(1, 0, 0);
      // The thread ends with the context current: it must become free again.
    }).join();
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      eglBindAPI(EGL_OPENGL_API);
      for (int round = 0; round < 5; ++round) {
        const EGLContext own = createContext(config, context);
        const EGLSurface ownSurface = createPbuffer(config, 8 + i);
        if (!expect(eglMakeCurrent(gDisplay, ownSurface, ownSurface, own), "contexts of four threads"))
          return;
        clearTo(static_cast<float>(i & 1), static_cast<float>(i >> 1), 1);
        unsigned char pixel[4] = {};
        glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        expect(pixel[0] == (i & 1) * 255 && pixel[1] == (i >> 1) * 255 && pixel[2] == 255,
               "each has its own pixels");
        eglDestroyContext(gDisplay, own);  // deferred: it is current
        eglDestroySurface(gDisplay, ownSurface);
        glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        expect(pixel[2] == 255, "what is current outlives its handle");
        eglReleaseThread();
        eglBindAPI(EGL_OPENGL_API);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void syncCase() {
  const EGLConfig config = chooseConfig(EGL_PBUFFER_BIT, 0);
  const EGLContext context = createContext(config);
  eglMakeCurrent(gDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
  const EGLSync sync = eglCreateSync(gDisplay, EGL_SYNC_FENCE, nullptr);
  if (!expect(sync != EGL_NO_SYNC, "a fence")) return;
  expect(
      eglClientWaitSync(gDisplay, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER) == EGL_CONDITION_SATISFIED,
      "a fence is reached");
  EGLAttrib value = 0;
  expect(eglGetSyncAttrib(gDisplay, sync, EGL_SYNC_STATUS, &value) && value == EGL_SIGNALED,
         "its status says so");
  const EGLSync second = eglCreateSync(gDisplay, EGL_SYNC_FENCE, nullptr);
  glFlush();
  expect(eglWaitSync(gDisplay, second, 0), "a server wait");
  glFinish();
  expect(eglClientWaitSync(gDisplay, second, 0, 0) == EGL_CONDITION_SATISFIED, "a poll after glFinish");
  // A thread without a context waits too, once nobody else has the context that made the fence.
  const EGLSync third = eglCreateSync(gDisplay, EGL_SYNC_FENCE, nullptr);
  eglMakeCurrent(gDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  std::thread([&] {
    expect(eglClientWaitSync(gDisplay, third, 0, EGL_FOREVER) == EGL_CONDITION_SATISFIED,
           "a wait without a context");
  }).join();
  expect(eglDestroySync(gDisplay, sync), "the end of a fence");
  expect(!eglDestroySync(gDisplay, sync), "a fence ends once");
  expectError(EGL_BAD_PARAMETER, "a fence that is gone");
}

void errorsCase() {
  const EGLConfig config = chooseConfig(EGL_PBUFFER_BIT, 0);
  const EGLContext context = createContext(config);
  const EGLSurface surface = createPbuffer(config, 16);
  expect(!eglMakeCurrent(gDisplay, surface, EGL_NO_SURFACE, context), "draw without read");
  expectError(EGL_BAD_MATCH, "draw without read");
  expect(!eglMakeCurrent(gDisplay, surface, surface, EGL_NO_CONTEXT), "surfaces without context");
  expectError(EGL_BAD_MATCH, "surfaces without context");
  expect(!eglMakeCurrent(gDisplay, surface, surface, gDisplay), "no context");
  expectError(EGL_BAD_CONTEXT, "no context");
  expect(!eglSwapBuffers(gDisplay, context), "no surface");
  expectError(EGL_BAD_SURFACE, "no surface");
  expect(!eglCopyBuffers(gDisplay, surface, 0), "copies to pixmaps");
  expectError(EGL_BAD_NATIVE_PIXMAP, "copies to pixmaps");
  const EGLint future[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 7, EGL_NONE};
  expect(eglCreateContext(gDisplay, config, EGL_NO_CONTEXT, future) == EGL_NO_CONTEXT, "OpenGL 3.7");
  expectError(EGL_BAD_MATCH, "OpenGL 3.7");
  expect(eglMakeCurrent(gDisplay, surface, surface, context), "make-current");
  EGLint age = -1;
  expect(eglQuerySurface(gDisplay, surface, EGL_BUFFER_AGE_EXT, &age) && age == 0, "buffer age");
  // With everything current and work in flight.
  clearTo(1, 1, 1);
  expect(eglTerminate(gDisplay), "eglTerminate while current");
  expect(eglGetCurrentContext() == context, "the context is still current");
  clearTo(0, 0, 0);
  glFinish();
  expect(eglMakeCurrent(gDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT),
         "release after eglTerminate");
  expect(!eglSwapBuffers(gDisplay, surface), "terminated");
  expectError(EGL_NOT_INITIALIZED, "a terminated display");
  expect(eglInitialize(gDisplay, nullptr, nullptr), "a second eglInitialize");
  expect(createContext(config) != EGL_NO_CONTEXT, "configs survive eglTerminate");
}

}  // namespace

int main(int count, char** arguments) {
  const std::string name = count > 1 ? arguments[1] : "";
  const struct {
    const char* name;
    void (*run)();
    bool needsX;
  } cases[] = {{"resize", resizeCase, true},   {"destroy", destroyCase, true},
               {"depth32", depth32Case, true}, {"interval", intervalCase, true},
               {"threads", threadsCase, false},
               {"sync", syncCase, false},      {"errors", errorsCase, false}};
  for (const auto& one : cases) {
    if (name != one.name) continue;
    if (one.needsX && !(gX = XOpenDisplay(nullptr))) return std::fprintf(stderr, "No X display.\n"), 77;
    gDisplay = one.needsX ? eglGetPlatformDisplay(EGL_PLATFORM_X11_EXT, gX, nullptr)
                          : eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    if (!eglInitialize(gDisplay, nullptr, nullptr)) return std::fprintf(stderr, "eglInitialize failed.\n"), 1;
    one.run();
    eglMakeCurrent(gDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglTerminate(gDisplay);
    std::printf("%s: %s\n", one.name, gGood ? "ok" : "WRONG");
    return gGood ? 0 : 1;
  }
  return std::fprintf(stderr, "Usage: egl_life resize|destroy|depth32|interval|threads|sync|errors\n"), 2;
}
