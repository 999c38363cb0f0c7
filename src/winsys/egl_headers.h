// SPDX-License-Identifier: Apache-2.0
// EGL's headers with default visibility, so that version scripts can export what is defined from these
// declarations, and without X11's, whose macros eat names.
#pragma once

#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#pragma GCC visibility push(default)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#pragma GCC visibility pop
