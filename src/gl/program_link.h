// SPDX-License-Identifier: Apache-2.0
// Turning a program's shaders into what draws use.
#pragma once

#include <memory>

#include "gl/context.h"

namespace gl {

// Every executable is one of these: it remembers what it was linked from, for program binaries. The program's
// own shaders may be detached, changed or gone by then.
struct LinkedExecutable : state::Executable {
  shader::LinkInput input;
  bool retrievable = false;  // GL_PROGRAM_BINARY_RETRIEVABLE_HINT when it was linked
};

// The executable of a successful link, with the initial values of everything.
std::shared_ptr<state::Executable> makeExecutableOf(const Context& ctx, std::shared_ptr<const shader::Program> facts,
                                                    shader::LinkInput input);
// What glLinkProgram is to be given now.
shader::LinkInput linkInputOf(const state::Program& program);
// Links and, on success, makes the result the program's executable and that of the context if it is current
// there. A failure leaves the old executable in use (§7.3).
void linkProgramObject(Context& ctx, state::Program& program, shader::LinkInput input);

}  // namespace gl
