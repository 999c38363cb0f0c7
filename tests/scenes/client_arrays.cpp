// SPDX-License-Identifier: Apache-2.0
// ClientArrayDraw: vertices and indices in the application's memory, in a compatibility context. The bytes
// are taken at the call: changing them right after it must not change what was drawn.
#include "scenes/drawing.h"

namespace scenes {

namespace {

const char* const kVertex = R"(#version 120
attribute vec2 position;
attribute vec4 colour;
varying vec4 shade;
void main() {
    shade = colour;
    gl_Position = vec4(position, 0.0, 1.0);
}
)";

const char* const kFragment = R"(#version 120
varying vec4 shade;
void main() { gl_FragColor = shade; }
)";

struct Vertex {
  float x, y;
  uint8_t colour[4];
};

void fillColumn(Vertex* vertices, int column, uint8_t red, uint8_t green, uint8_t blue) {
  const float left = -1.0f + 0.5f * static_cast<float>(column);
  for (int corner = 0; corner < 4; ++corner) {
    vertices[corner] = {
        left + ((corner & 1) != 0 ? 0.5f : 0.0f), (corner & 2) != 0 ? 1.0f : -1.0f, {red, green, blue, 255}};
  }
}

}  // namespace

MGL_SCENE(ClientArrayDraw, Compatibility) {
  const GLuint program = glCreateProgram();
  glAttachShader(program, compileShader(scene, GL_VERTEX_SHADER, kVertex));
  glAttachShader(program, compileShader(scene, GL_FRAGMENT_SHADER, kFragment));
  glBindAttribLocation(program, 0, "position");
  glBindAttribLocation(program, 1, "colour");
  linkProgram(scene, program);
  glUseProgram(program);
  glClear(GL_COLOR_BUFFER_BIT);

  Vertex vertices[8];
  glEnableVertexAttribArray(0);
  glEnableVertexAttribArray(1);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), &vertices[0].x);
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Vertex), vertices[0].colour);

  fillColumn(vertices, 0, 255, 0, 0);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  fillColumn(vertices, 1, 0, 255, 0);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);

  // Indices in client memory, with a first vertex that is not 0.
  fillColumn(vertices + 4, 2, 0, 0, 255);
  GLubyte indices[] = {4, 5, 6, 6, 5, 7};
  glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, indices);
  indices[0] = indices[3] = 0;
  fillColumn(vertices + 4, 3, 255, 255, 0);
  const GLuint wide[] = {4, 5, 6, 7};
  glDrawRangeElements(GL_TRIANGLE_STRIP, 4, 7, 4, GL_UNSIGNED_INT, wide);
  fillColumn(vertices, 0, 9, 9, 9);
  fillColumn(vertices + 4, 0, 9, 9, 9);

  const Image image = scene.pixels("columns", 0, 0, 128, 128);
  const Rgba8 due[] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}};
  for (int column = 0; column < 4; ++column) {
    scene.expectFill(image, column * 32, 0, 32, 128, due[column], "A column drawn from client memory");
  }

  // A buffer for one attribute, client memory for the other.
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  fillColumn(vertices, 1, 0, 255, 255);
  glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STREAM_DRAW);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  const Image mixed = scene.pixels("mixed", 0, 0, 128, 128);
  scene.expectFill(mixed, 32, 0, 32, 128, {0, 255, 255, 255}, "A column of mixed sources");
  scene.expectFill(mixed, 64, 0, 32, 128, due[2], "The column beside it");
}

}  // namespace scenes
