// SPDX-License-Identifier: Apache-2.0
// Shows images in an X11 window of another client: over an own XCB connection (Xlib's error handler belongs to the
// application), in shared memory where the server has it, in any depth and channel order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace gles {

class Presenter {
 public:
  // window: XID on the display of that name ("" = the environment's). Fails with one sentence.
  static base::Result<std::unique_ptr<Presenter>> open(const std::string& display, uint32_t window);
  ~Presenter();

  // Shows RGBA pixels, rows bottom up, at the window's top left corner. False once the window is gone.
  bool show(std::span<const std::byte> rgba, uint32_t width, uint32_t height);
  // Size of the window now; false once it is gone.
  bool size(uint32_t& width, uint32_t& height);

 private:
  struct Connection;
  Presenter();
  bool ensureImage(uint32_t width, uint32_t height);
  void releaseImage();
  void convert(std::span<const std::byte> rgba, uint32_t width, uint32_t height);
  bool put(uint32_t width, uint32_t height);

  std::unique_ptr<Connection> mConnection;
};

}  // namespace gles
