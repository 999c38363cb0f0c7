// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/gles_fixture.h"

namespace gles::test {
namespace {

using formats::Format;
using Bytes = std::vector<uint8_t>;

class GlesBlit : public Gles {
 protected:
  void SetUp() override {
    Gles::SetUp();
    bindPipeline(plainState());
  }
  pipe::TextureHandle filled(Format format, uint32_t width, const std::vector<float>& red, uint32_t samples = 0) {
    const auto t = texture(samples ? GL_RENDERBUFFER : GL_TEXTURE_2D, format, width, 1, 1, 1, samples);
    const auto fb = framebufferOf(t, width, 1);
    target(fb, width, 1);
    for (uint32_t x = 0; x < width; ++x) {
      const pipe::Scissor scissor{static_cast<int32_t>(x), 0, 1, 1};
      c->setScissors({.first = 0, .enableMask = 1}, std::span(&scissor, 1));
      clearColor(red[x], 0, 0, 1);
    }
    const pipe::Scissor none{};
    c->setScissors({.first = 0, .enableMask = 0}, std::span(&none, 1));
    return t;
  }
  void blit(pipe::FramebufferHandle from, pipe::FramebufferHandle to, int x0, int x1, int dx0, int dx1,
            uint32_t buffers = GL_COLOR_BUFFER_BIT) {
    c->blit({.source = from, .destination = to, .readAttachment = 0, .buffers = buffers, .sourceX0 = x0, .sourceY0 = 0,
             .sourceX1 = x1, .sourceY1 = 1, .destinationX0 = dx0, .destinationY0 = 0, .destinationX1 = dx1,
             .destinationY1 = 1, .filter = GL_NEAREST, .zero = 0});
  }
  // Red of each pixel.
  Bytes reds(pipe::FramebufferHandle fb, uint32_t width) { return read(fb, width, 1, GL_RED); }
};

// Plain, mirrored and scaled copies, also into another format.
TEST_F(GlesBlit, MirrorsAndScales) {
  const auto from = framebufferOf(filled(Format::RGBA8_UNORM, 2, {1, 0}), 2, 1);
  const auto to = framebufferOf(filled(Format::RGBA16_FLOAT, 4, {0, 0, 0, 0}), 4, 1);
  blit(from, to, 0, 2, 0, 4);
  EXPECT_EQ(reds(to, 4), (Bytes{255, 255, 0, 0}));
  blit(from, to, 0, 2, 4, 0);
  EXPECT_EQ(reds(to, 4), (Bytes{0, 0, 255, 255}));
}

// Samples are resolved into other coordinates and other formats, and copied between multisample images.
TEST_F(GlesBlit, Multisample) {
  const auto from = framebufferOf(filled(Format::RGBA8_UNORM, 2, {1, 0}, 4), 2, 1);
  const auto to = framebufferOf(filled(Format::RGBA16_FLOAT, 4, {0, 0, 0, 0}), 4, 1);
  blit(from, to, 0, 2, 1, 3);
  EXPECT_EQ(reds(to, 4), (Bytes{0, 255, 0, 0}));
  const auto other = framebufferOf(filled(Format::RGBA8_UNORM, 2, {0, 0}, 4), 2, 1);
  blit(from, other, 0, 1, 1, 2);
  EXPECT_EQ(reds(other, 2), (Bytes{0, 255}));
}

// Within one image, as GL allows while the areas are apart.
TEST_F(GlesBlit, WithinOneImage) {
  const auto fb = framebufferOf(filled(Format::RGBA8_UNORM, 4, {1, 0, 0, 0}), 4, 1);
  blit(fb, fb, 0, 1, 3, 4);
  EXPECT_EQ(reds(fb, 4), (Bytes{255, 0, 0, 255}));
}

// A scissor limits a blit; the write mask does not.
TEST_F(GlesBlit, ScissorAppliesMaskDoesNot) {
  const auto from = framebufferOf(filled(Format::RGBA8_UNORM, 2, {1, 1}), 2, 1);
  const auto to = framebufferOf(filled(Format::RGBA8_UNORM, 2, {0, 0}), 2, 1);
  auto masked = plainState();
  masked.blend[0].writeMask = 0;
  bindPipeline(masked);
  const pipe::Scissor scissor{1, 0, 1, 1};
  c->setScissors({.first = 0, .enableMask = 1}, std::span(&scissor, 1));
  blit(from, to, 0, 2, 0, 2);
  EXPECT_EQ(reds(to, 2), (Bytes{0, 255}));
}

// Copies out of a framebuffer into textures of the same and of other formats, legacy ones included.
TEST_F(GlesBlit, FramebufferToTexture) {
  const auto from = framebufferOf(filled(Format::RGBA8_UNORM, 2, {1, 0}), 2, 1);
  for (const Format format : {Format::RGBA8_UNORM, Format::RGB8_UNORM, Format::RGBA16_FLOAT, Format::L8_UNORM, Format::R8_SNORM,
                              Format::RGB565_UNORM}) {
    SCOPED_TRACE(formats::info(format).name);
    const auto t = texture(GL_TEXTURE_2D, format, 3, 1);
    write<float>(t, 0, box(3), GL_RED, GL_FLOAT, {0, 0, 0});
    c->framebufferCopyToTexture({.source = from, .texture = t, .readAttachment = 0, .level = 0, .sourceX = 0, .sourceY = 0,
                                 .width = 2, .height = 1, .destinationX = 1, .destinationY = 0, .destinationZ = 0, .zero = 0});
    EXPECT_EQ(readTexture<uint8_t>(t, 0, box(3), GL_RED, GL_UNSIGNED_BYTE), (Bytes{0, 255, 0}));
  }
}

// Depth goes along, in the same format and resolved.
TEST_F(GlesBlit, Depth) {
  const auto make = [&](uint32_t samples, float depth) {
    const auto fb = framebufferOf(texture(GL_RENDERBUFFER, Format::RGBA8_UNORM, 2, 1, 1, 1, samples), 2, 1,
                                  texture(GL_RENDERBUFFER, Format::Z24S8, 2, 1, 1, 1, samples), true);
    target(fb, 2, 1);
    c->clear({.kind = 6, .buffers = 0, .drawBuffer = 0, .zero = 0, .color = {}, .depth = depth, .stencil = 3});
    clearColor(0, 0, 0, 0);
    return fb;
  };
  const auto plain = make(0, 0.5f), multisample = make(4, 0.25f), to = make(0, 1);
  blit(plain, to, 0, 2, 0, 2, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  EXPECT_NEAR(read<float>(to, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, -1)[0], 0.5f, 1e-4f);
  blit(multisample, to, 0, 2, 0, 2, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  EXPECT_NEAR(read<float>(to, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, -1)[0], 0.25f, 1e-4f);
  EXPECT_EQ(read(to, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, -1), Bytes{3});
  const auto t = texture(GL_TEXTURE_2D, Format::Z24_UNORM, 2, 1);
  c->framebufferCopyToTexture({.source = plain, .texture = t, .readAttachment = -1, .level = 0, .sourceX = 0, .sourceY = 0,
                               .width = 2, .height = 1, .destinationX = 0, .destinationY = 0, .destinationZ = 0, .zero = 0});
  EXPECT_NEAR(readTexture<float>(t, 0, box(2), GL_DEPTH_COMPONENT, GL_FLOAT)[1], 0.5f, 1e-4f);
}

}  // namespace
}  // namespace gles::test
