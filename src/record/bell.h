// SPDX-License-Identifier: Apache-2.0
// The doorbell between two sides that share memory: park when there is nothing to do, ring only a parked peer.
//
// No wake-up can be lost. The sleeping side says "parked", then looks once more for work, then sleeps on a futex word it
// read before all that. The other side publishes its work, then looks for "parked". A full fence on both sides between
// the write and the look means that at least one of them sees the other. Ringing changes the word, so a sleeper that
// looked too early does not fall asleep.
//
// The notifier's fence would be paid for every record: 230 ns, measured while the reader keeps up, because it waits for
// the line that the reader just took. The sleeper's is paid once a sleep. So where the kernel offers it, the sleeper
// pays for both: membarrier makes every running thread of the registered processes pass a full fence, and the
// notifier only keeps the compiler from reordering. A bell says whether its sleepers do that; a notifier skips its fence
// only if they do and its own process is registered.
//
// ThreadSanitizer models neither, so its builds use a read-modify-write of the flag on both sides, which orders the
// same two pairs.
//
// A bell lies in memory that a hostile peer may write: the worst it can do is wake us for nothing, or not at all; the
// end of the peer's process rings every bell from this side.
#pragma once

#include <atomic>
#include <cstdint>

namespace record {

// Registers this process for the barriers of other sleepers and says whether it can issue them itself. Once; any thread.
bool enableBarriers();
// Set by enableBarriers.
extern std::atomic<bool> gBarriersEnabled;

class Bell {
 public:
  static constexpr uint64_t kForever = UINT64_MAX;

  // The side that sleeps here issues barriers from now on. Before its first sleep; never taken back.
  void useBarriers() { mSleeperBarrier.store(enableBarriers() ? 1 : 0, std::memory_order_relaxed); }

  // The notifier's look, after it has published. True if someone has to be rung.
  bool someoneParked() {
#ifdef MOBILEGL_TSAN
    return mParked.fetch_add(0, std::memory_order_seq_cst) != 0;
#else
    if (mSleeperBarrier.load(std::memory_order_relaxed) && gBarriersEnabled.load(std::memory_order_relaxed))
      std::atomic_signal_fence(std::memory_order_seq_cst);
    else
      std::atomic_thread_fence(std::memory_order_seq_cst);
    return mParked.load(std::memory_order_relaxed) != 0;
#endif
  }
  void ringIfParked() {
    if (someoneParked()) ring();
  }
  // Wakes whoever sleeps and keeps who is about to from it. Async-signal-safe.
  void ring();

  // One turn of a wait: sleeps until rung or timeoutNs passed, unless ready() already holds after announcing the sleep.
  // Says whether it slept. One sleeper at a time.
  template <class Ready>
  bool park(uint64_t timeoutNs, Ready&& ready) {
    const uint32_t word = mWord.load(std::memory_order_acquire);
    const uint64_t limitNs = announce();
    const bool sleeps = !ready();
    if (sleeps) sleep(word, timeoutNs < limitNs ? timeoutNs : limitNs);
    mParked.store(0, std::memory_order_relaxed);
    return sleeps;
  }

 private:
  // Says how long the sleep may be at most.
  uint64_t announce() {
    uint64_t limitNs = kForever;
#ifdef MOBILEGL_TSAN
    mParked.exchange(1, std::memory_order_seq_cst);
#else
    mParked.store(1, std::memory_order_relaxed);
    if (mSleeperBarrier.load(std::memory_order_relaxed) && !issueBarrier()) {
      // A sandbox closed later. Notifiers fence from now on; one that has not heard yet can be missed this once.
      mSleeperBarrier.store(0, std::memory_order_relaxed);
      limitNs = 1'000'000;
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    return limitNs;
  }
  static bool issueBarrier();
  void sleep(uint32_t word, uint64_t timeoutNs);
  std::atomic<uint32_t> mWord{0};
  std::atomic<uint32_t> mParked{0};
  std::atomic<uint32_t> mSleeperBarrier{0};
};
static_assert(sizeof(Bell) == 12 && std::atomic<uint32_t>::is_always_lock_free);

// Tells the core that this is a spin loop.
inline void relaxCore() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Spins until ready() or spinNs passed; the clock is read every 64 turns only. True if ready.
bool clockReached(uint64_t deadlineNs);
uint64_t deadlineAfter(uint64_t spinNs);
template <class Ready>
bool spinFor(uint64_t spinNs, Ready&& ready) {
  if (ready()) return true;
  if (!spinNs) return false;
  const uint64_t deadline = deadlineAfter(spinNs);
  do {
    for (int turn = 0; turn < 64; ++turn) {
      relaxCore();
      if (ready()) return true;
    }
  } while (!clockReached(deadline));
  return false;
}

}  // namespace record
