// SPDX-License-Identifier: Apache-2.0
// The kinds of draw calls: Instancing, BaseVertex, MultiDraw, PrimitiveRestart, DrawRange. Each draws a row
// of cells whose colour says which vertex and instance numbers the shader saw.
#include "scenes/drawing.h"

namespace scenes {

namespace {

/// Vertex i of the buffer is corner i % 4 of cell i / 4; colours say the cell and the instance.
const char* const kVertex = R"(#version 330 core
layout(location = 0) in vec2 corner;
layout(location = 1) in float number;
layout(location = 2) in vec2 shift;
layout(location = 3) in float slow;
flat out vec4 shade;
void main() {
    shade = vec4(number, float(gl_VertexID), float(gl_InstanceID) + slow * 16.0, 255.0) / 255.0;
    gl_Position = vec4(corner + shift, 0.0, 1.0);
}
)";

const char* const kFragment = R"(#version 330 core
flat in vec4 shade;
out vec4 result;
void main() { result = shade; }
)";

constexpr int kCells = 8;  // Cells of 16 pixels in a row of 128.

struct Vertex {
  float x, y, number;
};

class CellRow {
 public:
  explicit CellRow(Scene& scene) : mScene(scene) {
    std::vector<Vertex> vertices;
    for (int cell = 0; cell < kCells; ++cell) {
      for (int i = 0; i < 4; ++i) {
        vertices.push_back({-1.0f + 0.25f * static_cast<float>(cell + (i & 1)), (i & 2) != 0 ? -0.75f : -1.0f,
                            static_cast<float>(cell * 10)});
      }
    }
    glGenVertexArrays(1, &mVertexArray);
    glBindVertexArray(mVertexArray);
    GLuint buffers[2] = {};
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)), vertices.data(),
                 GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), nullptr);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, sizeof(Vertex), reinterpret_cast<const void*>(8));
    glVertexAttrib2f(2, 0, 0);
    glVertexAttrib1f(3, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glUseProgram(buildProgram(scene, kVertex, kFragment));
    start();
  }

  void start() {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }

  template <typename T>
  void indices(const std::vector<T>& values) {
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(),
                 GL_STREAM_DRAW);
  }

  void read(const char* name) { mImage = mScene.pixels(name, 0, 0, 128, 128); }

  /// The last vertex of the strip's first triangle provokes; it is corner 2 of the cell.
  void expectCell(int column, int row, int number, int vertex, int instance, const char* what) {
    mScene.expectPixel(
        mImage, column * 16 + 3, row * 16 + 3,
        {static_cast<uint8_t>(number), static_cast<uint8_t>(vertex), static_cast<uint8_t>(instance), 255},
        what);
  }

  void expectEmpty(int column, int row, const char* what) {
    mScene.expectPixel(mImage, column * 16 + 3, row * 16 + 3, {0, 0, 0, 255}, what);
  }

 private:
  Scene& mScene;
  GLuint mVertexArray = 0;
  Image mImage;
};

const void* offset(size_t bytes) {
  return reinterpret_cast<const void*>(bytes);
}

}  // namespace

