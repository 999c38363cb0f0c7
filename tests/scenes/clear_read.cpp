// SPDX-License-Identifier: Apache-2.0
// ClearThenReadPixels: the shortest way through the whole stack. Clears of colours that are exact in 8 bits,
// masked and scissored, of the default framebuffer and of a texture. LayeredMaskedClear: all layers at once.
#include "scenes/drawing.h"

namespace scenes {

MGL_SCENE(ClearThenReadPixels, Core) {
  glClearColor(1.0f, 0.0f, 0.2f, 0.4f);
  glClear(GL_COLOR_BUFFER_BIT);
  const Image whole = scene.pixels("default", 0, 0, 128, 128);
  scene.expectFill(whole, 0, 0, 128, 128, {255, 0, 51, 102}, "Clear of the default framebuffer");

  glEnable(GL_SCISSOR_TEST);
  glScissor(16, 32, 24, 40);
  glClearColor(0.0f, 1.0f, 0.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  const Image scissored = scene.pixels("scissored", 0, 0, 128, 128);
  scene.expectFill(scissored, 16, 32, 24, 40, {0, 255, 0, 255}, "Inside of the scissor");
  scene.expectPixel(scissored, 15, 32, {255, 0, 51, 102}, "Left of the scissor");
  scene.expectPixel(scissored, 40, 71, {255, 0, 51, 102}, "Right of the scissor");
  scene.expectPixel(scissored, 16, 72, {255, 0, 51, 102}, "Above the scissor");
  glDisable(GL_SCISSOR_TEST);

  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
  glClearColor(0.6f, 0.8f, 1.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  const Image masked = scene.pixels("masked", 0, 0, 128, 128);
  scene.expectPixel(masked, 0, 0, {255, 204, 51, 0}, "Masked clear outside");
  scene.expectPixel(masked, 20, 40, {0, 204, 0, 0}, "Masked clear inside");

  const Target target = makeTarget(scene, 33, 17);
  const float colour[] = {0.0f, 0.4f, 0.6f, 1.0f};
  glClearBufferfv(GL_COLOR, 0, colour);
  const Image texture = scene.pixels("texture", 0, 0, 33, 17);
  scene.expectFill(texture, 0, 0, 33, 17, {0, 102, 153, 255}, "glClearBufferfv of a texture");

  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const Image again = scene.pixels("default-again", 120, 120, 8, 8);
  scene.expectFill(again, 0, 0, 8, 8, {255, 204, 51, 0}, "The default framebuffer after a change of target");
  glDeleteTextures(1, &target.colour);
  glDeleteFramebuffers(1, &target.framebuffer);
}

// Write masks of colors and stencil hold in every layer of a layered framebuffer, within the scissor and
// beyond it.
MGL_SCENE(LayeredMaskedClear, Core) {
  constexpr int kSize = 8, kLayers = 3;
  GLuint textures[2] = {}, framebuffer = 0;
  glGenTextures(2, textures);
  glBindTexture(GL_TEXTURE_2D_ARRAY, textures[0]);
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, kSize, kSize, kLayers, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D_ARRAY, textures[1]);
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH24_STENCIL8, kSize, kSize, kLayers, 0, GL_DEPTH_STENCIL,
               GL_UNSIGNED_INT_24_8, nullptr);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[0], 0);
  glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, textures[1], 0);
  scene.check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE,
              "Layered attachments are not complete.");
  glClearColor(1.0f, 0.0f, 0.2f, 0.4f);
  glClearStencil(0x0F);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
  glStencilMask(0xF5);
  glClearColor(0.6f, 0.8f, 1.0f, 0.0f);
  glClearStencil(0xAA);
  glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, kSize / 2, kSize);
  glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_FALSE);
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glStencilMask(~0u);
  GLuint one = 0;
  glGenFramebuffers(1, &one);
  glBindFramebuffer(GL_FRAMEBUFFER, one);
  for (int layer = 0; layer < kLayers; ++layer) {
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[0], 0, layer);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, textures[1], 0, layer);
    const std::string number = std::to_string(layer);
    const Image color = scene.pixels("layer" + number, 0, 0, kSize, kSize);
    scene.expectFill(color, 0, 0, kSize / 2, kSize, {0, 204, 51, 0}, ("Left of layer " + number).c_str());
    scene.expectFill(color, kSize / 2, 0, kSize / 2, kSize, {255, 204, 51, 0},
                     ("Right of layer " + number).c_str());
    const Image stencil =
        scene.pixels("stencil" + number, 0, 0, kSize, kSize, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, 1, "u8");
    scene.check(*stencil.at(1, 1) == 0xAA, "Stencil of layer %d is 0x%02x, not 0xaa.", layer,
                *stencil.at(1, 1));
  }
  scene.expectNoError("the end");
}

}  // namespace scenes
