// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/gles_fixture.h"

namespace gles::test {
namespace {

using formats::Format;
using Bytes = std::vector<uint8_t>;

class GlesClear : public Gles {};

// A cleared framebuffer reads back as cleared, in the driver's own layout and in ones that must be converted.
TEST_F(GlesClear, ColorReadsBack) {
  const auto fb = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 4, 2), 4, 2);
  bindPipeline(plainState());
  target(fb, 4, 2);
  clearColor(1, 0, 1, 0);
  EXPECT_EQ(read(fb, 4, 2), (Bytes{255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0,
                                   255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0}));
  EXPECT_EQ(read(fb, 1, 1, desktop::kBgra), (Bytes{255, 0, 255, 0}));
  EXPECT_EQ(read(fb, 1, 1, desktop::kBgr), (Bytes{255, 0, 255}));
  EXPECT_EQ(read<float>(fb, 1, 1, GL_RGBA, GL_FLOAT), (std::vector<float>{1, 0, 1, 0}));
  EXPECT_EQ(read<uint16_t>(fb, 1, 1, GL_RGB, GL_UNSIGNED_SHORT_5_6_5), (std::vector<uint16_t>{0xF81F}));
}

// Write masks and scissor 0 limit a clear; a later clear without them is whole again.
TEST_F(GlesClear, HonoursMaskAndScissor) {
  const auto fb = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 2, 1), 2, 1);
  bindPipeline(plainState());
  target(fb, 2, 1);
  clearColor(0, 0, 0, 0);
  auto masked = plainState();
  masked.blend[0].writeMask = 1;
  bindPipeline(masked);
  const pipe::Scissor scissor{1, 0, 1, 1};
  c->setScissors({.first = 0, .enableMask = 1}, std::span(&scissor, 1));
  clearColor(1, 1, 1, 1);
  EXPECT_EQ(read(fb, 2, 1), (Bytes{0, 0, 0, 0, 255, 0, 0, 0}));
  bindPipeline(plainState());
  c->setScissors({.first = 0, .enableMask = 0}, std::span(&scissor, 1));
  clearColor(1, 1, 1, 1);
  EXPECT_EQ(read(fb, 2, 1), Bytes(8, 255));
}

// Integer attachments clear by their own kinds, and each draw buffer alone.
TEST_F(GlesClear, IntegerBuffersOneByOne) {
  pipe::FramebufferDesc d = desc(1, 1);
  d.color[0].texture = texture(GL_TEXTURE_2D, Format::RGBA8_UINT, 1, 1);
  d.color[1].texture = texture(GL_TEXTURE_2D, Format::RGBA16_SINT, 1, 1);
  d.drawBuffers[0] = 0;
  d.drawBuffers[1] = 1;
  const auto fb = framebuffer(d);
  bindPipeline(plainState());
  target(fb, 1, 1);
  c->clear({.kind = 3, .buffers = 0, .drawBuffer = 0, .zero = 0, .color = {1, 2, 3, 200}, .depth = 0, .stencil = 0});
  c->clear({.kind = 2, .buffers = 0, .drawBuffer = 1, .zero = 0, .color = {0xFFFFFFFF, 5, 6, 7}, .depth = 0, .stencil = 0});
  EXPECT_EQ(read<uint8_t>(fb, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 0), (Bytes{1, 2, 3, 200}));
  EXPECT_EQ(read<int32_t>(fb, 1, 1, GL_RGBA_INTEGER, GL_INT, 1), (std::vector<int32_t>{-1, 5, 6, 7}));
}

