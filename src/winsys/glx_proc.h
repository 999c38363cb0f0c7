// SPDX-License-Identifier: Apache-2.0
// What glXGetProcAddress answers: GLX's own functions, its extensions', and OpenGL's.
#pragma once

#include <string_view>

namespace winsys {

using GlxProc = void (*)();

// GLX functions only; null for any other name.
GlxProc glxFunction(std::string_view name);
GlxProc anyGlxFunction(std::string_view name);

}  // namespace winsys
