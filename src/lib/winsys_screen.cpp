// SPDX-License-Identifier: Apache-2.0
#include "lib/winsys_screen.h"

#include <mutex>
#include <string>

#include "lib/device_info.h"
#include "lib/open_screen.h"

namespace lib {

base::Result<winsys::OpenedScreen> openWinsysScreen() {
  auto screen = openScreen();
  if (!screen) return screen.error();
  static std::mutex* const mutex = new std::mutex;
  static std::shared_ptr<const gl::DeviceInfo>* device = nullptr;  // never destroyed, like the screen
  std::lock_guard lock(*mutex);
  if (!device)
    device = new std::shared_ptr<const gl::DeviceInfo>(
        makeDeviceInfo((*screen)->caps(), std::string((*screen)->topology())));
  return winsys::OpenedScreen{*screen, *device};
}

}  // namespace lib
