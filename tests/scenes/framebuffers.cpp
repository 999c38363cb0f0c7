// SPDX-License-Identifier: Apache-2.0
// FramebufferMatrix: several targets at once, draw-buffer maps, float, integer and sRGB targets, and
// attachments that are respecified while attached. Renderbuffers: formats, samples and re-creation.
#include <cmath>

#include "scenes/drawing.h"

namespace scenes {

namespace {

void attachTexture(GLuint index, GLuint texture) {
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + index, GL_TEXTURE_2D, texture, 0);
}

void severalTargets(Scene& scene) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  attachTexture(0, makeTexture2d(GL_RGBA8, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, nullptr));
  attachTexture(1, makeTexture2d(GL_RGBA32F, 16, 16, GL_RGBA, GL_FLOAT, nullptr));
  attachTexture(2, makeTexture2d(GL_R32UI, 16, 16, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr));
  attachTexture(3, makeTexture2d(GL_RG16I, 16, 16, GL_RG_INTEGER, GL_SHORT, nullptr));
  const GLenum all[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                        GL_COLOR_ATTACHMENT3};
  glDrawBuffers(4, all);
  scene.check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE,
              "Four attachments of four kinds are not complete.");
  const float zero[] = {0, 0, 0, 0};
  const GLuint unsignedClear[] = {77, 0, 0, 0};
  const GLint signedClear[] = {-5, 6, 0, 0};
  glClearBufferfv(GL_COLOR, 0, zero);
  glClearBufferfv(GL_COLOR, 1, zero);
  glClearBufferuiv(GL_COLOR, 2, unsignedClear);
  glClearBufferiv(GL_COLOR, 3, signedClear);
  glUseProgram(buildProgram(scene, kQuadVertex, R"(#version 330 core
layout(location = 0) out vec4 a;
layout(location = 1) out vec4 b;
layout(location = 2) out uint c;
layout(location = 3) out ivec2 d;
void main() {
    a = vec4(0.2, 0.4, 0.6, 0.8);
    b = vec4(1.5, -2.25, 1000.0, gl_FragCoord.x);
    c = 0xDEADBEEFu;
    d = ivec2(-300, 12345);
}
)"));
  glViewport(0, 0, 8, 16);
  drawQuad();
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  const Image a = scene.pixels("mrt-rgba8", 0, 0, 16, 16);
  scene.expectPixel(a, 3, 3, {51, 102, 153, 204}, "Target 0 drawn");
  scene.expectPixel(a, 12, 3, {0, 0, 0, 0}, "Target 0 cleared");
  glReadBuffer(GL_COLOR_ATTACHMENT1);
  float b[4] = {};
  glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, b);
  scene.check(b[0] == 1.5f && b[1] == -2.25f && b[2] == 1000.0f && b[3] == 3.5f,
              "Target 1 is (%g, %g, %g, %g).", static_cast<double>(b[0]), static_cast<double>(b[1]),
              static_cast<double>(b[2]), static_cast<double>(b[3]));
  glReadBuffer(GL_COLOR_ATTACHMENT2);
  GLuint c[2] = {};
  glReadPixels(3, 3, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, &c[0]);
  glReadPixels(12, 3, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, &c[1]);
  scene.check(c[0] == 0xDEADBEEFu && c[1] == 77, "Target 2 is 0x%08x drawn and %u cleared.", c[0], c[1]);
  glReadBuffer(GL_COLOR_ATTACHMENT3);
  GLint d[4] = {};
  glReadPixels(3, 3, 1, 1, GL_RG_INTEGER, GL_INT, d);
  glReadPixels(12, 3, 1, 1, GL_RG_INTEGER, GL_INT, d + 2);
  scene.check(d[0] == -300 && d[1] == 12345 && d[2] == -5 && d[3] == 6, "Target 3 is (%d, %d) and (%d, %d).",
              d[0], d[1], d[2], d[3]);

  // Outputs go to other attachments by the draw-buffer map, or nowhere.
  const GLenum swapped[] = {GL_NONE, GL_COLOR_ATTACHMENT0};
  glDrawBuffers(2, swapped);
  glUseProgram(buildProgram(scene, kQuadVertex, R"(#version 330 core
layout(location = 0) out vec4 a;
layout(location = 1) out vec4 b;
void main() { a = vec4(1.0); b = vec4(0.0, 1.0, 0.0, 1.0); }
)"));
  drawQuad();
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  const Image mapped = scene.pixels("mapped", 0, 0, 16, 16);
  scene.expectPixel(mapped, 3, 3, {0, 255, 0, 255}, "Output 1 mapped to attachment 0");
  scene.expectNoError("Several targets");
}

