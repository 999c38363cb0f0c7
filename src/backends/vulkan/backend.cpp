// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/backend.h"

#include "backends/vulkan/context.h"
#include "base/log.h"

namespace vulkan {
namespace {

class VulkanBackend final : public pipe::Backend {
 public:
  explicit VulkanBackend(std::shared_ptr<Shared> shared) : mShared(std::move(shared)) {}
  const pipe::Caps& caps() const override { return mShared->caps; }
  Device& device() { return *mShared->device; }
  const Counters& counted() const { return mShared->recorder.counters; }
  std::vector<pipe::Counter> counters() const override;
  base::Result<std::unique_ptr<pipe::BackendContext>> createContext(pipe::EventSink& events,
                                                                    pipe::FaultSink& faults) override {
    return std::unique_ptr<pipe::BackendContext>(std::make_unique<Context>(mShared, events, faults));
  }

 private:
  std::shared_ptr<Shared> mShared;
};

// Gauges are running maxima: what grows inside a frame is over at its end.
std::vector<pipe::Counter> VulkanBackend::counters() const {
  std::lock_guard lock(mShared->mutex);
  const Counters& c = counted();
  return {{"vk_draws", c.draws},
          {"vk_passes", c.passes},
          {"vk_barriers", c.barriers},
          {"vk_pipelines", c.pipelines},
          {"vk_pipeline_us", c.pipelineNs / 1000},
          {"vk_sets", c.sets},
          {"vk_set_pools", c.setPools},
          {"vk_submits", c.submits},
          {"vk_waits", c.waits},
          {"vk_swapchains", c.swapchains},
          {"vk_presents", c.presents},
          {"vk_memory_bytes", mShared->memory.heldBytes()},
          {"wbufs", c.buffers.peak},
          {"wlivepk", c.liveStores.peak},
          {"wdefpk", c.parkedBytes.peak},
          {"wdefsync", c.deferredSyncs}};
}

}  // namespace

base::Result<std::unique_ptr<pipe::Backend>> createBackend() {
  auto device = Device::open();
  if (!device) return base::Error{"No Vulkan device is usable. " + device.error().text};
  auto shared = std::make_shared<Shared>(std::move(*device));
  if (const base::Status started = shared->start(); !started) return started.error();
  base::logf(base::LogLevel::Info, "The Vulkan device is %s (%s).", shared->caps.driver.c_str(),
             shared->caps.version.c_str());
  return std::unique_ptr<pipe::Backend>(std::make_unique<VulkanBackend>(std::move(shared)));
}

const Counters& countersOf(const pipe::Backend& backend) {
  return static_cast<const VulkanBackend&>(backend).counted();
}

Device& deviceOf(pipe::Backend& backend) { return static_cast<VulkanBackend&>(backend).device(); }

}  // namespace vulkan
