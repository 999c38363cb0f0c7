// SPDX-License-Identifier: Apache-2.0
// How large a module is once every call stands for the body that it calls.
#pragma once

#include "shader/spirv/module.h"

namespace shader::spirv {

// Translators and drivers walk or inline calls one by one: 64 functions that call each other twice would keep
// them busy for ever. Modules above this are refused.
inline constexpr uint64_t kMostUnfoldedInstructions = 2'000'000;

// Instructions of the entry function with all calls unfolded; saturates, also for recursion.
uint64_t unfoldedInstructions(const Module& module);

}  // namespace shader::spirv
