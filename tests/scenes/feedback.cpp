// SPDX-License-Identifier: Apache-2.0
// Transform feedback: interleaved, separate, with rasterisation off, drawn from again, behind a geometry
// shader; and the two primitive queries, of which one counts without any feedback.
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

namespace {

constexpr int kVertexCount = 12;

const char* const kVertex = R"(#version 330 core
layout(location = 0) in float value;
out vec4 doubled;
flat out int index;
out vec2 pair;
void main() {
    doubled = vec4(value, value * 2.0, value * 4.0, 1.0);
    index = gl_VertexID * 10;
    pair = vec2(-value, value + 0.5);
    gl_Position = vec4(value / 16.0 - 0.5, float(gl_VertexID % 3) * 0.5 - 0.5, 0.0, 1.0);
}
)";

const char* const kFragment = R"(#version 330 core
out vec4 result;
void main() { result = vec4(0.0, 1.0, 0.0, 1.0); }
)";

void bindValues() {
  GLuint vertexArray = 0;
  GLuint buffer = 0;
  float values[kVertexCount];
  for (int i = 0; i < kVertexCount; ++i) {
    values[i] = static_cast<float>(i);
  }
  glGenVertexArrays(1, &vertexArray);
  glBindVertexArray(vertexArray);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof values, values, GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, nullptr);
}

GLuint feedbackBuffer(GLuint index, size_t sizeBytes) {
  GLuint buffer = 0;
  const std::vector<uint8_t> fill(sizeBytes, 0);
  glGenBuffers(1, &buffer);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer);
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLsizeiptr>(sizeBytes), fill.data(),
               GL_DYNAMIC_COPY);
  return buffer;
}

std::vector<float> floatsOf(GLuint buffer, size_t count) {
  std::vector<float> values(count, -99.0f);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glGetBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(float)), values.data());
  return values;
}

void checkInterleaved(Scene& scene, const std::vector<float>& values) {
  for (int i = 0; i < kVertexCount; ++i) {
    const float* v = values.data() + i * 7;
    int index = 0;
    std::memcpy(&index, v + 4, sizeof index);
    const auto f = static_cast<float>(i);
    scene.check(v[0] == f && v[1] == f * 2 && v[2] == f * 4 && v[3] == 1.0f && index == i * 10 &&
                    v[5] == -f && v[6] == f + 0.5f,
                "Captured vertex %d is (%g, %g, %g, %g), %d, (%g, %g).", i, static_cast<double>(v[0]),
                static_cast<double>(v[1]), static_cast<double>(v[2]), static_cast<double>(v[3]), index,
                static_cast<double>(v[5]), static_cast<double>(v[6]));
  }
}

}  // namespace

MGL_SCENE(Xfb, Core) {
  bindValues();
  const GLuint program = buildFeedbackProgram(scene, kVertex, nullptr, kFragment,
                                              {"doubled", "index", "pair"}, GL_INTERLEAVED_ATTRIBS);
  glUseProgram(program);
  const GLuint buffer = feedbackBuffer(0, kVertexCount * 7 * 4 + 64);
  glClear(GL_COLOR_BUFFER_BIT);
  glBeginTransformFeedback(GL_TRIANGLES);
  glDrawArrays(GL_TRIANGLES, 0, 6);
  glDrawArrays(GL_TRIANGLES, 6, 6);
  glEndTransformFeedback();
  const std::vector<float> values = floatsOf(buffer, kVertexCount * 7 + 16);
  scene.block("captured", "f32", values);
  checkInterleaved(scene, values);
  scene.check(values[kVertexCount * 7] == 0.0f, "Bytes behind the last captured vertex were written.");
  scene.pixels("drawn", 0, 0, 128, 128);

  // A range of a buffer, and capture stops when it is full.
  const GLuint ranged = feedbackBuffer(0, 1024);
  glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, ranged, 64, 28 * 6);
  glBeginTransformFeedback(GL_TRIANGLES);
  glDrawArrays(GL_TRIANGLES, 0, kVertexCount);
  glEndTransformFeedback();
  const std::vector<float> part = floatsOf(ranged, 256);
  scene.block("range", "f32", part);
  scene.check(
      part[15] == 0.0f && part[16 + 7] == 1.0f && part[16 + 5 * 7] == 5.0f && part[16 + 6 * 7] == 0.0f,
      "Capture into a range gave %g, %g, %g, %g.", static_cast<double>(part[15]),
      static_cast<double>(part[23]), static_cast<double>(part[51]), static_cast<double>(part[58]));
}

