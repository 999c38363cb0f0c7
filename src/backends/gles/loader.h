// SPDX-License-Identifier: Apache-2.0
// Finds the machine's ES driver below glvnd: the vendor libraries that glvnd would load, without glvnd and without
// ourselves. The same way in every topology, so that a vendor library of ours on top changes nothing.
//
// Order: MOBILEGL_GLES_LIBRARY; the vendor JSON files named by the environment as for glvnd, unless only our own
// library is behind them; the system's vendor folders; libEGL by name where there is no glvnd.
#pragma once

#include <string>
#include <vector>

#include "backends/gles/gl_headers.h"
#include "base/result.h"
#include <glvnd/libeglabi.h>

namespace gles {

// A loaded driver library, never unloaded: drivers keep threads and process-wide state.
struct DriverLibrary {
  std::string path;  // as it was named
  EGLDisplay (*getPlatformDisplay)(EGLenum platform, void* nativeDisplay, const EGLAttrib* attributes) = nullptr;
  void* (*getProcAddress)(const char* name) = nullptr;
  // Client extensions that the library tells glvnd apart from eglQueryString ("" if none).
  std::string platformExtensions;
};

// Library names in the order they should be tried. Never empty: ends with the by-name fallback ("libEGL.so.1").
std::vector<std::string> driverCandidates();

// Loads one of them. Fails with one sentence if it is not there, is our own library, or refuses the handshake.
base::Result<DriverLibrary> loadDriver(const std::string& path);

// Library path out of the text of a glvnd vendor file; "" if there is none.
std::string libraryPathOfVendorJson(const std::string& text);

}  // namespace gles
