// SPDX-License-Identifier: Apache-2.0
// EGL 1.5 §3.5, §3.10: surfaces and swaps.
#include <algorithm>

#include "winsys/current.h"
#include "winsys/egl_config.h"
#include "winsys/egl_display.h"
#include "winsys/present.h"

using namespace winsys;

namespace {

EGLSurface noSurface(EGLint code, const char* sentence) {
  return failWith<EGLSurface>(EGL_NO_SURFACE, code, sentence);
}

// What the creation calls have in common.
struct SurfaceRequest {
  EGLint width = 0, height = 0;
  bool largest = false, single = false, srgb = false;
  EGLint textureFormat = EGL_NO_TEXTURE, textureTarget = EGL_NO_TEXTURE;
};

template <class T>
EGLint parseSurfaceAttributes(const T* attributes, bool isPbuffer, SurfaceRequest& request) {
  return forEachAttribute(attributes, [&](EGLint name, T wide) {
    const auto value = static_cast<EGLint>(wide);
    switch (name) {
      case EGL_GL_COLORSPACE:
        if (value != EGL_GL_COLORSPACE_SRGB && value != EGL_GL_COLORSPACE_LINEAR) return EGL_BAD_ATTRIBUTE;
        request.srgb = value == EGL_GL_COLORSPACE_SRGB;
        return EGL_SUCCESS;
      case EGL_VG_COLORSPACE:
      case EGL_VG_ALPHA_FORMAT: return EGL_SUCCESS;  // OpenVG's: allowed, without effect on GL
      default: break;
    }
    if (!isPbuffer) {
      if (name != EGL_RENDER_BUFFER) return EGL_BAD_ATTRIBUTE;
      if (value != EGL_BACK_BUFFER && value != EGL_SINGLE_BUFFER) return EGL_BAD_PARAMETER;
      request.single = value == EGL_SINGLE_BUFFER;
      return EGL_SUCCESS;
    }
    switch (name) {
      case EGL_WIDTH: request.width = value; return value < 0 ? EGL_BAD_PARAMETER : EGL_SUCCESS;
      case EGL_HEIGHT: request.height = value; return value < 0 ? EGL_BAD_PARAMETER : EGL_SUCCESS;
      case EGL_LARGEST_PBUFFER: request.largest = value != EGL_FALSE; return EGL_SUCCESS;
      case EGL_TEXTURE_FORMAT: request.textureFormat = value; return EGL_SUCCESS;
      case EGL_TEXTURE_TARGET: request.textureTarget = value; return EGL_SUCCESS;
      case EGL_MIPMAP_TEXTURE: return EGL_SUCCESS;
      default: return EGL_BAD_ATTRIBUTE;
    }
  });
}

EGLSurface addSurface(EglDisplay& display, std::shared_ptr<Surface> surface) {
  std::lock_guard lock(display.mutex);
  return succeed<EGLSurface>(display.surfaces.add(std::move(surface)));
}

template <class T>
EGLSurface createWindowSurface(EGLDisplay dpy, EGLConfig configHandle, uint32_t xid, const T* attributes) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_NO_SURFACE;
  const Config* const config = configOf(*display, configHandle);
  if (!config) return EGL_NO_SURFACE;
  SurfaceRequest request;
  if (const EGLint error = parseSurfaceAttributes(attributes, false, request); error != EGL_SUCCESS)
    return noSurface(error,
                     "The list has an attribute that windows do not have, or a value that it cannot take.");
  if (!config->fitsWindows()) return noSurface(EGL_BAD_MATCH, "The config does not support windows.");
  if (request.srgb && !config->srgbColorFormat)
    return noSurface(EGL_BAD_MATCH, "The config has no sRGB colour format.");
  {
    std::lock_guard lock(display->mutex);
    for (const auto& [handle, other] : display->surfaces) {
      if (other->kind == SurfaceKind::Window && other->xid == xid && !other->isLost)
        return noSurface(EGL_BAD_ALLOC, "The window has a surface already.");
    }
  }
  auto surface = createDrawableSurface(display->native, *config, SurfaceKind::Window, xid);
  if (!surface) return noSurface(EGL_BAD_NATIVE_WINDOW, "The X server knows no window of that number.");
  if (!fitsDepth(*config, surface->facts.depth))
    return noSurface(EGL_BAD_MATCH, "The window's depth does not fit the config's colour sizes.");
  surface->doubleBuffered = !request.single;
  surface->srgb = request.srgb;
  return addSurface(*display, std::move(surface));
}

