// SPDX-License-Identifier: Apache-2.0
// Turns interface variables into variables that only the shader itself sees.
#pragma once

#include "shader/spirv/module.h"

namespace shader::spirv {

// The id stays, its storage class becomes Private; interface decorations go. With `zeroed` it starts as zero.
void makePrivate(Module& module, uint32_t variable, bool zeroed = false);

// Changes the type of a variable; element types must stay, so that pointers derived from it stay right.
void resizeArrayVariable(Module& module, uint32_t variable, uint32_t length);

}  // namespace shader::spirv
