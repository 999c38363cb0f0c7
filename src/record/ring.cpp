// SPDX-License-Identifier: Apache-2.0
#include "record/ring.h"

#include <algorithm>
#include <bit>
#include <new>

namespace record {

namespace {

constexpr size_t kScratchBytes = 4096, kPrefetchBytes = 512;

// Most records are a few words long: a call would cost more than the copy.
void copyWords(std::byte* to, const std::byte* from, size_t sizeBytes) {
  if (sizeBytes > 64) {
    std::memcpy(to, from, sizeBytes);
    return;
  }
  for (size_t at = 0; at < sizeBytes; at += 8) std::memcpy(to + at, from + at, 8);
}

}  // namespace

size_t ringDataBytes(size_t maxDataBytes) { return std::bit_ceil(std::max(maxDataBytes, kRingStartBytes)); }

RingMemory createRing(std::span<std::byte> segment) {
  (new (segment.data()) RingControl)->serverBell.useBarriers();
  return viewRing(segment);
}

RingMemory viewRing(std::span<std::byte> segment) {
  if (segment.size() <= kRingControlBytes || !std::has_single_bit(segment.size() - kRingControlBytes)) return {};
  return {std::launder(reinterpret_cast<RingControl*>(segment.data())), segment.subspan(kRingControlBytes)};
}

bool RingReader::takeControl(const Header& header, Fault& fault) {
  if (header.flags == kPadFlag) {
    mTail += header.sizeBytes;
  } else {
    // Growing while records of the old size are in flight would read them at the wrong place.
    const bool valid = header.flags == kGrowFlag && header.sizeBytes == sizeof(Header) && header.opcode < 40 &&
                       (size_t{1} << header.opcode) > mCapacity && (size_t{1} << header.opcode) <= mData.size() &&
                       mHead - mTail == sizeof(Header);
    if (!valid) {
      fault = Fault::RecordHeader;
      return false;
    }
    mTail += sizeof(Header);
    mCapacity = size_t{1} << header.opcode;
  }
  mControl->tail.store(mTail, std::memory_order_release);
  return true;
}

bool RingReader::next(std::span<const std::byte>& record, Fault& fault) {
  while (true) {
    if (mTail == mHead) {
      mHead = mControl->head.load(std::memory_order_acquire);
      if (mTail == mHead) return false;
      if (mHead < mTail || mHead - mTail > mCapacity || mHead % 8 != 0) {
        fault = Fault::RecordHeader;
        mHead = mTail;
        return false;
      }
    }
    const size_t place = mTail & (mCapacity - 1);
    // The writer's lines lie in another core's cache: ask for those of the records to come while this one is applied.
    __builtin_prefetch(mData.data() + ((place + kPrefetchBytes) & (mCapacity - 1)));
    Header header;
    std::memcpy(&header, mData.data() + place, sizeof header);
    const size_t limit = std::min<uint64_t>(mHead - mTail, mCapacity - place);
    if (header.sizeBytes < sizeof header || header.sizeBytes % 8 != 0 || header.sizeBytes > limit) {
      fault = Fault::RecordHeader;
      return false;
    }
    if (header.flags != 0) {
      if (!takeControl(header, fault)) return false;
      continue;
    }
    if (mScratch.size() < header.sizeBytes) mScratch.resize(std::max<size_t>(header.sizeBytes, kScratchBytes));
    copyWords(mScratch.data(), mData.data() + place, header.sizeBytes);
    // The peer may have changed the header since; the checked copy counts.
    std::memcpy(mScratch.data(), &header, sizeof header);
    record = {mScratch.data(), header.sizeBytes};
    mCurrentBytes = header.sizeBytes;
    return true;
  }
}

void RingReader::publish() {
  mApplied = mTaken;
  mControl->tail.store(mTail, std::memory_order_release);
  mControl->applied.store(mApplied, std::memory_order_release);
}

}  // namespace record
