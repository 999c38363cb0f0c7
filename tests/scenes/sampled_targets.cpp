// SPDX-License-Identifier: Apache-2.0
// SampledTargets: textures that are read while they are drawn to. GL leaves open what is read where the same
// draw writes; these draws read other texels than they write, levels that are not attached, or depth that
// they do not write.
#include "scenes/drawing.h"

namespace scenes {

namespace {

const char* const kCopyFragment = R"(#version 330 core
uniform sampler2D image;
uniform ivec2 shift;
uniform float less;
out vec4 fragment;
void main() {
    fragment = texelFetch(image, ivec2(gl_FragCoord.xy) + shift, 0) - vec4(less);
}
)";

struct Copy {
  explicit Copy(Scene& scene) : program(buildProgram(scene, kQuadVertex, kCopyFragment)) {
    glUseProgram(program);
  }
  void draw(int x, int y, int width, int height, int shiftX, float less) const {
    glScissor(x, y, width, height);
    glUniform2i(glGetUniformLocation(program, "shift"), shiftX, 0);
    glUniform1f(glGetUniformLocation(program, "less"), less);
    drawQuad();
  }
  GLuint program;
};

// One half is drawn from the other, and back again: each draw sees what the last one wrote.
void halves(Scene& scene) {
  makeQuad();
  const std::vector<uint8_t> texels(16 * 8 * 4, 250);
  const GLuint texture = makeTexture2d(GL_RGBA8, 16, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  const GLuint other = makeTexture2d(GL_RGBA8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  glViewport(0, 0, 16, 8);
  glEnable(GL_SCISSOR_TEST);
  const Copy copy(scene);
  glBindTexture(GL_TEXTURE_2D, texture);
  for (int round = 0; round < 3; ++round) {
    for (const int side : {8, 0}) {
      // Attached anew, the texture has what was written to it (GL 4.6 core §9.3.1); bound anew it need not.
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
      copy.draw(side, 0, 8, 8, side ? -8 : 8, 20.0f / 255.0f);
    }
  }
  // A draw that reads nothing of it goes on in the same framebuffer.
  glBindTexture(GL_TEXTURE_2D, other);
  const uint8_t white[] = {255, 255, 255, 255};
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, white);
  copy.draw(0, 0, 1, 1, 0, 0.0f);
  glDisable(GL_SCISSOR_TEST);
  const Image image = scene.pixels("halves", 0, 0, 16, 8);
  scene.expectFill(image, 8, 0, 8, 8, {150, 150, 150, 150}, "The right half");
  scene.expectFill(image, 1, 0, 7, 8, {130, 130, 130, 130}, "The left half");
  scene.expectPixel(image, 0, 0, {255, 255, 255, 255}, "The pixel drawn from another texture");
}

// The usual way to make levels by hand: level n is drawn from level n - 1 of the same texture.
void levels(Scene& scene) {
  std::vector<uint8_t> texels;
  for (int i = 0; i < 8 * 8; ++i) texels.insert(texels.end(), {static_cast<uint8_t>(i % 8 * 30), 0, 90, 255});
  const GLuint texture = makeTexture2d(GL_RGBA8, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  for (int level = 1; level < 4; ++level)
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 8 >> level, 8 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
  const Copy copy(scene);
  for (int level = 1; level < 4; ++level) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, level - 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level - 1);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level);
    glViewport(0, 0, 8 >> level, 8 >> level);
    glUniform2i(glGetUniformLocation(copy.program, "shift"), 1, 0);
    glUniform1f(glGetUniformLocation(copy.program, "less"), 0.0f);
    drawQuad();
    const Image image = scene.pixels("level" + std::to_string(level), 0, 0, 8 >> level, 8 >> level);
    scene.expectPixel(image, 0, 0, {static_cast<uint8_t>(level * 30), 0, 90, 255},
                      "A level drawn from the one above");
  }
}

// Depth that is tested against and read, but not written: as soft particles and decals do.
void depth(Scene& scene) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  const GLuint color = makeTexture2d(GL_RGBA8, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  std::vector<float> depths;
  for (int i = 0; i < 8 * 8; ++i) depths.push_back(i % 8 < 4 ? 0.25f : 0.75f);
  const GLuint image =
      makeTexture2d(GL_DEPTH_COMPONENT32F, 8, 8, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, image, 0);
  glViewport(0, 0, 8, 8);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  const Copy copy(scene);
  glBindTexture(GL_TEXTURE_2D, image);
  glUniform2i(glGetUniformLocation(copy.program, "shift"), 0, 0);
  glUniform1f(glGetUniformLocation(copy.program, "less"), 0.0f);
  drawQuad();  // at depth 0.5
  drawQuad();
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  const Image pixels = scene.pixels("depth", 0, 0, 8, 8);
  scene.expectFill(pixels, 0, 0, 4, 8, {0, 0, 0, 0}, "Pixels in front of the quad");
  scene.expectFill(pixels, 4, 0, 4, 8, {191, 0, 0, 255}, "Pixels behind the quad", 1);
}

}  // namespace

MGL_SCENE(SampledTargets, Core) {
  halves(scene);
  levels(scene);
  depth(scene);
  scene.expectNoError("the end");
}

}  // namespace scenes
