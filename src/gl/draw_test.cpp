// SPDX-License-Identifier: Apache-2.0
// Draws: what reaches the tracker, and what is refused before.
#include "gl/fake_tracker.h"
#include "gl/names.h"

namespace gl {
namespace {

class DrawTest : public GlTest {
 protected:
  void bindElements(GLsizeiptr size) {
    mglBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1);
    mglBufferData(GL_ELEMENT_ARRAY_BUFFER, size, nullptr, GL_STATIC_DRAW);
    fake().take();
  }
  // A linked program as far as draws look at one.
  shader::Program& useProgram() {
    auto program = std::make_shared<shader::Program>();
    auto executable = makeExecutable(ctx());
    executable->program = program;
    st().executable = executable;
    return *program;
  }
};
class DrawCoreTest : public GlCoreTest {};

// Every direct variant hands its parameters over unchanged.
TEST_F(DrawTest, ParametersArrive) {
  mglDrawArrays(GL_TRIANGLES, 3, 6);
  mglDrawArraysInstancedBaseInstance(GL_POINTS, 0, 2, 5, 9);
  EXPECT_EQ(fake().take(),
            "draw 4,3,6\n"
            "draw 0,0,2 instances,5,9");
  bindElements(64);
  const auto at = reinterpret_cast<const void*>(8);
  mglDrawElements(GL_LINES, 4, GL_UNSIGNED_SHORT, at);
  mglDrawElementsInstancedBaseVertexBaseInstance(GL_LINES, 4, GL_UNSIGNED_BYTE, at, 2, -1, 3);
  EXPECT_EQ(fake().take(),
            "draw 1,0,4 index,2,8\n"
            "draw 1,0,4 index,1,8 instances,2,3 base,-1");
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Nothing to draw is no error and no call.
TEST_F(DrawTest, EmptyDrawsVanish) {
  mglDrawArrays(GL_TRIANGLES, 0, 0);
  mglDrawArraysInstanced(GL_TRIANGLES, 0, 3, 0);
  EXPECT_EQ(fake().take(), "");
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Without an element buffer the indices are client memory.
TEST_F(DrawTest, ClientIndices) {
  const GLubyte indices[3] = {0, 1, 2};
  mglDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices);
  EXPECT_EQ(fake().take(), "draw 4,0,3 index,1,0 client");
}

// Multi-draws become one verb; empty members are left out.
TEST_F(DrawTest, MultiDrawIsOneVerb) {
  const GLint first[3] = {0, 10, 20};
  const GLsizei count[3] = {3, 0, 6};
  mglMultiDrawArrays(GL_TRIANGLES, first, count, 3);
  EXPECT_EQ(fake().take(), "drawMany [4,0,3][4,20,6]");
}

// Indirect parameters in client memory (compatibility only) are read at the call.
TEST_F(DrawTest, ClientIndirect) {
  const GLuint command[4] = {6, 1, 2, 0};
  mglDrawArraysIndirect(GL_TRIANGLES, command);
  EXPECT_EQ(fake().take(), "draw 4,2,6");
}

// Indirect parameters in a buffer stay there.
TEST_F(DrawTest, BufferIndirect) {
  mglBindBuffer(GL_DRAW_INDIRECT_BUFFER, 2);
  mglBufferData(GL_DRAW_INDIRECT_BUFFER, 40, nullptr, GL_STATIC_DRAW);
  fake().take();
  mglMultiDrawArraysIndirect(GL_TRIANGLES, reinterpret_cast<void*>(8), 2, 0);
  EXPECT_EQ(fake().take(), "drawIndirect 4 0 2 8 2 16");
  mglMultiDrawArraysIndirect(GL_TRIANGLES, reinterpret_cast<void*>(12), 2, 0);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglDrawArraysIndirect(GL_TRIANGLES, reinterpret_cast<void*>(2));
  EXPECT_EQ(error(), "GL_INVALID_VALUE");
}

// A buffer mapped without the persistent bit cannot be drawn from, whichever binding it is in.
TEST_F(DrawTest, MappedBuffersAreRefused) {
  mglBindBuffer(GL_ARRAY_BUFFER, 1);
  mglBufferData(GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
  mglVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  mglMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
  fake().take();
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR") << "The attribute is not enabled.";
  mglEnableVertexAttribArray(0);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglUnmapBuffer(GL_ARRAY_BUFFER);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// An incomplete framebuffer is noticed at draws and clears, also when only its attachment changed.
TEST_F(DrawTest, IncompleteFramebuffer) {
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  st().defaultDraw->hasSurface = false;
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_INVALID_FRAMEBUFFER_OPERATION");
  mglClear(GL_COLOR_BUFFER_BIT);
  EXPECT_EQ(error(), "GL_INVALID_FRAMEBUFFER_OPERATION");
  st().defaultDraw->hasSurface = true;
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// The geometry shader's input decides about modes.
TEST_F(DrawTest, GeometryInput) {
  useProgram().geometryInput = GL_TRIANGLES;
  mglDrawArrays(GL_TRIANGLE_STRIP, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglDrawArrays(GL_LINES, 0, 2);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglDrawArrays(GL_PATCHES, 0, 3);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Transform feedback: begin needs varyings and buffers; draws must fit; pause lifts that; end forgets.
TEST_F(DrawTest, TransformFeedback) {
  mglBeginTransformFeedback(GL_TRIANGLES);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  shader::XfbVarying varying;
  varying.name = "outPosition";
  useProgram().xfb.push_back(varying);
  mglBeginTransformFeedback(GL_TRIANGLES);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 1);
  mglBeginTransformFeedback(GL_TRIANGLE_STRIP);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  mglBeginTransformFeedback(GL_TRIANGLES);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(fake().take(), "xfbBegin 0");

  mglDrawArrays(GL_TRIANGLE_FAN, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglDrawArrays(GL_POINTS, 0, 3);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  GLuint other;
  mglGenTransformFeedbacks(1, &other);
  mglBindTransformFeedback(GL_TRANSFORM_FEEDBACK, other);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglPauseTransformFeedback();
  mglDrawArrays(GL_POINTS, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglResumeTransformFeedback();
  mglEndTransformFeedback();
  EXPECT_EQ(error(), "GL_NO_ERROR");
  EXPECT_EQ(st().xfb->executable, nullptr);
  mglEndTransformFeedback();
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

// Clears and draws have no effect while the condition says no; discard stops clears but not draws.
TEST_F(DrawTest, WithoutEffect) {
  mglEnable(GL_RASTERIZER_DISCARD);
  mglClear(GL_COLOR_BUFFER_BIT);
  EXPECT_EQ(fake().take(), "");
  mglDisable(GL_RASTERIZER_DISCARD);
  GLuint query;
  mglGenQueries(1, &query);
  mglBeginQuery(GL_SAMPLES_PASSED, query);
  mglEndQuery(GL_SAMPLES_PASSED);
  for (uint64_t value : {0u, 5u}) {
    fake().queryValue = value;
    mglBeginConditionalRender(query, GL_QUERY_WAIT);
    fake().take();
    mglDrawArrays(GL_TRIANGLES, 0, 3);
    mglClear(GL_COLOR_BUFFER_BIT);
    const GLfloat black[4] = {};
    mglClearBufferfv(GL_COLOR, 0, black);
    EXPECT_EQ(fake().take().empty(), value == 0);
    mglEndConditionalRender();
  }
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Core contexts draw neither from array 0, nor from client indices, nor quads.
TEST_F(DrawCoreTest, CoreRules) {
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  GLuint array;
  mglGenVertexArrays(1, &array);
  mglBindVertexArray(array);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(error(), "GL_NO_ERROR");
  mglDrawArrays(GL_QUADS, 0, 4);
  EXPECT_EQ(error(), "GL_INVALID_ENUM");
  const GLubyte indices[3] = {};
  mglDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglDrawArraysIndirect(GL_TRIANGLES, nullptr);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
}

struct DrawError {
  const char* name;
  const char* expected;
  void (*call)();
};
class DrawErrors : public GlTest, public ::testing::WithParamInterface<DrawError> {};

// Each refused draw reports the specification's error and reaches nobody.
TEST_P(DrawErrors, IsReported) {
  GetParam().call();
  EXPECT_EQ(error(), GetParam().expected);
  EXPECT_EQ(fake().take(), "");
}

constexpr DrawError kErrors[] = {
    {"Mode", "GL_INVALID_ENUM", [] { mglDrawArrays(0x20, 0, 3); }},
    {"Count", "GL_INVALID_VALUE", [] { mglDrawArrays(GL_TRIANGLES, 0, -1); }},
    {"First", "GL_INVALID_VALUE", [] { mglDrawArrays(GL_TRIANGLES, -1, 3); }},
    {"Instances", "GL_INVALID_VALUE", [] { mglDrawArraysInstanced(GL_TRIANGLES, 0, 3, -1); }},
    {"IndexType", "GL_INVALID_ENUM", [] { mglDrawElements(GL_TRIANGLES, 3, GL_INT, nullptr); }},
    {"Range", "GL_INVALID_VALUE", [] { mglDrawRangeElements(GL_TRIANGLES, 5, 4, 3, GL_UNSIGNED_INT, nullptr); }},
    {"DrawCount", "GL_INVALID_VALUE", [] { mglMultiDrawArrays(GL_TRIANGLES, nullptr, nullptr, -1); }},
    {"MultiCount", "GL_INVALID_VALUE",
     [] {
       const GLint first[2] = {0, 0};
       const GLsizei count[2] = {3, -3};
       mglMultiDrawArrays(GL_TRIANGLES, first, count, 2);
     }},
    {"Stride", "GL_INVALID_VALUE", [] { mglMultiDrawArraysIndirect(GL_TRIANGLES, nullptr, 1, 2); }},
    {"IndirectElements", "GL_INVALID_OPERATION",
     [] { mglDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, nullptr); }},
    {"Patches", "GL_INVALID_VALUE", [] { mglPatchParameteri(GL_PATCH_VERTICES, 0); }},
    {"Provoking", "GL_INVALID_ENUM", [] { mglProvokingVertex(GL_TRIANGLES); }},
    {"Resume", "GL_INVALID_OPERATION", [] { mglResumeTransformFeedback(); }},
    {"ClearMask", "GL_INVALID_VALUE", [] { mglClear(0x80000000); }},
    {"ClearBufferTarget", "GL_INVALID_ENUM",
     [] {
       const GLint zero[4] = {};
       mglClearBufferiv(GL_DEPTH, 0, zero);
     }},
    {"ClearBufferIndex", "GL_INVALID_VALUE",
     [] {
       const GLfloat zero[4] = {};
       mglClearBufferfv(GL_DEPTH, 1, zero);
     }},
};
INSTANTIATE_TEST_SUITE_P(Each, DrawErrors, ::testing::ValuesIn(kErrors), [](const auto& i) { return i.param.name; });

}  // namespace
}  // namespace gl
