// SPDX-License-Identifier: Apache-2.0
// GL's uniform types taken apart: what a component is and how many there are.
#pragma once

#include <cstdint>

namespace gl {

enum class UniformBase : uint8_t { None, Float, Double, Int, Uint, Bool, Sampler, Image };

struct UniformType {
  UniformBase base = UniformBase::None;
  uint8_t columns = 1;  // 1 for scalars and vectors
  uint8_t rows = 1;     // components of a column

  constexpr uint32_t components() const { return uint32_t{columns} * rows; }
  constexpr bool isMatrix() const { return columns > 1; }
  constexpr uint32_t componentBytes() const { return base == UniformBase::Double ? 8 : 4; }
};

// GL_FLOAT_VEC4 and its like; None for numbers that are no uniform type.
UniformType uniformType(uint32_t glType);

}  // namespace gl