MGL_SCENE(XfbSeparate, Core) {
  bindValues();
  const GLuint program =
      buildFeedbackProgram(scene, kVertex, nullptr, kFragment, {"pair", "doubled"}, GL_SEPARATE_ATTRIBS);
  glUseProgram(program);
  const GLuint pairs = feedbackBuffer(0, kVertexCount * 8);
  const GLuint quads = feedbackBuffer(1, kVertexCount * 16);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, kVertexCount);
  glEndTransformFeedback();
  const std::vector<float> first = floatsOf(pairs, kVertexCount * 2);
  const std::vector<float> second = floatsOf(quads, kVertexCount * 4);
  scene.block("pairs", "f32", first);
  scene.block("quads", "f32", second);
  for (int i = 0; i < kVertexCount; ++i) {
    const auto f = static_cast<float>(i);
    const auto at = static_cast<size_t>(i);
    scene.check(first[at * 2] == -f && first[at * 2 + 1] == f + 0.5f && second[at * 4 + 2] == f * 4,
                "Separate capture of vertex %d is wrong.", i);
  }
}

MGL_SCENE(XfbRasterizerDiscard, Core) {
  bindValues();
  const GLuint program = buildFeedbackProgram(scene, kVertex, nullptr, kFragment,
                                              {"doubled", "index", "pair"}, GL_INTERLEAVED_ATTRIBS);
  glUseProgram(program);
  const GLuint buffer = feedbackBuffer(0, kVertexCount * 7 * 4);
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_TRIANGLES);
  glDrawArrays(GL_TRIANGLES, 0, kVertexCount);
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  checkInterleaved(scene, floatsOf(buffer, kVertexCount * 7));
  const Image image = scene.pixels("nothing-drawn", 0, 0, 128, 128);
  scene.expectFill(image, 0, 0, 128, 128, {255, 0, 0, 255}, "With rasterisation off");
}

MGL_SCENE(XfbCapturedThenDrawn, Core) {
  // What was captured is the next draw's vertices, with no read in between.
  bindValues();
  const GLuint capture = buildFeedbackProgram(scene, R"(#version 330 core
layout(location = 0) in float value;
out vec2 corner;
void main() {
    int i = int(value) % 4;
    corner = vec2(i % 2 == 0 ? -0.5 : 0.5, i < 2 ? -0.5 : 0.5);
    gl_Position = vec4(0.0);
}
)",
                                              nullptr, kFragment, {"corner"}, GL_INTERLEAVED_ATTRIBS);
  const GLuint draw = buildProgram(scene, kQuadVertex, kFragment);
  const GLuint buffer = feedbackBuffer(0, 4 * 8);
  glUseProgram(capture);
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, 4);
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  glUseProgram(draw);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  drawQuad();
  const Image image = scene.pixels("quad", 0, 0, 128, 128);
  scene.expectFill(image, 32, 32, 64, 64, {0, 255, 0, 255}, "The captured quad");
  scene.expectPixel(image, 31, 31, {0, 0, 0, 255}, "Beside the captured quad");
}

