// SPDX-License-Identifier: Apache-2.0
// Per-fragment state: BlendMatrix, DualSource, StencilDepthOps, ScissorViewport and PolygonOffset.
#include <cmath>

#include "scenes/drawing.h"

namespace scenes {

namespace {

const char* const kDepthVertex = R"(#version 330 core
layout(location = 0) in vec2 position;
uniform float depth;
uniform float slope;
void main() { gl_Position = vec4(position, depth + slope * position.x, 1.0); }
)";

/// Fills the framebuffer's column i of a row with one colour.
void cell(int index, int columns, int size) {
  glViewport(index % columns * size, index / columns * size, size, size);
}

}  // namespace

MGL_SCENE(BlendMatrix, Core) {
  const GLenum factors[] = {GL_ZERO,
                            GL_ONE,
                            GL_SRC_COLOR,
                            GL_ONE_MINUS_SRC_COLOR,
                            GL_DST_COLOR,
                            GL_ONE_MINUS_DST_COLOR,
                            GL_SRC_ALPHA,
                            GL_ONE_MINUS_SRC_ALPHA,
                            GL_DST_ALPHA,
                            GL_ONE_MINUS_DST_ALPHA,
                            GL_CONSTANT_COLOR,
                            GL_ONE_MINUS_CONSTANT_COLOR,
                            GL_CONSTANT_ALPHA,
                            GL_ONE_MINUS_CONSTANT_ALPHA,
                            GL_SRC_ALPHA_SATURATE};
  constexpr int kFactors = 15;
  makeTarget(scene, 128, 128);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  glBlendColor(0.2f, 0.4f, 0.6f, 0.8f);
  const GLenum equations[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX};
  for (GLenum equation : equations) {
    glClearColor(0.2f, 0.6f, 0.8f, 0.4f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendEquationSeparate(equation, GL_FUNC_ADD);
    for (int source = 0; source < kFactors; ++source) {
      for (int target = 0; target < kFactors - 1; ++target) {
        // All pairs for the sum, a diagonal for the others: drivers build a program for each combination.
        if (equation != GL_FUNC_ADD && target != source % (kFactors - 1)) {
          continue;
        }
        glBlendFuncSeparate(factors[source], factors[target], factors[target], factors[source % 14]);
        glViewport(source * 8, target * 8, 8, 8);
        setColour(program, 0.4f, 0.2f, 1.0f, 0.6f);
        drawQuad();
      }
    }
    glDisable(GL_BLEND);
    const Image image = scene.pixels("equation" + std::to_string(equation), 0, 0, 128, 128);
    if (equation == GL_FUNC_ADD) {
      scene.expectPixel(image, 1 * 8 + 4, 0 * 8 + 4, {102, 51, 255, 102}, "ONE, ZERO", 1);
      scene.expectPixel(image, 1 * 8 + 4, 1 * 8 + 4, {153, 204, 255, 255}, "ONE, ONE", 1);
      scene.expectPixel(image, 6 * 8 + 4, 7 * 8 + 4, {82, 92, 235, 122}, "SRC_ALPHA, ONE_MINUS_SRC_ALPHA", 2);
      scene.expectPixel(image, 10 * 8 + 4, 0 * 8 + 4, {20, 20, 153, 82}, "CONSTANT_COLOR, ZERO", 1);
    } else if (equation == GL_MIN) {
      scene.expectPixel(image, 4, 4, {51, 51, 204, 0}, "MIN", 1);
    }
    scene.expectPixel(image, 124, 124, {51, 153, 204, 102}, "Outside of all cells");
  }
  // Per-buffer enables and masks.
  const GLuint second = makeTexture2d(GL_RGBA8, 128, 128, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, second, 0);
  const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  glDrawBuffers(2, both);
  glClearColor(0.2f, 0.2f, 0.2f, 0.2f);
  glClear(GL_COLOR_BUFFER_BIT);
  const GLuint two = buildProgram(scene, kQuadVertex, R"(#version 330 core
layout(location = 0) out vec4 a;
layout(location = 1) out vec4 b;
void main() { a = vec4(0.4); b = vec4(0.4); }
)");
  glUseProgram(two);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE);
  glEnablei(GL_BLEND, 1);
  glColorMaski(0, GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
  glViewport(0, 0, 128, 128);
  drawQuad();
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  const Image first = scene.pixels("per-buffer-0", 0, 0, 16, 16);
  scene.expectFill(first, 0, 0, 16, 16, {102, 51, 102, 51}, "Masked, not blended");
  glReadBuffer(GL_COLOR_ATTACHMENT1);
  const Image other = scene.pixels("per-buffer-1", 0, 0, 16, 16);
  scene.expectFill(other, 0, 0, 16, 16, {153, 153, 153, 153}, "Blended, not masked");
}

MGL_SCENE(DualSource, Core) {
  makeTarget(scene, 16, 16);
  GLuint program = glCreateProgram();
  glAttachShader(program, compileShader(scene, GL_VERTEX_SHADER, kQuadVertex));
  glAttachShader(program, compileShader(scene, GL_FRAGMENT_SHADER, R"(#version 330 core
out vec4 colour;
out vec4 weight;
void main() { colour = vec4(0.4, 0.4, 0.4, 1.0); weight = vec4(1.0, 0.5, 0.0, 0.5); }
)"));
  glBindFragDataLocationIndexed(program, 0, 0, "colour");
  glBindFragDataLocationIndexed(program, 0, 1, "weight");
  linkProgram(scene, program);
  scene.check(glGetFragDataIndex(program, "weight") == 1, "The second source has index %d.",
              glGetFragDataIndex(program, "weight"));
  glUseProgram(program);
  makeQuad();
  glClearColor(0.8f, 0.8f, 0.8f, 0.8f);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC1_COLOR, GL_ONE_MINUS_SRC1_COLOR);
  drawQuad();
  const Image image = scene.pixels("weighted", 0, 0, 16, 16);
  scene.expectFill(image, 0, 0, 16, 16, {102, 153, 204, 230}, "Two sources", 1);
  glBlendFunc(GL_ONE, GL_SRC1_ALPHA);
  glClear(GL_COLOR_BUFFER_BIT);
  drawQuad();
  const Image alpha = scene.pixels("by-alpha", 0, 0, 16, 16);
  scene.expectFill(alpha, 0, 0, 16, 16, {204, 204, 204, 255}, "Second alpha", 1);
}

MGL_SCENE(StencilDepthOps, Core) {
  makeTarget(scene, 128, 64, GL_RGBA8, GL_DEPTH24_STENCIL8);
  const GLuint program = buildProgram(scene, kDepthVertex, kFlatFragment);
  glUseProgram(program);
  setColour(program, 1, 1, 1, 1);
  const GLint depth = glGetUniformLocation(program, "depth");
  makeQuad();
  glClearStencil(5);
  glClearDepth(0.5);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);

  // Row 0: each stencil operation where both tests pass; row 1: where depth fails; row 2: where stencil
  // fails.
  const GLenum operations[] = {GL_KEEP,      GL_ZERO, GL_REPLACE,   GL_INCR,
                               GL_INCR_WRAP, GL_DECR, GL_DECR_WRAP, GL_INVERT};
  const int due[] = {5, 0, 9, 6, 6, 4, 4, 250};
  glEnable(GL_STENCIL_TEST);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_FALSE);
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 8; ++i) {
      cell(row * 8 + i, 8, 16);
      glStencilFunc(row == 2 ? GL_NEVER : GL_ALWAYS, 9, 0xFF);
      glStencilOp(row == 2 ? operations[i] : GL_KEEP, row == 1 ? operations[i] : GL_KEEP,
                  row == 0 ? operations[i] : GL_KEEP);
      glUniform1f(depth, row == 1 ? 0.5f : -0.5f);
      drawQuad();
    }
  }
  std::vector<uint8_t> stencil(128 * 64, 0);
  glReadPixels(0, 0, 128, 64, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil.data());
  scene.block("stencil", 128, 64, "u8", stencil.data(), stencil.size());
  for (int i = 0; i < 24; ++i) {
    const int found = stencil[static_cast<size_t>((i / 8 * 16 + 8) * 128 + i % 8 * 16 + 8)];
    scene.check(found == due[i % 8], "Row %d, operation 0x%04x left %d, not %d.", i / 8, operations[i % 8],
                found, due[i % 8]);
  }
  const Image colour = scene.pixels("colour", 0, 0, 128, 64);
  scene.expectPixel(colour, 8, 8, {255, 255, 255, 255}, "Both tests passed");
  scene.expectPixel(colour, 8, 24, {0, 0, 0, 0}, "The depth test failed");
  scene.expectPixel(colour, 8, 40, {0, 0, 0, 0}, "The stencil test failed");

  // Every depth function against 0.5, at 0.25, 0.5 and 0.75; faces apart for the stencil.
  const GLenum functions[] = {GL_NEVER,   GL_LESS,     GL_EQUAL,  GL_LEQUAL,
                              GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};
  const int passes[] = {0, 1, 2, 3, 4, 5, 6, 7};  // Bit 0: less passes, bit 1: equal, bit 2: greater.
  glDisable(GL_STENCIL_TEST);
  glClear(GL_COLOR_BUFFER_BIT);
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 8; ++i) {
      cell(row * 8 + i, 8, 16);
      glDepthFunc(functions[i]);
      glUniform1f(depth, -0.5f + 0.5f * static_cast<float>(row));
      drawQuad();
    }
  }
  const Image image = scene.pixels("functions", 0, 0, 128, 64);
  for (int i = 0; i < 24; ++i) {
    const bool lit = image.at(i % 8 * 16 + 8, i / 8 * 16 + 8)[0] == 255;
    scene.check(lit == ((passes[i % 8] >> (i / 8) & 1) != 0),
                "Depth function 0x%04x, relation %d: drawn is %d.", functions[i % 8], i / 8, lit ? 1 : 0);
  }
  glEnable(GL_STENCIL_TEST);
  glDisable(GL_DEPTH_TEST);
  glStencilMaskSeparate(GL_BACK, 0x0F);
  glStencilFuncSeparate(GL_FRONT, GL_ALWAYS, 0x3C, 0xFF);
  glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 0xC3, 0xFF);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  cell(0, 8, 16);
  drawQuad();
  glFrontFace(GL_CW);
  cell(1, 8, 16);
  drawQuad();
  glReadPixels(0, 0, 32, 16, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil.data());
  scene.check(stencil[8] == 0x3C && stencil[24] == 0x03, "Faces apart left 0x%02x and 0x%02x.", stencil[8],
              stencil[24]);
}

