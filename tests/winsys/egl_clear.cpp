// SPDX-License-Identifier: Apache-2.0
// An ordinary EGL program that knows nothing of this project: draws into a pbuffer, or into a window when
// given "window", and looks at the pixels. Linked with the system's libEGL and libOpenGL; run it through
// `mobilegl run`.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

constexpr int kSize = 64;

int failed(const char* what) {
  std::fprintf(stderr, "%s failed: EGL error 0x%x, GL error 0x%x.\n", what, eglGetError(), glGetError());
  return 1;
}

bool pixelIs(int x, int y, int red, int green, int blue) {
  unsigned char pixel[4] = {9, 9, 9, 9};
  glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  if (pixel[0] == red && pixel[1] == green && pixel[2] == blue) return true;
  std::fprintf(stderr, "Pixel %d,%d is %d %d %d, expected %d %d %d.\n", x, y, pixel[0], pixel[1], pixel[2],
               red, green, blue);
  return false;
}

}  // namespace

int main(int count, char** arguments) {
  const bool useWindow = count > 1 && std::strcmp(arguments[1], "window") == 0;
  Display* x = useWindow ? XOpenDisplay(nullptr) : nullptr;
  if (useWindow && !x) return std::fprintf(stderr, "No X display.\n"), 77;
  const EGLDisplay display = useWindow
                                 ? eglGetPlatformDisplay(EGL_PLATFORM_X11_EXT, x, nullptr)
                                 : eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  EGLint major = 0, minor = 0;
  if (!eglInitialize(display, &major, &minor)) return failed("eglInitialize");
  // What the display claims, the loader must be able to dispatch.
  for (const char* name : {"eglCreateSyncKHR", "eglClientWaitSyncKHR", "eglCreatePlatformWindowSurfaceEXT",
                           "eglSwapBuffersWithDamageEXT", "eglQueryDevicesEXT", "eglQueryDeviceStringEXT"})
    if (!eglGetProcAddress(name)) return failed(name);
  std::printf("EGL %d.%d, %s\n", major, minor, eglQueryString(display, EGL_VENDOR));
  if (!eglBindAPI(EGL_OPENGL_API)) return failed("eglBindAPI");

  const EGLint wanted[] = {EGL_SURFACE_TYPE,
                           useWindow ? EGL_WINDOW_BIT : EGL_PBUFFER_BIT,
                           EGL_RENDERABLE_TYPE,
                           EGL_OPENGL_BIT,
                           EGL_RED_SIZE,
                           8,
                           EGL_GREEN_SIZE,
                           8,
                           EGL_BLUE_SIZE,
                           8,
                           EGL_DEPTH_SIZE,
                           24,
                           EGL_NONE};
  EGLConfig config = nullptr;
  EGLint found = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &found) || found == 0) return failed("eglChooseConfig");

  EGLSurface surface = EGL_NO_SURFACE;
  Window window = 0;
  if (useWindow) {
    window = XCreateSimpleWindow(x, DefaultRootWindow(x), 0, 0, kSize, kSize, 0, 0, 0);
    XMapWindow(x, window);
    surface = eglCreateWindowSurface(display, config, static_cast<EGLNativeWindowType>(window), nullptr);
  } else {
    const EGLint size[] = {EGL_WIDTH, kSize, EGL_HEIGHT, kSize, EGL_NONE};
    surface = eglCreatePbufferSurface(display, config, size);
  }
  if (surface == EGL_NO_SURFACE) return failed("creating the surface");
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT) return failed("eglCreateContext");
  if (!eglMakeCurrent(display, surface, surface, context)) return failed("eglMakeCurrent");
  std::printf("%s\n%s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
              reinterpret_cast<const char*>(glGetString(GL_VERSION)));

  bool isGood = true;
  for (int frame = 0; frame < 3; ++frame) {
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, kSize / 2, kSize);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    isGood &= pixelIs(1, 1, 255, 0, 0) && pixelIs(kSize - 1, kSize - 1, 0, 0, 255);
    if (!eglSwapBuffers(display, surface)) return failed("eglSwapBuffers");
  }
  if (useWindow) {
    glReadBuffer(GL_FRONT);
    isGood &= pixelIs(1, 1, 255, 0, 0) && pixelIs(kSize - 1, kSize - 1, 0, 0, 255);
    glFinish();
    XImage* const image = XGetImage(x, window, 0, 0, kSize, kSize, AllPlanes, ZPixmap);
    const unsigned long left = XGetPixel(image, 1, kSize / 2), right = XGetPixel(image, kSize - 2, kSize / 2);
    std::printf("window: left 0x%06lx, right 0x%06lx\n", left & 0xffffff, right & 0xffffff);
    XDestroyImage(image);
    isGood &= (left & 0xffffff) == 0xff0000 && (right & 0xffffff) == 0x0000ff;
  }
  if (glGetError() != GL_NO_ERROR) return failed("drawing");
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroySurface(display, surface);
  eglDestroyContext(display, context);
  eglTerminate(display);
  if (x) XCloseDisplay(x);
  std::printf("%s\n", isGood ? "ok" : "WRONG");
  return isGood ? 0 : 1;
}
