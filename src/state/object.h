// SPDX-License-Identifier: Apache-2.0
// What all GL objects have in common: name, label, identity that never repeats, and the tracker's slot.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace state {

// Process-wide, never 0, never repeats: tells two objects apart that had the same GL name or address.
inline uint64_t nextSerial() {
  static std::atomic<uint64_t> counter{0};
  return counter.fetch_add(1, std::memory_order_relaxed) + 1;
}

struct Object {
  explicit Object(uint32_t glName) : name(glName) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  // Parameters or storage changed in a way that a holder must look at again. Contents do not count.
  void touch() { changeSerial = nextSerial(); }

  const uint32_t name;
  const uint64_t identity = nextSerial();
  uint64_t changeSerial = nextSerial();
  // The stream that last wrote it and how far that stream had come; kept by the tracker.
  uint32_t writerStream = 0;
  uint64_t writerSequence = 0;
  std::string label;       // KHR_debug
  bool deleted = false;    // name is free; the object lives on while something holds it
};

// Pipe handle kept for the tracker, opaque here: {slot, generation}; {0, 0} = none yet.
struct TrackerSlot {
  uint32_t slot = 0;
  uint32_t generation = 0;
};

}  // namespace state
