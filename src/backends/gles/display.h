// SPDX-License-Identifier: Apache-2.0
// The driver's EGL display and its contexts: one share group, no windows. The display is never terminated, since a
// driver may hand the same one to the application in our process.
#pragma once

#include <memory>
#include <string>

#include "backends/gles/gl_headers.h"
#include "backends/gles/loader.h"
#include "base/result.h"

namespace gles {

class Display;

// One native context, with a tiny pbuffer where the driver cannot do without a surface.
class NativeContext {
 public:
  ~NativeContext();
  // Binds to, or unbinds from, the calling thread.
  bool makeCurrent();
  void releaseCurrent();

 private:
  friend class Display;
  NativeContext(Display& display, EGLContext context, EGLSurface surface)
      : mDisplay(display), mContext(context), mSurface(surface) {}
  Display& mDisplay;
  EGLContext mContext;
  EGLSurface mSurface;
};

class Display {
 public:
  static base::Result<std::unique_ptr<Display>> open(DriverLibrary library);
  // Shares objects with `share` if given. debug: the driver checks more and reports through KHR_debug.
  base::Result<std::unique_ptr<NativeContext>> createContext(NativeContext* share, bool debug);
  const DriverLibrary& library() const { return mLibrary; }
  bool robust() const { return mRobust; }

 private:
  friend class NativeContext;
  struct Egl {
    PFNEGLBINDAPIPROC BindAPI;
    PFNEGLCHOOSECONFIGPROC ChooseConfig;
    PFNEGLCREATECONTEXTPROC CreateContext;
    PFNEGLCREATEPBUFFERSURFACEPROC CreatePbufferSurface;
    PFNEGLDESTROYCONTEXTPROC DestroyContext;
    PFNEGLDESTROYSURFACEPROC DestroySurface;
    PFNEGLGETERRORPROC GetError;
    PFNEGLINITIALIZEPROC Initialize;
    PFNEGLMAKECURRENTPROC MakeCurrent;
    PFNEGLQUERYSTRINGPROC QueryString;
    PFNEGLRELEASETHREADPROC ReleaseThread;
    PFNEGLQUERYDEVICESEXTPROC QueryDevicesEXT;
    PFNEGLQUERYDEVICESTRINGEXTPROC QueryDeviceStringEXT;
  };
  explicit Display(DriverLibrary library) : mLibrary(std::move(library)) {}
  bool loadEgl();
  bool tryDisplay(EGLenum platform, void* native);
  bool tryDevices();
  bool hasClientExtension(const char* name) const;
  bool hasExtension(const char* name) const;
  bool chooseConfig();

  DriverLibrary mLibrary;
  Egl mEgl{};
  std::string mClientExtensions, mExtensions;
  EGLDisplay mDisplay = EGL_NO_DISPLAY;
  EGLConfig mConfig = nullptr;
  bool mSurfaceless = false, mRobust = false;
};

}  // namespace gles
