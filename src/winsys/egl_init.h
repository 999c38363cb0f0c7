// SPDX-License-Identifier: Apache-2.0
// Displays by platform, and the strings of EGL; shared by the exported functions and by the vendor face.
#pragma once

#include "winsys/egl_headers.h"

namespace winsys {

extern const char* const kEglClientExtensions;
extern const char* const kEglPlatformExtensions;

// EGL_NO_DISPLAY after setting the error. platform EGL_NONE: the default display, an X server if $DISPLAY is
// set and answers, else none.
EGLDisplay eglDisplayFor(EGLenum platform, void* native, const EGLAttrib* attributes);

// Ends a display's objects; what is current stays until it is let go.
void eglEmptyDisplay(EGLDisplay display);

}  // namespace winsys
