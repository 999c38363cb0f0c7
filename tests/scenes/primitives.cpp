// SPDX-License-Identifier: Apache-2.0
// How primitives become fragments: PointsLines, FlatProvoking, ClipDistance and PolygonModes.
#include "scenes/drawing.h"

namespace scenes {

namespace {

const char* const kVertex = R"(#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in float pointSize;
uniform vec4 plane;
uniform vec4 secondPlane;
flat out vec3 shade;
void main() {
    vec3 colours[4] = vec3[4](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1), vec3(1, 1, 0));
    shade = colours[gl_VertexID % 4];
    gl_Position = vec4(position, 0.0, 1.0);
    gl_PointSize = pointSize;
    gl_ClipDistance[0] = dot(plane, gl_Position);
    gl_ClipDistance[1] = dot(secondPlane, gl_Position);
}
)";

const char* const kFragment = R"(#version 330 core
flat in vec3 shade;
out vec4 result;
void main() { result = vec4(shade, 1.0); }
)";

/// Positions in pixels of the 128 x 128 default framebuffer.
void upload(const std::vector<float>& pixels) {
  static GLuint vertexArray = 0;
  static GLuint buffer = 0;
  if (vertexArray == 0) {
    glGenVertexArrays(1, &vertexArray);
    glGenBuffers(1, &buffer);
    glBindVertexArray(vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  }
  std::vector<float> clip;
  for (float one : pixels) {
    clip.push_back(one / 64.0f - 1.0f);
  }
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(clip.size() * 4), clip.data(), GL_STREAM_DRAW);
}

