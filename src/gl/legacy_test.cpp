// SPDX-License-Identifier: Apache-2.0
// The compatibility profile: matrices, immediate mode, conventional arrays, fixed-function programs, lists and stacks.
#include <cmath>

#include "gl/fake_tracker.h"
#include "gl/legacy_draw.h"
#include "gl/legacy_matrix.h"

namespace gl {
namespace {

class LegacyTest : public GlTest {
 protected:
  const state::Matrix& modelView() { return ctx().legacy().state.modelView.top(); }
  std::array<float, 16> matrix(GLenum name) {
    std::array<float, 16> m{};
    mglGetFloatv(name, m.data());
    return m;
  }
  // The value of a built-in uniform in the stage's block of the program that draws now.
  std::vector<float> builtin(const std::string& name, shader::Stage stage, size_t count) {
    for (const shader::Uniform& u : st().executable->program->uniforms) {
      if (u.name != name) continue;
      std::vector<float> values(count);
      const auto& block = st().executable->blocks[static_cast<size_t>(stage)];
      std::memcpy(values.data(), block.data() + u.placement[static_cast<size_t>(stage)].offsetBytes,
                  count * sizeof(float));
      return values;
    }
    ADD_FAILURE() << name << " is not active";
    return {};
  }
  GLuint linkedProgram(const char* vertex, const char* fragment) {
    const GLuint program = mglCreateProgram();
    for (const auto& [stage, text] : {std::pair{GL_VERTEX_SHADER, vertex}, std::pair{GL_FRAGMENT_SHADER, fragment}}) {
      const GLuint shader = mglCreateShader(static_cast<GLenum>(stage));
      mglShaderSource(shader, 1, &text, nullptr);
      mglCompileShader(shader);
      mglAttachShader(program, shader);
    }
    mglLinkProgram(program);
    return program;
  }
  uint32_t locationOf(const std::string& name) {
    for (const shader::Attribute& a : st().executable->program->attributes)
      if (a.name == name) return static_cast<uint32_t>(a.location);
    ADD_FAILURE() << name << " is not active";
    return 0;
  }
};

void expectNear(const state::Matrix& a, const state::Matrix& b) {
  for (size_t i = 0; i < 16; ++i) EXPECT_NEAR(a[i], b[i], 1e-5f) << i;
}

// A matrix times its inverse is the identity, and a singular one has none.
TEST(LegacyMatrix, Inverse) {
  const state::Matrix m = product(product(translationMatrix(1, -2, 3), rotationMatrix(40, 1, 2, -1)), scaleMatrix(2, 3, 0.5));
  expectNear(product(m, inverse(m)), state::kIdentity);
  expectNear(inverse(scaleMatrix(1, 0, 1)), state::Matrix{});
}

// A quarter turn about z takes x to y; a projection takes the near corner to the corner of the clip volume.
TEST(LegacyMatrix, MapsPoints) {
  const state::Vec4 turned = transformed(rotationMatrix(90, 0, 0, 5), {1, 0, 0, 1});
  EXPECT_NEAR(turned[0], 0, 1e-6f);
  EXPECT_NEAR(turned[1], 1, 1e-6f);
  const state::Vec4 corner = transformed(frustumMatrix(-2, 2, -1, 1, 4, 10), {2, 1, -4, 1});
  for (size_t i : {0, 1}) EXPECT_NEAR(corner[i] / corner[3], 1, 1e-6f);
  EXPECT_NEAR(corner[2] / corner[3], -1, 1e-6f);
  EXPECT_EQ(transformed(orthoMatrix(0, 10, 0, 20, -1, 1), {10, 20, 0, 1}), (state::Vec4{1, 1, 0, 1}));
}

// Stacks keep what was pushed, answer their depth, and refuse to run over or dry.
TEST_F(LegacyTest, Stacks) {
  mglMatrixMode(GL_MODELVIEW);
  mglTranslatef(1, 2, 3);
  mglPushMatrix();
  mglScalef(2, 2, 2);
  GLint depth = 0;
  mglGetIntegerv(GL_MODELVIEW_STACK_DEPTH, &depth);
  EXPECT_EQ(depth, 2);
  EXPECT_EQ(matrix(GL_MODELVIEW_MATRIX)[0], 2);
  mglPopMatrix();
  EXPECT_EQ(matrix(GL_MODELVIEW_MATRIX), translationMatrix(1, 2, 3));
  EXPECT_EQ(matrix(GL_TRANSPOSE_MODELVIEW_MATRIX)[3], 1);
  mglPopMatrix();
  EXPECT_EQ(error(), "GL_STACK_UNDERFLOW");
  for (int i = 0; i < 32; ++i) mglPushMatrix();
  EXPECT_EQ(error(), "GL_STACK_OVERFLOW");
}

// Vertices gather until the end, which is one draw; outside there are none.
TEST_F(LegacyTest, BeginAndEnd) {
  mglVertex2f(0, 0);
  mglBegin(GL_TRIANGLES);
  EXPECT_EQ(fake().take(), "");
  mglVertex2f(0, 0), mglVertex2f(1, 0), mglVertex2f(0, 1);
  mglEnd();
  EXPECT_EQ(fake().take(), "draw 4,0,3");
  mglBegin(GL_POINTS);
  mglBegin(GL_POINTS);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  mglEnd();
  mglEnd();
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_EQ(fake().take(), "");
}

// An attribute that is set in the middle has its older value in the vertices before.
TEST_F(LegacyTest, LateAttribute) {
  mglColor3f(1, 0, 0);
  mglBegin(GL_LINES);
  mglVertex2f(5, 6);
  mglColor3f(0, 1, 0);
  mglVertex2f(7, 8);
  Immediate& im = ctx().legacy().immediate;
  ASSERT_EQ(im.words.size(), 16u);
  std::array<float, 16> v;
  std::memcpy(v.data(), im.words.data(), sizeof v);
  EXPECT_EQ(v, (std::array<float, 16>{5, 6, 0, 1, 1, 0, 0, 1, 7, 8, 0, 1, 0, 1, 0, 1}));
  mglEnd();
}

// Without a program the fixed functions draw, and nobody hears of it.
TEST_F(LegacyTest, FixedFunctionStepsIn) {
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  ASSERT_TRUE(st().executable);
  GLint program = -1;
  mglGetIntegerv(GL_CURRENT_PROGRAM, &program);
  EXPECT_EQ(program, 0);
  const auto plain = st().executable;
  mglEnable(GL_FOG);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_NE(st().executable, plain);
  mglDisable(GL_FOG);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(st().executable, plain);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// While a program of ours stands in, commands of uniforms still mean the application's, and none where it has none.
TEST_F(LegacyTest, UniformsOfTheApplication) {
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  mglUniform1f(0, 1);
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  const GLuint program = linkedProgram("void main() { gl_Position = gl_Vertex; }",
                                       "uniform vec4 colour; void main() { gl_FragColor = colour; }");
  mglUseProgram(program);
  const auto own = st().executable;
  mglEnable(GL_ALPHA_TEST);
  mglAlphaFunc(GL_GREATER, 0.5f);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  ASSERT_NE(st().executable, own);
  mglUniform4f(mglGetUniformLocation(program, "colour"), 1, 2, 3, 4);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(builtin("colour", shader::Stage::Fragment, 4), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(builtin("mgl_AlphaReference", shader::Stage::Fragment, 1)[0], 0.5f);
  GLfloat read[4] = {};
  mglGetUniformfv(program, mglGetUniformLocation(program, "colour"), read);
  EXPECT_EQ(read[3], 4);
  mglDisable(GL_ALPHA_TEST);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(st().executable, own);
  EXPECT_EQ(error(), "GL_NO_ERROR");
}

// Between glBegin and glEnd only what makes vertices is allowed; the rest is refused and does nothing.
TEST_F(LegacyTest, RefusedInsideBegin) {
  mglBegin(GL_TRIANGLES);
  mglEnable(GL_BLEND);
  mglLineWidth(3);
  mglFlush();
  mglVertex2f(0, 0), mglVertex2f(1, 0), mglVertex2f(0, 1);
  mglEnd();
  EXPECT_EQ(error(), "GL_INVALID_OPERATION");
  EXPECT_FALSE(mglIsEnabled(GL_BLEND));
  EXPECT_EQ(fake().take(), "draw 4,0,3");
}

// Built-in uniforms follow the matrices, and an unchanged draw leaves the blocks alone.
TEST_F(LegacyTest, BuiltinsFollow) {
  mglTranslatef(3, 0, 0);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(builtin("gl_ModelViewProjectionMatrix", shader::Stage::Vertex, 16)[12], 3);
  for (state::DirtyRange& range : st().executable->dirty) range.clear();
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  for (const state::DirtyRange& range : st().executable->dirty) EXPECT_TRUE(range.empty());
  mglMatrixMode(GL_PROJECTION);
  mglScalef(2, 1, 1);
  mglDrawArrays(GL_TRIANGLES, 0, 3);
  EXPECT_EQ(builtin("gl_ModelViewProjectionMatrix", shader::Stage::Vertex, 16)[12], 6);
}

// Conventional arrays stand at the program's locations while a draw lasts, and only then.
TEST_F(LegacyTest, ArraysAreLaidOver) {
  const float vertices[6] = {};
  mglVertexPointer(2, GL_FLOAT, 0, vertices);
  mglEnableClientState(GL_VERTEX_ARRAY);
  mglColor4f(0.25f, 0, 0, 1);
  const float before = std::bit_cast<float>(st().attribDefaults[3].bits[0]);
  {
    const DrawScope scope(ctx());
    const state::VertexArray& array = *st().vertexArray;
    EXPECT_TRUE(array.attribs[locationOf("gl_Vertex")].enabled);
    EXPECT_EQ(array.attribs[locationOf("gl_Vertex")].pointer, vertices);
    EXPECT_EQ(std::bit_cast<float>(st().attribDefaults[locationOf("gl_Color")].bits[0]), 0.25f);
  }
  EXPECT_EQ(st().vertexArray->enabledMask, 0u);
  EXPECT_EQ(std::bit_cast<float>(st().attribDefaults[3].bits[0]), before);
  void* pointer = nullptr;
  mglGetPointerv(GL_VERTEX_ARRAY_POINTER, &pointer);
  EXPECT_EQ(pointer, vertices);
}

// A list replays what was called, with the values of its making, and draws take the arrays of then.
TEST_F(LegacyTest, ListsReplay) {
  const GLuint list = mglGenLists(1);
  float vertices[4] = {1, 2, 3, 4};
  mglVertexPointer(2, GL_FLOAT, 0, vertices);
  mglEnableClientState(GL_VERTEX_ARRAY);
  mglNewList(list, GL_COMPILE);
  float color[4] = {0, 0, 1, 1};
  mglColor4fv(color);
  color[2] = 0;
  mglTranslatef(1, 0, 0);
  mglEnable(GL_DEPTH_TEST);
  mglDrawArrays(GL_LINES, 0, 2);
  mglEndList();
  EXPECT_EQ(fake().take(), "");
  EXPECT_EQ(modelView(), state::kIdentity);
  EXPECT_FALSE(st().raster.depthTest);
  vertices[0] = 9;
  mglCallList(list);
  EXPECT_EQ(fake().take(), "draw 1,0,2");
  float first;
  std::memcpy(&first, ctx().legacy().immediate.words.data(), sizeof first);
  EXPECT_EQ(first, 1);
  EXPECT_EQ(legacyValues(ctx()).current[state::kSlotColor], (state::Vec4{0, 0, 1, 1}));
  EXPECT_EQ(modelView()[12], 1);
  EXPECT_TRUE(st().raster.depthTest);
  mglDeleteLists(list, 1);
  EXPECT_FALSE(mglIsList(list));
}

// A pop brings back the groups of the mask and no others.
TEST_F(LegacyTest, AttribStack) {
  mglPushAttrib(GL_CURRENT_BIT | GL_ENABLE_BIT);
  mglColor4f(0, 1, 0, 1);
  mglEnable(GL_LIGHTING);
  mglEnable(GL_BLEND);
  mglBlendFunc(GL_ONE, GL_ONE);
  mglPopAttrib();
  EXPECT_EQ(legacyValues(ctx()).current[state::kSlotColor], (state::Vec4{1, 1, 1, 1}));
  EXPECT_FALSE(mglIsEnabled(GL_LIGHTING));
  EXPECT_FALSE(mglIsEnabled(GL_BLEND));
  EXPECT_EQ(st().raster.blend[0].dstRgb, static_cast<uint32_t>(GL_ONE));
  mglPopAttrib();
  EXPECT_EQ(error(), "GL_STACK_UNDERFLOW");
}

// With color material on, the material follows the color and takes no value of its own.
TEST_F(LegacyTest, ColorMaterial) {
  mglEnable(GL_COLOR_MATERIAL);
  mglColor3f(1, 0.5f, 0);
  const float other[4] = {0, 0, 0, 0};
  mglMaterialfv(GL_FRONT, GL_DIFFUSE, other);
  float diffuse[4];
  mglGetMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
  EXPECT_EQ(diffuse[1], 0.5f);
}

// The core profile knows none of this.
TEST(LegacyCore, Refused) {
  ContextConfig config;
  config.core = true;
  Context context(config, std::make_shared<state::ShareGroup>(), testDevice());
  setCurrent(&context);
  mglBegin(GL_TRIANGLES);
  EXPECT_EQ(context.takeError(), static_cast<uint32_t>(GL_INVALID_OPERATION));
  setCurrent(nullptr);
}

}  // namespace
}  // namespace gl
