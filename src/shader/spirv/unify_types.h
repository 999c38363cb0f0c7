// SPDX-License-Identifier: Apache-2.0
// Editing a type in place can make it equal to another one, which SPIR-V forbids for all but arrays and
// structures.
#pragma once

#include "shader/spirv/module.h"

namespace shader::spirv {

// Merges equal types, and what they make equal in turn. Arrays and structures stay apart: their layouts may
// differ.
void unifyTypes(Module& module);

}  // namespace shader::spirv
