// SPDX-License-Identifier: Apache-2.0
// UniformTypes: every type of default-block uniform reaches the shader, alone, in arrays, in structures, and
// changed between draws. UniformBlocks: std140 layouts, arrays of blocks, ranges, and changes of the bound
// buffer.
#include <cstring>

#include "scenes/expressions.h"

namespace scenes {

namespace {

const char* const kDeclarations = R"(
uniform float f1; uniform vec2 f2; uniform vec3 f3; uniform vec4 f4;
uniform int i1; uniform ivec2 i2; uniform ivec3 i3; uniform ivec4 i4;
uniform uint u1; uniform uvec2 u2; uniform uvec3 u3; uniform uvec4 u4;
uniform bool b1; uniform bvec2 b2; uniform bvec3 b3; uniform bvec4 b4;
uniform mat2 m22; uniform mat3 m33; uniform mat4 m44;
uniform mat2x3 m23; uniform mat3x2 m32; uniform mat2x4 m24; uniform mat4x2 m42; uniform mat3x4 m34; uniform mat4x3 m43;
uniform float fa[5]; uniform vec3 va[3]; uniform mat3 ma[2]; uniform ivec2 ia[3]; uniform bool ba[3];
struct Inner { vec3 v; float f[2]; };
struct Outer { int i; Inner inner[2]; mat2 m; };
uniform Outer one; uniform Outer many[2];
uniform int dynamic;
uniform float initialised = 7.0; uniform vec2 initialisedArray[2] = vec2[2](vec2(1.0, 2.0), vec2(3.0, 4.0));
)";

std::vector<Expression> expressionsOfTypes() {
  return {
      {"f1", {1, 1, 1, 1}},
      {"f2, 0.0, 0.0", {2, 3, 0, 0}},
      {"f3, 0.0", {4, 5, 6, 0}},
      {"f4", {7, 8, 9, 10}},
      {"float(i1)", {-11, -11, -11, -11}},
      {"vec2(i2), 0.0, 0.0", {-12, 13, 0, 0}},
      {"vec3(i3), 0.0", {14, -15, 16, 0}},
      {"i4", {17, 18, -19, 20}},
      {"float(u1 >> 24)", {254, 254, 254, 254}},
      {"vec2(u2), 0.0, 0.0", {22, 23, 0, 0}},
      {"vec3(u3), 0.0", {24, 25, 26, 0}},
      {"u4", {27, 28, 29, 30}},
      {"float(b1)", {1, 1, 1, 1}},
      {"vec2(b2), 0.0, 0.0", {0, 1, 0, 0}},
      {"vec3(b3), 0.0", {1, 0, 1, 0}},
      {"vec4(b4)", {0, 1, 1, 0}},
      {"m22[0], m22[1]", {1, 2, 3, 4}},
      {"m33[0], m33[2].x", {1, 2, 3, 7}},
      {"m44[3]", {13, 14, 15, 16}},
      {"m23[1], m23[0].z", {4, 5, 6, 3}},
      {"m32[2], m32[1]", {5, 6, 3, 4}},
      {"m24[1]", {5, 6, 7, 8}},
      {"m42[3], m42[0]", {7, 8, 1, 2}},
      {"m34[2]", {9, 10, 11, 12}},
      {"m43[3], m43[0].x", {10, 11, 12, 1}},
      {"fa[0], fa[2], fa[4], fa[dynamic]", {50, 52, 54, 53}},
      {"va[2], va[0].y", {66, 67, 68, 61}},
      {"ma[1][2], ma[0][1].y", {16, 17, 18, 5}},
      {"ia[2], ia[0]", {74, 75, 70, 71}},
      {"vec3(ba[0], ba[1], ba[2]), 0.0", {1, 0, 1, 0}},
      {"one.inner[1].v, float(one.i)", {80, 81, 82, 5}},
      {"one.inner[0].f[1], one.m[0], one.inner[1].f[0]", {83, 1, 2, 84}},
      {"many[1].inner[dynamic - 3].v, many[0].m[1].y", {85, 86, 87, 4}},
      {"initialised", {7, 7, 7, 7}},
      {"initialisedArray[1], initialisedArray[0]", {3, 4, 1, 2}},
  };
}

void setScalars(const ExpressionProgram& p) {
  glUniform1f(p.uniform("f1"), 1);
  glUniform2f(p.uniform("f2"), 2, 3);
  glUniform3f(p.uniform("f3"), 4, 5, 6);
  glUniform4f(p.uniform("f4"), 7, 8, 9, 10);
  glUniform1i(p.uniform("i1"), -11);
  glUniform2i(p.uniform("i2"), -12, 13);
  glUniform3i(p.uniform("i3"), 14, -15, 16);
  glUniform4i(p.uniform("i4"), 17, 18, -19, 20);
  glUniform1ui(p.uniform("u1"), 0xFE000015u);
  glUniform2ui(p.uniform("u2"), 22, 23);
  glUniform3ui(p.uniform("u3"), 24, 25, 26);
  glUniform4ui(p.uniform("u4"), 27, 28, 29, 30);
  // Booleans may be set by any of the three types; anything but zero is true.
  glUniform1f(p.uniform("b1"), 0.25f);
  glUniform2i(p.uniform("b2"), 0, 55);
  glUniform3ui(p.uniform("b3"), 8, 0, 1);
  glUniform4f(p.uniform("b4"), 0, -1, 1, 0);
  glUniform1i(p.uniform("dynamic"), 3);
}

void setMatrices(const ExpressionProgram& p) {
  float m[32];
  for (int i = 0; i < 32; ++i) {
    m[i] = static_cast<float>(i + 1);
  }
  glUniformMatrix2fv(p.uniform("m22"), 1, GL_FALSE, m);
  glUniformMatrix3fv(p.uniform("m33"), 1, GL_FALSE, m);
  glUniformMatrix4fv(p.uniform("m44"), 1, GL_FALSE, m);
  // Row-major source: the transpose of 1..6 in columns.
  const float rows[] = {1, 4, 2, 5, 3, 6};
  glUniformMatrix2x3fv(p.uniform("m23"), 1, GL_TRUE, rows);
  glUniformMatrix3x2fv(p.uniform("m32"), 1, GL_FALSE, m);
  glUniformMatrix2x4fv(p.uniform("m24"), 1, GL_FALSE, m);
  glUniformMatrix4x2fv(p.uniform("m42"), 1, GL_FALSE, m);
  glUniformMatrix3x4fv(p.uniform("m34"), 1, GL_FALSE, m);
  glUniformMatrix4x3fv(p.uniform("m43"), 1, GL_FALSE, m);
  glUniformMatrix3fv(p.uniform("ma"), 2, GL_FALSE, m);
  glUniformMatrix2fv(p.uniform("one.m"), 1, GL_FALSE, m);
  glUniformMatrix2fv(p.uniform("many[0].m"), 1, GL_FALSE, m);
}

void setArrays(const ExpressionProgram& p) {
  const float floats[] = {50, 51, 52, 53, 54};
  glUniform1fv(p.uniform("fa"), 5, floats);
  const float vectors[] = {60, 61, 62, 63, 64, 65, 66, 67, 68};
  glUniform3fv(p.uniform("va[0]"), 3, vectors);
  const GLint pairs[] = {70, 71, 72, 73, 74, 75};
  glUniform2iv(p.uniform("ia"), 3, pairs);
  const GLint truths[] = {9, 0, 1};
  glUniform1iv(p.uniform("ba"), 3, truths);
  glUniform1i(p.uniform("one.i"), 5);
  glUniform3f(p.uniform("one.inner[1].v"), 80, 81, 82);
  glUniform1f(p.uniform("one.inner[0].f[1]"), 83);
  glUniform1f(p.uniform("one.inner[1].f"), 84);
  glUniform3f(p.uniform("many[1].inner[0].v"), 85, 86, 87);
}

void readUniforms(Scene& scene, const ExpressionProgram& p) {
  float f[16] = {};
  glGetUniformfv(p.handle(), p.uniform("m23"), f);
  scene.check(f[0] == 1 && f[1] == 2 && f[5] == 6, "glGetUniformfv of a mat2x3 gave %g, %g, %g.",
              static_cast<double>(f[0]), static_cast<double>(f[1]), static_cast<double>(f[5]));
  glGetUniformfv(p.handle(), p.uniform("fa[3]"), f);
  scene.check(f[0] == 53, "glGetUniformfv of fa[3] gave %g.", static_cast<double>(f[0]));
  GLint i[4] = {};
  glGetUniformiv(p.handle(), p.uniform("b4"), i);
  scene.check(i[0] == 0 && i[1] == 1 && i[2] == 1 && i[3] == 0, "glGetUniformiv of a bvec4 gave %d %d %d %d.",
              i[0], i[1], i[2], i[3]);
  GLuint u[4] = {};
  glGetUniformuiv(p.handle(), p.uniform("u1"), u);
  scene.check(u[0] == 0xFE000015u, "glGetUniformuiv gave 0x%08x.", u[0]);
  scene.check(p.uniform("absent") == -1 && p.uniform("many[2].i") == -1, "An absent uniform has a location.");
  GLint active = 0;
  glGetProgramiv(p.handle(), GL_ACTIVE_UNIFORMS, &active);
  scene.check(active >= 40 && active <= 60, "%d uniforms are active.", active);
}

}  // namespace

