// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/internal_draws.h"

#include "backends/vulkan/shaders/blit_depth.gen.h"
#include "backends/vulkan/shaders/blit_float.gen.h"
#include "backends/vulkan/shaders/blit_int.gen.h"
#include "backends/vulkan/shaders/blit_uint.gen.h"
#include "backends/vulkan/shaders/clear_float.gen.h"
#include "backends/vulkan/shaders/clear_int.gen.h"
#include "backends/vulkan/shaders/clear_uint.gen.h"
#include "backends/vulkan/shaders/resolve_depth.gen.h"
#include "backends/vulkan/shaders/resolve_stencil.gen.h"
#include "backends/vulkan/shaders/whole.gen.h"

namespace vulkan {
namespace {

constexpr uint32_t kPushBytes = 32;

struct BlitPush {
  float scale[2], offset[2], size[2];
  int32_t linear, zero;
};
static_assert(sizeof(BlitPush) == kPushBytes);

}  // namespace

InternalDraws::InternalDraws(Shared& shared) : mShared(shared) {
  auto& vk = shared.device->vk;
  const VkDevice device = shared.device->handle;
  const VkDescriptorSetLayoutBinding binding{0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT,
                                             nullptr};
  const VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, nullptr, 0, 1, &binding};
  vk.vkCreateDescriptorSetLayout(device, &set, nullptr, &mSetLayout);
  const VkPushConstantRange push{VK_SHADER_STAGE_FRAGMENT_BIT, 0, kPushBytes};
  VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 0, nullptr, 1, &push};
  vk.vkCreatePipelineLayout(device, &layout, nullptr, &mClearLayout);
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &mSetLayout;
  vk.vkCreatePipelineLayout(device, &layout, nullptr, &mBlitLayout);
  VkSamplerCreateInfo sampler{};
  sampler.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  sampler.magFilter = sampler.minFilter = VK_FILTER_LINEAR;
  sampler.addressModeU = sampler.addressModeV = sampler.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  vk.vkCreateSampler(device, &sampler, nullptr, &mLinear);
}

InternalDraws::~InternalDraws() {
  auto& vk = mShared.device->vk;
  const VkDevice device = mShared.device->handle;
  for (const auto& [key, made] : mPipelines) vk.vkDestroyPipeline(device, made, nullptr);
  for (const VkShaderModule made : mModules) vk.vkDestroyShaderModule(device, made, nullptr);
  vk.vkDestroyPipelineLayout(device, mClearLayout, nullptr);
  vk.vkDestroyPipelineLayout(device, mBlitLayout, nullptr);
  vk.vkDestroyDescriptorSetLayout(device, mSetLayout, nullptr);
  vk.vkDestroySampler(device, mLinear, nullptr);
}

VkShaderModule InternalDraws::module(Shader shader) {
  if (mModules[shader]) return mModules[shader];
  const std::span<const uint32_t> words[kShaders] = {kWholeSpirv,     kClearFloatSpirv,   kClearIntSpirv, kClearUintSpirv,
                                                     kBlitFloatSpirv, kBlitIntSpirv,      kBlitUintSpirv, kBlitDepthSpirv,
                                                     kResolveDepthSpirv, kResolveStencilSpirv};
  const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                      words[shader].size_bytes(), words[shader].data()};
  mShared.device->vk.vkCreateShaderModule(mShared.device->handle, &info, nullptr, &mModules[shader]);
  return mModules[shader];
}

