// SPDX-License-Identifier: Apache-2.0
// Pixels without textures: DrawPixels, DrawPixelsDepthStencil, Bitmaps, CopyPixels; and what extensions add to pixels:
// ReversedPixels (EXT_abgr), IntegerClearColor (EXT_texture_integer).
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

namespace {

void clearAll() {
  glClearColor(0, 0, 0, 0);
  glClearDepth(1);
  glClearStencil(0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

const Rgba8 kNothing = {0, 0, 0, 0};

/// A rectangle in clip space at a depth.
void fill(float depth, float r, float g, float b) {
  glColor4f(r, g, b, 1);
  glBegin(GL_QUADS);
  glVertex3f(-1, -1, depth), glVertex3f(1, -1, depth), glVertex3f(1, 1, depth), glVertex3f(-1, 1, depth);
  glEnd();
}

/// The letter F, 8 by 8, lowest row first.
const GLubyte kLetter[] = {0x80, 0x80, 0x80, 0x80, 0xF0, 0x80, 0x80, 0xFC};

}  // namespace

MGL_SCENE(DrawPixels, Compatibility) {
  makeTarget(scene, 32, 16);
  clearAll();
  std::vector<uint8_t> bytes = patternBytes(4 * 4 * 4, 7);
  glWindowPos2i(3, 2);
  glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  const Image plain = scene.pixels("plain", 0, 0, 32, 16);
  for (int i = 0; i < 16; ++i) {
    const uint8_t* p = &bytes[static_cast<size_t>(i) * 4];
    scene.expectPixel(plain, 3 + i % 4, 2 + i / 4, {p[0], p[1], p[2], p[3]}, "A pixel as given");
  }
  scene.expectFill(plain, 0, 0, 3, 16, kNothing, "Left of it");
  scene.expectFill(plain, 7, 0, 25, 16, kNothing, "Right of it");

  // Zoomed, mirrored, reaching out of the target and of the viewport.
  glViewport(0, 0, 4, 4);
  clearAll();
  const uint8_t two[] = {255, 0, 0, 255, 0, 255, 0, 255};
  glPixelZoom(5, 3);
  glWindowPos2i(4, 1);
  glDrawPixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, two);
  glPixelZoom(-6, -4);
  glWindowPos2i(30, 14);
  glDrawPixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, two);
  glPixelZoom(1, 1);
  glWindowPos2i(-1, 15);
  glDrawPixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, two);
  const Image zoomed = scene.pixels("zoomed", 0, 0, 32, 16);
  scene.expectFill(zoomed, 4, 1, 5, 3, {255, 0, 0, 255}, "The first, zoomed");
  scene.expectFill(zoomed, 9, 1, 5, 3, {0, 255, 0, 255}, "The second, zoomed");
  scene.expectFill(zoomed, 24, 10, 6, 4, {255, 0, 0, 255}, "The first, mirrored");
  scene.expectFill(zoomed, 18, 10, 6, 4, {0, 255, 0, 255}, "The second, mirrored");
  scene.expectPixel(zoomed, 0, 15, {0, 255, 0, 255}, "What is inside of the target");
  glViewport(0, 0, 32, 16);

  // Formats, unpack parameters, fragment operations, a list.
  clearAll();
  const float luminance[] = {9, 0.2f, 0.4f, 9, 0.6f, 0.8f};
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 3);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
  glWindowPos2i(0, 0);
  glDrawPixels(2, 2, GL_LUMINANCE, GL_FLOAT, luminance);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
  glEnable(GL_SCISSOR_TEST);
  glScissor(8, 0, 1, 16);
  glWindowPos2i(8, 0);
  glDrawPixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, two);
  glDisable(GL_SCISSOR_TEST);
  uint8_t listed[] = {0, 0, 255, 102};
  glNewList(1, GL_COMPILE);
  glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, listed);
  glEndList();
  std::memset(listed, 0, sizeof listed);
  glEnable(GL_ALPHA_TEST);
  glAlphaFunc(GL_LESS, 0.5f);
  glWindowPos2i(12, 0);
  glCallList(1);
  glAlphaFunc(GL_GREATER, 0.5f);
  glWindowPos2i(16, 0);
  glCallList(1);
  glDisable(GL_ALPHA_TEST);
  const Image others = scene.pixels("others", 0, 0, 32, 16);
  scene.expectPixel(others, 0, 0, {51, 51, 51, 255}, "Luminance", 1);
  scene.expectPixel(others, 1, 1, {204, 204, 204, 255}, "Luminance of the second row", 1);
  scene.expectPixel(others, 8, 0, {255, 0, 0, 255}, "Inside of the scissor");
  scene.expectPixel(others, 9, 0, kNothing, "Outside of the scissor");
  scene.expectPixel(others, 12, 0, {0, 0, 255, 102}, "From the list");
  scene.expectPixel(others, 16, 0, kNothing, "Alpha test failed");
  // A draw afterwards finds its own state.
  fill(0, 0, 1, 1);
  scene.expectFill(scene.pixels("after", 0, 0, 32, 16), 0, 0, 32, 16, {0, 255, 255, 255}, "An ordinary draw");
  glDrawPixels(-1, 1, GL_RGBA, GL_UNSIGNED_BYTE, two);
  scene.expectError(GL_INVALID_VALUE, "a negative width");
  glDrawPixels(1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, two);
  scene.expectError(GL_INVALID_OPERATION, "depth without a depth buffer");
  scene.expectNoError("the end");
}

