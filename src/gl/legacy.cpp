// SPDX-License-Identifier: Apache-2.0
// Birth and death of the compatibility profile's part of a context.
#include "gl/legacy.h"

#include "gl/legacy_list.h"
#include "gl/legacy_pixels.h"
#include "gl/legacy_stacks.h"

namespace gl {

LegacyContext::LegacyContext() = default;
LegacyContext::~LegacyContext() = default;

}  // namespace gl
