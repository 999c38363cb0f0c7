// SPDX-License-Identifier: Apache-2.0
// What moving bytes costs: buffer uploads by two ways and sizes, texture uploads, read-backs, and waiting for
// a fence.
#include <algorithm>
#include <cstring>

#include "cases.h"

namespace bench {

namespace {

constexpr double kMebi = 1024.0 * 1024.0;

/// Writes pieces round a ring of four times the piece's size or more, with a draw from each.
class BufferUpload : public Case {
 public:
  BufferUpload(const char* name, size_t pieceBytes, bool mapped)
      : Case(name, "MiB/s", kMebi), mPieceBytes(pieceBytes), mMapped(mapped), mBytes(pieceBytes, 0) {}

  void prepare(Stage& stage) override {
    const size_t whole = stage.corners().size() * sizeof(Corner);
    for (size_t at = 0; at < mPieceBytes; at += whole) {
      std::memcpy(mBytes.data() + at, stage.corners().data(), std::min(whole, mPieceBytes - at));
    }
    mVertexArray = stage.makeStreamBuffer(mPieceBytes * kPieces);
  }

  double frame(Stage&) override {
    glBindVertexArray(mVertexArray);
    for (size_t i = 0; i < kPieces * 2; ++i) {
      const size_t offset = i % kPieces * mPieceBytes;
      write(static_cast<GLintptr>(offset));
      glDrawArrays(GL_TRIANGLES, static_cast<GLint>(offset / sizeof(Corner)), 3);
    }
    return static_cast<double>(mPieceBytes * kPieces * 2);
  }

 private:
  static constexpr size_t kPieces = 16;

  void write(GLintptr offset) {
    const auto size = static_cast<GLsizeiptr>(mPieceBytes);
    if (!mMapped) {
      glBufferSubData(GL_ARRAY_BUFFER, offset, size, mBytes.data());
      return;
    }
    void* mapped =
        glMapBufferRange(GL_ARRAY_BUFFER, offset, size,
                         GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
    if (mapped == nullptr) {
      fail("A map gave null.");
    }
    std::memcpy(mapped, mBytes.data(), mPieceBytes);
    glUnmapBuffer(GL_ARRAY_BUFFER);
  }

  size_t mPieceBytes;
  bool mMapped;
  std::vector<uint8_t> mBytes;
  GLuint mVertexArray = 0;
};

class TextureUpload : public Case {
 public:
  TextureUpload() : Case("texsub_1024", "MiB/s", kMebi), mTexels(kSize * kSize * 4, 90) {}
  void prepare(Stage&) override {
    glGenTextures(1, &mTexture);
    glBindTexture(GL_TEXTURE_2D, mTexture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kSize, kSize, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  }
  double frame(Stage& stage) override {
    glBindTexture(GL_TEXTURE_2D, mTexture);
    for (int i = 0; i < 8; ++i) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSize, kSize, GL_RGBA, GL_UNSIGNED_BYTE, mTexels.data());
      stage.drawTriangle(i);
    }
    return 8.0 * static_cast<double>(mTexels.size());
  }

 private:
  static constexpr int kSize = 1024;
  std::vector<uint8_t> mTexels;
  GLuint mTexture = 0;
};

class ReadBack : public Case {
 public:
  ReadBack() : Case("readpix_64", "trips/s", 1), mPixels(64 * 64 * 4) {}
  double frame(Stage& stage) override {
    for (int i = 0; i < 50; ++i) {
      stage.drawTriangle(i);
      glReadPixels(96, 96, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, mPixels.data());
    }
    return 50;
  }

 private:
  std::vector<uint8_t> mPixels;
};

class FenceFrame : public Case {
 public:
  FenceFrame() : Case("fence_frame", "us/frame", 0) {}
  double frame(Stage& stage) override {
    stage.drawTriangle(7);
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000ull);
    glDeleteSync(fence);
    return 1;
  }
};

}  // namespace

void addTransferCases(Cases& cases) {
  cases.push_back(std::make_unique<BufferUpload>("bufsub_64k", 65536, false));
  cases.push_back(std::make_unique<BufferUpload>("bufsub_1m", 1048576, false));
  cases.push_back(std::make_unique<BufferUpload>("map_64k", 65536, true));
  cases.push_back(std::make_unique<TextureUpload>());
  cases.push_back(std::make_unique<ReadBack>());
  cases.push_back(std::make_unique<FenceFrame>());
}

}  // namespace bench
