// SPDX-License-Identifier: Apache-2.0
// Names of pipe objects: a dense slot and the generation that was current when it was handed out.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace base {

// {0, 0} is null. Generations start at 1 and move only when a slot is used again.
template <class Kind>
struct Handle {
  uint32_t slot = 0;
  uint32_t generation = 0;
  explicit operator bool() const { return generation != 0; }
  friend bool operator==(const Handle&, const Handle&) = default;
};

// Mints handles of one kind; the lowest free slot first, so that the peer's tables stay dense. Any thread.
template <class Kind>
class HandleAllocator {
 public:
  Handle<Kind> mint() {
    std::lock_guard lock(mMutex);
    if (!mFree.empty()) {
      const uint32_t slot = mFree.back();
      mFree.pop_back();
      return {slot, ++mGenerations[slot]};
    }
    mGenerations.push_back(1);
    return {static_cast<uint32_t>(mGenerations.size() - 1), 1};
  }
  // The caller has emitted the destroy already; the slot may be minted again from now on.
  void release(Handle<Kind> handle) {
    if (!handle) return;
    std::lock_guard lock(mMutex);
    if (handle.slot < mGenerations.size() && mGenerations[handle.slot] == handle.generation)
      mFree.push_back(handle.slot);
  }

 private:
  std::mutex mMutex;
  std::vector<uint32_t> mGenerations;
  std::vector<uint32_t> mFree;
};

}  // namespace base
