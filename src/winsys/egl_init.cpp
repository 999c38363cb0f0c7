// SPDX-License-Identifier: Apache-2.0
// EGL 1.5 §3.2, §3.3: getting, initialising and ending displays, and what they say of themselves.
#include "winsys/egl_init.h"

#include <stdlib.h>

#include "winsys/current.h"
#include "winsys/egl_device.h"
#include "winsys/egl_display.h"

namespace winsys {

const char* const kEglPlatformExtensions =
    "EGL_EXT_platform_device EGL_EXT_platform_x11 EGL_EXT_platform_xcb EGL_KHR_platform_x11 "
    "EGL_MESA_platform_surfaceless";
const char* const kEglClientExtensions =
    "EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query "
    "EGL_EXT_platform_base EGL_EXT_platform_device EGL_EXT_platform_x11 EGL_EXT_platform_xcb "
    "EGL_KHR_client_get_all_proc_addresses EGL_KHR_platform_x11 EGL_MESA_platform_surfaceless";

namespace {

constexpr const char* kVersion = "1.5";
constexpr const char* kVendor = "MobileGL";
constexpr const char* kDisplayExtensions =
    "EGL_EXT_buffer_age EGL_EXT_create_context_robustness EGL_EXT_swap_buffers_with_damage "
    "EGL_KHR_create_context EGL_KHR_create_context_no_error EGL_KHR_fence_sync "
    "EGL_KHR_get_all_proc_addresses EGL_KHR_gl_colorspace EGL_KHR_no_config_context "
    "EGL_KHR_surfaceless_context "
    "EGL_KHR_swap_buffers_with_damage EGL_KHR_wait_sync";

EGLDisplay noDisplay(EGLint code, const char* sentence) {
  return failWith<EGLDisplay>(EGL_NO_DISPLAY, code, sentence);
}

}  // namespace

EGLDisplay eglDisplayFor(EGLenum platform, void* native, const EGLAttrib* attributes) {
  if (isServerRole()) return succeed<EGLDisplay>(EGL_NO_DISPLAY);
  int screen = -1;
  const bool isX11 = platform == EGL_PLATFORM_X11_EXT || platform == EGL_PLATFORM_XCB_EXT;
  const EGLint error = forEachAttribute(attributes, [&](EGLint name, EGLAttrib value) {
    if (!isX11 || (name != EGL_PLATFORM_X11_SCREEN_EXT && name != EGL_PLATFORM_XCB_SCREEN_EXT))
      return EGL_BAD_ATTRIBUTE;
    screen = static_cast<int>(value);
    return EGL_SUCCESS;
  });
  if (error != EGL_SUCCESS) return noDisplay(error, "The platform has no such attribute.");
  switch (platform) {
    case EGL_NONE: {
      const char* name = getenv("DISPLAY");
      const bool hasX = name && *name && X11Link::open("") != nullptr;
      return succeed<EGLDisplay>(displayFor(hasX ? Platform::X11 : Platform::Surfaceless, {}, -1));
    }
    case EGL_PLATFORM_SURFACELESS_MESA:
      if (native)
        return noDisplay(EGL_BAD_PARAMETER, "The surfaceless platform has only the default display.");
      return succeed<EGLDisplay>(displayFor(Platform::Surfaceless, {}, -1));
    case EGL_PLATFORM_DEVICE_EXT:
      if (native != eglDevice()) return noDisplay(EGL_BAD_PARAMETER, "This is no device of this library.");
      return succeed<EGLDisplay>(displayFor(Platform::Device, {}, -1));
    case EGL_PLATFORM_X11_EXT:
      return succeed<EGLDisplay>(displayFor(Platform::X11, {.xlibDisplay = native}, screen));
    case EGL_PLATFORM_XCB_EXT:
      return succeed<EGLDisplay>(
          displayFor(Platform::X11, {.xcb = static_cast<xcb_connection_t*>(native)}, screen));
    default: return noDisplay(EGL_BAD_PARAMETER, "The platform is not supported.");
  }
}

void eglEmptyDisplay(EGLDisplay handle) {
  auto& display = *static_cast<EglDisplay*>(handle);
  decltype(display.contexts.takeAll()) contexts;
  {
    std::lock_guard lock(display.mutex);
    display.isInitialized = false;
    contexts = display.contexts.takeAll();
    display.surfaces.takeAll();
    display.syncs.takeAll();
  }
  // Surfaces have died into the list of leftovers; contexts take them along as they end: here, outside the
  // lock.
}

}  // namespace winsys

