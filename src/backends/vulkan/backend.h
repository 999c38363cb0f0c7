// SPDX-License-Identifier: Apache-2.0
// The Vulkan back end: any device with Vulkan 1.1.
#pragma once

#include <memory>

#include "backends/vulkan/counters.h"
#include "base/result.h"
#include "pipe/screen.h"

namespace vulkan {

base::Result<std::unique_ptr<pipe::Backend>> createBackend();

// What a back end made by createBackend() has counted so far. Not while a call of the pipe is under way.
const Counters& countersOf(const pipe::Backend& backend);

// The device behind it, so that tests can make calls of its table fail.
class Device;
Device& deviceOf(pipe::Backend& backend);

}  // namespace vulkan
