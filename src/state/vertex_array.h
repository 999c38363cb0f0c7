// SPDX-License-Identifier: Apache-2.0
// Vertex array objects: attribute formats, buffer bindings and the element buffer (GL 4.6 core §10.3).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "state/buffer.h"
#include "state/object.h"

namespace state {

inline constexpr uint32_t kMaxAttribs = 16;

struct VertexAttrib {
  bool enabled = false;
  uint8_t components = 4;     // 1..4
  bool bgra = false;
  uint8_t kind = 0;           // 0 float, 1 normalized, 2 integer, 3 double
  uint32_t type = glenum::FLOAT_;
  uint32_t relativeOffsetBytes = 0;
  uint32_t binding = 0;
  uint32_t strideGiven = 0;   // as the application gave it (query)
  const void* pointer = nullptr;  // client memory, or the offset as given
};

struct VertexBinding {
  std::shared_ptr<Buffer> buffer;  // null: client memory at attribs[i].pointer
  uint64_t offsetBytes = 0;
  uint32_t strideBytes = 16;
  uint32_t divisor = 0;
};

// Conventional arrays (glVertexPointer and its like), by state::LegacySlot. Apart from the generic ones, because a
// program may use either at one location; they meet at the draw.
struct LegacyArrays {
  std::array<VertexAttrib, kMaxAttribs> attribs;
  std::array<VertexBinding, kMaxAttribs> bindings;
  uint32_t enabledMask = 0;
};

struct VertexArray : Object {
  explicit VertexArray(uint32_t glName) : Object(glName) {
    for (uint32_t i = 0; i < kMaxAttribs; ++i) attribs[i].binding = i;
  }
  std::array<VertexAttrib, kMaxAttribs> attribs;
  std::array<VertexBinding, kMaxAttribs> bindings;
  std::shared_ptr<Buffer> elements;
  uint32_t enabledMask = 0;
  bool created = false;
  std::unique_ptr<LegacyArrays> legacy;  // null until the first conventional array
};

}  // namespace state
