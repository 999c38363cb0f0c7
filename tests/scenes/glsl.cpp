// SPDX-License-Identifier: Apache-2.0
// The shading language: matrix and integer arithmetic with exact answers (GlslMatrix, GlslFunctions), and the
// oldest versions with their fixed-function names in a compatibility context (GlslOld).
#include "scenes/expressions.h"

namespace scenes {

MGL_SCENE(GlslMatrix, Core) {
  ExpressionProgram program(
      scene, R"(
uniform mat3 a; uniform mat2x3 b; uniform vec3 v; uniform mat4 big;
mat2 local() { mat2 m = mat2(1.0); m[1][0] = 5.0; m[0] *= 2.0; return m; }
struct Pair { mat2 first; mat3x2 second; };
Pair makePair() { return Pair(mat2(1, 2, 3, 4), mat3x2(1, 2, 3, 4, 5, 6)); }
)",
      {{"a * v, 0.0", {30, 36, 42, 0}},
       {"v * a, 0.0", {14, 32, 50, 0}},
       {"transpose(a)[0], transpose(a)[2].y", {1, 4, 7, 6}},
       {"a * b[0], (a * b)[1].x", {30, 36, 42, 66}},
       {"(v * b), 0.0, 0.0", {14, 32, 0, 0}},
       {"outerProduct(vec2(2, 3), vec2(5, 7))[1], outerProduct(vec2(2, 3), vec2(5, 7))[0]", {14, 21, 10, 15}},
       {"matrixCompMult(mat2(1, 2, 3, 4), mat2(5, 6, 7, 8))[1], 0.0, 0.0", {21, 32, 0, 0}},
       {"determinant(mat2(3, 1, 4, 2))", {2, 2, 2, 2}},
       {"determinant(mat3(2, 0, 0, 0, 3, 0, 0, 0, 4))", {24, 24, 24, 24}},
       {"inverse(mat2(2, 0, 0, 4))[1], inverse(mat2(2, 0, 0, 4))[0]", {0, 0.25f, 0.5f, 0}},
       {"local()[0], local()[1]", {2, 0, 5, 1}},
       {"makePair().second[2], makePair().first[0]", {5, 6, 1, 2}},
       {"mat3(big)[2], mat2(a)[1].x", {9, 10, 11, 4}},
       {"(mat4(2.0) * vec4(1, 2, 3, 4))", {2, 4, 6, 8}},
       {"big[1][2], big[3].x, -a[0][1], (a + 1.0)[0][0]", {7, 13, -2, 2}}});
  float m[16];
  for (int i = 0; i < 16; ++i) {
    m[i] = static_cast<float>(i + 1);
  }
  glUniformMatrix3fv(program.uniform("a"), 1, GL_FALSE, m);
  glUniformMatrix2x3fv(program.uniform("b"), 1, GL_FALSE, m);
  glUniformMatrix4fv(program.uniform("big"), 1, GL_FALSE, m);
  glUniform3f(program.uniform("v"), 1, 2, 3);
  program.evaluate("matrices", 1e-6f);
}

