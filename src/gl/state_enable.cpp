// SPDX-License-Identifier: Apache-2.0
// glEnable and glDisable: one table of capabilities, which the queries of them use too.
#include <GL/gl.h>
#include <GL/glext.h>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/legacy_arrays.h"
#include "gl/legacy_enable.h"
#include "gl/prototypes_get.gen.h"
#include "gl/prototypes_state.gen.h"
#include "gl/state_set.h"

namespace gl {
namespace {

using state::Raster;

struct Capability {
  GLenum cap;
  bool Raster::*member;
  bool removed;  // not in the core profile
  uint32_t dirty = state::kDirtyPipeline;
};

constexpr Capability kCapabilities[] = {
    {GL_COLOR_LOGIC_OP, &Raster::logicOpEnable, false},
    {GL_CULL_FACE, &Raster::cullEnable, false},
    {GL_DEPTH_CLAMP, &Raster::depthClamp, false},
    {GL_DEPTH_TEST, &Raster::depthTest, false},
    {GL_DITHER, &Raster::dither, false},
    {GL_FRAMEBUFFER_SRGB, &Raster::framebufferSrgb, false},
    {GL_LINE_SMOOTH, &Raster::lineSmooth, false},
    {GL_MULTISAMPLE, &Raster::multisample, false},
    {GL_POLYGON_OFFSET_FILL, &Raster::offsetFill, false},
    {GL_POLYGON_OFFSET_LINE, &Raster::offsetLine, false},
    {GL_POLYGON_OFFSET_POINT, &Raster::offsetPoint, false},
    {GL_POLYGON_SMOOTH, &Raster::polygonSmooth, false},
    {GL_PRIMITIVE_RESTART, &Raster::primitiveRestart, false},
    {GL_PRIMITIVE_RESTART_FIXED_INDEX, &Raster::primitiveRestartFixed, false},
    {GL_PROGRAM_POINT_SIZE, &Raster::programPointSize, false},
    {GL_RASTERIZER_DISCARD, &Raster::rasterizerDiscard, false},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, &Raster::alphaToCoverage, false},
    {GL_SAMPLE_ALPHA_TO_ONE, &Raster::alphaToOne, false},
    {GL_SAMPLE_COVERAGE, &Raster::sampleCoverage, false},
    {GL_SAMPLE_MASK, &Raster::sampleMaskEnable, false},
    {GL_SAMPLE_SHADING, &Raster::sampleShading, false},
    {GL_STENCIL_TEST, &Raster::stencilTest, false},
    {GL_TEXTURE_CUBE_MAP_SEAMLESS, &Raster::seamlessCube, false, state::kDirtyPipeline | state::kDirtySamplers},
    {GL_POINT_SMOOTH, &Raster::pointSmooth, true},
    {GL_POINT_SPRITE, &Raster::pointSprite, true},
};

const Capability* findCapability(GLenum cap) {
  for (const Capability& row : kCapabilities)
    if (row.cap == cap) return &row;
  return nullptr;
}

bool isClipDistance(const Context& ctx, GLenum cap) {
  return cap >= GL_CLIP_DISTANCE0 && cap - GL_CLIP_DISTANCE0 < std::max(ctx.device().maxClipDistances, 8u);
}

void setBit(Context& ctx, uint32_t& mask, uint32_t bits, bool on, uint32_t dirty) {
  store(ctx, mask, on ? mask | bits : mask & ~bits, dirty);
}

void setCapability(Context& ctx, GLenum cap, bool on) {
  state::Context& st = ctx.state();
  if (const Capability* row = findCapability(cap)) return store(ctx, st.raster.*row->member, on, row->dirty);
  switch (cap) {
    case GL_BLEND:
      for (state::BlendTarget& target : st.raster.blend) store(ctx, target.enable, on, state::kDirtyPipeline);
      return;
    case GL_SCISSOR_TEST: return setBit(ctx, st.scissorEnable, (1u << state::kMaxViewports) - 1, on, state::kDirtyScissor);
    case GL_DEBUG_OUTPUT: ctx.debug().output = on; return;
    case GL_DEBUG_OUTPUT_SYNCHRONOUS: ctx.debug().synchronous = on; return;
    default: break;
  }
  if (isClipDistance(ctx, cap))
    return setBit(ctx, st.raster.clipDistanceMask, 1u << (cap - GL_CLIP_DISTANCE0), on, state::kDirtyPipeline);
  setLegacyCapability(ctx, cap, on);
}

void setIndexedCapability(Context& ctx, GLenum cap, GLuint index, bool on) {
  if (cap == GL_BLEND) return store(ctx, ctx.state().raster.blend[index].enable, on, state::kDirtyPipeline);
  setBit(ctx, ctx.state().scissorEnable, 1u << index, on, state::kDirtyScissor);
}

bool checkCapability(const Context& ctx, const char* command, GLenum cap) {
  return isCapability(ctx, cap) || refuseEnum(ctx, command, "cap", cap);
}

bool checkIndexedCapability(const Context& ctx, const char* command, GLenum cap, GLuint index) {
  const uint32_t count = indexedCapabilityCount(ctx, cap);
  return count == 0 ? refuseEnum(ctx, command, "cap", cap) : checkBelow(ctx, command, "index", index, count);
}

}  // namespace

