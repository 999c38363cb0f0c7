// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/exit_wait.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "backends/vulkan/recorder.h"

namespace vulkan {
namespace {

constexpr uint32_t kFirstSubmits = 8;
constexpr auto kMostWait = std::chrono::seconds(2);

struct Registry {
  std::mutex mutex;
  std::vector<ExitWait*> all;
  std::atomic<uint32_t> submits{0}, done{0};
};

// Never destroyed: handlers may run after destructors of static objects.
Registry& registry() {
  static Registry& only = *new Registry;
  return only;
}

// Other threads may be inside a call for ever: the end of the process does not wait for them.
std::unique_lock<std::mutex> lockBriefly(std::mutex& mutex) {
  std::unique_lock lock(mutex, std::try_to_lock);
  for (const auto end = std::chrono::steady_clock::now() + kMostWait;
       !lock.owns_lock() && std::chrono::steady_clock::now() < end;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    (void)lock.try_lock();
  }
  return lock;
}

}  // namespace

ExitWait::ExitWait(Recorder& recorder, std::mutex& mutex)
    : mRecorder(recorder), mMutex(mutex),
      mNeeded(recorder.device.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {
  std::lock_guard lock(registry().mutex);
  registry().all.push_back(this);
}

ExitWait::~ExitWait() {
  std::lock_guard lock(registry().mutex);
  std::erase(registry().all, this);
}

bool ExitWait::waitsForSubmit() {
  return mNeeded && registry().submits.fetch_add(1, std::memory_order_relaxed) < kFirstSubmits;
}

void ExitWait::workDone() const {
  if (!mNeeded) return;
  const uint32_t time = registry().done.fetch_add(1, std::memory_order_relaxed) + 1;
  if (time <= 2 * kFirstSubmits || std::has_single_bit(time)) std::atexit(waitForAll);
}

void ExitWait::waitForAll() {
  std::lock_guard lock(registry().mutex);
  for (ExitWait* each : registry().all)
    if (const auto held = lockBriefly(each->mMutex)) each->mRecorder.wait(each->mRecorder.lastWork());
}

}  // namespace vulkan
