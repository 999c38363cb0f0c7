// SPDX-License-Identifier: Apache-2.0
#include "winsys/native_display.h"

namespace winsys {

base::Result<std::shared_ptr<const NativeDisplay>> NativeDisplay::create(Platform platform,
                                                                         const AppConnection& app,
                                                                         int xScreen) {
  auto opened = openedScreen();
  if (!opened) return opened.error();
  auto display = std::make_shared<NativeDisplay>();
  display->platform = platform;
  display->app = app;
  display->opened = *opened;
  const bool srgbControl = opened->screen->caps().features.framebufferSrgbControl != 0;
  if (platform != Platform::X11) {
    display->configs = buildConfigs(*opened->device, srgbControl, {}, 0, 1);
    return std::shared_ptr<const NativeDisplay>(std::move(display));
  }
  const std::string name = displayName(app);
  display->link = X11Link::open(name);
  if (!display->link)
    return base::Error{"No X server answers at display \"" + name + "\"; set DISPLAY or start one."};
  const auto& screens = display->link->screens();
  for (size_t i = 0; i < screens.size(); ++i) {
    if (xScreen >= 0 && static_cast<size_t>(xScreen) != i) continue;
    const auto added = buildConfigs(*opened->device, srgbControl, screens[i].visuals, static_cast<int32_t>(i),
                                    static_cast<int32_t>(display->configs.size()) + 1);
    display->configs.insert(display->configs.end(), added.begin(), added.end());
  }
  if (display->configs.empty())
    return base::Error{"The X server \"" + name + "\" has no screen " + std::to_string(xScreen) + "."};
  return std::shared_ptr<const NativeDisplay>(std::move(display));
}

}  // namespace winsys
