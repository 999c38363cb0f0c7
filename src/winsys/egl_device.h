// SPDX-License-Identifier: Apache-2.0
// The one EGLDevice of this process: whatever renders behind the pipe.
#pragma once

#include "winsys/egl_headers.h"

namespace winsys {

EGLDeviceEXT eglDevice();
extern const char* const kEglDeviceExtensions;

// EGL_EXT_device_base, EGL_EXT_device_query: reached through eglGetProcAddress only.
EGLBoolean eglQueryDevices(EGLint maxDevices, EGLDeviceEXT* devices, EGLint* count);
EGLBoolean eglQueryDeviceAttrib(EGLDeviceEXT device, EGLint attribute, EGLAttrib* value);
const char* eglQueryDeviceString(EGLDeviceEXT device, EGLint name);
EGLBoolean eglQueryDisplayAttrib(EGLDisplay dpy, EGLint attribute, EGLAttrib* value);

}  // namespace winsys
