// SPDX-License-Identifier: Apache-2.0
// The only place where Vulkan's headers come in. Functions of a device are called through its own table.
#pragma once

#define VK_NO_PROTOTYPES
#define VK_USE_PLATFORM_XCB_KHR
#include <volk.h>
