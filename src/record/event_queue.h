// SPDX-License-Identifier: Apache-2.0
// What comes back without being asked for: one ring of events per session, written by all appliers (under a mutex of
// the server), read by whichever client thread waits or drains.
//
// Events are never dropped. When the ring is full, the writing applier stops inside its record, parked, until a client
// thread drains; every wait of every client thread does. Entries are {u32 stream, u32 sizeBytes} and the encoded event,
// padded to 8 bytes; unlike records they may wrap, because they are copied out whole in both directions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

#include "pipe/events.gen.h"
#include "record/bell.h"

namespace record {

struct EventControl {
  alignas(64) std::atomic<uint64_t> head{0};  // written by the server
  alignas(64) std::atomic<uint64_t> tail{0};  // written by the client
  alignas(64) Bell spaceBell;                 // the server parks here when the ring is full
};
inline constexpr size_t kEventControlBytes = 4096;
inline constexpr size_t kEventDataBytes = size_t{256} << 10;
// Smallest ring that tests may ask for: a few entries.
inline constexpr size_t kEventMinBytes = 256;
static_assert(sizeof(EventControl) <= kEventControlBytes);

struct EventMemory {
  EventControl* control = nullptr;
  std::span<std::byte> data;
};
EventMemory createEvents(std::span<std::byte> segment);
EventMemory viewEvents(std::span<std::byte> segment);

// The server's side. Any applier.
class EventWriter {
 public:
  explicit EventWriter(EventMemory memory) : mControl(memory.control), mData(memory.data) {}
  // Waits for room; `onFull` is called once before parking, `stopped` ends the wait. False if stopped.
  bool put(uint32_t stream, const void* bytes, uint32_t sizeBytes, const std::function<void()>& onFull,
           const std::function<bool()>& stopped);
  void wake() { mControl->spaceBell.ring(); }

 private:
  bool hasRoom(uint64_t sizeBytes) const;
  std::mutex mMutex;
  EventControl* mControl;
  std::span<std::byte> mData;
  uint64_t mHead = 0;
};

// The client's side; callers serialise.
class EventReader {
 public:
  explicit EventReader(EventMemory memory) : mControl(memory.control), mData(memory.data) {}
  bool hasEvents() const {
    return mControl->head.load(std::memory_order_acquire) != mTail.load(std::memory_order_relaxed);
  }
  // Takes one event; 0 bytes if there is none. `broken` if the peer's cursor or sizes are impossible.
  uint32_t take(uint32_t& stream, std::byte (&bytes)[pipe::kMaxEventBytes], bool& broken);
  // Lets the server know of the room that take() made.
  void publish();

 private:
  EventControl* mControl;
  std::span<std::byte> mData;
  std::atomic<uint64_t> mTail{0};  // atomic only for hasEvents() from other threads
};

}  // namespace record
