// SPDX-License-Identifier: Apache-2.0
// Gives types the std140 memory layout: each type gets a decorated twin, in which bool is stored as uint.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "shader/spirv/types.h"

namespace shader {

class Std140 {
 public:
  struct Layout {
    uint32_t type = 0;  // the decorated twin; scalars, vectors and matrices of numbers are their own
    uint32_t sizeBytes = 0, alignBytes = 0;
    uint32_t matrixStrideBytes = 0;  // of the matrix inside, if there is one
  };

  explicit Std140(spirv::Module& module) : mModule(module) {}

  Layout layout(uint32_t declaredType, bool rowMajor = false);

  // A Block-decorated structure of these members; offsets go to `offsetsBytes`, the padded size is returned
  // in the layout. Names of members are the caller's.
  Layout block(const std::vector<uint32_t>& declaredMembers, const std::vector<bool>& rowMajor,
               std::vector<uint32_t>* offsetsBytes);

 private:
  Layout scalarOrVector(uint32_t type);
  Layout matrix(uint32_t type, bool rowMajor);
  Layout array(uint32_t type, bool rowMajor);
  Layout structure(uint32_t type, bool rowMajor);

  spirv::Module& mModule;
  std::map<std::pair<uint32_t, bool>, Layout> mKnown;
};

}  // namespace shader
