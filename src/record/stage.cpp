// SPDX-License-Identifier: Apache-2.0
#include "record/stage.h"

#include <algorithm>
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

std::optional<StageBlock> StageAllocator::find(uint64_t pages, bool fromTop) {
  if (pages > mFreePages) return {};
  uint64_t run = 0;
  for (uint64_t i = 0; i < mPages; ++i) {
    const uint64_t page = fromTop ? mPages - 1 - i : i;
    if (!fromTop && page % 64 == 0 && mUsed[page / 64] == ~uint64_t{0}) {
      run = 0;
      i += 63;
      continue;
    }
    run = used(page) ? 0 : run + 1;
    if (run < pages) continue;
    const uint64_t first = fromTop ? page : page + 1 - pages;
    const StageBlock block{first * kPageBytes, pages * kPageBytes};
    mark(block, true);
    return block;
  }
  return {};
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
  if (auto block = find(pagesFor(sizeBytes), false)) return block;
  sweep(true);
  return find(pagesFor(sizeBytes), false);
}

std::optional<StageBlock> StageAllocator::allocateHeld(uint64_t sizeBytes) {
  const uint64_t pages = pagesFor(sizeBytes);
  std::lock_guard lock(mMutex);
  if (mHeldPages + pages > mPages / 2) return {};
  sweep(true);
  auto block = find(pages, true);
  // Held blocks stay in the upper half, so that the lower one always empties.
  if (block && block->offsetBytes < mPages / 2 * kPageBytes) {
    mark(*block, false);
    return {};
  }
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
