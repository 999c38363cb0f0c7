// SPDX-License-Identifier: Apache-2.0
// Shader and program objects by name, and who keeps them alive (GL 4.6 core §7.1, §7.3).
#pragma once

#include <cstdint>
#include <memory>

#include "gl/context.h"

namespace gl {

// Both report INVALID_VALUE for a name that GL does not know and INVALID_OPERATION for the other kind.
std::shared_ptr<state::Program> needProgram(const Context& ctx, const char* command, uint32_t name);
std::shared_ptr<state::Shader> needShader(const Context& ctx, const char* command, uint32_t name);
std::shared_ptr<state::Program> findProgram(const Context& ctx, uint32_t name);
std::shared_ptr<state::Shader> findShader(const Context& ctx, uint32_t name);

// Facts of the newest link if that was a success, else null: queries answer from here.
const shader::Program* linkedFacts(const state::Program& program);

// Makes the program (or none) current in the context. The old one goes if it was marked for deletion and this
// was its last use; a context calls this with null before it dies.
void makeProgramCurrent(Context& ctx, std::shared_ptr<state::Program> program);
// Contexts draw with this executable from now on. Marks everything that depends on it.
void installExecutable(Context& ctx, std::shared_ptr<state::Executable> executable);

}  // namespace gl
