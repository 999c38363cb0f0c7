// SPDX-License-Identifier: Apache-2.0
// What the GPU did last with a resource, as far as later commands must wait for it.
#pragma once

#include "backends/vulkan/vk.h"

namespace vulkan {

inline constexpr VkAccessFlags kWriteAccess =
    VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_WRITE_BIT | VK_ACCESS_TRANSFORM_FEEDBACK_WRITE_BIT_EXT |
    VK_ACCESS_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT;

// A use of a resource by one command.
struct Use {
  VkPipelineStageFlags stages = 0;
  VkAccessFlags access = 0;
  bool writes() const { return access & kWriteAccess; }
};

// Uses that many commands make.
inline constexpr Use kCopyFrom{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr Use kCopyTo{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr Use kColorAttachment{VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                      VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
inline constexpr Use kDepthAttachment{
    VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};
inline constexpr Use kSampled{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Use kHostReads{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

struct SyncState {
  VkPipelineStageFlags writeStages = 0;  // of the last write, or of the barrier behind it
  VkAccessFlags writeAccess = 0;
  VkPipelineStageFlags readStages = 0;   // that see the last write
  VkAccessFlags readAccess = 0;

  // Whether the use needs a barrier, given that the layout stays.
  bool hazard(const Use& use) const {
    if (use.writes()) return writeStages || readStages;
    return writeStages && ((use.stages & ~readStages) || (use.access & ~readAccess));
  }
  VkPipelineStageFlags waitsFor(const Use& use, bool newLayout) const {
    const VkPipelineStageFlags stages = use.writes() || newLayout ? writeStages | readStages : writeStages;
    return stages ? stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT};
  }
  // After the barrier, if one was needed, and the use itself.
  void record(const Use& use, bool newLayout) {
    if (use.writes()) {
      *this = {use.stages, use.access & kWriteAccess, 0, 0};
    } else if (newLayout) {
      // The change of layout is a write that the use already sees; others must wait for the barrier's end.
      *this = {use.stages, 0, use.stages, use.access};
    } else {
      readStages |= use.stages;
      readAccess |= use.access;
    }
  }
};

}  // namespace vulkan
