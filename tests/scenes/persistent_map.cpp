// SPDX-License-Identifier: Apache-2.0
// PersistentCoherentMap: bytes written through a mapped pointer, with no GL call in between, reach the next
// draw; bytes that the GPU writes are in a persistent read map once a later fence is signalled.
#include <algorithm>
#include <cstring>
#include <vector>

#include "scenes/drawing.h"

namespace scenes {

namespace {

constexpr GLbitfield kCoherent = GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

const char* const kVertex = R"(#version 330 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 colour;
flat out vec4 shade;
void main() {
    shade = colour;
    gl_Position = vec4(position, 0.0, 1.0);
}
)";

const char* const kFragment = R"(#version 330 core
flat in vec4 shade;
out vec4 result;
void main() { result = shade; }
)";

struct Vertex {
  float x, y;
  uint8_t colour[4];
};

void writeQuad(Vertex* mapped, int column, uint8_t red, uint8_t green) {
  const float left = -1.0f + 0.25f * static_cast<float>(column);
  for (int corner = 0; corner < 4; ++corner) {
    mapped[corner] = {left + ((corner & 1) != 0 ? 0.25f : 0.0f),
                      (corner & 2) != 0 ? 1.0f : -1.0f,
                      {red, green, static_cast<uint8_t>(column * 16), 255}};
  }
}

void drawColumns(Scene& scene, Vertex* mapped) {
  // Each draw reads what was written since the one before, at the same place half of the time.
  for (int column = 0; column < 8; ++column) {
    const int first = (column / 2) * 4;
    writeQuad(mapped + first, column, static_cast<uint8_t>(column * 32),
              static_cast<uint8_t>(255 - column * 32));
    glDrawArrays(GL_TRIANGLE_STRIP, first, 4);
    // The application may overwrite what a draw reads only after the draw is done.
    const GLsync done = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    const GLenum waited = glClientWaitSync(done, GL_SYNC_FLUSH_COMMANDS_BIT, 5000000000ull);
    scene.check(waited == GL_ALREADY_SIGNALED || waited == GL_CONDITION_SATISFIED,
                "The fence after column %d was not signalled within 5 s: 0x%04x.", column, waited);
    glDeleteSync(done);
  }
}

