// SPDX-License-Identifier: Apache-2.0
#include "record/bell.h"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>

#include "base/os.h"

namespace record {
namespace {

long membarrier(int command) { return ::syscall(SYS_membarrier, command, 0, 0); }

}  // namespace

std::atomic<bool> gBarriersEnabled{false};

bool enableBarriers() {
  static const bool enabled = [] {
    const long offered = membarrier(MEMBARRIER_CMD_QUERY);
    constexpr long needed = MEMBARRIER_CMD_GLOBAL_EXPEDITED | MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED;
    // Tried once here, since a sandbox may refuse what the kernel offers.
    return offered >= 0 && (offered & needed) == needed && membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED) == 0 &&
           membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) == 0;
  }();
  if (enabled) gBarriersEnabled.store(true, std::memory_order_relaxed);
  return enabled;
}

bool Bell::issueBarrier() { return membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) == 0; }

void Bell::ring() {
  // Cleared first, so that work published before the sleeper really runs rings no second time. Whoever clears it also
  // changes the word, so a sleeper whose flag is gone has been woken.
  mParked.store(0, std::memory_order_relaxed);
  mWord.fetch_add(1, std::memory_order_release);
  ::syscall(SYS_futex, &mWord, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void Bell::sleep(uint32_t word, uint64_t timeoutNs) {
  timespec limit{};
  limit.tv_sec = static_cast<time_t>(timeoutNs / 1'000'000'000u);
  limit.tv_nsec = static_cast<long>(timeoutNs % 1'000'000'000u);
  ::syscall(SYS_futex, &mWord, FUTEX_WAIT, word, timeoutNs == kForever ? nullptr : &limit, nullptr, 0);
}

bool clockReached(uint64_t deadlineNs) { return base::monotonicNs() >= deadlineNs; }
uint64_t deadlineAfter(uint64_t spinNs) { return base::monotonicNs() + spinNs; }

}  // namespace record
