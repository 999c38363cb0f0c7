// SPDX-License-Identifier: Apache-2.0
// The server's side of handles: objects by slot in chunks that never move, with the generation checked at each look.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "base/handle.h"

namespace base {

// Look-ups take no lock and may run beside insertions from other threads: a chunk is published with release and
// never moves. Two threads must not insert or erase the same slot at once; the stream rules of the pipe see to that.
template <class Kind, class T, uint32_t kMaxSlots = 1u << 20>
class SlotTable {
 public:
  static constexpr uint32_t kChunk = 1024;
  // Null for a stale, unknown or null handle.
  T* find(Handle<Kind> handle) const {
    if (!handle || handle.slot >= kMaxSlots) return nullptr;
    Chunk* chunk = mChunks[handle.slot / kChunk].load(std::memory_order_acquire);
    if (!chunk) return nullptr;
    Entry& entry = (*chunk)[handle.slot % kChunk];
    return entry.generation == handle.generation ? entry.object.get() : nullptr;
  }
  // Null if the slot is out of range or the handle does not follow the slot's history.
  T* insert(Handle<Kind> handle, std::unique_ptr<T> object) {
    if (!handle || handle.slot >= kMaxSlots) return nullptr;
    Entry& entry = (*chunkFor(handle.slot))[handle.slot % kChunk];
    if (entry.object || handle.generation <= entry.generation) return nullptr;
    entry.generation = handle.generation;
    entry.object = std::move(object);
    return entry.object.get();
  }
  // Null if there is nothing alive of that name.
  std::unique_ptr<T> erase(Handle<Kind> handle) {
    return find(handle) ? std::move((*chunkFor(handle.slot))[handle.slot % kChunk].object) : nullptr;
  }
  template <class F>
  void forEach(F&& visit) {
    for (auto& slot : mChunks)
      if (Chunk* chunk = slot.load(std::memory_order_acquire))
        for (Entry& entry : *chunk)
          if (entry.object) visit(*entry.object);
  }
  ~SlotTable() {
    for (auto& slot : mChunks) delete slot.load();
  }

 private:
  struct Entry {
    uint32_t generation = 0;
    std::unique_ptr<T> object;
  };
  using Chunk = std::array<Entry, kChunk>;
  Chunk* chunkFor(uint32_t slot) {
    auto& place = mChunks[slot / kChunk];
    if (Chunk* chunk = place.load(std::memory_order_acquire)) return chunk;
    std::lock_guard lock(mGrow);
    if (!place.load(std::memory_order_relaxed)) place.store(new Chunk, std::memory_order_release);
    return place.load(std::memory_order_relaxed);
  }
  std::array<std::atomic<Chunk*>, kMaxSlots / kChunk> mChunks{};
  std::mutex mGrow;
};

}  // namespace base