VkPipeline InternalDraws::pipeline(const Key& key, VkPipelineLayout layout) {
  if (const auto known = mPipelines.find(key); known != mPipelines.end()) return known->second;
  const VkPipelineShaderStageCreateInfo stages[] = {
      {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, VK_SHADER_STAGE_VERTEX_BIT, module(kWhole), "main",
       nullptr},
      {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, VK_SHADER_STAGE_FRAGMENT_BIT,
       module(static_cast<Shader>(key.shader)), "main", nullptr}};
  const VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO, nullptr, 0, 0,
                                                   nullptr, 0, nullptr};
  const VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, nullptr,
                                                        0, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, VK_FALSE};
  const VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, nullptr, 0, 1,
                                                   nullptr, 1, nullptr};
  VkPipelineRasterizationStateCreateInfo raster{};
  raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  raster.lineWidth = 1.0f;
  VkPipelineMultisampleStateCreateInfo samples{};
  samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  samples.rasterizationSamples = static_cast<VkSampleCountFlagBits>(key.samples);
  VkPipelineDepthStencilStateCreateInfo depth{};
  depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
  depth.depthTestEnable = depth.depthWriteEnable = key.depthWrites ? VK_TRUE : VK_FALSE;
  depth.depthCompareOp = VK_COMPARE_OP_ALWAYS;
  depth.stencilTestEnable = key.stencilWrites ? VK_TRUE : VK_FALSE;
  depth.front = depth.back = {VK_STENCIL_OP_REPLACE, VK_STENCIL_OP_REPLACE, VK_STENCIL_OP_REPLACE, VK_COMPARE_OP_ALWAYS,
                              0xFF, 0, 0};
  VkPipelineColorBlendAttachmentState attachments[kMaxColor] = {};
  for (uint32_t i = 0; i < key.colorCount; ++i) attachments[i].colorWriteMask = key.masks[i];
  VkPipelineColorBlendStateCreateInfo blend{};
  blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend.attachmentCount = key.colorCount;
  blend.pAttachments = attachments;
  const VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                                   VK_DYNAMIC_STATE_STENCIL_REFERENCE};
  const VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, nullptr, 0,
                                                 static_cast<uint32_t>(std::size(states)), states};
  VkGraphicsPipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  info.stageCount = 2;
  info.pStages = stages;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamic;
  info.layout = layout;
  TargetFormats formats;
  for (uint32_t i = 0; i < kMaxColor; ++i) formats.color[i] = static_cast<VkFormat>(key.formats[i]);
  formats.colorCount = key.colorCount;
  formats.depth = static_cast<VkFormat>(key.depth);
  formats.stencil = static_cast<VkFormat>(key.stencil);
  formats.samples = static_cast<VkSampleCountFlagBits>(key.samples);
  VkPipelineRenderingCreateInfo rendering;
  VkPipeline made = VK_NULL_HANDLE;
  if (mShared.recorder.passes.describe(formats, rendering, info))
    mShared.device->vk.vkCreateGraphicsPipelines(mShared.device->handle, mShared.pipelineCache, 1, &info, nullptr, &made);
  ++mShared.recorder.counters.pipelines;
  return mPipelines[key] = made;
}

void InternalDraws::begin(VkCommandBuffer command, VkPipeline made, const VkRect2D& rect) {
  auto& vk = mShared.device->vk;
  mShared.recorder.claimState(this);
  vk.vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_GRAPHICS, made);
  const VkViewport viewport{static_cast<float>(rect.offset.x), static_cast<float>(rect.offset.y),
                            static_cast<float>(rect.extent.width), static_cast<float>(rect.extent.height), 0.0f, 1.0f};
  vk.vkCmdSetViewport(command, 0, 1, &viewport);
  vk.vkCmdSetScissor(command, 0, 1, &rect);
}

void InternalDraws::clear(const MaskedClear& clear) {
  auto& vk = mShared.device->vk;
  Key key;
  key.shader = clear.numeric == Numeric::Int ? kClearInt : clear.numeric == Numeric::Uint ? kClearUint : kClearFloat;
  key.colorCount = clear.colorCount;
  key.samples = clear.samples;
  key.depth = clear.depthFormat;
  key.stencil = clear.stencilFormat;
  key.stencilWrites = clear.stencilMask != 0;
  for (uint32_t i = 0; i < clear.colorCount; ++i) {
    key.formats[i] = clear.formats[i];
    key.masks[i] = clear.writeMasks[i];
  }
  const VkPipeline made = pipeline(key, mClearLayout);
  if (!made) return;
  const VkCommandBuffer command = mShared.recorder.passCommand();
  begin(command, made, clear.rect);
  vk.vkCmdSetStencilWriteMask(command, VK_STENCIL_FACE_FRONT_AND_BACK, clear.stencilMask);
  vk.vkCmdSetStencilReference(command, VK_STENCIL_FACE_FRONT_AND_BACK, clear.stencilValue);
  vk.vkCmdPushConstants(command, mClearLayout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof clear.color, &clear.color);
  vk.vkCmdDraw(command, 3, 1, 0, 0);
}

