// SPDX-License-Identifier: Apache-2.0
// "These changes of state give exactly these pipe calls": the tracker over a traced counting context.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "backends/null/counting_context.gen.h"
#include "pipe/direct_calls.gen.h"
#include "pipe/screen.h"
#include "pipe/trace.h"
#include "tracker/tracker.h"

namespace tracker {
namespace {

// One block that a stream lends; without bytes, maps use memory of their own.
struct TestStage {
  std::byte bytes[256];
  uint64_t size = 0;
  int lent = 0;
};

class TestStream : public pipe::DirectCalls {
 public:
  TestStream(pipe::Context& next, TestStage& stage, uint32_t index, std::vector<pipe::SurfaceLostEvent>& lost)
      : DirectCalls(next), mStage(stage), mIndex(index), mLost(lost) {}
  void acquire() override {}
  void release() override {}
  void publish() override {}
  bool lost() const override { return false; }
  void drainEvents(pipe::EventSink& sink) override {
    for (const pipe::SurfaceLostEvent& event : std::exchange(mLost, {})) sink.surfaceLost(event);
  }
  bool waitForEvents(pipe::EventSink&, uint64_t, pipe::BlockingPoint) override { return false; }
  uint64_t emittedSequence() const override { return mSequence; }
  uint64_t appliedSequence() const override { return mSequence; }
  uint32_t streamIndex() const override { return mIndex; }
  void waitPresentCredit() override {}
  uint64_t maxBytesPerCall() const override { return 1 << 20; }
  uint64_t maxReplyBytes() const override { return 4096; }
  std::span<std::byte> acquireStage(uint64_t sizeBytes) override {
    if (sizeBytes > mStage.size) return {};
    ++mStage.lent;
    return {mStage.bytes, sizeBytes};
  }
  void releaseStage(std::span<std::byte>) override { --mStage.lent; }

 private:
  TestStage& mStage;
  const uint32_t mIndex;
  std::vector<pipe::SurfaceLostEvent>& mLost;
};

class TestScreen : public pipe::Screen {
 public:
  explicit TestScreen(pipe::Context& next) : mNext(next) {}
  const pipe::Caps& caps() const override { return mCaps; }
  std::string_view topology() const override { return "test"; }
  base::Result<std::unique_ptr<pipe::Stream>> createStream() override {
    return std::unique_ptr<pipe::Stream>(std::make_unique<TestStream>(mNext, stage, mStreams++, lostSurfaces));
  }
  bool lost() const override { return false; }
  std::vector<pipe::Counter> counters() const override { return {}; }
  TestStage stage;
  std::vector<pipe::SurfaceLostEvent> lostSurfaces;  // events on their way

 private:
  uint32_t mStreams = 0;
  pipe::Context& mNext;
  pipe::Caps mCaps;
};

class TrackerTest : public testing::Test {
 protected:
  TrackerTest() : mTrace(mCounting, [this](const std::string& line) { mLines.push_back(line); }), mScreen(mTrace) {

    mContext.vertexArray = mContext.defaultVertexArray = std::make_shared<state::VertexArray>(0);
    mContext.drawFramebuffer = mContext.readFramebuffer = std::make_shared<state::Framebuffer>(0);
    std::string why;
    mTracker = Tracker::create(mScreen, mContext, {}, why);
  }
  // Names of the calls since the last look.
  std::vector<std::string> calls() {
    std::vector<std::string> names;
    for (const std::string& line : mLines) names.push_back(line.substr(0, line.find(' ')));
    mLines.clear();
    return names;
  }
  void drawOnce() {
    DrawCall call;
    call.mode = glenum::TRIANGLES_;
    call.count = 3;
    mTracker->draw(call);
  }
  using Names = std::vector<std::string>;

