// SPDX-License-Identifier: Apache-2.0
// The whole way: GLSL source, linked SPIR-V, ESSL text, and a real driver that compiles and links it.
#include "backends/gles/essl.h"

#include "backends/gles/essl_driver.h"
#include "shader/spirv/lower_texture_dim.h"
#include "shader/compile.h"
#include "shader/spirv/module.h"

namespace gles {
namespace {

shader::Limits limitsForTests() {
  shader::Limits limits;
  limits.compatibility = true;
  limits.maxTextureUnits = 16;
  return limits;
}

}  // namespace

std::shared_ptr<const shader::Program> linkProgram(const EsslCase& c, std::vector<std::string> xfb) {
  shader::LinkInput input;
  const std::pair<shader::Stage, const char*> sources[] = {{shader::Stage::Vertex, c.vertex},
                                                           {shader::Stage::Geometry, c.geometry},
                                                           {shader::Stage::Fragment, c.fragment}};
  for (const auto& [stage, source] : sources) {
    if (!source) continue;
    const shader::CompileResult compiled = shader::compile(stage, source, limitsForTests());
    EXPECT_TRUE(compiled.stage) << c.name << ": " << compiled.infoLog;
    if (!compiled.stage) return nullptr;
    input.stages.push_back(compiled.stage);
  }
  input.xfbVaryings = std::move(xfb);
  input.xfbMode = GL_INTERLEAVED_ATTRIBS;
  const shader::LinkResult linked = shader::link(input, limitsForTests());
  EXPECT_TRUE(linked.program) << c.name << ": " << linked.infoLog;
  return linked.program;
}

namespace {

class EsslCases : public testing::TestWithParam<EsslCase> {};

// Each source links to SPIR-V that SPIRV-Tools accepts for OpenGL.
TEST_P(EsslCases, LinksToValidSpirv) {
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  for (const shader::StageCode& code : program->code) EXPECT_EQ(validationErrors(code.spirv), "");
}

// Each source's translation is accepted by the driver's compiler and linker.
TEST_P(EsslCases, DriverCompilesAndLinks) {
  REQUIRE_DRIVER();
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  const GLuint name = buildOnDriver(GetParam(), *program);
  EXPECT_NE(name, 0u);
  glDeleteProgram(name);
}

// Lowering 1D and rectangle textures leaves a module that is still valid.
TEST_P(EsslCases, TextureLoweringStaysValid) {
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  for (const shader::StageCode& code : program->code) {
    auto module = shader::spirv::Module::parse(code.spirv);
    ASSERT_TRUE(module);
    lowerTextureDimensions(*module);
    EXPECT_EQ(validationErrors(module->emit()), "");
  }
}

INSTANTIATE_TEST_SUITE_P(All, EsslCases, testing::ValuesIn(kEsslCases),
                         [](const auto& info) { return std::string(info.param.name); });

// What is not SPIR-V, and what SPIRV-Cross cannot express, comes back as an error.
TEST(EsslTranslation, RefusesWhatItCannotTranslate) {
  EXPECT_FALSE(toEssl({}, shader::Stage::Vertex, {}).ok);
  const std::vector<uint32_t> garbage(100, 0xdeadbeef);
  const EsslResult result = toEssl(garbage, shader::Stage::Fragment, {});
  EXPECT_FALSE(result.ok);
  EXPECT_FALSE(result.error.empty());
  shader::Limits limits = limitsForTests();
  limits.glslVersion = 400;
  shader::LinkInput input;
  input.stages = {shader::compile(shader::Stage::Fragment,
                                  "#version 400\nuniform dvec4 d; out vec4 o; void main() { o = vec4(d); }",
                                  limits)
                      .stage};
  const auto doubles = shader::link(input, limits);
  ASSERT_TRUE(doubles.program) << doubles.infoLog;
  EXPECT_FALSE(toEssl(doubles.program->code[0].spirv, shader::Stage::Fragment, {}).ok);
}

// Options change what they name: interpolation, block binding, version. No output is added: each one more makes a
// driver's vertices larger.
TEST(EsslTranslation, OptionsAreFollowed) {
  const auto program =
      linkProgram({"options",
                   "#version 130\nin vec4 p; uniform vec4 k; noperspective out vec4 v; void main() { "
                   "gl_Position = v = p * k; }",
                   "#version 130\nnoperspective in vec4 v; out vec4 o; void main() { o = v; }"});
  ASSERT_TRUE(program);
  const auto text = [&](const EsslOptions& options) {
    return toEssl(program->code[0].spirv, shader::Stage::Vertex, options).text;
  };
  EsslOptions options;
  EXPECT_EQ(text(options).find("gl_PointSize"), std::string::npos);
  EXPECT_EQ(text(options).find("noperspective"), std::string::npos);
  EXPECT_NE(text(options).find("#version 320 es"), std::string::npos);
  options = {310, 7, true};
  EXPECT_NE(text(options).find("noperspective out"), std::string::npos);
  EXPECT_NE(text(options).find("layout(binding = 7, std140)"), std::string::npos);
  EXPECT_NE(text(options).find("#version 310 es"), std::string::npos);
}

}  // namespace
}  // namespace gles
