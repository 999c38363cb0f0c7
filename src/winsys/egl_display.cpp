// SPDX-License-Identifier: Apache-2.0
#include "winsys/egl_display.h"

#include <vector>

#include "base/log.h"
#include "winsys/current.h"

namespace winsys {
namespace {

// All displays ever asked for. A program has a handful, and they are never freed.
struct Displays {
  std::mutex mutex;
  std::vector<EglDisplay*> all;
};
Displays& displays() {
  static auto* const list = new Displays;
  return *list;
}

const char* errorName(EGLint code) {
  switch (code) {
    case EGL_NOT_INITIALIZED: return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS: return "EGL_BAD_ACCESS";
    case EGL_BAD_ALLOC: return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE: return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG: return "EGL_BAD_CONFIG";
    case EGL_BAD_CONTEXT: return "EGL_BAD_CONTEXT";
    case EGL_BAD_CURRENT_SURFACE: return "EGL_BAD_CURRENT_SURFACE";
    case EGL_BAD_DISPLAY: return "EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH: return "EGL_BAD_MATCH";
    case EGL_BAD_NATIVE_PIXMAP: return "EGL_BAD_NATIVE_PIXMAP";
    case EGL_BAD_NATIVE_WINDOW: return "EGL_BAD_NATIVE_WINDOW";
    case EGL_BAD_PARAMETER: return "EGL_BAD_PARAMETER";
    case EGL_BAD_SURFACE: return "EGL_BAD_SURFACE";
    case EGL_CONTEXT_LOST: return "EGL_CONTEXT_LOST";
    default: return "EGL error";
  }
}

}  // namespace

EglDisplay* displayFor(Platform platform, AppConnection connection, int xScreen) {
  std::lock_guard lock(displays().mutex);
  for (EglDisplay* known : displays().all) {
    if (known->platform == platform && known->app.xlibDisplay == connection.xlibDisplay &&
        known->app.xcb == connection.xcb && known->xScreen == xScreen)
      return known;
  }
  return displays().all.emplace_back(new EglDisplay(platform, connection, xScreen));
}

void setEglError(EGLint code) {
  threadState().eglError = code;
}

void logEglError(EGLint code, const char* sentence) {
  if (base::logs(base::LogLevel::Debug))
    base::logf(base::LogLevel::Debug, "%s: %s", errorName(code), sentence);
}

EglDisplay* anyDisplay(EGLDisplay handle) {
  {
    std::lock_guard lock(displays().mutex);
    for (EglDisplay* known : displays().all)
      if (known == handle) return known;
  }
  return failWith<EglDisplay*>(nullptr, EGL_BAD_DISPLAY, "This is no display of eglGetPlatformDisplay.");
}

EglDisplay* initializedDisplay(EGLDisplay handle) {
  EglDisplay* display = anyDisplay(handle);
  if (!display) return nullptr;
  std::lock_guard lock(display->mutex);
  if (display->isInitialized) return display;
  return failWith<EglDisplay*>(nullptr, EGL_NOT_INITIALIZED, "The display needs eglInitialize first.");
}

const Config* configOf(const EglDisplay& display, EGLConfig handle) {
  if (display.native->owns(handle)) return static_cast<const Config*>(handle);
  return failWith<const Config*>(nullptr, EGL_BAD_CONFIG, "This is no config of the display.");
}

std::shared_ptr<ContextHandle> contextOf(EglDisplay& display, EGLContext handle) {
  std::lock_guard lock(display.mutex);
  if (auto context = display.contexts.find(handle)) return context;
  return failWith<std::shared_ptr<ContextHandle>>(nullptr, EGL_BAD_CONTEXT,
                                                  "This is no context of the display.");
}

std::shared_ptr<Surface> surfaceOf(EglDisplay& display, EGLSurface handle) {
  std::lock_guard lock(display.mutex);
  if (auto surface = display.surfaces.find(handle)) return surface;
  return failWith<std::shared_ptr<Surface>>(nullptr, EGL_BAD_SURFACE, "This is no surface of the display.");
}

std::shared_ptr<ContextHandle> currentEglContext() {
  const auto& current = threadState().current;
  return current && current->face == Face::Egl ? current : nullptr;
}

EglDisplay* displayOfContext(const ContextHandle& context) {
  std::lock_guard lock(displays().mutex);
  for (EglDisplay* known : displays().all)
    if (known->native == context.display) return known;
  return nullptr;
}

void endOrphans(EglDisplay& display) {
  if (!hasLeftovers()) return;
  std::vector<std::shared_ptr<ContextHandle>> contexts;
  {
    std::lock_guard lock(display.mutex);
    for (const auto& [handle, context] : display.contexts) contexts.push_back(context);
  }
  endLeftovers(contexts);
}

}  // namespace winsys
