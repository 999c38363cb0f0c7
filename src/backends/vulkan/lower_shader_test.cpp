// SPDX-License-Identifier: Apache-2.0
// GLSL, linked SPIR-V, and what the Vulkan back end makes of it: SPIRV-Tools judges the result for Vulkan.
#include "backends/vulkan/lower_shader.h"

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>

#include <set>

#include "backends/gles/essl_cases.h"
#include "shader/compile.h"
#include "shader/spirv/types.h"

namespace vulkan {
namespace {

using gles::EsslCase;

std::shared_ptr<const shader::Program> linkProgram(const EsslCase& c, std::vector<std::string> xfb = {}) {
  shader::Limits limits;
  limits.compatibility = true;
  shader::LinkInput input;
  const std::pair<shader::Stage, const char*> sources[] = {{shader::Stage::Vertex, c.vertex},
                                                           {shader::Stage::Geometry, c.geometry},
                                                           {shader::Stage::Fragment, c.fragment}};
  for (const auto& [stage, source] : sources) {
    if (!source) continue;
    const shader::CompileResult compiled = shader::compile(stage, source, limits);
    EXPECT_TRUE(compiled.stage) << c.name << ": " << compiled.infoLog;
    if (compiled.stage) input.stages.push_back(compiled.stage);
  }
  input.xfbVaryings = std::move(xfb);
  input.xfbMode = 0x8C8C;
  const shader::LinkResult linked = shader::link(input, limits);
  EXPECT_TRUE(linked.program) << c.name << ": " << linked.infoLog;
  return linked.program;
}

std::string complaints(const std::vector<uint32_t>& words) {
  std::string text;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    text += std::string(message) + "\n";
  });
  if (words.empty()) return "there is no module";
  if (!tools.Validate(words) && text.empty()) text = "invalid";
  return text;
}

// Lowers all stages and returns what the validator says of them.
std::string lowered(const shader::Program& program, LowerOptions options) {
  std::vector<Resource> resources;
  Interface interface;
  shader::Stage last = shader::Stage::Vertex;
  for (const shader::StageCode& code : program.code) {
    const auto module = shader::spirv::Module::parse(code.spirv);
    collectResources(*module, code.stage, resources);
    collectInterface(*module, code.stage, interface);
    if (code.stage < shader::Stage::Fragment) last = std::max(last, code.stage);
  }
  std::vector<XfbCapture> captures;
  for (const shader::XfbVarying& varying : program.xfb) captures.push_back({varying.name, varying.buffer, varying.offsetBytes});
  options.xfb = captures;
  options.xfbStrideBytes = program.xfbStrideBytes;
  std::string text;
  for (const shader::StageCode& code : program.code)
    text += complaints(lowerShader(code.spirv, code.stage, code.stage == last, resources, options));
  return text;
}

class LowerShader : public testing::TestWithParam<EsslCase> {};

// Each source becomes valid for Vulkan, with nothing compiled in.
TEST_P(LowerShader, ValidForVulkan) {
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  EXPECT_EQ(lowered(*program, {}), "");
}

// And with everything: depth, point size, point coordinate, planes that are off, the base instance.
TEST_P(LowerShader, ValidWithAllOptions) {
  const auto program = linkProgram(GetParam());
  ASSERT_TRUE(program);
  LowerOptions options;
  options.shiftDepth = options.pointSize = options.pointCoordAbove = options.drawParameters = true;
  options.unclipped = 0xFF;
  EXPECT_EQ(lowered(*program, options), "");
}

INSTANTIATE_TEST_SUITE_P(All, LowerShader, testing::ValuesIn(gles::kEsslCases),
                         [](const auto& info) { return std::string(info.param.name); });

constexpr EsslCase kBuiltIns = {"builtins", R"(#version 330
in vec4 p; uniform vec4 planes[2]; out vec4 c; flat out int id; out float gl_ClipDistance[2]; out float tail[3];
void main() { gl_Position = p; c = p + float(gl_VertexID); id = gl_InstanceID; gl_ClipDistance[0] = dot(p, planes[0]);
  gl_ClipDistance[1] = dot(p, planes[1]); gl_PointSize = 2.0; for (int i = 0; i < 3; ++i) tail[i] = p.x; })",
                                R"(#version 330
in vec4 c; flat in int id; in float tail[3]; uniform sampler2DRect r; uniform sampler1DArray a; out vec4 o;
void main() { o = c + vec4(id) + texture(r, c.xy) + texture(a, c.xy) + gl_FragCoord + vec4(gl_PointCoord, gl_PointCoord.y, tail[1]); })"};

