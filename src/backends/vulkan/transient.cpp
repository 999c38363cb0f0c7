// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/transient.h"

#include "base/log.h"

namespace vulkan {
namespace {

constexpr size_t kMostFree = 8;

}  // namespace

Transient::~Transient() {
  for (Store* store : mFull) mRecorder.park(store);
  for (Store* store : mFree) mRecorder.park(store);
  mRecorder.park(mOpen);
}

void Transient::open(uint64_t sizeBytes) {
  if (mOpen) mFull.push_back(mOpen);
  mOpen = nullptr;
  mUsedBytes = 0;
  mRecorder.poll();
  while (!mFull.empty() && mRecorder.done(mFull.front()->used.last)) {
    Store* store = mFull.front();
    mFull.pop_front();
    if (store->sizeBytes == mChunkBytes + mTailBytes && mFree.size() < kMostFree)
      mFree.push_back(store);
    else
      mRecorder.park(store);
  }
  if (sizeBytes <= mChunkBytes && !mFree.empty()) {
    mOpen = mFree.back();
    mFree.pop_back();
  } else {
    mOpen = mRecorder.createStore(std::max(sizeBytes, mChunkBytes) + mTailBytes, mUse);
    if (mOpen && !mOpen->memory.mapped) {
      mRecorder.park(mOpen);
      mOpen = nullptr;
    }
    if (!mOpen)
      base::logf(base::LogLevel::Error,
                 "The Vulkan device has no memory for %llu bytes of staging: the call that needs them does nothing.",
                 static_cast<unsigned long long>(sizeBytes));
  }
}

Piece Transient::take(uint64_t sizeBytes, uint64_t alignmentBytes) {
  // A chunk that no batch in flight names may begin anew.
  if (mOpen && mRecorder.done(mOpen->used.last)) mUsedBytes = 0;
  uint64_t at = (mUsedBytes + alignmentBytes - 1) / alignmentBytes * alignmentBytes;
  if (!mOpen || at + sizeBytes + mTailBytes > mOpen->sizeBytes) {
    open(sizeBytes);
    at = 0;
  }
  if (!mOpen) return {};
  mOpen->used.last = mRecorder.recording();
  mUsedBytes = at + sizeBytes;
  mRecorder.countTransient(sizeBytes);
  return {mOpen->buffer, at, mOpen->memory.mapped + at, mOpen};
}

}  // namespace vulkan
