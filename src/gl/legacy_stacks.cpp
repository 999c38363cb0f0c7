// SPDX-License-Identifier: Apache-2.0
// glPushAttrib and glPopAttrib (GL 4.6 compatibility §21.6). A push is rare next to draws, so it copies plainly.
#include "gl/legacy_stacks.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include "gl/checks.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

using state::LegacyValues;
using state::Raster;

constexpr size_t kDeepest = 16;  // GL_MAX_ATTRIB_STACK_DEPTH, GL_MAX_CLIENT_ATTRIB_STACK_DEPTH

LegacyStacks& stacksOf(Context& ctx) {
  std::unique_ptr<LegacyStacks>& stacks = ctx.legacy().stacks;
  if (!stacks) stacks = std::make_unique<LegacyStacks>();
  return *stacks;
}
size_t depthOf(const Context& ctx, bool client) {
  const LegacyStacks* stacks = ctx.legacy().stacks.get();
  if (!stacks) return 0;
  return client ? stacks->clientAttribs.size() : stacks->attribs.size();
}

bool checkPush(const Context& ctx, const char* command, bool client) {
  return depthOf(ctx, client) < kDeepest ||
         refuse(ctx, GL_STACK_OVERFLOW, "%s: the stack has %zu entries, the limit.", command, kDeepest);
}
bool checkPop(const Context& ctx, const char* command, bool client) {
  return depthOf(ctx, client) != 0 || refuse(ctx, GL_STACK_UNDERFLOW, "%s: the stack is empty.", command);
}

constexpr uint32_t state::Context::*kHints[] = {
    &state::Context::hintLineSmooth,     &state::Context::hintPolygonSmooth, &state::Context::hintTextureCompression,
    &state::Context::hintDerivative,     &state::Context::hintGenerateMipmap, &state::Context::hintPerspective,
    &state::Context::hintPointSmooth,    &state::Context::hintFog,
};

void save(const Context& ctx, SavedAttribs& out) {
  const state::Context& st = ctx.state();
  out.legacy = legacyValues(ctx);
  out.raster = st.raster;
  out.viewports = st.viewports;
  out.scissors = st.scissors;
  out.scissorEnable = st.scissorEnable;
  std::copy(st.clearColor, st.clearColor + 4, out.clearColor.begin());
  out.clearColorKind = st.clearColorKind;
  out.clearDepth = st.clearDepth;
  out.clearStencil = st.clearStencil;
  out.activeUnit = st.activeUnit;
  for (size_t i = 0; i < std::size(kHints); ++i) out.hints[i] = st.*kHints[i];
  if (!(out.mask & GL_TEXTURE_BIT)) return;
  for (size_t unit = 0; unit < state::kMaxTextureCoords; ++unit)
    for (size_t kind = 0; kind < state::kTextureKindCount; ++kind) {
      const auto& texture = st.units[unit].bound[kind];
      out.textures[unit][kind] = {texture, texture->sampler, texture->baseLevel, texture->maxLevel};
    }
}

template <class T, class Saved, class... Members>
void copy(T& to, const Saved& from, Members... members) {
  ((to.*members = from.*members), ...);
}

void restoreEnables(Context& ctx, const SavedAttribs& s) {
  copy(ctx.state().raster, s.raster, &Raster::logicOpEnable, &Raster::cullEnable, &Raster::depthClamp, &Raster::depthTest,
       &Raster::dither, &Raster::lineSmooth, &Raster::multisample, &Raster::offsetFill, &Raster::offsetLine,
       &Raster::offsetPoint, &Raster::polygonSmooth, &Raster::alphaToCoverage, &Raster::alphaToOne,
       &Raster::sampleCoverage, &Raster::stencilTest, &Raster::pointSmooth, &Raster::pointSprite,
       &Raster::programPointSize, &Raster::clipDistanceMask, &Raster::framebufferSrgb);
  for (size_t i = 0; i < state::kMaxDrawBuffers; ++i) ctx.state().raster.blend[i].enable = s.raster.blend[i].enable;
  ctx.state().scissorEnable = s.scissorEnable;
  LegacyValues& v = legacyValues(ctx);
  copy(v, s.legacy, &LegacyValues::alphaTest, &LegacyValues::fogEnabled, &LegacyValues::lighting,
       &LegacyValues::colorMaterial, &LegacyValues::normalize, &LegacyValues::rescaleNormal, &LegacyValues::colorSum,
       &LegacyValues::otherEnables);
  for (size_t i = 0; i < state::kMaxLights; ++i) v.lights[i].enabled = s.legacy.lights[i].enabled;
  for (size_t i = 0; i < state::kMaxTextureCoords; ++i) {
    v.units[i].targets = s.legacy.units[i].targets;
    for (size_t c = 0; c < 4; ++c) v.units[i].gen[c].enabled = s.legacy.units[i].gen[c].enabled;
  }
}

