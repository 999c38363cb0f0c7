// SPDX-License-Identifier: Apache-2.0
// The desktop GL and EGL headers with prototypes: scenes link against glvnd's libOpenGL and libEGL only.
#pragma once

#define GL_GLEXT_PROTOTYPES 1
#define EGL_NO_X11 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
