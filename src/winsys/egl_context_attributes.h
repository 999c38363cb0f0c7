// SPDX-License-Identifier: Apache-2.0
// The attribute list of eglCreateContext (EGL 1.5 table 3.5, EGL_KHR_create_context, …_no_error, EXT
// robustness).
#pragma once

#include "winsys/context_request.h"
#include "winsys/egl_headers.h"

namespace winsys {

// EGL_SUCCESS, or the error with which the call fails.
EGLint parseContextAttributes(const EGLint* attributes, ContextRequest& request);

}  // namespace winsys