MGL_SCENE(DrawPixelsDepthStencil, Compatibility) {
  makeTarget(scene, 16, 16, GL_RGBA8, GL_DEPTH24_STENCIL8);
  clearAll();
  // Depths in the raster color; a draw then passes where it is nearer.
  const float depths[] = {0.25f, 0.75f};
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_ALWAYS);
  glColor4f(1, 0, 0, 1);
  glWindowPos2i(0, 0);
  glPixelZoom(8, 16);
  glDrawPixels(2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
  scene.expectFill(scene.pixels("depth-color", 0, 0, 16, 16), 0, 0, 16, 16, {255, 0, 0, 255}, "The raster color");
  glDepthFunc(GL_LESS);
  fill(0, 0, 1, 0);
  const Image passed = scene.pixels("depth", 0, 0, 16, 16);
  scene.expectFill(passed, 0, 0, 8, 16, {255, 0, 0, 255}, "Behind 0.25");
  scene.expectFill(passed, 8, 0, 8, 16, {0, 255, 0, 255}, "Before 0.75");
  glDisable(GL_DEPTH_TEST);
  // Stencil numbers, under the write mask.
  const uint8_t numbers[] = {0xA5, 0x5A};
  glClearStencil(0x0F);
  glClear(GL_STENCIL_BUFFER_BIT);
  glStencilMask(0xF0);
  glDrawPixels(2, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, numbers);
  glStencilMask(0xFF);
  std::vector<uint8_t> stencil(256);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, 16, 16, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil.data());
  scene.check(stencil[0] == 0xAF && stencil[8] == 0x5F, "The stencil numbers are 0x%02x and 0x%02x.", stencil[0],
              stencil[8]);
  scene.block("stencil", 16, 16, "u8", stencil.data(), stencil.size());
  const Image untouched = scene.pixels("color", 0, 0, 16, 16);
  scene.expectFill(untouched, 0, 0, 8, 16, {255, 0, 0, 255}, "Color stays");
  // Both at once.
  const uint32_t both[] = {0x40000011u, 0xC0000022u};
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_ALWAYS);
  glDrawPixels(2, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, both);
  glReadPixels(0, 0, 16, 16, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil.data());
  std::vector<float> read(256);
  glReadPixels(0, 0, 16, 16, GL_DEPTH_COMPONENT, GL_FLOAT, read.data());
  scene.check(stencil[0] == 0x11 && stencil[8] == 0x22, "The stencil numbers are 0x%02x and 0x%02x.", stencil[0],
              stencil[8]);
  scene.check(std::abs(read[0] - 0.25f) < 1e-4f && std::abs(read[8] - 0.75f) < 1e-4f, "The depths are %g and %g.",
              static_cast<double>(read[0]), static_cast<double>(read[8]));
  scene.expectNoError("the end");
}

