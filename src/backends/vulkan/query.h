// SPDX-License-Identifier: Apache-2.0
// Queries of the pipe over slots of Vulkan's pools. A slot may not outlive its command buffer, so one query may take
// several; its result is their sum.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backends/vulkan/recorder.h"

namespace vulkan {

inline constexpr uint32_t kSlotsPerPool = 128;

struct QueryPool {
  VkQueryPool pool = VK_NULL_HANDLE;
  VkQueryType type = VK_QUERY_TYPE_OCCLUSION;
  uint32_t used = 0, held = 0;  // slots handed out, and those of them still wanted
  uint64_t lastUse = 0;
};

struct QuerySlot {
  QueryPool* pool = nullptr;
  uint32_t index = 0;
  uint64_t serial = 0;  // of the batch that it is in
};

// Pools by type; a pool whose slots nobody wants any more begins anew when the GPU is done with it.
class QueryPools {
 public:
  explicit QueryPools(Recorder& recorder) : mRecorder(recorder) {}
  ~QueryPools();
  // A slot that is reset in the batch being recorded; pool null without memory.
  QuerySlot take(VkQueryType type);
  static void release(const QuerySlot& slot) {
    if (slot.pool) --slot.pool->held;
  }

 private:
  Recorder& mRecorder;
  std::vector<std::unique_ptr<QueryPool>> mPools;
};

// Where the bytes that transform feedback wrote are counted on the GPU.
struct XfbCount {
  Recorder* recorder = nullptr;
  Store* counters = nullptr;  // 4 words, one a buffer
  uint32_t strideBytes = 0;   // of buffer 0
  ~XfbCount() {
    if (recorder) recorder->park(counters);
  }
};

struct Query {
  uint32_t target = 0;
  uint64_t serial = 0, value = 0;
  uint64_t counted = 0;  // primitives counted here, where the device does not
  bool active = false, pending = false, ended = false;
  std::vector<QuerySlot> slots;
  bool running = false;  // its last slot is begun in the command buffer
  std::shared_ptr<XfbCount> xfb;
};

}  // namespace vulkan
