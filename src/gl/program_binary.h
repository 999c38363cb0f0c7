// SPDX-License-Identifier: Apache-2.0
// Program binaries: what a link was given, so that any version of this library with the same compiler can
// link again.
#pragma once

#include <cstdint>

#include "gl/context.h"

namespace gl {

// The one entry of GL_PROGRAM_BINARY_FORMATS. A number that no vendor of the registry uses.
inline constexpr uint32_t kProgramBinaryFormat = 0x4D474C01;

// Bytes of GL_PROGRAM_BINARY_LENGTH; 0 if the program is not linked.
uint64_t programBinarySize(const state::Program& program);

}  // namespace gl
