// SPDX-License-Identifier: Apache-2.0
// Stores that die while the GPU may still use them: every draw must see the store that was bound when it was made. How
// much a back end keeps meanwhile is what lifetimes.py reads from its counters; none of the scenes presents in between.
// SCENES_DRAWS sets the count of draws of Plateau.
#include <algorithm>
#include <cstdlib>

#include "scenes/display.h"
#include "scenes/drawing.h"

namespace scenes {

namespace {

constexpr const char* kVertex =
    "#version 330 core\nlayout(location = 0) in vec2 position;\nlayout(location = 1) in vec4 colour;\n"
    "out vec4 shade;\nvoid main() { gl_Position = vec4(position, 0.0, 1.0); shade = colour; }\n";
constexpr const char* kFragment =
    "#version 330 core\nin vec4 shade;\nout vec4 o;\nvoid main() { o = shade; }\n";
constexpr int kWidth = 64;
constexpr size_t kMebibyte = size_t{1} << 20;

/// A buffer that is specified anew for every draw, with a triangle over everything.
class Respecified {
 public:
  explicit Respecified(Scene& scene) : mProgram(buildProgram(scene, kVertex, kFragment)) {
    mTarget = makeTarget(scene, kWidth, 1);
    glUseProgram(mProgram);
    glGenVertexArrays(1, &mArray);
    glBindVertexArray(mArray);
    glGenBuffers(1, &mBuffer);
    glBindBuffer(GL_ARRAY_BUFFER, mBuffer);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 24, nullptr);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 24, reinterpret_cast<const void*>(8));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
  }
  void specify(size_t sizeBytes, int red) {
    const float r = static_cast<float>(red) / 255.0f;
    const float triangle[] = {-1, -1, r, 0, 0, 1, 3, -1, r, 0, 0, 1, -1, 3, r, 0, 0, 1};
    mBytes.resize(sizeBytes);
    std::copy_n(reinterpret_cast<const uint8_t*>(triangle), sizeof triangle, mBytes.begin());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(sizeBytes), mBytes.data(), GL_STATIC_DRAW);
  }
  void draw() { glDrawArrays(GL_TRIANGLES, 0, 3); }
  GLuint program() const { return mProgram; }

 private:
  GLuint mProgram = 0, mArray = 0, mBuffer = 0;
  Target mTarget;
  std::vector<uint8_t> mBytes;
};

int drawCount() {
  const char* text = std::getenv("SCENES_DRAWS");
  const int count = text == nullptr ? 0 : std::atoi(text);
  return count > 0 ? count : 2000;
}

}  // namespace

MGL_SCENE(RespecifyWithoutDraw, Core) {
  Respecified object(scene);
  for (int i = 0; i < 1024; ++i) {
    object.specify(4096 + static_cast<size_t>(i % 2) * 64, i % 256);
  }
  object.specify(4096, 77);
  object.draw();
  scene.expectFill(scene.pixels("last", 0, 0, kWidth, 1), 0, 0, kWidth, 1, {77, 0, 0, 255}, "The last store");
}

MGL_SCENE(RespecifyAndDraw, Core) {
  Respecified object(scene);
  glEnable(GL_SCISSOR_TEST);
  for (int i = 0; i < 48; ++i) {
    glScissor(i, 0, 1, 1);
    object.specify(kMebibyte, i * 5);
    object.draw();
  }
  const Image image = scene.pixels("stripes", 0, 0, kWidth, 1);
  for (int i = 0; i < 48; ++i) {
    scene.expectPixel(image, i, 0, {static_cast<uint8_t>(i * 5), 0, 0, 255}, "A stripe");
  }
}

MGL_SCENE(ManySmallRounds, Core) {
  Respecified object(scene);
  for (int i = 0; i < 3000; ++i) {
    object.specify(256, i % 256);
    object.draw();
  }
  scene.expectFill(scene.pixels("last", 0, 0, kWidth, 1), 0, 0, kWidth, 1, {2999 % 256, 0, 0, 255}, "The last round");
}

// A store dies and its name is given to the next one at once: nothing that remembers the old one may meet the new.
MGL_SCENE(HandleReuse, Core) {
  const GLuint program = buildProgram(
      scene, "#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }\n",
      "#version 330 core\nlayout(std140) uniform Block { vec4 shade; };\nout vec4 o;\nvoid main() { o = shade; }\n");
  makeTarget(scene, kWidth, 1);
  glUseProgram(program);
  GLuint array = 0, buffer = 0;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glUniformBlockBinding(program, 0, 0);
  glEnable(GL_SCISSOR_TEST);
  for (int i = 0; i < kWidth; ++i) {
    const float shade[4] = {static_cast<float>(i * 3) / 255.0f, 0, 0, 1};
    // By turns a new buffer and new storage for the old one.
    if (i % 4 == 0) {
      glDeleteBuffers(1, &buffer);
      glGenBuffers(1, &buffer);
    }
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof shade, shade, GL_DYNAMIC_DRAW);
    if (i % 8 == 5) {
      glFinish();
    }
    glScissor(i, 0, 1, 1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  const Image image = scene.pixels("stripes", 0, 0, kWidth, 1);
  for (int i = 0; i < kWidth; ++i) {
    scene.expectPixel(image, i, 0, {static_cast<uint8_t>(i * 3), 0, 0, 255}, "A stripe");
  }
}

// One present, then buffers respecified, textures and programs changing: nothing that is kept for a draw may pile up.
MGL_SCENE(Plateau, Core) {
  eglSwapBuffers(Display::current().handle(), eglGetCurrentSurface(EGL_DRAW));
  Respecified object(scene);
  const GLuint textured = buildProgram(
      scene, kVertex,
      "#version 330 core\nin vec4 shade;\nuniform sampler2D image;\nuniform vec4 tint;\nout vec4 o;\n"
      "void main() { o = texture(image, shade.xy) + tint; }\n");
  const GLint tint = glGetUniformLocation(textured, "tint");
  GLuint textures[8] = {};
  const std::vector<uint8_t> texels(8 * 8 * 4, 0);
  for (GLuint& texture : textures) {
    texture = makeTexture2d(GL_RGBA8, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  }
  const int draws = drawCount();
  for (int i = 0; i < draws; ++i) {
    glUseProgram(i % 2 == 0 ? textured : object.program());
    if (i % 2 == 0) {
      glUniform4f(tint, static_cast<float>(i % 256) / 255.0f, 0, 0, 1);
    }
    if (i % 64 == 0) {
      GLuint& texture = textures[i / 64 % 8];
      glDeleteTextures(1, &texture);
      texture = makeTexture2d(GL_RGBA8, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    }
    glBindTexture(GL_TEXTURE_2D, textures[i % 8]);
    object.specify(256 + static_cast<size_t>(i % 3) * 64, i % 256);
    object.draw();
  }
  glUseProgram(object.program());
  object.specify(256, 99);
  object.draw();
  scene.expectFill(scene.pixels("last", 0, 0, kWidth, 1), 0, 0, kWidth, 1, {99, 0, 0, 255}, "The last draw");
}

}  // namespace scenes
