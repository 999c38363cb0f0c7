// SPDX-License-Identifier: Apache-2.0
// RoundTrips: a steady frame of everything that must never wait: uploads, creation and deletion, state,
// draws, copies, clears, queries, fences, flushes and swaps. SCENES_FRAMES sets the count of frames, so that
// a runner may compare the library's counters of a short and a long run: they must not differ.
// SCENES_READ_EACH_FRAME adds a read-back a frame: the control, which must show in those counters.
#include <cstdlib>
#include <cstring>

#include "scenes/display.h"
#include "scenes/drawing.h"

namespace scenes {

namespace {

struct Steady {
  GLuint program, quad, vertices, uniforms;
  Target front, back;
  GLuint query;
  bool queryPending = false;
};

int frameCount() {
  const char* text = std::getenv("SCENES_FRAMES");
  const int count = text == nullptr ? 0 : std::atoi(text);
  return count > 0 ? count : 60;
}

void uploads(int frame) {
  const std::vector<uint8_t> bytes(16384, static_cast<uint8_t>(frame));
  GLuint objects[2] = {};
  glGenBuffers(1, &objects[0]);
  glBindBuffer(GL_COPY_WRITE_BUFFER, objects[0]);
  glBufferData(GL_COPY_WRITE_BUFFER, 16384, bytes.data(), GL_STREAM_DRAW);
  glBufferSubData(GL_COPY_WRITE_BUFFER, 100, 1000, bytes.data());
  void* mapped = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 4096,
                                  GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
  if (mapped != nullptr) {
    std::memcpy(mapped, bytes.data(), 4096);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
  }
  objects[1] = makeTexture2d(GL_RGBA8, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 8, 8);
  glDeleteBuffers(1, &objects[0]);
  glDeleteTextures(1, &objects[1]);
}

void frame(Steady& steady, int number) {
  glBindFramebuffer(GL_FRAMEBUFFER, steady.front.framebuffer);
  glClear(GL_COLOR_BUFFER_BIT);
  uploads(number);
  if (!steady.queryPending) {
    glBeginQuery(GL_ANY_SAMPLES_PASSED, steady.query);
  }
  for (int i = 0; i < 20; ++i) {
    setColour(steady.program, static_cast<float>(number % 256) / 255.0f, static_cast<float>(i) / 255.0f, 0,
              1);
    if (i % 2 == 0) {
      glEnable(GL_BLEND);
    } else {
      glDisable(GL_BLEND);
    }
    drawQuad();
  }
  if (!steady.queryPending) {
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    steady.queryPending = true;
  }
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, steady.back.framebuffer);
  glBlitFramebuffer(0, 0, 64, 64, 0, 0, 64, 64, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  GLint viewport[4] = {};
  glGetIntegerv(GL_VIEWPORT, viewport);
  (void)glGetError();
  (void)glGetUniformLocation(steady.program, "colour");
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  glDeleteSync(fence);
  eglSwapBuffers(Display::current().handle(), eglGetCurrentSurface(EGL_DRAW));
}

}  // namespace

MGL_SCENE(RoundTrips, Core) {
  Steady steady{};
  steady.program = buildProgram(scene, kQuadVertex, kFlatFragment);
  steady.front = makeTarget(scene, 64, 64);
  steady.back = makeTarget(scene, 64, 64);
  glGenQueries(1, &steady.query);
  glUseProgram(steady.program);
  steady.quad = makeQuad();
  const int frames = frameCount();
  const bool readEachFrame = std::getenv("SCENES_READ_EACH_FRAME") != nullptr;
  for (int number = 0; number < frames; ++number) {
    frame(steady, number);
    if (readEachFrame) {
      uint8_t pixel[4];
      glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    }
  }
  glBindFramebuffer(GL_FRAMEBUFFER, steady.back.framebuffer);
  const Image image = scene.pixels("last", 0, 0, 64, 64);
  scene.expectFill(image, 0, 0, 64, 64, {static_cast<uint8_t>((frames - 1) % 256), 19, 0, 255},
                   "The last frame");
  GLuint passed = 0;
  glGetQueryObjectuiv(steady.query, GL_QUERY_RESULT, &passed);
  scene.check(passed != 0, "The query of the first frame saw no sample.");
}

}  // namespace scenes
