// SPDX-License-Identifier: Apache-2.0
// DepthStencilReadback: depth and stencil values come back to memory, alone and packed, of the default
// framebuffer, of every depth format and of every shape of attachment. ES drivers cannot read them directly.
#include <cmath>
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

namespace {

/// Left half depth 0.25 and stencil 3, right half depth 0.75 and stencil 200.
void clearHalves(int width, int height) {
  glEnable(GL_SCISSOR_TEST);
  for (int half = 0; half < 2; ++half) {
    glScissor(half * width / 2, 0, width / 2, height);
    glClearDepth(half == 0 ? 0.25 : 0.75);
    glClearStencil(half == 0 ? 3 : 200);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
}

void checkDepth(Scene& scene, const std::string& name, int width, int height, float tolerance) {
  std::vector<float> depth(static_cast<size_t>(width * height), -1.0f);
  glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, depth.data());
  scene.expectNoError((name + ": reading depth as float").c_str());
  scene.block(name + "-depth", "f32", depth);
  for (int i = 0; i < 2; ++i) {
    const float found = depth[static_cast<size_t>(width / 4 + i * width / 2)];
    const float due = i == 0 ? 0.25f : 0.75f;
    scene.check(std::fabs(found - due) <= tolerance, "%s: depth of half %d is %.7f, not %.2f.", name.c_str(),
                i, static_cast<double>(found), static_cast<double>(due));
  }
}

void checkStencil(Scene& scene, const std::string& name, int width, int height) {
  std::vector<uint8_t> stencil(static_cast<size_t>(width * height), 0xA5);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil.data());
  scene.expectNoError((name + ": reading stencil").c_str());
  scene.block(name + "-stencil", "u8", stencil);
  scene.check(stencil[0] == 3 && stencil[static_cast<size_t>(width - 1)] == 200,
              "%s: stencil is %d left and %d right, not 3 and 200.", name.c_str(), stencil[0],
              stencil[static_cast<size_t>(width - 1)]);
}

void checkPacked(Scene& scene, const std::string& name, int width, int height) {
  std::vector<uint32_t> words(static_cast<size_t>(width * height), 0xA5A5A5A5u);
  glReadPixels(0, 0, width, height, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, words.data());
  scene.expectNoError((name + ": reading packed depth and stencil").c_str());
  scene.block(name + "-packed", "u32*", words);
  const uint32_t left = words[0];
  const uint32_t right = words[static_cast<size_t>(width - 1)];
  scene.check((left & 0xFF) == 3 && (right & 0xFF) == 200, "%s: packed stencil is %u and %u.", name.c_str(),
              left & 0xFF, right & 0xFF);
  scene.check(std::abs(static_cast<int>(left >> 8) - 0x400000) <= 1 &&
                  std::abs(static_cast<int>(right >> 8) - 0xBFFFFF) <= 1,
              "%s: packed depth is 0x%06x and 0x%06x.", name.c_str(), left >> 8, right >> 8);
}

GLuint depthTexture(GLenum internalFormat, int width, int height) {
  const bool packed = internalFormat == GL_DEPTH24_STENCIL8 || internalFormat == GL_DEPTH32F_STENCIL8;
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internalFormat), width, height, 0,
               packed ? GL_DEPTH_STENCIL : GL_DEPTH_COMPONENT,
               internalFormat == GL_DEPTH32F_STENCIL8 ? GL_FLOAT_32_UNSIGNED_INT_24_8_REV
               : packed                               ? GL_UNSIGNED_INT_24_8
                                                      : GL_FLOAT,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  return texture;
}

}  // namespace

MGL_SCENE(DepthStencilReadback, Core) {
  clearHalves(128, 128);
  checkDepth(scene, "default", 128, 128, 1e-6f);
  checkStencil(scene, "default", 128, 128);
  checkPacked(scene, "default", 128, 128);

  // Depth that a draw wrote, not a clear.
  const GLuint program = buildProgram(scene, R"(#version 330 core
layout(location = 0) in vec2 position;
void main() { gl_Position = vec4(position, position.x, 1.0); }
)",
                                      kFlatFragment);
  glUseProgram(program);
  makeQuad();
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_ALWAYS);
  drawQuad();
  std::vector<float> row(128);
  glReadPixels(0, 64, 128, 1, GL_DEPTH_COMPONENT, GL_FLOAT, row.data());
  scene.block("slope", "f32", row);
  for (int x = 0; x < 128; x += 16) {
    const double due = (x + 0.5) / 128.0;
    scene.check(std::fabs(static_cast<double>(row[static_cast<size_t>(x)]) - due) < 1e-5,
                "Drawn depth at column %d is %.6f, not %.6f.", x,
                static_cast<double>(row[static_cast<size_t>(x)]), due);
  }
}

