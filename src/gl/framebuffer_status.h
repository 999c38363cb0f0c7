// SPDX-License-Identifier: Apache-2.0
// Framebuffer completeness (GL 4.6 core §9.4.2), from client-side state only.
#pragma once

#include <cstdint>

#include "state/framebuffer.h"

namespace gl {

class Context;

// What glCheckFramebufferStatus returns: GL_FRAMEBUFFER_COMPLETE, or the first rule that the framebuffer
// breaks.
uint32_t framebufferStatus(const Context& ctx, const state::Framebuffer& framebuffer);

// The enumerant's name for messages, "GL_FRAMEBUFFER_UNSUPPORTED".
const char* framebufferStatusName(uint32_t status);

}  // namespace gl
