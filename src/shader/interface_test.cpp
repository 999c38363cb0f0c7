// SPDX-License-Identifier: Apache-2.0
// What stages exchange with each other and with the outside: attributes, varyings, outputs, transform
// feedback.
#include <gtest/gtest.h>

#include <map>

#include "shader/gl_enums.h"
#include "shader/link_fixture.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

std::map<std::string, int32_t> attributeLocations(const Program& p) {
  std::map<std::string, int32_t> locations;
  for (const Attribute& a : p.attributes) locations[a.name] = a.location;
  return locations;
}

// Name to Location of interface variables in a stage's final code.
std::map<std::string, uint32_t> locations(const Program& p, Stage stage, spv::StorageClass storage) {
  std::map<std::string, uint32_t> found;
  const Module m = *Module::parse(codeOf(p, stage)->spirv);
  for (uint32_t id : variables(m, storage))
    if (const auto location = m.decoration(id, spv::DecorationLocation)) found[m.name(id)] = *location;
  return found;
}

bool linkFails(Sources sources, LinkInput input, std::string_view mention) {
  const LinkResult r = linkSources(sources, std::move(input));
  EXPECT_NE(r.infoLog.find(mention), std::string::npos) << r.infoLog;
  return !r.program;
}

// A layout qualifier beats a binding, a binding beats automatic placement, and nothing overlaps.
TEST(AssignAttributes, ExplicitThenBoundThenAutomatic) {
  LinkInput input;
  input.attribBindings = {{"a", 5}, {"b", 1}, {"nowhere", 9}, {"b", 3}};
  const auto p = program({{Stage::Vertex,
                           "#version 330\nlayout(location = 7) in vec4 a; in vec4 b; in mat3 c; in vec4 d; "
                           "void main() { gl_Position = a + b + d + vec4(c[0], 0); }"}},
                         input);
  ASSERT_TRUE(p);
  EXPECT_EQ(attributeLocations(*p), (std::map<std::string, int32_t>{{"a", 7}, {"b", 3}, {"c", 0}, {"d", 4}}));
}

