// SPDX-License-Identifier: Apache-2.0
// Each rule of the check decorator is broken once, and a correct sequence is left alone.
#include "pipe/check.h"

#include <gtest/gtest.h>

#include "backends/null/counting_context.gen.h"

namespace mgpipe {
namespace {

class Check : public ::testing::Test {
 protected:
  CheckContext& stream() {
    streams.push_back(std::make_unique<CheckContext>(sink, ledger, [this](const std::string& s) { said.push_back(s); }));
    return *streams.back();
  }
  // What was said since the last look.
  std::string heard() {
    std::string all;
    for (const std::string& s : said) all += (all.empty() ? "" : "|") + s;
    said.clear();
    return all;
  }
  static BufferDefineArgs define(BufferHandle handle) {
    BufferDefineArgs args;
    args.buffer = handle;
    args.sizeBytes = 16;
    return args;
  }
  null_backend::CountingContext sink;
  std::shared_ptr<ObjectLedger> ledger = std::make_shared<ObjectLedger>();
  std::vector<std::string> said;
  std::vector<std::unique_ptr<CheckContext>> streams;
  CheckContext& c = stream();
};

// A life as it should be: made, made anew in place, used, destroyed, and the slot used again. Every call arrives.
TEST_F(Check, LeavesCorrectCallsAlone) {
  c.bufferDefine(define({3, 1}));
  c.bufferDefine(define({3, 1}));
  c.bufferSubdata({{3, 1}, 0}, {});
  c.bufferDestroy({{3, 1}});
  c.bufferDefine(define({3, 2}));
  c.setIndexBuffer({{3, 2}});
  c.setIndexBuffer({});
  EXPECT_EQ(heard(), "");
  EXPECT_EQ(sink.calls[static_cast<size_t>(Opcode::BufferDefine)], 3u);
  EXPECT_EQ(sink.calls[static_cast<size_t>(Opcode::SetIndexBuffer)], 2u);
}

// Objects that were never made, are gone, or come twice.
TEST_F(Check, NamesBrokenLives) {
  c.bufferSubdata({{5, 1}, 0}, {});
  EXPECT_EQ(heard(), "buffer_subdata: buffer #5.1 was never made.");
  c.bufferDefine(define({5, 2}));
  c.bufferDestroy({{5, 2}});
  c.bufferSubdata({{5, 2}, 0}, {});
  EXPECT_EQ(heard(), "buffer_subdata: buffer #5.2 is destroyed.");
  c.bufferDestroy({{5, 2}});
  EXPECT_EQ(heard(), "buffer_destroy: buffer #5.2 is destroyed.");
  c.bufferDefine(define({5, 2}));
  EXPECT_EQ(heard(), "buffer_define: buffer #5.2 comes again.");
  SamplerCreateArgs sampler;
  sampler.sampler = {0, 1};
  c.samplerCreate(sampler);
  sampler.sampler = {0, 2};
  c.samplerCreate(sampler);
  EXPECT_EQ(heard(), "sampler_create: sampler #0.2 takes the slot of one that lives.");
}

// Handles inside structures and tails are looked at too.
TEST_F(Check, LooksIntoStructures) {
  FramebufferCreateArgs framebuffer;
  framebuffer.framebuffer = {1, 1};
  framebuffer.desc.color[2].texture = {9, 1};
  c.framebufferCreate(framebuffer);
  EXPECT_EQ(heard(), "framebuffer_create: texture #9.1 was never made.");
  const VertexBuffer buffers[] = {{}, {{7, 3}, 0, 16, 0}};
  c.setVertexBuffers({}, buffers);
  EXPECT_EQ(heard(), "set_vertex_buffers: buffer #7.3 was never made.");
}

// Objects of one stream are not for another, and die with it; those of the session are for all.
TEST_F(Check, KnowsWhoseObjectsAre) {
  CheckContext& other = stream();
  PipelineCreateArgs pipeline;
  pipeline.pipeline = {0, 1};
  c.pipelineCreate(pipeline);
  c.bufferDefine(define({0, 1}));
  other.setIndexBuffer({{0, 1}});
  EXPECT_EQ(heard(), "");
  other.bindPipeline({{0, 1}});
  EXPECT_EQ(heard(), "bind_pipeline: pipeline #0.1 belongs to another stream.");
  streams.erase(streams.begin());
  pipeline.pipeline = {0, 2};
  streams[0]->pipelineCreate(pipeline);
  EXPECT_EQ(heard(), "");
}

// A setter that repeats itself is waste, until another stream's work has been waited for.
TEST_F(Check, NamesRepeatedSetters) {
  const Viewport a[] = {{0, 0, 4, 4, 0, 1}}, b[] = {{0, 0, 8, 8, 0, 1}};
  c.setViewports({}, a);
  c.setViewports({}, b);
  c.setViewports({}, a);
  EXPECT_EQ(heard(), "");
  c.setViewports({}, a);
  EXPECT_EQ(heard(), "set_viewports: It says what it said last time.");
  c.waitStream({});
  c.setViewports({}, a);
  EXPECT_EQ(heard(), "");
}

// Verbs need a target, and stream output begins before it ends.
TEST_F(Check, KnowsOrder) {
  c.draw({});
  EXPECT_EQ(heard(), "draw: No framebuffer was ever bound.");
  c.endStreamOutput({});
  EXPECT_EQ(heard(), "end_stream_output: Stream output has not begun.");
  c.beginStreamOutput({});
  c.beginStreamOutput({});
  EXPECT_EQ(heard(), "begin_stream_output: Stream output has begun already.");
}

}  // namespace
}  // namespace mgpipe
