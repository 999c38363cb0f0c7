// SPDX-License-Identifier: Apache-2.0
// Translated programs draw what the desktop's language says: the values of uniforms, varyings, outputs and
// texels.
#include "backends/gles/essl_driver.h"

namespace gles {
namespace {

using Pixel = std::array<int, 4>;

std::array<int, 4> drawnPixel(const EsslCase& c) {
  const auto program = linkProgram(c);
  const GLuint name = program ? buildOnDriver(c, *program) : 0;
  if (name == 0) return {-1, -1, -1, -1};
  Drawing drawing;
  drawing.draw(name, *program);
  const auto pixel = drawing.pixel();
  glDeleteProgram(name);
  return pixel;
}

// Values written where reflection says reach the shader: matrices, elements of arrays, members, bools, both
// stages.
TEST(EsslDrawing, UniformsLieWhereReflectionSays) {
  REQUIRE_DRIVER();
  const EsslCase c = {
      "uniforms", R"(#version 120
attribute vec4 p; uniform mat3 m[2]; uniform bvec2 b; struct S { float f; bool on; vec2 v[2]; }; uniform S s[2]; varying vec4 v;
void main() { gl_Position = p; v = vec4((m[1] * vec3(0.0, 1.0, 0.0)).z, b.y && !b.x ? 1.0 : 0.0, s[1].on ? s[1].v[1].y : 0.0, s[0].f); })",
      "#version 120\nvarying vec4 v; uniform vec4 scale; void main() { gl_FragColor = v * scale; }"};
  const auto program = linkProgram(c);
  ASSERT_TRUE(program);
  const GLuint name = buildOnDriver(c, *program);
  ASSERT_NE(name, 0u);
  Drawing drawing;
  drawing.draw(name, *program, [&](shader::Stage stage, std::vector<std::byte>& image) {
    const auto put = [&](std::string_view uniform, int32_t extraBytes, auto value) {
      for (const shader::Uniform& u : program->uniforms) {
        const int32_t at = u.placement[static_cast<size_t>(stage)].offsetBytes;
        if (u.name == uniform && at >= 0) std::memcpy(image.data() + at + extraBytes, &value, sizeof value);
      }
    };
    put("m[0]", 48 + 16 + 8, 1.0f);  // second matrix, second column, third row
    put("b", 4, uint32_t{0x100});    // anything but zero is true
    put("s[1].on", 0, uint32_t{1});
    put("s[1].v[0]", 16 + 4, 0.2f);
    put("s[0].f", 0, 1.0f);
    put("scale", 0, std::array<float, 4>{1, 1, 1, 0.4f});
  });
  EXPECT_EQ(drawing.pixel(), (Pixel{255, 255, 51, 102}));
  glDeleteProgram(name);
}

// Initialisers are what a uniform holds before anything sets it.
TEST(EsslDrawing, InitialisersReachTheShader) {
  REQUIRE_DRIVER();
  EXPECT_EQ(
      drawnPixel(
          {"initialisers",
           "#version 120\nattribute vec4 p; uniform float one = 1.0; void main() { gl_Position = p * one; }",
           "#version 120\nuniform float f[2] = float[2](0.2, 0.4); uniform bool on = true; uniform mat2 m = "
           "mat2(0.0, 0.6, 0.8, 0.0);\n"
           "void main() { gl_FragColor = on ? vec4(f[0], f[1], m[0][1], m[1][0]) : vec4(1.0); }"}),
      (Pixel{51, 102, 153, 204}));
}

// gl_FragColor is seen by every colour buffer, also after an early return.
TEST(EsslDrawing, FragColorIsBroadcast) {
  REQUIRE_DRIVER();
  const EsslCase c = {"broadcast", "attribute vec4 p; void main() { gl_Position = p; }",
                      "void main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); if (gl_FragCoord.x < 100.0) "
                      "return; gl_FragColor = vec4(0.0); }"};
  const auto program = linkProgram(c);
  ASSERT_TRUE(program);
  const GLuint name = buildOnDriver(c, *program);
  ASSERT_NE(name, 0u);
  Drawing drawing(3);
  drawing.draw(name, *program);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(drawing.pixel(k), (Pixel{255, 0, 0, 255})) << k;
  glDeleteProgram(name);
}

// Compatibility varyings, structures with arrays and dynamically indexed outputs carry their values across.
TEST(EsslDrawing, VaryingsCarryValues) {
  REQUIRE_DRIVER();
  EXPECT_EQ(drawnPixel({"compat",
                        "void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(0.2, 0.0, 0.0, 0.0); "
                        "gl_TexCoord[1] = vec4(0.0, 0.4, 0.0, 0.0); gl_FogFragCoord = 0.6; }",
                        "void main() { gl_FragData[0] = gl_Color + gl_TexCoord[1] + vec4(0.0, 0.0, "
                        "gl_FogFragCoord, 1.0) + gl_SecondaryColor; }"}),
            (Pixel{51, 102, 153, 255}));
  EXPECT_EQ(
      drawnPixel({"structs",
                  "#version 150\nstruct V { vec2 a; float b[2]; }; in vec4 p; out V v[2]; flat out int k; "
                  "void main() { gl_Position = p; v[1].a = vec2(0.2, 0.4); v[1].b[1] = 0.6; v[0].b[0] = 0.8; "
                  "v[0].a = vec2(0); v[0].b[1] = v[1].b[0] = 0.0; k = 1; }",
                  "#version 150\nstruct V { vec2 a; float b[2]; }; in V v[2]; flat in int k; out vec4 o[2]; "
                  "void main() { o[k - 1] = vec4(v[k].a, v[k].b[k], v[k - 1].b[0]); o[1] = vec4(0); }"}),
      (Pixel{51, 102, 153, 204}));
}

// A 4×2 texture whose texel (x, y) holds x·51 in red and y·51 in green, bound to sampler slot 0.
struct Texels {
  explicit Texels(int height) {
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    std::vector<uint8_t> bytes;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < 4; ++x) bytes.insert(bytes.end(), {uint8_t(x * 51), uint8_t(y * 51), 0, 255});
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  ~Texels() { glDeleteTextures(1, &name); }
  std::array<int, 4> sampled(const char* declaration, const char* expression) const {
    const std::string fragment = std::string("#version 140\nout vec4 o; uniform ") + declaration +
                                 " t; void main() { o = " + expression + "; }";
    const EsslCase c = {"sampled", "#version 140\nin vec4 p; void main() { gl_Position = p; }",
                        fragment.c_str()};
    const auto program = linkProgram(c);
    const GLuint built = program ? buildOnDriver(c, *program) : 0;
    if (built == 0) return {-1, -1, -1, -1};
    Drawing drawing;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, name);
    drawing.draw(built, *program);
    glDeleteProgram(built);
    return drawing.pixel();
  }
  GLuint name = 0;
};

