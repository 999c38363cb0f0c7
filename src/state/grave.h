// SPDX-License-Identifier: Apache-2.0
// Pipe objects whose last holder on this side is gone and whose destruction has not been sent yet.
//
// The last reference to an object can go away on any thread and below any lock: in glDelete*, in another context's
// draw that rebinds, in the destruction of a context. None of these may talk to a stream, so the destructor only
// writes the pipe handle down here; the next context of the share group that reaches a convenient point takes the
// list and sends it. The mutex guards the list alone and is never held while anything else is locked.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "state/object.h"

namespace state {

enum class GraveKind : uint8_t { Buffer, Texture, Renderbuffer, Sampler, Program, Query, Sync, Framebuffer };

class Grave {
 public:
  struct Entry {
    GraveKind kind;
    TrackerSlot slot;
  };
  // Any thread. An object that never got a pipe handle leaves nothing behind.
  void bury(GraveKind kind, TrackerSlot slot) {
    if (!slot.generation) return;
    std::lock_guard lock(mMutex);
    mDead.push_back({kind, slot});
  }
  // Everything buried since the last call, oldest first. Any thread.
  std::vector<Entry> take() {
    std::lock_guard lock(mMutex);
    return std::exchange(mDead, {});
  }

 private:
  std::mutex mMutex;
  std::vector<Entry> mDead;
};

}  // namespace state
