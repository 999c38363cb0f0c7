// SPDX-License-Identifier: Apache-2.0
// Write hazards and recycled names: each draw must see the bytes that were there at its call, however often
// they are overwritten, respecified or deleted right behind it, and new objects never show an old one's
// contents.
#include <algorithm>

#include "scenes/drawing.h"

namespace scenes {

namespace {

const char* const kVertex = R"(#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 colour;
flat out vec4 shade;
void main() {
    shade = colour;
    gl_Position = vec4(position, 0.0, 1.0);
}
)";

const char* const kFragment = R"(#version 330 core
flat in vec4 shade;
uniform sampler2D image;
out vec4 result;
void main() { result = vec4(shade.rg, texelFetch(image, ivec2(0), 0).ba); }
)";

struct Vertex {
  float x, y;
  uint8_t colour[4];
};

constexpr int kGrid = 16;

/// The quad of one cell, in a colour that names the cell and the round.
std::vector<Vertex> cellQuad(int cell, int round) {
  std::vector<Vertex> quad(4);
  const float size = 2.0f / kGrid;
  const float left = -1.0f + size * static_cast<float>(cell % kGrid);
  const float bottom = -1.0f + size * static_cast<float>(cell / kGrid);
  for (int i = 0; i < 4; ++i) {
    quad[static_cast<size_t>(i)] = {left + ((i & 1) != 0 ? size : 0.0f),
                                    bottom + ((i & 2) != 0 ? size : 0.0f),
                                    {static_cast<uint8_t>(cell), static_cast<uint8_t>(round * 40), 0, 255}};
  }
  return quad;
}

void pointAttributes() {
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), nullptr);
  glEnableVertexAttribArray(1);
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Vertex), reinterpret_cast<const void*>(8));
}

/// Writes the quad by one of six ways; returns the buffer to draw from, whose bytes are spoilt after the
/// draw.
void uploadQuad(int way, GLuint& buffer, const std::vector<Vertex>& quad) {
  const auto size = static_cast<GLsizeiptr>(quad.size() * sizeof(Vertex));
  if (way == 3) {
    glDeleteBuffers(1, &buffer);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
  }
  if (way == 0 || way == 3) {
    glBufferData(GL_ARRAY_BUFFER, size, quad.data(), GL_STREAM_DRAW);
  } else if (way == 1) {
    glBufferSubData(GL_ARRAY_BUFFER, 0, size, quad.data());
  } else if (way == 2) {
    glBufferData(GL_ARRAY_BUFFER, size * 100, nullptr, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, size, quad.data());
  } else {
    const GLbitfield access = way == 4 ? GL_MAP_WRITE_BIT : GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT;
    void* mapped = glMapBufferRange(GL_ARRAY_BUFFER, 0, size, access);
    std::copy(quad.begin(), quad.end(), static_cast<Vertex*>(mapped));
    glUnmapBuffer(GL_ARRAY_BUFFER);
  }
  pointAttributes();
}

void respecifyTexture(int cell, GLuint& texture) {
  const uint8_t texel[] = {0, 0, static_cast<uint8_t>(255 - cell), 255};
  if (cell % 5 == 0) {
    glDeleteTextures(1, &texture);
    texture = makeTexture2d(GL_RGBA8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
  } else if (cell % 5 == 1) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1 + cell % 3, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
  }
}

}  // namespace

MGL_SCENE(DeleteRespecifyStress, Core) {
  GLuint vertexArray = 0;
  GLuint buffer = 0;
  glGenVertexArrays(1, &vertexArray);
  glBindVertexArray(vertexArray);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, 4096, nullptr, GL_STREAM_DRAW);
  const uint8_t black[4] = {};
  GLuint texture = makeTexture2d(GL_RGBA8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, black);
  glUseProgram(buildProgram(scene, kVertex, kFragment));
  for (int round = 0; round < 6; ++round) {
    glClear(GL_COLOR_BUFFER_BIT);
    for (int cell = 0; cell < kGrid * kGrid; ++cell) {
      uploadQuad((cell + round) % 6, buffer, cellQuad(cell, round));
      respecifyTexture(cell, texture);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
    const Image image = scene.pixels("round" + std::to_string(round), 0, 0, 128, 128);
    for (int cell = 0; cell < kGrid * kGrid; ++cell) {
      scene.expectPixel(image, cell % kGrid * 8 + 4, cell / kGrid * 8 + 4,
                        {static_cast<uint8_t>(cell), static_cast<uint8_t>(round * 40),
                         static_cast<uint8_t>(255 - cell), 255},
                        "The cell of one draw");
    }
  }
}

MGL_SCENE(HandleRecycle, Core) {
  const GLuint program = buildProgram(scene, kQuadVertex, R"(#version 330 core
in vec2 uv;
uniform sampler2D image;
out vec4 result;
void main() { result = texture(image, uv); }
)");
  glUseProgram(program);
  const GLuint quad = makeQuad();
  int reused = 0;
  GLuint last = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto level = static_cast<uint8_t>(i % 251);
    const uint8_t texel[] = {level, static_cast<uint8_t>(255 - level), static_cast<uint8_t>(i / 251), 255};
    const GLuint texture = makeTexture2d(GL_RGBA8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    reused += texture == last ? 1 : 0;
    last = texture;
    glBindVertexArray(quad);
    if (i % 100 == 0) {
      drawQuad();
      const Image image = scene.pixels("at" + std::to_string(i), 60, 60, 2, 2);
      scene.expectFill(image, 0, 0, 2, 2, {texel[0], texel[1], texel[2], 255}, "A texture of a reused name");
    }
    GLuint objects[6] = {};
    glGenBuffers(1, &objects[0]);
    glBindBuffer(GL_COPY_WRITE_BUFFER, objects[0]);
    glBufferData(GL_COPY_WRITE_BUFFER, sizeof texel, texel, GL_STATIC_DRAW);
    glGenVertexArrays(1, &objects[1]);
    glBindVertexArray(objects[1]);
    glGenFramebuffers(1, &objects[2]);
    glGenSamplers(1, &objects[3]);
    glBindSampler(3, objects[3]);
    glGenQueries(1, &objects[4]);
    glGenRenderbuffers(1, &objects[5]);
    glBindRenderbuffer(GL_RENDERBUFFER, objects[5]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
    glDeleteBuffers(1, &objects[0]);
    glDeleteVertexArrays(1, &objects[1]);
    glDeleteFramebuffers(1, &objects[2]);
    glDeleteSamplers(1, &objects[3]);
    glDeleteQueries(1, &objects[4]);
    glDeleteRenderbuffers(1, &objects[5]);
    glDeleteTextures(1, &texture);
  }
  scene.check(glIsTexture(last) == GL_FALSE, "A deleted name is still a texture.");
  std::printf("NOTE %d of 3000 texture names were reused at once\n", reused);
  // Without a texture bound, the sampler reads the incomplete texture 0: opaque black.
  glBindVertexArray(quad);
  drawQuad();
  const Image image = scene.pixels("unbound", 60, 60, 2, 2);
  scene.expectFill(image, 0, 0, 2, 2, {0, 0, 0, 255}, "After the bound texture was deleted");
}

}  // namespace scenes
