// SPDX-License-Identifier: Apache-2.0
// Triangle: interpolated colours from a vertex buffer, drawn to the default framebuffer, by array and by
// index.
#include "scenes/drawing.h"

namespace scenes {

namespace {

const char* const kVertex = R"(#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec3 colour;
out vec3 shade;
void main() {
    shade = colour;
    gl_Position = vec4(position, 0.0, 1.0);
}
)";

const char* const kFragment = R"(#version 330 core
in vec3 shade;
out vec4 result;
void main() { result = vec4(shade, 1.0); }
)";

}  // namespace

MGL_SCENE(Triangle, Core) {
  const float vertices[] = {-0.75f, -0.75f, 1, 0, 0, 0.75f, -0.75f, 0, 1, 0, 0.0f, 0.75f, 0, 0, 1};
  const GLushort indices[] = {0, 1, 2};
  const GLuint program = buildProgram(scene, kVertex, kFragment);
  GLuint vertexArray = 0;
  GLuint buffers[2] = {};
  glGenVertexArrays(1, &vertexArray);
  glBindVertexArray(vertexArray);
  glGenBuffers(2, buffers);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
  for (GLuint i = 0; i < 2; ++i) {
    glEnableVertexAttribArray(i);
    glVertexAttribPointer(i, i == 0 ? 2 : 3, GL_FLOAT, GL_FALSE, 20,
                          reinterpret_cast<const void*>(static_cast<uintptr_t>(i * 8)));
  }
  glUseProgram(program);
  glClearColor(0.0f, 0.0f, 0.2f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const Image arrays = scene.pixels("arrays", 0, 0, 128, 128);

  glClear(GL_COLOR_BUFFER_BIT);
  glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, nullptr);
  const Image elements = scene.pixels("elements", 0, 0, 128, 128);

  scene.expectPixel(arrays, 2, 2, {0, 0, 51, 255}, "A corner outside of the triangle");
  const uint8_t* middle = arrays.at(64, 48);
  scene.check(middle[0] + middle[1] + middle[2] >= 250 && middle[0] + middle[1] + middle[2] <= 258,
              "The three weights in the middle sum up to %d, not to about 255.",
              middle[0] + middle[1] + middle[2]);
  int lit = 0;
  for (int i = 0; i < 128 * 128; ++i) {
    const uint8_t* p = arrays.at(i % 128, i / 128);
    lit += !(p[0] == 0 && p[1] == 0 && p[2] == 51) ? 1 : 0;
  }
  scene.check(lit > 4500 && lit < 4720, "The triangle covers %d pixels, not about 4608.", lit);
  scene.check(arrays.bytes == elements.bytes, "Drawn by index, the triangle has other pixels.");
  glDeleteProgram(program);
  glDeleteBuffers(2, buffers);
  glDeleteVertexArrays(1, &vertexArray);
}

}  // namespace scenes
