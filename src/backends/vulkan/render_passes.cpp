// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/render_passes.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "backends/vulkan/recorder.h"
#include "base/log.h"

namespace vulkan {
namespace {

constexpr size_t kMostPasses = 256, kMostFramebuffers = 256;

VkRenderingAttachmentInfo renderingInfo(const PassAttachment& from) {
  VkRenderingAttachmentInfo info{};
  info.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
  if (!from.view) return info;
  info.imageView = from.view->view;
  info.imageLayout = from.layout;
  info.loadOp = from.load;
  info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  info.clearValue = from.clear;
  if (from.resolve) {
    info.resolveMode = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
    info.resolveImageView = from.resolve->view;
    info.resolveImageLayout = from.layout;
  }
  return info;
}

// Behind draws that read what they have as an attachment: the pass writes all of it once more when it ends.
constexpr VkPipelineStageFlags kReadStages = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                               kStoreStages = VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT |
                                              VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT |
                                              VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
constexpr VkAccessFlags kReadAccess = VK_ACCESS_SHADER_READ_BIT,
                        kStoreAccess = VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;

const PassAttachment& depthStencilOf(const Pass& pass) { return pass.depth.view ? pass.depth : pass.stencil; }

}  // namespace

template <class Key>
size_t RenderPasses::Hash<Key>::operator()(const Key& key) const {
  return XXH3_64bits(&key, sizeof key);
}

RenderPasses::~RenderPasses() {
  // The recorder has waited for the device before this is reached.
  const Device& device = mRecorder.device;
  for (const auto& [key, made] : mFramebuffers) device.vk.vkDestroyFramebuffer(device.handle, made.handle, nullptr);
  for (const auto& [key, made] : mPasses) device.vk.vkDestroyRenderPass(device.handle, made.handle, nullptr);
}

bool RenderPasses::resolvesDepth() const { return mRecorder.device.has.dynamicRendering; }

template <class Table>
void RenderPasses::evict(Table& table, VkObjectType type) {
  const auto oldest = std::min_element(table.begin(), table.end(), [](const auto& a, const auto& b) {
    return a.second.lastUse < b.second.lastUse;
  });
  mRecorder.park(type, oldest->second.handle, oldest->second.lastUse);
  table.erase(oldest);
}

bool RenderPasses::begin(VkCommandBuffer command, const Pass& pass) {
  if (mRecorder.device.has.dynamicRendering) {
    beginDynamic(command, pass);
    return true;
  }
  PassKey key;
  VkClearValue clears[kMaxColor + 1] = {};
  uint32_t clearCount = 0;
  mReadsTargets = false;
  key.samples = pass.samples;
  key.colorCount = static_cast<uint8_t>(pass.colorCount);
  for (uint32_t i = 0; i < pass.colorCount; ++i) {
    const PassAttachment& color = pass.color[i];
    if (!color.view) continue;
    key.color[i] = color.view->key.format;
    key.loads[i] = color.load == VK_ATTACHMENT_LOAD_OP_CLEAR;
    key.general[i] = color.layout == VK_IMAGE_LAYOUT_GENERAL;
    mReadsTargets |= key.general[i] != 0;
    clears[clearCount++] = color.clear;
  }
  const PassAttachment& depthStencil = depthStencilOf(pass);
  if (depthStencil.view) {
    key.depthStencil = depthStencil.view->key.format;
    key.depthLoad = pass.depth.view && pass.depth.load == VK_ATTACHMENT_LOAD_OP_CLEAR;
    key.stencilLoad = pass.stencil.view && pass.stencil.load == VK_ATTACHMENT_LOAD_OP_CLEAR;
    key.depthGeneral = depthStencil.layout == VK_IMAGE_LAYOUT_GENERAL;
    mReadsTargets |= key.depthGeneral != 0;
    clears[clearCount++].depthStencil = {pass.depth.clear.depthStencil.depth, pass.stencil.clear.depthStencil.stencil};
  }
  const VkRenderPass renderPass = passFor(key);
  const VkFramebuffer framebuffer = renderPass ? framebufferFor(pass, renderPass) : VK_NULL_HANDLE;
  if (!framebuffer) {
    base::logf(base::LogLevel::Error, "The Vulkan device refused a render pass of %ux%u pixels.", pass.area.extent.width,
               pass.area.extent.height);
    return false;
  }
  const VkRenderPassBeginInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, nullptr, renderPass, framebuffer, pass.area,
                                   clearCount, clears};
  mRecorder.device.vk.vkCmdBeginRenderPass(command, &info, VK_SUBPASS_CONTENTS_INLINE);
  return true;
}

