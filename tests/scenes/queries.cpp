// SPDX-License-Identifier: Apache-2.0
// Results that come back late: Occlusion, TimerQuery, Sync and conditional rendering.
#include "scenes/drawing.h"

namespace scenes {

MGL_SCENE(Occlusion, Core) {
  makeTarget(scene, 32, 32, GL_RGBA8, GL_DEPTH_COMPONENT24);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  glEnable(GL_DEPTH_TEST);
  glClearDepth(0.25);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  GLuint queries[4] = {};
  glGenQueries(4, queries);
  const struct {
    GLenum function;
    GLuint due;
  } cases[] = {{GL_ALWAYS, 1}, {GL_LESS, 0}, {GL_GREATER, 1}, {GL_NEVER, 0}};
  for (int i = 0; i < 4; ++i) {
    glDepthFunc(cases[i].function);
    glDepthMask(GL_FALSE);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[i]);
    drawQuad();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
  }
  for (int i = 0; i < 4; ++i) {
    GLuint passed = 7;
    glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &passed);
    scene.check(passed == cases[i].due, "Query %d under 0x%04x is %u, not %u.", i, cases[i].function, passed,
                cases[i].due);
  }
  // Nothing drawn between begin and end.
  glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[0]);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
  GLuint passed = 7;
  glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &passed);
  scene.check(passed == 0, "An empty query is %u.", passed);
  GLint bits = -1;
  glGetQueryiv(GL_ANY_SAMPLES_PASSED, GL_CURRENT_QUERY, &bits);
  scene.check(bits == 0, "Query %d is still current.", bits);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
  scene.expectError(GL_INVALID_OPERATION, "glEndQuery without a query");

  // Conditional rendering: only after the query that passed.
  glDepthFunc(GL_ALWAYS);
  glClear(GL_COLOR_BUFFER_BIT);
  glScissor(0, 0, 16, 32);
  glEnable(GL_SCISSOR_TEST);
  setColour(program, 0, 1, 0, 1);
  glBeginConditionalRender(queries[2], GL_QUERY_WAIT);
  drawQuad();
  glEndConditionalRender();
  glScissor(16, 0, 16, 32);
  glBeginConditionalRender(queries[1], GL_QUERY_WAIT);
  drawQuad();
  glEndConditionalRender();
  glDisable(GL_SCISSOR_TEST);
  const Image image = scene.pixels("conditional", 0, 0, 32, 32);
  scene.expectFill(image, 0, 0, 16, 32, {0, 255, 0, 255}, "After a query that passed");
  scene.expectFill(image, 16, 0, 16, 32, {0, 0, 0, 0}, "After a query that did not pass");
}

MGL_SCENE(OcclusionExactCount, Core) {
  makeTarget(scene, 32, 32);
  glUseProgram(buildProgram(scene, kQuadVertex, kFlatFragment));
  makeQuad();
  GLint bits = 0;
  glGetQueryiv(GL_SAMPLES_PASSED, GL_QUERY_COUNTER_BITS, &bits);
  GLuint query = 0;
  glGenQueries(1, &query);
  glEnable(GL_SCISSOR_TEST);
  glBeginQuery(GL_SAMPLES_PASSED, query);
  glScissor(3, 4, 10, 7);
  drawQuad();
  glScissor(0, 0, 5, 5);
  drawQuad();
  glEndQuery(GL_SAMPLES_PASSED);
  GLuint count = 0;
  glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
  if (bits <= 1) {
    // A counter of one bit only tells whether anything passed: the specification's way to say "not exact".
    scene.check(count != 0, "Two visible quads passed no sample.");
  } else {
    scene.check(count == 95, "%u samples passed, not 95.", count);
  }
  // The arms need not agree on the number, since a counter of one bit stops at 1.
  scene.block("passed", "u32", std::vector<uint32_t>{count != 0 ? 1u : 0u});
}