MGL_SCENE(Bitmaps, Compatibility) {
  makeTarget(scene, 32, 16);
  clearAll();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glColor4f(1, 1, 0, 1);
  glWindowPos2f(2.5f, 3.5f);
  glColor4f(0, 0, 1, 1);  // too late: the raster color counts
  glBitmap(8, 8, 0, 1, 10, 0, kLetter);
  glBitmap(8, 8, 0, 1, 10, 2, kLetter);
  const Image image = scene.pixels("letters", 0, 0, 32, 16);
  for (int k = 0; k < 2; ++k) {
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8; ++x) {
        const bool set = kLetter[y] >> (7 - x) & 1;
        scene.expectPixel(image, 2 + k * 10 + x, 2 + y, set ? Rgba8{255, 255, 0, 255} : kNothing, "A bit");
      }
    }
  }
  float at[4];
  glGetFloatv(GL_CURRENT_RASTER_POSITION, at);
  scene.check(at[0] == 22.5f && at[1] == 5.5f, "The raster position went to %g %g.", static_cast<double>(at[0]),
              static_cast<double>(at[1]));
  // Lists of letters, as text is drawn; lowest bit first; bits to skip.
  clearAll();
  glColor4f(1, 1, 1, 1);
  glNewList('F', GL_COMPILE);
  glBitmap(8, 8, 0, 0, 9, 0, kLetter);
  glEndList();
  glWindowPos2i(1, 4);
  const char text[] = {'F', 'F'};
  glCallLists(2, GL_UNSIGNED_BYTE, text);
  glPixelStorei(GL_UNPACK_LSB_FIRST, GL_TRUE);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 8);
  glBitmap(4, 8, 0, 0, 0, 0, kLetter);
  const Image more = scene.pixels("text", 0, 0, 32, 16);
  scene.expectPixel(more, 1, 11, {255, 255, 255, 255}, "The first letter");
  scene.expectPixel(more, 10, 11, {255, 255, 255, 255}, "The second letter");
  scene.expectPixel(more, 19, 11, {255, 255, 255, 255}, "Bits from the fourth on");
  scene.expectPixel(more, 22, 4, {255, 255, 255, 255}, "Bits from the lowest on");
  scene.expectPixel(more, 19, 4, kNothing, "Bits from the lowest on");
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
  glRasterPos2f(5, 5);
  glBitmap(8, 8, 0, 0, 100, 0, kLetter);
  GLboolean valid = GL_TRUE;
  glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID, &valid);
  scene.check(valid == GL_FALSE, "The raster position became valid.");
  scene.expectNoError("the end");
}

