// SPDX-License-Identifier: Apache-2.0
// Writes into buffers that draws under way read: beside those bytes they neither wait nor split the pass, on them they keep
// the order, and what the application vouches for waits for nothing.
#include "backends/gles/gles_fixture.h"
#include "backends/vulkan/backend.h"
#include "backends/vulkan/resources.h"

namespace vulkan {
namespace {

constexpr const char* kVertex = R"(#version 330
layout(location = 0) in vec2 position; layout(location = 1) in vec4 color; out vec4 shade;
void main() { gl_Position = vec4(position, 0, 1); shade = color; })";
constexpr const char* kFragment = "#version 330\nin vec4 shade; out vec4 o; void main() { o = shade; }";
constexpr uint32_t kStrideBytes = 24, kTriangleBytes = 3 * kStrideBytes;

class Writes : public gles::test::Gles {
 protected:
  void SetUp() override {
    Gles::SetUp();
    color = texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, 64, 1);
    fb = framebufferOf(color, 64, 1);
    target(fb, 64, 1);
    bindPipeline(plainState());
    c->bindProgram({.program = program(kVertex, kFragment)});
    vertices = names().buffers.mint();
    c->bufferDefine({.buffer = vertices, .sizeBytes = kSizeBytes, .usage = GL_STREAM_DRAW, .flags = 0, .ack = 0, .bind = 0});
    const pipe::VertexElement elements[] = {
        {.location = 0, .components = 2, .kind = 0, .binding = 0, .type = GL_FLOAT, .bgra = 0, .relativeOffsetBytes = 0, .divisor = 0},
        {.location = 1, .components = 4, .kind = 0, .binding = 0, .type = GL_FLOAT, .bgra = 0, .relativeOffsetBytes = 8, .divisor = 0}};
    const pipe::VertexBuffer source{.buffer = vertices, .offsetBytes = 0, .strideBytes = kStrideBytes, .zero = 0};
    bindVertices(elements, std::span(&source, 1));
    write(0, 0);
    draw(0, 0);  // the program is built, the pass is open
  }
  // The triangle of that number, in a color.
  void write(uint32_t number, int red, uint32_t flags = 0) {
    const float r = static_cast<float>(red) / 255;
    const float triangle[] = {-1, -1, r, 0, 0, 1, 3, -1, r, 0, 0, 1, -1, 3, r, 0, 0, 1};
    c->bufferSubdata({.buffer = vertices, .offsetBytes = uint64_t{number} * kTriangleBytes, .flags = flags, .zero = 0},
                     std::as_bytes(std::span(triangle)));
  }
  void draw(uint32_t number, int32_t x) {
    const pipe::Scissor box{x, 0, 1, 1};
    c->setScissors({.first = 0, .enableMask = 1}, std::span(&box, 1));
    c->draw({.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1, .start = number * 3,
             .baseVertex = 0, .baseInstance = 0});
  }
  const Counters& counters() const { return countersOf(*sBackend); }

  static constexpr uint64_t kSizeBytes = 1 << 20;
  pipe::TextureHandle color;
  pipe::FramebufferHandle fb;
  pipe::BufferHandle vertices;
};

// A ring of vertices written ahead of the draws: one pass, no wait, no other store.
TEST_F(Writes, BesideWhatDrawsReadCostNothing) {
  const Counters before = counters();
  for (int32_t i = 1; i < 64; ++i) {
    write(static_cast<uint32_t>(i), i * 4);
    draw(static_cast<uint32_t>(i), i);
  }
  EXPECT_EQ(counters().passes, before.passes);
  EXPECT_EQ(counters().waits, before.waits);
  EXPECT_EQ(counters().liveStores.now, before.liveStores.now);
  const auto pixels = read(fb, 64, 1);
  for (size_t i = 1; i < 64; ++i) EXPECT_EQ(pixels[i * 4], i * 4) << "pixel " << i;
}

// The same bytes again and again: each draw sees what was written before it.
TEST_F(Writes, OnWhatDrawsReadKeepTheOrder) {
  for (int32_t i = 0; i < 64; ++i) {
    write(5, i * 4);
    draw(5, i);
  }
  const auto pixels = read(fb, 64, 1);
  for (size_t i = 0; i < 64; ++i) EXPECT_EQ(pixels[i * 4], i * 4) << "pixel " << i;
}

// As above with a buffer small enough to be copied for it: no pass is split.
TEST_F(Writes, SmallBuffersAreRenamed) {
  c->bufferDefine({.buffer = vertices, .sizeBytes = 4096, .usage = GL_STREAM_DRAW, .flags = 0, .ack = 0, .bind = 0});
  write(7, 200);
  write(5, 0);
  draw(5, 0);
  const uint64_t passes = counters().passes;
  for (int32_t i = 0; i < 63; ++i) {
    write(5, i * 4);
    draw(5, i);
  }
  draw(7, 63);  // what was not written came along
  EXPECT_EQ(counters().passes, passes);
  const auto pixels = read(fb, 64, 1);
  for (size_t i = 0; i < 63; ++i) EXPECT_EQ(pixels[i * 4], i * 4) << "pixel " << i;
  EXPECT_EQ(pixels[63 * 4], 200);
}

// Unsynchronized: the store is the same, and nothing waits or splits, though a draw of the batch reads those bytes.
TEST_F(Writes, VouchedForWaitForNothing) {
  draw(5, 0);
  const Counters before = counters();
  write(5, 80, pipe::write_flags::kUnsynchronized);
  draw(5, 1);
  EXPECT_EQ(counters().passes, before.passes);
  EXPECT_EQ(counters().waits, before.waits);
  EXPECT_EQ(counters().liveStores.now, before.liveStores.now);
  EXPECT_EQ(read(fb, 2, 1)[4], 80);
}

// Discarding gives the buffer another store at once; the draw before has the old one.
TEST_F(Writes, DiscardingRenames) {
  write(5, 40);
  draw(5, 0);
  const Counters before = counters();
  write(5, 80, pipe::write_flags::kDiscards);
  draw(5, 1);
  EXPECT_EQ(counters().passes, before.passes);
  EXPECT_EQ(counters().waits, before.waits);
  const auto pixels = read(fb, 2, 1);
  EXPECT_EQ(pixels[0], 40);
  EXPECT_EQ(pixels[4], 80);
}

// A span log that forgets would let a write into bytes that a draw still reads: batches it has no room for are joined.
TEST(SpanLogTest, NeverRemembersTooLittle) {
  SpanLog log;
  for (uint64_t serial = 1; serial <= 40; ++serial) log.note(serial, serial * 10, serial * 10 + 10);
  for (uint64_t serial = 1; serial <= 40; ++serial) EXPECT_GE(log.lastUse(serial * 10, serial * 10 + 1), serial);
  EXPECT_EQ(log.lastUse(0, 10), 0u);
  EXPECT_EQ(log.lastUse(410, 500), 0u);
  log.note(40, 0, 5);
  EXPECT_EQ(log.lastUse(4, 5), 40u);
}

}  // namespace
}  // namespace vulkan
