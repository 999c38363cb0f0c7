// SPDX-License-Identifier: Apache-2.0
// Ties the faces (EGL, GLX) to the process's screen.
#pragma once

#include "base/result.h"
#include "winsys/screen.h"

namespace lib {

// The screen together with what contexts on it may promise; the same every time.
base::Result<winsys::OpenedScreen> openWinsysScreen();

}  // namespace lib
