// SPDX-License-Identifier: Apache-2.0
// Built-in uniforms of GLSL (GL 4.6 compatibility §7.6.1, GLSL 4.60 §7.4.1) from state. A program's list of them is made
// once; a draw then looks at one serial per group, and computes only what moved.
#include "gl/legacy_builtins.h"

#include <cmath>
#include <cstring>
#include <numbers>
#include <string>
#include <string_view>

#include "gl/device_info.h"
#include "gl/legacy_matrix.h"
#include "gl/program_link.h"
#include "gl/uniform_type.h"
#include "shader/fixed_remainder.h"
#include "shader/stage.h"

namespace gl {
namespace {

using state::BuiltinGroup;
using state::Legacy;
using state::Matrix;
using Out = float (&)[16];

const Legacy& legacyOf(const Context& ctx) { return ctx.legacy().state; }

void put(const Matrix& m, Out out) { std::copy(m.begin(), m.end(), out); }
void put(const state::Vec4& v, Out out) { std::copy(v.begin(), v.end(), out); }

// ── matrices ──

using Form = Matrix (*)(const Matrix&);
Matrix asIs(const Matrix& m) { return m; }
Matrix inverseTransposed(const Matrix& m) { return transposed(inverse(m)); }

template <Form F>
void modelView(const Context& ctx, uint32_t, Out out) {
  put(F(legacyOf(ctx).modelView.top()), out);
}
template <Form F>
void projection(const Context& ctx, uint32_t, Out out) {
  put(F(legacyOf(ctx).projection.top()), out);
}
template <Form F>
void combined(const Context& ctx, uint32_t, Out out) {
  put(F(product(legacyOf(ctx).projection.top(), legacyOf(ctx).modelView.top())), out);
}
template <Form F>
void textureMatrix(const Context& ctx, uint32_t unit, Out out) {
  if (unit < state::kMaxTextureCoords) put(F(legacyOf(ctx).texture[unit].top()), out);
}

// Inverse transpose of the upper left 3×3: columns of three follow each other.
void normalMatrix(const Context& ctx, uint32_t, Out out) {
  Matrix m = legacyOf(ctx).modelView.top();
  m[3] = m[7] = m[11] = m[12] = m[13] = m[14] = 0;
  m[15] = 1;
  m = inverseTransposed(m);
  for (size_t column = 0; column < 3; ++column)
    for (size_t row = 0; row < 3; ++row) out[column * 3 + row] = m[column * 4 + row];
}
void normalScale(const Context& ctx, uint32_t, Out out) {
  const Matrix m = inverse(legacyOf(ctx).modelView.top());
  const float length = std::sqrt(m[2] * m[2] + m[6] * m[6] + m[10] * m[10]);
  out[0] = length > 0 ? 1 / length : 1;
}

// ── lighting ──

template <size_t Face, auto Member>
void material(const Context& ctx, uint32_t, Out out) {
  const state::Material& m = legacyOf(ctx).values.materials[Face];
  if constexpr (std::is_same_v<decltype(Member), float state::Material::*>)
    out[0] = m.*Member;
  else
    put(m.*Member, out);
}

const state::Light& lightOf(const Context& ctx, uint32_t i) {
  return legacyOf(ctx).values.lights[std::min(i, state::kMaxLights - 1)];
}
template <auto Member>
void light(const Context& ctx, uint32_t i, Out out) {
  const state::Light& l = lightOf(ctx, i);
  if constexpr (std::is_same_v<decltype(Member), float state::Light::*>)
    out[0] = l.*Member;
  else
    std::copy((l.*Member).begin(), (l.*Member).end(), out);
}
void halfVector(const Context& ctx, uint32_t i, Out out) {
  const state::Vec4& p = lightOf(ctx, i).position;
  const float length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  if (!(length > 0)) return;
  const float v[3] = {p[0] / length, p[1] / length, p[2] / length + 1};
  const float whole = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (size_t k = 0; k < 3; ++k) out[k] = whole > 0 ? v[k] / whole : 0;
}
void spotCosCutoff(const Context& ctx, uint32_t i, Out out) {
  const double degrees = static_cast<double>(lightOf(ctx, i).spotCutoff);
  out[0] = degrees == 180 ? -1 : static_cast<float>(std::cos(degrees * std::numbers::pi / 180));
}
void modelAmbient(const Context& ctx, uint32_t, Out out) { put(legacyOf(ctx).values.lightModel.ambient, out); }
template <size_t Face>
void sceneColor(const Context& ctx, uint32_t, Out out) {
  const state::Material& m = legacyOf(ctx).values.materials[Face];
  const state::Vec4& ambient = legacyOf(ctx).values.lightModel.ambient;
  for (size_t k = 0; k < 3; ++k) out[k] = m.emission[k] + m.ambient[k] * ambient[k];
  out[3] = m.diffuse[3];
}
template <size_t Face, state::Vec4 state::Material::*Of, state::Vec4 state::Light::*With>
void lightProduct(const Context& ctx, uint32_t i, Out out) {
  const state::Material& m = legacyOf(ctx).values.materials[Face];
  for (size_t k = 0; k < 4; ++k) out[k] = (m.*Of)[k] * (lightOf(ctx, i).*With)[k];
}

// ── the rest ──

template <size_t Coord, state::Vec4 state::TexGen::*Member>
void plane(const Context& ctx, uint32_t unit, Out out) {
  if (unit < state::kMaxTextureCoords) put(legacyOf(ctx).values.units[unit].gen[Coord].*Member, out);
}
void envColor(const Context& ctx, uint32_t unit, Out out) {
  if (unit < state::kMaxTextureCoords) put(legacyOf(ctx).values.units[unit].env.constant, out);
}
void fogColor(const Context& ctx, uint32_t, Out out) { put(legacyOf(ctx).values.fog.color, out); }
template <float state::Fog::*Member>
void fog(const Context& ctx, uint32_t, Out out) {
  out[0] = legacyOf(ctx).values.fog.*Member;
}
void fogScale(const Context& ctx, uint32_t, Out out) {
  const state::Fog& f = legacyOf(ctx).values.fog;
  out[0] = f.end == f.start ? 0 : 1 / (f.end - f.start);
}
void alphaReference(const Context& ctx, uint32_t, Out out) { out[0] = legacyOf(ctx).values.alphaReference; }
void clipPlane(const Context& ctx, uint32_t i, Out out) {
  if (i >= state::kMaxClipPlanes) return;
  for (size_t k = 0; k < 4; ++k) out[k] = static_cast<float>(legacyOf(ctx).values.clipPlanes[i][k]);
}
void depthNear(const Context& ctx, uint32_t, Out out) { out[0] = ctx.state().viewports[0].near; }
void depthFar(const Context& ctx, uint32_t, Out out) { out[0] = ctx.state().viewports[0].far; }
void depthDifference(const Context& ctx, uint32_t, Out out) {
  out[0] = ctx.state().viewports[0].far - ctx.state().viewports[0].near;
}
void pointSize(const Context& ctx, uint32_t, Out out) { out[0] = ctx.state().raster.pointSize; }
void pointFade(const Context& ctx, uint32_t, Out out) { out[0] = ctx.state().raster.pointFadeThreshold; }
void pointMin(const Context& ctx, uint32_t, Out out) { out[0] = legacyOf(ctx).values.point.sizeMin; }
void pointMax(const Context& ctx, uint32_t, Out out) {
  out[0] = std::min(legacyOf(ctx).values.point.sizeMax, ctx.device().maxPointSize);
}
template <size_t K>
void pointAttenuation(const Context& ctx, uint32_t, Out out) {
  out[0] = legacyOf(ctx).values.point.attenuation[K];
}

struct Row {
  std::string_view name;  // with [] where an index stands
  BuiltinPlan::Read read;
  BuiltinGroup group;
};

using L = state::Light;
using M = state::Material;
using G = state::TexGen;

#define MATRIX_ROWS(name, function) \
  {name, function<asIs>, BuiltinGroup::Matrices}, {name "Inverse", function<inverse>, BuiltinGroup::Matrices}, \
  {name "Transpose", function<transposed>, BuiltinGroup::Matrices}, \
  {name "InverseTranspose", function<inverseTransposed>, BuiltinGroup::Matrices}
#define MATERIAL_ROWS(name, face) \
  {name ".emission", material<face, &M::emission>, BuiltinGroup::Lighting}, \
  {name ".ambient", material<face, &M::ambient>, BuiltinGroup::Lighting}, \
  {name ".diffuse", material<face, &M::diffuse>, BuiltinGroup::Lighting}, \
  {name ".specular", material<face, &M::specular>, BuiltinGroup::Lighting}, \
  {name ".shininess", material<face, &M::shininess>, BuiltinGroup::Lighting}
#define PRODUCT_ROWS(name, face) \
  {name "[].ambient", lightProduct<face, &M::ambient, &L::ambient>, BuiltinGroup::Lighting}, \
  {name "[].diffuse", lightProduct<face, &M::diffuse, &L::diffuse>, BuiltinGroup::Lighting}, \
  {name "[].specular", lightProduct<face, &M::specular, &L::specular>, BuiltinGroup::Lighting}
#define PLANE_ROWS(letter, coord) \
  {"gl_EyePlane" letter "[]", plane<coord, &G::eyePlane>, BuiltinGroup::Texture}, \
  {"gl_ObjectPlane" letter "[]", plane<coord, &G::objectPlane>, BuiltinGroup::Texture}

constexpr Row kRows[] = {
    MATRIX_ROWS("gl_ModelViewMatrix", modelView),
    MATRIX_ROWS("gl_ProjectionMatrix", projection),
    MATRIX_ROWS("gl_ModelViewProjectionMatrix", combined),
    {"gl_TextureMatrix[]", textureMatrix<asIs>, BuiltinGroup::Matrices},
    {"gl_TextureMatrixInverse[]", textureMatrix<inverse>, BuiltinGroup::Matrices},
    {"gl_TextureMatrixTranspose[]", textureMatrix<transposed>, BuiltinGroup::Matrices},
    {"gl_TextureMatrixInverseTranspose[]", textureMatrix<inverseTransposed>, BuiltinGroup::Matrices},
    {"gl_NormalMatrix", normalMatrix, BuiltinGroup::Matrices},
    {"gl_NormalScale", normalScale, BuiltinGroup::Matrices},

    MATERIAL_ROWS("gl_FrontMaterial", 0),
    MATERIAL_ROWS("gl_BackMaterial", 1),
    {"gl_LightSource[].ambient", light<&L::ambient>, BuiltinGroup::Lighting},
    {"gl_LightSource[].diffuse", light<&L::diffuse>, BuiltinGroup::Lighting},
    {"gl_LightSource[].specular", light<&L::specular>, BuiltinGroup::Lighting},
    {"gl_LightSource[].position", light<&L::position>, BuiltinGroup::Lighting},
    {"gl_LightSource[].halfVector", halfVector, BuiltinGroup::Lighting},
    {"gl_LightSource[].spotDirection", light<&L::spotDirection>, BuiltinGroup::Lighting},
    {"gl_LightSource[].spotExponent", light<&L::spotExponent>, BuiltinGroup::Lighting},
    {"gl_LightSource[].spotCutoff", light<&L::spotCutoff>, BuiltinGroup::Lighting},
    {"gl_LightSource[].spotCosCutoff", spotCosCutoff, BuiltinGroup::Lighting},
    {"gl_LightSource[].constantAttenuation", light<&L::constantAttenuation>, BuiltinGroup::Lighting},
    {"gl_LightSource[].linearAttenuation", light<&L::linearAttenuation>, BuiltinGroup::Lighting},
    {"gl_LightSource[].quadraticAttenuation", light<&L::quadraticAttenuation>, BuiltinGroup::Lighting},
    {"gl_LightModel.ambient", modelAmbient, BuiltinGroup::Lighting},
    {"gl_FrontLightModelProduct.sceneColor", sceneColor<0>, BuiltinGroup::Lighting},
    {"gl_BackLightModelProduct.sceneColor", sceneColor<1>, BuiltinGroup::Lighting},
    PRODUCT_ROWS("gl_FrontLightProduct", 0),
    PRODUCT_ROWS("gl_BackLightProduct", 1),

    {"gl_TextureEnvColor[]", envColor, BuiltinGroup::Texture},
    PLANE_ROWS("S", 0), PLANE_ROWS("T", 1), PLANE_ROWS("R", 2), PLANE_ROWS("Q", 3),

    {"gl_Fog.color", fogColor, BuiltinGroup::Fog},
    {"gl_Fog.density", fog<&state::Fog::density>, BuiltinGroup::Fog},
    {"gl_Fog.start", fog<&state::Fog::start>, BuiltinGroup::Fog},
    {"gl_Fog.end", fog<&state::Fog::end>, BuiltinGroup::Fog},
    {"gl_Fog.scale", fogScale, BuiltinGroup::Fog},
    {"mgl_AlphaReference", alphaReference, BuiltinGroup::Fog},
    {"gl_ClipPlane[]", clipPlane, BuiltinGroup::Clip},

    // Their values live in state that has no serial: computed for each draw of the few programs that read them.
    {"gl_DepthRange.near", depthNear, BuiltinGroup::Depth},
    {"gl_DepthRange.far", depthFar, BuiltinGroup::Depth},
    {"gl_DepthRange.diff", depthDifference, BuiltinGroup::Depth},
    {"gl_Point.size", pointSize, BuiltinGroup::Depth},
    {"gl_Point.sizeMin", pointMin, BuiltinGroup::Depth},
    {"gl_Point.sizeMax", pointMax, BuiltinGroup::Depth},
    {"gl_Point.fadeThresholdSize", pointFade, BuiltinGroup::Depth},
    {"gl_Point.distanceConstantAttenuation", pointAttenuation<0>, BuiltinGroup::Depth},
    {"gl_Point.distanceLinearAttenuation", pointAttenuation<1>, BuiltinGroup::Depth},
    {"gl_Point.distanceQuadraticAttenuation", pointAttenuation<2>, BuiltinGroup::Depth},
};

struct Slot {
  std::string_view name;
  uint32_t slot;
};
constexpr Slot kSlots[] = {
    {"gl_Vertex", state::kSlotVertex},       {"gl_Normal", state::kSlotNormal},
    {"gl_Color", state::kSlotColor},         {"gl_SecondaryColor", state::kSlotSecondaryColor},
    {"gl_FogCoord", state::kSlotFogCoord},
};

// "gl_LightSource[3].diffuse" → "gl_LightSource[].diffuse" and 3.
std::string withoutIndex(const std::string& name, uint32_t& index) {
  const size_t open = name.find('['), close = name.find(']');
  index = 0;
  if (open == std::string::npos || close == std::string::npos) return name;
  for (size_t i = open + 1; i < close; ++i) index = index * 10 + static_cast<uint32_t>(name[i] - '0');
  return name.substr(0, open + 1) + name.substr(close);
}

void addUniform(BuiltinPlan& plan, const shader::Uniform& uniform) {
  if (!uniform.name.starts_with("gl_") && uniform.name != "mgl_AlphaReference") return;
  uint32_t index;
  const std::string name = withoutIndex(uniform.name, index);
  for (const Row& row : kRows)
    if (row.name == name) plan.entries.push_back({&uniform, row.read, index, row.group});
}

void addAttribute(BuiltinPlan& plan, const shader::Attribute& attribute) {
  if (attribute.location < 0) return;
  const auto location = static_cast<uint32_t>(attribute.location);
  const auto add = [&](uint32_t slot) {
    plan.attributes.push_back({slot, location});
    plan.conventionalLocations |= 1u << location;
  };
  for (const Slot& slot : kSlots)
    if (slot.name == attribute.name) add(slot.slot);
  constexpr std::string_view kTexCoord = "gl_MultiTexCoord";
  if (attribute.name.starts_with(kTexCoord) && attribute.name.size() == kTexCoord.size() + 1)
    add(state::kSlotTexCoord0 + static_cast<uint32_t>(attribute.name.back() - '0') % state::kMaxTextureCoords);
}

// The text of the only shader of a stage; empty if there are none or several.
std::string_view onlySource(const shader::LinkInput& input, shader::Stage stage) {
  std::string_view found;
  for (const auto& object : input.stages) {
    if (object->stage() != stage) continue;
    if (!found.empty()) return {};
    found = object->source();
  }
  return found;
}

void lookAtSources(BuiltinPlan& plan, const shader::LinkInput& input) {
  const std::string_view vertex = onlySource(input, shader::Stage::Vertex);
  plan.canTestAlpha = !onlySource(input, shader::Stage::Fragment).empty();
  plan.writesClipVertex = shader::mentions(vertex, "gl_ClipVertex");
  plan.writesBackColor = (plan.canTestAlpha || plan.lacksFragment) && (shader::mentions(vertex, "gl_BackColor") ||
                          shader::mentions(vertex, "gl_BackSecondaryColor"));
}

std::shared_ptr<BuiltinPlan> makePlan(const state::Executable& executable) {
  auto plan = std::make_shared<BuiltinPlan>();
  const shader::Program& program = *executable.program;
  for (const shader::Uniform& uniform : program.uniforms) addUniform(*plan, uniform);
  for (const shader::Attribute& attribute : program.attributes) addAttribute(*plan, attribute);
  bool vertex = false, fragment = false;
  for (const shader::StageCode& code : program.code) {
    vertex |= code.stage == shader::Stage::Vertex;
    fragment |= code.stage == shader::Stage::Fragment;
  }
  plan->lacksVertex = fragment && !vertex;
  plan->lacksFragment = vertex && !fragment;
  if (program.code.empty())
    plan->hasNothing = program.geometryInput == 0 && program.tessMode == 0;
  else
    lookAtSources(*plan, static_cast<const LinkedExecutable&>(executable).input);
  return plan;
}

// One element into every stage's block image; marks what changed.
void store(state::Executable& executable, const shader::Uniform& u, uint32_t element, const float (&value)[16]) {
  const UniformType type = uniformType(u.glType);
  for (size_t stage = 0; stage < shader::kStageCount; ++stage) {
    if (u.placement[stage].offsetBytes < 0) continue;
    const uint32_t base = static_cast<uint32_t>(u.placement[stage].offsetBytes) +
                          element * static_cast<uint32_t>(u.arrayStrideBytes);
    const uint32_t columnBytes = type.rows * 4u;
    for (uint32_t column = 0; column < type.columns; ++column) {
      const uint32_t at = base + column * static_cast<uint32_t>(u.matrixStrideBytes);
      std::vector<std::byte>& block = executable.blocks[stage];
      if (at + columnBytes > block.size()) return;
      const float* from = value + column * type.rows;
      if (std::memcmp(block.data() + at, from, columnBytes) == 0) continue;
      std::memcpy(block.data() + at, from, columnBytes);
      executable.dirty[stage].add(at, at + columnBytes);
    }
  }
}

}  // namespace

BuiltinPlan& builtinsOf(state::Executable& executable) {
  if (!executable.builtins) executable.builtins = makePlan(executable);
  return *static_cast<BuiltinPlan*>(executable.builtins.get());
}

void fillBuiltins(Context& ctx, state::Executable& executable, BuiltinPlan& plan) {
  if (plan.entries.empty()) return;
  const auto& now = legacyOf(ctx).serials;
  bool changed = false;
  for (const BuiltinPlan::Entry& entry : plan.entries) {
    const auto group = static_cast<size_t>(entry.group);
    if (entry.group != BuiltinGroup::Depth && plan.serials[group] == now[group]) continue;
    changed = true;
    for (uint32_t element = 0; element < static_cast<uint32_t>(entry.uniform->arraySize); ++element) {
      float value[16] = {};
      entry.read(ctx, entry.index + element, value);
      store(executable, *entry.uniform, element, value);
    }
  }
  plan.serials = now;
  if (changed) ctx.state().mark(state::kDirtyConstants);
}

}  // namespace gl
