// SPDX-License-Identifier: Apache-2.0
// What the device can do, in the pipe's words.
#pragma once

#include "backends/vulkan/format_table.h"
#include "pipe/screen.h"

namespace vulkan {

void probeCaps(const Device& device, const FormatTable& formats, pipe::Caps& caps);

}  // namespace vulkan
