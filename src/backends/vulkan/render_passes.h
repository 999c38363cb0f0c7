// SPDX-License-Identifier: Apache-2.0
// Render passes on a set of views: by dynamic rendering, or on devices without it by VkRenderPass and VkFramebuffer
// objects that are found by content.
//
// A VkRenderPass is found by formats, layouts and load operations; pipelines take any that is compatible. A VkFramebuffer
// is found by the ids of its views, which never come back, and goes when one of them does or when it was not used for
// long. Both die parked, like everything else that commands name.
#pragma once

#include <array>
#include <cstring>
#include <unordered_map>

#include "backends/vulkan/lower_shader.h"
#include "backends/vulkan/resources.h"

namespace vulkan {

class Recorder;

struct PassAttachment {
  const View* view = nullptr;  // null: none
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkAttachmentLoadOp load = VK_ATTACHMENT_LOAD_OP_LOAD;
  VkClearValue clear{};
  const View* resolve = nullptr;  // of depth and stencil, where that is possible: gets sample 0
};

struct Pass {
  PassAttachment color[kMaxColor];  // by output
  // Of one view where there are both.
  PassAttachment depth, stencil;
  uint32_t colorCount = 0, layers = 1;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  VkRect2D area{};
};

// What a pipeline must know of the passes it is used in.
struct TargetFormats {
  VkFormat color[kMaxColor] = {};  // undefined: no such attachment
  uint32_t colorCount = 0;
  VkFormat depth = VK_FORMAT_UNDEFINED, stencil = VK_FORMAT_UNDEFINED;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

class RenderPasses {
 public:
  explicit RenderPasses(Recorder& recorder) : mRecorder(recorder) {}
  ~RenderPasses();
  // False: the device has no memory for it, and no pass is open.
  bool begin(VkCommandBuffer command, const Pass& pass);
  void end(VkCommandBuffer command);
  // Depth and stencil can be resolved at the end of a pass.
  bool resolvesDepth() const;
  // Makes the pipeline one for passes on targets of these formats; false without memory. `rendering` is kept until the
  // pipeline is created.
  bool describe(const TargetFormats& formats, VkPipelineRenderingCreateInfo& rendering, VkGraphicsPipelineCreateInfo& info);
  // The view dies.
  void forget(const View& view);

 private:
  struct PassKey {
    uint32_t color[kMaxColor] = {}, depthStencil = 0, samples = 1;
    uint8_t loads[kMaxColor] = {}, general[kMaxColor] = {};
    uint8_t depthLoad = 0, stencilLoad = 0, depthGeneral = 0, colorCount = 0;
    friend bool operator==(const PassKey& a, const PassKey& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
  };
  struct FramebufferKey {
    std::array<uint64_t, kMaxColor + 1> views{};  // ids; the last is of depth and stencil
    uint32_t width = 0, height = 0, layers = 0, zero = 0;
    friend bool operator==(const FramebufferKey& a, const FramebufferKey& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
  };
  template <class Key>
  struct Hash {
    size_t operator()(const Key& key) const;
  };
  template <class Handle>
  struct Made {
    Handle handle = VK_NULL_HANDLE;
    uint64_t lastUse = 0;
  };
  void beginDynamic(VkCommandBuffer command, const Pass& pass);
  VkRenderPass passFor(const PassKey& key);
  VkRenderPass createPass(const PassKey& key);
  VkFramebuffer framebufferFor(const Pass& pass, VkRenderPass renderPass);
  // Makes room in a full table: parks what was used longest ago.
  template <class Table>
  void evict(Table& table, VkObjectType type);

  Recorder& mRecorder;
  bool mReadsTargets = false;  // the open pass has attachments that its draws read
  std::unordered_map<PassKey, Made<VkRenderPass>, Hash<PassKey>> mPasses;
  std::unordered_map<FramebufferKey, Made<VkFramebuffer>, Hash<FramebufferKey>> mFramebuffers;
};

}  // namespace vulkan
