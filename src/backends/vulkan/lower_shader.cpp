// SPDX-License-Identifier: Apache-2.0
// Resources and inputs; outputs are in lower_outputs.cpp and lower_xfb.cpp.
#include "backends/vulkan/lower_shader.h"

#include <algorithm>
#include <map>

#include "shader/spirv/call_graph.h"
#include "shader/spirv/lower_texture_dim.h"
#include "shader/spirv/types.h"

namespace vulkan {
namespace {

using namespace shader::spirv;

VkShaderStageFlags stageBit(shader::Stage stage) {
  constexpr VkShaderStageFlags kBits[kStages] = {
      VK_SHADER_STAGE_VERTEX_BIT,   VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
      VK_SHADER_STAGE_GEOMETRY_BIT, VK_SHADER_STAGE_FRAGMENT_BIT,             VK_SHADER_STAGE_COMPUTE_BIT};
  return kBits[static_cast<size_t>(stage)];
}

Numeric numericOf(const Module& m, uint32_t type) {
  const uint32_t scalar = scalarType(m, type);
  if (typeOp(m, scalar) == spv::OpTypeFloat) return Numeric::Float;
  if (typeOp(m, scalar) != spv::OpTypeInt) return Numeric::None;
  return m.global(scalar)->operands[1] ? Numeric::Int : Numeric::Uint;
}

// Of 1D and rectangle textures the 2D one that stands for them.
VkImageViewType viewOf(uint32_t dim, bool arrayed) {
  switch (dim) {
    case spv::Dim3D: return VK_IMAGE_VIEW_TYPE_3D;
    case spv::DimCube: return arrayed ? VK_IMAGE_VIEW_TYPE_CUBE_ARRAY : VK_IMAGE_VIEW_TYPE_CUBE;
    default: return arrayed ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
  }
}

void describeImage(const Module& m, uint32_t type, Resource& resource) {
  if (typeOp(m, type) == spv::OpTypeSampledImage) type = m.global(type)->operands[0];
  const Instruction* image = m.global(type);
  if (!image || image->op != spv::OpTypeImage) return;
  resource.numeric = numericOf(m, image->operands[0]);
  resource.view = viewOf(image->operands[1], image->operands[3] != 0);
  resource.multisample = image->operands[4] != 0;
  if (image->operands[1] == spv::DimBuffer && resource.kind == ResourceKind::Sampler)
    resource.kind = ResourceKind::TexelBuffer;
}

// The resource that a variable of the pipe's sets is; false for the default block and for what is none.
bool resourceOf(const Module& m, uint32_t id, Resource& resource) {
  const auto set = m.decoration(id, spv::DecorationDescriptorSet);
  if (!set || *set == shader::kSetDefaultBlock) return false;
  const uint32_t type = variableType(m, id);
  resource.slot = m.decoration(id, spv::DecorationBinding).value_or(0);
  resource.count = isArray(m, type) ? std::max(arrayLength(m, type), 1u) : 1;
  switch (*set) {
    case shader::kSetSamplers: resource.kind = ResourceKind::Sampler; break;
    case shader::kSetUniformBuffers: resource.kind = ResourceKind::UniformBuffer; break;
    case shader::kSetStorageBuffers: resource.kind = ResourceKind::StorageBuffer; break;
    case shader::kSetImages: resource.kind = ResourceKind::Image; break;
    default: return false;
  }
  describeImage(m, withoutArrays(m, type), resource);
  return true;
}

std::vector<uint32_t> resourceVariables(const Module& m) {
  std::vector<uint32_t> ids;
  for (const Instruction& i : m.globals)
    if (i.op == spv::OpVariable && m.decoration(i.result, spv::DecorationDescriptorSet)) ids.push_back(i.result);
  return ids;
}

void remapBindings(Module& m, shader::Stage stage, std::span<const Resource> resources) {
  for (const uint32_t id : resourceVariables(m)) {
    Resource own;
    if (!resourceOf(m, id, own)) {
      m.setDecoration(id, spv::DecorationDescriptorSet, 0);
      m.setDecoration(id, spv::DecorationBinding, static_cast<uint32_t>(stage));
      continue;
    }
    for (const Resource& resource : resources)
      if (resource.kind == own.kind && resource.slot == own.slot) {
        m.setDecoration(id, spv::DecorationDescriptorSet, 1);
        m.setDecoration(id, spv::DecorationBinding, resource.binding);
      }
  }
}

void setBuiltIn(Module& m, uint32_t variable, spv::BuiltIn builtIn) {
  m.setDecoration(variable, spv::DecorationBuiltIn, builtIn);
}

// GL's instance number begins at 0, Vulkan's at the base instance.
void lowerInstanceId(Module& m, const LowerOptions& options) {
  const uint32_t instance = builtInVariable(m, spv::BuiltInInstanceId, spv::StorageClassInput);
  if (!instance) return;
  setBuiltIn(m, instance, spv::BuiltInInstanceIndex);
  if (!options.drawParameters) return;
  const uint32_t type = variableType(m, instance);
  uint32_t base = builtInVariable(m, spv::BuiltInBaseInstance, spv::StorageClassInput);
  if (!base) {
    base = variable(m, spv::StorageClassInput, type, "m_baseInstance");
    m.decorate(base, spv::DecorationBuiltIn, {spv::BuiltInBaseInstance});
    m.entryPoints[0].operands.push_back(base);
    m.addCapability(spv::CapabilityDrawParameters);
    m.addExtension("SPV_KHR_shader_draw_parameters");
  }
  const uint32_t baseType = variableType(m, base);
  rewriteCode(m, [&](Instruction& i, Emit& out) {
    if (i.op != spv::OpLoad || i.operands[0] != instance) return out.push_back(std::move(i));
    const uint32_t raw = m.freshId(), first = m.freshId(), result = i.result;
    out.push_back({spv::OpLoad, i.type, raw, {instance}});
    out.push_back({spv::OpLoad, baseType, first, {base}});
    out.push_back({spv::OpISub, i.type, result, {raw, first}});
  });
}

// Loads of a vector's variable, whole or of component 1, give `edge` - y.
void turnOverY(Module& m, uint32_t vector, const std::function<uint32_t(Emit&)>& edge) {
  std::map<uint32_t, bool> components;  // pointer → is y
  const uint32_t floating = floatType(m);
  rewriteCode(m, [&](Instruction& i, Emit& out) {
    if ((i.op == spv::OpAccessChain || i.op == spv::OpInBoundsAccessChain) && i.operands[0] == vector)
      components[i.result] = constantValue(m, i.operands[1]) == 1u;
    const bool whole = i.op == spv::OpLoad && i.operands[0] == vector;
    const auto part = i.op == spv::OpLoad ? components.find(i.operands[0]) : components.end();
    if (!whole && (part == components.end() || !part->second)) return out.push_back(std::move(i));
    const uint32_t result = i.result, raw = m.freshId(), type = i.type;
    i.result = raw;
    out.push_back(std::move(i));
    const uint32_t from = edge(out);
    if (!whole) return out.push_back({spv::OpFSub, floating, result, {from, raw}});
    const uint32_t y = m.freshId(), turned = m.freshId();
    out.push_back({spv::OpCompositeExtract, floating, y, {raw, 1}});
    out.push_back({spv::OpFSub, floating, turned, {from, y}});
    out.push_back({spv::OpCompositeInsert, type, result, {turned, raw, 1}});
  });
}

bool takeExecutionMode(Module& m, spv::ExecutionMode mode, spv::ExecutionMode instead) {
  bool found = false;
  for (Instruction& i : m.executionModes)
    if (i.op == spv::OpExecutionMode && i.operands[1] == static_cast<uint32_t>(mode)) {
      i.operands[1] = instead;
      found = true;
    }
  return found;
}

void lowerFragmentInputs(Module& m, const LowerOptions& options) {
  const bool fromBelow = takeExecutionMode(m, spv::ExecutionModeOriginLowerLeft, spv::ExecutionModeOriginUpperLeft);
  const uint32_t coordinate = builtInVariable(m, spv::BuiltInFragCoord, spv::StorageClassInput);
  if (!fromBelow && coordinate)
    turnOverY(m, coordinate, [&](Emit& out) { return pushConstant(m, 1, out); });
  const uint32_t point = builtInVariable(m, spv::BuiltInPointCoord, spv::StorageClassInput);
  if (options.pointCoordAbove && point) {
    const uint32_t one = constantFloat(m, 1.0f);
    turnOverY(m, point, [&](Emit&) { return one; });
  }
}

void lowerVertexInputs(Module& m, const LowerOptions& options) {
  if (const uint32_t id = builtInVariable(m, spv::BuiltInVertexId, spv::StorageClassInput))
    setBuiltIn(m, id, spv::BuiltInVertexIndex);
  lowerInstanceId(m, options);
}

}  // namespace

uint32_t builtInVariable(const Module& m, spv::BuiltIn builtIn, spv::StorageClass storage) {
  for (const uint32_t id : variables(m, storage))
    if (m.decoration(id, spv::DecorationBuiltIn) == static_cast<uint32_t>(builtIn)) return id;
  return 0;
}

uint32_t pushConstant(Module& m, uint32_t member, Emit& out) {
  uint32_t block = 0;
  for (const uint32_t id : variables(m, spv::StorageClassPushConstant)) block = id;
  const uint32_t floating = floatType(m);
  if (!block) {
    const uint32_t type = structType(m, {floating, floating});
    m.setName(type, "m_push");
    m.decorate(type, spv::DecorationBlock);
    m.decorateMember(type, 0, spv::DecorationOffset, {0});
    m.decorateMember(type, 1, spv::DecorationOffset, {4});
    block = variable(m, spv::StorageClassPushConstant, type, "m_pushed");
  }
  const uint32_t index = constantUint(m, member), pointer = m.freshId(), value = m.freshId();
  out.push_back({spv::OpAccessChain, pointerType(m, spv::StorageClassPushConstant, floating), pointer, {block, index}});
  out.push_back({spv::OpLoad, floating, value, {pointer}});
  return value;
}

uint32_t locationCount(const Module& m, uint32_t type) {
  if (isArray(m, type)) return std::max(arrayLength(m, type), 1u) * locationCount(m, elementType(m, type));
  if (typeOp(m, type) == spv::OpTypeMatrix) return componentCount(m, type);
  uint32_t count = 1;
  if (isStruct(m, type)) {
    count = 0;
    for (const uint32_t member : structMembers(m, type)) count += locationCount(m, member);
  }
  return count;
}

void beforeVertexEnds(Module& m, shader::Stage stage, const std::function<void(Emit&)>& emit) {
  const uint32_t main = m.entryFunction();
  bool inMain = false;
  rewriteCode(m, [&](Instruction& i, Emit& out) {
    if (i.op == spv::OpFunction) inMain = i.result == main;
    const bool ends = stage == shader::Stage::Geometry
                          ? i.op == spv::OpEmitVertex || i.op == spv::OpEmitStreamVertex
                          : inMain && i.op == spv::OpReturn;
    if (ends) emit(out);
    out.push_back(std::move(i));
  });
}

void collectResources(const Module& m, shader::Stage stage, std::vector<Resource>& resources) {
  for (const uint32_t id : resourceVariables(m)) {
    Resource found;
    if (!resourceOf(m, id, found)) continue;
    const auto same = std::find_if(resources.begin(), resources.end(), [&](const Resource& other) {
      return other.kind == found.kind && other.slot == found.slot;
    });
    if (same != resources.end()) {
      same->stages |= stageBit(stage);
      same->count = std::max(same->count, found.count);
      continue;
    }
    found.binding = static_cast<uint32_t>(resources.size());
    found.stages = stageBit(stage);
    resources.push_back(found);
  }
}

void collectInterface(const Module& m, shader::Stage stage, Interface& interface) {
  if (stage == shader::Stage::Vertex)
    for (const uint32_t id : variables(m, spv::StorageClassInput)) {
      const auto location = m.decoration(id, spv::DecorationLocation);
      if (!location) continue;
      const uint32_t type = variableType(m, id);
      for (uint32_t i = 0; i < locationCount(m, type) && *location + i < kMaxAttributes; ++i)
        interface.inputs[*location + i] = numericOf(m, withoutArrays(m, type));
    }
  if (stage == shader::Stage::Fragment) {
    for (const uint32_t id : variables(m, spv::StorageClassOutput)) {
      const auto location = m.decoration(id, spv::DecorationLocation);
      if (!location || m.decoration(id, spv::DecorationIndex).value_or(0) != 0) continue;
      const uint32_t type = variableType(m, id);
      for (uint32_t i = 0; i < locationCount(m, type) && *location + i < kMaxColor; ++i)
        interface.outputs[*location + i] = numericOf(m, withoutArrays(m, type));
    }
    interface.readsPointCoord = builtInVariable(m, spv::BuiltInPointCoord, spv::StorageClassInput) != 0;
    return;
  }
  // Later stages replace what earlier ones wrote.
  const uint32_t clip = builtInVariable(m, spv::BuiltInClipDistance, spv::StorageClassOutput);
  interface.clipDistances = clip ? static_cast<uint8_t>(arrayLength(m, variableType(m, clip))) : uint8_t{0};
  interface.writesPointSize = builtInVariable(m, spv::BuiltInPointSize, spv::StorageClassOutput) != 0;
  interface.emitsPoints = false;
  for (const Instruction& i : m.executionModes)
    if (i.operands.size() > 1 && (i.operands[1] == spv::ExecutionModeOutputPoints ||
                                  i.operands[1] == spv::ExecutionModePointMode))
      interface.emitsPoints = true;
}

std::vector<uint32_t> lowerShader(std::span<const uint32_t> words, shader::Stage stage, bool beforeRasterizer,
                                  std::span<const Resource> resources, const LowerOptions& options) {
  std::optional<Module> module = Module::parse(words);
  if (!module || module->entryPoints.empty() || unfoldedInstructions(*module) > kMostUnfoldedInstructions) return {};
  remapBindings(*module, stage, resources);
  lowerTextureDimensions(*module);
  if (stage == shader::Stage::Vertex) lowerVertexInputs(*module, options);
  if (stage == shader::Stage::Fragment) {
    lowerFragmentInputs(*module, options);
    splitBlockArrays(*module, stage);
  }
  if (beforeRasterizer) {
    // What is captured is what the shader wrote, so this comes first.
    if (!options.xfb.empty()) captureOutputs(*module, options);
    lowerOutputs(*module, stage, options);
    splitBlockArrays(*module, stage);
  }
  return module->emit();
}

}  // namespace vulkan