void checkReadBack(Scene& scene) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
  glBufferStorage(GL_PIXEL_PACK_BUFFER, 128 * 128 * 4, nullptr, GL_MAP_READ_BIT | kCoherent);
  const auto* mapped = static_cast<const uint8_t*>(
      glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 128 * 128 * 4, GL_MAP_READ_BIT | kCoherent));
  if (!scene.check(mapped != nullptr, "A persistent read map of 65536 bytes gave null.")) {
    return;
  }
  glReadPixels(0, 0, 128, 128, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  const GLsync done = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glClientWaitSync(done, GL_SYNC_FLUSH_COMMANDS_BIT, 5000000000ull);
  glDeleteSync(done);
  scene.block("read-map", 128, 128, "u8", mapped, 128 * 128 * 4);
  for (int column = 0; column < 8; ++column) {
    const uint8_t* p = mapped + (64 * 128 + column * 16 + 8) * 4;
    scene.check(p[0] == column * 32 && p[1] == 255 - column * 32 && p[2] == column * 16,
                "Column %d is (%d, %d, %d) in the persistent read map.", column, p[0], p[1], p[2]);
  }
  // glFinish, too, makes GPU writes visible.
  glClearColor(0.0f, 0.0f, 1.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  scene.check(mapped[0] == 0 && mapped[2] == 255, "After glFinish the read map still holds (%d, %d, %d).",
              mapped[0], mapped[1], mapped[2]);
  glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glDeleteBuffers(1, &buffer);
}

// The application and the GPU write parts of one mapped buffer that lie close together: neither wipes out the other's,
// and what the GPU overwrites is overwritten, though the application's bytes there never travelled by a call.
void checkMixedWriters(Scene& scene) {
  constexpr GLsizeiptr kSizeBytes = 4096;
  constexpr GLbitfield kAccess = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | kCoherent;
  GLuint buffers[3] = {};
  glGenBuffers(3, buffers);
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[0]);
  glBufferStorage(GL_COPY_WRITE_BUFFER, kSizeBytes, nullptr, kAccess);
  auto* mapped = static_cast<uint8_t*>(glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, kSizeBytes, kAccess));
  if (!scene.check(mapped != nullptr, "A persistent map for reading and writing gave null.")) {
    return;
  }
  const std::vector<uint8_t> gpu(1024, 0xB0);
  glBindBuffer(GL_COPY_READ_BUFFER, buffers[1]);
  glBufferData(GL_COPY_READ_BUFFER, 1024, gpu.data(), GL_STATIC_COPY);
  std::memset(mapped, 0xA0, 1024);
  std::memset(mapped + 2048, 0xEE, 1024);
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 2048, 1024);
  std::memset(mapped + 1024, 0xC0, 1024);
  const uint32_t clear = 0xD0D0D0D0;
  std::memset(mapped + 3072, 0, 1024);
  glBindBuffer(GL_COPY_READ_BUFFER, buffers[2]);
  glBufferData(GL_COPY_READ_BUFFER, 1024, std::vector<uint32_t>(256, clear).data(), GL_STATIC_COPY);
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 3072, 512);
  std::memset(mapped + 3584, 0xE0, 512);

  GLuint result = 0;
  glGenBuffers(1, &result);
  glBindBuffer(GL_COPY_READ_BUFFER, result);
  glBufferData(GL_COPY_READ_BUFFER, kSizeBytes, nullptr, GL_STATIC_COPY);
  glCopyBufferSubData(GL_COPY_WRITE_BUFFER, GL_COPY_READ_BUFFER, 0, 0, kSizeBytes);
  std::vector<uint8_t> bytes(kSizeBytes);
  glGetBufferSubData(GL_COPY_READ_BUFFER, 0, kSizeBytes, bytes.data());
  const struct {
    int begin, end;
    uint8_t value;
    const char* whose;
  } parts[] = {{0, 1024, 0xA0, "application's first"}, {1024, 2048, 0xC0, "application's second"},
               {2048, 3072, 0xB0, "GPU's first"}, {3072, 3584, 0xD0, "GPU's second"},
               {3584, 4096, 0xE0, "application's third"}};
  for (const auto& part : parts) {
    const auto wrong = std::find_if(bytes.begin() + part.begin, bytes.begin() + part.end,
                                    [&](uint8_t byte) { return byte != part.value; });
    scene.check(wrong == bytes.begin() + part.end, "Byte %d of the %s bytes is 0x%02x, not 0x%02x.",
                static_cast<int>(wrong - bytes.begin()), part.whose, wrong == bytes.end() ? 0 : *wrong, part.value);
  }
  glUnmapBuffer(GL_COPY_WRITE_BUFFER);
  glDeleteBuffers(3, buffers);
  glDeleteBuffers(1, &result);
}

}  // namespace

MGL_SCENE(PersistentCoherentMap, Core) {
  if (!scene.needs("GL_ARB_buffer_storage", 44)) {
    return;
  }
  GLuint vertexArray = 0;
  GLuint buffer = 0;
  glGenVertexArrays(1, &vertexArray);
  glBindVertexArray(vertexArray);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  const GLsizeiptr sizeBytes = 256 * 1024;
  glBufferStorage(GL_ARRAY_BUFFER, sizeBytes, nullptr, GL_MAP_WRITE_BIT | kCoherent);
  auto* mapped =
      static_cast<Vertex*>(glMapBufferRange(GL_ARRAY_BUFFER, 0, sizeBytes, GL_MAP_WRITE_BIT | kCoherent));
  if (!scene.check(mapped != nullptr, "A persistent map of %d bytes gave null.",
                   static_cast<int>(sizeBytes))) {
    return;
  }
  scene.check(reinterpret_cast<uintptr_t>(mapped) % 64 == 0, "The mapped pointer is not 64-byte aligned.");
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), nullptr);
  glEnableVertexAttribArray(1);
  glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Vertex), reinterpret_cast<const void*>(8));
  glUseProgram(buildProgram(scene, kVertex, kFragment));
  glClear(GL_COLOR_BUFFER_BIT);
  drawColumns(scene, mapped);
  scene.pixels("columns", 0, 0, 128, 128);
  checkReadBack(scene);
  checkMixedWriters(scene);
  glUnmapBuffer(GL_ARRAY_BUFFER);
}

}  // namespace scenes
