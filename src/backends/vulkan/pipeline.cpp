// SPDX-License-Identifier: Apache-2.0
// State of the pipe → pipelines and dynamic state.
#include <algorithm>
#include <cmath>

#include "backends/vulkan/context.h"
#include "backends/vulkan/vk_values.h"
#include "base/gl_enums.gen.h"
#include "base/log.h"
#include "base/os.h"

namespace vulkan {
namespace {

// Coverage as the first samples of a pixel.
uint32_t coverageMask(const pipe::RasterDynamic& raster, uint32_t samples) {
  const auto covered = static_cast<uint32_t>(std::lround(std::clamp(raster.sampleCoverage, 0.0f, 1.0f) * static_cast<float>(samples)));
  const uint32_t mask = covered >= 32 ? ~0u : (1u << covered) - 1;
  return raster.sampleCoverageInvert ? ~mask : mask;
}

}  // namespace

void Context::describeState(PipelineKey& key, DynamicState& dynamic, const pipe::PipelineState& state,
                            const Program& program) const {
  const Has& has = r.device.has;
  const VkPhysicalDeviceFeatures& can = r.device.features;
  key.colorCount = static_cast<uint8_t>(mTarget.colorCount);
  dynamic.colorCount = mTarget.colorCount;
  key.samples = static_cast<uint8_t>(mTarget.samples);
  for (uint32_t i = 0; i < kMaxColor; ++i) {
    PipelineKey::Blend& out = has.dynamicBlend ? dynamic.blend[i] : key.blend[i];
    out = {};
    key.colorFormats[i] = 0;
    if (i >= mTarget.colorCount || !mTarget.color[i].image) continue;
    const TargetPoint& point = mTarget.color[i];
    const HeldFormat& held = *point.held;
    const pipe::BlendTarget& blend = state.blend[can.independentBlend ? i : 0];
    key.colorFormats[i] = point.view->key.format;
    // An output that the shader lacks, or has of another kind, leaves the target alone.
    const Numeric wanted = !held.integer ? Numeric::Float : held.isSigned ? Numeric::Int : Numeric::Uint;
    if (program.interface.outputs[i] != wanted) continue;
    out.writeMask = blend.writeMask & (held.padded ? 7 : 15);
    const bool blends = blend.enable && !held.integer && !(state.logicOpEnable && can.logicOp) &&
                        (held.features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT);
    if (!blends) continue;
    out.enable = 1;
    out.colorOp = static_cast<uint8_t>(equationOf(blend.equationRgb));
    out.alphaOp = static_cast<uint8_t>(equationOf(blend.equationAlpha));
    out.sourceColor = static_cast<uint8_t>(factorOf(blend.srcRgb));
    out.targetColor = static_cast<uint8_t>(factorOf(blend.dstRgb));
    out.sourceAlpha = static_cast<uint8_t>(factorOf(blend.srcAlpha));
    out.targetAlpha = static_cast<uint8_t>(factorOf(blend.dstAlpha));
  }
  const bool srgbLess = state.logicOpEnable && can.logicOp;
  key.logicOpEnable = srgbLess;
  key.logicOp = srgbLess ? static_cast<uint8_t>(logicOf(state.logicOp)) : 0;
  key.depthFormat = mTarget.depth.image ? mTarget.depth.held->format : VK_FORMAT_UNDEFINED;
  key.stencilFormat = mTarget.stencil.image ? mTarget.stencil.held->format : VK_FORMAT_UNDEFINED;
  // A pixel of one sample has no mask.
  uint32_t mask = ~0u;
  if (state.multisample && key.samples > 1) {
    if (state.sampleMask) mask &= mRaster.sampleMask;
    if (state.sampleCoverage) mask &= coverageMask(mRaster, key.samples);
  }
  key.sampleMask = mask;
  key.sampleShading = state.sampleShading && can.sampleRateShading && key.samples > 1;
  key.minSampleShading = key.sampleShading ? mRaster.minSampleShading : 0.0f;
  key.alphaToCoverage = state.alphaToCoverage && state.multisample && key.samples > 1;
  key.alphaToOne = state.alphaToOne && state.multisample && can.alphaToOne && key.samples > 1;
  key.depthClamp = state.depthClamp && can.depthClamp;
  key.lastProvoking = state.provokingVertex != glenum::FIRST_VERTEX_CONVENTION_ && has.lastVertexProvoking;
  key.clipNegative = has.depthClipControl;
  key.bresenham = has.bresenhamLines && key.samples == 1;
  const emulation::Fill fill =
      can.fillModeNonSolid && state.polygonModeFront == state.polygonModeBack ? fillOf() : emulation::Fill::Triangles;
  key.polygonMode = static_cast<uint8_t>(fill == emulation::Fill::Lines    ? VK_POLYGON_MODE_LINE
                                         : fill == emulation::Fill::Points ? VK_POLYGON_MODE_POINT
                                                                           : VK_POLYGON_MODE_FILL);
  if (!has.extendedDynamicState) {
    key.cullMode = static_cast<uint8_t>(cullOf(state));
    key.frontFace = static_cast<uint8_t>(frontOf(state));
    key.depthTest = state.depthTest && mTarget.depth.image;
    key.depthWrite = state.depthWrite;
    key.depthCompare = static_cast<uint8_t>(compareOf(state.depthFunc));
    key.stencilTest = state.stencilTest && mTarget.stencil.image;
    for (int face = 0; face < 2; ++face) key.stencil[face] = stencilFace(state.stencil[face]);
  }
  if (!has.extendedDynamicState2) {
    key.discard = state.rasterizerDiscard;
    key.depthBias = biased(state, fillOf());
  }
}

VkPipeline Context::pipelineFor(Program& program, Program::Variant& variant, const PipelineKey& key) {
  if (const auto known = variant.pipelines.find(key); known != variant.pipelines.end()) return known->second;
  const Has& has = r.device.has;
  VkPipelineShaderStageCreateInfo stages[kStages] = {};
  uint32_t stageCount = 0;
  for (const auto& [stage, module] : variant.modules)
    stages[stageCount++] = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, stage, module, "main", nullptr};

