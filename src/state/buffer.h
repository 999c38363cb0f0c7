// SPDX-License-Identifier: Apache-2.0
// Buffer objects. The client keeps no copy of contents except of ranges that something needs (see Shadow).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "base/gl_enums.gen.h"
#include "state/object.h"

namespace state {

struct Buffer : Object {
  using Object::Object;

  uint64_t sizeBytes = 0;
  uint32_t usage = glenum::STATIC_DRAW_;
  uint32_t storageFlags = 0;
  bool immutable = false;
  bool created = false;        // bound at least once (glIsBuffer)
  bool defined = false;        // some byte of the present storage was written
  bool gpuWritten = false;     // a GPU write may have happened since the shadow was taken
  uint32_t boundAs = 0;        // mask of uses, a hint for drivers

  // Mapping (GL 4.6 core §6.3). pointer null = not mapped.
  struct Map {
    std::byte* pointer = nullptr;
    uint64_t offsetBytes = 0, lengthBytes = 0;
    uint32_t access = 0;       // GL_MAP_*_BIT
    bool fromStage = false;    // memory came from the stream's stage
    // Else the memory of a plain map: a buffer may end while it is mapped.
    struct BlockDelete {
      void operator()(std::byte* block) const { ::operator delete(block, std::align_val_t{kBlockAlignment}); }
    };
    static constexpr size_t kBlockAlignment = 64;  // GL_MIN_MAP_BUFFER_ALIGNMENT
    std::unique_ptr<std::byte, BlockDelete> block;
    std::vector<std::pair<uint64_t, uint64_t>> flushed;  // offset, length, relative to the map
  } map;

  // Copy of the whole contents; empty unless a client-side read needed it. Kept exact by uploads, dropped by GPU writes.
  std::vector<std::byte> shadow;
  // Persistent mapping memory (64-byte aligned, sizeBytes long) and the last published image's block hashes.
  std::unique_ptr<std::byte[]> persistent;
  std::vector<uint64_t> persistentHashes;
  // What was sent of it, from the first GPU write on; takes the hashes' place.
  std::vector<std::byte> persistentSent;

  TrackerSlot pipe;
};

}  // namespace state