bool isCapability(const Context& ctx, uint32_t cap) {
  if (const Capability* row = findCapability(cap)) return !row->removed || !ctx.isCore();
  return isOneOf(cap, {GL_BLEND, GL_SCISSOR_TEST, GL_DEBUG_OUTPUT, GL_DEBUG_OUTPUT_SYNCHRONOUS}) ||
         isClipDistance(ctx, cap) || (!ctx.isCore() && isLegacyCapability(cap));
}

bool isCapabilityEnabled(const Context& ctx, uint32_t cap) {
  const state::Context& st = ctx.state();
  if (const Capability* row = findCapability(cap)) return st.raster.*row->member;
  switch (cap) {
    case GL_BLEND: return st.raster.blend[0].enable;
    case GL_SCISSOR_TEST: return st.scissorEnable & 1;
    case GL_DEBUG_OUTPUT: return ctx.debug().output;
    case GL_DEBUG_OUTPUT_SYNCHRONOUS: return ctx.debug().synchronous;
    default: break;
  }
  if (isClipDistance(ctx, cap)) return st.raster.clipDistanceMask >> (cap - GL_CLIP_DISTANCE0) & 1;
  return isLegacyCapabilityEnabled(ctx, cap);
}

uint32_t indexedCapabilityCount(const Context& ctx, uint32_t cap) {
  if (cap == GL_BLEND) return drawBufferLimit(ctx);
  return cap == GL_SCISSOR_TEST ? viewportLimit(ctx) : 0;
}

bool isIndexedCapabilityEnabled(const Context& ctx, uint32_t cap, uint32_t index) {
  return cap == GL_BLEND ? ctx.state().raster.blend[index].enable : (ctx.state().scissorEnable >> index & 1) != 0;
}

uint32_t drawBufferLimit(const Context& ctx) { return std::min(ctx.device().maxDrawBuffers, state::kMaxDrawBuffers); }

bool validateEnable(const Context& ctx, GLenum cap) { return checkCapability(ctx, "glEnable", cap); }
void enable(Context& ctx, GLenum cap) { setCapability(ctx, cap, true); }
bool validateDisable(const Context& ctx, GLenum cap) { return checkCapability(ctx, "glDisable", cap); }
void disable(Context& ctx, GLenum cap) { setCapability(ctx, cap, false); }

bool validateEnablei(const Context& ctx, GLenum target, GLuint index) {
  return checkIndexedCapability(ctx, "glEnablei", target, index);
}
void enablei(Context& ctx, GLenum target, GLuint index) { setIndexedCapability(ctx, target, index, true); }
bool validateDisablei(const Context& ctx, GLenum target, GLuint index) {
  return checkIndexedCapability(ctx, "glDisablei", target, index);
}
void disablei(Context& ctx, GLenum target, GLuint index) { setIndexedCapability(ctx, target, index, false); }

// glIsEnabled knows the switches of conventional arrays too, which glEnable does not take.
bool validateIsEnabled(const Context& ctx, GLenum cap) {
  return (!ctx.isCore() && clientArraySlot(ctx, cap) != ~0u) || checkCapability(ctx, "glIsEnabled", cap);
}
GLboolean isEnabled(Context& ctx, GLenum cap) {
  const uint32_t array = clientArraySlot(ctx, cap);
  return array != ~0u ? isClientArrayEnabled(ctx, array) : isCapabilityEnabled(ctx, cap);
}
bool validateIsEnabledi(const Context& ctx, GLenum target, GLuint index) {
  return checkIndexedCapability(ctx, "glIsEnabledi", target, index);
}
GLboolean isEnabledi(Context& ctx, GLenum target, GLuint index) {
  return isIndexedCapabilityEnabled(ctx, target, index);
}

}  // namespace gl