// Rectangle coordinates are texels in every kind of access.
TEST(EsslDrawing, RectangleTexturesAreAddressedInTexels) {
  REQUIRE_DRIVER();
  const Texels texels(2);
  EXPECT_EQ(texels.sampled("sampler2DRect", "texture(t, vec2(2.5, 1.5))"), (Pixel{102, 51, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler2DRect", "textureProj(t, vec3(5.0, 3.0, 2.0))"), (Pixel{102, 51, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler2DRect", "textureProj(t, vec4(5.0, 3.0, 9.0, 2.0))"),
            (Pixel{102, 51, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler2DRect", "texelFetch(t, ivec2(3, 0))"), (Pixel{153, 0, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler2DRect", "textureOffset(t, vec2(1.5, 0.5), ivec2(1, 1))"),
            (Pixel{102, 51, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler2DRect", "textureGrad(t, vec2(2.5, 1.5), vec2(1.0, 0.0), vec2(0.0, 1.0))"),
            (Pixel{102, 51, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler2DRect", "vec4(vec2(textureSize(t)) / 5.0, 0.0, 1.0)"),
            (Pixel{204, 102, 0, 255}));
}

// One-dimensional access reads the only row.
TEST(EsslDrawing, OneDimensionalTexturesHaveOneRow) {
  REQUIRE_DRIVER();
  const Texels texels(1);
  EXPECT_EQ(texels.sampled("sampler1D", "texture(t, 0.625)"), (Pixel{102, 0, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler1D", "textureProj(t, vec2(1.25, 2.0))"), (Pixel{102, 0, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler1D", "textureProj(t, vec4(1.25, 7.0, 8.0, 2.0))"),
            (Pixel{102, 0, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler1D", "textureGrad(t, 0.625, 0.0, 0.0)"), (Pixel{102, 0, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler1D", "textureLodOffset(t, 0.375, 0.0, 1)"), (Pixel{102, 0, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler1D", "texelFetch(t, 3, 0)"), (Pixel{153, 0, 0, 255}));
  EXPECT_EQ(texels.sampled("sampler1D", "vec4(float(textureSize(t, 0)) / 5.0, 0.0, 0.0, 1.0)"),
            (Pixel{204, 0, 0, 255}));
}

// Transform feedback finds built-ins, renamed, reserved and structured outputs by the names that the text
// has.
TEST(EsslDrawing, TransformFeedbackFindsEmittedNames) {
  REQUIRE_DRIVER();
  const EsslCase c = {"feedback", R"(#version 150 compatibility
struct V { float b[2]; }; out V v; out vec2 sample; out Blk { float x; vec2 y[2]; } inst; out ivec2 plain; out float my__name;
void main() { gl_Position = vec4(1.0, 2.0, 3.0, 4.0); gl_TexCoord[1] = vec4(5.0, 6.0, 7.0, 8.0); v.b[0] = 9.0; v.b[1] = 10.0; sample = vec2(11.0, 12.0);
  inst.x = 0.0; inst.y[0] = vec2(0.0); inst.y[1] = vec2(13.0, 14.0); plain = ivec2(15, 16); my__name = 17.0; })",
                      "#version 150\nout vec4 o; void main() { o = vec4(1); }"};
  const std::vector<std::string> names = {"gl_Position", "gl_TexCoord[1]", "v.b",     "sample",
                                          "Blk.y[1]",    "plain",          "my__name"};
  const auto program = linkProgram(c, names);
  ASSERT_TRUE(program);
  const EsslResult vertex = toEssl(program->code[0].spirv, shader::Stage::Vertex, optionsForDriver());
  ASSERT_TRUE(vertex.ok) << vertex.error;
  std::vector<std::string> emitted;
  std::vector<const char*> pointers;
  for (const std::string& name : names) emitted.push_back(emittedName(vertex, name));
  for (const std::string& name : emitted) pointers.push_back(name.c_str());
  const GLuint name = buildOnDriver(c, *program, pointers);
  ASSERT_NE(name, 0u);
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 17 * 4, nullptr, GL_DYNAMIC_READ);
  ASSERT_EQ(program->xfbStrideBytes[0], 17u * 4);
  glUseProgram(name);
  const Drawing target;  // without one, drawing is an error even when nothing is rasterised
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, 1);
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  const void* data = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 17 * 4, GL_MAP_READ_BIT);
  ASSERT_TRUE(data);
  std::array<float, 17> values;
  std::memcpy(values.data(), data, sizeof values);
  std::array<int32_t, 2> integers;
  std::memcpy(integers.data(), values.data() + 14, sizeof integers);
  values[14] = 15.0f, values[15] = 16.0f;  // judged as integers below
  for (size_t k = 0; k < values.size(); ++k) EXPECT_EQ(values[k], static_cast<float>(k + 1)) << k;
  EXPECT_EQ(integers, (std::array<int32_t, 2>{15, 16}));
  glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
  glDeleteBuffers(1, &buffer);
  glDeleteProgram(name);
}

}  // namespace
}  // namespace gles
