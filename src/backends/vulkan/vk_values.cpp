// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/vk_values.h"

#include "base/gl_enums.gen.h"

namespace vulkan {

VkBlendFactor factorOf(uint32_t factor) {
  switch (factor) {
    case glenum::ONE_: return VK_BLEND_FACTOR_ONE;
    case glenum::SRC_COLOR_: return VK_BLEND_FACTOR_SRC_COLOR;
    case glenum::ONE_MINUS_SRC_COLOR_: return VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR;
    case glenum::DST_COLOR_: return VK_BLEND_FACTOR_DST_COLOR;
    case glenum::ONE_MINUS_DST_COLOR_: return VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    case glenum::SRC_ALPHA_: return VK_BLEND_FACTOR_SRC_ALPHA;
    case glenum::ONE_MINUS_SRC_ALPHA_: return VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    case glenum::DST_ALPHA_: return VK_BLEND_FACTOR_DST_ALPHA;
    case glenum::ONE_MINUS_DST_ALPHA_: return VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA;
    case glenum::CONSTANT_COLOR_: return VK_BLEND_FACTOR_CONSTANT_COLOR;
    case glenum::ONE_MINUS_CONSTANT_COLOR_: return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR;
    case glenum::CONSTANT_ALPHA_: return VK_BLEND_FACTOR_CONSTANT_ALPHA;
    case glenum::ONE_MINUS_CONSTANT_ALPHA_: return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
    case glenum::SRC_ALPHA_SATURATE_: return VK_BLEND_FACTOR_SRC_ALPHA_SATURATE;
    case glenum::SRC1_COLOR_: return VK_BLEND_FACTOR_SRC1_COLOR;
    case glenum::ONE_MINUS_SRC1_COLOR_: return VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR;
    case glenum::SRC1_ALPHA_: return VK_BLEND_FACTOR_SRC1_ALPHA;
    case glenum::ONE_MINUS_SRC1_ALPHA_: return VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
  }
  return VK_BLEND_FACTOR_ZERO;
}

VkBlendOp equationOf(uint32_t equation) {
  switch (equation) {
    case glenum::FUNC_SUBTRACT_: return VK_BLEND_OP_SUBTRACT;
    case glenum::FUNC_REVERSE_SUBTRACT_: return VK_BLEND_OP_REVERSE_SUBTRACT;
    case glenum::MIN_: return VK_BLEND_OP_MIN;
    case glenum::MAX_: return VK_BLEND_OP_MAX;
  }
  return VK_BLEND_OP_ADD;
}

// GL's and Vulkan's comparisons and logic operations have the same order.
VkCompareOp compareOf(uint32_t function) { return static_cast<VkCompareOp>((function - glenum::NEVER_) & 7); }
VkLogicOp logicOf(uint32_t op) { return static_cast<VkLogicOp>((op - glenum::CLEAR_) & 15); }

VkStencilOp stencilOf(uint32_t op) {
  switch (op) {
    case glenum::ZERO_: return VK_STENCIL_OP_ZERO;
    case glenum::REPLACE_: return VK_STENCIL_OP_REPLACE;
    case glenum::INCR_: return VK_STENCIL_OP_INCREMENT_AND_CLAMP;
    case glenum::DECR_: return VK_STENCIL_OP_DECREMENT_AND_CLAMP;
    case glenum::INVERT_: return VK_STENCIL_OP_INVERT;
    case glenum::INCR_WRAP_: return VK_STENCIL_OP_INCREMENT_AND_WRAP;
    case glenum::DECR_WRAP_: return VK_STENCIL_OP_DECREMENT_AND_WRAP;
  }
  return VK_STENCIL_OP_KEEP;
}

VkCullModeFlags cullOf(const pipe::PipelineState& state) {
  if (!state.cullEnable) return VK_CULL_MODE_NONE;
  return state.cullFace == glenum::FRONT_  ? VkCullModeFlags{VK_CULL_MODE_FRONT_BIT}
         : state.cullFace == glenum::BACK_ ? VkCullModeFlags{VK_CULL_MODE_BACK_BIT}
                                           : VkCullModeFlags{VK_CULL_MODE_FRONT_AND_BACK};
}

// Rows count upwards in our images, so what turns left in GL turns right for Vulkan, whose rows count downwards.
VkFrontFace frontOf(const pipe::PipelineState& state) {
  return state.frontFace == glenum::CW_ ? VK_FRONT_FACE_COUNTER_CLOCKWISE : VK_FRONT_FACE_CLOCKWISE;
}

PipelineKey::Stencil stencilFace(const pipe::StencilFace& face) {
  return {static_cast<uint8_t>(stencilOf(face.failOp)), static_cast<uint8_t>(stencilOf(face.passOp)),
          static_cast<uint8_t>(stencilOf(face.depthFailOp)), static_cast<uint8_t>(compareOf(face.func))};
}

VkPrimitiveTopology topologyOf(uint32_t mode) {
  switch (mode) {
    case glenum::POINTS_: return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case glenum::LINES_: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case glenum::LINE_STRIP_: return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    case glenum::TRIANGLE_STRIP_: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    case glenum::TRIANGLE_FAN_: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN;
    case glenum::LINES_ADJACENCY_: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY;
    case glenum::LINE_STRIP_ADJACENCY_: return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY;
    case glenum::TRIANGLES_ADJACENCY_: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
    case glenum::TRIANGLE_STRIP_ADJACENCY_: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY;
  }
  return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
}

// A pipeline with dynamic topology fixes only the class.
VkPrimitiveTopology classOf(VkPrimitiveTopology topology) {
  switch (topology) {
    case VK_PRIMITIVE_TOPOLOGY_POINT_LIST: return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP:
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    default: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  }
}

bool biased(const pipe::PipelineState& state, emulation::Fill fill) {
  return fill == emulation::Fill::Triangles ? state.offsetFill
         : fill == emulation::Fill::Lines   ? state.offsetLine
                                            : state.offsetPoint;
}

}  // namespace vulkan
