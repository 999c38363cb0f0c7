// SPDX-License-Identifier: Apache-2.0
// From locations to uniforms, and from values to the blocks of the stages that use them.
//
// Each stage has its own image of the default block, so one glUniform call may write several images. Bytes
// are compared first: applications set the same values over and over, and what did not change must not
// travel.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "gl/context.h"

namespace gl {

struct UniformSlot {
  const shader::Uniform* uniform = nullptr;
  uint32_t index = 0;  // among the active uniforms
  uint32_t element = 0;
  explicit operator bool() const { return uniform != nullptr; }
};

// Empty for locations that name nothing, -1 among them.
inline UniformSlot uniformAt(const state::Executable& executable, int32_t location) {
  if (static_cast<uint32_t>(location) >= executable.locations.size()) return {};
  const auto [index, element] = executable.locations[static_cast<uint32_t>(location)];
  if (index == ~0u) return {};
  return {&executable.program->uniforms[index], index, element};
}

// Copies bytes into one stage's block unless they are there already.
[[gnu::always_inline]] inline bool writeIfChanged(state::Executable& executable, size_t stage,
                                                  uint32_t offset, const void* bytes, uint32_t sizeBytes) {
  std::byte* to = executable.blocks[stage].data() + offset;
  if (std::memcmp(to, bytes, sizeBytes) == 0) return false;
  std::memcpy(to, bytes, sizeBytes);
  executable.dirty[stage].add(offset, offset + sizeBytes);
  return true;
}

// Calls visit(stage, offset of element 0) for each stage that uses the uniform.
template <class F>
inline void forEachPlacement(const shader::Uniform& uniform, F&& visit) {
  for (uint32_t rest = uniform.stages; rest != 0; rest &= rest - 1) {
    const size_t stage = static_cast<size_t>(std::countr_zero(rest));
    const int32_t offset = uniform.placement[stage].offsetBytes;
    if (offset >= 0) visit(stage, static_cast<uint32_t>(offset));
  }
}

}  // namespace gl
