// SPDX-License-Identifier: Apache-2.0
// Memory that one batch uses: staging, constants, rewritten indices. Cut from chunks in order; a full chunk comes back
// once its batch is done, by the same proof as everything else.
#pragma once

#include <deque>

#include "backends/vulkan/recorder.h"

namespace vulkan {

struct Piece {
  VkBuffer buffer = VK_NULL_HANDLE;
  uint64_t offsetBytes = 0;
  std::byte* bytes = nullptr;  // null: no memory
  Store* store = nullptr;
};

class Transient {
 public:
  // tailBytes: how far behind a piece the GPU may look.
  Transient(Recorder& recorder, MemoryUse use, uint64_t chunkBytes, uint64_t tailBytes)
      : mRecorder(recorder), mUse(use), mChunkBytes(chunkBytes), mTailBytes(tailBytes) {}
  ~Transient();
  Piece take(uint64_t sizeBytes, uint64_t alignmentBytes);
  uint64_t chunks() const { return mFull.size() + mFree.size() + (mOpen ? 1 : 0); }

 private:
  void open(uint64_t sizeBytes);

  Recorder& mRecorder;
  const MemoryUse mUse;
  const uint64_t mChunkBytes, mTailBytes;
  Store* mOpen = nullptr;
  uint64_t mUsedBytes = 0;
  std::deque<Store*> mFull;
  std::vector<Store*> mFree;
};

}  // namespace vulkan