MGL_SCENE(ScissorViewport, Core) {
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glViewport(-32, 16, 96, 64);
  setColour(program, 1, 0, 0, 1);
  drawQuad();
  glEnable(GL_SCISSOR_TEST);
  glScissor(40, 40, 300, 20);
  glViewport(0, 0, 256, 256);
  setColour(program, 0, 1, 0, 1);
  drawQuad();
  glScissor(90, 90, 0, 10);
  setColour(program, 0, 0, 1, 1);
  drawQuad();
  glScissor(-20, 100, 30, 10);
  drawQuad();
  glDisable(GL_SCISSOR_TEST);
  const Image image = scene.pixels("rectangles", 0, 0, 128, 128);
  scene.expectFill(image, 0, 16, 40, 64, {255, 0, 0, 255}, "A viewport with a negative corner");
  scene.expectFill(image, 40, 40, 88, 20, {0, 255, 0, 255}, "A scissor beyond the framebuffer");
  scene.expectPixel(image, 64, 70, {0, 0, 0, 255}, "Right of the viewport");
  scene.expectPixel(image, 0, 15, {0, 0, 0, 255}, "Below the viewport");
  scene.expectFill(image, 0, 100, 10, 10, {0, 0, 255, 255}, "A scissor with a negative corner");
  scene.expectPixel(image, 90, 92, {0, 0, 0, 255}, "An empty scissor");
  GLint box[4] = {};
  glGetIntegerv(GL_VIEWPORT, box);
  scene.check(box[2] == 256 && box[3] == 256, "The viewport reads back as %d x %d.", box[2], box[3]);
  glDepthRange(0.25, 0.5);
  glViewport(0, 0, 128, 128);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_ALWAYS);
  drawQuad();
  float depth = 0;
  glReadPixels(64, 64, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
  scene.check(std::fabs(depth - 0.375f) < 1e-6f, "Depth range 0.25..0.5 gave %g.",
              static_cast<double>(depth));
  scene.block("depth", 1, 1, "f32", &depth, 4);
}

