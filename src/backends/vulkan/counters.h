// SPDX-License-Identifier: Apache-2.0
// What the back end counts, by the names that `mobilegl stats` prints.
#pragma once

#include <algorithm>
#include <cstdint>

namespace vulkan {

// A level that is reported by its peak: what goes wrong inside a frame is over at its end.
struct Gauge {
  uint64_t now = 0, peak = 0;
  void add(uint64_t amount) {
    now += amount;
    peak = std::max(peak, now);
  }
  void remove(uint64_t amount) { now -= amount; }
};

struct Counters {
  uint64_t draws = 0, passes = 0, barriers = 0, pipelines = 0, sets = 0, setPools = 0, submits = 0, waits = 0;
  uint64_t swapchains = 0, presents = 0;  // swapchains made, frames shown by them
  uint64_t pipelineNs = 0;     // spent making pipelines, on the apply thread
  uint64_t deferredSyncs = 0;  // wdefsync: waits forced by the bound on parked objects
  Gauge buffers;               // wbufs: buffers of the pipe
  Gauge liveStores;            // wlivepk: their stores that exist, parked ones too
  Gauge parkedBytes;           // wdefpk
  Gauge parkedObjects;
};

}  // namespace vulkan
