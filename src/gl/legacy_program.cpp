// SPDX-License-Identifier: Apache-2.0
// Programs that the application did not write: all of the fixed functions, or the stage that its program lacks. State
// becomes a key, a key becomes text, text becomes an executable that is kept for the next draw with the same key.
#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/log.h"
#include "formats/formats.h"
#include "gl/device_info.h"
#include "gl/legacy_draw.h"
#include "gl/legacy_enable.h"
#include "gl/program_link.h"
#include "gl/program_object.h"
#include "gl/uniform_type.h"
#include "shader/fixed_remainder.h"
#include "shader/stage.h"

namespace gl {
namespace {

using namespace shader;

constexpr size_t kMostPrograms = 128;  // of one kind; at the limit all go, and those in use come back

// ── state → key ──

// By priority: the first enabled target that has a complete texture.
struct Target {
  state::LegacyTarget target;
  state::TextureKind kind;
  FixedTexture fixed;
};
constexpr Target kTargets[] = {
    {state::kTargetCube, state::TextureKind::kCube, FixedTexture::kCube},
    {state::kTarget3D, state::TextureKind::k3D, FixedTexture::k3D},
    {state::kTargetRectangle, state::TextureKind::kRectangle, FixedTexture::kRectangle},
    {state::kTarget2D, state::TextureKind::k2D, FixedTexture::k2D},
    {state::kTarget1D, state::TextureKind::k1D, FixedTexture::k1D},
};

FixedEnv envOf(uint32_t mode) {
  switch (mode) {
    case GL_REPLACE: return FixedEnv::Replace;
    case GL_DECAL: return FixedEnv::Decal;
    case GL_BLEND: return FixedEnv::Blend;
    case GL_ADD: return FixedEnv::Add;
    case GL_COMBINE: return FixedEnv::Combine;
    default: return FixedEnv::Modulate;
  }
}

FixedTexels texelsOf(const formats::FormatInfo& info, uint32_t depthTextureMode) {
  if (info.hasDepth())
    return depthTextureMode == GL_ALPHA       ? FixedTexels::Alpha
           : depthTextureMode == GL_INTENSITY ? FixedTexels::Intensity
                                              : FixedTexels::Color;
  switch (info.base) {
    case formats::BaseFormat::Alpha: return FixedTexels::Alpha;
    case formats::BaseFormat::Rgba:
    case formats::BaseFormat::LuminanceAlpha: return FixedTexels::ColorAndAlpha;
    case formats::BaseFormat::Intensity: return FixedTexels::Intensity;
    default: return FixedTexels::Color;
  }
}

FixedCombine functionOf(uint32_t function) {
  switch (function) {
    case GL_REPLACE: return FixedCombine::Replace;
    case GL_ADD: return FixedCombine::Add;
    case GL_ADD_SIGNED: return FixedCombine::AddSigned;
    case GL_INTERPOLATE: return FixedCombine::Interpolate;
    case GL_SUBTRACT: return FixedCombine::Subtract;
    case GL_DOT3_RGB: return FixedCombine::Dot3Rgb;
    case GL_DOT3_RGBA: return FixedCombine::Dot3Rgba;
    default: return FixedCombine::Modulate;
  }
}

FixedCombiner combinerOf(const state::Combiner& c) {
  FixedCombiner out;
  out.function = functionOf(c.function);
  for (size_t i = 0; i < 3; ++i) {
    switch (c.source[i]) {
      case GL_TEXTURE: out.source[i] = kSourceTexture; break;
      case GL_CONSTANT: out.source[i] = kSourceConstant; break;
      case GL_PRIMARY_COLOR: out.source[i] = kSourcePrimary; break;
      case GL_PREVIOUS: out.source[i] = kSourcePrevious; break;
      default: out.source[i] = static_cast<uint8_t>(kSourceUnit0 + (c.source[i] - GL_TEXTURE0)); break;
    }
    switch (c.operand[i]) {
      case GL_SRC_COLOR: out.operand[i] = FixedOperand::Color; break;
      case GL_ONE_MINUS_SRC_COLOR: out.operand[i] = FixedOperand::OneMinusColor; break;
      case GL_SRC_ALPHA: out.operand[i] = FixedOperand::Alpha; break;
      default: out.operand[i] = FixedOperand::OneMinusAlpha; break;
    }
  }
  out.scale = static_cast<uint8_t>(c.scale);
  return out;
}

FixedTexGen genOf(const state::TexGen& gen) {
  if (!gen.enabled) return FixedTexGen::Off;
  switch (gen.mode) {
    case GL_OBJECT_LINEAR: return FixedTexGen::Object;
    case GL_SPHERE_MAP: return FixedTexGen::Sphere;
    case GL_REFLECTION_MAP: return FixedTexGen::Reflection;
    case GL_NORMAL_MAP: return FixedTexGen::Normal;
    default: return FixedTexGen::Eye;
  }
}

void describeUnit(const Context& ctx, uint32_t i, bool points, FixedUnit& out) {
  const state::LegacyUnit& unit = legacyValues(ctx).units[i];
  if (!unit.targets) return;
  const state::TextureUnit& bound = ctx.state().units[i];
  for (const Target& row : kTargets) {
    if (!(unit.targets >> row.target & 1)) continue;
    const state::Texture& texture = *bound.bound[static_cast<size_t>(row.kind)];
    const state::SamplerParams& params = bound.sampler ? bound.sampler->params : texture.sampler;
    // The highest enabled target counts; incomplete, it switches the unit off.
    if (!isComplete(texture, params)) return;
    const uint32_t level = std::min(texture.baseLevel, state::kMaxLevels - 1);
    const auto& info = formats::info(static_cast<formats::Format>(texture.levels[0][level].format));
    out.texture = row.fixed;
    out.texels = texelsOf(info, texture.depthTextureMode);
    out.compares = info.hasDepth() && params.compareMode != GL_NONE &&
                   row.fixed != FixedTexture::k3D && row.fixed != FixedTexture::kCube;
    break;
  }
  if (out.texture == FixedTexture::Off) return;
  out.env = envOf(unit.env.mode);
  out.pointCoord = points && unit.env.coordReplace;
  for (size_t c = 0; c < 4; ++c) out.gen[c] = genOf(unit.gen[c]);
  if (out.env != FixedEnv::Combine) return;
  out.color = combinerOf(unit.env.color);
  out.alpha = combinerOf(unit.env.alpha);
}

uint8_t colorMaterialBits(const state::LegacyValues& v, GLenum face) {
  if (!v.colorMaterial || (v.colorMaterialFace != GL_FRONT_AND_BACK && v.colorMaterialFace != face)) return 0;
  switch (v.colorMaterialMode) {
    case GL_AMBIENT: return kMaterialAmbient;
    case GL_DIFFUSE: return kMaterialDiffuse;
    case GL_SPECULAR: return kMaterialSpecular;
    case GL_EMISSION: return kMaterialEmission;
    default: return kMaterialAmbient | kMaterialDiffuse;
  }
}

void describeLighting(const state::LegacyValues& v, FixedFunctionKey& key) {
  key.lighting = true;
  key.localViewer = v.lightModel.localViewer;
  key.twoSide = v.lightModel.twoSide;
  key.separateSpecular = v.lightModel.colorControl == GL_SEPARATE_SPECULAR_COLOR;
  key.colorMaterial = {colorMaterialBits(v, GL_FRONT), colorMaterialBits(v, GL_BACK)};
  for (size_t i = 0; i < state::kMaxLights; ++i) {
    const state::Light& light = v.lights[i];
    if (!light.enabled) continue;
    key.lights[i] = light.position[3] == 0 ? FixedLight::Directional
                    : light.spotCutoff == 180 ? FixedLight::Point
                                              : FixedLight::Spot;
  }
}

FixedFunctionKey keyOf(const Context& ctx) {
  const state::LegacyValues& v = legacyValues(ctx);
  const state::Raster& raster = ctx.state().raster;
  FixedFunctionKey key;
  for (uint32_t i = 0; i < state::kMaxTextureCoords; ++i) describeUnit(ctx, i, raster.pointSprite, key.units[i]);
  if (v.lighting) describeLighting(v, key);
  key.normal = v.normalize ? FixedNormal::Normalize : v.rescaleNormal ? FixedNormal::Rescale : FixedNormal::AsIs;
  if (v.fogEnabled)
    key.fog = v.fog.mode == GL_LINEAR ? FixedFog::Linear : v.fog.mode == GL_EXP ? FixedFog::Exp : FixedFog::Exp2;
  key.fogCoordinate = v.fogEnabled && v.fog.coordinateSource == GL_FOG_COORD;
  key.colorSum = v.colorSum && !v.lighting;
  key.flat = v.shadeModel == GL_FLAT;
  if (v.alphaTest && v.alphaFunc != GL_ALWAYS) key.alphaTest = static_cast<uint8_t>(1 + (v.alphaFunc - GL_NEVER));
  if (ctx.device().maxClipDistances != 0)
    key.clipPlanes = static_cast<uint8_t>(raster.clipDistanceMask & ((1u << std::min(ctx.device().maxClipDistances, 8u)) - 1));
  return key;
}

// ── key → executable ──

// Null, with a line in the log: a text that does not compile is our mistake, not the application's.
std::shared_ptr<const CompiledStage> compiled(const Context& ctx, Stage stage, const std::string& text) {
  CompileResult result = compile(stage, text, ctx.device().ownShaderLimits());
  if (!result.stage)
    base::log(base::LogLevel::Warning, "The fixed-function shader did not compile: " + result.infoLog + text);
  return result.stage;
}

std::shared_ptr<state::Executable> linked(const Context& ctx, LinkInput input) {
  for (const auto& stage : input.stages)
    if (!stage) return nullptr;
  LinkResult result = link(input, ctx.device().ownShaderLimits());
  if (!result.program) {
    base::log(base::LogLevel::Warning, "The fixed-function program did not link: " + result.infoLog);
    return nullptr;
  }
  auto executable = makeExecutableOf(ctx, std::move(result.program), std::move(input));
  // mgl_Unit<n> reads unit n.
  constexpr std::string_view kPrefix = "mgl_Unit";
  const auto& samplers = executable->program->samplers;
  for (size_t slot = 0; slot < samplers.size(); ++slot) {
    const std::string& name = executable->program->uniforms[samplers[slot].uniform].name;
    if (name.starts_with(kPrefix)) executable->samplerUnits[slot] = static_cast<uint32_t>(name[kPrefix.size()] - '0');
  }
  return executable;
}

template <class Map, class Key, class Make>
std::shared_ptr<state::Executable> cached(Map& map, const Key& key, Make&& make) {
  const auto at = map.find(key);
  if (at != map.end()) return at->second;
  if (map.size() >= kMostPrograms) map.clear();
  return map[key] = make();
}

std::shared_ptr<state::Executable> wholeProgram(Context& ctx) {
  FixedPrograms& programs = ctx.legacy().programs;
  const FixedFunctionKey key = keyOf(ctx);
  if (programs.last && programs.lastKey == key) return programs.last;
  programs.last = cached(programs.whole, key, [&] {
    return linked(ctx, {{compiled(ctx, Stage::Vertex, fixedVertexShader(key)),
                         compiled(ctx, Stage::Fragment, fixedFragmentShader(key))}, {}, {}, {}, 0, false});
  });
  programs.lastKey = key;
  return programs.last;
}

// What has to be added to the application's program; nothing, as nearly always, is the key without any part.
struct Additions {
  bool vertexStage = false, fragmentStage = false;
  bool twoSide = false, clip = false, alpha = false;
  bool any() const { return vertexStage || fragmentStage || twoSide || clip || alpha; }
};

Additions additionsFor(const Context& ctx, const BuiltinPlan& plan) {
  Additions add;
  // Without a fragment stage nothing is drawn where rasterization is off; captures must keep their program.
  const state::Raster& raster = ctx.state().raster;
  if (raster.rasterizerDiscard || ctx.state().xfb->active) return add;
  const state::LegacyValues& v = legacyValues(ctx);
  add.vertexStage = plan.lacksVertex;
  add.fragmentStage = plan.lacksFragment;
  add.alpha = v.alphaTest && v.alphaFunc != GL_ALWAYS && plan.canTestAlpha;
  add.clip = raster.clipDistanceMask != 0 && plan.writesClipVertex;
  add.twoSide = plan.writesBackColor && isLegacyCapabilityEnabled(ctx, GL_VERTEX_PROGRAM_TWO_SIDE);
  return add;
}

// Only what the added text depends on stays in the key.
FixedFunctionKey keyOfAdditions(const Context& ctx, const Additions& add) {
  const FixedFunctionKey full = keyOf(ctx);
  FixedFunctionKey key;
  if (add.vertexStage) {
    // The other side reads gl_Color alone, and may read any gl_TexCoord.
    key = full;
    key.fog = FixedFog::Off, key.alphaTest = 0, key.flat = key.twoSide = false;
    for (FixedUnit& unit : key.units) {
      const auto gen = unit.gen;
      unit = {};
      unit.texture = FixedTexture::k2D, unit.gen = gen;
    }
  } else if (add.fragmentStage) {
    key = full;
    key.lighting = key.twoSide = key.separateSpecular = key.localViewer = false;
    key.lights = {}, key.colorMaterial = {}, key.normal = FixedNormal::AsIs, key.clipPlanes = 0;
    for (FixedUnit& unit : key.units) unit.gen = {};
  }
  if (add.alpha) key.alphaTest = full.alphaTest;
  if (add.clip) key.clipPlanes = full.clipPlanes;
  if (add.twoSide) key.twoSide = true;
  return key;
}

// Name of the vec4 that draw buffer 0 gets; empty if there is none.
std::string colorOutputOf(const Program& program) {
  for (const Output& output : program.outputs)
    if (output.location == 0 && output.index == 0 && output.glType == GL_FLOAT_VEC4 && output.arraySize == 1)
      return output.name;
  return {};
}

std::shared_ptr<const CompiledStage> withAdditions(const Context& ctx, const state::Executable& base,
                                                   const std::shared_ptr<const CompiledStage>& object,
                                                   const Additions& add, const FixedFunctionKey& key) {
  if (object->stage() == Stage::Vertex && (add.twoSide || add.clip))
    return compiled(ctx, Stage::Vertex,
                    withRemainder(object->source(), VertexRemainder{add.twoSide, add.clip ? key.clipPlanes : uint8_t{0}}));
  if (object->stage() == Stage::Fragment && (add.twoSide || add.alpha)) {
    FragmentRemainder what;
    what.twoSide = add.twoSide;
    what.alphaTest = add.alpha ? key.alphaTest : uint8_t{0};
    what.colorOutput = colorOutputOf(*base.program);
    return compiled(ctx, Stage::Fragment, withRemainder(object->source(), what));
  }
  return object;
}

std::shared_ptr<state::Executable> completedProgram(Context& ctx, state::Executable& base, const Additions& add) {
  const FixedFunctionKey key = keyOfAdditions(ctx, add);
  FixedPrograms& programs = ctx.legacy().programs;
  return cached(programs.completed, FixedPrograms::Half{base.identity, key}, [&] {
    LinkInput input = static_cast<LinkedExecutable&>(base).input;
    for (auto& stage : input.stages) stage = withAdditions(ctx, base, stage, add, key);
    if (add.vertexStage) input.stages.push_back(compiled(ctx, Stage::Vertex, fixedVertexShader(key)));
    if (add.fragmentStage) input.stages.push_back(compiled(ctx, Stage::Fragment, fixedFragmentShader(key)));
    return linked(ctx, std::move(input));
  });
}

// The same uniform's bytes from one block image to the other.
void copyUniform(const Uniform& from, const state::Executable& source, const Uniform& to, state::Executable& target) {
  const auto size = [](const Uniform& u) {
    const UniformType type = uniformType(u.glType);
    const int32_t one = u.matrixStrideBytes ? u.matrixStrideBytes * type.columns : type.rows * 4 * type.columns;
    return static_cast<size_t>(u.isArray ? u.arrayStrideBytes * (u.arraySize - 1) + one : one);
  };
  for (size_t stage = 0; stage < kStageCount; ++stage) {
    const int32_t at = from.placement[stage].offsetBytes, place = to.placement[stage].offsetBytes;
    if (at < 0 || place < 0) continue;
    const std::span<const std::byte> all = std::span(source.blocks[stage]).subspan(static_cast<size_t>(at));
    const std::span<std::byte> room = std::span(target.blocks[stage]).subspan(static_cast<size_t>(place));
    const size_t bytes = std::min({size(from), size(to), all.size(), room.size()});
    const std::byte* read = all.data();
    std::byte* write = room.data();
    if (std::memcmp(read, write, bytes) == 0) continue;
    std::memcpy(write, read, bytes);
    target.dirty[stage].add(static_cast<uint32_t>(place), static_cast<uint32_t>(place) + static_cast<uint32_t>(bytes));
  }
}

// Built-in uniforms have their values from the state, not from the other program.
void findCopies(const Program& from, const Program& to, BuiltinPlan& plan) {
  plan.knowsCopies = true;
  for (const Uniform& uniform : to.uniforms)
    for (const Uniform& other : from.uniforms)
      if (uniform.location >= 0 && other.name == uniform.name && !uniform.name.starts_with("gl_"))
        plan.copies.push_back({&other, &uniform});
}

// Units and bindings of what both programs have.
void copyBindings(const state::Executable& from, state::Executable& to) {
  for (size_t i = 0; i < to.program->samplers.size(); ++i) {
    const SamplerSlot& slot = to.program->samplers[i];
    const std::string& name = to.program->uniforms[slot.uniform].name;
    for (size_t k = 0; k < from.program->samplers.size(); ++k) {
      const SamplerSlot& other = from.program->samplers[k];
      if (other.element == slot.element && from.program->uniforms[other.uniform].name == name)
        to.samplerUnits[i] = from.samplerUnits[k];
    }
  }
  to.imageUnits = from.imageUnits;
  to.uniformBlockBindings = from.uniformBlockBindings;
  to.storageBlockBindings = from.storageBlockBindings;
  to.bindingSerial = from.bindingSerial;
}

// Values live in the application's executable: those of the program that stands in follow.
void copyValues(Context& ctx, const state::Executable& from, state::Executable& to) {
  BuiltinPlan& plan = builtinsOf(to);
  if (!plan.knowsCopies) findCopies(*from.program, *to.program, plan);
  for (const auto& [source, target] : plan.copies) copyUniform(*source, from, *target, to);
  ctx.state().mark(state::kDirtyConstants);
  if (to.bindingSerial == from.bindingSerial) return;
  copyBindings(from, to);
  ctx.state().mark(state::kDirtySamplers | state::kDirtyUniformBuffers | state::kDirtyStorageBuffers |
                   state::kDirtyImages);
}

}  // namespace

void chooseProgram(Context& ctx) {
  state::Context& st = ctx.state();
  FixedPrograms& programs = ctx.legacy().programs;
  std::shared_ptr<state::Executable> original = applicationExecutable(ctx);
  std::shared_ptr<state::Executable> use = original;
  if (!original) {
    use = wholeProgram(ctx);
  } else if (const BuiltinPlan& plan = builtinsOf(*original); plan.hasNothing) {
    use = wholeProgram(ctx);
  } else if (const Additions add = additionsFor(ctx, plan); add.any()) {
    use = completedProgram(ctx, *original, add);
    if (use)
      copyValues(ctx, *original, *use);
    else
      use = original;
  }
  programs.standIn = use != original ? use : nullptr;
  programs.original = use != original ? original : nullptr;
  if (use != st.executable) installExecutable(ctx, std::move(use));
}

void installApplicationProgram(Context& ctx) {
  std::shared_ptr<state::Executable> original = applicationExecutable(ctx);
  ctx.legacy().programs.standIn = ctx.legacy().programs.original = nullptr;
  installExecutable(ctx, std::move(original));
}

}  // namespace gl
