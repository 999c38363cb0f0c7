// SPDX-License-Identifier: Apache-2.0
// What of the state does not belong to the pipeline, as it stands in a command buffer. Only what differs is emitted: drivers
// that keep commands in memory, as lavapipe does, pay for each.
#pragma once

#include <array>
#include <cstring>

#include "backends/vulkan/device.h"
#include "backends/vulkan/pipeline_key.h"

namespace vulkan {

struct DynamicState {
  VkViewport viewport{};
  VkRect2D scissor{};
  float lineWidth = 1.0f;
  struct {
    float units = 0, clamp = 0, factor = 0;
  } bias;
  std::array<float, 4> blendColor{};
  struct Face {
    uint32_t compareMask = 0, writeMask = 0, reference = 0;
  } stencil[2];
  // With extended dynamic state:
  uint32_t topology = 0, cullMode = 0, frontFace = 0, depthTest = 0, depthWrite = 0, depthCompare = 0, stencilTest = 0;
  PipelineKey::Stencil stencilOps[2];
  // With its second part:
  uint32_t restart = 0, discard = 0, biased = 0;
  // With the third, of as many targets:
  uint32_t colorCount = 0;
  PipelineKey::Blend blend[8];

  // Emits what differs from `before`, or everything.
  void apply(const Device& device, VkCommandBuffer command, const DynamicState& before, bool everything) const;

 private:
  void applyBlend(const Device& device, VkCommandBuffer command) const;
};

}  // namespace vulkan