MGL_SCENE(GlslFunctions, Core) {
  ExpressionProgram program(
      scene, R"(
uniform int three; uniform uint big; uniform float half_;
int fact(int n) { int r = 1; for (int i = 2; i <= n; ++i) { if (i == 100) break; r *= i; } return r; }
void swap(inout float a, inout float b) { float t = a; a = b; b = t; }
vec2 swapped() { float x = 1.0, y = 2.0; swap(x, y); return vec2(x, y); }
int loops() { int n = 0; int i = 0; while (true) { ++i; if (i % 2 == 0) continue; n += i; if (i > 9) break; } do { n += 100; } while (n < 300); return n; }
const float table[4] = float[4](10.0, 20.0, 30.0, 40.0);
float early(float x) { if (x > 0.25) return 5.0; return 6.0; }
)",
      {{"float(fact(three + 2))", {120, 120, 120, 120}},
       {"swapped(), 0.0, 0.0", {2, 1, 0, 0}},
       {"float(loops())", {336, 336, 336, 336}},
       {"table[three], table[0], float(table.length()), early(half_)", {40, 10, 4, 5}},
       {"floor(2.5), ceil(2.5), fract(2.5), mod(-1.0, 4.0)", {2, 3, 0.5f, 3}},
       {"min(1.0, 2.0), max(1.0, 2.0), clamp(5.0, 0.0, 3.0), mix(2.0, 4.0, half_)", {1, 2, 3, 3}},
       {"step(0.5, half_), sign(-3.0), abs(-4.0), dot(vec2(1, 2), vec2(3, 4))", {1, -1, 4, 11}},
       {"cross(vec3(1, 0, 0), vec3(0, 1, 0)), length(vec2(3, 4))", {0, 0, 1, 5}},
       {"float(three / 2), float(-7 / 2), float(7 % 4), float(three << 4)", {1, -3, 3, 48}},
       {"float(big >> 28), float(three & 6), float(three | 8), float(three ^ 1)", {15, 2, 11, 2}},
       {"float(~three), float(-three), float(uint(three) * 2u), float(int(2.9))", {-4, -3, 6, 2}},
       {"vec2(lessThan(vec2(1, 4), vec2(2, 3))), any(bvec2(false, true)), all(bvec2(true))", {1, 0, 1, 1}},
       {"intBitsToFloat(0x3F800000), float(floatBitsToInt(1.0) == 0x3F800000), 0.0, 0.0", {1, 1, 0, 0}},
       {"vec4(1, 2, 3, 4).wzyx", {4, 3, 2, 1}},
       {"trunc(-2.7), round(3.2), roundEven(2.5), isnan(half_) ? 1.0 : 0.0", {-2, 3, 2, 0}},
       {"three == 3 ? vec4(1, 2, 3, 4) : vec4(0)", {1, 2, 3, 4}},
       {"exp2(3.0), log2(8.0), sqrt(16.0), inversesqrt(4.0)", {8, 3, 4, 0.5f}},
       {"pow(2.0, 5.0), sin(0.0), cos(0.0), atan(0.0, 1.0)", {32, 0, 1, 0}},
       {"faceforward(vec2(1, 2), vec2(1, 0), vec2(1, 0)), reflect(vec2(1, -1), vec2(0, 1))",
        {-1, -2, 1, 1}}});
  glUniform1i(program.uniform("three"), 3);
  glUniform1ui(program.uniform("big"), 0xF0000000u);
  glUniform1f(program.uniform("half_"), 0.5f);
  program.evaluate("functions", 2e-5f);
}

namespace {

// No #version line: GLSL 1.10, with the names of fixed-function state.
const char* const kVertex110 = R"(
varying vec4 shade;
uniform float scale;
void main() {
    gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;
    shade = gl_Color * scale;
    gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
}
)";

const char* const kFragment110 = R"(
varying vec4 shade;
uniform sampler2D image;
void main() {
    gl_FragColor = shade + texture2D(image, gl_TexCoord[0].st);
}
)";

const char* const kVertex120 = R"(#version 120
varying vec3 normal;
invariant varying vec4 lit;
uniform mat3x2 unused = mat3x2(1.0);
void main() {
    gl_Position = ftransform();
    normal = gl_NormalMatrix * gl_Normal;
    gl_FrontColor = gl_Color;
    lit = gl_FrontMaterial.diffuse * gl_LightSource[0].diffuse + vec4(unused[0], 0.0, 0.0) * 0.0;
}
)";

const char* const kFragment120 = R"(#version 120
varying vec3 normal;
invariant varying vec4 lit;
float sample(float buffer) { return buffer; }
void main() {
    float noise[2] = float[2](0.0, 0.2);
    gl_FragData[0] = vec4(gl_Color.r, normal.z * 0.4, sample(noise[1]) + lit.b, 1.0);
}
)";

GLuint buildOld(Scene& scene, const char* vertex, const char* fragment) {
  return buildProgram(scene, vertex, fragment);
}

void oldQuad(float x0, float x1) {
  glBegin(GL_QUADS);
  glTexCoord2f(0, 0);
  glVertex2f(x0, 0);
  glVertex2f(x1, 0);
  glVertex2f(x1, 100);
  glVertex2f(x0, 100);
  glEnd();
}

}  // namespace

namespace {

const char* const kAttributes110 = R"(
attribute vec2 position;
attribute vec4 colour;
uniform float shift;
varying vec4 shade;
varying vec2 where;
void main() {
    shade = colour;
    where = position * vec2(1.0, 0.5) + vec2(1.0, 0.5);
    gl_Position = vec4(position.x + shift, position.y, 0.0, 1.0);
}
)";

const char* const kSampling110 = R"(
varying vec4 shade;
varying vec2 where;
uniform sampler2D image;
void main() { gl_FragColor = shade + texture2D(image, where); }
)";

