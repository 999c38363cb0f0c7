// SPDX-License-Identifier: Apache-2.0
// Life of a context, how it reports what is wrong, and what it notes without acting.
#include "backends/vulkan/context.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "base/gl_enums.gen.h"
#include "base/log.h"

namespace vulkan {

Context::Context(std::shared_ptr<Shared> shared, pipe::EventSink& events, pipe::FaultSink& faults)
    : mShared(std::move(shared)), r(mShared->recorder), mEvents(events), mFaults(faults), mQueryPools(r) {
  mViews.resize(mShared->caps.limits.maxCombinedSamplers);
  mUniformRanges.resize(mShared->caps.limits.maxCombinedUniformBuffers);
  mStorageRanges.resize(32);
  mRaster.lineWidth = mRaster.pointSize = mRaster.sampleCoverage = 1.0f;
  mRaster.sampleMask = ~0u;
  mRaster.patchVertices = 3;
  for (int face = 0; face < 2; ++face) mStencilDynamic.compareMask[face] = mStencilDynamic.writeMask[face] = ~0u;
  for (uint32_t i = 0; i < kMaxAttributes; ++i) {
    const float zeroZeroZeroOne[4] = {0, 0, 0, 1};
    std::memcpy(mDefaults[i].bits, zeroZeroZeroOne, sizeof zeroZeroZeroOne);
    mDefaults[i].location = i;
  }
  Lock lock(mShared->mutex);
  r.addUser(*this);
}

Context::~Context() {
  Lock lock(mShared->mutex);
  // A pass ends by asking its owner.
  if (inTargetPass()) r.endPass();
  mTarget = {};
  mXfbCount.reset();
  mQueries.forEach([](Query& query) { query.xfb.reset(); });
  parkScratch();
  r.wait(r.lastWork());
  r.removeUser(*this);  // query pools and descriptors of this context go now
}

void Context::fault(pipe::Fault family, const char* format, ...) {
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  mFaults.fault(family, sentence);
}

void Context::stale(const char* kind, uint32_t slot, uint32_t generation) {
  fault(pipe::Fault::StaleHandle, "The %s of slot %u and generation %u does not exist.", kind, slot, generation);
}

bool Context::inside(const Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes, const char* call) {
  if (offsetBytes <= buffer.sizeBytes && sizeBytes <= buffer.sizeBytes - offsetBytes) return true;
  fault(pipe::Fault::BadValue, "%s names bytes %llu to %llu of a buffer of %llu bytes.", call,
        static_cast<unsigned long long>(offsetBytes), static_cast<unsigned long long>(offsetBytes + sizeBytes),
        static_cast<unsigned long long>(buffer.sizeBytes));
  return false;
}

void Context::afterVerb() {
  r.enforceBounds();
  if (r.lost())
    fault(r.lostForMemory() ? pipe::Fault::ResourceUnavailable : pipe::Fault::DeviceLost, "%s", r.lossText().c_str());
  if (mShared->device->takeValidationErrors())
    mEvents.driverError({.code = glenum::INVALID_OPERATION_, .opcode = 0});
}

void Context::nop(const pipe::NopArgs&) {}
void Context::pushDebugGroup(const pipe::PushDebugGroupArgs&, std::span<const std::byte>) {}

// ── objects that are values ──

void Context::pipelineCreate(const pipe::PipelineCreateArgs& args) {
  auto pipeline = std::make_unique<Pipeline>();
  pipeline->state = args.state;
  if (!mPipelines.insert(args.pipeline, std::move(pipeline)))
    stale("pipeline", args.pipeline.slot, args.pipeline.generation);
}

void Context::pipelineDestroy(const pipe::PipelineDestroyArgs& args) {
  if (!mPipelines.erase(args.pipeline)) stale("pipeline", args.pipeline.slot, args.pipeline.generation);
}

void Context::vertexElementsDestroy(const pipe::VertexElementsDestroyArgs& args) {
  if (!mElements.erase(args.elements)) stale("vertex elements object", args.elements.slot, args.elements.generation);
}

void Context::framebufferCreate(const pipe::FramebufferCreateArgs& args) {
  for (const uint8_t source : args.desc.drawBuffers)
    if (source != 255 && source >= kMaxColor)
      return fault(pipe::Fault::BadValue, "framebuffer_create names attachment %u; 8 is the limit.", source);
  auto framebuffer = std::make_unique<Framebuffer>();
  framebuffer->desc = args.desc;
  if (!mFramebuffers.insert(args.framebuffer, std::move(framebuffer)))
    stale("framebuffer", args.framebuffer.slot, args.framebuffer.generation);
}

void Context::framebufferDestroy(const pipe::FramebufferDestroyArgs& args) {
  if (!mFramebuffers.erase(args.framebuffer))
    stale("framebuffer", args.framebuffer.slot, args.framebuffer.generation);
}

// ── what is bound ──

void Context::bindFramebuffer(const pipe::BindFramebufferArgs& args) {
  mFramebuffer = args.framebuffer;
  mDirty |= kTarget;
}

void Context::bindPipeline(const pipe::BindPipelineArgs& args) {
  mPipeline = args.pipeline;
  if (!args.pipeline) return;
  if (const Pipeline* pipeline = find(mPipelines, args.pipeline, "pipeline")) mState = pipeline->state;
  mDirty |= kKey | kDynamic;
}

void Context::bindVertexElements(const pipe::BindVertexElementsArgs& args) {
  mVertexElements = args.elements;
  mDirty |= kVertices;
}

void Context::bindProgram(const pipe::BindProgramArgs& args) { mProgram = args.program; }

void Context::setViewports(const pipe::SetViewportsArgs& args, std::span<const pipe::Viewport> viewports) {
  if (args.first != 0 || viewports.empty()) return;
  mViewport = viewports[0];
  mDirty |= kDynamic;
}

void Context::setScissors(const pipe::SetScissorsArgs& args, std::span<const pipe::Scissor> scissors) {
  mScissorMask = args.enableMask;
  if (args.first == 0 && !scissors.empty()) mScissor = scissors[0];
  mDirty |= kDynamic;
}

void Context::setBlendColor(const pipe::SetBlendColorArgs& args) {
  std::copy(std::begin(args.color), std::end(args.color), mBlendColor.begin());
  mDirty |= kDynamic;
}

void Context::setStencilDynamic(const pipe::SetStencilDynamicArgs& args) {
  mStencilDynamic = args.values;
  mDirty |= kDynamic;
}

void Context::setRasterDynamic(const pipe::SetRasterDynamicArgs& args) {
  // Coverage and sample masks are part of a pipeline.
  const bool inKey = mRaster.sampleCoverage != args.values.sampleCoverage ||
                     mRaster.sampleCoverageInvert != args.values.sampleCoverageInvert ||
                     mRaster.sampleMask != args.values.sampleMask ||
                     mRaster.minSampleShading != args.values.minSampleShading;
  mRaster = args.values;
  mDirty |= kDynamic | (inKey ? kKey : 0u);
}

void Context::setVertexBuffers(const pipe::SetVertexBuffersArgs& args, std::span<const pipe::VertexBuffer> buffers) {
  if (args.first > kMaxAttributes || buffers.size() > kMaxAttributes - args.first)
    return fault(pipe::Fault::BadValue, "set_vertex_buffers names bindings %u to %zu; there are %u.", args.first,
                 args.first + buffers.size(), kMaxAttributes);
  std::copy(buffers.begin(), buffers.end(), mVertexBuffers.begin() + args.first);
  mDirty |= kVertices;
}

void Context::setIndexBuffer(const pipe::SetIndexBufferArgs& args) { mIndexBuffer = args.buffer; }

void Context::setAttribDefaults(const pipe::SetAttribDefaultsArgs&, std::span<const pipe::AttribDefault> values) {
  for (const pipe::AttribDefault& value : values) {
    if (value.location >= kMaxAttributes || value.kind > 2)
      return fault(pipe::Fault::BadValue, "set_attrib_defaults names attribute %u of kind %u.", value.location,
                   value.kind);
    mDefaults[value.location] = value;
  }
  mDirty |= kDefaults;
}

// ── resources of programs by slot ──

namespace {

template <class List, class T>
bool setSlots(List& list, uint32_t first, std::span<const T> values) {
  if (first > list.size() || values.size() > list.size() - first) return false;
  std::copy(values.begin(), values.end(), list.begin() + first);
  return true;
}

}  // namespace

void Context::setSamplerViews(const pipe::SetSamplerViewsArgs& args, std::span<const pipe::SamplerView> views) {
  if (!setSlots(mViews, args.first, views))
    return fault(pipe::Fault::BadValue, "set_sampler_views names a slot beyond %zu.", mViews.size());
  mDirty |= kBindings;
}

// Not offered: caps.features.imageLoadStore is 0.
void Context::setImages(const pipe::SetImagesArgs& args, std::span<const pipe::ImageView> images) {
  for (const pipe::ImageView& image : images)
    if (image.texture) return fault(pipe::Fault::BadValue, "set_images names slot %u; there are none.", args.first);
}

void Context::setUniformBuffers(const pipe::SetUniformBuffersArgs& args, std::span<const pipe::BufferRange> ranges) {
  if (!setSlots(mUniformRanges, args.first, ranges))
    return fault(pipe::Fault::BadValue, "set_uniform_buffers names a slot beyond %zu.", mUniformRanges.size());
  mDirty |= kBindings;
}

void Context::setStorageBuffers(const pipe::SetStorageBuffersArgs& args, std::span<const pipe::BufferRange> ranges) {
  if (!setSlots(mStorageRanges, args.first, ranges))
    return fault(pipe::Fault::BadValue, "set_storage_buffers names a slot beyond %zu.", mStorageRanges.size());
  mDirty |= kBindings;
}

// Atomic counters come with OpenGL 4.2.
void Context::setAtomicBuffers(const pipe::SetAtomicBuffersArgs& args, std::span<const pipe::BufferRange> ranges) {
  for (const pipe::BufferRange& range : ranges)
    if (range.buffer) return fault(pipe::Fault::BadValue, "set_atomic_buffers names slot %u; there are none.", args.first);
}

void Context::setStreamOutputs(const pipe::SetStreamOutputsArgs&, std::span<const pipe::BufferRange> ranges) {
  if (ranges.size() > mXfbRanges.size())
    return fault(pipe::Fault::BadValue, "set_stream_outputs names %zu buffers; 4 is the limit.", ranges.size());
  mXfbRanges = {};
  std::copy(ranges.begin(), ranges.end(), mXfbRanges.begin());
}

}  // namespace vulkan
