// SPDX-License-Identifier: Apache-2.0
// The vendor library that glvnd's libEGL loads: hands out our functions, and dispatch stubs for the extension
// functions that glvnd does not know.
//
// A stub runs in the application's thread with any vendor's display as its argument: it asks glvnd whose
// display that is, tells glvnd whose error counts, and calls that vendor's function by the index that glvnd
// gave the name. So a stub of ours may end in another vendor's code, and must not assume that the display is
// ours.
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
  kClientWaitSync,
  kCreatePlatformPixmap,
  kCreatePlatformWindow,
  kCreateSync,
  kDestroySync,
  kGetSyncAttrib,
  kQueryDeviceAttrib,
  kQueryDeviceString,
  kQueryDisplayAttrib,
  kSwapDamageExt,
  kSwapDamageKhr,
  kWaitSync,
  kStubCount,
};
constinit int gIndices[kStubCount] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

// A stub's first argument says which vendor is meant: a display or a device.
struct ByDisplay {
  static __EGLvendorInfo* vendorOf(void* display) { return gExports->getVendorFromDisplay(display); }
  static constexpr EGLint kError = EGL_BAD_DISPLAY;
};
struct ByDevice {
  static __EGLvendorInfo* vendorOf(void* device) { return gExports->getVendorFromDevice(device); }
  static constexpr EGLint kError = EGL_BAD_DEVICE_EXT;
};

template <class By, Stub stub, class R, class... Arguments>
R dispatch(void* object, Arguments... arguments) {
  using Function = R (*)(void*, Arguments...);
  gExports->threadInit();
  __EGLvendorInfo* const vendor = By::vendorOf(object);
  const auto function =
      vendor ? reinterpret_cast<Function>(gExports->fetchDispatchEntry(vendor, gIndices[stub])) : nullptr;
  if (!function) {
    gExports->setEGLError(By::kError);
    return R{};
  }
  return gExports->setLastVendor(vendor) ? function(object, arguments...) : R{};
}

struct StubRow {
  const char* name;
  EglProc function;
};
#define MGL_STUB(name, by, stub, ...) \
  { name, reinterpret_cast<EglProc>(&dispatch<by, stub, __VA_ARGS__>) }
// In the order of Stub. What is missing here glvnd dispatches by itself.
const StubRow kStubs[kStubCount] = {
    MGL_STUB("eglClientWaitSyncKHR", ByDisplay, kClientWaitSync, EGLint, EGLSync, EGLint, EGLTime),
    MGL_STUB("eglCreatePlatformPixmapSurfaceEXT", ByDisplay, kCreatePlatformPixmap, EGLSurface, EGLConfig,
             void*, const EGLint*),
    MGL_STUB("eglCreatePlatformWindowSurfaceEXT", ByDisplay, kCreatePlatformWindow, EGLSurface, EGLConfig,
             void*, const EGLint*),
    MGL_STUB("eglCreateSyncKHR", ByDisplay, kCreateSync, EGLSync, EGLenum, const EGLint*),
    MGL_STUB("eglDestroySyncKHR", ByDisplay, kDestroySync, EGLBoolean, EGLSync),
    MGL_STUB("eglGetSyncAttribKHR", ByDisplay, kGetSyncAttrib, EGLBoolean, EGLSync, EGLint, EGLint*),
    MGL_STUB("eglQueryDeviceAttribEXT", ByDevice, kQueryDeviceAttrib, EGLBoolean, EGLint, EGLAttrib*),
    MGL_STUB("eglQueryDeviceStringEXT", ByDevice, kQueryDeviceString, const char*, EGLint),
    MGL_STUB("eglQueryDisplayAttribEXT", ByDisplay, kQueryDisplayAttrib, EGLBoolean, EGLint, EGLAttrib*),
    MGL_STUB("eglSwapBuffersWithDamageEXT", ByDisplay, kSwapDamageExt, EGLBoolean, EGLSurface, const EGLint*,
             EGLint),
    MGL_STUB("eglSwapBuffersWithDamageKHR", ByDisplay, kSwapDamageKhr, EGLBoolean, EGLSurface, const EGLint*,
             EGLint),
    MGL_STUB("eglWaitSyncKHR", ByDisplay, kWaitSync, EGLint, EGLSync, EGLint),
};

EGLBoolean supportsApi(EGLenum api) {
  return api == EGL_OPENGL_API;
}

const char* vendorString(int name) {
  return name == __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS ? kEglPlatformExtensions : nullptr;
}

void* procAddress(const char* name) {
  return reinterpret_cast<void*>(anyFunction(name));
}

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

void setGlvndExportsHook(GlvndExportsHook hook) {
  gHook = hook;
}

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
