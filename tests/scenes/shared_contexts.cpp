// SPDX-License-Identifier: Apache-2.0
// SharedContexts: two threads, each with its own current context of one share group. What one uploads the
// other draws, ordered by fences; what one deletes while the other uses it lives on for that user.
#include <condition_variable>
#include <mutex>
#include <thread>

#include "scenes/display.h"
#include "scenes/drawing.h"

namespace scenes {

namespace {

/// Hands one value from thread to thread; neither side sleeps for a guessed time.
template <typename T>
class Handoff {
 public:
  void put(T value) {
    std::unique_lock<std::mutex> lock(mMutex);
    mChanged.wait(lock, [this] { return !mFull; });
    mValue = value;
    mFull = true;
    mChanged.notify_all();
  }
  T take() {
    std::unique_lock<std::mutex> lock(mMutex);
    mChanged.wait(lock, [this] { return mFull; });
    mFull = false;
    mChanged.notify_all();
    return mValue;
  }

 private:
  std::mutex mMutex;
  std::condition_variable mChanged;
  T mValue{};
  bool mFull = false;
};

struct Upload {
  GLuint texture = 0;
  GLuint buffer = 0;
  GLsync done = nullptr;
};

constexpr int kRounds = 100;

struct Meeting {
  Handoff<Upload> uploaded;
  Handoff<bool> drawn;
  Handoff<bool> deleted;
};

std::vector<uint8_t> texelsOf(int round) {
  std::vector<uint8_t> texels;
  for (int i = 0; i < 64; ++i) {
    texels.insert(texels.end(), {static_cast<uint8_t>(round * 2), static_cast<uint8_t>(255 - round), 7, 255});
  }
  return texels;
}

/// Thread A: makes a texture and a vertex buffer a round, and deletes them while B may still be drawing.
void uploadRounds(Meeting& meeting, Display& display, EGLSurface surface, EGLContext context) {
  // The client API is a per-thread choice and starts as ES.
  eglBindAPI(EGL_OPENGL_API);
  display.makeCurrent(surface, context);
  for (int round = 0; round < kRounds; ++round) {
    Upload upload;
    upload.texture = makeTexture2d(GL_RGBA8, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texelsOf(round).data());
    const float corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    glGenBuffers(1, &upload.buffer);
    glBindBuffer(GL_ARRAY_BUFFER, upload.buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    upload.done = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    meeting.uploaded.put(upload);
    meeting.drawn.take();
    // B has issued its draw, and may have more to come from the same bindings.
    glDeleteTextures(1, &upload.texture);
    glDeleteBuffers(1, &upload.buffer);
    glFlush();
    meeting.deleted.put(true);
  }
  eglMakeCurrent(display.handle(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglReleaseThread();
}

void drawRound(Scene& scene, Meeting& meeting, int round) {
  const Upload upload = meeting.uploaded.take();
  glWaitSync(upload.done, 0, GL_TIMEOUT_IGNORED);
  glBindTexture(GL_TEXTURE_2D, upload.texture);
  glBindBuffer(GL_ARRAY_BUFFER, upload.buffer);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  glScissor(0, 0, 16, 32);
  drawQuad();
  meeting.drawn.put(true);
  // A deletes both now; they stay bound here and must go on working.
  meeting.deleted.take();
  glScissor(16, 0, 16, 32);
  drawQuad();
  glDeleteSync(upload.done);
  const Image image = scene.pixels("round" + std::to_string(round), 0, 0, 32, 32);
  scene.expectFill(image, 0, 0, 32, 32,
                   {static_cast<uint8_t>(round * 2), static_cast<uint8_t>(255 - round), 7, 255},
                   "What the other thread uploaded");
}

}  // namespace

MGL_SCENE(SharedContexts, Core) {
  Display& display = Display::current();
  const EGLContext second = display.createContext(Profile::Core, eglGetCurrentContext());
  const EGLSurface surface = display.createPbuffer(8, 8);
  makeTarget(scene, 32, 32);
  glUseProgram(buildProgram(scene, kQuadVertex, R"(#version 330 core
in vec2 uv;
uniform sampler2D image;
out vec4 result;
void main() { result = texture(image, uv); }
)"));
  makeQuad();
  glEnable(GL_SCISSOR_TEST);
  Meeting meeting;
  std::thread uploader(uploadRounds, std::ref(meeting), std::ref(display), surface, second);
  for (int round = 0; round < kRounds; ++round) {
    drawRound(scene, meeting, round);
  }
  uploader.join();
  eglDestroyContext(display.handle(), second);
  eglDestroySurface(display.handle(), surface);
  scene.expectNoError("Shared contexts");
}

// A context that is current without any surface first behaves on its first surface as one that begins there; toolkits ask
// about a context in this way before they have a window.
MGL_SCENE(FirstSurfaceLater, Core) {
  Display& display = Display::current();
  const EGLContext former = eglGetCurrentContext(), context = display.createContext(Profile::Core);
  const EGLSurface formerSurface = eglGetCurrentSurface(EGL_DRAW), surface = display.createPbuffer(24, 16);
  display.makeCurrent(EGL_NO_SURFACE, context);
  GLint profile = 0;
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  display.makeCurrent(surface, context);
  GLint viewport[4] = {}, scissor[4] = {}, buffer = 0;
  glGetIntegerv(GL_VIEWPORT, viewport);
  glGetIntegerv(GL_SCISSOR_BOX, scissor);
  glGetIntegerv(GL_DRAW_BUFFER, &buffer);
  scene.check(viewport[2] == 24 && viewport[3] == 16, "The viewport is %dx%d.", viewport[2], viewport[3]);
  scene.check(scissor[2] == 24 && scissor[3] == 16, "The scissor is %dx%d.", scissor[2], scissor[3]);
  scene.check(buffer == GL_BACK || buffer == GL_FRONT, "The draw buffer is 0x%04x.", buffer);
  glClearColor(0, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  scene.expectFill(scene.pixels("first-surface", 0, 0, 24, 16), 0, 0, 24, 16, {0, 255, 0, 255}, "Drawn to the surface");
  scene.expectNoError("the end");
  display.makeCurrent(formerSurface, former);
  eglDestroyContext(display.handle(), context);
  eglDestroySurface(display.handle(), surface);
}

MGL_SCENE(ContextSwitch, Core) {
  // One thread, two contexts of their own state, switched for every draw.
  Display& display = Display::current();
  const EGLContext contexts[2] = {eglGetCurrentContext(), display.createContext(Profile::Core)};
  const EGLSurface surfaces[2] = {eglGetCurrentSurface(EGL_DRAW), display.createPbuffer(64, 64)};
  GLuint programs[2] = {};
  for (int i = 0; i < 2; ++i) {
    display.makeCurrent(surfaces[i], contexts[i]);
    programs[i] = buildProgram(scene, kQuadVertex, kFlatFragment);
    glUseProgram(programs[i]);
    makeQuad();
    glClearColor(0, 0, i == 0 ? 1.0f : 0.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
  }
  for (int round = 0; round < 32; ++round) {
    for (int i = 0; i < 2; ++i) {
      display.makeCurrent(surfaces[i], contexts[i]);
      glScissor(round * 2, 0, 2, 64);
      setColour(programs[i], static_cast<float>(round * 8) / 255.0f, i == 0 ? 0.2f : 0.4f, 0, 1);
      drawQuad();
    }
  }
  for (int i = 0; i < 2; ++i) {
    display.makeCurrent(surfaces[i], contexts[i]);
    const Image image = scene.pixels(i == 0 ? "first" : "second", 0, 0, 64, 64);
    for (int round = 0; round < 32; ++round) {
      scene.expectPixel(image, round * 2 + 1, 30,
                        {static_cast<uint8_t>(round * 8), static_cast<uint8_t>(i == 0 ? 51 : 102), 0, 255},
                        "A draw between two context switches");
    }
  }
  display.makeCurrent(surfaces[0], contexts[0]);
  eglDestroyContext(display.handle(), contexts[1]);
  eglDestroySurface(display.handle(), surfaces[1]);
}

MGL_SCENE(ResizePbuffer, Core) {
  // One context visits surfaces of other sizes; each keeps its own contents and viewport-independent size.
  Display& display = Display::current();
  const EGLContext context = eglGetCurrentContext();
  const EGLSurface original = eglGetCurrentSurface(EGL_DRAW);
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const GLuint program = buildProgram(scene, kQuadVertex, kFlatFragment);
  glUseProgram(program);
  makeQuad();
  EGLSurface surfaces[4] = {};
  for (int i = 0; i < 4; ++i) {
    const int width = 16 << i, height = 200 - 40 * i;
    surfaces[i] = display.createPbuffer(width, height);
    display.makeCurrent(surfaces[i], context);
    GLint box[4] = {};
    glGetIntegerv(GL_VIEWPORT, box);
    scene.check(box[2] == 128 && box[3] == 128, "The viewport became %d x %d at a later make-current.",
                box[2], box[3]);
    EGLint asked[2] = {};
    eglQuerySurface(display.handle(), surfaces[i], EGL_WIDTH, &asked[0]);
    eglQuerySurface(display.handle(), surfaces[i], EGL_HEIGHT, &asked[1]);
    scene.check(asked[0] == width && asked[1] == height, "A pbuffer reports %d x %d.", asked[0], asked[1]);
    glViewport(0, 0, width, height);
    setColour(program, 0, static_cast<float>(i) * 0.2f, 1, 1);
    drawQuad();
    glViewport(0, 0, 128, 128);
  }
  for (int i = 3; i >= 0; --i) {
    display.makeCurrent(surfaces[i], context);
    const int width = 16 << i, height = 200 - 40 * i;
    const Image image = scene.pixels("surface" + std::to_string(i), 0, 0, width, height);
    scene.expectFill(image, 0, 0, width, height, {0, static_cast<uint8_t>(i * 51), 255, 255}, "A pbuffer");
  }
  display.makeCurrent(original, context);
  const Image image = scene.pixels("original", 0, 0, 128, 128);
  scene.expectFill(image, 0, 0, 128, 128, {255, 0, 0, 255}, "The first surface");
  for (EGLSurface surface : surfaces) {
    eglDestroySurface(display.handle(), surface);
  }
  // A context without any surface still draws into objects.
  display.makeCurrent(EGL_NO_SURFACE, context);
  makeTarget(scene, 16, 16);
  setColour(program, 0, 1, 0, 1);
  drawQuad();
  const Image without = scene.pixels("surfaceless", 0, 0, 16, 16);
  scene.expectFill(without, 0, 0, 16, 16, {0, 255, 0, 255}, "Without a surface");
  display.makeCurrent(original, context);
}

}  // namespace scenes