void srgbTarget(Scene& scene) {
  makeTarget(scene, 8, 8, GL_SRGB8_ALPHA8);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  setColour(program, 0.5f, 0.0f, 1.0f, 0.5f);
  drawQuad();
  const Image raw = scene.pixels("srgb-off", 0, 0, 8, 8);
  glEnable(GL_FRAMEBUFFER_SRGB);
  drawQuad();
  const Image encoded = scene.pixels("srgb-on", 0, 0, 8, 8);
  // The blend works on linear values: half of white over black is half linear.
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ZERO);
  drawQuad();
  const Image blended = scene.pixels("srgb-blend", 0, 0, 8, 8);
  glDisable(GL_BLEND);
  glDisable(GL_FRAMEBUFFER_SRGB);
  scene.expectPixel(raw, 4, 4, {128, 0, 255, 128}, "sRGB target, encoding off", 1);
  scene.expectPixel(encoded, 4, 4, {188, 0, 255, 128}, "sRGB target, encoding on", 1);
  scene.expectPixel(blended, 4, 4, {188, 0, 255, 128}, "sRGB target, encoding on, blended", 1);
}

void floatTargets(Scene& scene) {
  const GLenum formats[] = {GL_R16F, GL_RG16F, GL_RGBA16F, GL_R32F, GL_RGBA32F, GL_R11F_G11F_B10F};
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  for (GLenum format : formats) {
    makeTarget(scene, 4, 4, format);
    setColour(program, 2.0f, 4.0f, 0.5f, -1.0f);
    drawQuad();
    float found[4] = {};
    glReadPixels(1, 1, 1, 1, GL_RGBA, GL_FLOAT, found);
    const bool one = format == GL_R16F || format == GL_R32F;
    const bool two = format == GL_RG16F;
    scene.check(found[0] == 2.0f && found[1] == (one ? 0.0f : 4.0f) && found[2] == (one || two ? 0.0f : 0.5f),
                "Float target 0x%04x holds (%g, %g, %g).", format, static_cast<double>(found[0]),
                static_cast<double>(found[1]), static_cast<double>(found[2]));
  }
}

void respecifiedWhileAttached(Scene& scene) {
  const Target target = makeTarget(scene, 16, 16);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  setColour(program, 1, 0, 0, 1);
  drawQuad();
  glBindTexture(GL_TEXTURE_2D, target.colour);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glViewport(0, 0, 32, 32);
  setColour(program, 0, 0, 1, 1);
  drawQuad();
  const Image image = scene.pixels("respecified", 0, 0, 32, 32);
  scene.expectFill(image, 0, 0, 32, 32, {0, 0, 255, 255}, "A level respecified while attached");
}

}  // namespace

MGL_SCENE(FramebufferMatrix, Core) {
  makeQuad();
  severalTargets(scene);
  srgbTarget(scene);
  floatTargets(scene);
  respecifiedWhileAttached(scene);
}

