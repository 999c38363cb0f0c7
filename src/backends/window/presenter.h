// SPDX-License-Identifier: Apache-2.0
// Shows images in an X11 window of another client: over an own XCB connection (Xlib's error handler belongs to the
// application), in shared memory where the server has it, in any depth and channel order.
//
// Two images take turns, so that a frame is drawn while the server still reads the last one; an error of a frame is
// therefore noticed when its image is wanted again, or at check().
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"

namespace window {

// Memory that is shown as it is: rows top down.
struct PresentImage {
  std::span<std::byte> bytes;
  uint32_t strideBytes = 0;
  bool bgra = false;  // pixels are 4 bytes B, G, R, A; else fill through Presenter::convert()
};

class Presenter {
 public:
  // window: XID on the display of that name ("" = the environment's). Fails with one sentence.
  static base::Result<std::unique_ptr<Presenter>> open(const std::string& display, uint32_t window);
  ~Presenter();

  // The image to fill next, whatever was in it; no bytes once the window is gone.
  PresentImage acquire(uint32_t width, uint32_t height);
  // Writes RGBA pixels, rows bottom up, into the acquired image.
  void convert(std::span<const std::byte> rgba);
  // Shows the acquired image at the window's top left corner.
  void show();
  // Waits until the server has read every image shown; false once the window is gone.
  bool check();

 private:
  struct Connection;
  Presenter();
  std::unique_ptr<Connection> mConnection;
};

}  // namespace window
