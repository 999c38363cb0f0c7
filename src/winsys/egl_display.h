// SPDX-License-Identifier: Apache-2.0
// EGLDisplay and what hangs on it: handle tables, errors, and the lookups with which every EGL entry point
// begins.
//
// An EGLDisplay lives as long as the process, as EGL wants; eglTerminate only empties it. Its mutex guards
// its tables and is never held while a context is bound or a back end or X server is asked. Handles are
// addresses of the objects: a handle is valid while it is in its table, whatever it points to.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "winsys/context_handle.h"
#include "winsys/egl_headers.h"
#include "winsys/native_display.h"

namespace winsys {

struct EglSync {
  std::shared_ptr<state::Sync> fence;
  std::weak_ptr<ContextHandle> creator;
};

template <class T>
class HandleTable {
 public:
  void* add(std::shared_ptr<T> object) {
    void* handle = object.get();
    mObjects[handle] = std::move(object);
    return handle;
  }
  std::shared_ptr<T> find(const void* handle) const {
    const auto at = mObjects.find(handle);
    return at == mObjects.end() ? nullptr : at->second;
  }
  std::shared_ptr<T> remove(const void* handle) {
    auto node = mObjects.extract(handle);
    return node ? std::move(node.mapped()) : nullptr;
  }
  auto begin() const { return mObjects.begin(); }
  auto end() const { return mObjects.end(); }
  // Empties the table; what nothing else holds ends with the result.
  std::unordered_map<const void*, std::shared_ptr<T>> takeAll() { return std::exchange(mObjects, {}); }

 private:
  std::unordered_map<const void*, std::shared_ptr<T>> mObjects;
};

struct EglDisplay {
  EglDisplay(Platform displayPlatform, AppConnection connection, int screen)
      : platform(displayPlatform), app(connection), xScreen(screen) {}

  const Platform platform;
  const AppConnection app;
  const int xScreen;  // -1: the default screen

  std::mutex mutex;
  bool isInitialized = false;
  std::shared_ptr<const NativeDisplay> native;  // from the first eglInitialize on: config handles never die
  HandleTable<ContextHandle> contexts;
  HandleTable<Surface> surfaces;
  HandleTable<EglSync> syncs;
};

// The display for that platform and native handle, the same one every time. Null native: our own connection.
EglDisplay* displayFor(Platform platform, AppConnection connection, int xScreen);

// ── errors ──

void setEglError(EGLint code);
void logEglError(EGLint code, const char* sentence);
// Sets the error, tells a debug log why, and gives back what the caller returns.
template <class R>
R failWith(R result, EGLint code, const char* sentence) {
  setEglError(code);
  logEglError(code, sentence);
  return result;
}
inline EGLBoolean fail(EGLint code, const char* sentence) {
  return failWith<EGLBoolean>(EGL_FALSE, code, sentence);
}
template <class R>
R succeed(R result) {
  setEglError(EGL_SUCCESS);
  return result;
}

// ── lookups: null after setting the error ──

EglDisplay* anyDisplay(EGLDisplay handle);                                         // EGL_BAD_DISPLAY
EglDisplay* initializedDisplay(EGLDisplay handle);                                 // or EGL_NOT_INITIALIZED
const Config* configOf(const EglDisplay& display, EGLConfig handle);               // EGL_BAD_CONFIG
std::shared_ptr<ContextHandle> contextOf(EglDisplay& display, EGLContext handle);  // EGL_BAD_CONTEXT
std::shared_ptr<Surface> surfaceOf(EglDisplay& display, EGLSurface handle);        // EGL_BAD_SURFACE

// The thread's current context if EGL made it so, else null.
std::shared_ptr<ContextHandle> currentEglContext();
// The display that holds the context; every EGL context has one.
EglDisplay* displayOfContext(const ContextHandle& context);

// Objects that have just left their tables end here: on a stream that is free, if there is one.
void endOrphans(EglDisplay& display);

// Walks a list of name/value pairs that ends with EGL_NONE; `visit(name, value)` answers EGL_SUCCESS or the
// error that ends the walk. T: EGLint or EGLAttrib.
template <class T, class F>
EGLint forEachAttribute(const T* list, F&& visit) {
  for (; list && list[0] != EGL_NONE; list += 2)
    if (const EGLint error = visit(static_cast<EGLint>(list[0]), list[1]); error != EGL_SUCCESS) return error;
  return EGL_SUCCESS;
}

}  // namespace winsys
