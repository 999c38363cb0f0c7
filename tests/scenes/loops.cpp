// SPDX-License-Identifier: Apache-2.0
// Programs without a present: long loops that pace themselves by fences, poll with a time-out of zero, or
// leave thousands of results outstanding. Each must end in bounded time, whichever side is slower.
#include <chrono>

#include "scenes/drawing.h"

namespace scenes {

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

MGL_SCENE(NoPresent, Core) {
  const Target target = makeTarget(scene, 64, 64);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  constexpr int kFrames = 400;
  constexpr int kInFlight = 3;
  GLsync fences[kInFlight] = {};
  std::vector<uint8_t> stream(64 * 1024);
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_UNIFORM_BUFFER, buffer);
  for (int frame = 0; frame < kFrames; ++frame) {
    GLsync& fence = fences[frame % kInFlight];
    if (fence != nullptr) {
      const GLenum waited = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 5000000000ull);
      if (!scene.check(waited == GL_ALREADY_SIGNALED || waited == GL_CONDITION_SATISFIED,
                       "The fence of frame %d was not signalled within 5 s.", frame - kInFlight)) {
        return;
      }
      glDeleteSync(fence);
    }
    glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(stream.size()), stream.data(), GL_STREAM_DRAW);
    for (int i = 0; i < 50; ++i) {
      setColour(program, static_cast<float>(i) / 255.0f, static_cast<float>(frame % 256) / 255.0f, 0.0f,
                1.0f);
      glScissor(i, 0, 4, 64);
      drawQuad();
    }
    fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  }
  const Image image = scene.pixels("last", 0, 0, 64, 64);
  scene.expectFill(image, 0, 0, 64, 64, {49, (kFrames - 1) % 256, 0, 255},
                   "After 400 frames without a present");
  for (GLsync fence : fences) {
    glDeleteSync(fence);
  }
  glDeleteFramebuffers(1, &target.framebuffer);
}

MGL_SCENE(ZeroTimeoutPoll, Core) {
  glUseProgram(buildProgram(scene, kQuadVertex, kFlatFragment));
  makeQuad();
  const auto start = std::chrono::steady_clock::now();
  // A fence that nobody flushes, polled by each of the ways there are, must become signalled.
  for (int way = 0; way < 5; ++way) {
    GLuint query = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    drawQuad();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    bool done = false;
    long polls = 0;
    while (!done && secondsSince(start) < 20.0) {
      ++polls;
      if (way == 0) {
        done = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0) != GL_TIMEOUT_EXPIRED;
      } else if (way == 1) {
        done = glClientWaitSync(fence, polls == 1 ? GL_SYNC_FLUSH_COMMANDS_BIT : 0, 0) != GL_TIMEOUT_EXPIRED;
      } else if (way == 2) {
        glFlush();
        GLint status = 0;
        glGetSynciv(fence, GL_SYNC_STATUS, 1, nullptr, &status);
        done = status == GL_SIGNALED;
      } else if (way == 3) {
        GLuint available = 0;
        glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
        done = available != 0;
      } else {
        done = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1) != GL_TIMEOUT_EXPIRED;
      }
    }
    scene.check(done, "Way %d: not signalled after %ld polls and 20 s.", way, polls);
    GLuint passed = 0;
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
    scene.check(passed != 0, "Way %d: the quad passed no sample.", way);
    glDeleteSync(fence);
    glDeleteQueries(1, &query);
  }
}

MGL_SCENE(EventFlood, Core) {
  // Thousands of queries and fences are outstanding before the first result is asked for.
  constexpr int kCount = 3000;
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  makeTarget(scene, 16, 16);
  glUseProgram(program);
  makeQuad();
  std::vector<GLuint> queries(kCount);
  std::vector<GLsync> fences(kCount);
  glGenQueries(kCount, queries.data());
  glEnable(GL_SCISSOR_TEST);
  for (int i = 0; i < kCount; ++i) {
    const bool visible = i % 3 != 0;
    glScissor(0, 0, visible ? 16 : 0, 16);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[static_cast<size_t>(i)]);
    drawQuad();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    fences[static_cast<size_t>(i)] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  }
  int wrong = 0;
  for (int i = kCount - 1; i >= 0; --i) {
    GLuint passed = 2;
    glGetQueryObjectuiv(queries[static_cast<size_t>(i)], GL_QUERY_RESULT, &passed);
    wrong += passed != (i % 3 != 0 ? 1u : 0u) ? 1 : 0;
    const GLenum waited =
        glClientWaitSync(fences[static_cast<size_t>(i)], GL_SYNC_FLUSH_COMMANDS_BIT, 5000000000ull);
    wrong += waited == GL_ALREADY_SIGNALED || waited == GL_CONDITION_SATISFIED ? 0 : 1;
    glDeleteSync(fences[static_cast<size_t>(i)]);
  }
  scene.check(wrong == 0, "%d of %d results and fences are wrong.", wrong, kCount);
  glDeleteQueries(kCount, queries.data());
}

}  // namespace scenes
