// SPDX-License-Identifier: Apache-2.0
// The one compiled copy of volk, which finds the system's Vulkan loader at run time.
#define VOLK_IMPLEMENTATION
#include "backends/vulkan/vk.h"
