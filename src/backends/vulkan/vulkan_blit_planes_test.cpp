// SPDX-License-Identifier: Apache-2.0
// Depth and stencil of one image are planes of their own: a blit of one leaves the other alone.
#include "backends/gles/gles_fixture.h"

namespace vulkan {
namespace {

class Planes : public gles::test::Gles {
 protected:
  pipe::FramebufferHandle cleared(float depth, int32_t stencil) {
    const auto image = texture(GL_TEXTURE_2D, formats::Format::Z24S8, 4, 4);
    const auto fb = framebufferOf({}, 4, 4, image, true);
    target(fb, 4, 4);
    bindPipeline(plainState());
    pipe::ClearArgs args;
    args.kind = 6;
    args.depth = depth;
    args.stencil = stencil;
    c->clear(args);
    return fb;
  }
  void blit(pipe::FramebufferHandle from, pipe::FramebufferHandle to, uint32_t buffers, int32_t width) {
    c->blit({.source = from, .destination = to, .readAttachment = 0, .buffers = buffers, .sourceX0 = 0, .sourceY0 = 0,
             .sourceX1 = width, .sourceY1 = 4, .destinationX0 = 0, .destinationY0 = 0, .destinationX1 = 4,
             .destinationY1 = 4, .filter = GL_NEAREST, .zero = 0});
  }
  uint8_t stencilOf(pipe::FramebufferHandle fb) { return read<uint8_t>(fb, 4, 4, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, -1)[5]; }
  float depthOf(pipe::FramebufferHandle fb) { return read<float>(fb, 4, 4, GL_DEPTH_COMPONENT, GL_FLOAT, -1)[5]; }
};

// Copied and scaled alike.
TEST_F(Planes, ABlitOfOneKeepsTheOther) {
  for (const int32_t width : {4, 2}) {
    const auto from = cleared(0.25f, 17), depthOnly = cleared(0.75f, 99), stencilOnly = cleared(0.75f, 99);
    blit(from, depthOnly, GL_DEPTH_BUFFER_BIT, width);
    EXPECT_NEAR(depthOf(depthOnly), 0.25f, 1e-6f) << width;
    EXPECT_EQ(stencilOf(depthOnly), 99) << width;
    blit(from, stencilOnly, GL_STENCIL_BUFFER_BIT, width);
    EXPECT_NEAR(depthOf(stencilOnly), 0.75f, 1e-6f) << width;
    EXPECT_EQ(stencilOf(stencilOnly), 17) << width;
  }
}

}  // namespace
}  // namespace vulkan
