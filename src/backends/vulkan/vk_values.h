// SPDX-License-Identifier: Apache-2.0
// The pipe's values of state, which are GL's, as Vulkan's.
#pragma once

#include "backends/emulation/primitives.h"
#include "backends/vulkan/pipeline_key.h"
#include "backends/vulkan/vk.h"
#include "pipe/namespace.h"
#include "pipe/types.gen.h"

namespace vulkan {

VkBlendFactor factorOf(uint32_t factor);
VkBlendOp equationOf(uint32_t equation);
VkCompareOp compareOf(uint32_t function);
VkLogicOp logicOf(uint32_t op);
VkStencilOp stencilOf(uint32_t op);
VkCullModeFlags cullOf(const pipe::PipelineState& state);
VkFrontFace frontOf(const pipe::PipelineState& state);
PipelineKey::Stencil stencilFace(const pipe::StencilFace& face);
VkPrimitiveTopology topologyOf(uint32_t mode);
// All that a pipeline with dynamic topology fixes.
VkPrimitiveTopology classOf(VkPrimitiveTopology topology);
// Whether polygons that come out as `fill` have a depth bias.
bool biased(const pipe::PipelineState& state, emulation::Fill fill);

}  // namespace vulkan
