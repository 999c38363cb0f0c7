// SPDX-License-Identifier: Apache-2.0
// What the last stage before the rasterizer writes, as Vulkan wants it: depth, point size, clip distances.
#include "backends/vulkan/lower_shader.h"
#include "shader/spirv/types.h"

namespace vulkan {
namespace {

using namespace shader::spirv;

// z = (z + w) / 2.
void shiftDepth(Module& m, uint32_t position, Emit& out) {
  const uint32_t vec4 = variableType(m, position), floating = floatType(m), half = constantFloat(m, 0.5f);
  const uint32_t value = m.freshId(), z = m.freshId(), w = m.freshId(), sum = m.freshId(), halved = m.freshId(),
                 moved = m.freshId();
  out.push_back({spv::OpLoad, vec4, value, {position}});
  out.push_back({spv::OpCompositeExtract, floating, z, {value, 2}});
  out.push_back({spv::OpCompositeExtract, floating, w, {value, 3}});
  out.push_back({spv::OpFAdd, floating, sum, {z, w}});
  out.push_back({spv::OpFMul, floating, halved, {sum, half}});
  out.push_back({spv::OpCompositeInsert, vec4, moved, {halved, value, 2}});
  out.push_back({spv::OpStore, 0, 0, {position, moved}});
}

uint32_t pointSizeVariable(Module& m, shader::Stage stage) {
  if (stage == shader::Stage::Geometry) m.addCapability(spv::CapabilityGeometryPointSize);
  if (stage == shader::Stage::TessEvaluation) m.addCapability(spv::CapabilityTessellationPointSize);
  if (const uint32_t have = builtInVariable(m, spv::BuiltInPointSize, spv::StorageClassOutput)) return have;
  const uint32_t made = variable(m, spv::StorageClassOutput, floatType(m), "gl_PointSize");
  m.decorate(made, spv::DecorationBuiltIn, {spv::BuiltInPointSize});
  m.entryPoints[0].operands.push_back(made);
  return made;
}

}  // namespace

void lowerOutputs(Module& m, shader::Stage stage, const LowerOptions& options) {
  const uint32_t position =
      options.shiftDepth ? builtInVariable(m, spv::BuiltInPosition, spv::StorageClassOutput) : 0;
  const uint32_t size = options.pointSize ? pointSizeVariable(m, stage) : 0;
  const uint32_t clip =
      options.unclipped ? builtInVariable(m, spv::BuiltInClipDistance, spv::StorageClassOutput) : 0;
  if (!position && !size && !clip) return;
  // Types and constants come before the code that names them.
  const uint32_t floating = floatType(m), inside = constantFloat(m, 1.0f);
  const uint32_t pointer = clip ? pointerType(m, spv::StorageClassOutput, floating) : 0;
  beforeVertexEnds(m, stage, [&](Emit& out) {
    if (position) shiftDepth(m, position, out);
    if (size) {
      const uint32_t value = pushConstant(m, 0, out);
      out.push_back({spv::OpStore, 0, 0, {size, value}});
    }
    for (uint32_t i = 0; clip && i < arrayLength(m, variableType(m, clip)); ++i) {
      if (!(options.unclipped >> i & 1)) continue;
      const uint32_t element = m.freshId();
      out.push_back({spv::OpAccessChain, pointer, element, {clip, constantUint(m, i)}});
      out.push_back({spv::OpStore, 0, 0, {element, inside}});
    }
  });
}

}  // namespace vulkan