MGL_SCENE(TimerQuery, Core) {
  makeTarget(scene, 64, 64);
  glUseProgram(buildProgram(scene, kQuadVertex, kFlatFragment));
  makeQuad();
  GLuint queries[3] = {};
  glGenQueries(3, queries);
  GLint64 before = 0;
  glGetInteger64v(GL_TIMESTAMP, &before);
  glQueryCounter(queries[0], GL_TIMESTAMP);
  // Mesa's llvmpipe loses the start of an elapsed time that begins right behind a timestamp.
  drawQuad();
  glFlush();
  glBeginQuery(GL_TIME_ELAPSED, queries[1]);
  for (int i = 0; i < 50; ++i) {
    drawQuad();
  }
  glEndQuery(GL_TIME_ELAPSED);
  glQueryCounter(queries[2], GL_TIMESTAMP);
  GLuint64 stamps[3] = {};
  for (int i = 0; i < 3; ++i) {
    glGetQueryObjectui64v(queries[i], GL_QUERY_RESULT, &stamps[i]);
  }
  GLint64 after = 0;
  glGetInteger64v(GL_TIMESTAMP, &after);
  scene.check(stamps[0] <= stamps[2], "The second timestamp is earlier than the first.");
  scene.check(stamps[1] <= stamps[2] - stamps[0] + 1000000,
              "The elapsed time of %llu ns exceeds the %llu ns around it.",
              static_cast<unsigned long long>(stamps[1]),
              static_cast<unsigned long long>(stamps[2] - stamps[0]));
  scene.check(stamps[1] < 10000000000ull, "50 quads took %llu ns.",
              static_cast<unsigned long long>(stamps[1]));
  scene.check(before <= after, "GL_TIMESTAMP ran backwards.");
  scene.check(static_cast<GLint64>(stamps[0]) >= before - 1000000 &&
                  static_cast<GLint64>(stamps[2]) <= after + 1000000,
              "Timestamps in the stream lie outside of those asked for directly.");
  GLint bits = 0;
  glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
  scene.check(bits >= 30, "Timestamps have %d bits.", bits);
}

MGL_SCENE(Sync, Core) {
  glUseProgram(buildProgram(scene, kQuadVertex, kFlatFragment));
  makeQuad();
  drawQuad();
  const GLsync first = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  drawQuad();
  const GLsync second = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  scene.check(glIsSync(first) == GL_TRUE && first != second, "Two fences are not two objects.");
  glWaitSync(first, 0, GL_TIMEOUT_IGNORED);
  drawQuad();
  const GLenum waited = glClientWaitSync(second, GL_SYNC_FLUSH_COMMANDS_BIT, 5000000000ull);
  scene.check(waited == GL_CONDITION_SATISFIED || waited == GL_ALREADY_SIGNALED, "Waiting 5 s gave 0x%04x.",
              waited);
  // The first was issued before the second, so it is signalled, too, and stays so.
  scene.check(glClientWaitSync(first, 0, 0) == GL_ALREADY_SIGNALED, "The earlier fence is not signalled.");
  scene.check(glClientWaitSync(second, 0, 0) == GL_ALREADY_SIGNALED,
              "A signalled fence is not signalled any more.");
  GLint value = 0;
  glGetSynciv(second, GL_SYNC_STATUS, 1, nullptr, &value);
  scene.check(value == GL_SIGNALED, "GL_SYNC_STATUS is 0x%04x.", value);
  glGetSynciv(second, GL_SYNC_CONDITION, 1, nullptr, &value);
  scene.check(value == GL_SYNC_GPU_COMMANDS_COMPLETE, "GL_SYNC_CONDITION is 0x%04x.", value);
  glDeleteSync(first);
  scene.check(glIsSync(first) == GL_FALSE, "A deleted fence is still one.");
  glDeleteSync(second);
  glDeleteSync(nullptr);
  scene.expectNoError("Deleting fences");
  glFenceSync(GL_NONE, 0);
  scene.expectError(GL_INVALID_ENUM, "A fence of no condition");
  glFinish();
}

}  // namespace scenes
