// SPDX-License-Identifier: Apache-2.0
// The lowering steps one by one: what each leaves behind in the module and in the reflection.
#include <gtest/gtest.h>

#include <cstring>

#include "shader/gl_enums.h"
#include "shader/layout_std140.h"
#include "shader/link_fixture.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

float floatAt(const StageCode& code, size_t offset) {
  float value = 0;
  std::memcpy(&value, code.defaultBlockInit.data() + offset, 4);
  return value;
}

bool hasVariable(const Module& m, std::string_view name) {
  for (const Instruction& i : m.globals)
    if (i.op == spv::OpVariable && m.name(i.result) == name) return true;
  return false;
}

// The examples of the specification: vec3 packs with a float behind it, arrays and matrices round up to vec4.
TEST(LayoutStd140, FollowsTheRules) {
  Module m;
  const uint32_t f = floatType(m), vec3 = vectorType(m, f, 3), vec2 = vectorType(m, f, 2);
  const uint32_t mat2x3 = matrixType(m, vec3, 2), b = boolType(m), inner = structType(m, {vec3, b});
  std::vector<uint32_t> offsets;
  Std140 std140(m);
  const auto layout = std140.block({f, vec3, f, vec2, arrayType(m, f, 3), mat2x3, inner, b, vec2},
                                   std::vector<bool>(9, false), &offsets);
  EXPECT_EQ(offsets, (std::vector<uint32_t>{0, 16, 28, 32, 48, 96, 128, 144, 152}));
  EXPECT_EQ(layout.sizeBytes, 160u);
  EXPECT_EQ(typeOp(m, structMembers(m, layout.type)[7]), spv::OpTypeInt) << "bool is stored as uint";
}

// A row-major matrix has one vector for each row.
TEST(LayoutStd140, RowMajorMatricesCountRows) {
  Module m;
  const uint32_t mat2x4 = matrixType(m, vectorType(m, floatType(m), 4), 2);
  EXPECT_EQ(Std140(m).layout(mat2x4, false).sizeBytes, 32u);
  EXPECT_EQ(Std140(m).layout(mat2x4, true).sizeBytes, 64u);
}

// Sizes of absurd arrays stop growing instead of wrapping around to small ones.
TEST(LayoutStd140, HugeArraysDoNotWrapAround) {
  Module m;
  const uint32_t mat4 = matrixType(m, vectorType(m, floatType(m), 4), 4);
  EXPECT_GE(Std140(m).layout(arrayType(m, mat4, 1u << 28)).sizeBytes, 1u << 30);
}

// Built-in blocks fall apart into variables that keep their decorations.
TEST(LowerBuiltinBlocks, SplitsPerVertex) {
  LinkedStage stage = rawStage(Stage::Vertex,
                               "#version 150 compatibility\ninvariant gl_Position; void main() { gl_Position "
                               "= gl_Vertex; gl_FrontColor = gl_Color; gl_PointSize = 1.0; }");
  splitBuiltinBlocks(stage.module);
  bool positionFound = false;
  for (uint32_t id : variables(stage.module, spv::StorageClassOutput)) {
    if (stage.module.name(id) != "gl_Position") continue;
    positionFound = true;
    EXPECT_EQ(stage.module.decoration(id, spv::DecorationBuiltIn), uint32_t{spv::BuiltInPosition});
    EXPECT_TRUE(stage.module.decoration(id, spv::DecorationInvariant));
  }
  EXPECT_TRUE(positionFound);
  EXPECT_TRUE(hasVariable(stage.module, "gl_FrontColor"));
}

