// SPDX-License-Identifier: Apache-2.0
// The part of a pipeline that depends on the draw's mode.
#pragma once

#include "backends/vulkan/device.h"

namespace vulkan {

// What the pipeline is made with: the topology, or only its class where the rest is dynamic.
uint32_t topologyFor(uint32_t mode, bool dynamic);
// What is dynamic, as far as the device has it.
void setTopology(const Device& device, VkCommandBuffer command, uint32_t mode, bool restart);

}  // namespace vulkan
