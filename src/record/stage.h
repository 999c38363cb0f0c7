// SPDX-License-Identifier: Apache-2.0
// The session's stage: memory for bulk bytes that records name by offset. The client allocates; the server only reads.
//
// Space is free again when the stream that named it has applied the naming record. Blocks lent to maps are held without
// limit of time, so they come from the top, at most half of the stage, and never stand in the way of the transient
// blocks at the bottom. Transient blocks are cut by each stream from a chunk of its own, without a lock; chunks and
// large blocks go through the mutex here. First fit from the bottom keeps the touched memory as small as the use.
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
  // auditFill: freed memory is overwritten, so that a late reader shows.
  StageAllocator(std::span<std::byte> memory, bool auditFill);

  std::span<std::byte> memory() const { return mMemory; }
  bool contains(const std::byte* address) const {
    return address >= mMemory.data() && address < mMemory.data() + mMemory.size();
  }
  // Contiguous pages for at least sizeBytes; none if there is no such run now.
  std::optional<StageBlock> allocate(uint64_t sizeBytes);
  // The same from the top, for blocks held by maps; none when half of the stage is held.
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
  std::optional<StageBlock> find(uint64_t pages, bool fromTop);
  bool used(uint64_t page) const { return mUsed[page / 64] >> (page % 64) & 1; }

  std::mutex mMutex;
  std::span<std::byte> mMemory;
  const bool mAuditFill;
  uint64_t mPages;
  uint64_t mFreePages;
  uint64_t mHeldPages = 0;
  std::vector<uint64_t> mUsed;  // a bit per page
  std::deque<Pending> mPending;
};

}  // namespace record
