// SPDX-License-Identifier: Apache-2.0
// What eglGetProcAddress answers: EGL's own functions, its extensions', and OpenGL's.
#pragma once

#include <string_view>

namespace winsys {

using EglProc = void (*)();

// EGL functions only; null for any other name.
EglProc eglFunction(std::string_view name);
// EGL, then GL.
EglProc anyFunction(std::string_view name);

}  // namespace winsys
