// SPDX-License-Identifier: Apache-2.0
// Pipeline state by content, dynamic state by value.
#include <cstring>

#include "tracker/impl.h"

namespace tracker {
namespace {

uint16_t u16(uint32_t glEnum) { return static_cast<uint16_t>(glEnum); }

pipe::PipelineState pipelineOf(const state::Raster& r) {
  pipe::PipelineState p;
  std::memset(static_cast<void*>(&p), 0, sizeof p);
  for (size_t i = 0; i < state::kMaxDrawBuffers; ++i) {
    const state::BlendTarget& from = r.blend[i];
    pipe::BlendTarget& to = p.blend[i];
    to.enable = from.enable;
    to.writeMask = static_cast<uint8_t>(from.write[0] | from.write[1] << 1 | from.write[2] << 2 | from.write[3] << 3);
    to.equationRgb = u16(from.equationRgb);
    to.equationAlpha = u16(from.equationAlpha);
    to.srcRgb = u16(from.srcRgb);
    to.dstRgb = u16(from.dstRgb);
    to.srcAlpha = u16(from.srcAlpha);
    to.dstAlpha = u16(from.dstAlpha);
    p.blendEnableMask = static_cast<uint8_t>(p.blendEnableMask | (from.enable ? 1u << i : 0u));
  }
  for (size_t i = 0; i < 2; ++i)
    p.stencil[i] = {u16(r.stencil[i].func), u16(r.stencil[i].fail), u16(r.stencil[i].depthFail), u16(r.stencil[i].pass)};
  p.depthFunc = u16(r.depthFunc);
  p.logicOp = u16(r.logicOp);
  p.cullFace = u16(r.cullFace);
  p.frontFace = u16(r.frontFace);
  p.polygonModeFront = u16(r.polygonMode);
  p.polygonModeBack = u16(r.polygonModeBack);
  p.provokingVertex = u16(r.provokingVertex);
  p.clipDistanceMask = u16(r.clipDistanceMask);
  p.depthTest = r.depthTest;
  p.depthWrite = r.depthWrite;
  p.stencilTest = r.stencilTest;
  p.logicOpEnable = r.logicOpEnable;
  p.cullEnable = r.cullEnable;
  p.offsetFill = r.offsetFill;
  p.offsetLine = r.offsetLine;
  p.offsetPoint = r.offsetPoint;
  p.rasterizerDiscard = r.rasterizerDiscard;
  p.depthClamp = r.depthClamp;
  p.multisample = r.multisample;
  p.alphaToCoverage = r.alphaToCoverage;
  p.alphaToOne = r.alphaToOne;
  p.sampleCoverage = r.sampleCoverage;
  p.sampleMask = r.sampleMaskEnable;
  p.sampleShading = r.sampleShading;
  p.framebufferSrgb = r.framebufferSrgb;
  p.dither = r.dither;
  p.primitiveRestart = r.primitiveRestart;
  p.primitiveRestartFixed = r.primitiveRestartFixed;
  p.programPointSize = r.programPointSize;
  p.seamlessCube = r.seamlessCube;
  p.lineSmooth = r.lineSmooth;
  p.polygonSmooth = r.polygonSmooth;
  p.pointSpriteLowerLeft = r.pointSpriteOrigin == glenum::LOWER_LEFT_;
  p.clampReadColor = r.clampReadColor == glenum::TRUE_;
  p.clampVertexColor = r.clampVertexColor == glenum::TRUE_;
  p.clampFragmentColor = r.clampFragmentColor == glenum::TRUE_;
  return p;
}

}  // namespace

void Impl::endPipeline(pipe::PipelineHandle old) {
  mStream->pipelineDestroy({old});
  mScreen.names().pipelines.release(old);
  if (mBoundPipeline == old) mBoundPipeline = {};
}

void Impl::sendPipeline() {
  const pipe::PipelineState state = pipelineOf(mContext.raster);
  const pipe::PipelineHandle handle = mPipelines.get(
      state,
      [&](const pipe::PipelineState& s) {
        const pipe::PipelineHandle minted = mScreen.names().pipelines.mint();
        pipe::PipelineCreateArgs args;
        args.pipeline = minted;
        args.state = s;
        mStream->pipelineCreate(args);
        return minted;
      },
      [&](pipe::PipelineHandle old) { endPipeline(old); });
  if (handle == mBoundPipeline) return;
  mBoundPipeline = handle;
  mStream->bindPipeline({handle});
}

void Impl::sendBlendColor() {
  if (mSentOnce && std::memcmp(mBlendColor, mContext.raster.blendColor, sizeof mBlendColor) == 0) return;
  std::memcpy(mBlendColor, mContext.raster.blendColor, sizeof mBlendColor);
  pipe::SetBlendColorArgs args;
  std::memcpy(args.color, mBlendColor, sizeof mBlendColor);
  mStream->setBlendColor(args);
}

void Impl::sendStencil() {
  pipe::StencilDynamic now;
  for (size_t i = 0; i < 2; ++i) {
    now.reference[i] = mContext.raster.stencil[i].reference;
    now.compareMask[i] = mContext.raster.stencil[i].compareMask;
    now.writeMask[i] = mContext.raster.stencil[i].writeMask;
  }
  if (mSentOnce && std::memcmp(&now, &mStencil, sizeof now) == 0) return;
  mStencil = now;
  mStream->setStencilDynamic({now});
}

void Impl::sendRaster() {
  const state::Raster& r = mContext.raster;
  pipe::RasterDynamic now;
  now.lineWidth = r.lineWidth;
  now.pointSize = r.pointSize;
  now.offsetFactor = r.offsetFactor;
  now.offsetUnits = r.offsetUnits;
  now.offsetClamp = r.offsetClamp;
  now.sampleCoverage = r.sampleCoverageValue;
  now.sampleCoverageInvert = r.sampleCoverageInvert;
  now.sampleMask = r.sampleMask;
  now.minSampleShading = r.minSampleShading;
  now.restartIndex = r.restartIndex;
  now.pointFadeThreshold = r.pointFadeThreshold;
  now.patchVertices = r.patchVertices;
  // Bitwise: a NaN that the application set must not be sent for ever.
  if (mSentOnce && std::memcmp(&now, &mRaster, sizeof now) == 0) return;
  mRaster = now;
  mStream->setRasterDynamic({now});
}

}  // namespace tracker
