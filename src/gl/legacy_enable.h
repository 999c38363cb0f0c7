// SPDX-License-Identifier: Apache-2.0
// glEnable and glIsEnabled of switches that only the compatibility profile has.
#pragma once

#include <cstdint>

#include "gl/context.h"

namespace gl {

bool isLegacyCapability(uint32_t cap);
bool isLegacyCapabilityEnabled(const Context& ctx, uint32_t cap);
void setLegacyCapability(Context& ctx, uint32_t cap, bool on);

}  // namespace gl