  std::shared_ptr<state::ShareGroup> mShare = std::make_shared<state::ShareGroup>();
  state::Context mContext{mShare};
  null_backend::CountingContext mCounting;
  std::vector<std::string> mLines;
  pipe::TraceContext mTrace;
  TestScreen mScreen;
  std::unique_ptr<Tracker> mTracker;
};

// An unchanged repeated draw is one call and nothing else (B3).
TEST_F(TrackerTest, RepeatedDrawIsOneCall) {
  drawOnce();
  calls();
  drawOnce();
  EXPECT_EQ(calls(), Names{"draw"});
}

// A surface may be destroyed by a context that came after all others had gone: it waits for the stream of its creator,
// which may still have the creation before it.
TEST_F(TrackerTest, SurfaceOutlivesAllContexts) {
  const state::TrackerSlot surface = mTracker->surfaceCreate({});
  mTracker.reset();
  std::string why;
  mTracker = Tracker::create(mScreen, mContext, {}, why);
  calls();
  mTracker->surfaceDestroy(surface);
  EXPECT_EQ(calls(), (Names{"wait_stream", "surface_destroy"}));
}

// The event of a surface that is gone comes late: the next surface in its slot is not lost by it.
TEST_F(TrackerTest, LostSurfaceIsOneGeneration) {
  const state::TrackerSlot first = mTracker->surfaceCreate({});
  mTracker->surfaceDestroy(first);
  const state::TrackerSlot second = mTracker->surfaceCreate({});
  ASSERT_EQ(first.slot, second.slot);
  mScreen.lostSurfaces = {{.surface = {first.slot, first.generation}}};
  state::Framebuffer framebuffer(0);
  EXPECT_TRUE(mTracker->present(second, framebuffer, 1, 1, 1));
  mScreen.lostSurfaces = {{.surface = {second.slot, second.generation}}};
  EXPECT_FALSE(mTracker->present(second, framebuffer, 1, 1, 1));
}

// Marking a group whose values did not change sends nothing; toggling back before the verb sends nothing (B6).
TEST_F(TrackerTest, TogglingBackSendsNothing) {
  drawOnce();
  calls();
  mContext.raster.depthTest = true;
  mContext.raster.depthTest = false;
  mContext.mark(state::kDirtyAll);
  drawOnce();
  EXPECT_EQ(calls(), Names{"draw"});
}

// Dynamic values never mint a pipeline object, pipeline values do so once for each content (B7).
TEST_F(TrackerTest, DynamicStateMintsNoPipeline) {
  drawOnce();
  calls();
  mContext.viewports[0].width = 64;
  mContext.scissors[0].width = 5;
  mContext.raster.blendColor[0] = 0.5f;
  mContext.raster.stencil[0].reference = 3;
  mContext.raster.stencil[1].writeMask = 7;
  mContext.raster.lineWidth = 2;
  mContext.raster.offsetFactor = 1;
  mContext.mark(state::kDirtyAll);
  drawOnce();
  EXPECT_EQ(calls(), (Names{"set_viewports", "set_scissors", "set_blend_color", "set_stencil_dynamic", "set_raster_dynamic", "draw"}));
  mContext.raster.blend[0].enable = true;
  mContext.mark(state::kDirtyPipeline);
  drawOnce();
  EXPECT_EQ(calls(), (Names{"pipeline_create", "bind_pipeline", "draw"}));
  mContext.raster.blend[0].enable = false;
  mContext.mark(state::kDirtyPipeline);
  drawOnce();
  EXPECT_EQ(calls(), (Names{"bind_pipeline", "draw"}));
}

// A NaN that the application set is sent once, not for ever (bitwise compare).
TEST_F(TrackerTest, NanIsSentOnce) {
  drawOnce();
  calls();
  mContext.raster.offsetUnits = std::numeric_limits<float>::quiet_NaN();
  mContext.mark(state::kDirtyRaster);
  drawOnce();
  EXPECT_EQ(calls(), (Names{"set_raster_dynamic", "draw"}));
  mContext.mark(state::kDirtyRaster);
  drawOnce();
  EXPECT_EQ(calls(), Names{"draw"});
}

// Uploads go out at the call, cut at the stream's limit; a define without data carries no bytes.
TEST_F(TrackerTest, UploadsAreCut) {
  state::Buffer buffer(1);
  buffer.sizeBytes = 3 << 20;
  std::vector<std::byte> data(buffer.sizeBytes);
  ASSERT_TRUE(mTracker->bufferDefine(buffer, buffer.sizeBytes, data.data(), glenum::STATIC_DRAW_, 0));
  EXPECT_EQ(calls(), (Names{"buffer_define", "buffer_subdata", "buffer_subdata", "buffer_subdata"}));
  ASSERT_TRUE(mTracker->bufferDefine(buffer, buffer.sizeBytes, nullptr, glenum::STATIC_DRAW_, 0));
  EXPECT_EQ(calls(), Names{"buffer_define"});
}

// Mapping undefined contents for writing needs no read-back; mapping defined contents reads once, then has a shadow.
TEST_F(TrackerTest, WriteMapsReadBackOnce) {
  state::Buffer buffer(1);
  buffer.sizeBytes = 256;
  mTracker->bufferDefine(buffer, 256, nullptr, glenum::STATIC_DRAW_, 0);
  calls();
  ASSERT_NE(mTracker->bufferMap(buffer, 0, 256, glenum::MAP_WRITE_BIT_), nullptr);
  mTracker->bufferUnmap(buffer);
  EXPECT_EQ(calls(), Names{"buffer_subdata"});
  ASSERT_NE(mTracker->bufferMap(buffer, 0, 16, glenum::MAP_WRITE_BIT_), nullptr);
  mTracker->bufferUnmap(buffer);
  EXPECT_EQ(calls(), (Names{"buffer_read", "buffer_subdata"}));
  ASSERT_NE(mTracker->bufferMap(buffer, 16, 16, glenum::MAP_WRITE_BIT_), nullptr);
  mTracker->bufferUnmap(buffer);
  EXPECT_EQ(calls(), Names{"buffer_subdata"});
}

// A buffer that is still mapped when its last context ends gives its memory back, to the stage or to the heap (the
// leak checker sees the latter). While another context of the group lives, the map stays.
TEST_F(TrackerTest, MappedBuffersMayEnd) {
  for (const uint64_t stageBytes : {256, 0}) {
    mScreen.stage.size = stageBytes;
    const auto buffer = std::make_shared<state::Buffer>(1);
    buffer->sizeBytes = 256;
    auto share = std::make_shared<state::ShareGroup>();
    share->buffers.set(1, buffer);
    state::Context first{share}, second{std::move(share)};
    std::string why;
    auto one = Tracker::create(mScreen, first, {}, why), two = Tracker::create(mScreen, second, {}, why);
    one->bufferDefine(*buffer, 256, nullptr, glenum::STATIC_DRAW_, 0);
    ASSERT_NE(one->bufferMap(*buffer, 0, 256, glenum::MAP_WRITE_BIT_), nullptr);
    EXPECT_EQ(mScreen.stage.lent, stageBytes ? 1 : 0);
    one.reset();
    first.share.reset();
    EXPECT_EQ(mScreen.stage.lent, stageBytes ? 1 : 0);
    EXPECT_NE(buffer->map.pointer, nullptr);
    two.reset();
    EXPECT_EQ(mScreen.stage.lent, 0);
  }
}

// A context that comes later starts behind what the one before it drew while it was alone, and one that goes leaves
// nothing unapplied behind: whoever draws to the same images next must not meet it in the driver.
TEST_F(TrackerTest, ContextsComeAndGoInOrder) {
  drawOnce();
  calls();
  state::Context late{mShare};
  std::string why;
  auto tracker = Tracker::create(mScreen, late, {}, why);
  EXPECT_EQ(calls(), Names{"wait_stream"});
  tracker.reset();
  EXPECT_EQ(calls(), Names{"finish"});
}

// A context that ends gives back the names of its state objects: the session's tables stay as long as its busiest time.
TEST_F(TrackerTest, ContextsLeaveNoNames) {
  for (int i = 0; i < 5; ++i) {
    drawOnce();
    mTracker.reset();
    pipe::Names& names = mScreen.names();
    const auto pipeline = names.pipelines.mint();
    const auto elements = names.vertexElements.mint();
    const auto framebuffer = names.framebuffers.mint();
    EXPECT_EQ(pipeline.slot, 0u);
    EXPECT_EQ(elements.slot, 0u);
    EXPECT_EQ(framebuffer.slot, 0u);
    names.pipelines.release(pipeline);
    names.vertexElements.release(elements);
    names.framebuffers.release(framebuffer);
    std::string why;
    mTracker = Tracker::create(mScreen, mContext, {}, why);
  }
}

// Client arrays are taken at the draw, once for interleaved attributes, with exact bytes; the draw starts at their
// first vertex.
TEST_F(TrackerTest, ClientArraysAreExact) {
  float vertices[64] = {};
  for (uint32_t i = 0; i < 2; ++i) {
    state::VertexAttrib& a = mContext.vertexArray->attribs[i];
    a.enabled = true;
    a.components = 2;
    a.pointer = vertices + 2 * i;
    mContext.vertexArray->bindings[i].strideBytes = 16;
  }
  mContext.mark(state::kDirtyAll);
  DrawCall call;
  call.mode = glenum::TRIANGLES_;
  call.first = 5;
  call.count = 3;
  mTracker->draw(call);
  const auto upload = std::find_if(mLines.begin(), mLines.end(), [](const auto& l) { return l.starts_with("buffer_subdata"); });
  ASSERT_NE(upload, mLines.end());
  EXPECT_NE(upload->find("data=48B"), std::string::npos) << *upload;
  EXPECT_EQ(std::count_if(mLines.begin(), mLines.end(), [](const auto& l) { return l.starts_with("buffer_subdata"); }), 1);
  EXPECT_NE(mLines.back().find(" start=0"), std::string::npos) << mLines.back();
}

// Read-back is cut into bands that fit an answer; rows with gaps in client memory leave the gaps alone.
TEST_F(TrackerTest, ReadBackIsBandedAndTight) {
  std::vector<std::byte> memory(64 * 128, std::byte{0xAB});
  PixelMemory layout;
  layout.format = glenum::RGBA_;
  layout.type = glenum::UNSIGNED_BYTE_;
  layout.rowStrideBytes = 128;
  layout.tightRowBytes = 100;
  layout.rows = 64;
  mTracker->readPixels(0, 0, 25, 64, layout, {memory.data(), nullptr, 0});
  const Names names = calls();
  EXPECT_EQ(std::count(names.begin(), names.end(), "read_pixels"), 2);
  EXPECT_EQ(memory[0], std::byte{0});
  EXPECT_EQ(memory[63 * 128 + 99], std::byte{0});
  EXPECT_EQ(memory[100], std::byte{0xAB});
}

}  // namespace
}  // namespace tracker
