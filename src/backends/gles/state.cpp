// SPDX-License-Identifier: Apache-2.0
// Bound objects and dynamic state: noted when they come, applied by difference before a verb.
#include <cmath>

#include "backends/gles/context.h"

namespace gles {

void Context::pipelineCreate(const pipe::PipelineCreateArgs& args) {
  auto pipeline = std::make_unique<Pipeline>();
  pipeline->state = args.state;
  if (!mPipelines.insert(args.pipeline, std::move(pipeline)))
    stale("pipeline", args.pipeline.slot, args.pipeline.generation);
}

void Context::pipelineDestroy(const pipe::PipelineDestroyArgs& args) {
  if (!mPipelines.erase(args.pipeline)) stale("pipeline", args.pipeline.slot, args.pipeline.generation);
}

void Context::vertexElementsCreate(const pipe::VertexElementsCreateArgs& args,
                                   std::span<const pipe::VertexElement> items) {
  auto elements = std::make_unique<VertexElements>();
  if (!VertexInput::build(items, mShared->extensions, *elements))
    return fault(pipe::Fault::BadValue, "vertex_elements_create has an attribute with an impossible value.");
  if (!mElements.insert(args.elements, std::move(elements)))
    stale("vertex elements object", args.elements.slot, args.elements.generation);
}

void Context::vertexElementsDestroy(const pipe::VertexElementsDestroyArgs& args) {
  mPrepared.mode = kNoMode;
  if (!mElements.erase(args.elements)) stale("vertex elements object", args.elements.slot, args.elements.generation);
}

void Context::bindFramebuffer(const pipe::BindFramebufferArgs& args) {
  mFramebuffer = args.framebuffer;
  mDirty |= kFramebuffer;
}

void Context::bindPipeline(const pipe::BindPipelineArgs& args) {
  mPipeline = args.pipeline;
  mDirty |= kPipeline;
}

void Context::bindVertexElements(const pipe::BindVertexElementsArgs& args) {
  mVertexElements = args.elements;
  mVertex.elementsChanged();
}

void Context::bindProgram(const pipe::BindProgramArgs& args) {
  mProgram = args.program;
  mDirty |= kProgram;
}

void Context::setViewports(const pipe::SetViewportsArgs& args, std::span<const pipe::Viewport> viewports) {
  if (args.first != 0 || viewports.empty()) return;  // ES has one
  mViewport = viewports[0];
  mDirty |= kViewport;
}

void Context::setScissors(const pipe::SetScissorsArgs& args, std::span<const pipe::Scissor> scissors) {
  mScissorMask = args.enableMask;
  if (args.first == 0 && !scissors.empty()) mScissor = scissors[0];
  mDirty |= kScissor;
}

void Context::setBlendColor(const pipe::SetBlendColorArgs& args) {
  std::copy(std::begin(args.color), std::end(args.color), mBlendColor.begin());
  mDirty |= kBlendColor;
}

void Context::setStencilDynamic(const pipe::SetStencilDynamicArgs& args) {
  mStencilDynamic = args.values;
  mDirty |= kStencil;
}

void Context::setRasterDynamic(const pipe::SetRasterDynamicArgs& args) {
  mRaster = args.values;
  mDirty |= kRaster;
}

void Context::setVertexBuffers(const pipe::SetVertexBuffersArgs& args, std::span<const pipe::VertexBuffer> buffers) {
  if (!mVertex.setBuffers(args.first, buffers))
    fault(pipe::Fault::BadValue, "set_vertex_buffers names bindings %u to %zu; there are %u.", args.first,
          args.first + buffers.size(), kMaxAttributes);
}

void Context::setIndexBuffer(const pipe::SetIndexBufferArgs& args) { mIndexBuffer = args.buffer; }

void Context::setAttribDefaults(const pipe::SetAttribDefaultsArgs&, std::span<const pipe::AttribDefault> values) {
  if (!mVertex.setDefaults(values))
    fault(pipe::Fault::BadValue, "set_attrib_defaults names an attribute beyond %u or an unknown kind.",
          kMaxAttributes);
}

bool Context::prepareTarget() {
  const uint64_t epoch = mShared->textureEpoch.load(std::memory_order_acquire);
  Framebuffer* framebuffer = find(mFramebuffers, mFramebuffer, "framebuffer");
  if (!framebuffer) return false;
  if ((mDirty & kFramebuffer) || framebuffer->draw.epoch != epoch) {
    if (!useDraw(*framebuffer)) return false;
    // Padded attachments change what blend factors mean.
    mDirty = (mDirty & ~kFramebuffer) | kPipeline;
  }
  if (!framebuffer->draw.complete) return false;
  if (mDirty & kPipeline) {
    if (!mPipeline) return false;
    const Pipeline* pipeline = find(mPipelines, mPipeline, "pipeline");
    if (!pipeline) return false;
    mPipelineApplier.apply(pipeline->state, framebuffer->paddedTargets);
    mDirty = (mDirty & ~kPipeline) | kStencil;
  }
  applyDynamic();
  return true;
}

void Context::applyDynamic() {
  const uint32_t dirty = mDirty & (kViewport | kScissor | kBlendColor | kStencil | kRaster);
  if (!dirty) return;
  mDirty &= ~dirty;
  if (dirty & kViewport) {
    const auto at = [](float value) { return static_cast<int>(std::lround(value)); };
    mState.viewport(at(mViewport.x), at(mViewport.y), at(mViewport.width), at(mViewport.height));
    mState.depthRange(mViewport.near, mViewport.far);
  }
  if (dirty & kScissor) {
    mState.enable(Capability::ScissorTest, mScissorMask & 1);
    if (mScissorMask & 1) mState.scissor(mScissor);
  }
  if ((dirty & kBlendColor) && mBlendColor != mBlendColorApplied) {
    mBlendColorApplied = mBlendColor;
    mGl.BlendColor(mBlendColor[0], mBlendColor[1], mBlendColor[2], mBlendColor[3]);
  }
  if (dirty & kStencil) mPipelineApplier.applyStencil(mStencilDynamic);
  if (!(dirty & kRaster)) return;
  const pipe::RasterDynamic &want = mRaster, &have = mRasterApplied;
  if (want.lineWidth != have.lineWidth) mGl.LineWidth(want.lineWidth);
  if (want.offsetFactor != have.offsetFactor || want.offsetUnits != have.offsetUnits ||
      want.offsetClamp != have.offsetClamp) {
    if (mShared->extensions.polygonOffsetClamp && (want.offsetClamp != 0.0f || have.offsetClamp != 0.0f))
      mGl.PolygonOffsetClampEXT(want.offsetFactor, want.offsetUnits, want.offsetClamp);
    else
      mGl.PolygonOffset(want.offsetFactor, want.offsetUnits);
  }
  if (want.sampleCoverage != have.sampleCoverage || want.sampleCoverageInvert != have.sampleCoverageInvert)
    mGl.SampleCoverage(want.sampleCoverage, want.sampleCoverageInvert != 0);
  if (want.sampleMask != have.sampleMask) mGl.SampleMaski(0, want.sampleMask);
  if (want.minSampleShading != have.minSampleShading && mShared->extensions.sampleShading)
    mGl.MinSampleShading(want.minSampleShading);
  if (want.patchVertices != have.patchVertices && mShared->extensions.tessellation && want.patchVertices)
    mGl.PatchParameteri(GL_PATCH_VERTICES, static_cast<GLint>(want.patchVertices));
  mRasterApplied = want;
}

// Most draws follow another one with nothing in between: these few compares are all they cost here.
bool Context::isPrepared(GLenum mode) const {
  return !mDirty && mode == mPrepared.mode && mState.changes() == mPrepared.changes &&
         mShared->textureEpoch.load(std::memory_order_acquire) == mPrepared.textureEpoch && mVertex.isApplied() &&
         !(mViews.dirtyEnd | mUniformRanges.dirtyEnd | mStorageRanges.dirtyEnd | mAtomicRanges.dirtyEnd |
           mImages.dirtyEnd);
}

bool Context::prepareDraw(GLenum mode) {
  if (isPrepared(mode)) return true;
  mPrepared.mode = kNoMode;
  const uint64_t epoch = mShared->textureEpoch.load(std::memory_order_acquire);
  if (!mProgram || !prepareTarget()) return false;
  mPrepared.assembled = assembles(mode);
  if (!prepareProgram(emittedMode(mode)) || !applyBindings()) return false;
  static const VertexElements kNone;
  const VertexElements* elements = &kNone;
  if (mVertexElements && !(elements = find(mElements, mVertexElements, "vertex elements object"))) return false;
  if (!mVertex.apply(*elements)) {
    fault(pipe::Fault::StaleHandle, "A bound vertex buffer does not exist.");
    return false;
  }
  mPrepared = {mode, mPrepared.assembled, mState.changes(), epoch};
  return true;
}

}  // namespace gles