MGL_SCENE(DepthStencilReadbackMatrix, Core) {
  const struct {
    GLenum format;
    const char* name;
    float tolerance;
    bool stencil;
  } formats[] = {{GL_DEPTH_COMPONENT16, "D16", 2e-5f, false},
                 {GL_DEPTH_COMPONENT24, "D24", 1e-6f, false},
                 {GL_DEPTH_COMPONENT32F, "D32F", 0.0f, false},
                 {GL_DEPTH24_STENCIL8, "D24S8", 1e-6f, true},
                 {GL_DEPTH32F_STENCIL8, "D32FS8", 0.0f, true}};
  for (const auto& one : formats) {
    for (int kind = 0; kind < 2; ++kind) {
      const std::string name = std::string(one.name) + (kind == 0 ? "-texture" : "-renderbuffer");
      const GLenum point = one.stencil ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT;
      GLuint framebuffer = 0;
      glGenFramebuffers(1, &framebuffer);
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
      if (kind == 0) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, depthTexture(one.format, 40, 24), 0);
      } else {
        GLuint renderbuffer = 0;
        glGenRenderbuffers(1, &renderbuffer);
        glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        glRenderbufferStorage(GL_RENDERBUFFER, one.format, 40, 24);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, renderbuffer);
      }
      glDrawBuffer(GL_NONE);
      glReadBuffer(GL_NONE);
      const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
      if (!scene.check(status == GL_FRAMEBUFFER_COMPLETE, "%s is not complete: 0x%04x.", name.c_str(),
                       status)) {
        continue;
      }
      clearHalves(40, 24);
      checkDepth(scene, name, 40, 24, one.tolerance);
      if (one.stencil) {
        checkStencil(scene, name, 40, 24);
        checkPacked(scene, name, 40, 24);
      }
    }
  }
}

MGL_SCENE(DepthStencilReadbackAttachmentShape, Core) {
  // A layer of an array, a face of a cube, a level of a chain: what is read is the attached image, no other.
  for (int shape = 0; shape < 3; ++shape) {
    const char* names[] = {"array-layer", "cube-face", "mip-level"};
    const GLenum kinds[] = {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D};
    GLuint texture = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(kinds[shape], texture);
    glTexParameteri(kinds[shape], GL_TEXTURE_MAX_LEVEL, shape == 2 ? 1 : 0);
    if (shape == 0) {
      glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH24_STENCIL8, 32, 32, 3, 0, GL_DEPTH_STENCIL,
                   GL_UNSIGNED_INT_24_8, nullptr);
    } else {
      const int images = shape == 1 ? 6 : 2;
      for (int i = 0; i < images; ++i) {
        const GLenum where =
            shape == 1 ? static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i) : GL_TEXTURE_2D;
        const int size = shape == 2 ? 64 >> i : 32;
        glTexImage2D(where, shape == 2 ? i : 0, GL_DEPTH24_STENCIL8, size, size, 0, GL_DEPTH_STENCIL,
                     GL_UNSIGNED_INT_24_8, nullptr);
      }
    }
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    if (shape == 0) {
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, texture, 0, 2);
    } else {
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT,
                             shape == 1 ? GL_TEXTURE_CUBE_MAP_NEGATIVE_Y : GL_TEXTURE_2D, texture,
                             shape == 2 ? 1 : 0);
    }
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (!scene.check(status == GL_FRAMEBUFFER_COMPLETE, "%s is not complete: 0x%04x.", names[shape],
                     status)) {
      continue;
    }
    clearHalves(32, 32);
    checkDepth(scene, names[shape], 32, 32, 1e-6f);
    checkStencil(scene, names[shape], 32, 32);
    checkPacked(scene, names[shape], 32, 32);
  }
}

}  // namespace scenes