EGLSurface createPixmapSurface(EGLDisplay dpy, EGLConfig config) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display || !configOf(*display, config)) return EGL_NO_SURFACE;
  return noSurface(EGL_BAD_MATCH, "No config supports pixmaps.");
}

EGLBoolean swap(EGLDisplay dpy, EGLSurface handle) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  const auto surface = surfaceOf(*display, handle);
  if (!surface) return EGL_FALSE;
  const auto context = currentEglContext();
  if (!context || context->draw != surface)
    return fail(EGL_BAD_SURFACE, "The surface is not the draw surface of this thread's context.");
  switch (swapBuffers(*context, *surface)) {
    case SwapOutcome::Shown:
    case SwapOutcome::NothingToDo: return succeed<EGLBoolean>(EGL_TRUE);
    case SwapOutcome::WindowGone:
      return fail(EGL_BAD_NATIVE_WINDOW, "The surface's window no longer exists.");
    case SwapOutcome::Lost: return fail(EGL_CONTEXT_LOST, "The session with the back end has ended.");
    case SwapOutcome::OutOfMemory:
      return fail(EGL_BAD_ALLOC, "The resized surface's images cannot be allocated.");
  }
  return EGL_FALSE;
}

}  // namespace

extern "C" {

EGLSurface EGLAPIENTRY eglCreateWindowSurface(EGLDisplay dpy, EGLConfig config, EGLNativeWindowType window,
                                              const EGLint* attributes) {
  return createWindowSurface(dpy, config, static_cast<uint32_t>(window), attributes);
}

// EGL 1.5 §3.5.1: the platforms X11 and XCB take a pointer to the window's number.
EGLSurface EGLAPIENTRY eglCreatePlatformWindowSurface(EGLDisplay dpy, EGLConfig config, void* window,
                                                      const EGLAttrib* attributes) {
  if (!initializedDisplay(dpy)) return EGL_NO_SURFACE;
  if (!window) return noSurface(EGL_BAD_NATIVE_WINDOW, "The window is a null pointer.");
  return createWindowSurface(dpy, config, *static_cast<const uint32_t*>(window), attributes);
}

EGLSurface EGLAPIENTRY eglCreatePixmapSurface(EGLDisplay dpy, EGLConfig config, EGLNativePixmapType,
                                              const EGLint*) {
  return createPixmapSurface(dpy, config);
}
EGLSurface EGLAPIENTRY eglCreatePlatformPixmapSurface(EGLDisplay dpy, EGLConfig config, void*,
                                                      const EGLAttrib*) {
  return createPixmapSurface(dpy, config);
}

EGLSurface EGLAPIENTRY eglCreatePbufferSurface(EGLDisplay dpy, EGLConfig configHandle,
                                               const EGLint* attributes) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_NO_SURFACE;
  const Config* const config = configOf(*display, configHandle);
  if (!config) return EGL_NO_SURFACE;
  SurfaceRequest request;
  if (const EGLint error = parseSurfaceAttributes(attributes, true, request); error != EGL_SUCCESS)
    return noSurface(error,
                     "The list has an attribute that pbuffers do not have, or a value that it cannot take.");
  if (request.textureFormat != EGL_NO_TEXTURE || request.textureTarget != EGL_NO_TEXTURE)
    return noSurface(EGL_BAD_MATCH, "Surfaces cannot be bound to textures of OpenGL.");
  if (request.srgb && !config->srgbColorFormat)
    return noSurface(EGL_BAD_MATCH, "The config has no sRGB colour format.");
  const auto limit = static_cast<EGLint>(display->native->opened.device->maxRenderbufferSize);
  if (request.largest) {
    request.width = std::min(request.width, limit);
    request.height = std::min(request.height, limit);
  }
  if (request.width > limit || request.height > limit)
    return noSurface(EGL_BAD_ALLOC,
                     "The pbuffer is larger than EGL_MAX_PBUFFER_WIDTH or EGL_MAX_PBUFFER_HEIGHT.");
  auto surface = std::make_shared<Surface>(display->native, *config, SurfaceKind::Pbuffer);
  surface->swaps = false;
  surface->srgb = request.srgb;
  surface->largestPbuffer = request.largest;
  surface->width = static_cast<uint32_t>(request.width);
  surface->height = static_cast<uint32_t>(request.height);
  return addSurface(*display, std::move(surface));
}

