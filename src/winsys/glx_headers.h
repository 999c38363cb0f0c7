// SPDX-License-Identifier: Apache-2.0
// GLX's headers with default visibility (see egl_headers.h), less the X11 macros that are words of ours too.
// Include last.
#pragma once

#define GLX_GLXEXT_PROTOTYPES
#pragma GCC visibility push(default)
#include <GL/glx.h>
#include <GL/glxext.h>
#pragma GCC visibility pop
#include <X11/Xutil.h>

#undef None
#undef Always
#undef Success
#undef Status
#undef Complex
