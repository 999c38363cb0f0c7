// SPDX-License-Identifier: Apache-2.0
// Opens the surfaceless EGL display and makes contexts and pbuffers on it.
#include "scenes/display.h"

namespace scenes {

namespace {
Display* openDisplay = nullptr;
}

Display::Display(Scene& scene) : mScene(scene) {
  mDisplay = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  EGLint major = 0;
  EGLint minor = 0;
  if (mDisplay == EGL_NO_DISPLAY || eglInitialize(mDisplay, &major, &minor) != EGL_TRUE) {
    mScene.fatal("The surfaceless EGL display did not open: error 0x%04x.", eglGetError());
  }
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) {
    mScene.fatal("eglBindAPI(EGL_OPENGL_API) failed with 0x%04x.", eglGetError());
  }
  const EGLint wanted[] = {EGL_SURFACE_TYPE,
                           EGL_PBUFFER_BIT,
                           EGL_RENDERABLE_TYPE,
                           EGL_OPENGL_BIT,
                           EGL_RED_SIZE,
                           8,
                           EGL_GREEN_SIZE,
                           8,
                           EGL_BLUE_SIZE,
                           8,
                           EGL_ALPHA_SIZE,
                           8,
                           EGL_DEPTH_SIZE,
                           24,
                           EGL_STENCIL_SIZE,
                           8,
                           EGL_NONE};
  EGLint count = 0;
  if (eglChooseConfig(mDisplay, wanted, &mConfig, 1, &count) != EGL_TRUE || count < 1) {
    mScene.fatal("No EGL config has RGBA 8888, depth 24, stencil 8 and pbuffers.");
  }
  openDisplay = this;
}

Display::~Display() {
  eglMakeCurrent(mDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglTerminate(mDisplay);
  openDisplay = nullptr;
}

Display& Display::current() {
  return *openDisplay;
}

EGLContext Display::createContext(Profile profile, EGLContext shared) {
  const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION,
                         3,
                         EGL_CONTEXT_MINOR_VERSION,
                         3,
                         EGL_CONTEXT_OPENGL_PROFILE_MASK,
                         EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                         EGL_NONE};
  // Without attributes, as programs older than profiles ask: the newest compatible version.
  const EGLint legacy[] = {EGL_NONE};
  const EGLContext context =
      eglCreateContext(mDisplay, mConfig, shared, profile == Profile::Core ? core : legacy);
  if (context == EGL_NO_CONTEXT) {
    mScene.fatal("eglCreateContext failed with 0x%04x.", eglGetError());
  }
  return context;
}

EGLSurface Display::createPbuffer(int width, int height) {
  const EGLint size[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
  const EGLSurface surface = eglCreatePbufferSurface(mDisplay, mConfig, size);
  if (surface == EGL_NO_SURFACE) {
    mScene.fatal("eglCreatePbufferSurface of %d x %d failed with 0x%04x.", width, height, eglGetError());
  }
  return surface;
}

void Display::makeCurrent(EGLSurface surface, EGLContext context) {
  if (eglMakeCurrent(mDisplay, surface, surface, context) != EGL_TRUE) {
    mScene.fatal("eglMakeCurrent failed with 0x%04x.", eglGetError());
  }
}

}  // namespace scenes