MGL_SCENE(Instancing, Core) {
  CellRow row(scene);
  // One shift an instance, one number every two instances.
  std::vector<float> shifts;
  std::vector<float> numbers = {1, 2, 3, 4};
  for (int i = 0; i < 8; ++i) {
    shifts.insert(shifts.end(), {0.25f * static_cast<float>(i % 4), 0.25f * static_cast<float>(i / 4)});
  }
  GLuint buffers[2] = {};
  glGenBuffers(2, buffers);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, 64, shifts.data(), GL_STATIC_DRAW);
  glEnableVertexAttribArray(2);
  glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  glVertexAttribDivisor(2, 1);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
  glBufferData(GL_ARRAY_BUFFER, 16, numbers.data(), GL_STATIC_DRAW);
  glEnableVertexAttribArray(3);
  glVertexAttribPointer(3, 1, GL_FLOAT, GL_FALSE, 0, nullptr);
  glVertexAttribDivisor(3, 2);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 4, 4, 7);
  row.read("arrays");
  for (int i = 0; i < 7; ++i) {
    row.expectCell(1 + i % 4, i / 4, 10, 6, i + (1 + i / 2) * 16, "Instanced arrays");
  }
  row.expectEmpty(4, 1, "Behind the last instance");
  row.start();
  row.indices(std::vector<GLubyte>{0, 1, 2, 3});
  glDrawElementsInstanced(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, nullptr, 3);
  row.read("elements");
  for (int i = 0; i < 3; ++i) {
    row.expectCell(i, 0, 0, 2, i + (1 + i / 2) * 16, "Instanced elements");
  }
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 0);
  scene.expectNoError("Zero instances");
}

MGL_SCENE(BaseVertex, Core) {
  CellRow row(scene);
  row.indices(std::vector<GLushort>{9, 9, 0, 1, 2, 3, 4, 5, 6, 7});
  glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, offset(4), 8);
  glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, offset(12), 16);
  row.read("base-vertex");
  row.expectCell(2, 0, 20, 10, 0, "Base vertex 8");
  row.expectCell(5, 0, 50, 22, 0, "Base vertex 16 with indices 4 to 7");
  row.expectEmpty(0, 0, "Cell 0");
  row.start();
  row.indices(std::vector<GLuint>{100, 101, 102, 103});
  glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_INT, nullptr, -88);
  glDrawRangeElementsBaseVertex(GL_TRIANGLE_STRIP, 100, 103, 4, GL_UNSIGNED_INT, nullptr, -100);
  row.read("negative");
  row.expectCell(3, 0, 30, 14, 0, "Base vertex -88");
  row.expectCell(0, 0, 0, 2, 0, "Base vertex -100");
  row.start();
  row.indices(std::vector<GLubyte>{0, 1, 2, 3});
  glVertexAttrib1f(3, 2);
  glDrawElementsInstancedBaseVertex(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, nullptr, 2, 28);
  row.read("instanced");
  row.expectCell(7, 0, 70, 30, 33, "Two instances at base vertex 28");
}

MGL_SCENE(MultiDraw, Core) {
  CellRow row(scene);
  const GLint firsts[] = {0, 8, 20};
  const GLsizei counts[] = {4, 4, 4};
  glMultiDrawArrays(GL_TRIANGLE_STRIP, firsts, counts, 3);
  row.read("arrays");
  row.expectCell(0, 0, 0, 2, 0, "First of three");
  row.expectCell(2, 0, 20, 10, 0, "Second of three");
  row.expectCell(5, 0, 50, 22, 0, "Third of three");
  row.expectEmpty(1, 0, "Between");
  row.start();
  row.indices(std::vector<GLushort>{4, 5, 6, 7, 12, 13, 14, 15});
  const void* offsets[] = {offset(0), offset(8)};
  glMultiDrawElements(GL_TRIANGLE_STRIP, counts, GL_UNSIGNED_SHORT, offsets, 2);
  row.read("elements");
  row.expectCell(1, 0, 10, 6, 0, "Elements, first");
  row.expectCell(3, 0, 30, 14, 0, "Elements, second");
  row.start();
  const GLint bases[] = {0, 16};
  glMultiDrawElementsBaseVertex(GL_TRIANGLE_STRIP, counts, GL_UNSIGNED_SHORT, offsets, 2, bases);
  row.read("base-vertex");
  row.expectCell(1, 0, 10, 6, 0, "Base vertex, first");
  row.expectCell(7, 0, 70, 30, 0, "Base vertex, second");
  const GLsizei bad[] = {4, -1};
  glMultiDrawArrays(GL_TRIANGLE_STRIP, firsts, bad, 2);
  scene.expectError(GL_INVALID_VALUE, "glMultiDrawArrays with a negative count");
}

