// SPDX-License-Identifier: Apache-2.0
// What the tests of this folder share: sources in, linked and validated program out.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "shader/compile.h"
#include "shader/link_context.h"

namespace shader {

using Sources = std::initializer_list<std::pair<Stage, std::string>>;

Limits testLimits();  // compatibility allowed

// Compiles (which must succeed) and links; `input` carries bindings and varyings.
LinkResult linkSources(Sources sources, LinkInput input = {}, const Limits& limits = testLimits());

// Links what must link; each stage's SPIR-V is validated for OpenGL. Null after a failure, which is reported.
std::shared_ptr<const Program> program(Sources sources, LinkInput input = {},
                                       const Limits& limits = testLimits());

// Empty when SPIRV-Tools accepts the module.
std::string validationErrors(const std::vector<uint32_t>& words);

// Human-readable SPIR-V of a stage, with names.
std::string disassembly(const Program& program, Stage stage);

// One compiled stage as the passes see it, before any of them ran.
LinkedStage rawStage(Stage stage, const std::string& source);

const Uniform* uniformNamed(const Program& program, std::string_view name);
const StageCode* codeOf(const Program& program, Stage stage);

// Vertex and fragment sources that add nothing of their own.
inline constexpr const char* kPlainVertex = "#version 130\nin vec4 p; void main() { gl_Position = p; }";
inline constexpr const char* kPlainFragment = "#version 130\nout vec4 o; void main() { o = vec4(1); }";

}  // namespace shader
