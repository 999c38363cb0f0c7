// SPDX-License-Identifier: Apache-2.0
// ClearThenReadPixels: the shortest way through the whole stack. Clears of colours that are exact in 8 bits,
// masked and scissored, of the default framebuffer and of a texture.
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

}  // namespace scenes