VkDescriptorSet InternalDraws::setFor(const View& source, bool filtered) {
  const std::vector<uint64_t> content = {reinterpret_cast<uint64_t>(mSetLayout), source.id, filtered ? 1u : 0u};
  if (const VkDescriptorSet known = mShared.sets.find(content)) return known;
  const VkDescriptorSet set = mShared.sets.make(mSetLayout, content);
  if (!set) return set;
  const VkDescriptorImageInfo image{filtered ? mLinear : mShared.plainSampler, source.view,
                                    VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = set;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
  write.pImageInfo = &image;
  mShared.device->vk.vkUpdateDescriptorSets(mShared.device->handle, 1, &write, 0, nullptr);
  return set;
}

void InternalDraws::resolve(const Resolve& resolve) {
  auto& vk = mShared.device->vk;
  const VkCommandBuffer command = mShared.recorder.passCommand();
  const auto drawWith = [&](Shader shader, const View& source, uint32_t bit) {
    Key key;
    key.shader = shader;
    key.depth = resolve.depth ? resolve.format : VK_FORMAT_UNDEFINED;
    key.stencil = resolve.stencil ? resolve.format : VK_FORMAT_UNDEFINED;
    key.depthWrites = bit == 0;
    key.stencilWrites = bit != 0;
    const VkPipeline made = pipeline(key, mBlitLayout);
    const VkDescriptorSet set = setFor(source, false);
    if (!made || !set) return;
    begin(command, made, resolve.rect);
    vk.vkCmdSetStencilWriteMask(command, VK_STENCIL_FACE_FRONT_AND_BACK, bit);
    vk.vkCmdSetStencilReference(command, VK_STENCIL_FACE_FRONT_AND_BACK, 0xFF);
    vk.vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_GRAPHICS, mBlitLayout, 0, 1, &set, 0, nullptr);
    vk.vkCmdPushConstants(command, mBlitLayout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof bit, &bit);
    vk.vkCmdDraw(command, 3, 1, 0, 0);
  };
  if (resolve.depth) drawWith(kResolveDepth, *resolve.depth, 0);
  // No fragment shader writes stencil everywhere, so its bits are set one by one.
  for (uint32_t bit = 1; resolve.stencil && bit <= 0x80; bit <<= 1) drawWith(kResolveStencil, *resolve.stencil, bit);
}

void InternalDraws::blit(const Blit& blit) {
  auto& vk = mShared.device->vk;
  Key key;
  key.shader = blit.depth                          ? kBlitDepth
               : blit.numeric == Numeric::Int  ? kBlitInt
               : blit.numeric == Numeric::Uint ? kBlitUint
                                                   : kBlitFloat;
  key.samples = blit.samples;
  if (blit.depth) {
    key.depth = blit.format;
    key.depthWrites = 1;
  } else {
    key.colorCount = 1;
    key.formats[0] = blit.format;
    key.masks[0] = blit.writeMask;
  }
  const VkPipeline made = pipeline(key, mBlitLayout);
  const VkDescriptorSet set = setFor(*blit.source, blit.numeric == Numeric::Float && !blit.depth);
  if (!made || !set) return;
  const VkCommandBuffer command = mShared.recorder.passCommand();
  begin(command, made, blit.rect);
  vk.vkCmdSetStencilWriteMask(command, VK_STENCIL_FACE_FRONT_AND_BACK, 0);
  vk.vkCmdSetStencilReference(command, VK_STENCIL_FACE_FRONT_AND_BACK, 0);
  vk.vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_GRAPHICS, mBlitLayout, 0, 1, &set, 0, nullptr);
  const BlitPush push{{blit.scale[0], blit.scale[1]}, {blit.offset[0], blit.offset[1]}, {blit.size[0], blit.size[1]},
                      blit.linear ? 1 : 0, 0};
  vk.vkCmdPushConstants(command, mBlitLayout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push, &push);
  vk.vkCmdDraw(command, 3, 1, 0, 0);
}

}  // namespace vulkan
