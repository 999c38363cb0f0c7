// SPDX-License-Identifier: Apache-2.0
// What the trackers of one screen know of each other: how far each stream has emitted and applied.
//
// Four rules hang on it. A dead object's destroy is emitted only when every other stream has applied past the point at
// which the object died, because a stream that lags may still name it. A context that uses what another stream wrote
// first makes its own stream wait for that write. A new stream starts behind everything that the others emitted before
// it: a stream that was alone wrote down nothing of what it drew to. These read watermarks only; none waits on this
// side. And a stream leaves when all it emitted is applied, so that nobody has to think of those that left.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pipe/screen.h"
#include "state/grave.h"

namespace tracker {

class StreamRegistry {
 public:
  struct Member {
    uint32_t index = 0;                  // pipe::Stream::streamIndex
    const pipe::Stream* stream = nullptr;
    std::atomic<uint64_t> emitted{0};    // stored by the owner after each verb
    std::atomic<bool> gone{false};
  };
  // One registry a screen, also across times without any context: surfaces and dead objects outlive those.
  static std::shared_ptr<StreamRegistry> of(pipe::Screen& screen);

  std::shared_ptr<Member> join(const pipe::Stream& stream);
  void leave(Member& member);
  struct Mark {
    uint32_t stream = 0;
    uint64_t sequence = 0;
  };
  // How far the others have come.
  std::vector<Mark> others(const Member& self);

  // A dead object that waits for other streams. Names go back to the screen when it is emitted.
  struct Rest {
    state::GraveKind kind;
    state::TrackerSlot slot;
    std::vector<std::pair<std::shared_ptr<Member>, uint64_t>> until;
  };
  // Takes the dead of `grave`, and returns those whose destroy `self` may emit now.
  std::vector<Rest> sweep(state::Grave& grave, const Member& self);
  // Surfaces have no object on this side: who last spoke to one, so that another stream can wait for it.
  void markSurface(state::TrackerSlot surface, Mark mark);
  Mark surfaceMark(state::TrackerSlot surface);
  void forgetSurface(state::TrackerSlot surface);
  bool several() const { return mCount.load(std::memory_order_relaxed) > 1; }

 private:
  std::mutex mMutex;
  std::vector<std::shared_ptr<Member>> mMembers;
  std::deque<Rest> mResting;
  std::map<uint32_t, Mark> mSurfaces;  // by slot
  std::atomic<uint32_t> mCount{0};
};

}  // namespace tracker
