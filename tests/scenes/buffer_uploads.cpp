// SPDX-License-Identifier: Apache-2.0
// BufferUploads: every way to write and read a buffer, with the whole contents compared after each step
// against a model in memory.
#include <algorithm>
#include <cstring>

#include "scenes/drawing.h"

namespace scenes {

namespace {

constexpr size_t kSize = 100 * 1000;

class Model {
 public:
  explicit Model(Scene& scene) : mScene(scene), mBytes(patternBytes(kSize, 1)) {
    glGenBuffers(1, &mBuffer);
    glBindBuffer(GL_ARRAY_BUFFER, mBuffer);
    glBufferData(GL_ARRAY_BUFFER, kSize, mBytes.data(), GL_DYNAMIC_DRAW);
  }

  void put(size_t offset, const std::vector<uint8_t>& bytes) {
    std::copy(bytes.begin(), bytes.end(), mBytes.begin() + static_cast<long>(offset));
  }

  void compare(const char* step) {
    std::vector<uint8_t> back(kSize, 0x5A);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, kSize, back.data());
    mScene.expectNoError(step);
    const auto differ = std::mismatch(back.begin(), back.end(), mBytes.begin());
    const auto at = static_cast<size_t>(differ.first - back.begin());
    mScene.check(at == kSize, "%s: byte %zu is 0x%02x, not 0x%02x.", step, at, at < kSize ? back[at] : 0,
                 at < kSize ? mBytes[at] : 0);
    mScene.block(step, "u8", back);
  }

  void writeMapped(const char* step, size_t offset, size_t size, GLbitfield access, uint32_t seed) {
    const std::vector<uint8_t> bytes = patternBytes(size, seed);
    void* mapped = glMapBufferRange(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset),
                                    static_cast<GLsizeiptr>(size), access);
    if (mScene.check(mapped != nullptr, "%s: glMapBufferRange gave null.", step)) {
      std::memcpy(mapped, bytes.data(), size);
      if ((access & GL_MAP_FLUSH_EXPLICIT_BIT) != 0) {
        glFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(size));
      }
      mScene.check(glUnmapBuffer(GL_ARRAY_BUFFER) == GL_TRUE, "%s: glUnmapBuffer gave false.", step);
      put(offset, bytes);
    }
    compare(step);
  }

  std::vector<uint8_t>& bytes() { return mBytes; }
  GLuint buffer() const { return mBuffer; }

 private:
  Scene& mScene;
  std::vector<uint8_t> mBytes;
  GLuint mBuffer = 0;
};

void readMapped(Scene& scene, Model& model) {
  const auto* mapped =
      static_cast<const uint8_t*>(glMapBufferRange(GL_ARRAY_BUFFER, 1234, 4321, GL_MAP_READ_BIT));
  scene.check(mapped != nullptr && std::memcmp(mapped, model.bytes().data() + 1234, 4321) == 0,
              "A read map shows other bytes.");
  glUnmapBuffer(GL_ARRAY_BUFFER);
  auto* both = static_cast<uint8_t*>(glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE));
  if (scene.check(both != nullptr, "glMapBuffer for reading and writing gave null.")) {
    for (size_t i = 0; i < kSize; i += 97) {
      both[i] = static_cast<uint8_t>(both[i] + 1);
      model.bytes()[i] = static_cast<uint8_t>(model.bytes()[i] + 1);
    }
    glUnmapBuffer(GL_ARRAY_BUFFER);
  }
  model.compare("read-write");
}

void partialFlush(Scene& scene, Model& model) {
  // Only flushed ranges count; bytes that are written and not flushed stay undefined, so none are.
  auto* mapped = static_cast<uint8_t*>(
      glMapBufferRange(GL_ARRAY_BUFFER, 5000, 20000, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT));
  if (scene.check(mapped != nullptr, "A map with explicit flush gave null.")) {
    for (size_t offset : {size_t(0), size_t(777), size_t(12345)}) {
      const std::vector<uint8_t> bytes = patternBytes(300, static_cast<uint32_t>(offset + 1));
      std::memcpy(mapped + offset, bytes.data(), bytes.size());
      glFlushMappedBufferRange(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset), 300);
      model.put(5000 + offset, bytes);
    }
    glUnmapBuffer(GL_ARRAY_BUFFER);
  }
  model.compare("flush-explicit-parts");
}

void copies(Scene& scene, Model& model) {
  GLuint other = 0;
  glGenBuffers(1, &other);
  glBindBuffer(GL_COPY_READ_BUFFER, other);
  const std::vector<uint8_t> bytes = patternBytes(9000, 50);
  glBufferData(GL_COPY_READ_BUFFER, 9000, bytes.data(), GL_STATIC_COPY);
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 100, 60001, 8000);
  model.put(60001, std::vector<uint8_t>(bytes.begin() + 100, bytes.begin() + 8100));
  model.compare("copy");
  // Within one buffer, ranges apart.
  glBindBuffer(GL_COPY_READ_BUFFER, model.buffer());
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 60001, 3, 2000);
  model.put(3, std::vector<uint8_t>(bytes.begin() + 100, bytes.begin() + 2100));
  model.compare("copy-within");
  glDeleteBuffers(1, &other);
  scene.expectNoError("glCopyBufferSubData");
}

}  // namespace

MGL_SCENE(BufferUploads, Core) {
  Model model(scene);
  model.compare("initial");
  for (size_t size : {size_t(1), size_t(3), size_t(64), size_t(4096), size_t(70000)}) {
    const std::vector<uint8_t> bytes = patternBytes(size, static_cast<uint32_t>(size));
    glBufferSubData(GL_ARRAY_BUFFER, 17, static_cast<GLsizeiptr>(size), bytes.data());
    model.put(17, bytes);
    model.compare(("subdata-" + std::to_string(size)).c_str());
  }
  model.writeMapped("write", 300, 5000, GL_MAP_WRITE_BIT, 11);
  model.writeMapped("write-invalidate-range", 301, 5001, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT, 12);
  model.writeMapped("write-unsynchronized", 40000, 5001, GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT, 13);
  model.writeMapped("write-unsynchronized-again", 40100, 4001, GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT,
                    14);
  model.writeMapped("write-flush-explicit", 7, 30000, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT, 15);
  model.writeMapped("write-invalidate-buffer", 0, kSize, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT, 16);
  readMapped(scene, model);
  partialFlush(scene, model);
  copies(scene, model);
  glBufferData(GL_ARRAY_BUFFER, kSize, nullptr, GL_STREAM_DRAW);
  model.writeMapped("write-after-orphan", 0, kSize,
                    GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT, 17);
}

}  // namespace scenes