void restoreColor(Context& ctx, const SavedAttribs& s) {
  state::Context& st = ctx.state();
  copy(st.raster, s.raster, &Raster::blend, &Raster::logicOpEnable, &Raster::logicOp, &Raster::dither,
       &Raster::framebufferSrgb, &Raster::clampFragmentColor, &Raster::clampReadColor);
  std::copy(s.raster.blendColor, s.raster.blendColor + 4, st.raster.blendColor);
  std::copy(s.clearColor.begin(), s.clearColor.end(), st.clearColor);
  st.clearColorKind = s.clearColorKind;
  copy(legacyValues(ctx), s.legacy, &LegacyValues::alphaTest, &LegacyValues::alphaFunc, &LegacyValues::alphaReference);
}

void restoreTextures(Context& ctx, SavedAttribs& s) {
  state::Context& st = ctx.state();
  LegacyValues& v = legacyValues(ctx);
  st.activeUnit = s.activeUnit;
  v.units = s.legacy.units;
  for (size_t unit = 0; unit < state::kMaxTextureCoords; ++unit)
    for (size_t kind = 0; kind < state::kTextureKindCount; ++kind) {
      SavedAttribs::SavedTexture& saved = s.textures[unit][kind];
      // A texture that was deleted meanwhile stays unbound.
      if (!saved.texture || saved.texture->deleted) continue;
      st.units[unit].bound[kind] = saved.texture;
      state::Texture& t = *saved.texture;
      if (t.sampler == saved.sampler && t.baseLevel == saved.baseLevel && t.maxLevel == saved.maxLevel) continue;
      t.sampler = saved.sampler, t.baseLevel = saved.baseLevel, t.maxLevel = saved.maxLevel;
      t.touch();
    }
}

void restoreLighting(LegacyValues& v, const LegacyValues& s) {
  copy(v, s, &LegacyValues::lights, &LegacyValues::materials, &LegacyValues::lightModel, &LegacyValues::lighting,
       &LegacyValues::colorMaterial, &LegacyValues::colorMaterialFace, &LegacyValues::colorMaterialMode,
       &LegacyValues::shadeModel);
}

void restoreGeometry(Context& ctx, const SavedAttribs& s) {
  Raster& r = ctx.state().raster;
  LegacyValues& v = legacyValues(ctx);
  const uint32_t m = s.mask;
  if (m & GL_POINT_BIT) {
    copy(r, s.raster, &Raster::pointSize, &Raster::pointFadeThreshold, &Raster::pointSmooth, &Raster::pointSprite,
         &Raster::pointSpriteOrigin);
    v.point = s.legacy.point;
  }
  if (m & GL_LINE_BIT) copy(r, s.raster, &Raster::lineWidth, &Raster::lineSmooth);
  if (m & GL_POLYGON_BIT)
    copy(r, s.raster, &Raster::cullEnable, &Raster::cullFace, &Raster::frontFace, &Raster::polygonMode,
         &Raster::polygonModeBack, &Raster::offsetFill, &Raster::offsetLine, &Raster::offsetPoint, &Raster::offsetFactor,
         &Raster::offsetUnits, &Raster::offsetClamp, &Raster::polygonSmooth);
  if (m & GL_TRANSFORM_BIT) {
    copy(v, s.legacy, &LegacyValues::matrixMode, &LegacyValues::clipPlanes, &LegacyValues::normalize,
         &LegacyValues::rescaleNormal);
    copy(r, s.raster, &Raster::clipDistanceMask, &Raster::depthClamp);
  }
  if (m & GL_VIEWPORT_BIT) ctx.state().viewports = s.viewports;
  if (m & GL_SCISSOR_BIT) ctx.state().scissors = s.scissors, ctx.state().scissorEnable = s.scissorEnable;
}

void restoreTests(Context& ctx, const SavedAttribs& s) {
  state::Context& st = ctx.state();
  const uint32_t m = s.mask;
  if (m & GL_DEPTH_BUFFER_BIT) {
    copy(st.raster, s.raster, &Raster::depthTest, &Raster::depthFunc, &Raster::depthWrite);
    st.clearDepth = s.clearDepth;
  }
  if (m & GL_STENCIL_BUFFER_BIT) {
    st.raster.stencilTest = s.raster.stencilTest;
    std::copy(s.raster.stencil, s.raster.stencil + 2, st.raster.stencil);
    st.clearStencil = s.clearStencil;
  }
  if (m & GL_MULTISAMPLE_BIT)
    copy(st.raster, s.raster, &Raster::multisample, &Raster::alphaToCoverage, &Raster::alphaToOne, &Raster::sampleCoverage,
         &Raster::sampleCoverageValue, &Raster::sampleCoverageInvert);
  if (m & GL_HINT_BIT)
    for (size_t i = 0; i < std::size(kHints); ++i) st.*kHints[i] = s.hints[i];
}