MGL_SCENE(UniformTypes, Core) {
  ExpressionProgram program(scene, kDeclarations, expressionsOfTypes());
  setScalars(program);
  setMatrices(program);
  setArrays(program);
  program.evaluate("all-types");
  readUniforms(scene, program);
  scene.expectNoError("Setting and reading uniforms");

  // A change between two draws, and a change back.
  glUniform4f(program.uniform("f4"), 1, 1, 1, 1);
  drawQuad();
  glUniform4f(program.uniform("f4"), 7, 8, 9, 10);
  program.evaluate("changed-back");
  // Each link starts from the initial values again.
  linkProgram(scene, program.handle());
  glUseProgram(program.handle());
  setScalars(program);
  setMatrices(program);
  setArrays(program);
  program.evaluate("relinked");
  // glUniform of another type than the uniform's is refused.
  glUniform2f(program.uniform("f4"), 1, 1);
  scene.expectError(GL_INVALID_OPERATION, "glUniform2f of a vec4");
  glUniform1i(-1, 5);
  scene.expectNoError("glUniform1i at location -1");
}

namespace {

const char* const kBlocks = R"(
layout(std140) uniform Mixed {
    float a; vec3 b; float c; vec2 d; float e[3]; mat3 m; layout(row_major) mat2x3 r; bool t; uint u;
} mixed;
layout(std140) uniform Repeated { vec4 value; } repeated[3];
)";