// Loose uniforms land in a block of their stage, with the placements that reflection tells.
TEST(GatherUniforms, EachStageHasItsOwnBlock) {
  const auto p = program({{Stage::Vertex,
                           "uniform mat4 mvp; uniform vec4 shade; uniform float unused; attribute vec4 p; "
                           "void main() { gl_Position = mvp * p + shade; }"},
                          {Stage::Fragment,
                           "uniform vec4 shade; uniform vec3 list[2]; void main() { gl_FragColor = shade + "
                           "vec4(list[1], 0.0); }"}});
  ASSERT_TRUE(p);
  const Uniform* shade = uniformNamed(*p, "shade");
  ASSERT_TRUE(shade);
  EXPECT_EQ(shade->placement[0].offsetBytes, 64);
  EXPECT_EQ(shade->placement[4].offsetBytes, 0);
  EXPECT_EQ(shade->stages, maskOf(Stage::Vertex) | maskOf(Stage::Fragment));
  EXPECT_EQ(uniformNamed(*p, "mvp")->placement[4].offsetBytes, -1);
  EXPECT_EQ(uniformNamed(*p, "unused"), nullptr) << "not statically used";
  EXPECT_EQ(uniformNamed(*p, "list[0]")->arrayStrideBytes, 16);
  EXPECT_EQ(codeOf(*p, Stage::Vertex)->defaultBlockBytes, 80u);
  EXPECT_NE(disassembly(*p, Stage::Vertex).find("OpDecorate %m_vertex DescriptorSet 2"), std::string::npos);
  EXPECT_NE(disassembly(*p, Stage::Fragment).find("OpDecorate %m_fragment Binding 4"), std::string::npos);
}

// Names follow GL: members by dots, elements of structure arrays one by one, basic arrays as "[0]".
TEST(GatherUniforms, NamesFollowGl) {
  const auto p =
      program({{Stage::Vertex,
                "struct In { vec2 a[3]; bool on; }; struct S { float m; In in_[2]; }; uniform S s[2]; void "
                "main() { gl_Position = vec4(s[1].in_[0].a[2], s[0].m, s[1].in_[1].on ? 1.0 : 0.0); }"}});
  ASSERT_TRUE(p);
  ASSERT_TRUE(uniformNamed(*p, "s[0].m"));
  const Uniform* a = uniformNamed(*p, "s[1].in_[0].a[0]");
  ASSERT_TRUE(a);
  EXPECT_TRUE(a->isArray);
  EXPECT_EQ(a->arraySize, 3);
  EXPECT_EQ(uniformNamed(*p, "s[1].in_[1].on")->glType, uint32_t{kGlBool});
}

// Locations are distinct, arrays take as many as they have elements, built-ins have none.
TEST(GatherUniforms, LocationsDoNotOverlap) {
  const auto p =
      program({{Stage::Vertex,
                "uniform float a[5]; uniform vec4 b; uniform sampler2D c[2]; void main() { gl_Position = "
                "vec4(a[0]) + b + gl_ModelViewMatrix[0] + texture2DLod(c[1], vec2(0.0), 0.0); }"}});
  ASSERT_TRUE(p);
  std::vector<bool> taken(static_cast<size_t>(p->maxLocation), false);
  for (const Uniform& u : p->uniforms) {
    if (u.name == "gl_ModelViewMatrix") {
      EXPECT_EQ(u.location, -1);
      continue;
    }
    for (int32_t k = 0; k < u.arraySize; ++k) {
      EXPECT_FALSE(taken.at(static_cast<size_t>(u.location + k))) << u.name;
      taken[static_cast<size_t>(u.location + k)] = true;
    }
  }
  EXPECT_EQ(p->maxLocation, 8);
}

// Initialisers become the first image of the block: scalars, arrays, matrices with their padding, bools as 1.
TEST(GatherUniforms, InitialisersBecomeTheFirstImage) {
  const auto p =
      program({{Stage::Fragment,
                "#version 120\nuniform float f = 2.5; uniform bool b = true; uniform float a[2] = "
                "float[2](3.0, 4.0); uniform mat2 m = mat2(5.0, 6.0, 7.0, 8.0); uniform vec4 none;\nvoid "
                "main() { gl_FragColor = b ? vec4(f, a[0], a[1], m[1][0]) : none; }"}});
  ASSERT_TRUE(p);
  const StageCode& code = *codeOf(*p, Stage::Fragment);
  const auto offset = [&](const char* name) {
    return static_cast<size_t>(uniformNamed(*p, name)->placement[4].offsetBytes);
  };
  EXPECT_EQ(floatAt(code, offset("f")), 2.5f);
  EXPECT_EQ(floatAt(code, offset("a[0]") + 16), 4.0f);
  EXPECT_EQ(floatAt(code, offset("m") + 4), 6.0f);
  EXPECT_EQ(floatAt(code, offset("m") + 16), 7.0f);
  EXPECT_EQ(code.defaultBlockInit[offset("b")], std::byte{1});
  EXPECT_EQ(floatAt(code, offset("none")), 0.0f);
}

