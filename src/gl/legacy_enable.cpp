// SPDX-License-Identifier: Apache-2.0
// Switches of the fixed-function pipeline. Those of textures and texture coordinates belong to the active unit.
#include "gl/legacy_enable.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <iterator>

#include "gl/legacy.h"

namespace gl {
namespace {

using state::LegacyValues;

struct Switch {
  GLenum cap;
  bool LegacyValues::*member;
};
constexpr Switch kSwitches[] = {
    {GL_ALPHA_TEST, &LegacyValues::alphaTest},         {GL_FOG, &LegacyValues::fogEnabled},
    {GL_LIGHTING, &LegacyValues::lighting},            {GL_COLOR_MATERIAL, &LegacyValues::colorMaterial},
    {GL_NORMALIZE, &LegacyValues::normalize},          {GL_RESCALE_NORMAL, &LegacyValues::rescaleNormal},
    {GL_COLOR_SUM, &LegacyValues::colorSum},
};

// Position = bit of LegacyUnit::targets.
constexpr GLenum kTextures[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE};

// Remembered, but nothing acts on them. Position = bit of LegacyValues::otherEnables.
constexpr GLenum kOthers[] = {
    GL_LINE_STIPPLE, GL_POLYGON_STIPPLE, GL_INDEX_LOGIC_OP, GL_AUTO_NORMAL, GL_VERTEX_PROGRAM_TWO_SIDE,
    GL_MAP1_COLOR_4, GL_MAP1_INDEX, GL_MAP1_NORMAL, GL_MAP1_TEXTURE_COORD_1, GL_MAP1_TEXTURE_COORD_2,
    GL_MAP1_TEXTURE_COORD_3, GL_MAP1_TEXTURE_COORD_4, GL_MAP1_VERTEX_3, GL_MAP1_VERTEX_4, GL_MAP2_COLOR_4,
    GL_MAP2_INDEX, GL_MAP2_NORMAL, GL_MAP2_TEXTURE_COORD_1, GL_MAP2_TEXTURE_COORD_2, GL_MAP2_TEXTURE_COORD_3,
    GL_MAP2_TEXTURE_COORD_4, GL_MAP2_VERTEX_3, GL_MAP2_VERTEX_4,
};
static_assert(std::size(kOthers) <= 64);

template <class Table>
int indexIn(const Table& table, GLenum cap) {
  for (size_t i = 0; i < std::size(table); ++i)
    if (table[i] == cap) return static_cast<int>(i);
  return -1;
}

bool LegacyValues::*memberOf(GLenum cap) {
  for (const Switch& row : kSwitches)
    if (row.cap == cap) return row.member;
  return nullptr;
}

bool isLight(GLenum cap) { return cap >= GL_LIGHT0 && cap < GL_LIGHT0 + state::kMaxLights; }
bool isTexGen(GLenum cap) { return cap >= GL_TEXTURE_GEN_S && cap <= GL_TEXTURE_GEN_Q; }

// Units beyond those with coordinates have no fixed function: they share a place that nothing reads.
uint32_t coordUnit(const Context& ctx) { return ctx.state().activeUnit; }

}  // namespace

bool isLegacyCapability(uint32_t cap) {
  return memberOf(cap) || isLight(cap) || isTexGen(cap) || indexIn(kTextures, cap) >= 0 || indexIn(kOthers, cap) >= 0;
}

bool isLegacyCapabilityEnabled(const Context& ctx, uint32_t cap) {
  const LegacyValues& values = legacyValues(ctx);
  if (const auto member = memberOf(cap)) return values.*member;
  if (isLight(cap)) return values.lights[cap - GL_LIGHT0].enabled;
  const uint32_t unit = coordUnit(ctx);
  const int texture = indexIn(kTextures, cap);
  if (texture >= 0) return unit < state::kMaxTextureCoords && (values.units[unit].targets >> texture & 1);
  if (isTexGen(cap)) return unit < state::kMaxTextureCoords && values.units[unit].gen[cap - GL_TEXTURE_GEN_S].enabled;
  return values.otherEnables >> indexIn(kOthers, cap) & 1;
}

void setLegacyCapability(Context& ctx, uint32_t cap, bool on) {
  LegacyValues& values = legacyValues(ctx);
  const uint32_t unit = coordUnit(ctx);
  if (const auto member = memberOf(cap)) {
    values.*member = on;
  } else if (isLight(cap)) {
    values.lights[cap - GL_LIGHT0].enabled = on;
  } else if (const int texture = indexIn(kTextures, cap); texture >= 0) {
    if (unit >= state::kMaxTextureCoords) return;
    const auto bit = static_cast<uint8_t>(1u << texture);
    uint8_t& targets = values.units[unit].targets;
    targets = static_cast<uint8_t>(on ? targets | bit : targets & ~bit);
  } else if (isTexGen(cap)) {
    if (unit < state::kMaxTextureCoords) values.units[unit].gen[cap - GL_TEXTURE_GEN_S].enabled = on;
  } else if (const int other = indexIn(kOthers, cap); other >= 0) {
    const uint64_t bit = uint64_t{1} << other;
    values.otherEnables = on ? values.otherEnables | bit : values.otherEnables & ~bit;
  }
  // From here on the material follows the color, which it does at once.
  if (cap == GL_COLOR_MATERIAL && on) followColor(ctx);
}

}  // namespace gl
