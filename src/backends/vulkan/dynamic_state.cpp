// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/dynamic_state.h"

#include <algorithm>

#include "backends/vulkan/context.h"
#include "backends/vulkan/vk_values.h"

namespace vulkan {
namespace {

template <class T>
bool differs(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) != 0;
}

}  // namespace

void DynamicState::apply(const Device& device, VkCommandBuffer command, const DynamicState& before, bool all) const {
  auto& vk = device.vk;
  if (all || differs(viewport, before.viewport)) vk.vkCmdSetViewport(command, 0, 1, &viewport);
  if (all || differs(scissor, before.scissor)) vk.vkCmdSetScissor(command, 0, 1, &scissor);
  if (all || lineWidth != before.lineWidth) vk.vkCmdSetLineWidth(command, lineWidth);
  if (all || differs(bias, before.bias)) vk.vkCmdSetDepthBias(command, bias.units, bias.clamp, bias.factor);
  if (all || differs(blendColor, before.blendColor)) vk.vkCmdSetBlendConstants(command, blendColor.data());
  for (int face = 0; face < 2; ++face) {
    const VkStencilFaceFlags side = face ? VK_STENCIL_FACE_BACK_BIT : VK_STENCIL_FACE_FRONT_BIT;
    const Face &now = stencil[face], &old = before.stencil[face];
    if (all || now.compareMask != old.compareMask) vk.vkCmdSetStencilCompareMask(command, side, now.compareMask);
    if (all || now.writeMask != old.writeMask) vk.vkCmdSetStencilWriteMask(command, side, now.writeMask);
    if (all || now.reference != old.reference) vk.vkCmdSetStencilReference(command, side, now.reference);
  }
  if (device.has.extendedDynamicState) {
    if (all || topology != before.topology)
      vk.vkCmdSetPrimitiveTopologyEXT(command, static_cast<VkPrimitiveTopology>(topology));
    if (all || cullMode != before.cullMode) vk.vkCmdSetCullModeEXT(command, cullMode);
    if (all || frontFace != before.frontFace) vk.vkCmdSetFrontFaceEXT(command, static_cast<VkFrontFace>(frontFace));
    if (all || depthTest != before.depthTest) vk.vkCmdSetDepthTestEnableEXT(command, depthTest);
    if (all || depthWrite != before.depthWrite) vk.vkCmdSetDepthWriteEnableEXT(command, depthWrite);
    if (all || depthCompare != before.depthCompare)
      vk.vkCmdSetDepthCompareOpEXT(command, static_cast<VkCompareOp>(depthCompare));
    if (all || stencilTest != before.stencilTest) vk.vkCmdSetStencilTestEnableEXT(command, stencilTest);
    for (int face = 0; face < 2; ++face) {
      const PipelineKey::Stencil& ops = stencilOps[face];
      if (all || differs(ops, before.stencilOps[face]))
        vk.vkCmdSetStencilOpEXT(command, face ? VK_STENCIL_FACE_BACK_BIT : VK_STENCIL_FACE_FRONT_BIT,
                                static_cast<VkStencilOp>(ops.fail), static_cast<VkStencilOp>(ops.pass),
                                static_cast<VkStencilOp>(ops.depthFail), static_cast<VkCompareOp>(ops.compare));
    }
  }
  if (device.has.extendedDynamicState2) {
    if (all || restart != before.restart) vk.vkCmdSetPrimitiveRestartEnableEXT(command, restart);
    if (all || discard != before.discard) vk.vkCmdSetRasterizerDiscardEnableEXT(command, discard);
    if (all || biased != before.biased) vk.vkCmdSetDepthBiasEnableEXT(command, biased);
  }
  if (device.has.dynamicBlend && colorCount &&
      (all || colorCount != before.colorCount || std::memcmp(blend, before.blend, colorCount * sizeof blend[0]) != 0))
    applyBlend(device, command);
}

void DynamicState::applyBlend(const Device& device, VkCommandBuffer command) const {
  VkBool32 enables[8];
  VkColorBlendEquationEXT equations[8];
  VkColorComponentFlags masks[8];
  for (uint32_t i = 0; i < colorCount; ++i) {
    const PipelineKey::Blend& from = blend[i];
    enables[i] = from.enable;
    equations[i] = {static_cast<VkBlendFactor>(from.sourceColor), static_cast<VkBlendFactor>(from.targetColor),
                    static_cast<VkBlendOp>(from.colorOp),         static_cast<VkBlendFactor>(from.sourceAlpha),
                    static_cast<VkBlendFactor>(from.targetAlpha), static_cast<VkBlendOp>(from.alphaOp)};
    masks[i] = from.writeMask;
  }
  device.vk.vkCmdSetColorBlendEnableEXT(command, 0, colorCount, enables);
  device.vk.vkCmdSetColorBlendEquationEXT(command, 0, colorCount, equations);
  device.vk.vkCmdSetColorWriteMaskEXT(command, 0, colorCount, masks);
}

// All but topology, restart and blending, which the pipeline's key is described with.
void Context::describeDynamic(DynamicState& out) const {
  const VkPhysicalDeviceLimits& limits = r.device.properties.limits;
  const auto dimension = [&](float size, int i) {
    return std::clamp(size, 1.0f / 256, static_cast<float>(limits.maxViewportDimensions[i]));
  };
  // A viewport without area clips everything; the scissor says so, since Vulkan has no such viewport.
  const bool empty = mViewport.width <= 0.0f || mViewport.height <= 0.0f;
  out.viewport = {mViewport.x, mViewport.y, dimension(mViewport.width, 0), dimension(mViewport.height, 1),
                  std::clamp(mViewport.near, 0.0f, 1.0f), std::clamp(mViewport.far, 0.0f, 1.0f)};
  out.scissor = scissorRect();
  if (empty) out.scissor.extent = {0, 0};
  out.lineWidth = r.device.features.wideLines
                      ? std::clamp(mRaster.lineWidth, limits.lineWidthRange[0], limits.lineWidthRange[1])
                      : 1.0f;
  out.bias = {mRaster.offsetUnits, r.device.features.depthBiasClamp ? mRaster.offsetClamp : 0.0f, mRaster.offsetFactor};
  out.blendColor = mBlendColor;
  for (int face = 0; face < 2; ++face)
    out.stencil[face] = {mStencilDynamic.compareMask[face], mStencilDynamic.writeMask[face],
                         static_cast<uint32_t>(std::clamp(mStencilDynamic.reference[face], 0, 255))};
  out.cullMode = cullOf(mState);
  out.frontFace = frontOf(mState);
  // The image of one plane may bring the other, which the framebuffer lacks.
  out.depthTest = mState.depthTest && mTarget.depth.image;
  out.depthWrite = mState.depthWrite;
  out.depthCompare = compareOf(mState.depthFunc);
  out.stencilTest = mState.stencilTest && mTarget.stencil.image;
  for (int face = 0; face < 2; ++face) out.stencilOps[face] = stencilFace(mState.stencil[face]);
  out.discard = mState.rasterizerDiscard;
  out.biased = biased(mState, fillOf());
}

}  // namespace vulkan
