// SPDX-License-Identifier: Apache-2.0
// Fences of EGL, as EGL 1.5 and EGL_KHR_fence_sync both reach them: the two differ in the width of attributes
// only.
#pragma once

#include "winsys/egl_headers.h"

namespace winsys {

EGLSync eglCreateFence(EGLDisplay dpy, EGLenum type, bool hasAttributes);
EGLBoolean eglQuerySync(EGLDisplay dpy, EGLSync sync, EGLint attribute, EGLAttrib* value);

}  // namespace winsys
