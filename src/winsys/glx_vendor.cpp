// SPDX-License-Identifier: Apache-2.0
// The vendor library that glvnd's libGLX loads. As for EGL, extension functions need dispatch stubs, which
// find the vendor of a display, drawable, config or current context and call its function by glvnd's index.
#include <cstring>

#include "winsys/glx_display.h"
#include "winsys/glx_proc.h"
#include "winsys/screen.h"
#include "winsys/vendor.h"

#include <glvnd/libglxabi.h>

namespace winsys {
namespace {

constinit const __GLXapiExports* gExports = nullptr;

enum Stub : int {
  kCreateContextAttribs,
  kGetIntervalMesa,
  kSwapIntervalExt,
  kSwapIntervalMesa,
  kSwapIntervalSgi,
  kStubCount
};
constinit int gIndices[kStubCount] = {-1, -1, -1, -1, -1};

template <class F>
F target(Stub stub, __GLXvendorInfo* vendor) {
  return vendor ? reinterpret_cast<F>(gExports->fetchDispatchEntry(vendor, gIndices[stub])) : nullptr;
}

GLXContext createContextAttribs(::Display* dpy, GLXFBConfig config, GLXContext share, Bool direct,
                                const int* attributes) {
  __GLXvendorInfo* vendor = config ? gExports->vendorFromFBConfig(dpy, config) : nullptr;
  if (!vendor) vendor = gExports->getDynDispatch(dpy, XDefaultScreen(dpy));
  const auto create = target<PFNGLXCREATECONTEXTATTRIBSARBPROC>(kCreateContextAttribs, vendor);
  const GLXContext context = create ? create(dpy, config, share, direct, attributes) : nullptr;
  if (context) gExports->addVendorContextMapping(dpy, context, vendor);
  return context;
}

int getIntervalMesa() {
  const auto get = target<PFNGLXGETSWAPINTERVALMESAPROC>(kGetIntervalMesa, gExports->getCurrentDynDispatch());
  return get ? get() : 0;
}
void swapIntervalExt(::Display* dpy, GLXDrawable drawable, int interval) {
  if (const auto set =
          target<PFNGLXSWAPINTERVALEXTPROC>(kSwapIntervalExt, gExports->vendorFromDrawable(dpy, drawable)))
    set(dpy, drawable, interval);
}
int swapIntervalMesa(unsigned int interval) {
  const auto set = target<PFNGLXSWAPINTERVALMESAPROC>(kSwapIntervalMesa, gExports->getCurrentDynDispatch());
  return set ? set(interval) : GLX_BAD_CONTEXT;
}
int swapIntervalSgi(int interval) {
  const auto set = target<PFNGLXSWAPINTERVALSGIPROC>(kSwapIntervalSgi, gExports->getCurrentDynDispatch());
  return set ? set(interval) : GLX_BAD_CONTEXT;
}

struct StubRow {
  const char* name;
  GlxProc function;
};
#define MGL_STUB(name, function) \
  { name, reinterpret_cast<GlxProc>(&function) }
// In the order of Stub.
const StubRow kStubs[kStubCount] = {
    MGL_STUB("glXCreateContextAttribsARB", createContextAttribs),
    MGL_STUB("glXGetSwapIntervalMESA", getIntervalMesa),
    MGL_STUB("glXSwapIntervalEXT", swapIntervalExt),
    MGL_STUB("glXSwapIntervalMESA", swapIntervalMesa),
    MGL_STUB("glXSwapIntervalSGI", swapIntervalSgi),
};

// A false answer lets glvnd fall back to another vendor, so the session is opened here already.
Bool isScreenSupported(::Display* dpy, int screen) {
  const auto display = glxDisplay(dpy);
  if (!display) return False;
  for (const Config& config : display->native->configs)
    if (config.screen == screen) return True;
  return False;
}

void* procAddress(const GLubyte* name) {
  return reinterpret_cast<void*>(anyGlxFunction(reinterpret_cast<const char*>(name)));
}

void* dispatchAddress(const GLubyte* name) {
  for (const StubRow& stub : kStubs)
    if (std::strcmp(stub.name, reinterpret_cast<const char*>(name)) == 0)
      return reinterpret_cast<void*>(stub.function);
  return nullptr;
}

void setDispatchIndex(const GLubyte* name, int index) {
  for (int i = 0; i < kStubCount; ++i)
    if (std::strcmp(kStubs[i].name, reinterpret_cast<const char*>(name)) == 0) gIndices[i] = index;
}

// glvnd reports what it finds itself; we only agree.
Bool notifyError(::Display*, unsigned char, XID, unsigned char, Bool) {
  return True;
}

GLboolean isPatchSupported(int, int) {
  return GL_FALSE;
}

}  // namespace
}  // namespace winsys

#pragma GCC visibility push(default)
extern "C" Bool __glx_Main(uint32_t version, const __GLXapiExports* exports, __GLXvendorInfo*,
                           __GLXapiImports* imports) {
  using namespace winsys;
  if (GLX_VENDOR_ABI_GET_MAJOR_VERSION(version) != GLX_VENDOR_ABI_MAJOR_VERSION || isServerRole())
    return False;
  gExports = exports;
  imports->isScreenSupported = isScreenSupported;
  imports->getProcAddress = procAddress;
  imports->getDispatchAddress = dispatchAddress;
  imports->setDispatchIndex = setDispatchIndex;
  imports->notifyError = notifyError;
  imports->isPatchSupported = isPatchSupported;
  return True;
}
#pragma GCC visibility pop