// Outputs may go to attachments in any order, and an attachment that nothing draws to can be read.
TEST_F(GlesClear, DrawBuffersMapFreely) {
  pipe::FramebufferDesc d = desc(1, 1);
  for (int i = 0; i < 3; ++i) d.color[i].texture = texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 1, 1);
  d.drawBuffers[0] = 2;
  d.drawBuffers[1] = 0;
  const auto fb = framebuffer(d);
  c->textureClear({.texture = d.color[1].texture, .level = 0, .kind = 1, .box = box(1), .color = {0, 0, 0, 0}, .depth = 0, .stencil = 0});
  bindPipeline(plainState());
  target(fb, 1, 1);
  const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1};
  pipe::ClearArgs args;
  args.kind = 1;
  std::memcpy(args.color, red, sizeof red);
  c->clear(args);
  args.drawBuffer = 1;
  std::memcpy(args.color, green, sizeof green);
  c->clear(args);
  EXPECT_EQ(read(fb, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 2), (Bytes{255, 0, 0, 255}));
  EXPECT_EQ(read(fb, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 0), (Bytes{0, 255, 0, 255}));
  EXPECT_EQ(read(fb, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 1), (Bytes{0, 0, 0, 0}));
}

// Depth and stencil clear and read back in every depth format.
TEST_F(GlesClear, DepthAndStencilReadBack) {
  for (const Format format : {Format::Z16_UNORM, Format::Z24_UNORM, Format::Z24S8, Format::Z32_FLOAT, Format::Z32F_S8}) {
    SCOPED_TRACE(formats::info(format).name);
    const bool stencil = formats::info(format).hasStencil();
    const auto fb = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 2, 2), 2, 2,
                                  texture(GL_RENDERBUFFER, format, 2, 2), stencil);
    bindPipeline(plainState());
    target(fb, 2, 2);
    c->clear({.kind = stencil ? 6u : 4u, .buffers = 0, .drawBuffer = 0, .zero = 0, .color = {}, .depth = 0.25f, .stencil = 77});
    for (const float depth : read<float>(fb, 2, 2, GL_DEPTH_COMPONENT, GL_FLOAT, -1)) EXPECT_NEAR(depth, 0.25f, 1e-4f);
    if (stencil) {
      EXPECT_EQ(read(fb, 2, 2, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, -1), Bytes(4, 77));
    }
  }
}

// Multisample framebuffers are resolved by reading them.
TEST_F(GlesClear, MultisampleReadsResolved) {
  const auto fb = framebufferOf(texture(GL_RENDERBUFFER, Format::RGBA8_UNORM, 2, 2, 1, 1, 4), 2, 2);
  bindPipeline(plainState());
  target(fb, 2, 2);
  clearColor(0, 1, 0, 1);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{0, 255, 0, 255}));
}

// Reading into a buffer leaves the bytes between the rows alone.
TEST_F(GlesClear, ReadsIntoBuffers) {
  const auto fb = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 1, 2), 1, 2);
  bindPipeline(plainState());
  target(fb, 1, 2);
  clearColor(1, 1, 0, 1);
  const uint8_t old[12] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
  const auto packed = bufferOf(old);
  pipe::PixelLayout l = layout(GL_RGB, GL_UNSIGNED_BYTE, 1);
  l.rowStrideBytes = 4;
  c->readPixelsToBuffer({.source = fb, .readAttachment = 0, .clampColor = 0, .x = 0, .y = 0, .width = 1, .height = 2,
                         .layout = l, .buffer = packed, .offsetBytes = 2});
  Bytes back(12);
  c->bufferRead({.buffer = packed, .offsetBytes = 0}, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back, (Bytes{9, 9, 255, 255, 0, 9, 255, 255, 0, 9, 9, 9}));
}

// A handle that was never made is the peer's fault, by name.
TEST_F(GlesClear, StaleHandlesAreFaults) {
  c->bindFramebuffer({.framebuffer = {77, 3}});
  clearColor(0, 0, 0, 0);
  ASSERT_EQ(events.faults.size(), 1u);
  EXPECT_EQ(events.faults[0], pipe::Fault::StaleHandle);
  events.sentences.clear();
}

}  // namespace
}  // namespace gles::test