void RenderPasses::end(VkCommandBuffer command) {
  auto& vk = mRecorder.device.vk;
  if (mRecorder.device.has.dynamicRendering) return vk.vkCmdEndRenderingKHR(command);
  if (mReadsTargets) {
    const VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, kReadAccess, kStoreAccess};
    vk.vkCmdPipelineBarrier(command, kReadStages, kStoreStages, VK_DEPENDENCY_BY_REGION_BIT, 1, &barrier, 0, nullptr, 0,
                            nullptr);
  }
  vk.vkCmdEndRenderPass(command);
}

void RenderPasses::beginDynamic(VkCommandBuffer command, const Pass& pass) {
  VkRenderingAttachmentInfo color[kMaxColor];
  for (uint32_t i = 0; i < pass.colorCount; ++i) color[i] = renderingInfo(pass.color[i]);
  const VkRenderingAttachmentInfo depth = renderingInfo(pass.depth), stencil = renderingInfo(pass.stencil);
  VkRenderingInfo info{};
  info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
  info.renderArea = pass.area;
  info.layerCount = pass.layers;
  info.colorAttachmentCount = pass.colorCount;
  info.pColorAttachments = color;
  info.pDepthAttachment = pass.depth.view ? &depth : nullptr;
  info.pStencilAttachment = pass.stencil.view ? &stencil : nullptr;
  mRecorder.device.vk.vkCmdBeginRenderingKHR(command, &info);
}

bool RenderPasses::describe(const TargetFormats& formats, VkPipelineRenderingCreateInfo& rendering,
                            VkGraphicsPipelineCreateInfo& info) {
  if (mRecorder.device.has.dynamicRendering) {
    rendering = {};
    rendering.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO;
    rendering.colorAttachmentCount = formats.colorCount;
    rendering.pColorAttachmentFormats = formats.color;
    rendering.depthAttachmentFormat = formats.depth;
    rendering.stencilAttachmentFormat = formats.stencil;
    rendering.pNext = info.pNext;
    info.pNext = &rendering;
    return true;
  }
  // Layouts and load operations do not matter for being compatible.
  PassKey key;
  key.samples = formats.samples;
  key.colorCount = static_cast<uint8_t>(formats.colorCount);
  for (uint32_t i = 0; i < formats.colorCount; ++i) key.color[i] = formats.color[i];
  key.depthStencil = formats.depth ? formats.depth : formats.stencil;
  info.renderPass = passFor(key);
  return info.renderPass != VK_NULL_HANDLE;
}

VkRenderPass RenderPasses::passFor(const PassKey& key) {
  auto known = mPasses.find(key);
  if (known == mPasses.end()) {
    const VkRenderPass made = createPass(key);
    if (!made) return VK_NULL_HANDLE;
    if (mPasses.size() >= kMostPasses) evict(mPasses, VK_OBJECT_TYPE_RENDER_PASS);
    known = mPasses.emplace(key, Made<VkRenderPass>{made, 0}).first;
  }
  known->second.lastUse = mRecorder.recording();
  return known->second.handle;
}

