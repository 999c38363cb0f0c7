// SPDX-License-Identifier: Apache-2.0
// A display for tests: configs over a device that can render everything, no screen and no X server behind it.
#pragma once

#include <memory>
#include <vector>

#include "formats/format_info.h"
#include "winsys/native_display.h"

namespace winsys {

inline std::shared_ptr<gl::DeviceInfo> ableDevice() {
  auto device = std::make_shared<gl::DeviceInfo>();
  device->maxRenderbufferSize = 8192;
  device->formats.assign(formats::kFormatCount,
                         {.texture = true, .filter = true, .render = true, .blend = true, .maxSamples = 4});
  return device;
}

inline std::shared_ptr<NativeDisplay> fakeDisplay(std::vector<Visual> visuals) {
  auto display = std::make_shared<NativeDisplay>();
  display->platform = visuals.empty() ? Platform::Surfaceless : Platform::X11;
  const auto device = ableDevice();
  display->configs = buildConfigs(*device, true, visuals, 0, 1);
  display->opened.device = device;
  return display;
}

inline std::vector<Visual> usualVisuals() {
  return {{.id = 0x21, .depth = 24, .redMask = 0xff0000, .greenMask = 0xff00, .blueMask = 0xff},
          {.id = 0x60, .depth = 32, .redMask = 0xff0000, .greenMask = 0xff00, .blueMask = 0xff}};
}

}  // namespace winsys
