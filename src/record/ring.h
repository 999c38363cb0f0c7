// SPDX-License-Identifier: Apache-2.0
// One stream's records in shared memory: one producer (the client), one consumer (an applier).
//
// Cursors are byte counts that never go back; a cursor's place is its low bits. A record never wraps: a pad record fills
// the end. No record is longer than half the ring, since only that fits at every place of an empty ring. The ring uses
// the first 2^n bytes of its segment and grows inside it: the producer writes a grow record, waits until the consumer
// has taken everything, and both go on with the larger mask. So memory is touched only as it is needed.
//
// The control page has a cache line per writer and temperature: the cursors that change with every record never share
// a line with what the other side reads at every record. Each side keeps private copies of its own cursors and believes
// the peer's only after a check.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/bell.h"
#include "record/record.h"

namespace record {

struct RingControl {
  // Written by the client at every record.
  alignas(64) std::atomic<uint64_t> head{0};
  // Written by the client when it parks: what it waits for, all ones for nothing.
  alignas(64) std::atomic<uint64_t> wakeTail{UINT64_MAX};
  std::atomic<uint64_t> wakeApplied{UINT64_MAX};
  Bell clientBell;
  // Written by the server at every record.
  alignas(64) std::atomic<uint64_t> tail{0};
  std::atomic<uint64_t> applied{0};    // records done, pads not counted
  std::atomic<uint64_t> presented{0};  // presents done
  // Written by the server when it parks.
  alignas(64) Bell serverBell;
};
static_assert(std::atomic<uint64_t>::is_always_lock_free);

inline constexpr size_t kRingControlBytes = 4096;
inline constexpr size_t kRingStartBytes = size_t{256} << 10;
static_assert(sizeof(RingControl) <= kRingControlBytes);

// A ring segment as mapped by one side: control page, then data of a power of two.
struct RingMemory {
  RingControl* control = nullptr;
  std::span<std::byte> data;
};
// The segment's size for a ring of at most maxDataBytes (rounded up to a power of two, at least the start size).
size_t ringDataBytes(size_t maxDataBytes);
// Constructs the control page in fresh, zeroed memory; the server does this once.
RingMemory createRing(std::span<std::byte> segment);
// Looks at a ring that the peer has created; null control if the size is not one of a ring.
RingMemory viewRing(std::span<std::byte> segment);

// The consumer's side. Every byte is read once, into private memory, before it is looked at.
class RingReader {
 public:
  explicit RingReader(RingMemory memory) : mControl(memory.control), mData(memory.data) {
    mCapacity = std::min(kRingStartBytes, mData.size());
  }
  // Work is waiting, or the peer's cursor is broken.
  bool hasRecords() const { return mControl->head.load(std::memory_order_acquire) != mTail; }
  // Copies the next record; false if there is none or *fault is set. Pads and grow records are consumed silently.
  bool next(std::span<const std::byte>& record, Fault& fault);
  // The last record returned has been taken over: the next one may be looked at. The client does not see it yet.
  void advance() {
    mTail += mCurrentBytes;
    mCurrentBytes = 0;
    ++mTaken;
  }
  // All records taken over are done: frees their bytes and moves the watermark.
  void publish();
  void release() {
    advance();
    publish();
  }
  // Records done.
  uint64_t applied() const { return mApplied; }
  uint64_t tail() const { return mTail; }

 private:
  bool takeControl(const Header& header, Fault& fault);
  RingControl* mControl;
  std::span<std::byte> mData;
  size_t mCapacity;       // bytes in use; a power of two
  uint64_t mTail = 0;     // private twin of control->tail
  uint64_t mHead = 0;     // last checked head
  uint64_t mTaken = 0;
  uint64_t mApplied = 0;  // the part of them that is done
  size_t mCurrentBytes = 0;
  std::vector<std::byte> mScratch;
};

}  // namespace record
