// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/window_output.h"

#include "base/log.h"
#include "base/settings.gen.h"

namespace vulkan {

base::Result<std::unique_ptr<WindowOutput>> WindowOutput::open(Recorder& recorder,
                                                               std::unique_ptr<window::X11Window> window) {
  auto output = std::make_unique<WindowOutput>();
  const base::PresentPath path = base::settings().present;
  // A CPU that draws has the pixels at hand: putting them is cheaper than what its driver does for a swapchain.
  const bool drawsOnCpu = recorder.device.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  if (path == base::PresentPath::Native || (path == base::PresentPath::Auto && !drawsOnCpu)) {
    auto swapchain = Swapchain::open(recorder, *window);
    if (swapchain) {
      output->window = std::move(window);
      output->swapchain = std::move(*swapchain);
      return output;
    }
    base::log(path == base::PresentPath::Native ? base::LogLevel::Warning : base::LogLevel::Debug,
              swapchain.error().text + " Its frames are put as pixels.");
  }
  auto presenter = window::Presenter::open(std::move(window));
  if (!presenter) return presenter.error();
  output->presenter = std::move(*presenter);
  return output;
}

bool WindowOutput::check() { return swapchain ? window->check() : presenter->check(); }

}  // namespace vulkan