EGLSurface EGLAPIENTRY eglCreatePbufferFromClientBuffer(EGLDisplay dpy, EGLenum, EGLClientBuffer,
                                                        EGLConfig config, const EGLint*) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display || !configOf(*display, config)) return EGL_NO_SURFACE;
  return noSurface(EGL_BAD_PARAMETER, "Client buffers belong to OpenVG, which is not served.");
}

EGLBoolean EGLAPIENTRY eglDestroySurface(EGLDisplay dpy, EGLSurface handle) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  std::shared_ptr<Surface> surface;
  {
    std::lock_guard lock(display->mutex);
    surface = display->surfaces.remove(handle);
  }
  if (!surface) return fail(EGL_BAD_SURFACE, "This is no surface of the display.");
  surface.reset();
  // Programs destroy the window next: the other side should have let go of it by then.
  endOrphans(*display);
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean EGLAPIENTRY eglQuerySurface(EGLDisplay dpy, EGLSurface handle, EGLint attribute, EGLint* value) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  const auto surface = surfaceOf(*display, handle);
  if (!surface) return EGL_FALSE;
  EGLint unused = 0;
  if (!value) value = &unused;
  const bool isPbuffer = surface->kind == SurfaceKind::Pbuffer;
  switch (attribute) {
    case EGL_CONFIG_ID: *value = surface->config.id; break;
    case EGL_WIDTH:
    case EGL_HEIGHT: {
      const SurfaceSize size = adoptSize(*surface);
      *value = static_cast<EGLint>(attribute == EGL_WIDTH ? size.width : size.height);
      break;
    }
    case EGL_RENDER_BUFFER: *value = surface->doubleBuffered ? EGL_BACK_BUFFER : EGL_SINGLE_BUFFER; break;
    case EGL_SWAP_BEHAVIOR: *value = EGL_BUFFER_DESTROYED; break;
    case EGL_MULTISAMPLE_RESOLVE: *value = EGL_MULTISAMPLE_RESOLVE_DEFAULT; break;
    case EGL_HORIZONTAL_RESOLUTION:
    case EGL_VERTICAL_RESOLUTION:
    case EGL_PIXEL_ASPECT_RATIO: *value = EGL_UNKNOWN; break;
    case EGL_GL_COLORSPACE: *value = surface->srgb ? EGL_GL_COLORSPACE_SRGB : EGL_GL_COLORSPACE_LINEAR; break;
    case EGL_VG_COLORSPACE: *value = EGL_VG_COLORSPACE_sRGB; break;
    case EGL_VG_ALPHA_FORMAT: *value = EGL_VG_ALPHA_FORMAT_NONPRE; break;
    // For surfaces of other kinds these leave the place as it is.
    case EGL_LARGEST_PBUFFER:
      if (isPbuffer) *value = surface->largestPbuffer;
      break;
    case EGL_TEXTURE_FORMAT:
    case EGL_TEXTURE_TARGET:
      if (isPbuffer) *value = EGL_NO_TEXTURE;
      break;
    case EGL_MIPMAP_TEXTURE:
    case EGL_MIPMAP_LEVEL:
      if (isPbuffer) *value = 0;
      break;
    case EGL_BUFFER_AGE_EXT: {
      const auto context = currentEglContext();
      if (!context || context->draw != surface)
        return fail(EGL_BAD_SURFACE, "The age is that of the draw surface of this thread's context.");
      *value = 0;  // back images are undefined after every swap
      break;
    }
    default: return fail(EGL_BAD_ATTRIBUTE, "Surfaces have no such attribute.");
  }
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean EGLAPIENTRY eglSurfaceAttrib(EGLDisplay dpy, EGLSurface handle, EGLint attribute, EGLint value) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display || !surfaceOf(*display, handle)) return EGL_FALSE;
  switch (attribute) {
    case EGL_MIPMAP_LEVEL: return succeed<EGLBoolean>(EGL_TRUE);
    case EGL_MULTISAMPLE_RESOLVE:
      if (value == EGL_MULTISAMPLE_RESOLVE_DEFAULT) return succeed<EGLBoolean>(EGL_TRUE);
      if (value == EGL_MULTISAMPLE_RESOLVE_BOX) return fail(EGL_BAD_MATCH, "The config has no box resolve.");
      return fail(EGL_BAD_PARAMETER, "There is no such resolve.");
    case EGL_SWAP_BEHAVIOR:
      if (value == EGL_BUFFER_DESTROYED) return succeed<EGLBoolean>(EGL_TRUE);
      if (value == EGL_BUFFER_PRESERVED)
        return fail(EGL_BAD_MATCH, "The config does not preserve buffers at swaps.");
      return fail(EGL_BAD_PARAMETER, "There is no such swap behaviour.");
    default: return fail(EGL_BAD_ATTRIBUTE, "Surfaces have no such attribute that can be set.");
  }
}

