// SPDX-License-Identifier: Apache-2.0
// Compilation: which versions are taken, what messages look like, and that no input hurts.
#include "shader/compile.h"

#include <gtest/gtest.h>

#include <random>

#include "shader/info_log.h"
#include "shader/link_fixture.h"
#include "shader/stage.h"

namespace shader {
namespace {

bool compiles(Stage stage, const std::string& source, const Limits& limits = testLimits()) {
  return compile(stage, source, limits).stage != nullptr;
}

std::string logOf(Stage stage, const std::string& source, const Limits& limits = testLimits()) {
  return compile(stage, source, limits).infoLog;
}

// Every version up to the limit is accepted, also without a #version line; one above names itself and the
// limit.
TEST(Compile, AcceptsVersionsUpToTheLimit) {
  for (const char* version : {"", "#version 110\n", "#version 120\n", "#version 130\n", "#version 140\n",
                              "#version 150\n", "#version 330 core\n", "#version 330 compatibility\n"})
    EXPECT_TRUE(compiles(Stage::Vertex, std::string(version) + "void main() { gl_Position = vec4(0.0); }"))
        << version;
  const std::string log = logOf(Stage::Vertex, "#version 450\nvoid main() { gl_Position = vec4(0); }");
  EXPECT_NE(log.find("450"), std::string::npos);
  EXPECT_NE(log.find("330"), std::string::npos);
}

// A core context refuses the compatibility profile.
TEST(Compile, CoreContextRefusesCompatibilityProfile) {
  Limits limits = testLimits();
  limits.compatibility = false;
  EXPECT_FALSE(compiles(Stage::Vertex, "#version 330 compatibility\nvoid main() { gl_Position = gl_Vertex; }",
                        limits));
  EXPECT_TRUE(compiles(Stage::Vertex, "#version 330\nvoid main() { gl_Position = vec4(0); }", limits));
}

// Messages carry string and line of the application's own text, also behind the ftransform preamble and
// #line.
TEST(Compile, MessagesHaveTheApplicationsLines) {
  EXPECT_TRUE(logOf(Stage::Fragment, "#version 130\nout vec4 o;\nvoid main() {\n  o = missing;\n}")
                  .starts_with("0:4: error: "));
  EXPECT_TRUE(logOf(Stage::Vertex, "void main() {\n  gl_Position = ftransform() + bad;\n}")
                  .starts_with("0:2: error: "));
  // Before 3.30 the directive numbers its own line, from then on the next one.
  EXPECT_NE(logOf(Stage::Vertex, "#version 130\n#line 40 7\nvoid main() { x; }").find("7:41: error: "),
            std::string::npos);
  EXPECT_NE(logOf(Stage::Vertex, "#version 330\n#line 40 7\nvoid main() { x; }").find("7:40: error: "),
            std::string::npos);
}

// Summary lines go, severities are spelled as applications expect.
TEST(Compile, LogIsReadable) {
  EXPECT_EQ(readableLog("ERROR: 0:12: 'x' : undeclared\nERROR: 0:12: '' : compilation terminated \n"
                        "ERROR: 2 compilation errors.  No code generated.\n\nWARNING: 0:3: 'y' : odd\n"),
            "0:12: error: 'x' : undeclared\n0:3: warning: 'y' : odd\n");
  EXPECT_EQ(readableLog(""), "");
}

// Errors of all kinds are refused with a message.
TEST(Compile, RefusesWrongSources) {
  for (const char* source :
       {"void main() {", "void main() { int x = 1.5; }", "#version 330\nvoid main() { gl_FrontColor; }",
        "#version 999\nvoid main() {}", "#error stop\nvoid main() {}", "#version 130\nin flat vec4;",
        "void main() { vec4 v = texture2D(1, 2); }", "#version 130\nvoid f(; void main() {}"}) {
    const CompileResult result = compile(Stage::Fragment, source, testLimits());
    EXPECT_FALSE(result.stage) << source;
    EXPECT_NE(result.infoLog.find("error"), std::string::npos) << source;
  }
}

// A library object without main compiles: only the link can miss it.
TEST(Compile, ObjectsWithoutMainCompile) {
  const CompileResult result = compile(Stage::Vertex, "vec4 helper(vec4 x) { return x; }", testLimits());
  ASSERT_TRUE(result.stage);
  EXPECT_FALSE(result.stage->front().linked);
}

// Old vertex shaders sample at a level without an extension; the directive that makes it so is no error
// before #version.
TEST(Compile, OldVertexShadersSampleAtLevels) {
  for (const char* version : {"", "#version 110\n", "#version 120\n"})
    EXPECT_TRUE(
        compiles(Stage::Vertex, std::string(version) + "uniform sampler2D s; void main() { gl_Position = "
                                                       "texture2DLod(s, vec2(0.0), 0.0) + ftransform(); }"))
        << logOf(Stage::Vertex, std::string(version) +
                                    "uniform sampler2D s; void main() { gl_Position = texture2DLod(s, "
                                    "vec2(0.0), 0.0) + ftransform(); }");
  EXPECT_TRUE(compiles(Stage::Vertex,
                       "#version 330\nvec4 texture2DLod(vec2 x) { return x.xyxy; } void main() { gl_Position "
                       "= texture2DLod(vec2(0)); }"));
}

// ftransform() is the only name that is added, and only where the source mentions it.
TEST(Compile, FtransformIsKnownToOldVertexShadersOnly) {
  EXPECT_TRUE(compiles(Stage::Vertex, "void main() { gl_Position = ftransform(); }"));
  EXPECT_FALSE(compiles(Stage::Fragment, "void main() { gl_FragColor = ftransform(); }"));
  EXPECT_FALSE(compiles(Stage::Vertex, "#version 330\nvoid main() { gl_Position = ftransform(); }"));
}

// "in" with a location is ARB_explicit_attrib_location's addition to the oldest versions; without it, it is refused.
TEST(Compile, OldVertexShadersTakeExplicitLocations) {
  const std::string body = "layout(location = 0) in vec4 vertex;\nvoid main() { gl_Position = vertex; }";
  EXPECT_TRUE(compiles(Stage::Vertex, "#extension GL_ARB_explicit_attrib_location: require\n" + body));
  EXPECT_TRUE(
      compiles(Stage::Vertex, "#version 120\n#extension GL_ARB_explicit_attrib_location: enable\n" + body));
  EXPECT_FALSE(compiles(Stage::Vertex, "#version 120\n" + body));
}

// Words that 1.30 reserved are names before it, under which the application finds its uniforms and attributes; lines
// and names in messages stay its own.
TEST(Compile, WordsReservedLaterAreNamesInOldVersions) {
  const auto p = program(
      {{Stage::Vertex,
        "attribute vec4 filter; uniform mat4 active[2]; varying vec2 common; struct S { vec4 partition; }; uniform S s;"
        "void main() { common = filter.xy; gl_Position = active[1] * filter + s.partition; }"},
       {Stage::Fragment,
        "#version 120\nvarying vec2 common; float active(float x) { return x; }\n"
        "void main() { gl_FragColor = vec4(active(common.x)); }"}});
  ASSERT_TRUE(p);
  ASSERT_EQ(p->attributes.size(), 1u);
  EXPECT_EQ(p->attributes[0].name, "filter");
  EXPECT_TRUE(uniformNamed(*p, "active[0]"));
  EXPECT_TRUE(uniformNamed(*p, "s.partition"));
  const std::string log = logOf(Stage::Fragment, "uniform float active;\nvoid main() { gl_FragColor = active; }");
  EXPECT_TRUE(log.starts_with("0:2: error: ")) << log;
  EXPECT_EQ(log.find("mglOldName_"), std::string::npos) << log;
  EXPECT_FALSE(compiles(Stage::Fragment, "#version 130\nuniform float active; void main() {}"));
}

// Empty, blank, binary and truncated sources end in an error or an empty object, never in a crash.
TEST(Compile, SurvivesGarbage) {
  for (const std::string& source :
       {std::string(), std::string(" \n\t"), std::string("\0\0\0", 3), std::string("\xff\xfe\x80"),
        std::string("#"), std::string("#version"), std::string("/*"), std::string("\\\n\\")})
    compile(Stage::Vertex, source, testLimits());
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string source;
    for (int k = 0; k < 300; ++k) source += static_cast<char>(random() % 256);
    compile(Stage::Fragment, source, testLimits());
  }
}

// A megabyte in one line is refused by name; a long but reasonable expression is parsed without exhausting
// the stack.
TEST(Compile, SurvivesHugeLines) {
  std::string sum = "uniform float a; void main() { gl_FragColor = vec4(a";
  const std::string head = sum;
  while (sum.size() < 100'000) sum += "+a";
  EXPECT_TRUE(compiles(Stage::Fragment, sum + "); }"));
  while (sum.size() < 1'000'000) sum += "+a";
  const std::string log = logOf(Stage::Fragment, sum + "); }");
  EXPECT_NE(log.find("the limit is"), std::string::npos) << log;
  EXPECT_FALSE(compiles(Stage::Fragment, head + std::string(400'000, '(')));
  EXPECT_TRUE(compiles(Stage::Fragment, "//" + std::string(100'000, 'x') + "\nvoid main() {}"));
}

// Deep nesting of blocks and parentheses comes back as a result, whichever.
TEST(Compile, SurvivesDeepNesting) {
  std::string braces = "void main() ";
  for (int k = 0; k < 20'000; ++k) braces += "{";
  compile(Stage::Vertex, braces, testLimits());
  std::string ifs = "uniform bool b; void main() { ";
  for (int k = 0; k < 5'000; ++k) ifs += "if (b) ";
  compile(Stage::Vertex, ifs + "gl_Position = vec4(0.0); }", testLimits());
}

// What drivers take beyond the letter of old versions is taken, with line numbers intact in errors that
// remain.
TEST(Compile, AcceptsWhatDriversAccept) {
  EXPECT_TRUE(compiles(Stage::Fragment,
                       "#version 130\n#define COLOUR vec4(1.0, \\\n  0.0, 0.0, 1.0)\nout vec4 o; void main() "
                       "{ o = COLOUR; }"));
  EXPECT_TRUE(compiles(Stage::Fragment,
                       "#version 130\nvoid main() { const mat2 m = matrixCompMult(mat2(1.0), mat2(2.0)); "
                       "gl_FragColor = m[0].xyxy; }"));
  EXPECT_TRUE(
      compiles(Stage::Fragment,
               "uniform sampler2DRectShadow s; void main() { gl_FragColor = shadow2DRect(s, vec3(1.0)); }"));
  EXPECT_TRUE(compiles(Stage::Fragment, "void main() { gl_FragColor = vec4(1.0f); }"));
  EXPECT_TRUE(compiles(Stage::Fragment,
                       "#version 120\n#extension GL_EXT_texture_array : require\nuniform sampler2DArray s; "
                       "void main() { gl_FragColor = texture2DArray(s, gl_TexCoord[0].xyz); }"));
  EXPECT_TRUE(compiles(Stage::Fragment,
                       "#version 130\n#extension GL_ARB_shader_bit_encoding : enable\nvoid main() { "
                       "gl_FragColor = vec4(intBitsToFloat(1)); }"));
  EXPECT_TRUE(compiles(Stage::Geometry,
                       "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out;\nin "
                       "gl_PerVertex { vec4 gl_Position; } gl_in[]; out gl_PerVertex { vec4 gl_Position; "
                       "};\nvoid main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }"));
  EXPECT_TRUE(logOf(Stage::Fragment,
                    "#version 120\n#extension GL_EXT_texture_array : require\nvoid main() {\n bad; }")
                  .find("0:4: error: 'bad'") != std::string::npos);
}

// Text behind a nul is no part of the source.
TEST(Compile, SourceEndsAtNul) {
  EXPECT_TRUE(compiles(Stage::Vertex, std::string("void main() { gl_Position = vec4(0.0); }\0 garbage", 50)));
}

}  // namespace
}  // namespace shader