MGL_SCENE(PrimitiveRestart, Core) {
  CellRow row(scene);
  glEnable(GL_PRIMITIVE_RESTART);
  // The index need not be the greatest of its type.
  glPrimitiveRestartIndex(77);
  row.indices(std::vector<GLushort>{0, 1, 2, 3, 77, 8, 9, 10, 11, 77, 77, 16, 17, 18, 19});
  glDrawElements(GL_TRIANGLE_STRIP, 15, GL_UNSIGNED_SHORT, nullptr);
  row.read("index-77");
  for (int cell : {0, 2, 4}) {
    row.expectCell(cell, 0, cell * 10, cell * 4 + 2, 0, "Strips between restarts");
  }
  row.expectEmpty(1, 0, "Between the strips");
  row.start();
  glPrimitiveRestartIndex(0xFFFFFFFFu);
  row.indices(std::vector<GLuint>{4, 5, 6, 7, 0xFFFFFFFFu, 20, 21, 22, 23});
  glDrawElements(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_INT, nullptr);
  row.read("wide");
  row.expectCell(1, 0, 10, 6, 0, "Wide indices, first strip");
  row.expectCell(5, 0, 50, 22, 0, "Wide indices, second strip");
  row.expectEmpty(3, 0, "Between the wide strips");
  row.start();
  // 0xFFFF does not match indices of one byte; the restart index is compared with the whole index.
  glPrimitiveRestartIndex(0xFF);
  row.indices(std::vector<GLubyte>{8, 9, 10, 11, 0xFF, 12, 13, 14, 15, 0xFF, 28, 29, 30, 31});
  glDrawElements(GL_TRIANGLE_STRIP, 14, GL_UNSIGNED_BYTE, nullptr);
  row.read("narrow");
  for (int cell : {2, 3, 7}) {
    row.expectCell(cell, 0, cell * 10, cell * 4 + 2, 0, "Narrow indices");
  }
  row.start();
  glDisable(GL_PRIMITIVE_RESTART);
  glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, nullptr);
  row.read("off");
  row.expectCell(2, 0, 20, 10, 0, "Restart off");
  row.expectEmpty(7, 0, "Restart off, not drawn");
}

MGL_SCENE(DrawRange, Core) {
  CellRow row(scene);
  glDrawArrays(GL_TRIANGLE_STRIP, 12, 4);
  glDrawArrays(GL_TRIANGLE_STRIP, 24, 4);
  row.indices(std::vector<GLushort>{0, 1, 2, 3, 16, 17, 18, 19});
  glDrawRangeElements(GL_TRIANGLE_STRIP, 16, 19, 4, GL_UNSIGNED_SHORT, offset(8));
  row.read("ranges");
  row.expectCell(3, 0, 30, 14, 0, "First vertex 12");
  row.expectCell(6, 0, 60, 26, 0, "First vertex 24");
  row.expectCell(4, 0, 40, 18, 0, "A range of elements");
  row.expectEmpty(0, 0, "Not drawn");
  glDrawArrays(GL_TRIANGLES, 0, 0);
  scene.expectNoError("A draw of no vertices");
  glDrawArrays(GL_TRIANGLES, 0, -1);
  scene.expectError(GL_INVALID_VALUE, "A draw of -1 vertices");
  glDrawRangeElements(GL_TRIANGLES, 5, 4, 3, GL_UNSIGNED_SHORT, nullptr);
  scene.expectError(GL_INVALID_VALUE, "A range that ends before it begins");
  // A vertex array without the attribute's array uses the current value.
  glDisableVertexAttribArray(1);
  glVertexAttrib1f(1, 123);
  row.start();
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  row.read("current-value");
  row.expectCell(0, 0, 123, 2, 0, "The current value of an attribute");
}

}  // namespace scenes