MGL_SCENE(PolygonOffset, Core) {
  makeTarget(scene, 64, 64, GL_RGBA8, GL_DEPTH_COMPONENT24);
  const GLuint program = buildProgram(scene, kDepthVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  const GLint slope = glGetUniformLocation(program, "slope");
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_ALWAYS);
  glClear(GL_DEPTH_BUFFER_BIT);
  const struct {
    float factor, units, slope;
  } cases[] = {{0, 0, 0}, {0, 1000, 0}, {0, -1000, 0}, {0, 0, 0.5f}, {2, 0, 0.5f}, {-2, 0, 0.5f}};
  std::vector<float> found;
  for (const auto& one : cases) {
    glUniform1f(slope, one.slope);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(one.factor, one.units);
    drawQuad();
    glDisable(GL_POLYGON_OFFSET_FILL);
    float depth = -1;
    glReadPixels(32, 32, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    found.push_back(depth);
  }
  scene.block("depths", "f32", found);
  scene.check(found[1] > found[0] && found[2] < found[0], "Units moved depth to %g and %g.",
              static_cast<double>(found[1]), static_cast<double>(found[2]));
  // Slope 0.5 over the clip space is a change of 0.5 * 0.5 / 32 per pixel in window depth.
  const float step = 2.0f * 0.5f * 0.5f / 32.0f;
  scene.check(std::fabs(found[4] - found[3] - step) < 1e-4f && std::fabs(found[3] - found[5] - step) < 1e-4f,
              "Factor 2 moved depth by %g and %g, not %g.", static_cast<double>(found[4] - found[3]),
              static_cast<double>(found[5] - found[3]), static_cast<double>(step));
}

}  // namespace scenes
