// SPDX-License-Identifier: Apache-2.0
// Blits: whole and part, scaled, flipped, filtered, resolving, of depth and stencil, and between the default
// framebuffer and objects.
#include <cmath>

#include "scenes/drawing.h"

namespace scenes {

namespace {

constexpr int kSize = 32;

/// Red is the column, green the row, blue tells the quadrant.
Target gradient(Scene& scene) {
  std::vector<uint8_t> texels;
  for (int i = 0; i < kSize * kSize; ++i) {
    const int x = i % kSize, y = i / kSize;
    texels.insert(texels.end(), {static_cast<uint8_t>(x * 8), static_cast<uint8_t>(y * 8),
                                 static_cast<uint8_t>((x / 16 + y / 16 * 2) * 60), 255});
  }
  const Target target = makeTarget(scene, kSize, kSize);
  glBindTexture(GL_TEXTURE_2D, target.colour);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSize, kSize, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  return target;
}

void between(const Target& source, const Target& target) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, source.framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
}

Image readTarget(Scene& scene, const char* name, const Target& target) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer);
  return scene.pixels(name, 0, 0, target.width, target.height);
}

void colourBlits(Scene& scene) {
  const Target source = gradient(scene);
  const Target target = makeTarget(scene, 64, 64);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  between(source, target);
  glBlitFramebuffer(0, 0, kSize, kSize, 0, 0, kSize, kSize, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBlitFramebuffer(0, 0, kSize, kSize, 64, 0, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBlitFramebuffer(0, 0, kSize, kSize, 0, 64, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBlitFramebuffer(kSize, kSize, 0, 0, 32, 32, 64, 64, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  const Image flips = readTarget(scene, "flips", target);
  scene.expectPixel(flips, 5, 9, {40, 72, 0, 255}, "A plain blit");
  scene.expectPixel(flips, 63 - 5, 9, {40, 72, 0, 255}, "Flipped in x");
  scene.expectPixel(flips, 5, 63 - 9, {40, 72, 0, 255}, "Flipped in y");
  scene.expectPixel(flips, 63 - 5, 63 - 9, {40, 72, 0, 255}, "Flipped at the source in both");

  between(source, target);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 64, 48);
  glBlitFramebuffer(8, 8, 24, 24, 0, 0, 64, 64, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glDisable(GL_SCISSOR_TEST);
  const Image scaled = readTarget(scene, "scaled", target);
  scene.expectPixel(scaled, 1, 1, {64, 64, 0, 255}, "Enlarged four times, first texel");
  scene.expectPixel(scaled, 63, 46, {184, 152, 180, 255}, "Enlarged four times, last column");
  scene.expectPixel(scaled, 30, 50, {0, 0, 0, 0}, "Outside of the scissor");

  between(source, target);
  glClear(GL_COLOR_BUFFER_BIT);
  glBlitFramebuffer(0, 0, kSize, kSize, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_LINEAR);
  glBlitFramebuffer(0, 0, kSize, kSize, 16, 16, 64, 64, GL_COLOR_BUFFER_BIT, GL_LINEAR);
  const Image filtered = readTarget(scene, "filtered", target);
  scene.expectPixel(filtered, 2, 3, {36, 52, 0, 255}, "Reduced to half with filtering", 1);
}

void resolves(Scene& scene) {
  const Target samples = makeTarget(scene, 32, 32, GL_RGBA8, GL_DEPTH24_STENCIL8, 4);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  glClearColor(0, 0, 0, 1);
  glClearDepth(0.25);
  glClearStencil(99);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glEnable(GL_SAMPLE_MASK);
  glSampleMaski(0, 0x3);
  setColour(program, 1, 0, 0.4f, 1);
  drawQuad();
  glDisable(GL_SAMPLE_MASK);
  const Target single = makeTarget(scene, 32, 32, GL_RGBA8, GL_DEPTH24_STENCIL8);
  between(samples, single);
  glBlitFramebuffer(0, 0, 32, 32, 0, 0, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBlitFramebuffer(0, 0, 32, 32, 0, 0, 32, 32, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, GL_NEAREST);
  scene.expectNoError("Resolving");
  const Image resolved = readTarget(scene, "resolved", single);
  scene.expectFill(resolved, 0, 0, 32, 32, {128, 0, 51, 255}, "Two samples of four", 1);
  float depth = -1;
  GLuint packed = 0;
  glReadPixels(7, 7, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
  glReadPixels(7, 7, 1, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &packed);
  scene.check(std::fabs(depth - 0.25f) < 1e-6f && (packed & 0xFF) == 99,
              "Resolved depth is %g and stencil %u.", static_cast<double>(depth), packed & 0xFF);
}

void depthBlits(Scene& scene) {
  const Target source = makeTarget(scene, 16, 16, GL_RGBA8, GL_DEPTH24_STENCIL8);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 8, 16);
  glClearDepth(0.125);
  glClearStencil(17);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glScissor(8, 0, 8, 16);
  glClearDepth(0.875);
  glClearStencil(34);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  const Target target = makeTarget(scene, 32, 32, GL_RGBA8, GL_DEPTH24_STENCIL8);
  glClearDepth(0);
  glClearStencil(0);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  between(source, target);
  glBlitFramebuffer(0, 0, 16, 16, 0, 0, 32, 32, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, GL_NEAREST);
  scene.expectNoError("Scaled blit of depth and stencil");
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer);
  std::vector<float> depth(32 * 32, -1.0f);
  std::vector<uint8_t> stencil(32 * 32, 0xA5);
  glReadPixels(0, 0, 32, 32, GL_DEPTH_COMPONENT, GL_FLOAT, depth.data());
  glReadPixels(0, 0, 32, 32, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil.data());
  scene.block("depth", "f32", depth);
  scene.block("stencil", "u8", stencil);
  scene.check(std::fabs(depth[40] - 0.125f) < 1e-6f && std::fabs(depth[60] - 0.875f) < 1e-6f &&
                  stencil[40] == 17 && stencil[60] == 34,
              "Scaled depth is %g and %g, stencil %d and %d.", static_cast<double>(depth[40]),
              static_cast<double>(depth[60]), stencil[40], stencil[60]);
  glBlitFramebuffer(0, 0, 16, 16, 0, 0, 32, 32, GL_DEPTH_BUFFER_BIT, GL_LINEAR);
  scene.expectError(GL_INVALID_OPERATION, "A filtered blit of depth");
}

void withDefault(Scene& scene) {
  const Target source = gradient(scene);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, source.framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glBlitFramebuffer(0, 0, kSize, kSize, 10, 20, 42, 52, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const Image onto = scene.pixels("default", 0, 0, 128, 128);
  scene.expectPixel(onto, 10 + 7, 20 + 21, {56, 168, 120, 255}, "Onto the default framebuffer");
  scene.expectPixel(onto, 9, 20, {0, 0, 0, 255}, "Beside it");
  const Target back = makeTarget(scene, 64, 64);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, 64, 64, 0, 64, 64, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  const Image from = readTarget(scene, "from-default", back);
  scene.expectPixel(from, 10 + 7, 63 - (20 + 21), {56, 168, 120, 255},
                    "From the default framebuffer, flipped");
}

}  // namespace

MGL_SCENE(Blits, Core) {
  colourBlits(scene);
  resolves(scene);
  depthBlits(scene);
  withDefault(scene);
}

}  // namespace scenes
