// SPDX-License-Identifier: Apache-2.0
// Turning a program's shaders into what draws use.
#pragma once

#include <memory>

#include "gl/context.h"

namespace gl {

// What glLinkProgram was given; enough to link again (program binaries).
shader::LinkInput linkInputOf(const state::Program& program);
// Links and, on success, makes the result the program's executable and that of the context if it is current there. A
// failure leaves the old executable in use (§7.3).
void linkProgramObject(Context& ctx, state::Program& program, const shader::LinkInput& input);

}  // namespace gl