MGL_SCENE(FramebufferMips, Core) {
  // Levels are attached one by one while the chain is still partial and the texture was never sampled; each
  // draw reads the level before, as programs do that reduce or blur a picture.
  const GLuint program = buildProgram(scene, kQuadVertex, R"(#version 330 core
in vec2 uv;
uniform sampler2D image;
uniform vec4 add;
out vec4 result;
void main() { result = textureLod(image, uv, 0.0) + add; }
)");
  glUseProgram(program);
  makeQuad();
  GLuint texture = 0;
  GLuint framebuffer = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  for (int level = 0; level < 3; ++level) {
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 32 >> level, 32 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 nullptr);
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  for (int level = 2; level >= 0; --level) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level);
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    scene.check(status == GL_FRAMEBUFFER_COMPLETE, "Level %d of a chain of three is not complete: 0x%04x.",
                level, status);
    glClearColor(0.2f * static_cast<float>(level + 1), 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const Image image = scene.pixels("cleared" + std::to_string(level), 0, 0, 32 >> level, 32 >> level);
    scene.expectFill(image, 0, 0, 32 >> level, 32 >> level,
                     {static_cast<uint8_t>(51 * (level + 1)), 0, 255, 255}, "A cleared level");
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glUniform4f(glGetUniformLocation(program, "add"), 0, 0.2f, -1, 0);
  for (int level = 1; level < 3; ++level) {
    // Only the level before is visible to the shader, so reading and drawing do not overlap.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, level - 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level - 1);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level);
    glViewport(0, 0, 32 >> level, 32 >> level);
    drawQuad();
    const Image image = scene.pixels("drawn" + std::to_string(level), 0, 0, 32 >> level, 32 >> level);
    scene.expectFill(image, 0, 0, 32 >> level, 32 >> level, {51, static_cast<uint8_t>(51 * level), 0, 255},
                     "A level drawn from the level before", 1);
  }
}

MGL_SCENE(Renderbuffers, Core) {
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  const struct {
    GLenum format;
    Rgba8 due;
  } formats[] = {{GL_RGBA8, {255, 0, 255, 255}},   {GL_RGB8, {255, 0, 255, 255}},
                 {GL_R8, {255, 0, 0, 255}},        {GL_RG8, {255, 0, 0, 255}},
                 {GL_RGBA16F, {255, 0, 255, 255}}, {GL_RGB10_A2, {255, 0, 255, 255}},
                 {GL_RGBA4, {255, 0, 255, 255}},   {GL_RGB5_A1, {255, 0, 255, 255}}};
  GLuint framebuffer = 0;
  GLuint renderbuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glGenRenderbuffers(1, &renderbuffer);
  glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
  // One renderbuffer changes its storage again and again while it stays attached.
  int size = 8;
  for (const auto& one : formats) {
    glRenderbufferStorage(GL_RENDERBUFFER, one.format, size, size);
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (!scene.check(status == GL_FRAMEBUFFER_COMPLETE, "Renderbuffer 0x%04x is not complete: 0x%04x.",
                     one.format, status)) {
      continue;
    }
    glViewport(0, 0, size, size);
    setColour(program, 1, 0, 1, 1);
    drawQuad();
    const Image image = scene.pixels("format" + std::to_string(one.format), 0, 0, size, size);
    scene.expectFill(image, 0, 0, size, size, one.due, "A renderbuffer");
    GLint width = 0;
    GLint red = 0;
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &width);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_RED_SIZE, &red);
    scene.check(width == size && red >= 4, "The renderbuffer reports width %d and %d bits of red.", width,
                red);
    size += 3;
  }
  // Samples change on the attached renderbuffer; the resolve sees the new contents.
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 16, 16);
  GLint samples = 0;
  glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &samples);
  scene.check(samples >= 4, "4 samples were asked for and %d reported.", samples);
  glViewport(0, 0, 16, 16);
  setColour(program, 0, 1, 1, 1);
  drawQuad();
  const Target resolved = makeTarget(scene, 16, 16);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved.framebuffer);
  const Image image = scene.pixels("resolved", 0, 0, 16, 16);
  scene.expectFill(image, 0, 0, 16, 16, {0, 255, 255, 255}, "A multisampled renderbuffer, resolved");
}

}  // namespace scenes
