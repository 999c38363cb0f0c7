// SPDX-License-Identifier: Apache-2.0
// SPIRV-Tools judges and prints the modules; the library itself does not link it for that.
#include "shader/link_fixture.h"

#include <spirv-tools/libspirv.hpp>

#include "shader/spirv/strip.h"
#include "shader/stage.h"

namespace shader {

Limits testLimits() {
  Limits limits;
  limits.compatibility = true;
  return limits;
}

LinkResult linkSources(Sources sources, LinkInput input, const Limits& limits) {
  for (const auto& [stage, source] : sources) {
    CompileResult compiled = compile(stage, source, limits);
    EXPECT_TRUE(compiled.stage) << compiled.infoLog << source;
    input.stages.push_back(compiled.stage);
  }
  return link(input, limits);
}

std::shared_ptr<const Program> program(Sources sources, LinkInput input, const Limits& limits) {
  LinkResult result = linkSources(sources, std::move(input), limits);
  EXPECT_TRUE(result.program) << result.infoLog;
  if (!result.program) return nullptr;
  for (const StageCode& code : result.program->code) EXPECT_EQ(validationErrors(code.spirv), "");
  return result.program;
}

std::string validationErrors(const std::vector<uint32_t>& words) {
  std::string errors;
  spvtools::SpirvTools tools(SPV_ENV_OPENGL_4_5);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    errors += std::string(message) + "\n";
  });
  return tools.Validate(words) ? "" : errors + "invalid";
}

std::string disassembly(const Program& program, Stage stage) {
  std::string text;
  const StageCode* code = codeOf(program, stage);
  if (code)
    spvtools::SpirvTools(SPV_ENV_OPENGL_4_5)
        .Disassemble(code->spirv, &text, SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES);
  return text;
}

LinkedStage rawStage(Stage stage, const std::string& source) {
  const CompileResult compiled = compile(stage, source, testLimits());
  LinkedStage linked;
  linked.stage = stage;
  EXPECT_TRUE(compiled.stage && compiled.stage->front().linked) << compiled.infoLog;
  if (!compiled.stage) return linked;
  linked.module = *spirv::Module::parse(compiled.stage->front().spirv);
  linked.boolMembers = compiled.stage->front().boolMembers;
  spirv::strip(linked.module);
  return linked;
}

const Uniform* uniformNamed(const Program& program, std::string_view name) {
  for (const Uniform& u : program.uniforms)
    if (u.name == name) return &u;
  return nullptr;
}

const StageCode* codeOf(const Program& program, Stage stage) {
  for (const StageCode& code : program.code)
    if (code.stage == stage) return &code;
  return nullptr;
}

}  // namespace shader
