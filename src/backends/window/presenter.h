// SPDX-License-Identifier: Apache-2.0
// Shows images in an X11 window of another client: in shared memory where the server has it, in any depth and
// channel order.
//
// Two images take turns, so that a frame is drawn while the server still reads the last one; an error of a frame is
// therefore noticed when its image is wanted again, or at check().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "backends/window/x11_window.h"
#include "base/result.h"
#include "pipe/namespace.h"
#include "pipe/types.gen.h"

namespace window {

namespace pipe = ::mgpipe;

// Writes the frame's pixels in that layout, rows bottom up, or top down where the last argument says so.
using ReadFrame = std::function<void(const pipe::PixelLayout& layout, std::span<std::byte> bytes, bool topDown)>;

class Presenter {
 public:
  // Fails with one sentence.
  static base::Result<std::unique_ptr<Presenter>> open(std::unique_ptr<X11Window> window);
  ~Presenter();

  // Shows a frame at the window's top left corner; false once the window is gone. turnsOver: `read` can write rows top down.
  bool show(uint32_t width, uint32_t height, bool turnsOver, const ReadFrame& read);
  // Waits until the server has read every image shown; false once the window is gone.
  bool check();

 private:
  struct Connection;
  Presenter();
  std::unique_ptr<Connection> mConnection;
};

}  // namespace window