void restore(Context& ctx, SavedAttribs& s) {
  LegacyValues& v = legacyValues(ctx);
  const uint32_t m = s.mask;
  if (m & GL_CURRENT_BIT)
    copy(v, s.legacy, &LegacyValues::current, &LegacyValues::raster);
  if (m & GL_LIGHTING_BIT) restoreLighting(v, s.legacy);
  if (m & GL_FOG_BIT) copy(v, s.legacy, &LegacyValues::fog, &LegacyValues::fogEnabled, &LegacyValues::colorSum);
  if (m & GL_PIXEL_MODE_BIT) v.pixelZoom = s.legacy.pixelZoom;
  if (m & GL_LIST_BIT) v.listBase = s.legacy.listBase;
  restoreGeometry(ctx, s);
  restoreTests(ctx, s);
  if (m & GL_COLOR_BUFFER_BIT) restoreColor(ctx, s);
  if (m & GL_TEXTURE_BIT) restoreTextures(ctx, s);
  if (m & GL_ENABLE_BIT) restoreEnables(ctx, s);
  ctx.state().mark(state::kDirtyPipeline | state::kDirtyViewport | state::kDirtyScissor | state::kDirtyBlendColor |
                   state::kDirtyStencil | state::kDirtyRaster | state::kDirtySamplers);
  for (size_t group = 0; group < static_cast<size_t>(state::BuiltinGroup::Count); ++group)
    ctx.legacy().state.changed(static_cast<state::BuiltinGroup>(group));
}

void saveArrays(SavedClientAttribs& to, const state::VertexArray& array) {
  to.attribs = array.attribs, to.bindings = array.bindings;
  to.enabledMask = array.enabledMask, to.elements = array.elements;
  if (array.legacy) to.legacy = *array.legacy;
}

void restoreArrays(Context& ctx, const SavedClientAttribs& saved) {
  state::Context& st = ctx.state();
  st.buffers[static_cast<size_t>(state::BufferPoint::Array)] = saved.arrayBuffer;
  legacyValues(ctx).clientUnit = saved.clientUnit;
  // A deleted array object does not come back.
  if (!saved.array->deleted) st.vertexArray = saved.array;
  state::VertexArray& array = *st.vertexArray;
  array.attribs = saved.attribs, array.bindings = saved.bindings;
  array.enabledMask = saved.enabledMask, array.elements = saved.elements;
  if (array.legacy || saved.legacy.enabledMask) {
    if (!array.legacy) array.legacy = std::make_unique<state::LegacyArrays>();
    *array.legacy = saved.legacy;
  }
  array.touch();
  st.mark(state::kDirtyVertexArray);
}

}  // namespace

bool validatePushAttrib(const Context& ctx, GLbitfield) { return checkPush(ctx, "glPushAttrib", false); }
void pushAttrib(Context& ctx, GLbitfield mask) {
  auto saved = std::make_unique<SavedAttribs>();
  saved->mask = mask;
  save(ctx, *saved);
  stacksOf(ctx).attribs.push_back(std::move(saved));
}

bool validatePopAttrib(const Context& ctx) { return checkPop(ctx, "glPopAttrib", false); }
void popAttrib(Context& ctx) {
  auto& stack = stacksOf(ctx).attribs;
  restore(ctx, *stack.back());
  stack.pop_back();
}

bool validatePushClientAttrib(const Context& ctx, GLbitfield) { return checkPush(ctx, "glPushClientAttrib", true); }
void pushClientAttrib(Context& ctx, GLbitfield mask) {
  const state::Context& st = ctx.state();
  auto saved = std::make_unique<SavedClientAttribs>();
  saved->mask = mask;
  saved->pack = st.pack, saved->unpack = st.unpack;
  saved->packBuffer = st.buffers[static_cast<size_t>(state::BufferPoint::PixelPack)];
  saved->unpackBuffer = st.buffers[static_cast<size_t>(state::BufferPoint::PixelUnpack)];
  saved->arrayBuffer = st.buffers[static_cast<size_t>(state::BufferPoint::Array)];
  saved->clientUnit = legacyValues(ctx).clientUnit;
  saved->array = st.vertexArray;
  saveArrays(*saved, *st.vertexArray);
  stacksOf(ctx).clientAttribs.push_back(std::move(saved));
}

bool validatePopClientAttrib(const Context& ctx) { return checkPop(ctx, "glPopClientAttrib", true); }
void popClientAttrib(Context& ctx) {
  state::Context& st = ctx.state();
  auto& stack = stacksOf(ctx).clientAttribs;
  SavedClientAttribs& saved = *stack.back();
  if (saved.mask & GL_CLIENT_PIXEL_STORE_BIT) {
    st.pack = saved.pack, st.unpack = saved.unpack;
    st.buffers[static_cast<size_t>(state::BufferPoint::PixelPack)] = saved.packBuffer;
    st.buffers[static_cast<size_t>(state::BufferPoint::PixelUnpack)] = saved.unpackBuffer;
  }
  if (saved.mask & GL_CLIENT_VERTEX_ARRAY_BIT) restoreArrays(ctx, saved);
  stack.pop_back();
}

}  // namespace gl
