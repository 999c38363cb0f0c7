// SPDX-License-Identifier: Apache-2.0
// Linking as a whole: which stages belong together, several objects of a stage, determinism, threads.
#include <gtest/gtest.h>

#include <thread>

#include "shader/compile.h"
#include "shader/gl_enums.h"
#include "shader/link_fixture.h"

namespace shader {
namespace {

std::string linkError(Sources sources, LinkInput input = {}, const Limits& limits = testLimits()) {
  const LinkResult result = linkSources(sources, std::move(input), limits);
  EXPECT_FALSE(result.program);
  EXPECT_NE(result.infoLog.find("error"), std::string::npos);
  return result.infoLog;
}

// A program without shaders does not link; one stage alone does, as the compatibility profile allows.
TEST(Link, StagesMayBeMissing) {
  EXPECT_FALSE(link({}, testLimits()).program);
  EXPECT_TRUE(program({{Stage::Vertex, kPlainVertex}}));
  EXPECT_TRUE(program({{Stage::Fragment, kPlainFragment}}));
  EXPECT_TRUE(program({{Stage::Vertex, kPlainVertex}, {Stage::Fragment, kPlainFragment}}));
}

// Stages come out in pipeline order, whatever the order of attachment.
TEST(Link, StagesAreInPipelineOrder) {
  const auto p = program({{Stage::Fragment, kPlainFragment}, {Stage::Vertex, kPlainVertex}});
  ASSERT_TRUE(p);
  ASSERT_EQ(p->code.size(), 2u);
  EXPECT_EQ(p->code[0].stage, Stage::Vertex);
}

// A stage without main, or with a function that has no body, is a link error that says so.
TEST(Link, IncompleteStagesAreRefused) {
  EXPECT_NE(linkError({{Stage::Vertex, "vec4 f() { return vec4(0.0); }"}}).find("entry point"),
            std::string::npos);
  EXPECT_NE(linkError({{Stage::Vertex, "vec4 f(); void main() { gl_Position = f(); }"}}).find("f("),
            std::string::npos);
}

// Several objects of one stage make one stage: a function of one is called by main of another.
TEST(Link, ObjectsOfOneStageAreMerged) {
  const auto p =
      program({{Stage::Vertex, "uniform vec4 k; vec4 f(vec4 x) { return x * k; }"},
               {Stage::Vertex, "attribute vec4 p; vec4 f(vec4 x); void main() { gl_Position = f(p); }"},
               {Stage::Fragment, "void main() { gl_FragColor = vec4(1.0); }"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(p->code.size(), 2u);
  EXPECT_TRUE(uniformNamed(*p, "k"));
}

// Two mains in one stage are refused.
TEST(Link, TwoMainsAreRefused) {
  linkError({{Stage::Vertex, "void main() { gl_Position = vec4(0.0); }"},
             {Stage::Vertex, "void main() { gl_Position = vec4(1.0); }"}});
}

// A geometry shader cannot be without a vertex shader.
TEST(Link, GeometryNeedsVertex) {
  EXPECT_NE(linkError({{Stage::Geometry,
                        "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out; void main() "
                        "{ gl_Position = gl_in[0].gl_Position; EmitVertex(); }"}})
                .find("needs a vertex shader"),
            std::string::npos);
}

// Facts about the geometry stage are reflected.
TEST(Link, ReflectsGeometryLayout) {
  const auto p = program({{Stage::Vertex, kPlainVertex},
                          {Stage::Fragment, kPlainFragment},
                          {Stage::Geometry,
                           "#version 150\nlayout(lines) in; layout(triangle_strip, max_vertices = 7) out; "
                           "void main() { gl_Position = gl_in[1].gl_Position; EmitVertex(); }"}});
  ASSERT_TRUE(p);
  EXPECT_EQ(p->geometryInput, uint32_t{kGlLines});
  EXPECT_EQ(p->geometryOutput, uint32_t{kGlTriangleStrip});
  EXPECT_EQ(p->geometryMaxVertices, 7u);
}

// What the back end must know of built-ins is told, and only when it is so.
TEST(Link, ReflectsUseOfBuiltins) {
  const auto plain = program({{Stage::Vertex, kPlainVertex}, {Stage::Fragment, kPlainFragment}});
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->writesPointSize || plain->usesDiscard || plain->usesPointCoord || plain->clipDistances);
  const auto p = program(
      {{Stage::Vertex,
        "#version 130\nin vec4 p; out float gl_ClipDistance[2]; void main() { gl_Position = p; gl_PointSize "
        "= 2.0; gl_ClipDistance[0] = gl_ClipDistance[1] = p.x; }"},
       {Stage::Fragment,
        "#version 130\nout vec4 o; void main() { if (gl_PointCoord.x > 0.5) discard; o = vec4(1); }"}});
  ASSERT_TRUE(p);
  EXPECT_TRUE(p->writesPointSize && p->usesDiscard && p->usesPointCoord);
  EXPECT_EQ(p->clipDistances, 2u);
}

// The same sources give the same bytes: the disk cache and the server's digest rely on it.
TEST(Link, IsDeterministic) {
  const auto make = [] {
    return program({{Stage::Vertex,
                     "uniform mat4 m[3]; uniform bool b; attribute vec4 p; varying vec3 v; void main() { "
                     "gl_Position = b ? m[1] * p : p; v = p.xyz; gl_FrontColor = p; }"},
                    {Stage::Fragment,
                     "struct S { sampler2D t; vec4 c; }; uniform S s[2]; varying vec3 v; void main() { "
                     "gl_FragColor = texture2D(s[1].t, v.xy) * s[0].c + gl_Color; }"}});
  };
  const auto a = make(), b = make();
  ASSERT_TRUE(a && b);
  for (size_t k = 0; k < a->code.size(); ++k) EXPECT_EQ(a->code[k].spirv, b->code[k].spirv);
}

// Threads compile and link at once, sharing compiled stages.
TEST(Link, ThreadsMayShareStages) {
  const auto vertex = compile(Stage::Vertex, kPlainVertex, testLimits()).stage;
  std::atomic<int> linked = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int k = 0; k < 10; ++k) {
        LinkInput input;
        input.stages = {vertex, compile(Stage::Fragment, kPlainFragment, testLimits()).stage};
        linked += link(input, testLimits()).program != nullptr;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(linked, 40);
}

// An array far beyond every limit is an error, not an allocation.
TEST(Link, HugeArraysAreRefused) {
  linkError({{Stage::Vertex, "uniform mat4 big[268435456]; void main() { gl_Position = big[7][0]; }"}});
  linkError(
      {{Stage::Fragment,
        "uniform sampler2D big[100000000]; void main() { gl_FragColor = texture2D(big[7], vec2(0.0)); }"}});
  linkError({{Stage::Fragment,
              "struct S { sampler2D t; float f; }; uniform S big[100000000]; void main() { gl_FragColor = "
              "texture2D(big[7].t, vec2(0.0)); }"}});
  linkError({{Stage::Vertex,
              "varying mat4 big[268435456]; void main() { gl_Position = vec4(0.0); big[0][0][0] = 1.0; }"},
             {Stage::Fragment, "varying mat4 big[268435456]; void main() { gl_FragColor = big[1][0]; }"}});
}

}  // namespace
}  // namespace shader
