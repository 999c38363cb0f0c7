// SPDX-License-Identifier: Apache-2.0
// The client's half of a session, whatever carries it: shared memory, lost state, event inboxes, waits and counters.
//
// Every wait of every thread goes through wait(): it empties the session's event ring into the streams' inboxes in each
// turn, so that an applier that stopped at a full event ring always goes on, whichever thread happens to be awake. A
// wait names its blocking point and what it waits for, parks on its stream's bell, and ends at once when the session
// is lost.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/os.h"
#include "pipe/calls.gen.h"
#include "pipe/events.gen.h"
#include "pipe/faults.h"
#include "record/event_queue.h"
#include "record/reply_slots.h"
#include "record/ring.h"
#include "record/stage.h"

namespace record {

class RingWriter;

struct ClientOptions {
  uint64_t spinNs = 20'000;
  size_t inlineLimitBytes = 4096;
  bool inlinePayloads = false;  // everything that fits goes inline
  bool lockstep = false;        // wait for each record
  bool auditFill = false;
};

// One stream as the client sees it. Lives until the server has said that it closed.
class ClientStream final : public Progress {
 public:
  ClientStream(uint32_t index, RingMemory ring, std::shared_ptr<void> owner)
      : mIndex(index), mRing(ring), mOwner(std::move(owner)) {}
  uint32_t index() const { return mIndex; }
  const RingMemory& ring() const { return mRing; }
  RingControl& control() const { return *mRing.control; }
  uint64_t applied() const override {
    return mEnded.load(std::memory_order_acquire) ? UINT64_MAX : control().applied.load(std::memory_order_acquire);
  }
  void setEnded() { mEnded.store(true, std::memory_order_release); }
  void setWriter(RingWriter* writer) { mWriter = writer; }
  RingWriter* writer() const { return mWriter; }

  void deliver(const std::byte* bytes, uint32_t sizeBytes);
  bool hasInbox() const { return mWaiting.load(std::memory_order_acquire) != 0; }
  // Hands everything in the inbox to the sink; true if there was something.
  bool drainTo(pipe::EventSink& sink);

 private:
  struct Event {
    alignas(8) std::byte bytes[pipe::kMaxEventBytes];
    uint32_t sizeBytes;
  };
  const uint32_t mIndex;
  const RingMemory mRing;
  const std::shared_ptr<void> mOwner;  // of the ring's memory
  std::atomic<bool> mEnded{false};
  RingWriter* mWriter = nullptr;
  std::mutex mMutex;
  std::deque<Event> mInbox;
  std::atomic<size_t> mWaiting{0};
};

// What one wait wakes for besides answers and events.
struct WakeAt {
  uint64_t tail = UINT64_MAX;
  uint64_t applied = UINT64_MAX;
};

struct SessionCounters {
  std::array<std::atomic<uint64_t>, pipe::kBlockingPointCount> waits{};
  std::atomic<uint64_t> parks{0}, stageBytes{0}, inlineBytes{0}, replyBytes{0}, events{0}, ringGrows{0},
      inlineFallbacks{0}, roundTrips{0}, closedRecords{0}, closedBytes{0};
};

class ClientSession {
 public:
  ClientSession(std::span<std::byte> stage, ReplyMemory replies, EventMemory events, const ClientOptions& options);
  ~ClientSession();
  ClientSession(const ClientSession&) = delete;
  ClientSession& operator=(const ClientSession&) = delete;

  const ClientOptions& options() const { return mOptions; }
  StageAllocator& stage() { return mStage; }
  ReplyMemory& replies() { return mReplies; }
  ReplySlots& replySlots() { return mReplySlots; }
  SessionCounters& counters() { return mCounters; }

  bool lost() const { return mLost.load(std::memory_order_acquire); }
  // Latches the loss, says so once and wakes every waiter. Any thread.
  void lose(Fault family, const std::string& sentence);
  // The orderly end: lost without a word.
  void end();
  // True in a forked child of the process that opened the session.
  bool forked() const { return mForked; }
  // Called in a forked child, on its only thread.
  void onForkedChild(std::function<void()> action) { mOnForkedChild = std::move(action); }

  std::shared_ptr<ClientStream> addStream(uint32_t index, RingMemory ring, std::shared_ptr<void> owner);
  // The server has closed it: its stage blocks are free, its memory may go.
  void removeStream(uint32_t index);
  std::vector<std::shared_ptr<ClientStream>> streams() const;

  // Moves what has arrived into the streams' inboxes. Any thread, never waits.
  void drainEvents();

  // Waits until ready(), the loss of the session (false) or the time-out (false).
  template <class Ready>
  bool wait(ClientStream& stream, pipe::BlockingPoint point, WakeAt wakeAt, uint64_t timeoutNs, Ready&& ready);

 private:
  friend struct ForkHooks;
  void wakeAll();
  void enterForkedChild();
  void mutexesForFork(bool lock);

  const ClientOptions mOptions;
  StageAllocator mStage;
  ReplyMemory mReplies;
  ReplySlots mReplySlots;
  EventReader mEvents;
  std::mutex mEventMutex;
  SessionCounters mCounters;
  std::atomic<bool> mLost{false};
  bool mForked = false;
  std::function<void()> mOnForkedChild;
  mutable std::mutex mStreamsMutex;
  std::vector<std::shared_ptr<ClientStream>> mStreams;
};

template <class Ready>
bool ClientSession::wait(ClientStream& stream, pipe::BlockingPoint point, WakeAt wakeAt, uint64_t timeoutNs,
                         Ready&& ready) {
  drainEvents();
  if (ready()) return true;
  mCounters.waits[static_cast<size_t>(point)].fetch_add(1, std::memory_order_relaxed);
  RingControl& control = stream.control();
  control.wakeTail.store(wakeAt.tail, std::memory_order_relaxed);
  control.wakeApplied.store(wakeAt.applied, std::memory_order_relaxed);
  const uint64_t start = base::monotonicNs();
  auto stir = [&] { return ready() || lost() || mEvents.hasEvents(); };
  bool done = false;
  while (true) {
    spinFor(mOptions.spinNs, stir);
    drainEvents();
    if ((done = ready()) || lost()) break;
    uint64_t leftNs = Bell::kForever;
    if (timeoutNs != UINT64_MAX) {
      const uint64_t spentNs = base::monotonicNs() - start;
      if (spentNs >= timeoutNs) break;
      leftNs = timeoutNs - spentNs;
    }
    if (control.clientBell.park(leftNs, stir)) mCounters.parks.fetch_add(1, std::memory_order_relaxed);
  }
  control.wakeTail.store(UINT64_MAX, std::memory_order_relaxed);
  control.wakeApplied.store(UINT64_MAX, std::memory_order_relaxed);
  return done;
}

}  // namespace record