void start(Scene& scene) {
  glUseProgram(buildProgram(scene, kVertex, kFragment));
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

MGL_SCENE(PointsLines, Core) {
  start(scene);
  upload({10.5f, 10.5f, 40, 10, 80, 10});
  glVertexAttrib1f(1, 1);
  glDrawArrays(GL_POINTS, 0, 1);
  glEnable(GL_PROGRAM_POINT_SIZE);
  glVertexAttrib1f(1, 8);
  glDrawArrays(GL_POINTS, 1, 1);
  glDisable(GL_PROGRAM_POINT_SIZE);
  glPointSize(6);
  glDrawArrays(GL_POINTS, 2, 1);

  upload({10.5f, 40.5f, 60.5f, 40.5f, 70.5f, 40.5f, 70.5f, 90.5f, 100.5f, 90.5f, 100.5f, 60.5f});
  glDrawArrays(GL_LINES, 0, 2);
  glDrawArrays(GL_LINE_STRIP, 2, 4);
  const Image image = scene.pixels("points-lines", 0, 0, 128, 128);
  scene.expectPixel(image, 10, 10, {255, 0, 0, 255}, "A point of one pixel");
  scene.expectPixel(image, 12, 10, {0, 0, 0, 255}, "Beside the point");
  scene.expectFill(image, 37, 7, 6, 6, {0, 255, 0, 255}, "A point sized by the shader");
  scene.expectPixel(image, 46, 10, {0, 0, 0, 255}, "Beside the sized point");
  scene.expectFill(image, 78, 8, 4, 4, {0, 0, 255, 255}, "A point sized by state");
  scene.expectFill(image, 12, 40, 46, 1, {0, 255, 0, 255}, "A horizontal line");
  scene.expectFill(image, 70, 42, 1, 46, {255, 255, 0, 255}, "The strip's vertical part");
  scene.expectPixel(image, 12, 42, {0, 0, 0, 255}, "Above the line");

  // gl_PointCoord runs over the point, from the chosen corner.
  glUseProgram(buildProgram(scene, kVertex, R"(#version 330 core
out vec4 result;
void main() { result = vec4(gl_PointCoord, 0.0, 1.0); }
)"));
  upload({64, 64});
  glPointSize(32);
  glDrawArrays(GL_POINTS, 0, 1);
  const Image coordinates = scene.pixels("point-coord", 48, 48, 32, 32);
  const uint8_t* low = coordinates.at(2, 2);
  const uint8_t* high = coordinates.at(29, 29);
  scene.check(low[0] < 40 && low[1] > 215 && high[0] > 215 && high[1] < 40,
              "gl_PointCoord is (%d, %d) at the lower left and (%d, %d) at the upper right.", low[0], low[1],
              high[0], high[1]);
  glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
  glDrawArrays(GL_POINTS, 0, 1);
  const Image lower = scene.pixels("lower-left", 48, 48, 32, 32);
  scene.check(lower.at(2, 2)[1] < 40 && lower.at(29, 29)[1] > 215,
              "With the lower left origin gl_PointCoord.y is %d below and %d above.", lower.at(2, 2)[1],
              lower.at(29, 29)[1]);
}

MGL_SCENE(FlatProvoking, Core) {
  start(scene);
  GLint mode = 0;
  glGetIntegerv(GL_PROVOKING_VERTEX, &mode);
  scene.check(mode == GL_LAST_VERTEX_CONVENTION, "The initial convention is 0x%04x.", mode);
  upload({4, 4, 60, 4, 4, 60, 60, 60});
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  const Image last = scene.pixels("last", 0, 0, 64, 64);
  scene.expectPixel(last, 10, 10, {0, 0, 255, 255}, "Last vertex, first triangle");
  scene.expectPixel(last, 55, 55, {255, 255, 0, 255}, "Last vertex, second triangle");
  glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  const Image first = scene.pixels("first", 0, 0, 64, 64);
  scene.expectPixel(first, 10, 10, {255, 0, 0, 255}, "First vertex, first triangle");
  scene.expectPixel(first, 55, 55, {0, 255, 0, 255}, "First vertex, second triangle");
  upload({10.5f, 100.5f, 60.5f, 100.5f});
  glDrawArrays(GL_LINES, 0, 2);
  glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
  upload({70.5f, 100.5f, 120.5f, 100.5f});
  glDrawArrays(GL_LINES, 0, 2);
  const Image lines = scene.pixels("lines", 0, 96, 128, 8);
  scene.expectPixel(lines, 30, 4, {255, 0, 0, 255}, "A line by its first vertex");
  scene.expectPixel(lines, 90, 4, {0, 255, 0, 255}, "A line by its last vertex");
}

MGL_SCENE(ClipDistance, Core) {
  start(scene);
  GLint program = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  const GLint plane = glGetUniformLocation(static_cast<GLuint>(program), "plane");
  const GLint second = glGetUniformLocation(static_cast<GLuint>(program), "secondPlane");
  glUniform4f(plane, 1, 0, 0, 0);      // Keeps x >= 0.
  glUniform4f(second, 0, 1, 0, 0.5f);  // Keeps y >= -0.5.
  upload({0, 0, 128, 0, 0, 128, 128, 128});
  glEnable(GL_CLIP_DISTANCE0);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  const Image one = scene.pixels("one-plane", 0, 0, 128, 128);
  scene.expectFill(one, 0, 0, 64, 128, {0, 0, 0, 255}, "Clipped by the first plane");
  scene.expectPixel(one, 66, 2, {0, 0, 255, 255}, "Kept by the first plane");
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_CLIP_DISTANCE1);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  const Image two = scene.pixels("two-planes", 0, 0, 128, 128);
  scene.expectFill(two, 64, 0, 64, 32, {0, 0, 0, 255}, "Clipped by the second plane");
  scene.expectPixel(two, 120, 100, {255, 255, 0, 255}, "Kept by both planes");
}

MGL_SCENE(ClipDistanceOff, Core) {
  // A shader that writes distances while no plane is enabled is not clipped.
  start(scene);
  GLint program = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  glUniform4f(glGetUniformLocation(static_cast<GLuint>(program), "plane"), 1, 0, 0, 0);
  upload({0, 0, 128, 0, 0, 128, 128, 128});
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  const Image none = scene.pixels("no-plane", 0, 0, 128, 128);
  scene.expectPixel(none, 2, 2, {0, 0, 255, 255}, "Planes off");
}

MGL_SCENE(PolygonModes, Core) {
  start(scene);
  upload({16.5f, 16.5f, 112.5f, 16.5f, 16.5f, 112.5f});
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const Image lines = scene.pixels("lines", 0, 0, 128, 128);
  scene.expectPixel(lines, 40, 40, {0, 0, 0, 255}, "Inside of an outlined triangle");
  scene.expectPixel(lines, 60, 16, {0, 0, 255, 255}, "An edge of an outlined triangle");
  glClear(GL_COLOR_BUFFER_BIT);
  glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const Image points = scene.pixels("points", 0, 0, 128, 128);
  scene.expectPixel(points, 60, 16, {0, 0, 0, 255}, "An edge of a triangle of points");
  scene.expectPixel(points, 16, 16, {0, 0, 255, 255}, "A corner of a triangle of points");
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_CULL_FACE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const Image front = scene.pixels("front", 0, 0, 128, 128);
  scene.expectPixel(front, 40, 40, {0, 0, 255, 255}, "A front face with back faces culled");
  glCullFace(GL_FRONT);
  glClear(GL_COLOR_BUFFER_BIT);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const Image culled = scene.pixels("culled", 0, 0, 128, 128);
  scene.expectFill(culled, 0, 0, 128, 128, {0, 0, 0, 255}, "A culled front face");
}

}  // namespace scenes
