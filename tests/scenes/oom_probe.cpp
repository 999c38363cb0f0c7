// SPDX-License-Identifier: Apache-2.0
// OomProbe: an allocation that cannot succeed is reported where applications look, at the next glGetError,
// and the context goes on drawing afterwards.
#include "scenes/drawing.h"

namespace scenes {

namespace {

/// Out of memory, or refused for its size, but never accepted: these sizes exceed any machine's memory.
void expectRefused(Scene& scene, const char* what) {
  const GLenum error = glGetError();
  scene.check(error == GL_OUT_OF_MEMORY || error == GL_INVALID_VALUE || error == GL_INVALID_OPERATION,
              "%s: glGetError gave 0x%04x where an allocation failure was due.", what, error);
}

}  // namespace

MGL_SCENE(OomProbe, Core) {
  GLint maxSize = 0;
  GLint maxLayers = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &maxSize);
  glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &maxLayers);

  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(1) << 46, nullptr, GL_STATIC_DRAW);
  expectRefused(scene, "A buffer of 64 TiB");

  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA32F, maxSize, maxSize, maxLayers, 0, GL_RGBA, GL_FLOAT,
               nullptr);
  expectRefused(scene, "An array texture of the greatest size and count");

  GLuint renderbuffer = 0;
  glGenRenderbuffers(1, &renderbuffer);
  glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1 << 20, 1 << 20);
  scene.expectError(GL_INVALID_VALUE, "A renderbuffer beyond the limit");

  // The refused objects take a sensible size later, and the context still draws.
  glBufferData(GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
  scene.expectNoError("A small store for the refused buffer");
  const Target target = makeTarget(scene, 16, 16);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  setColour(program, 0, 1, 1, 1);
  makeQuad();
  drawQuad();
  const Image image = scene.pixels("after", 0, 0, 16, 16);
  scene.expectFill(image, 0, 0, 16, 16, {0, 255, 255, 255}, "A draw after refused allocations");
  glDeleteFramebuffers(1, &target.framebuffer);
}

}  // namespace scenes
