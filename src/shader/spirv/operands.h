// SPDX-License-Identifier: Apache-2.0
// Which operand words of an instruction are ids: literals (masks, indices, strings, constants) are told apart
// here for the instructions that OpenGL shaders use, so that renumbering and liveness never take a literal
// for an id.
#pragma once

#include <cstdint>
#include <functional>

namespace shader::spirv {
struct Instruction;

// Calls `visit` for each operand that is an id (not the result, not the result type).
void forEachId(Instruction& instruction, const std::function<void(uint32_t&)>& visit);
void forEachId(const Instruction& instruction, const std::function<void(uint32_t)>& visit);

// Operand position of the image-operands mask of a sampling, fetch, gather, read or write; 0 if it has none.
uint32_t imageOperandsAt(const Instruction& instruction);

}  // namespace shader::spirv
