// SPDX-License-Identifier: Apache-2.0
// Configs: what the *surfaces* of this project offer, not what some driver offers for its own windows. A
// surface is a set of images behind the pipe, so every colour format combines with every depth, stencil and
// sample count that the back end can render to; X visuals only say which windows a finished image fits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gl/device_info.h"

namespace winsys {

// One TrueColor visual of an X screen.
struct Visual {
  uint32_t id = 0;
  uint8_t depth = 0;
  uint32_t redMask = 0, greenMask = 0, blueMask = 0;
  bool operator==(const Visual&) const = default;
};

struct Config {
  int32_t id = 0;  // 1, 2, … in a display; also the last key of every sort
  uint8_t red = 0, green = 0, blue = 0, alpha = 0, depth = 0, stencil = 0, samples = 0;
  bool doubleBuffered = true;  // GLX only: with EGL the surface decides
  bool srgb = false;           // GLX only: colour images are sRGB; with EGL the surface decides
  uint32_t visualId = 0;       // 0: fits no window
  uint8_t visualDepth = 0;
  int32_t screen = 0;  // X screen
  // Sized GL internal formats of the images; 0 = no such image. A packed format serves both depth and
  // stencil.
  uint32_t colorFormat = 0, srgbColorFormat = 0, depthFormat = 0, stencilFormat = 0;

  int32_t colorBits() const { return red + green + blue + alpha; }
  bool fitsWindows() const { return visualId != 0; }
};

// All configs of one X screen, or of a display without windows if `visuals` is empty. Ids start at firstId.
// The visual at the front of `visuals` is preferred among equals: pass the root window's visual first.
// srgbControl: the back end can switch sRGB encoding off, so that an sRGB image also serves linear rendering.
std::vector<Config> buildConfigs(const gl::DeviceInfo& device, bool srgbControl,
                                 std::span<const Visual> visuals, int32_t screen, int32_t firstId);

// Whether images of this config can be shown in a window of that depth.
bool fitsDepth(const Config& config, uint8_t windowDepth);

}  // namespace winsys
