// SPDX-License-Identifier: Apache-2.0
#include "record/event_queue.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace record {
namespace {

struct Entry {
  uint32_t stream = 0;
  uint32_t sizeBytes = 0;
};

uint64_t entryBytes(uint32_t eventBytes) { return sizeof(Entry) + ((uint64_t{eventBytes} + 7) & ~uint64_t{7}); }

void copyIn(std::span<std::byte> ring, uint64_t cursor, const void* from, size_t sizeBytes) {
  const size_t place = cursor & (ring.size() - 1), first = std::min(sizeBytes, ring.size() - place);
  std::memcpy(ring.data() + place, from, first);
  std::memcpy(ring.data(), static_cast<const std::byte*>(from) + first, sizeBytes - first);
}

void copyOut(std::span<const std::byte> ring, uint64_t cursor, void* to, size_t sizeBytes) {
  const size_t place = cursor & (ring.size() - 1), first = std::min(sizeBytes, ring.size() - place);
  std::memcpy(to, ring.data() + place, first);
  std::memcpy(static_cast<std::byte*>(to) + first, ring.data(), sizeBytes - first);
}

}  // namespace

EventMemory createEvents(std::span<std::byte> segment) {
  (new (segment.data()) EventControl)->spaceBell.useBarriers();
  return viewEvents(segment);
}

EventMemory viewEvents(std::span<std::byte> segment) {
  if (segment.size() < kEventControlBytes + kEventMinBytes || !std::has_single_bit(segment.size() - kEventControlBytes))
    return {};
  return {std::launder(reinterpret_cast<EventControl*>(segment.data())), segment.subspan(kEventControlBytes)};
}

bool EventWriter::hasRoom(uint64_t sizeBytes) const {
  const uint64_t tail = mControl->tail.load(std::memory_order_acquire);
  // A tail from the future is a lie of the peer; its events are then its own loss.
  const uint64_t used = tail > mHead ? 0 : mHead - tail;
  return used + sizeBytes <= mData.size();
}

bool EventWriter::put(uint32_t stream, const void* bytes, uint32_t sizeBytes, const std::function<void()>& onFull,
                      const std::function<bool()>& stopped) {
  std::lock_guard lock(mMutex);
  const uint64_t size = entryBytes(sizeBytes);
  if (!hasRoom(size)) {
    onFull();
    while (!hasRoom(size)) {
      if (stopped()) return false;
      mControl->spaceBell.park(Bell::kForever, [&] { return hasRoom(size) || stopped(); });
    }
  }
  const Entry entry{stream, sizeBytes};
  copyIn(mData, mHead, &entry, sizeof entry);
  copyIn(mData, mHead + sizeof entry, bytes, sizeBytes);
  mHead += size;
  mControl->head.store(mHead, std::memory_order_release);
  return true;
}

uint32_t EventReader::take(uint32_t& stream, std::byte (&bytes)[pipe::kMaxEventBytes], bool& broken) {
  const uint64_t tail = mTail.load(std::memory_order_relaxed);
  const uint64_t head = mControl->head.load(std::memory_order_acquire);
  if (head == tail) return 0;
  Entry entry;
  if (head < tail || head - tail > mData.size() || head - tail < sizeof entry) {
    broken = true;
    return 0;
  }
  copyOut(mData, tail, &entry, sizeof entry);
  if (entry.sizeBytes == 0 || entry.sizeBytes > sizeof bytes || entryBytes(entry.sizeBytes) > head - tail) {
    broken = true;
    return 0;
  }
  copyOut(mData, tail + sizeof entry, bytes, entry.sizeBytes);
  stream = entry.stream;
  mTail.store(tail + entryBytes(entry.sizeBytes), std::memory_order_relaxed);
  return entry.sizeBytes;
}

void EventReader::publish() {
  mControl->tail.store(mTail.load(std::memory_order_relaxed), std::memory_order_release);
  mControl->spaceBell.ringIfParked();
}

}  // namespace record