void putFloat(std::vector<uint8_t>& bytes, size_t offset, float value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

/// Byte offsets by the rules of std140, worked out by hand.
std::vector<uint8_t> mixedBytes() {
  std::vector<uint8_t> bytes(256, 0);
  putFloat(bytes, 0, 1);  // a
  for (size_t i = 0; i < 3; ++i) {
    putFloat(bytes, 16 + i * 4, 2.0f + static_cast<float>(i));    // b
    putFloat(bytes, 48 + i * 16, 10.0f + static_cast<float>(i));  // e: stride 16
    for (size_t row = 0; row < 3; ++row) {
      putFloat(bytes, 96 + i * 16 + row * 4, static_cast<float>(20 + i * 3 + row));  // m: columns
    }
    for (size_t column = 0; column < 2; ++column) {
      putFloat(bytes, 144 + i * 16 + column * 4, static_cast<float>(40 + column * 3 + i));  // r: rows
    }
  }
  putFloat(bytes, 28, 5);  // c fills the hole behind b
  putFloat(bytes, 32, 6);
  putFloat(bytes, 36, 7);  // d
  const uint32_t truth = 1, word = 9;
  std::memcpy(bytes.data() + 192, &truth, 4);
  std::memcpy(bytes.data() + 196, &word, 4);
  return bytes;
}

void checkOffsets(Scene& scene, GLuint program) {
  const char* names[] = {"Mixed.a", "Mixed.b", "Mixed.c", "Mixed.d", "Mixed.e[0]",
                         "Mixed.m", "Mixed.r", "Mixed.t", "Mixed.u"};
  const GLint due[] = {0, 16, 28, 32, 48, 96, 144, 192, 196};
  GLuint indices[9] = {};
  GLint offsets[9] = {};
  glGetUniformIndices(program, 9, names, indices);
  glGetActiveUniformsiv(program, 9, indices, GL_UNIFORM_OFFSET, offsets);
  for (int i = 0; i < 9; ++i) {
    scene.check(offsets[i] == due[i], "%s lies at %d, not at %d.", names[i], offsets[i], due[i]);
  }
  GLint rowMajor = 0;
  glGetActiveUniformsiv(program, 1, &indices[6], GL_UNIFORM_IS_ROW_MAJOR, &rowMajor);
  scene.check(rowMajor == 1, "Mixed.r is not reported as row-major.");
}

GLuint uniformBuffer(const std::vector<uint8_t>& bytes) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_UNIFORM_BUFFER, buffer);
  glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_DYNAMIC_DRAW);
  return buffer;
}

}  // namespace

