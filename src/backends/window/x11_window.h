// SPDX-License-Identifier: Apache-2.0
// An X11 window of another client, over a connection of our own: Xlib's error handler belongs to the application.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"

struct xcb_connection_t;

namespace window {

class X11Window {
 public:
  // window: XID on the display of that name ("" = the environment's). Fails with one sentence.
  static base::Result<std::unique_ptr<X11Window>> open(const std::string& display, uint32_t window);
  ~X11Window();
  X11Window(const X11Window&) = delete;

  // Returns when the server has done all that was sent over the connection; false once the window is gone.
  bool check();

  xcb_connection_t* connection = nullptr;
  uint32_t id = 0;
  uint8_t depth = 24;
  uint32_t bitsPerPixel = 32, scanlinePadBits = 32;
  std::array<uint32_t, 3> masks{0xFF0000, 0xFF00, 0xFF};  // red, green, blue in a pixel of the visual
  // Pixels have bits beyond their colors, which compositors read as alpha.
  bool hasAlpha() const { return depth > std::popcount(masks[0] | masks[1] | masks[2]); }

 private:
  X11Window() = default;
};

}  // namespace window
