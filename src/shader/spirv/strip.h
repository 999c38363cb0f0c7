// SPDX-License-Identifier: Apache-2.0
// Removes what the entry point cannot reach: functions, globals, their names and decorations. What remains is
// what OpenGL calls statically used.
#pragma once

#include <functional>

#include "shader/spirv/module.h"

namespace shader::spirv {

// `keep` names globals that stay although nothing uses them.
void strip(Module& module, const std::function<bool(uint32_t id)>& keep = {});

}  // namespace shader::spirv
