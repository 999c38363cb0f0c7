// SPDX-License-Identifier: Apache-2.0
// What shows frames in a window: the driver's swapchain, or pixels that are read back and put.
#pragma once

#include <memory>
#include <mutex>

#include "backends/vulkan/swapchain.h"
#include "backends/window/presenter.h"

namespace vulkan {

struct WindowOutput {
  // As MOBILEGL_PRESENT says; by default the swapchain where one fits. Fails with one sentence.
  static base::Result<std::unique_ptr<WindowOutput>> open(Recorder& recorder, std::unique_ptr<window::X11Window> window);
  // Under the back end's lock, with all work done: waits until frames are on the screen, as far as the driver tells. False
  // once the window is gone.
  bool check();

  std::mutex presenting;  // one frame at a time; taken before the back end's lock
  std::unique_ptr<window::X11Window> window;  // of the swapchain
  std::unique_ptr<Swapchain> swapchain;
  std::unique_ptr<window::Presenter> presenter;  // where there is no swapchain
};

}  // namespace vulkan
