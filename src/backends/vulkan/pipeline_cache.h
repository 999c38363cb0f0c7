// SPDX-License-Identifier: Apache-2.0
// The driver's pipeline cache, kept in a file between runs.
//
// The file is a header of ours and the driver's bytes: magic, length and hash of the bytes. A file that is shorter,
// longer, damaged, or from another driver or device, is as good as none. It is written beside its place and renamed, so
// that nobody reads half a file. MOBILEGL_SHADER_CACHE names the folder; "off" keeps nothing.
#pragma once

#include <string>

#include "backends/vulkan/device.h"

namespace vulkan {

// The file for this device, or "" if nothing is to be kept.
std::string pipelineCachePath(const Device& device);
// Never null unless the driver has no memory.
VkPipelineCache openPipelineCache(const Device& device, const std::string& path);
// Writes what the cache holds; silently keeps the old file if that fails.
void savePipelineCache(const Device& device, VkPipelineCache cache, const std::string& path);

}  // namespace vulkan