const char* const kAttributes120 = R"(#version 120
attribute vec2 position;
attribute vec4 colour;
uniform float shift;
invariant varying vec4 shade;
varying mat2 turned;
void main() {
    shade = colour;
    turned = mat2(1.0, 0.0, 0.25, 0.25);
    gl_Position = vec4(position.x + shift, position.y, 0, 1);
}
)";

const char* const kSampling120 = R"(#version 120
invariant varying vec4 shade;
varying mat2 turned;
uniform float weights[2] = float[2](0.0, 2.0);
float sample(float buffer) { return buffer; }
void main() {
    float opaque = 1;
    vec2 texture = turned * vec2(0.0, weights[1]);
    gl_FragData[0] = vec4(shade.rg, sample(texture.x), opaque);
}
)";

GLuint buildAttributed(Scene& scene, const char* vertex, const char* fragment) {
  const GLuint program = glCreateProgram();
  glAttachShader(program, compileShader(scene, GL_VERTEX_SHADER, vertex));
  glAttachShader(program, compileShader(scene, GL_FRAGMENT_SHADER, fragment));
  glBindAttribLocation(program, 0, "position");
  glBindAttribLocation(program, 1, "colour");
  linkProgram(scene, program);
  return program;
}

}  // namespace

MGL_SCENE(GlslOld, Compatibility) {
  // The languages' own old words only: attributes, varyings, texture2D, gl_FragColor, and identifiers that
  // became keywords later. No matrix stack, no immediate mode.
  const GLuint programs[] = {buildAttributed(scene, kAttributes110, kSampling110),
                             buildAttributed(scene, kAttributes120, kSampling120)};
  const uint8_t texels[] = {0, 51, 102, 0, 51, 0, 0, 0};
  makeTexture2d(GL_RGBA8, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
  const float corners[] = {-1, -1, 0, -1, -1, 1, 0, 1};
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
  glVertexAttrib4f(1, 0.4f, 0.2f, 0.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  for (int i = 0; i < 2; ++i) {
    glUseProgram(programs[i]);
    glUniform1f(glGetUniformLocation(programs[i], "shift"), static_cast<float>(i));
    drawQuad();
  }
  const Image image = scene.pixels("halves", 0, 0, 128, 128);
  scene.expectPixel(image, 20, 64, {102, 102, 102, 255}, "GLSL 1.10, first texel", 1);
  scene.expectPixel(image, 50, 64, {153, 51, 0, 255}, "GLSL 1.10, second texel", 1);
  scene.expectFill(image, 64, 0, 64, 128, {102, 51, 128, 255}, "GLSL 1.20", 1);
}

MGL_SCENE(GlslFixedFunctionNames, Compatibility) {
  const uint8_t texel[] = {0, 51, 102, 0};
  makeTexture2d(GL_RGBA8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
  glMatrixMode(GL_PROJECTION);
  glLoadIdentity();
  glOrtho(0, 100, 0, 100, -1, 1);
  glMatrixMode(GL_MODELVIEW);
  glLoadIdentity();
  glTranslatef(10, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);

  const GLuint first = buildOld(scene, kVertex110, kFragment110);
  glUseProgram(first);
  glUniform1f(glGetUniformLocation(first, "scale"), 0.5f);
  glColor4f(0.8f, 0.0f, 0.4f, 2.0f);
  oldQuad(0, 30);

  const GLuint second = buildOld(scene, kVertex120, kFragment120);
  glUseProgram(second);
  const float diffuse[] = {0, 0, 0.5f, 1};
  const float light[] = {1, 1, 0.8f, 1};
  glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
  glLightfv(GL_LIGHT0, GL_DIFFUSE, light);
  glNormal3f(0, 0, 1);
  glColor4f(0.6f, 0, 0, 1);
  oldQuad(40, 70);
  glUseProgram(0);

  const Image image = scene.pixels("quads", 0, 0, 128, 128);
  scene.expectPixel(image, 30, 64, {102, 51, 153, 255}, "GLSL 1.10", 1);
  scene.expectPixel(image, 80, 64, {153, 102, 153, 255}, "GLSL 1.20", 1);
  scene.expectPixel(image, 5, 64, {0, 0, 0, 0}, "Left of both quads");
  scene.expectPixel(image, 120, 64, {0, 0, 0, 0}, "Right of both quads");
}

}  // namespace scenes
