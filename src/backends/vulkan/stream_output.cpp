// SPDX-License-Identifier: Apache-2.0
// Transform feedback. Vulkan captures inside one render pass; GL over as many as it likes. So a capture ends with its
// pass and leaves its position in counters on the GPU, where the next one takes it up: pausing is the same.
#include <algorithm>
#include <cstring>

#include "backends/vulkan/context.h"
#include "base/gl_enums.gen.h"

namespace vulkan {
namespace {

constexpr Use kCaptured{VK_PIPELINE_STAGE_TRANSFORM_FEEDBACK_BIT_EXT, VK_ACCESS_TRANSFORM_FEEDBACK_WRITE_BIT_EXT};
constexpr Use kCounted{VK_PIPELINE_STAGE_TRANSFORM_FEEDBACK_BIT_EXT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                       VK_ACCESS_TRANSFORM_FEEDBACK_COUNTER_READ_BIT_EXT | VK_ACCESS_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT};
constexpr uint32_t kBuffers = 4;

}  // namespace

void Context::beginStreamOutput(const pipe::BeginStreamOutputArgs& args) {
  Lock lock(mShared->mutex);
  if (mXfbActive || (args.primitive != glenum::POINTS_ && args.primitive != glenum::LINES_ && args.primitive != glenum::TRIANGLES_))
    return fault(pipe::Fault::BadValue, "begin_stream_output of primitive %u while it is %s.", args.primitive,
                 mXfbActive ? "active" : "not active");
  if (!r.device.has.transformFeedback)
    return fault(pipe::Fault::BadValue, "begin_stream_output: this device offers no transform feedback.");
  const Program* program = mProgram ? find(mShared->programs, mProgram, "program") : nullptr;
  if (!program) return;
  mXfbCount = std::make_shared<XfbCount>();
  mXfbCount->recorder = &r;
  mXfbCount->counters = r.createStore(kBuffers * 4, MemoryUse::Device);
  mXfbCount->strideBytes = program->xfbStrideBytes[0];
  if (!mXfbCount->counters) return fault(pipe::Fault::ResourceUnavailable, "No memory for 16 bytes of counters.");
  if (args.query) {
    Query* query = mQueries.find(args.query);
    if (!query) query = mQueries.insert(args.query, std::make_unique<Query>());
    if (!query) return stale("query", args.query.slot, args.query.generation);
    query->xfb = mXfbCount;
  }
  mXfbQuery = args.query;
  mXfbPrimitive = args.primitive;
  mXfbActive = true;
  mXfbPaused = mXfbStarted = false;
  mDirty |= kKey;
}

void Context::pauseStreamOutput(const pipe::PauseStreamOutputArgs& args) {
  Lock lock(mShared->mutex);
  if (!mXfbActive || mXfbPaused == (args.resume == 0)) return;
  if (mCapturing) r.endPass();
  mXfbPaused = args.resume == 0;
  mDirty |= kKey;
}

void Context::endStreamOutput(const pipe::EndStreamOutputArgs&) {
  Lock lock(mShared->mutex);
  if (!mXfbActive) return;
  if (mCapturing) r.endPass();
  // Nothing was drawn: the count is zero.
  if (!mXfbStarted) clearCounters();
  if (Query* query = mXfbQuery ? mQueries.find(mXfbQuery) : nullptr) query->ended = true;
  mXfbActive = mXfbPaused = false;
  mXfbQuery = {};
  mXfbCount.reset();
  mDirty |= kKey;
  afterVerb();
}

void Context::clearCounters() {
  r.use(*mXfbCount->counters, Where::Main, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
  r.device.vk.vkCmdFillBuffer(r.command(Where::Main), mXfbCount->counters->buffer, 0, VK_WHOLE_SIZE, 0);
}

// Before the pass begins: what the capture writes.
void Context::gatherCapture() {
  if (!mXfbStarted) clearCounters();
  mXfbStarted = true;
  r.use(*mXfbCount->counters, Where::Main, kCounted);
  for (const pipe::BufferRange& range : mXfbRanges)
    if (Buffer* buffer = range.buffer ? mShared->buffers.find(range.buffer) : nullptr)
      if (buffer->store) r.use(*buffer->store, Where::Main, kCaptured);
}

void Context::beginCapture(VkCommandBuffer command) {
  auto& vk = r.device.vk;
  VkBuffer counters[kBuffers] = {};
  VkDeviceSize offsets[kBuffers] = {};
  mCaptured = 0;
  for (uint32_t i = 0; i < kBuffers; ++i) {
    Buffer* buffer = mXfbRanges[i].buffer ? mShared->buffers.find(mXfbRanges[i].buffer) : nullptr;
    VkBuffer target = VK_NULL_HANDLE;
    VkDeviceSize offset = 0, size = 0;
    if (buffer && buffer->store && mXfbRanges[i].offsetBytes < buffer->sizeBytes) {
      target = buffer->store->buffer;
      offset = mXfbRanges[i].offsetBytes & ~uint64_t{3};
      size = std::min(mXfbRanges[i].sizeBytes, buffer->sizeBytes - offset) & ~uint64_t{3};
    }
    if (!target || !size) continue;
    vk.vkCmdBindTransformFeedbackBuffersEXT(command, i, 1, &target, &offset, &size);
    counters[i] = mXfbCount->counters->buffer;
    offsets[i] = i * 4;
    mCaptured = i + 1;
  }
  vk.vkCmdBeginTransformFeedbackEXT(command, 0, mCaptured, counters, offsets);
  mCapturing = true;
}

void Context::endCapture(VkCommandBuffer command) {
  VkBuffer counters[kBuffers] = {};
  VkDeviceSize offsets[kBuffers] = {};
  for (uint32_t i = 0; i < mCaptured; ++i) {
    counters[i] = mXfbRanges[i].buffer ? mXfbCount->counters->buffer : VK_NULL_HANDLE;
    offsets[i] = i * 4;
  }
  r.device.vk.vkCmdEndTransformFeedbackEXT(command, 0, mCaptured, counters, offsets);
  mCapturing = false;
}

void Context::drawStreamOutput(const pipe::DrawStreamOutputArgs& args) {
  Lock lock(mShared->mutex);
  Query* query = find(mQueries, args.query, "query");
  if (!query || !query->ended || !query->xfb || !args.instances || !query->xfb->strideBytes) return;
  if (args.mode > glenum::TRIANGLE_STRIP_ADJACENCY_)
    return fault(pipe::Fault::BadValue, "draw_stream_output has mode %u.", args.mode);
  XfbCount& count = *query->xfb;
  if (r.device.has.transformFeedbackDraw && !assembles(args.mode, false)) {
    r.use(*count.counters, Where::Main, {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT});
    if (prepareDraw(args.mode, false)) {
      r.countDraw();
      r.draws().noteWholeReads(r.recording());
      r.device.vk.vkCmdDrawIndirectByteCountEXT(r.passCommand(), args.instances, 0, count.counters->buffer, 0, 0,
                                                count.strideBytes);
    }
  } else {
    Buffer counters{count.counters, kBuffers * 4};
    const std::byte* bytes = hostView(counters, 0, kBuffers * 4);
    uint32_t written = 0;
    if (bytes) std::memcpy(&written, bytes, 4);
    if (written >= count.strideBytes)
      drawOne({.mode = args.mode, .indexSizeBytes = 0, .count = written / count.strideBytes, .instances = args.instances});
  }
  afterVerb();
}

}  // namespace vulkan