MGL_SCENE(XfbGeometry, Core) {
  // A strip that a geometry shader emits is captured as independent triangles, in the strip's order.
  bindValues();
  const GLuint program = buildFeedbackProgram(scene, R"(#version 330 core
layout(location = 0) in float value;
out float passed;
void main() { passed = value; gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }
)",
                                              R"(#version 330 core
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
in float passed[];
out float emitted;
void main() {
    for (int i = 0; i < 4; ++i) {
        emitted = passed[0] * 10.0 + float(i);
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        EmitVertex();
    }
    EndPrimitive();
}
)",
                                              kFragment, {"emitted"}, GL_INTERLEAVED_ATTRIBS);
  glUseProgram(program);
  const GLuint buffer = feedbackBuffer(0, 3 * 6 * 4);
  GLuint query = 0;
  glGenQueries(1, &query);
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
  glBeginTransformFeedback(GL_TRIANGLES);
  glDrawArrays(GL_POINTS, 0, 3);
  glEndTransformFeedback();
  glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
  glDisable(GL_RASTERIZER_DISCARD);
  GLuint written = 0;
  glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
  scene.check(written == 6, "%u triangles were written, not 6.", written);
  const std::vector<float> values = floatsOf(buffer, 18);
  scene.block("emitted", "f32", values);
  const int order[] = {0, 1, 2, 2, 1, 3};
  const int otherOrder[] = {0, 1, 2, 1, 3, 2};  // Both keep the winding; drivers differ in the first vertex.
  for (int point = 0; point < 3; ++point) {
    for (int i = 0; i < 6; ++i) {
      const auto found = static_cast<int>(values[static_cast<size_t>(point * 6 + i)]);
      scene.check(found == point * 10 + order[i] || found == point * 10 + otherOrder[i],
                  "Point %d, captured vertex %d is %d.", point, i, found);
    }
  }
}

MGL_SCENE(XfbPrimitiveQuery, Core) {
  bindValues();
  const GLuint program =
      buildFeedbackProgram(scene, kVertex, nullptr, kFragment, {"pair"}, GL_INTERLEAVED_ATTRIBS);
  glUseProgram(program);
  feedbackBuffer(0, 8 * 6);  // Room for six vertices only.
  GLuint queries[2] = {};
  glGenQueries(2, queries);
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[0]);
  glBeginQuery(GL_PRIMITIVES_GENERATED, queries[1]);
  glBeginTransformFeedback(GL_TRIANGLES);
  glDrawArrays(GL_TRIANGLES, 0, kVertexCount);
  glEndTransformFeedback();
  glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
  glEndQuery(GL_PRIMITIVES_GENERATED);
  glDisable(GL_RASTERIZER_DISCARD);
  GLuint counts[2] = {};
  glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &counts[0]);
  glGetQueryObjectuiv(queries[1], GL_QUERY_RESULT, &counts[1]);
  scene.check(counts[0] == 2, "%u primitives were written into room for 2.", counts[0]);
  scene.check(counts[1] == 4, "%u primitives were generated, not 4.", counts[1]);
  scene.block("counts", "u32", std::vector<uint32_t>{counts[0], counts[1]});
}

MGL_SCENE(PrimitivesGeneratedNoXfb, Core) {
  bindValues();
  glUseProgram(buildProgram(scene, kVertex, kFragment));
  GLuint query = 0;
  glGenQueries(1, &query);
  glClear(GL_COLOR_BUFFER_BIT);
  std::vector<uint32_t> counts;
  const struct {
    GLenum mode;
    int vertices;
    GLuint due;
  } draws[] = {{GL_TRIANGLES, 12, 4}, {GL_TRIANGLE_STRIP, 12, 10}, {GL_LINES, 12, 6},
               {GL_POINTS, 5, 5},     {GL_LINE_LOOP, 6, 6},        {GL_TRIANGLE_FAN, 7, 5}};
  for (const auto& one : draws) {
    glBeginQuery(GL_PRIMITIVES_GENERATED, query);
    glDrawArrays(one.mode, 0, one.vertices);
    glEndQuery(GL_PRIMITIVES_GENERATED);
    GLuint count = 0;
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
    scene.check(count == one.due, "Mode 0x%04x with %d vertices generated %u primitives, not %u.", one.mode,
                one.vertices, count, one.due);
    counts.push_back(count);
  }
  glBeginQuery(GL_PRIMITIVES_GENERATED, query);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 6, 3);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glEndQuery(GL_PRIMITIVES_GENERATED);
  GLuint count = 0;
  glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
  scene.check(count == 7, "Three instances of two triangles and one more are %u primitives, not 7.", count);
  counts.push_back(count);
  scene.block("counts", "u32", counts);
}

}  // namespace scenes
