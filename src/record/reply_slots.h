// SPDX-License-Identifier: Apache-2.0
// Where answers land: a few slots per session, each a header line and room for one band of a read-back; behind them the
// page of counters that the server publishes.
//
// The client owns the list of free slots; the server only writes where a record told it to. A ticket, new for every
// question, keeps an answer from being taken for another one's.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pipe/calls.gen.h"
#include "record/counter_page.h"
#include "record/record.h"

namespace record {

inline constexpr uint32_t kReplySlots = 8;
inline constexpr size_t kReplySlotBytes = size_t{2} << 20;
inline constexpr size_t kReplyHeaderBytes = 64;

struct ReplyHeader {
  std::atomic<uint32_t> ticket{0};  // written last
  std::atomic<uint32_t> status{0};
};
static_assert(sizeof(ReplyHeader) <= kReplyHeaderBytes);

// Both sides' view of the segment: headers and areas by slot.
class ReplyMemory {
 public:
  ReplyMemory() = default;
  explicit ReplyMemory(std::span<std::byte> segment) : mSegment(segment) {}
  static constexpr size_t segmentBytes() { return kSlotsBytes + CounterPage::kBytes; }
  ReplyHeader& header(uint32_t slot) const {
    return *reinterpret_cast<ReplyHeader*>(mSegment.data() + slot * kReplyHeaderBytes);
  }
  std::span<std::byte> area(uint32_t slot) const {
    return mSegment.subspan(kReplySlots * kReplyHeaderBytes + slot * kReplySlotBytes, kReplySlotBytes);
  }
  CounterPage counterPage() const { return CounterPage(mSegment.subspan(kSlotsBytes, CounterPage::kBytes)); }

 private:
  static constexpr size_t kSlotsBytes = kReplySlots * (kReplyHeaderBytes + kReplySlotBytes);
  std::span<std::byte> mSegment;
};

// The client's list of free slots. Any thread.
class ReplySlots {
 public:
  // False if all are taken.
  bool take(ReplyRef& reply) {
    uint32_t free = mFree.load(std::memory_order_acquire);
    while (free) {
      const uint32_t slot = static_cast<uint32_t>(__builtin_ctz(free));
      if (!mFree.compare_exchange_weak(free, free & ~(1u << slot), std::memory_order_acq_rel)) continue;
      reply.slot = slot;
      reply.ticket = nextTicket();
      return true;
    }
    return false;
  }
  void give(uint32_t slot) { mFree.fetch_or(1u << slot, std::memory_order_acq_rel); }
  bool anyFree() const { return mFree.load(std::memory_order_acquire) != 0; }

 private:
  uint32_t nextTicket() {
    uint32_t ticket = mTicket.fetch_add(1, std::memory_order_relaxed);
    // Zero is what a fresh slot holds.
    return ticket ? ticket : mTicket.fetch_add(1, std::memory_order_relaxed);
  }
  std::atomic<uint32_t> mFree{(1u << kReplySlots) - 1};
  std::atomic<uint32_t> mTicket{1};
};

}  // namespace record
