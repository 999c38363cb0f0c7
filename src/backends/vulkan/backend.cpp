// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/backend.h"

#include "backends/vulkan/context.h"
#include "base/log.h"

namespace vulkan {
namespace {

class VulkanBackend final : public pipe::Backend {
 public:
  explicit VulkanBackend(std::shared_ptr<Shared> shared) : mShared(std::move(shared)) {}
  ~VulkanBackend() override { report(); }
  const pipe::Caps& caps() const override { return mShared->caps; }
  Device& device() { return *mShared->device; }
  const Counters& counters() const { return mShared->recorder.counters; }
  base::Result<std::unique_ptr<pipe::BackendContext>> createContext(pipe::EventSink& events,
                                                                    pipe::FaultSink& faults) override {
    return std::unique_ptr<pipe::BackendContext>(std::make_unique<Context>(mShared, events, faults));
  }

 private:
  void report() const;
  std::shared_ptr<Shared> mShared;
};

void VulkanBackend::report() const {
  if (!base::logs(base::LogLevel::Info)) return;
  const Counters& c = counters();
  const auto number = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  base::logf(base::LogLevel::Info,
             "Vulkan: draws=%llu passes=%llu barriers=%llu pipelines=%llu sets=%llu setpools=%llu submits=%llu waits=%llu "
             "swapchains=%llu presents=%llu wbufs=%llu wlivepk=%llu wdefpk=%llu wdefsync=%llu",
             number(c.draws), number(c.passes), number(c.barriers), number(c.pipelines), number(c.sets),
             number(c.setPools), number(c.submits), number(c.waits),
             number(c.swapchains), number(c.presents), number(c.buffers.now), number(c.liveStores.peak),
             number(c.parkedBytes.peak), number(c.deferredSyncs));
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
  return static_cast<const VulkanBackend&>(backend).counters();
}

Device& deviceOf(pipe::Backend& backend) { return static_cast<VulkanBackend&>(backend).device(); }

}  // namespace vulkan
