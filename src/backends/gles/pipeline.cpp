// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/pipeline.h"

#include <cstring>

namespace gles {
namespace {

// What a new ES context has, so that the first apply() finds only true differences.
pipe::PipelineState initialState() {
  pipe::PipelineState state;
  for (auto& face : state.stencil) face = {GL_ALWAYS, GL_KEEP, GL_KEEP, GL_KEEP};
  state.depthFunc = GL_LESS;
  state.cullFace = GL_BACK;
  state.frontFace = GL_CCW;
  state.depthWrite = 1;
  state.dither = 1;
  return state;
}

pipe::BlendTarget initialBlend() {
  pipe::BlendTarget blend;
  blend.writeMask = 0xF;
  blend.equationRgb = blend.equationAlpha = GL_FUNC_ADD;
  blend.srcRgb = blend.srcAlpha = GL_ONE;
  blend.dstRgb = blend.dstAlpha = GL_ZERO;
  return blend;
}

// Blend factors for a destination whose alpha is 1 whatever its storage holds.
uint16_t opaqueFactor(uint16_t factor) {
  switch (factor) {
    case GL_DST_ALPHA: return GL_ONE;
    case GL_ONE_MINUS_DST_ALPHA: return GL_ZERO;
    case GL_SRC_ALPHA_SATURATE: return GL_ZERO;
  }
  return factor;
}

bool sameEquation(const pipe::BlendTarget& a, const pipe::BlendTarget& b) {
  return a.equationRgb == b.equationRgb && a.equationAlpha == b.equationAlpha;
}
bool sameFactors(const pipe::BlendTarget& a, const pipe::BlendTarget& b) {
  return a.srcRgb == b.srcRgb && a.dstRgb == b.dstRgb && a.srcAlpha == b.srcAlpha && a.dstAlpha == b.dstAlpha;
}

}  // namespace

PipelineApplier::PipelineApplier(Functions& functions, DriverState& state, const Shared& shared)
    : mGl(functions), mState(state), mShared(shared), mNow(initialState()) {
  mBlend.fill(initialBlend());
  for (auto& face : mStencil) face = {GL_ALWAYS, 0, ~0u, ~0u};
}

void PipelineApplier::apply(const pipe::PipelineState& next, uint8_t paddedTargets) {
  applyBlend(next, paddedTargets);
  applyDepthStencil(next);
  applyRaster(next);
  mNow = next;
}

void PipelineApplier::applyBlend(const pipe::PipelineState& next, uint8_t paddedTargets) {
  const uint32_t count = mShared.maxDrawBuffers;
  std::array<pipe::BlendTarget, 8> wanted = {};
  bool uniform = true;
  for (uint32_t i = 0; i < count; ++i) {
    wanted[i] = next.blend[i];
    // Factors and equation of a disabled target have no effect; keeping the driver's saves calls.
    if (!wanted[i].enable) {
      const uint8_t mask = wanted[i].writeMask;
      wanted[i] = mBlend[i];
      wanted[i].enable = 0;
      wanted[i].writeMask = mask;
    } else if (paddedTargets >> i & 1) {
      wanted[i].srcRgb = opaqueFactor(wanted[i].srcRgb);
      wanted[i].dstRgb = opaqueFactor(wanted[i].dstRgb);
      if (wanted[i].srcAlpha != GL_SRC_ALPHA_SATURATE) wanted[i].srcAlpha = opaqueFactor(wanted[i].srcAlpha);
      wanted[i].dstAlpha = opaqueFactor(wanted[i].dstAlpha);
    }
    wanted[i].zero = 0;
  }
  if (std::memcmp(wanted.data(), mBlend.data(), count * sizeof wanted[0]) == 0) return;
  for (uint32_t i = 1; i < count; ++i)
    uniform = uniform && std::memcmp(&wanted[i], &wanted[0], sizeof wanted[0]) == 0;

  if (uniform || !mShared.extensions.drawBuffersIndexed) {
    const pipe::BlendTarget& want = wanted[0];
    bool enableDiffers = false, maskDiffers = false, equationDiffers = false, factorsDiffer = false;
    for (uint32_t i = 0; i < count; ++i) {
      enableDiffers |= mBlend[i].enable != want.enable;
      maskDiffers |= mBlend[i].writeMask != want.writeMask;
      equationDiffers |= !sameEquation(mBlend[i], want);
      factorsDiffer |= !sameFactors(mBlend[i], want);
    }
    if (enableDiffers) want.enable ? mGl.Enable(GL_BLEND) : mGl.Disable(GL_BLEND);
    if (maskDiffers)
      mGl.ColorMask(want.writeMask & 1, want.writeMask >> 1 & 1, want.writeMask >> 2 & 1, want.writeMask >> 3 & 1);
    if (equationDiffers) mGl.BlendEquationSeparate(want.equationRgb, want.equationAlpha);
    if (factorsDiffer) mGl.BlendFuncSeparate(want.srcRgb, want.dstRgb, want.srcAlpha, want.dstAlpha);
    for (uint32_t i = 0; i < count; ++i) mBlend[i] = want;
    return;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const pipe::BlendTarget& want = wanted[i];
    pipe::BlendTarget& have = mBlend[i];
    if (want.enable != have.enable) want.enable ? mGl.Enablei(GL_BLEND, i) : mGl.Disablei(GL_BLEND, i);
    if (want.writeMask != have.writeMask)
      mGl.ColorMaski(i, want.writeMask & 1, want.writeMask >> 1 & 1, want.writeMask >> 2 & 1, want.writeMask >> 3 & 1);
    if (!sameEquation(want, have)) mGl.BlendEquationSeparatei(i, want.equationRgb, want.equationAlpha);
    if (!sameFactors(want, have)) mGl.BlendFuncSeparatei(i, want.srcRgb, want.dstRgb, want.srcAlpha, want.dstAlpha);
    have = want;
  }
}

void PipelineApplier::applyDepthStencil(const pipe::PipelineState& next) {
  mState.enable(Capability::DepthTest, next.depthTest);
  mState.enable(Capability::StencilTest, next.stencilTest);
  if (next.depthFunc != mNow.depthFunc) mGl.DepthFunc(next.depthFunc);
  if (next.depthWrite != mNow.depthWrite) mGl.DepthMask(next.depthWrite);
  for (int face = 0; face < 2; ++face) {
    const pipe::StencilFace &want = next.stencil[face], &have = mNow.stencil[face];
    if (want.failOp != have.failOp || want.depthFailOp != have.depthFailOp || want.passOp != have.passOp)
      mGl.StencilOpSeparate(face ? GL_BACK : GL_FRONT, want.failOp, want.depthFailOp, want.passOp);
  }
}

void PipelineApplier::applyRaster(const pipe::PipelineState& next) {
  const Extensions& has = mShared.extensions;
  mState.enable(Capability::CullFace, next.cullEnable);
  if (next.cullFace != mNow.cullFace) mGl.CullFace(next.cullFace);
  if (next.frontFace != mNow.frontFace) mGl.FrontFace(next.frontFace);
  mState.enable(Capability::PolygonOffsetFill, next.offsetFill);
  mState.enable(Capability::RasterizerDiscard, next.rasterizerDiscard);
  mState.enable(Capability::SampleAlphaToCoverage, next.alphaToCoverage);
  mState.enable(Capability::SampleCoverage, next.sampleCoverage);
  mState.enable(Capability::SampleMask, next.sampleMask);
  if (has.sampleShading) mState.enable(Capability::SampleShading, next.sampleShading);
  mState.enable(Capability::Dither, next.dither);
  if (has.srgbWriteControl) mState.enable(Capability::FramebufferSrgb, next.framebufferSrgb);
  if (has.depthClamp) mState.enable(Capability::DepthClamp, next.depthClamp);
  if (has.clipCullDistance && next.clipDistanceMask != mNow.clipDistanceMask)
    for (uint8_t i = 0; i < 8; ++i)
      mState.enable(static_cast<Capability>(static_cast<uint8_t>(Capability::ClipDistance0) + i),
                    next.clipDistanceMask >> i & 1);
}

void PipelineApplier::applyStencil(const pipe::StencilDynamic& values) {
  for (int face = 0; face < 2; ++face) {
    const GLenum side = face ? GL_BACK : GL_FRONT;
    const StencilFunc want{mNow.stencil[face].func, values.reference[face], values.compareMask[face],
                           values.writeMask[face]};
    StencilFunc& have = mStencil[face];
    if (want.func != have.func || want.reference != have.reference || want.compareMask != have.compareMask)
      mGl.StencilFuncSeparate(side, want.func, want.reference, want.compareMask);
    if (want.writeMask != have.writeMask) mGl.StencilMaskSeparate(side, want.writeMask);
    have = want;
  }
}

}  // namespace gles
