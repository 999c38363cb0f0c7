// SPDX-License-Identifier: Apache-2.0
// The one screen of this process as winsys sees it: opened at the first display or GLX call that needs
// configs, and opened again for the first context that is asked for after its session was lost.
#pragma once

#include <memory>

#include "base/result.h"
#include "gl/device_info.h"
#include "pipe/screen.h"

namespace winsys {

struct OpenedScreen {
  std::shared_ptr<pipe::Screen> screen;
  std::shared_ptr<const gl::DeviceInfo> device;
};

// Which driver or process serves contexts is lib's choice: it installs the opener before any entry point can
// run. The opener may be called from any thread, answers the same screen until that is lost, or the
// same sentence every time, and logs a failure once.
using ScreenOpener = base::Result<OpenedScreen> (*)();
void setScreenOpener(ScreenOpener opener);

base::Result<OpenedScreen> openedScreen();

// True in a server that was started by the library: every display is declined, so that the driver below us is
// never ourselves. Read once.
bool isServerRole();

}  // namespace winsys
