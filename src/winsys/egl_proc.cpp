// SPDX-License-Identifier: Apache-2.0
#include "winsys/egl_proc.h"

#include "gl/proc_table.gen.h"
#include "winsys/egl_device.h"
#include "winsys/egl_display.h"
#include "winsys/egl_init.h"
#include "winsys/egl_sync.h"

namespace winsys {

EGLBoolean eglSwapBuffersWithDamage(EGLDisplay dpy, EGLSurface surface, const EGLint* rects, EGLint count);

namespace {

// EGL_EXT_platform_base has EGLint lists where EGL 1.5 has EGLAttrib.
EGLDisplay getPlatformDisplayExt(EGLenum platform, void* native, const EGLint* attributes) {
  constexpr size_t kMost = 16;
  EGLAttrib wide[2 * kMost + 1];
  size_t count = 0;
  for (; attributes && attributes[count] != EGL_NONE && count < 2 * kMost; count += 2) {
    wide[count] = attributes[count];
    wide[count + 1] = attributes[count + 1];
  }
  wide[count] = EGL_NONE;
  return eglGetPlatformDisplay(platform, native, wide);
}

EGLSurface createPlatformWindowSurfaceExt(EGLDisplay dpy, EGLConfig config, void* window,
                                          const EGLint* attributes) {
  if (!initializedDisplay(dpy)) return EGL_NO_SURFACE;
  if (!window)
    return failWith<EGLSurface>(EGL_NO_SURFACE, EGL_BAD_NATIVE_WINDOW, "The window is a null pointer.");
  return eglCreateWindowSurface(dpy, config, *static_cast<const uint32_t*>(window), attributes);
}

EGLSurface createPlatformPixmapSurfaceExt(EGLDisplay dpy, EGLConfig config, void* pixmap, const EGLint*) {
  return eglCreatePlatformPixmapSurface(dpy, config, pixmap, nullptr);
}

EGLSync createSyncKhr(EGLDisplay dpy, EGLenum type, const EGLint* attributes) {
  return eglCreateFence(dpy, type, attributes && attributes[0] != EGL_NONE);
}

EGLBoolean getSyncAttribKhr(EGLDisplay dpy, EGLSync sync, EGLint attribute, EGLint* value) {
  EGLAttrib wide = 0;
  if (!eglQuerySync(dpy, sync, attribute, value ? &wide : nullptr)) return EGL_FALSE;
  *value = static_cast<EGLint>(wide);
  return EGL_TRUE;
}

EGLint waitSyncKhr(EGLDisplay dpy, EGLSync sync, EGLint flags) {
  return static_cast<EGLint>(eglWaitSync(dpy, sync, flags));
}

struct Row {
  const char* name;
  EglProc function;
};

#define MGL_EGL(name) \
  { #name, reinterpret_cast < EglProc>(&name) }
#define MGL_EGL_AS(name, function) \
  { name, reinterpret_cast<EglProc>(&function) }
const Row kFunctions[] = {
    MGL_EGL(eglBindAPI),
    MGL_EGL(eglBindTexImage),
    MGL_EGL(eglChooseConfig),
    MGL_EGL(eglClientWaitSync),
    MGL_EGL(eglCopyBuffers),
    MGL_EGL(eglCreateContext),
    MGL_EGL(eglCreateImage),
    MGL_EGL(eglCreatePbufferFromClientBuffer),
    MGL_EGL(eglCreatePbufferSurface),
    MGL_EGL(eglCreatePixmapSurface),
    MGL_EGL(eglCreatePlatformPixmapSurface),
    MGL_EGL(eglCreatePlatformWindowSurface),
    MGL_EGL(eglCreateSync),
    MGL_EGL(eglCreateWindowSurface),
    MGL_EGL(eglDestroyContext),
    MGL_EGL(eglDestroyImage),
    MGL_EGL(eglDestroySurface),
    MGL_EGL(eglDestroySync),
    MGL_EGL(eglGetConfigAttrib),
    MGL_EGL(eglGetConfigs),
    MGL_EGL(eglGetCurrentContext),
    MGL_EGL(eglGetCurrentDisplay),
    MGL_EGL(eglGetCurrentSurface),
    MGL_EGL(eglGetDisplay),
    MGL_EGL(eglGetError),
    MGL_EGL(eglGetPlatformDisplay),
    MGL_EGL(eglGetProcAddress),
    MGL_EGL(eglGetSyncAttrib),
    MGL_EGL(eglInitialize),
    MGL_EGL(eglMakeCurrent),
    MGL_EGL(eglQueryAPI),
    MGL_EGL(eglQueryContext),
    MGL_EGL(eglQueryString),
    MGL_EGL(eglQuerySurface),
    MGL_EGL(eglReleaseTexImage),
    MGL_EGL(eglReleaseThread),
    MGL_EGL(eglSurfaceAttrib),
    MGL_EGL(eglSwapBuffers),
    MGL_EGL(eglSwapInterval),
    MGL_EGL(eglTerminate),
    MGL_EGL(eglWaitClient),
    MGL_EGL(eglWaitGL),
    MGL_EGL(eglWaitNative),
    MGL_EGL(eglWaitSync),
    MGL_EGL_AS("eglClientWaitSyncKHR", eglClientWaitSync),
    MGL_EGL_AS("eglCreatePlatformPixmapSurfaceEXT", createPlatformPixmapSurfaceExt),
    MGL_EGL_AS("eglCreatePlatformWindowSurfaceEXT", createPlatformWindowSurfaceExt),
    MGL_EGL_AS("eglCreateSyncKHR", createSyncKhr),
    MGL_EGL_AS("eglDestroySyncKHR", eglDestroySync),
    MGL_EGL_AS("eglGetPlatformDisplayEXT", getPlatformDisplayExt),
    MGL_EGL_AS("eglGetSyncAttribKHR", getSyncAttribKhr),
    MGL_EGL_AS("eglQueryDeviceAttribEXT", eglQueryDeviceAttrib),
    MGL_EGL_AS("eglQueryDeviceStringEXT", eglQueryDeviceString),
    MGL_EGL_AS("eglQueryDevicesEXT", eglQueryDevices),
    MGL_EGL_AS("eglQueryDisplayAttribEXT", eglQueryDisplayAttrib),
    MGL_EGL_AS("eglSwapBuffersWithDamageEXT", eglSwapBuffersWithDamage),
    MGL_EGL_AS("eglSwapBuffersWithDamageKHR", eglSwapBuffersWithDamage),
    MGL_EGL_AS("eglWaitSyncKHR", waitSyncKhr),
};

}  // namespace

EglProc eglFunction(std::string_view name) {
  for (const Row& row : kFunctions)
    if (name == row.name) return row.function;
  return nullptr;
}

EglProc anyFunction(std::string_view name) {
  if (const EglProc function = eglFunction(name)) return function;
  return gl::lookup(name);
}

}  // namespace winsys

extern "C" __eglMustCastToProperFunctionPointerType EGLAPIENTRY eglGetProcAddress(const char* name) {
  return name ? winsys::anyFunction(name) : nullptr;
}