MGL_SCENE(UniformBlocks, Core) {
  ExpressionProgram program(scene, kBlocks,
                            {{"mixed.a", {1, 1, 1, 1}},
                             {"mixed.b, mixed.c", {2, 3, 4, 5}},
                             {"mixed.d, mixed.e[0], mixed.e[2]", {6, 7, 10, 12}},
                             {"mixed.m[0], mixed.m[2].z", {20, 21, 22, 28}},
                             {"mixed.r[0], mixed.r[1].z", {40, 41, 42, 45}},
                             {"float(mixed.t), float(mixed.u), 0.0, 0.0", {1, 9, 0, 0}},
                             {"repeated[0].value", {100, 101, 102, 103}},
                             {"repeated[1].value", {110, 111, 112, 113}},
                             {"repeated[2].value", {120, 121, 122, 123}}});
  checkOffsets(scene, program.handle());
  uniformBuffer(mixedBytes());
  GLint size = 0;
  const GLuint mixed = glGetUniformBlockIndex(program.handle(), "Mixed");
  glGetActiveUniformBlockiv(program.handle(), mixed, GL_UNIFORM_BLOCK_DATA_SIZE, &size);
  scene.check(size >= 200 && size <= 208, "Mixed has %d bytes, not 208.", size);
  GLint bound = 0;
  glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &bound);
  glUniformBlockBinding(program.handle(), mixed, 5);
  glBindBufferBase(GL_UNIFORM_BUFFER, 5, static_cast<GLuint>(bound));

  GLint alignment = 0;
  glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
  std::vector<uint8_t> many(static_cast<size_t>(alignment) * 4 + 16, 0);
  for (size_t i = 0; i < 3; ++i) {
    for (size_t c = 0; c < 4; ++c) {
      putFloat(many, (i + 1) * static_cast<size_t>(alignment) + c * 4, static_cast<float>(100 + i * 10 + c));
    }
  }
  const GLuint ranges = uniformBuffer(many);
  for (GLuint i = 0; i < 3; ++i) {
    const std::string name = "Repeated[" + std::to_string(i) + "]";
    glUniformBlockBinding(program.handle(), glGetUniformBlockIndex(program.handle(), name.c_str()), 2 + i);
    glBindBufferRange(GL_UNIFORM_BUFFER, 2 + i, ranges, static_cast<GLintptr>(i + 1) * alignment, 16);
  }
  program.evaluate("blocks");

  // Bytes changed between draws, a range moved, and the binding of the block changed.
  glBindBuffer(GL_UNIFORM_BUFFER, static_cast<GLuint>(bound));
  const float one = 55.0f;
  glBufferSubData(GL_UNIFORM_BUFFER, 0, 4, &one);
  drawQuad();
  const float again = 1.0f;
  glBufferSubData(GL_UNIFORM_BUFFER, 0, 4, &again);
  glBindBufferBase(GL_UNIFORM_BUFFER, 7, static_cast<GLuint>(bound));
  glUniformBlockBinding(program.handle(), mixed, 7);
  glBindBufferBase(GL_UNIFORM_BUFFER, 5, ranges);
  program.evaluate("rebound");
}

}  // namespace scenes