  VkVertexInputBindingDescription bindings[kMaxAttributes + 1];
  VkVertexInputBindingDivisorDescriptionEXT divisors[kMaxAttributes + 1];
  VkVertexInputAttributeDescription attributes[kMaxAttributes];
  uint32_t divisorCount = 0, attributeCount = 0;
  for (uint32_t i = 0; i < key.bindingCount; ++i) {
    const PipelineKey::Binding& binding = key.bindings[i];
    bindings[i] = {i, binding.strideBytes, binding.divisor ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX};
    if (binding.divisor > 1 && has.instanceDivisor)
      divisors[divisorCount++] = {i, std::min(binding.divisor, r.device.divisorLimits.maxVertexAttribDivisor)};
  }
  for (uint32_t i = 0; i < kMaxAttributes; ++i)
    if (key.attributes[i].format)
      attributes[attributeCount++] = {i, key.attributes[i].binding, static_cast<VkFormat>(key.attributes[i].format),
                                      key.attributes[i].offsetBytes};
  VkPipelineVertexInputDivisorStateCreateInfoEXT divisor{};
  divisor.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT;
  divisor.vertexBindingDivisorCount = divisorCount;
  divisor.pVertexBindingDivisors = divisors;
  const VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                                   divisorCount ? &divisor : nullptr, 0, key.bindingCount, bindings,
                                                   attributeCount, attributes};
  const VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, nullptr,
                                                        0, static_cast<VkPrimitiveTopology>(key.topology), key.restart};
  VkPipelineViewportDepthClipControlCreateInfoEXT clip{};
  clip.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT;
  clip.negativeOneToOne = VK_TRUE;
  const VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                   key.clipNegative ? &clip : nullptr, 0, 1, nullptr, 1, nullptr};
  VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{};
  provoking.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT;
  provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
  VkPipelineRasterizationLineStateCreateInfoEXT line{};
  line.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT;
  line.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
  VkPipelineRasterizationStateCreateInfo raster{};
  raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  if (key.bresenham) raster.pNext = &line;
  if (key.lastProvoking) {
    provoking.pNext = raster.pNext;
    raster.pNext = &provoking;
  }
  raster.depthClampEnable = key.depthClamp;
  raster.rasterizerDiscardEnable = key.discard;
  raster.polygonMode = static_cast<VkPolygonMode>(key.polygonMode);
  raster.cullMode = key.cullMode;
  raster.frontFace = static_cast<VkFrontFace>(key.frontFace);
  raster.depthBiasEnable = key.depthBias;
  raster.lineWidth = 1.0f;
  const VkSampleMask masks[2] = {key.sampleMask, key.sampleMask};
  VkPipelineMultisampleStateCreateInfo samples{};
  samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  samples.rasterizationSamples = static_cast<VkSampleCountFlagBits>(key.samples);
  samples.sampleShadingEnable = key.sampleShading;
  samples.minSampleShading = key.minSampleShading;
  samples.pSampleMask = masks;
  samples.alphaToCoverageEnable = key.alphaToCoverage;
  samples.alphaToOneEnable = key.alphaToOne;
  VkPipelineDepthStencilStateCreateInfo depth{};
  depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
  depth.depthTestEnable = key.depthTest;
  depth.depthWriteEnable = key.depthWrite;
  depth.depthCompareOp = static_cast<VkCompareOp>(key.depthCompare);
  depth.stencilTestEnable = key.stencilTest;
  const auto face = [](const PipelineKey::Stencil& from) {
    return VkStencilOpState{static_cast<VkStencilOp>(from.fail), static_cast<VkStencilOp>(from.pass),
                            static_cast<VkStencilOp>(from.depthFail), static_cast<VkCompareOp>(from.compare), 0, 0, 0};
  };
  depth.front = face(key.stencil[0]);
  depth.back = face(key.stencil[1]);
  VkPipelineColorBlendAttachmentState attachments[kMaxColor] = {};
  for (uint32_t i = 0; i < key.colorCount; ++i) {
    const PipelineKey::Blend& from = key.blend[i];
    attachments[i] = {from.enable,
                      static_cast<VkBlendFactor>(from.sourceColor),
                      static_cast<VkBlendFactor>(from.targetColor),
                      static_cast<VkBlendOp>(from.colorOp),
                      static_cast<VkBlendFactor>(from.sourceAlpha),
                      static_cast<VkBlendFactor>(from.targetAlpha),
                      static_cast<VkBlendOp>(from.alphaOp),
                      from.writeMask};
  }
  VkPipelineColorBlendStateCreateInfo blend{};
  blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend.logicOpEnable = key.logicOpEnable;
  blend.logicOp = static_cast<VkLogicOp>(key.logicOp);
  blend.attachmentCount = key.colorCount;
  blend.pAttachments = attachments;
  std::vector<VkDynamicState> states = {VK_DYNAMIC_STATE_VIEWPORT,          VK_DYNAMIC_STATE_SCISSOR,
                                        VK_DYNAMIC_STATE_LINE_WIDTH,        VK_DYNAMIC_STATE_DEPTH_BIAS,
                                        VK_DYNAMIC_STATE_BLEND_CONSTANTS,   VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
                                        VK_DYNAMIC_STATE_STENCIL_WRITE_MASK, VK_DYNAMIC_STATE_STENCIL_REFERENCE};
  if (has.extendedDynamicState)
    states.insert(states.end(),
                  {VK_DYNAMIC_STATE_CULL_MODE_EXT, VK_DYNAMIC_STATE_FRONT_FACE_EXT, VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY_EXT,
                   VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE_EXT, VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE_EXT,
                   VK_DYNAMIC_STATE_DEPTH_COMPARE_OP_EXT, VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE_EXT,
                   VK_DYNAMIC_STATE_STENCIL_OP_EXT, VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE_EXT});
  if (has.extendedDynamicState2)
    states.insert(states.end(), {VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE_EXT,
                                 VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE_EXT, VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE_EXT});
  if (has.dynamicBlend)
    states.insert(states.end(), {VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT, VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT,
                                 VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT});
  const VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, nullptr, 0,
                                                 static_cast<uint32_t>(states.size()), states.data()};
  VkGraphicsPipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  info.stageCount = stageCount;
  info.pStages = stages;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamic;
  info.layout = program.layout;
  TargetFormats formats;
  for (uint32_t i = 0; i < kMaxColor; ++i) formats.color[i] = static_cast<VkFormat>(key.colorFormats[i]);
  formats.colorCount = key.colorCount;
  formats.depth = static_cast<VkFormat>(key.depthFormat);
  formats.stencil = static_cast<VkFormat>(key.stencilFormat);
  formats.samples = static_cast<VkSampleCountFlagBits>(key.samples);
  VkPipelineRenderingCreateInfo rendering;
  VkPipeline made = VK_NULL_HANDLE;
  const uint64_t began = base::monotonicNs();
  VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
  if (r.passes.describe(formats, rendering, info))
    result = r.device.vk.vkCreateGraphicsPipelines(r.device.handle, mShared->pipelineCache, 1, &info, nullptr, &made);
  r.counters.pipelineNs += base::monotonicNs() - began;
  ++r.counters.pipelines;
  if (result != VK_SUCCESS) {
    base::logf(base::LogLevel::Error,
               "The Vulkan device refused a pipeline of the program of slot %u (%d). Draws with it do nothing.",
               program.slot, result);
    made = VK_NULL_HANDLE;
  }
  variant.pipelines.emplace(key, made);
  return made;
}

}  // namespace vulkan
