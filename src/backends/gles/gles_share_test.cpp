// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "backends/gles/gles_fixture.h"

namespace gles::test {
namespace {

using formats::Format;
using Bytes = std::vector<uint8_t>;

class GlesShare : public Gles {};

// What one context rendered is read by another on its own thread, once it was flushed there and waited for here.
TEST_F(GlesShare, RenderedContentsCross) {
  const auto t = texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 1, 1);
  const auto fb = framebufferOf(t, 1, 1);
  bindPipeline(plainState());
  target(fb, 1, 1);
  clearColor(0, 0, 0, 0);
  const auto fence = names().fences.mint();
  for (int round = 0; round < 3; ++round) {
    clearColor(round == 1 ? 0.0f : 1.0f, 0, 0, 1);
    c->fenceCreate({.fence = {fence.slot + static_cast<uint32_t>(round), 1}});
    c->flush({.zero = 0});
    Bytes seen;
    std::thread([&] {
      Recorder other;
      auto created = sBackend->createContext(other, other);
      ASSERT_TRUE(created);
      auto& second = *created;
      ASSERT_TRUE(second->makeCurrent());
      // Either way of waiting for the other stream.
      if (round == 2)
        second->waitStream({.stream = 0, .zero = 0, .sequence = 1});
      else
        second->fenceWaitServer({.fence = {fence.slot + static_cast<uint32_t>(round), 1}});
      const pipe::FramebufferHandle own{50, 1};
      pipe::FramebufferDesc d = desc(1, 1);
      d.color[0].texture = t;
      d.drawBuffers[0] = 0;
      second->framebufferCreate({.framebuffer = own, .desc = d});
      seen.resize(4);
      second->readPixels({.source = own, .readAttachment = 0, .clampColor = 0, .x = 0, .y = 0, .width = 1, .height = 1,
                          .layout = layout(GL_RGBA, GL_UNSIGNED_BYTE, 1)},
                         std::as_writable_bytes(std::span(seen)));
      EXPECT_TRUE(other.faults.empty());
      second->releaseCurrent();
    }).join();
    EXPECT_EQ(seen, (Bytes{static_cast<uint8_t>(round == 1 ? 0 : 255), 0, 0, 255}));
  }
}

// Driver names return at once when deleted; a context that remembers one by its name would keep sampling the old
// texture after another context replaced it.
TEST_F(GlesShare, ReusedDriverNamesAreSeen) {
  const auto p = program("#version 330\nlayout(location = 0) in vec2 p;\nvoid main() { gl_Position = vec4(p, 0, 1); }\n",
                         "#version 330\nuniform sampler2D s;\nout vec4 o;\nvoid main() { o = texture(s, vec2(0.5)); }\n");
  const auto fb = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 1, 1), 1, 1);
  bindPipeline(plainState());
  target(fb, 1, 1);
  c->bindProgram({.program = p});
  bindPositions(bufferOf(kWholeScreen));
  const auto draw = [&] {
    c->draw({.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1, .start = 0,
             .baseVertex = 0, .baseInstance = 0});
  };
  const auto s = sampler();
  auto t = texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 1, 1);
  write<uint8_t>(t, 0, box(1), GL_RGBA, GL_UNSIGNED_BYTE, {255, 0, 0, 255});
  bindView(0, t, s);
  draw();
  pipe::TextureHandle replacement = names().textures.mint();
  std::thread([&] {
    Recorder other;
    auto created = sBackend->createContext(other, other);
    ASSERT_TRUE(created);
    auto& second = *created;
    ASSERT_TRUE(second->makeCurrent());
    second->textureDestroy({.texture = t});
    second->textureDefineStorage({.texture = replacement, .shape = shape(GL_TEXTURE_2D, Format::RGBA8_UNORM, 1, 1), .ack = 0, .zero = 0});
    const pipe::UploadRegion region{box(1), 0};
    const Bytes green{0, 255, 0, 255};
    second->textureSubdata({.texture = replacement, .level = 0, .zero = 0, .layout = layout(GL_RGBA, GL_UNSIGNED_BYTE, 1)},
                           std::span(&region, 1), std::as_bytes(std::span(green)));
    second->flush({.zero = 0});
    second->releaseCurrent();
  }).join();
  bindView(0, replacement, s);
  draw();
  EXPECT_EQ(read(fb, 1, 1), (Bytes{0, 255, 0, 255}));
}

// A buffer that grows while it is bound to its end is seen whole by the next draw.
TEST_F(GlesShare, RangesFollowRedefinition) {
  const auto p = program("#version 330\nlayout(location = 0) in vec2 p;\nvoid main() { gl_Position = vec4(p, 0, 1); }\n",
                         "#version 330\nuniform B { vec4 v[2]; };\nout vec4 o;\nvoid main() { o = v[1]; }\n");
  const auto fb = framebufferOf(texture(GL_TEXTURE_2D, Format::RGBA8_UNORM, 1, 1), 1, 1);
  bindPipeline(plainState());
  target(fb, 1, 1);
  c->bindProgram({.program = p});
  bindPositions(bufferOf(kWholeScreen));
  const float small[4] = {};
  const auto b = bufferOf(small);
  const pipe::BufferRange range{b, 0, ~uint64_t{0}};
  c->setUniformBuffers({.first = 0, .zero = 0}, std::span(&range, 1));
  const pipe::DrawArgs draw{.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1,
                            .start = 0, .baseVertex = 0, .baseInstance = 0};
  c->draw(draw);  // binds the short range, whose second member is out of bounds
  const float large[8] = {0, 0, 0, 0, 0, 1, 0, 1};
  c->bufferDefine({.buffer = b, .sizeBytes = sizeof large, .usage = GL_STATIC_DRAW, .flags = 0, .ack = 1, .bind = 0});
  c->bufferSubdata({.buffer = b, .offsetBytes = 0}, std::as_bytes(std::span(large)));
  c->draw(draw);
  EXPECT_EQ(read(fb, 1, 1), (Bytes{0, 255, 0, 255}));
  ASSERT_EQ(events.verdicts.size(), 1u);
  EXPECT_EQ(events.verdicts[0].ok, 1u);
}

// Buffers: copies, patterns and bounds.
TEST_F(GlesShare, BufferContents) {
  const uint8_t zeros[8] = {};
  const auto a = bufferOf(zeros), b = bufferOf(zeros);
  c->bufferClear({.buffer = a, .offsetBytes = 1, .sizeBytes = 6, .patternBytes = 2, .zero = 0, .pattern = {0x0201, 0, 0, 0}});
  c->bufferCopy({.source = a, .destination = b, .sourceOffsetBytes = 2, .destinationOffsetBytes = 0, .sizeBytes = 3});
  Bytes back(8);
  c->bufferRead({.buffer = a, .offsetBytes = 0}, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back, (Bytes{0, 1, 2, 1, 2, 1, 2, 0}));
  c->bufferRead({.buffer = b, .offsetBytes = 0}, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back, (Bytes{2, 1, 2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(c->bufferRead({.buffer = b, .offsetBytes = 1}, std::as_writable_bytes(std::span(back))), pipe::ReplyStatus::Lost);
  EXPECT_EQ(events.faults, std::vector{pipe::Fault::BadValue});
  events.sentences.clear();
}

}  // namespace
}  // namespace gles::test