// gl_Vertex sits at 0, the other built-ins at their customary places, generic attributes around them.
TEST(AssignAttributes, FixedFunctionInputsAreReserved) {
  const auto p = program({{Stage::Vertex,
                           "attribute vec4 own; void main() { gl_Position = gl_Vertex + own + "
                           "gl_MultiTexCoord1; gl_FrontColor = gl_Color + vec4(gl_Normal, 1.0); }"},
                          {Stage::Fragment, "void main() { gl_FragColor = gl_Color; }"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(attributeLocations(*p),
            (std::map<std::string, int32_t>{
                {"gl_Vertex", 0}, {"gl_Normal", 2}, {"gl_Color", 3}, {"gl_MultiTexCoord1", 9}, {"own", 1}}));
}

// gl_VertexID is active and has no location.
TEST(AssignAttributes, SystemValuesHaveNoLocation) {
  const auto p = program({{Stage::Vertex, "#version 130\nvoid main() { gl_Position = vec4(gl_VertexID); }"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(attributeLocations(*p), (std::map<std::string, int32_t>{{"gl_VertexID", -1}}));
}

// Too many attributes, a binding beyond the limit, and aliases are refused by name.
TEST(AssignAttributes, OverflowAndAliasesAreRefused) {
  const char* two = "attribute vec4 a; attribute vec4 b; void main() { gl_Position = a + b; }";
  LinkInput far, alias;
  far.attribBindings = {{"a", 16}};
  alias.attribBindings = {{"a", 2}, {"b", 2}};
  EXPECT_TRUE(linkFails({{Stage::Vertex, two}}, far, "'a'"));
  EXPECT_TRUE(linkFails({{Stage::Vertex, two}}, alias, "alias"));
  EXPECT_TRUE(linkFails(
      {{Stage::Vertex, "#version 150\nin mat4 m[4]; in vec4 b; void main() { gl_Position = m[3] * b; }"}}, {},
      "the limit is 16"));
}

// Varyings of both sides share locations whatever the order of declaration; unread ones take none.
TEST(MatchVaryings, LocationsAgree) {
  const auto p = program({{Stage::Vertex,
                           "varying mat2 m; varying vec4 unread; varying vec2 a; void main() { gl_Position = "
                           "vec4(0.0); m = mat2(1.0); unread = vec4(1.0); a = vec2(0.0); gl_TexCoord[1] = "
                           "vec4(0.0); gl_FrontColor = vec4(1.0); }"},
                          {Stage::Fragment,
                           "varying vec2 a; varying mat2 m; void main() { gl_FragColor = vec4(a * m, 0.0, "
                           "1.0) + gl_TexCoord[3] + gl_Color; }"}});
  ASSERT_TRUE(p);
  const auto out = locations(*p, Stage::Vertex, spv::StorageClassOutput),
             in = locations(*p, Stage::Fragment, spv::StorageClassInput);
  EXPECT_EQ(out.at("m"), in.at("m"));
  EXPECT_EQ(out.at("a"), in.at("a"));
  EXPECT_EQ(out.at("gl_FrontColor"), in.at("gl_Color"));
  EXPECT_EQ(out.at("gl_TexCoord"), in.at("gl_TexCoord"));
  EXPECT_FALSE(out.contains("unread"));
}

// Until 4.30 both sides must say the same; later the fragment shader's interpolation is the one that counts.
TEST(MatchVaryings, ConsumerDecidesInterpolation) {
  const char* vertex =
      " core\nout vec4 a; out vec2 b; void main() { gl_Position = a = vec4(1); b = vec2(0); }";
  const char* fragment =
      " core\nflat in vec4 a; noperspective centroid in vec2 b; out vec4 o; void main() { o = a + b.xyxy; }";
  const auto at = [](const char* version, const char* rest) {
    return std::string("#version ") + version + rest;
  };
  EXPECT_TRUE(linkFails({{Stage::Vertex, at("330", vertex)}, {Stage::Fragment, at("330", fragment)}}, {},
                        "interpolated differently"));
  Limits limits = testLimits();
  limits.glslVersion = 450;
  const auto p =
      program({{Stage::Vertex, at("450", vertex)}, {Stage::Fragment, at("450", fragment)}}, {}, limits);
  ASSERT_TRUE(p);
  const std::string text = disassembly(*p, Stage::Vertex);
  EXPECT_NE(text.find("OpDecorate %a Flat"), std::string::npos);
  EXPECT_NE(text.find("OpDecorate %b NoPerspective"), std::string::npos);
  EXPECT_NE(text.find("OpDecorate %b Centroid"), std::string::npos);
}

// Type mismatch, a missing output and too many varyings are refused by name.
TEST(MatchVaryings, MismatchesAreRefused) {
  EXPECT_TRUE(linkFails({{Stage::Vertex, "varying vec4 v; void main() { gl_Position = v = vec4(1.0); }"},
                         {Stage::Fragment, "varying vec3 v; void main() { gl_FragColor = vec4(v, 1.0); }"}},
                        {}, "'v' is vec4 in the vertex shader and vec3"));
  EXPECT_TRUE(linkFails({{Stage::Vertex, "void main() { gl_Position = vec4(1.0); }"},
                         {Stage::Fragment, "varying vec3 v; void main() { gl_FragColor = vec4(v, 1.0); }"}},
                        {}, "'v'"));
  EXPECT_TRUE(
      linkFails({{Stage::Vertex, "varying vec4 v[40]; void main() { gl_Position = v[0] = vec4(1.0); }"},
                 {Stage::Fragment, "varying vec4 v[40]; void main() { gl_FragColor = v[39]; }"}},
                {}, "'v'"));
}

// An input that is declared but not used needs no partner.
TEST(MatchVaryings, UnusedInputsNeedNoOutput) {
  EXPECT_TRUE(program({{Stage::Vertex, "void main() { gl_Position = vec4(1.0); }"},
                       {Stage::Fragment, "varying vec3 v; void main() { gl_FragColor = vec4(1.0); }"}}));
}

// A built-in input that nobody writes is a zero, not an input.
TEST(MatchVaryings, UnwrittenBuiltinsAreZero) {
  const auto p = program({{Stage::Vertex, "void main() { gl_Position = vec4(1.0); }"},
                          {Stage::Fragment, "void main() { gl_FragColor = gl_Color; }"}});
  ASSERT_TRUE(p);
  EXPECT_TRUE(locations(*p, Stage::Fragment, spv::StorageClassInput).empty());
  EXPECT_NE(disassembly(*p, Stage::Fragment).find("OpConstantNull %v4float"), std::string::npos);
}

// A structure with an array inside crosses as separate varyings at agreeing locations.
TEST(LowerStructVaryings, LeavesCrossOneByOne) {
  const auto p = program({{Stage::Vertex,
                           "#version 150\nstruct V { vec3 a; float b[2]; }; out V v[2]; void main() { "
                           "gl_Position = vec4(1); v[0].a = v[1].a = vec3(1); v[1].b[1] = 2.0; }"},
                          {Stage::Fragment,
                           "#version 150\nstruct V { vec3 a; float b[2]; }; in V v[2]; out vec4 o; uniform "
                           "int i; void main() { o = vec4(v[i].a, v[1].b[i]); }"}});
  ASSERT_TRUE(p);
  const auto out = locations(*p, Stage::Vertex, spv::StorageClassOutput),
             in = locations(*p, Stage::Fragment, spv::StorageClassInput);
  EXPECT_EQ(out.size(), 4u);
  EXPECT_EQ(out.at("v[1].b"), in.at("v[1].b"));
}

// gl_FragColor reaches every draw buffer and is reflected as such.
TEST(LowerFragmentOutputs, FragColorIsBroadcast) {
  Limits limits = testLimits();
  limits.maxDrawBuffers = 3;
  const auto p = program(
      {{Stage::Fragment,
        "void main() { gl_FragColor = vec4(1.0); if (gl_FragCoord.x > 1.0) return; gl_FragColor.x = 0.0; }"}},
      {}, limits);
  ASSERT_TRUE(p);
  EXPECT_TRUE(p->broadcastsFragColor);
  EXPECT_EQ(locations(*p, Stage::Fragment, spv::StorageClassOutput),
            (std::map<std::string, uint32_t>{{"m_FragColor0", 0}, {"m_FragColor1", 1}, {"m_FragColor2", 2}}));
  ASSERT_EQ(p->outputs.size(), 1u);
  EXPECT_EQ(p->outputs[0].name, "gl_FragColor");
}

// Only the elements of gl_FragData that are written become outputs.
TEST(LowerFragmentOutputs, FragDataElementsAreSeparate) {
  const auto p =
      program({{Stage::Fragment, "void main() { gl_FragData[0] = vec4(1.0); gl_FragData[3] = vec4(0.5); }"}});
  ASSERT_TRUE(p);
  EXPECT_FALSE(p->broadcastsFragColor);
  EXPECT_EQ(locations(*p, Stage::Fragment, spv::StorageClassOutput),
            (std::map<std::string, uint32_t>{{"m_FragData0", 0}, {"m_FragData3", 3}}));
}

// Explicit, bound (also to index 1) and automatic outputs do not meet.
TEST(LowerFragmentOutputs, ExplicitThenBoundThenAutomatic) {
  LinkInput input;
  input.fragDataBindings = {{"b", 0, 0}, {"s", 0, 1}};
  const auto p = program({{Stage::Fragment,
                           "#version 330\nlayout(location = 1) out vec4 a; out vec4 b; out ivec2 c; out vec4 "
                           "s; void main() { a = b = s = vec4(1); c = ivec2(1); }"}},
                         input);
  ASSERT_TRUE(p);
  std::map<std::string, std::pair<int32_t, int32_t>> found;
  for (const Output& o : p->outputs) found[o.name] = {o.location, o.index};
  EXPECT_EQ(found, (std::map<std::string, std::pair<int32_t, int32_t>>{
                       {"a", {1, 0}}, {"b", {0, 0}}, {"c", {2, 0}}, {"s", {0, 1}}}));
  input.fragDataBindings = {{"b", 8, 0}};
  EXPECT_TRUE(
      linkFails({{Stage::Fragment, "#version 330\nout vec4 b; void main() { b = vec4(1); }"}}, input, "'b'"));
  input.fragDataBindings = {{"b", 1, 0}, {"a", 1, 0}};
  EXPECT_TRUE(linkFails({{Stage::Fragment, "#version 330\nout vec4 a, b; void main() { a = b = vec4(1); }"}},
                        input, "overlaps"));
}

// Captured varyings stay outputs although nobody reads them, and know their places in the buffers.
TEST(TransformFeedback, RecordsOffsets) {
  LinkInput input;
  input.xfbVaryings = {"gl_Position", "gl_SkipComponents2", "a[1]", "gl_NextBuffer", "n"};
  input.xfbMode = kGlInterleavedAttribs;
  const auto p = program({{Stage::Vertex,
                           "#version 150\nout vec3 a[2]; out ivec2 n; out vec4 unread; void main() { "
                           "gl_Position = vec4(1); a[1] = vec3(2); n = ivec2(3); unread = vec4(0); }"},
                          {Stage::Fragment, kPlainFragment}},
                         input);
  ASSERT_TRUE(p);
  ASSERT_EQ(p->xfb.size(), 5u);
  EXPECT_EQ(p->xfb[2].offsetBytes, 24u);
  EXPECT_EQ(p->xfb[2].arraySize, 1);
  EXPECT_EQ(p->xfb[4].buffer, 1u);
  EXPECT_EQ(p->xfb[4].glType, uint32_t{kGlIntVec2});
  EXPECT_EQ(p->xfbStrideBytes, (std::array<uint32_t, 4>{36, 8, 0, 0}));
  EXPECT_TRUE(locations(*p, Stage::Vertex, spv::StorageClassOutput).contains("n"));
  EXPECT_FALSE(locations(*p, Stage::Vertex, spv::StorageClassOutput).contains("unread"));
}

// Unknown and repeated names and too many components are refused.
TEST(TransformFeedback, WrongNamesAreRefused) {
  const char* source = "#version 150\nout vec4 a; void main() { gl_Position = a = vec4(1); }";
  LinkInput input;
  input.xfbMode = kGlSeparateAttribs;
  input.xfbVaryings = {"missing"};
  EXPECT_TRUE(linkFails({{Stage::Vertex, source}, {Stage::Fragment, kPlainFragment}}, input, "'missing'"));
  input.xfbVaryings = {"a", "a"};
  EXPECT_TRUE(linkFails({{Stage::Vertex, source}, {Stage::Fragment, kPlainFragment}}, input, "twice"));
  input.xfbVaryings = {"m"};
  EXPECT_TRUE(linkFails(
      {{Stage::Vertex, "#version 150\nout mat3 m; void main() { gl_Position = vec4(1); m = mat3(1); }"},
       {Stage::Fragment, kPlainFragment}},
      input, "limit"));
}

// Members of output blocks are captured under the block's name and subscript, those of a block without an instance
// under their own names; nobody else has to read them.
TEST(TransformFeedback, CapturesMembersOfBlocks) {
  LinkInput input;
  input.xfbMode = kGlInterleavedAttribs;
  input.xfbVaryings = {"a", "With.c", "Many[1].e", "Many[0].g[2]"};
  const Sources sources = {
      {Stage::Vertex, kPlainVertex},
      {Stage::Geometry,
       "#version 150\nlayout(points) in; layout(points, max_vertices = 3) out; out None { float a; vec3 b; };"
       "out With { vec3 c; } inst; out Many { float e; float g[3]; } many[2];"
       "void main() { a = 1.0; b = vec3(2.0); inst.c = vec3(3.0); for (int i = 0; i < 2; ++i) { many[i].e = 4.0; "
       "many[i].g[2] = 5.0; } EmitVertex(); }"}};
  const auto p = program(sources, input);
  ASSERT_TRUE(p);
  ASSERT_EQ(p->xfb.size(), 4u);
  EXPECT_EQ(p->xfb[2].offsetBytes, 16u);
  for (const char* wrong : {"c", "inst.c", "many[1].e", "Many.e", "Many[0].g[3]", "None.a"}) {
    input.xfbVaryings = {wrong};
    EXPECT_TRUE(linkFails(sources, input, wrong));
  }
}

// A block means the same bytes in all stages: another matrix order is a link error.
TEST(AssignBlocks, LayoutsOfStagesMustAgree) {
  const auto source = [](const char* qualifier, const char* use) {
    return std::string("#version 140\nlayout(std140) uniform B { ") + qualifier + " mat4 a; };\n" + use;
  };
  const char* vertex = "void main() { gl_Position = a[0]; }";
  const char* fragment = "out vec4 o; void main() { o = a[0]; }";
  EXPECT_TRUE(program({{Stage::Vertex, source("", vertex)}, {Stage::Fragment, source("", fragment)}}));
  EXPECT_TRUE(linkFails(
      {{Stage::Vertex, source("layout(row_major)", vertex)}, {Stage::Fragment, source("", fragment)}}, {}, "'B'"));
}

}  // namespace
}  // namespace shader
