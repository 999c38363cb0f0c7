// SPDX-License-Identifier: Apache-2.0
// LayeredTextureReadback: each layer, slice, face and level of layered textures holds its own bytes,
// whichever way they are read: glGetTexImage, a framebuffer with one layer, and a layered clear.
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

namespace {

constexpr int kSize = 8;
constexpr size_t kLayerBytes = kSize * kSize * 4;

struct Shape {
  GLenum target;
  int layers;
  const char* name;
};

const Shape kShapes[] = {{GL_TEXTURE_2D_ARRAY, 5, "array"},
                         {GL_TEXTURE_3D, 5, "volume"},
                         {GL_TEXTURE_CUBE_MAP, 6, "cube"},
                         {GL_TEXTURE_1D_ARRAY, kSize, "1d-array"}};

GLuint makeLayered(const Shape& shape, const std::vector<uint8_t>& bytes) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(shape.target, texture);
  glTexParameteri(shape.target, GL_TEXTURE_MAX_LEVEL, 0);
  if (shape.target == GL_TEXTURE_CUBE_MAP) {
    for (int face = 0; face < 6; ++face) {
      glTexImage2D(static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face), 0, GL_RGBA8, kSize, kSize, 0,
                   GL_RGBA, GL_UNSIGNED_BYTE, bytes.data() + static_cast<size_t>(face) * kLayerBytes);
    }
  } else if (shape.target == GL_TEXTURE_1D_ARRAY) {
    glTexImage2D(shape.target, 0, GL_RGBA8, kSize, shape.layers, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  } else {
    glTexImage3D(shape.target, 0, GL_RGBA8, kSize, kSize, shape.layers, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 nullptr);
    for (int layer = 0; layer < shape.layers; ++layer) {
      glTexSubImage3D(shape.target, 0, 0, 0, layer, kSize, kSize, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                      bytes.data() + static_cast<size_t>(layer) * kLayerBytes);
    }
  }
  return texture;
}

void attachLayer(const Shape& shape, GLuint texture, int layer) {
  if (shape.target == GL_TEXTURE_CUBE_MAP) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                           static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + layer), texture, 0);
  } else {
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer);
  }
}

void readWhole(Scene& scene, const Shape& shape, const std::vector<uint8_t>& due) {
  std::vector<uint8_t> back(due.size(), 0x5A);
  if (shape.target == GL_TEXTURE_CUBE_MAP) {
    for (int face = 0; face < 6; ++face) {
      glGetTexImage(static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                    back.data() + static_cast<size_t>(face) * kLayerBytes);
    }
  } else {
    glGetTexImage(shape.target, 0, GL_RGBA, GL_UNSIGNED_BYTE, back.data());
  }
  scene.expectNoError(shape.name);
  scene.check(back == due, "%s: glGetTexImage gave other bytes than were uploaded.", shape.name);
  scene.block(std::string(shape.name) + "-image", "u8", back);
}

void readLayers(Scene& scene, const Shape& shape, GLuint texture, const std::vector<uint8_t>& due) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  const int rows = shape.target == GL_TEXTURE_1D_ARRAY ? 1 : kSize;
  const size_t layerBytes = static_cast<size_t>(kSize * rows * 4);
  for (int layer = 0; layer < shape.layers; ++layer) {
    attachLayer(shape, texture, layer);
    const Image image =
        scene.pixels(std::string(shape.name) + "-layer" + std::to_string(layer), 0, 0, kSize, rows);
    scene.check(std::memcmp(image.bytes.data(), due.data() + static_cast<size_t>(layer) * layerBytes,
                            layerBytes) == 0,
                "%s: layer %d read through a framebuffer has other bytes.", shape.name, layer);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &framebuffer);
}

void clearAllLayers(Scene& scene, const Shape& shape, GLuint texture) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  if (scene.check(status == GL_FRAMEBUFFER_COMPLETE, "%s: layered attachment is not complete: 0x%04x.",
                  shape.name, status)) {
    const float colour[] = {0.2f, 0.4f, 0.6f, 0.8f};
    glClearBufferfv(GL_COLOR, 0, colour);
    attachLayer(shape, texture, shape.layers - 1);
    const int rows = shape.target == GL_TEXTURE_1D_ARRAY ? 1 : kSize;
    const Image last = scene.pixels(std::string(shape.name) + "-cleared", 0, 0, kSize, rows);
    scene.expectFill(last, 0, 0, kSize, rows, {51, 102, 153, 204}, "The last layer after a layered clear");
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &framebuffer);
}

}  // namespace

MGL_SCENE(LayeredTextureReadback, Core) {
  uint32_t seed = 1;
  for (const Shape& shape : kShapes) {
    const int rows = shape.target == GL_TEXTURE_1D_ARRAY ? 1 : kSize;
    const std::vector<uint8_t> bytes =
        patternBytes(static_cast<size_t>(shape.layers * kSize * rows * 4), seed++);
    const GLuint texture = makeLayered(shape, bytes);
    readWhole(scene, shape, bytes);
    readLayers(scene, shape, texture, bytes);
    clearAllLayers(scene, shape, texture);
    glDeleteTextures(1, &texture);
  }
}

}  // namespace scenes
