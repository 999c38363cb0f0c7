// SPDX-License-Identifier: Apache-2.0
// The head-less EGL side of a scene: one surfaceless display, contexts of the wanted profile, pbuffers.
#pragma once

#include "scenes/scene.h"

namespace scenes {

/// Size of the default framebuffer that every scene starts with.
inline constexpr int kSurfaceSize = 128;

class Display {
 public:
  explicit Display(Scene& scene);
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  EGLContext createContext(Profile profile, EGLContext shared = EGL_NO_CONTEXT);
  EGLSurface createPbuffer(int width, int height);
  void makeCurrent(EGLSurface surface, EGLContext context);

  EGLDisplay handle() const { return mDisplay; }

  /// The display that the main program opened, for scenes that make more contexts or surfaces.
  static Display& current();

 private:
  Scene& mScene;
  EGLDisplay mDisplay = EGL_NO_DISPLAY;
  EGLConfig mConfig = nullptr;
};

}  // namespace scenes