VkRenderPass RenderPasses::createPass(const PassKey& key) {
  VkAttachmentDescription attachments[kMaxColor + 1];
  VkAttachmentReference color[kMaxColor], depth{VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_UNDEFINED};
  uint32_t count = 0;
  const auto loadOf = [](bool clears) { return clears ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD; };
  // Barriers bring images into the layout; the pass leaves them in it.
  const auto add = [&](uint32_t format, VkImageLayout layout, bool clears, bool clearsStencil) {
    attachments[count] = {0, static_cast<VkFormat>(format), static_cast<VkSampleCountFlagBits>(key.samples), loadOf(clears),
                          VK_ATTACHMENT_STORE_OP_STORE, loadOf(clearsStencil), VK_ATTACHMENT_STORE_OP_STORE, layout, layout};
    return VkAttachmentReference{count++, layout};
  };
  for (uint32_t i = 0; i < key.colorCount; ++i)
    color[i] = key.color[i]
                   ? add(key.color[i], key.general[i] ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                         key.loads[i], false)
                   : VkAttachmentReference{VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_UNDEFINED};
  if (key.depthStencil)
    depth = add(key.depthStencil,
                key.depthGeneral ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, key.depthLoad,
                key.stencilLoad);
  VkSubpassDescription subpass{};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = key.colorCount;
  subpass.pColorAttachments = color;
  subpass.pDepthStencilAttachment = &depth;
  // In all of them, or they would not be compatible.
  const VkSubpassDependency own{0, 0, kReadStages, kStoreStages, kReadAccess, kStoreAccess, VK_DEPENDENCY_BY_REGION_BIT};
  const VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, nullptr, 0, count, attachments, 1, &subpass,
                                    1, &own};
  VkRenderPass made = VK_NULL_HANDLE;
  if (mRecorder.device.vk.vkCreateRenderPass(mRecorder.device.handle, &info, nullptr, &made) != VK_SUCCESS)
    return VK_NULL_HANDLE;
  return made;
}

VkFramebuffer RenderPasses::framebufferFor(const Pass& pass, VkRenderPass renderPass) {
  FramebufferKey key;
  VkImageView views[kMaxColor + 1];
  uint32_t count = 0;
  key.width = static_cast<uint32_t>(pass.area.offset.x) + pass.area.extent.width;
  key.height = static_cast<uint32_t>(pass.area.offset.y) + pass.area.extent.height;
  key.layers = pass.layers;
  const auto add = [&](uint32_t place, const View* view) {
    if (!view) return;
    key.views[place] = view->id;
    views[count++] = view->view;
  };
  for (uint32_t i = 0; i < pass.colorCount; ++i) add(i, pass.color[i].view);
  add(kMaxColor, depthStencilOf(pass).view);
  auto known = mFramebuffers.find(key);
  if (known == mFramebuffers.end()) {
    const VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, nullptr, 0, renderPass, count, views,
                                       key.width, key.height, key.layers};
    VkFramebuffer made = VK_NULL_HANDLE;
    if (mRecorder.device.vk.vkCreateFramebuffer(mRecorder.device.handle, &info, nullptr, &made) != VK_SUCCESS)
      return VK_NULL_HANDLE;
    if (mFramebuffers.size() >= kMostFramebuffers) evict(mFramebuffers, VK_OBJECT_TYPE_FRAMEBUFFER);
    known = mFramebuffers.emplace(key, Made<VkFramebuffer>{made, 0}).first;
  }
  known->second.lastUse = mRecorder.recording();
  return known->second.handle;
}

void RenderPasses::forget(const View& view) {
  for (auto at = mFramebuffers.begin(); at != mFramebuffers.end();) {
    const auto& views = at->first.views;
    if (std::find(views.begin(), views.end(), view.id) == views.end()) {
      ++at;
      continue;
    }
    mRecorder.park(VK_OBJECT_TYPE_FRAMEBUFFER, at->second.handle, at->second.lastUse);
    at = mFramebuffers.erase(at);
  }
}

}  // namespace vulkan
