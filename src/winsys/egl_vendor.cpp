// SPDX-License-Identifier: Apache-2.0
// The vendor library that glvnd's libEGL loads: hands out our functions, and dispatch stubs for the extension functions
// that glvnd does not know.
//
// A stub runs in the application's thread with any vendor's display as its argument: it asks glvnd whose display that
// is, tells glvnd whose error counts, and calls that vendor's function by the index that glvnd gave the name. So a stub
// of ours may end in another vendor's code, and must not assume that the display is ours.
#include <cstring>

#include "winsys/egl_headers.h"

#include <glvnd/libeglabi.h>

#include "winsys/egl_init.h"
#include "winsys/egl_proc.h"
#include "winsys/screen.h"
#include "winsys/vendor.h"

namespace winsys {
namespace {

constinit const __EGLapiExports* gExports = nullptr;
constinit GlvndExportsHook gHook = nullptr;

enum Stub : int {
  kClientWaitSync, kCreateSync, kDestroySync, kGetSyncAttrib, kSwapDamageExt, kSwapDamageKhr, kWaitSync,
  kStubCount,
};
constinit int gIndices[kStubCount] = {-1, -1, -1, -1, -1, -1, -1};

// The vendor's function behind a stub, or null after setting the error.
template <class F>
F target(Stub stub, EGLDisplay dpy) {
  gExports->threadInit();
  __EGLvendorInfo* const vendor = gExports->getVendorFromDisplay(dpy);
  if (!vendor) {
    gExports->setEGLError(EGL_BAD_DISPLAY);
    return nullptr;
  }
  auto function = reinterpret_cast<F>(gExports->fetchDispatchEntry(vendor, gIndices[stub]));
  if (!function) {
    gExports->setEGLError(EGL_BAD_DISPLAY);
    return nullptr;
  }
  return gExports->setLastVendor(vendor) ? function : nullptr;
}

template <Stub stub, class R, class... Arguments>
R dispatch(EGLDisplay dpy, Arguments... arguments) {
  using Function = R (*)(EGLDisplay, Arguments...);
  const auto function = target<Function>(stub, dpy);
  return function ? function(dpy, arguments...) : R{};
}

struct StubRow {
  const char* name;
  EglProc function;
};
#define MGL_STUB(name, stub, ...) {name, reinterpret_cast<EglProc>(&dispatch<stub, __VA_ARGS__>)}
// In the order of Stub.
const StubRow kStubs[kStubCount] = {
    MGL_STUB("eglClientWaitSyncKHR", kClientWaitSync, EGLint, EGLSync, EGLint, EGLTime),
    MGL_STUB("eglCreateSyncKHR", kCreateSync, EGLSync, EGLenum, const EGLint*),
    MGL_STUB("eglDestroySyncKHR", kDestroySync, EGLBoolean, EGLSync),
    MGL_STUB("eglGetSyncAttribKHR", kGetSyncAttrib, EGLBoolean, EGLSync, EGLint, EGLint*),
    MGL_STUB("eglSwapBuffersWithDamageEXT", kSwapDamageExt, EGLBoolean, EGLSurface, const EGLint*, EGLint),
    MGL_STUB("eglSwapBuffersWithDamageKHR", kSwapDamageKhr, EGLBoolean, EGLSurface, const EGLint*, EGLint),
    MGL_STUB("eglWaitSyncKHR", kWaitSync, EGLint, EGLSync, EGLint),
};

EGLBoolean supportsApi(EGLenum api) { return api == EGL_OPENGL_API; }

const char* vendorString(int name) {
  return name == __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS ? kEglPlatformExtensions : nullptr;
}

void* procAddress(const char* name) { return reinterpret_cast<void*>(anyFunction(name)); }

void* dispatchAddress(const char* name) {
  for (const StubRow& stub : kStubs)
    if (std::strcmp(stub.name, name) == 0) return reinterpret_cast<void*>(stub.function);
  return nullptr;
}

void setDispatchIndex(const char* name, int index) {
  for (int i = 0; i < kStubCount; ++i)
    if (std::strcmp(kStubs[i].name, name) == 0) gIndices[i] = index;
}

}  // namespace

void setGlvndExportsHook(GlvndExportsHook hook) { gHook = hook; }

}  // namespace winsys

#pragma GCC visibility push(default)
extern "C" EGLBoolean __egl_Main(uint32_t version, const __EGLapiExports* exports, __EGLvendorInfo*,
                                 __EGLapiImports* imports) {
  using namespace winsys;
  if (EGL_VENDOR_ABI_GET_MAJOR_VERSION(version) != EGL_VENDOR_ABI_MAJOR_VERSION) return EGL_FALSE;
  gExports = exports;
  if (gHook) gHook(exports);
  imports->getPlatformDisplay = eglDisplayFor;
  imports->getSupportsAPI = supportsApi;
  imports->getVendorString = vendorString;
  imports->getProcAddress = procAddress;
  imports->getDispatchAddress = dispatchAddress;
  imports->setDispatchIndex = setDispatchIndex;
  return EGL_TRUE;
}
#pragma GCC visibility pop