// Bools are stored as uint and tested against zero; no bool remains in memory that the application writes.
TEST(GatherUniforms, BoolsAreTestedAgainstZero) {
  const auto p = program(
      {{Stage::Vertex, "uniform bvec2 b; void main() { gl_Position = all(b) ? vec4(1.0) : vec4(0.0); }"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(uniformNamed(*p, "b")->glType, uint32_t{kGlBoolVec2});
  EXPECT_NE(disassembly(*p, Stage::Vertex).find("OpINotEqual %v2bool"), std::string::npos);
}

// One name with two types is a link error that names it.
TEST(GatherUniforms, ConflictingTypesAreRefused) {
  const LinkResult r =
      linkSources({{Stage::Vertex, "uniform vec4 k; void main() { gl_Position = k; }"},
                   {Stage::Fragment, "uniform vec3 k; void main() { gl_FragColor = vec4(k, 1.0); }"}});
  EXPECT_FALSE(r.program);
  EXPECT_NE(r.infoLog.find("'k'"), std::string::npos);
}

// More components than the limit are refused.
TEST(GatherUniforms, TooManyUniformsAreRefused) {
  Limits limits = testLimits();
  limits.maxVertexUniformComponents = 64;
  EXPECT_FALSE(
      linkSources({{Stage::Vertex, "uniform vec4 k[17]; void main() { gl_Position = k[3]; }"}}, {}, limits)
          .program);
  EXPECT_TRUE(
      linkSources({{Stage::Vertex, "uniform vec4 k[16]; void main() { gl_Position = k[3]; }"}}, {}, limits)
          .program);
}

// Samplers of structures become variables with consecutive slots; what is left of the structure is data.
TEST(LowerOpaqueStructs, SamplersGetSlots) {
  const auto p = program(
      {{Stage::Fragment,
        "struct L { sampler2D t[2]; vec4 c; samplerCube s; }; uniform L l[2]; uniform int i; void main() { "
        "gl_FragColor = texture2D(l[1].t[1], l[0].c.xy) + textureCube(l[0].s, l[1].c.xyz); }"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(uniformNamed(*p, "l[0].t[0]")->opaqueSlot + 2, uniformNamed(*p, "l[1].t[0]")->opaqueSlot);
  EXPECT_EQ(uniformNamed(*p, "l[1].t[0]")->arraySize, 2);
  EXPECT_EQ(uniformNamed(*p, "l[1].s")->glType, uint32_t{kGlSamplerCube});
  EXPECT_GE(uniformNamed(*p, "l[1].c")->placement[4].offsetBytes, 16);
  EXPECT_EQ(p->samplers.size(), 6u);
}

// Functions that take structures with samplers work, also through several calls and with elements of arrays.
TEST(SpecializeCalls, StructuresWithSamplersMayBePassed) {
  const auto p = program({{Stage::Fragment, R"(#version 120
struct I { sampler2D t; vec4 c; }; struct L { I i[2]; float f; }; uniform L l[3]; uniform I plain;
vec4 deep(I x, float s) { return texture2D(x.t, x.c.xy) * s; }
vec4 middle(L x) { return deep(x.i[1], x.f) + deep(x.i[0], 2.0); }
void main() { gl_FragColor = middle(l[2]) + middle(l[0]) + deep(plain, 1.0); })"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(p->samplers.size(), 7u);
}

// Calls that unfold to an absurd program are refused instead of keeping every later step busy.
TEST(CallGraph, ExplosionsAreRefused) {
  std::string source = "void f0() { gl_FragColor += vec4(1.0); }\n";
  for (int k = 1; k < 64; ++k)
    source += "void f" + std::to_string(k) + "() { f" + std::to_string(k - 1) + "(); f" +
              std::to_string(k - 1) + "(); }\n";
  const LinkResult r = linkSources({{Stage::Fragment, source + "void main() { f63(); }"}});
  EXPECT_FALSE(r.program);
  EXPECT_NE(r.infoLog.find("unfold"), std::string::npos);
}

// A structure that holds nothing but samplers leaves no default block.
TEST(LowerOpaqueStructs, SamplersOnly) {
  const auto p = program({{Stage::Fragment,
                           "struct T { sampler2D a; sampler2D b; }; uniform T t; void main() { gl_FragColor "
                           "= texture2D(t.a, vec2(0.0)) + texture2D(t.b, vec2(1.0)); }"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(codeOf(*p, Stage::Fragment)->defaultBlockBytes, 0u);
  EXPECT_EQ(p->samplers.size(), 2u);
}

// One sampler used by two stages has one slot; arrays count each element against the limit.
TEST(AssignOpaques, SlotsAreProgramWide) {
  const auto p = program({{Stage::Vertex,
                           "uniform sampler2D a[3]; uniform sampler2D b; void main() { gl_Position = "
                           "texture2DLod(a[2], vec2(0.0), 0.0) + texture2DLod(b, vec2(0.0), 0.0); }"},
                          {Stage::Fragment,
                           "uniform sampler2D b; uniform samplerCube c; void main() { gl_FragColor = "
                           "texture2D(b, vec2(0.0)) + textureCube(c, vec3(1.0)); }"}});
  ASSERT_TRUE(p);
  ASSERT_EQ(p->samplers.size(), 5u);
  const Uniform* b = uniformNamed(*p, "b");
  const SamplerSlot& slot = p->samplers[static_cast<size_t>(b->opaqueSlot)];
  EXPECT_EQ(&p->uniforms[slot.uniform], b);
  EXPECT_EQ(slot.stages, maskOf(Stage::Vertex) | maskOf(Stage::Fragment));
  Limits limits = testLimits();
  limits.maxTextureUnits = 4;
  EXPECT_FALSE(
      linkSources({{Stage::Fragment,
                    "uniform sampler2D a[5]; void main() { gl_FragColor = texture2D(a[0], vec2(0.0)); }"}},
                  {}, limits)
          .program);
}

// Arrays of blocks expand, members carry offsets, names depend on the instance name, bool stays bool for GL.
TEST(AssignBlocks, ReflectsBlockMembers) {
  const auto p = program({{Stage::Vertex, R"(#version 140
struct S { vec2 a; float b[2]; };
layout(std140) uniform A { vec3 x; bool y[2]; layout(row_major) mat2x3 m; };
uniform B { float f; S s[2]; } b[2];
void main() { gl_Position = vec4(x, y[1] ? m[0].x : b[1].s[0].b[1]) + b[0].f; })"},
                          {Stage::Fragment, R"(#version 140
layout(std140) uniform A { vec3 x; bool y[2]; layout(row_major) mat2x3 m; }; out vec4 o; void main() { o = vec4(x, 1.0); })"}});
  ASSERT_TRUE(p);
  ASSERT_EQ(p->uniformBlocks.size(), 3u);
  EXPECT_EQ(p->uniformBlocks[0].name, "A");
  EXPECT_EQ(p->uniformBlocks[0].stages, maskOf(Stage::Vertex) | maskOf(Stage::Fragment));
  EXPECT_EQ(p->uniformBlocks[0].sizeBytes, 96u);
  EXPECT_EQ(p->uniformBlocks[2].name, "B[1]");
  EXPECT_EQ(p->uniformBlocks[2].slot, 2u);
  EXPECT_EQ(uniformNamed(*p, "y[0]")->glType, uint32_t{kGlBool});
  EXPECT_EQ(uniformNamed(*p, "y[0]")->offsetBytes, 16);
  EXPECT_EQ(uniformNamed(*p, "y[0]")->arrayStrideBytes, 16);
  EXPECT_TRUE(uniformNamed(*p, "m")->rowMajor);
  EXPECT_EQ(uniformNamed(*p, "m")->matrixStrideBytes, 16);
  EXPECT_EQ(uniformNamed(*p, "B.s[1].b[0]")->offsetBytes, 80);
  EXPECT_EQ(uniformNamed(*p, "B.f")->blockIndex, 1);
  EXPECT_EQ(uniformNamed(*p, "B.f")->location, -1);
}

// The same block with different members in two stages is refused.
TEST(AssignBlocks, ConflictingBlocksAreRefused) {
  const LinkResult r =
      linkSources({{Stage::Vertex, "#version 140\nuniform A { vec4 x; }; void main() { gl_Position = x; }"},
                   {Stage::Fragment,
                    "#version 140\nuniform A { vec3 x; }; out vec4 o; void main() { o = vec4(x, 1.0); }"}});
  EXPECT_FALSE(r.program);
  EXPECT_NE(r.infoLog.find("'A'"), std::string::npos);
}

}  // namespace
}  // namespace shader
