// SPDX-License-Identifier: Apache-2.0
#include "record/stage.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace record {
namespace {

uint64_t pagesFor(uint64_t sizeBytes) {
  return std::max<uint64_t>(1, (sizeBytes + StageAllocator::kPageBytes - 1) / StageAllocator::kPageBytes);
}
// Beyond this many waiting blocks an allocation looks at all of them, not only at the oldest.
constexpr size_t kManyPending = 256;
constexpr int kAuditByte = 0xDD;

}  // namespace

StageAllocator::StageAllocator(std::span<std::byte> memory, bool auditFill)
    : mMemory(memory), mAuditFill(auditFill), mPages(memory.size() / kPageBytes), mFreePages(mPages),
      mUsed((mPages + 63) / 64) {}

void StageAllocator::mark(const StageBlock& block, bool used) {
  const uint64_t first = block.offsetBytes / kPageBytes, count = pagesFor(block.sizeBytes);
  for (uint64_t page = first; page < first + count; ++page) {
    const uint64_t bit = uint64_t{1} << (page % 64);
    mUsed[page / 64] = used ? mUsed[page / 64] | bit : mUsed[page / 64] & ~bit;
  }
  mFreePages = used ? mFreePages - count : mFreePages + count;
  if (!used && mAuditFill) std::memset(mMemory.data() + block.offsetBytes, kAuditByte, count * kPageBytes);
}

// The first run of free pages between begin and end.
std::optional<uint64_t> StageAllocator::freeRun(uint64_t begin, uint64_t end, uint64_t pages) const {
  uint64_t run = 0;
  for (uint64_t page = begin; page < end;) {
    const uint64_t bit = page % 64, word = mUsed[page / 64] >> bit;
    // As many pages as the word says the same of.
    const bool taken = word & 1;
    const auto same = static_cast<uint64_t>(taken ? std::countr_one(word) : std::countr_zero(word));
    const uint64_t count = std::min({same, 64 - bit, end - page});
    run = taken ? 0 : run + count;
    page += count;
    if (run >= pages) return page - run;
  }
  return {};
}

std::optional<StageBlock> StageAllocator::find(Turn& turn, uint64_t begin, uint64_t pages) {
  if (pages > mFreePages) return {};
  const uint64_t around = std::min(begin + kTurnBytes / kPageBytes, mPages);
  std::optional<uint64_t> first;
  if (turn.nextPage > begin && turn.nextPage < around) first = freeRun(turn.nextPage, around, pages);
  if (!first) first = freeRun(begin, mPages, pages);
  if (!first) return {};
  turn.nextPage = *first + pages;
  const StageBlock block{*first * kPageBytes, pages * kPageBytes};
  mark(block, true);
  return block;
}

void StageAllocator::sweep(bool all) {
  auto done = [](const Pending& pending) { return pending.owner->applied() >= pending.sequence; };
  while (!mPending.empty() && done(mPending.front())) {
    mark(mPending.front().block, false);
    mPending.pop_front();
  }
  if (!all) return;
  std::erase_if(mPending, [&](const Pending& pending) {
    if (!done(pending)) return false;
    mark(pending.block, false);
    return true;
  });
}

std::optional<StageBlock> StageAllocator::allocate(uint64_t sizeBytes) {
  std::lock_guard lock(mMutex);
  sweep(mPending.size() > kManyPending);
  if (auto block = find(mTransient, 0, pagesFor(sizeBytes))) return block;
  sweep(true);
  return find(mTransient, 0, pagesFor(sizeBytes));
}

std::optional<StageBlock> StageAllocator::allocateHeld(uint64_t sizeBytes) {
  const uint64_t pages = pagesFor(sizeBytes);
  std::lock_guard lock(mMutex);
  if (mHeldPages + pages > mPages / 2) return {};
  sweep(true);
  // Held blocks stay in the upper half, so that the lower one always empties.
  auto block = find(mHeld, mPages - mPages / 2, pages);
  if (block) mHeldPages += pages;
  return block;
}

void StageAllocator::free(const StageBlock& block) {
  std::lock_guard lock(mMutex);
  mark(block, false);
}

void StageAllocator::retire(const StageBlock& block, std::shared_ptr<const Progress> owner, uint64_t sequence) {
  std::lock_guard lock(mMutex);
  mPending.push_back({block, std::move(owner), sequence});
}

void StageAllocator::retireHeld(const StageBlock& block, std::shared_ptr<const Progress> owner, uint64_t sequence) {
  std::lock_guard lock(mMutex);
  mHeldPages -= pagesFor(block.sizeBytes);
  mPending.push_back({block, std::move(owner), sequence});
}

uint64_t StageAllocator::freeBytes() {
  std::lock_guard lock(mMutex);
  sweep(true);
  return mFreePages * kPageBytes;
}

}  // namespace record
