// SPDX-License-Identifier: Apache-2.0
// EGL's error and API state, as entry points without any screen behind them show it.
#include <gtest/gtest.h>

#include <thread>

#include "winsys/egl_headers.h"

namespace {

// EGL 1.5 §3.1: an error is told once; success overwrites it.
TEST(EglError, IsToldOnce) {
  EXPECT_FALSE(eglInitialize(reinterpret_cast<EGLDisplay>(1), nullptr, nullptr));
  EXPECT_EQ(eglGetError(), EGL_BAD_DISPLAY);
  EXPECT_EQ(eglGetError(), EGL_SUCCESS);
  EXPECT_FALSE(eglBindAPI(EGL_OPENVG_API));
  EXPECT_TRUE(eglBindAPI(EGL_OPENGL_API));
  EXPECT_EQ(eglGetError(), EGL_SUCCESS);
}

// Error and bound API are the thread's own.
TEST(EglError, IsPerThread) {
  ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
  EXPECT_FALSE(eglBindAPI(EGL_OPENGL_ES_API));
  std::thread other([] {
    EXPECT_EQ(eglGetError(), EGL_SUCCESS);
    EXPECT_EQ(eglQueryAPI(), static_cast<EGLenum>(EGL_OPENGL_ES_API));
  });
  other.join();
  EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
  EXPECT_EQ(eglQueryAPI(), static_cast<EGLenum>(EGL_OPENGL_API));
}

// Platforms and their attributes are judged before anything is opened.
TEST(EglError, Platforms) {
  EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_EXT, nullptr, nullptr), EGL_NO_DISPLAY);
  EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
  const EGLAttrib attributes[] = {EGL_WIDTH, 1, EGL_NONE};
  EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, attributes), EGL_NO_DISPLAY);
  EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
  const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  ASSERT_NE(display, EGL_NO_DISPLAY);
  EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr), display);
  EXPECT_FALSE(eglChooseConfig(display, nullptr, nullptr, 0, nullptr));
  EXPECT_EQ(eglGetError(), EGL_NOT_INITIALIZED);
  // No screen opener is installed here.
  EXPECT_FALSE(eglInitialize(display, nullptr, nullptr));
  EXPECT_EQ(eglGetError(), EGL_NOT_INITIALIZED);
}

// Every name that libEGL exports is known to eglGetProcAddress, and so is OpenGL.
TEST(EglProc, KnowsBothApis) {
  EXPECT_EQ(eglGetProcAddress("eglSwapBuffers"),
            reinterpret_cast<__eglMustCastToProperFunctionPointerType>(&eglSwapBuffers));
  EXPECT_NE(eglGetProcAddress("eglCreateSyncKHR"), nullptr);
  EXPECT_NE(eglGetProcAddress("glClear"), nullptr);
  EXPECT_EQ(eglGetProcAddress("eglNoSuchThing"), nullptr);
  EXPECT_EQ(eglGetProcAddress("glNoSuchThing"), nullptr);
}

}  // namespace
