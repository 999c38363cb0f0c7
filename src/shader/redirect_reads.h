// SPDX-License-Identifier: Apache-2.0
// Redirects reads of variables to places inside blocks whose types have another layout: the step that gathers
// loose uniforms and gives blocks a layout.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "shader/spirv/module.h"

namespace shader {

struct Redirection {
  uint32_t base = 0;             // the block variable
  std::vector<uint32_t> prefix;  // ids of constant indices in front of the original ones
  uint32_t declaredType = 0;     // type of the original variable
  uint32_t storedType = 0;       // its decorated twin
  spv::StorageClass storage = spv::StorageClassUniform;
};

// Leaves whose stored type differs (bool) are converted, whole aggregates are read leaf by leaf. Returns
// false when a redirected variable is used by anything but access chains and loads.
bool redirectReads(spirv::Module& module, const std::unordered_map<uint32_t, Redirection>& redirections);

}  // namespace shader