EGLBoolean EGLAPIENTRY eglBindTexImage(EGLDisplay dpy, EGLSurface handle, EGLint buffer) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display || !surfaceOf(*display, handle)) return EGL_FALSE;
  if (buffer != EGL_BACK_BUFFER) return fail(EGL_BAD_PARAMETER, "The buffer must be EGL_BACK_BUFFER.");
  return fail(EGL_BAD_MATCH, "The surface has no texture format.");
}
EGLBoolean EGLAPIENTRY eglReleaseTexImage(EGLDisplay dpy, EGLSurface handle, EGLint buffer) {
  return eglBindTexImage(dpy, handle, buffer);
}

EGLBoolean EGLAPIENTRY eglSwapInterval(EGLDisplay dpy, EGLint interval) {
  if (!initializedDisplay(dpy)) return EGL_FALSE;
  const auto context = currentEglContext();
  if (!context) return fail(EGL_BAD_CONTEXT, "No context is current to this thread.");
  if (!context->draw) return fail(EGL_BAD_SURFACE, "No surface is current to this thread.");
  context->draw->interval.store(std::clamp(interval, 0, kMaxSwapInterval), std::memory_order_relaxed);
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean EGLAPIENTRY eglSwapBuffers(EGLDisplay dpy, EGLSurface handle) {
  return swap(dpy, handle);
}

EGLBoolean EGLAPIENTRY eglCopyBuffers(EGLDisplay dpy, EGLSurface handle, EGLNativePixmapType) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display || !surfaceOf(*display, handle)) return EGL_FALSE;
  return fail(EGL_BAD_NATIVE_PIXMAP, "Copying to native pixmaps is not supported.");
}

}  // extern "C"

namespace winsys {

// EGL_EXT_swap_buffers_with_damage: the whole image is shown, which the extension allows.
EGLBoolean eglSwapBuffersWithDamage(EGLDisplay dpy, EGLSurface handle, const EGLint* rects, EGLint count) {
  if (count < 0 || (count > 0 && !rects))
    return fail(EGL_BAD_PARAMETER, "The number of rectangles must not be negative, nor their list null.");
  return swap(dpy, handle);
}

}  // namespace winsys