using namespace winsys;

extern "C" {

EGLDisplay EGLAPIENTRY eglGetPlatformDisplay(EGLenum platform, void* native, const EGLAttrib* attributes) {
  if (platform == EGL_NONE) return noDisplay(EGL_BAD_PARAMETER, "EGL_NONE is no platform.");
  return eglDisplayFor(platform, native, attributes);
}

EGLDisplay EGLAPIENTRY eglGetDisplay(EGLNativeDisplayType native) {
  if (native == EGL_DEFAULT_DISPLAY) return eglDisplayFor(EGL_NONE, nullptr, nullptr);
  if (native == eglDevice()) return eglDisplayFor(EGL_PLATFORM_DEVICE_EXT, native, nullptr);
  return eglDisplayFor(EGL_PLATFORM_X11_EXT, native, nullptr);
}

EGLBoolean EGLAPIENTRY eglInitialize(EGLDisplay dpy, EGLint* major, EGLint* minor) {
  EglDisplay* const display = anyDisplay(dpy);
  if (!display) return EGL_FALSE;
  std::shared_ptr<const NativeDisplay> native;
  {
    std::lock_guard lock(display->mutex);
    native = display->native;
  }
  if (!native) {
    const bool oneScreen = display->platform == Platform::X11;
    auto created = NativeDisplay::create(display->platform, display->app,
                                         !oneScreen              ? -1
                                         : display->xScreen >= 0 ? display->xScreen
                                                                 : defaultScreen(display->app));
    if (!created) return fail(EGL_NOT_INITIALIZED, created.error().text.c_str());
    native = *created;
  }
  {
    std::lock_guard lock(display->mutex);
    // Two threads may have created it at once: the first one's configs are the display's.
    if (!display->native) display->native = native;
    display->isInitialized = true;
  }
  if (major) *major = 1;
  if (minor) *minor = 5;
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean EGLAPIENTRY eglTerminate(EGLDisplay dpy) {
  EglDisplay* const display = anyDisplay(dpy);
  if (!display) return EGL_FALSE;
  eglEmptyDisplay(display);
  return succeed<EGLBoolean>(EGL_TRUE);
}

const char* EGLAPIENTRY eglQueryString(EGLDisplay dpy, EGLint name) {
  if (dpy == EGL_NO_DISPLAY) {
    if (name == EGL_EXTENSIONS) return succeed(kEglClientExtensions);
    if (name == EGL_VERSION) return succeed(kVersion);
    return failWith<const char*>(nullptr, EGL_BAD_DISPLAY, "This string belongs to a display.");
  }
  if (!initializedDisplay(dpy)) return nullptr;
  switch (name) {
    case EGL_CLIENT_APIS: return succeed("OpenGL");
    case EGL_EXTENSIONS: return succeed(kDisplayExtensions);
    case EGL_VENDOR: return succeed(kVendor);
    case EGL_VERSION: return succeed(kVersion);
    default: return failWith<const char*>(nullptr, EGL_BAD_PARAMETER, "There is no string of that name.");
  }
}

EGLint EGLAPIENTRY eglGetError(void) {
  ThreadState& thread = threadState();
  return std::exchange(thread.eglError, EGL_SUCCESS);
}

EGLBoolean EGLAPIENTRY eglBindAPI(EGLenum api) {
  if (api != EGL_OPENGL_API)
    return fail(EGL_BAD_PARAMETER, "Only OpenGL is served, not OpenGL ES or OpenVG.");
  threadState().eglApi = api;
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLenum EGLAPIENTRY eglQueryAPI(void) {
  return succeed<EGLenum>(threadState().eglApi);
}

EGLBoolean EGLAPIENTRY eglReleaseThread(void) {
  if (currentEglContext()) releaseContext();
  ThreadState& thread = threadState();
  thread.eglApi = EGL_OPENGL_ES_API;
  return succeed<EGLBoolean>(EGL_TRUE);
}

}  // extern "C"
