// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/gles_fixture.h"

namespace gles::test {
namespace {

class GlesQuery : public Gles {
 protected:
  // Ready to draw a triangle over the only pixel.
  void SetUp() override {
    Gles::SetUp();
    bindPipeline(plainState());
    target(framebufferOf(texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, 1, 1), 1, 1), 1, 1);
    c->bindProgram({.program = program(
        "#version 330\nlayout(location = 0) in vec2 p;\nvoid main() { gl_Position = vec4(p, 0, 1); }\n",
        "#version 330\nout vec4 o;\nvoid main() { o = vec4(1); }\n")});
    bindPositions(bufferOf(kWholeScreen));
  }
  void draw() {
    c->draw({.mode = GL_TRIANGLES, .indexSizeBytes = 0, .flags = 0, .count = 3, .instances = 1, .start = 0,
             .baseVertex = 0, .baseInstance = 0});
  }
};

// Queries answer by event and by waiting: samples as a boolean, primitives as a count.
TEST_F(GlesQuery, Queries) {
    const auto samples = names().queries.mint();
  c->queryBegin({.query = samples, .target = desktop::kSamplesPassed, .index = 0});
  draw();
  c->queryEnd({.query = samples, .target = desktop::kSamplesPassed, .index = 0, .serial = 5});
  pipe::QueryWaitReply reply;
  EXPECT_EQ(c->queryWait({.query = samples, .serial = 5}, reply), pipe::ReplyStatus::Ok);
  EXPECT_EQ(reply.value, 1u);
  ASSERT_EQ(events.queries.size(), 1u);
  EXPECT_EQ(events.queries[0].serial, 5u);
  c->queryBegin({.query = samples, .target = desktop::kSamplesPassed, .index = 0});
  c->queryEnd({.query = samples, .target = desktop::kSamplesPassed, .index = 0, .serial = 6});
  bool more = c->poll(true);
  for (int i = 0; more && i < 1000; ++i) {
    c->waitBriefly();
    more = c->poll(false);
  }
  ASSERT_EQ(events.queries.size(), 2u);
  EXPECT_EQ(events.queries[1].value, 0u);
  pipe::TimestampNowReply now;
  const bool timer = caps().features.timerQuery != 0;
  EXPECT_EQ(c->timestampNow({.zero = 0}, now), timer ? pipe::ReplyStatus::Ok : pipe::ReplyStatus::Declined);
  EXPECT_EQ(now.timeNs != 0, timer);
}

// Fences are signalled in order, without anything being presented.
TEST_F(GlesQuery, FencesComeInOrder) {
    const auto first = names().fences.mint(), second = names().fences.mint();
  draw();
  c->fenceCreate({.fence = first});
  draw();
  c->fenceCreate({.fence = second});
  bool more = c->poll(true);
  for (int i = 0; more && i < 1000; ++i) {
    c->waitBriefly();
    more = c->poll(false);
  }
  EXPECT_EQ(events.fences, (std::vector{first, second}));
  c->fenceDestroy({.fence = first});
  c->fenceDestroy({.fence = second});
}

}  // namespace
}  // namespace gles::test
