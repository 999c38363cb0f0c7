// SPDX-License-Identifier: Apache-2.0
// Sample counts of framebuffers, which glGet(GL_SAMPLES) reports too.
#pragma once

#include <cstdint>

#include "state/framebuffer.h"

namespace gl {

class Context;

// Of a complete framebuffer, where all attachments agree; 0 if it is not multisampled.
uint32_t samplesOf(const state::Framebuffer& framebuffer);
uint32_t drawSamples(const Context& ctx);

}  // namespace gl