// Captures of whole outputs, elements of arrays and built-ins, with the position changed afterwards.
TEST(LowerShader, TransformFeedback) {
  const auto program = linkProgram(kBuiltIns, {"gl_Position", "tail[1]", "id", "tail[2]"});
  ASSERT_TRUE(program);
  LowerOptions options;
  options.shiftDepth = true;
  EXPECT_EQ(lowered(*program, options), "");
}

// Members of arrays of blocks become variables with places and interpolation of their own, captured or not.
TEST(LowerShader, BlockArrays) {
  const EsslCase arrays = {"arrays", R"(#version 330
in vec4 p; out Block { centroid vec2 a; mat2 b; flat int c[2]; } blocks[2];
void main() { gl_Position = p; for (int i = 0; i < 2; ++i) { blocks[i].a = p.xy; blocks[i].b = mat2(p); blocks[i].c[i] = 1; } })",
                           R"(#version 330
in Block { centroid vec2 a; mat2 b; flat int c[2]; } blocks[2]; out vec4 o; uniform int i;
void main() { o = vec4(blocks[i].a, blocks[1].b[0]) + float(blocks[0].c[1]); })"};
  const auto program = linkProgram(arrays);
  ASSERT_TRUE(program);
  LowerOptions options;
  options.shiftDepth = true;
  EXPECT_EQ(lowered(*program, options), "");
  for (const shader::StageCode& code : program->code) {
    const auto m = shader::spirv::Module::parse(lowerShader(code.spirv, code.stage, code.stage == shader::Stage::Vertex, {}, {}));
    ASSERT_TRUE(m);
    const bool vertex = code.stage == shader::Stage::Vertex;
    std::multiset<uint32_t> places, centroids;
    for (const uint32_t id : shader::spirv::variables(*m, vertex ? spv::StorageClassOutput : spv::StorageClassInput)) {
      const auto location = m->decoration(id, spv::DecorationLocation);
      if (!location) continue;
      places.insert(*location);
      if (m->decoration(id, spv::DecorationCentroid)) centroids.insert(*location);
    }
    EXPECT_EQ(places, (std::multiset<uint32_t>{0, 1, 3, 5, 6, 8})) << vertex;
    EXPECT_EQ(centroids, (std::multiset<uint32_t>{0, 5})) << vertex;
  }
}

// Slots of all stages get one row of bindings; a slot that two stages use gets one binding.
TEST(LowerShader, Bindings) {
  const EsslCase shared = {"shared", "#version 330\nuniform sampler2D s; in vec4 p; void main() { gl_Position = textureLod(s, p.xy, 0.0); }",
                           "#version 330\nuniform sampler2D s; uniform isampler3D t[2]; uniform Block { vec4 v; } blocks[2]; "
                           "out vec4 o; void main() { o = texture(s, vec2(0)) + vec4(texelFetch(t[1], ivec3(0), 0)) + blocks[1].v; }"};
  const auto program = linkProgram(shared);
  ASSERT_TRUE(program);
  std::vector<Resource> resources;
  for (const shader::StageCode& code : program->code)
    collectResources(*shader::spirv::Module::parse(code.spirv), code.stage, resources);
  ASSERT_EQ(resources.size(), 3u);
  uint32_t both = 0;
  for (size_t i = 0; i < resources.size(); ++i) {
    EXPECT_EQ(resources[i].binding, i);
    const VkShaderStageFlags stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    if (resources[i].stages == stages) ++both;
    if (resources[i].view == VK_IMAGE_VIEW_TYPE_3D) {
      EXPECT_EQ(resources[i].numeric, Numeric::Int);
      EXPECT_EQ(resources[i].count, 2u);
    }
  }
  EXPECT_EQ(both, 1u);
}

// What the fixed parts of a pipeline meet is read from the modules.
TEST(LowerShader, Interface) {
  const auto program = linkProgram(kBuiltIns);
  ASSERT_TRUE(program);
  vulkan::Interface interface;
  for (const shader::StageCode& code : program->code)
    collectInterface(*shader::spirv::Module::parse(code.spirv), code.stage, interface);
  EXPECT_EQ(interface.inputs[0], Numeric::Float);
  EXPECT_EQ(interface.outputs[0], Numeric::Float);
  EXPECT_EQ(interface.clipDistances, 2);
  EXPECT_TRUE(interface.readsPointCoord);
  EXPECT_TRUE(interface.writesPointSize);
}

// Bytes that are no module give no module.
TEST(LowerShader, Garbage) {
  const uint32_t words[] = {0x07230203, 0x10000, 0, 5, 0, 0xFFFFFFFF};
  EXPECT_TRUE(lowerShader(words, shader::Stage::Vertex, true, {}, {}).empty());
}

}  // namespace
}  // namespace vulkan