MGL_SCENE(CopyPixels, Compatibility) {
  makeTarget(scene, 32, 16, GL_RGBA8, GL_DEPTH24_STENCIL8);
  clearAll();
  const std::vector<uint8_t> bytes = patternBytes(4 * 4 * 4, 3);
  glWindowPos2i(0, 0);
  glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  glWindowPos2i(8, 2);
  glCopyPixels(0, 0, 4, 4, GL_COLOR);
  glPixelZoom(2, 2);
  glWindowPos2i(16, 0);
  glCopyPixels(-1, 0, 3, 2, GL_COLOR);  // its first column lies outside
  glPixelZoom(1, 1);
  const Image image = scene.pixels("colors", 0, 0, 32, 16);
  for (int i = 0; i < 16; ++i) {
    const uint8_t* p = &bytes[static_cast<size_t>(i) * 4];
    scene.expectPixel(image, 8 + i % 4, 2 + i / 4, {p[0], p[1], p[2], p[3]}, "A copied pixel");
  }
  scene.expectFill(image, 18, 0, 2, 2, {bytes[0], bytes[1], bytes[2], bytes[3]}, "The first pixel, zoomed");
  scene.expectFill(image, 20, 2, 2, 2, {bytes[20], bytes[21], bytes[22], bytes[23]}, "One of the second row, zoomed");
  // Depth and stencil.
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 4, 4);
  glClearDepth(0.25);
  glClearStencil(0x5A);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_ALWAYS);
  glWindowPos2i(10, 10);
  glCopyPixels(0, 0, 4, 4, GL_DEPTH);
  glDisable(GL_DEPTH_TEST);
  glCopyPixels(0, 0, 4, 4, GL_STENCIL);
  float depth[2];
  uint8_t stencil[2];
  for (int i = 0; i < 2; ++i) {
    glReadPixels(13 + i, 13, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth[i]);
    glReadPixels(13 + i, 13, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &stencil[i]);
  }
  scene.check(std::abs(depth[0] - 0.25f) < 1e-4f && depth[1] == 1, "The depths are %g and %g.",
              static_cast<double>(depth[0]), static_cast<double>(depth[1]));
  scene.check(stencil[0] == 0x5A && stencil[1] == 0, "The stencil numbers are 0x%02x and 0x%02x.", stencil[0],
              stencil[1]);
  scene.expectNoError("the end");
}

MGL_SCENE(ReversedPixels, Compatibility) {
  makeTarget(scene, 16, 16);
  const uint8_t reversed[] = {204, 153, 102, 51};
  const GLuint texture = makeTexture2d(GL_RGBA8, 1, 1, GL_ABGR_EXT, GL_UNSIGNED_BYTE, reversed);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  scene.expectPixel(scene.pixels("texture", 0, 0, 1, 1), 0, 0, {51, 102, 153, 204}, "An image in reversed order");
  uint8_t back[4] = {};
  glReadPixels(0, 0, 1, 1, GL_ABGR_EXT, GL_UNSIGNED_BYTE, back);
  scene.check(std::memcmp(back, reversed, 4) == 0, "Read back in reversed order: %d %d %d %d.", back[0], back[1],
              back[2], back[3]);
  scene.expectNoError("the end");
}

MGL_SCENE(IntegerClearColor, Compatibility) {
  if (!scene.needs("GL_EXT_texture_integer", 30)) return;
  const auto clearInts = reinterpret_cast<PFNGLCLEARCOLORIIEXTPROC>(eglGetProcAddress("glClearColorIiEXT"));
  const auto clearUints = reinterpret_cast<PFNGLCLEARCOLORIUIEXTPROC>(eglGetProcAddress("glClearColorIuiEXT"));
  if (!scene.check(clearInts && clearUints, "The extension's commands have no address.")) return;
  makeTarget(scene, 4, 4, GL_RGBA32I);
  clearInts(-70000, 2, 3, 2000000000);
  glClear(GL_COLOR_BUFFER_BIT);
  int32_t ints[4] = {};
  glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_INT, ints);
  scene.check(ints[0] == -70000 && ints[1] == 2 && ints[2] == 3 && ints[3] == 2000000000, "Cleared to %d %d %d %d.",
              ints[0], ints[1], ints[2], ints[3]);
  makeTarget(scene, 4, 4, GL_RGBA32UI);
  clearUints(1, 2, 3, 4000000000u);
  glClear(GL_COLOR_BUFFER_BIT);
  uint32_t uints[4] = {};
  glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, uints);
  scene.check(uints[0] == 1 && uints[3] == 4000000000u, "Cleared to %u … %u.", uints[0], uints[3]);
  makeTarget(scene, 4, 4);
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  scene.expectFill(scene.pixels("float", 0, 0, 4, 4), 0, 0, 4, 4, {255, 0, 0, 255}, "Floats again");
  scene.expectNoError("the end");
}

}  // namespace scenes
