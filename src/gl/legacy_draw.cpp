// SPDX-License-Identifier: Apache-2.0
// Conventional arrays and current values, laid over the generic ones for the time of a draw.
#include "gl/legacy_draw.h"

#include <bit>
#include <cstring>

namespace gl {

namespace {

using state::LegacyArrays;
using state::VertexArray;

state::AttribValue valueOf(const state::Vec4& current) {
  state::AttribValue value;
  std::memcpy(value.bits, current.data(), sizeof value.bits);
  return value;
}

bool isSame(const state::AttribValue& a, const state::AttribValue& b) {
  return a.kind == b.kind && std::memcmp(a.bits, b.bits, sizeof a.bits) == 0;
}

void disable(VertexArray& array, uint32_t location) {
  array.attribs[location].enabled = false;
  array.enabledMask &= ~(1u << location);
}

// A copy of `from` in which the conventional arrays stand where the program reads them.
void overlay(VertexArray& to, const VertexArray& from, const BuiltinPlan& plan) {
  to.attribs = from.attribs;
  to.bindings = from.bindings;
  to.elements = from.elements;
  to.enabledMask = from.enabledMask;
  const auto put = [&](uint32_t slot, uint32_t location) {
    // Generic arrays keep their bindings: the conventional one takes the binding of its location.
    for (state::VertexAttrib& a : to.attribs)
      if (a.enabled && a.binding == location && &a != &to.attribs[location]) return;
    to.attribs[location] = from.legacy->attribs[slot];
    to.attribs[location].binding = location;
    to.bindings[location] = from.legacy->bindings[slot];
    to.enabledMask |= 1u << location;
  };
  const uint32_t conventional = from.legacy ? from.legacy->enabledMask : 0;
  for (const BuiltinPlan::Attribute& a : plan.attributes) {
    // Generic attribute 0 and gl_Vertex are one; the generic array wins.
    if (a.slot == state::kSlotVertex && (from.enabledMask & 1)) continue;
    if (conventional >> a.slot & 1)
      put(a.slot, a.location);
    else
      disable(to, a.location);
  }
  if ((conventional & 1u << state::kSlotVertex) && !(from.enabledMask & 1) && !(plan.conventionalLocations & 1))
    put(state::kSlotVertex, 0);
  to.touch();
}

}  // namespace

DrawScope::DrawScope(Context& ctx) : mContext(ctx) { prepare(nullptr); }
DrawScope::DrawScope(Context& ctx, Immediate& immediate) : mContext(ctx) { prepare(&immediate); }

void DrawScope::prepare(Immediate* immediate) {
  state::Context& st = mContext.state();
  if (!mContext.isCore()) chooseProgram(mContext);
  if (!st.executable) return;
  BuiltinPlan& plan = builtinsOf(*st.executable);
  fillBuiltins(mContext, *st.executable, plan);
  if (mContext.isCore()) return;
  if (!plan.attributes.empty()) layValues(plan);
  if (immediate)
    layImmediate(*st.executable, plan, *immediate);
  else
    layArrays(*st.executable, plan);
}

void DrawScope::layValues(const BuiltinPlan& plan) {
  state::Context& st = mContext.state();
  const state::LegacyValues& values = legacyValues(mContext);
  mValues = st.attribDefaults;
  for (const BuiltinPlan::Attribute& a : plan.attributes) {
    const state::AttribValue value = valueOf(values.current[a.slot]);
    if (isSame(value, st.attribDefaults[a.location])) continue;
    st.attribDefaults[a.location] = value;
    st.mark(state::kDirtyAttribDefaults);
  }
}

void DrawScope::layArrays(state::Executable& executable, const BuiltinPlan& plan) {
  state::Context& st = mContext.state();
  LegacyContext& legacy = mContext.legacy();
  const VertexArray& bound = *st.vertexArray;
  const bool hasConventional = bound.legacy && bound.legacy->enabledMask != 0;
  if (!hasConventional && !(plan.conventionalLocations & bound.enabledMask & ~1u)) {
    // The tracker still knows the overlay of an earlier draw.
    if (legacy.drawnArray) st.mark(state::kDirtyVertexArray);
    legacy.drawnArray = nullptr;
    return;
  }
  LegacyContext::Overlay& o = legacy.overlay;
  if (!o.array) o.array = std::make_shared<VertexArray>(0u);
  const bool stale = o.arrayIdentity != bound.identity || o.arraySerial != bound.changeSerial ||
                     o.executable != executable.identity;
  if (stale) {
    overlay(*o.array, bound, plan);
    o.arrayIdentity = bound.identity, o.arraySerial = bound.changeSerial, o.executable = executable.identity;
    st.mark(state::kDirtyVertexArray);
  }
  // Binding an element buffer does not move the serial of every array.
  if (o.array->elements != bound.elements) {
    o.array->elements = bound.elements;
    st.mark(state::kDirtyVertexArray);
  }
  install(o.array);
}

void DrawScope::layImmediate(const state::Executable& executable, const BuiltinPlan& plan, Immediate& im) {
  if (!im.array) im.array = std::make_shared<VertexArray>(0u);
  VertexArray& array = *im.array;
  array.enabledMask = 0;
  const uint32_t strideBytes = static_cast<uint32_t>(std::popcount(im.mask)) * 16;
  for (state::VertexAttrib& a : array.attribs) a.enabled = false;
  const auto put = [&](uint32_t slot, uint32_t location) {
    if (!(im.mask >> slot & 1) || location >= state::kMaxAttribs) return;
    state::VertexAttrib& a = array.attribs[location];
    a.enabled = true;
    a.components = 4;
    a.kind = im.kinds[slot] ? 2 : 0;
    a.type = im.kinds[slot] == 0 ? glenum::FLOAT_ : im.kinds[slot] == 1 ? glenum::INT_ : glenum::UNSIGNED_INT_;
    a.binding = location;
    a.pointer = im.words.data() + static_cast<size_t>(std::popcount(im.mask & ((1u << slot) - 1))) * 4;
    array.bindings[location] = {nullptr, 0, strideBytes, 0};
    array.enabledMask |= 1u << location;
  };
  for (const shader::Attribute& attribute : executable.program->attributes) {
    if (attribute.location < 0) continue;
    const auto location = static_cast<uint32_t>(attribute.location);
    for (uint32_t k = 0; k < state::kMaxAttribs - location; ++k)
      if (!(plan.conventionalLocations >> (location + k) & 1)) put(Immediate::kGeneric + location + k, location + k);
  }
  for (const BuiltinPlan::Attribute& a : plan.attributes) put(a.slot, a.location);
  if (!(plan.conventionalLocations & 1)) put(state::kSlotVertex, 0);
  array.touch();
  mContext.state().mark(state::kDirtyVertexArray);
  install(im.array);
}

void DrawScope::install(const std::shared_ptr<VertexArray>& array) {
  state::Context& st = mContext.state();
  LegacyContext& legacy = mContext.legacy();
  if (!mValues) mValues = st.attribDefaults;
  if (legacy.drawnArray != array.get()) st.mark(state::kDirtyVertexArray);
  legacy.drawnArray = array.get();
  mBound = st.vertexArray;
  st.vertexArray = array;
}

void DrawScope::restore() {
  state::Context& st = mContext.state();
  if (mBound) st.vertexArray = std::move(mBound);
  for (size_t i = 0; i < state::kMaxAttribs; ++i) {
    if (isSame((*mValues)[i], st.attribDefaults[i])) continue;
    st.attribDefaults[i] = (*mValues)[i];
    st.mark(state::kDirtyAttribDefaults);
  }
}

}  // namespace gl
