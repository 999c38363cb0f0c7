// SPDX-License-Identifier: Apache-2.0
// The session's stage: memory for bulk bytes that records name by offset. The client allocates; the server only reads.
//
// Space is free again when the stream that named it has applied the naming record. Blocks lent to maps are held without
// limit of time, so they come from the upper half alone, and never stand in the way of the transient blocks below.
// Transient blocks are cut by each stream from a chunk of its own, without a lock; chunks and large blocks go through
// the mutex here.
//
// Blocks are taken in turn from the first kTurnBytes of their half, and further up only when those are busy. Taking the
// freed block again at once looks warmer and is not: its lines sit in the reader's cache, and writing them means to get
// them back one by one. Left alone for a turn, they have gone to the cache that both sides share. Measured with 64 KiB
// blocks between two cores of 1 MiB second-level cache each: 8 GiB/s in 256 KiB, 17 to 23 in 1 to 4 MiB, 4 in 16 MiB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace record {

// How far a stream's records are known to be applied. All ones once the stream has ended.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual uint64_t applied() const = 0;
};

// A block of the stage, in bytes.
struct StageBlock {
  uint64_t offsetBytes = 0;
  uint64_t sizeBytes = 0;
};

class StageAllocator {
 public:
  static constexpr uint64_t kPageBytes = 4096;
  static constexpr uint64_t kTurnBytes = uint64_t{2} << 20;
  // auditFill: freed memory is overwritten, so that a late reader shows.
  StageAllocator(std::span<std::byte> memory, bool auditFill);

  std::span<std::byte> memory() const { return mMemory; }
  bool contains(const std::byte* address) const {
    return address >= mMemory.data() && address < mMemory.data() + mMemory.size();
  }
  // Contiguous pages for at least sizeBytes; none if there is no such run now.
  std::optional<StageBlock> allocate(uint64_t sizeBytes);
  // The same from the upper half, for blocks held by maps; none when half of the stage is held.
  std::optional<StageBlock> allocateHeld(uint64_t sizeBytes);
  void free(const StageBlock& block);
  // The block becomes free once `owner` has applied `sequence`.
  void retire(const StageBlock& block, std::shared_ptr<const Progress> owner, uint64_t sequence);
  // The same for a block of allocateHeld; it no longer counts as held.
  void retireHeld(const StageBlock& block, std::shared_ptr<const Progress> owner, uint64_t sequence);
  uint64_t freeBytes();

 private:
  struct Pending {
    StageBlock block;
    std::shared_ptr<const Progress> owner;
    uint64_t sequence;
  };
  void sweep(bool all);
  void mark(const StageBlock& block, bool used);
  struct Turn {
    uint64_t nextPage = 0;
  };
  std::optional<StageBlock> find(Turn& turn, uint64_t begin, uint64_t pages);
  std::optional<uint64_t> freeRun(uint64_t begin, uint64_t end, uint64_t pages) const;

  std::mutex mMutex;
  std::span<std::byte> mMemory;
  const bool mAuditFill;
  uint64_t mPages;
  uint64_t mFreePages;
  uint64_t mHeldPages = 0;
  Turn mTransient, mHeld;
  std::vector<uint64_t> mUsed;  // a bit per page
  std::deque<Pending> mPending;
};

}  // namespace record
