// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/display.h"

#include <vector>

#include "base/log.h"

#ifndef EGL_TRACK_REFERENCES_KHR
#define EGL_TRACK_REFERENCES_KHR 0x3352
#endif

namespace gles {
namespace {

bool listHas(const std::string& list, const std::string& name) {
  for (size_t at = list.find(name); at != std::string::npos; at = list.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

NativeContext::~NativeContext() {
  mDisplay.mEgl.BindAPI(EGL_OPENGL_ES_API);
  mDisplay.mEgl.DestroyContext(mDisplay.mDisplay, mContext);
  if (mSurface != EGL_NO_SURFACE) mDisplay.mEgl.DestroySurface(mDisplay.mDisplay, mSurface);
}

bool NativeContext::makeCurrent() {
  // The bound API is a thread's, and whoever used this thread before may have chosen another.
  mDisplay.mEgl.BindAPI(EGL_OPENGL_ES_API);
  return mDisplay.mEgl.MakeCurrent(mDisplay.mDisplay, mSurface, mSurface, mContext) == EGL_TRUE;
}

void NativeContext::releaseCurrent() {
  mDisplay.mEgl.BindAPI(EGL_OPENGL_ES_API);
  mDisplay.mEgl.MakeCurrent(mDisplay.mDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

bool Display::loadEgl() {
  auto get = [this](auto& pointer, const char* name) {
    pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(mLibrary.getProcAddress(name));
    return pointer != nullptr;
  };
  const bool core = get(mEgl.BindAPI, "eglBindAPI") && get(mEgl.ChooseConfig, "eglChooseConfig") &&
                    get(mEgl.CreateContext, "eglCreateContext") &&
                    get(mEgl.CreatePbufferSurface, "eglCreatePbufferSurface") &&
                    get(mEgl.DestroyContext, "eglDestroyContext") && get(mEgl.DestroySurface, "eglDestroySurface") &&
                    get(mEgl.GetError, "eglGetError") && get(mEgl.Initialize, "eglInitialize") &&
                    get(mEgl.MakeCurrent, "eglMakeCurrent") && get(mEgl.QueryString, "eglQueryString") &&
                    get(mEgl.ReleaseThread, "eglReleaseThread");
  if (!core) return false;
  if (const char* names = mEgl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS)) mClientExtensions = names;
  mClientExtensions += ' ';
  mClientExtensions += mLibrary.platformExtensions;
  if (hasClientExtension("EGL_EXT_device_enumeration") || hasClientExtension("EGL_EXT_device_base")) {
    get(mEgl.QueryDevicesEXT, "eglQueryDevicesEXT");
    get(mEgl.QueryDeviceStringEXT, "eglQueryDeviceStringEXT");
  }
  return true;
}

bool Display::hasClientExtension(const char* name) const { return listHas(mClientExtensions, name); }
bool Display::hasExtension(const char* name) const { return listHas(mExtensions, name); }

bool Display::tryDisplay(EGLenum platform, void* native) {
  const EGLAttrib tracked[] = {EGL_TRACK_REFERENCES_KHR, EGL_TRUE, EGL_NONE};
  EGLDisplay display = EGL_NO_DISPLAY;
  if (hasClientExtension("EGL_KHR_display_reference"))
    display = mLibrary.getPlatformDisplay(platform, native, tracked);
  if (display == EGL_NO_DISPLAY) display = mLibrary.getPlatformDisplay(platform, native, nullptr);
  if (display == EGL_NO_DISPLAY || !mEgl.Initialize(display, nullptr, nullptr)) return false;
  mDisplay = display;
  const char* names = mEgl.QueryString(display, EGL_EXTENSIONS);
  mExtensions = names ? names : "";
  mSurfaceless = hasExtension("EGL_KHR_surfaceless_context");
  mRobust = hasExtension("EGL_EXT_create_context_robustness");
  if (!hasExtension("EGL_KHR_no_config_context") || !mSurfaceless)
    if (!chooseConfig()) return false;
  auto context = createContext(nullptr, false);
  return static_cast<bool>(context);
}

bool Display::chooseConfig() {
  const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
  EGLint count = 0;
  return mEgl.ChooseConfig(mDisplay, wanted, &mConfig, 1, &count) && count == 1;
}

bool Display::tryDevices() {
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (!mEgl.QueryDevicesEXT || !mEgl.QueryDeviceStringEXT || !mEgl.QueryDevicesEXT(16, devices, &count)) return false;
  // Hardware first; a software device is what remains.
  for (const bool software : {false, true})
    for (EGLint i = 0; i < count; ++i) {
      const char* names = mEgl.QueryDeviceStringEXT(devices[i], EGL_EXTENSIONS);
      if (listHas(names ? names : "", "EGL_MESA_device_software") == software &&
          tryDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i]))
        return true;
    }
  return false;
}

base::Result<std::unique_ptr<Display>> Display::open(DriverLibrary library) {
  std::unique_ptr<Display> display(new Display(std::move(library)));
  if (!display->loadEgl())
    return base::Error{"The driver library " + display->mLibrary.path + " lacks functions of EGL 1.4."};
  display->mEgl.BindAPI(EGL_OPENGL_ES_API);
  if (display->tryDevices() || display->tryDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr) ||
      display->tryDisplay(EGL_NONE, EGL_DEFAULT_DISPLAY))
    return display;
  return base::Error{"The driver library " + display->mLibrary.path +
                     " offers no display on which an OpenGL ES 3.1 context can be created."};
}

base::Result<std::unique_ptr<NativeContext>> Display::createContext(NativeContext* share, bool debug) {
  mEgl.BindAPI(EGL_OPENGL_ES_API);
  EGLContext context = EGL_NO_CONTEXT;
  for (const EGLint minor : {2, 1}) {
    std::vector<EGLint> attributes = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor};
    if (mRobust)
      attributes.insert(attributes.end(), {EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
                                           EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
                                           EGL_LOSE_CONTEXT_ON_RESET_EXT});
    if (debug && hasExtension("EGL_KHR_create_context"))
      attributes.insert(attributes.end(), {EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR});
    attributes.push_back(EGL_NONE);
    context = mEgl.CreateContext(mDisplay, mConfig, share ? share->mContext : EGL_NO_CONTEXT, attributes.data());
    if (context != EGL_NO_CONTEXT) break;
  }
  if (context == EGL_NO_CONTEXT) {
    char code[16];
    std::snprintf(code, sizeof code, "0x%04X", static_cast<unsigned>(mEgl.GetError()));
    return base::Error{"The driver " + mLibrary.path + " refused an OpenGL ES 3.1 context with EGL error " + code + "."};
  }
  EGLSurface surface = EGL_NO_SURFACE;
  if (!mSurfaceless) {
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface = mEgl.CreatePbufferSurface(mDisplay, mConfig, size);
  }
  return std::unique_ptr<NativeContext>(new NativeContext(*this, context, surface));
}

}  // namespace gles
