// SPDX-License-Identifier: Apache-2.0
// Framebuffer bindings and attachment points, as the commands of chapter 9 share them.
#pragma once

#include <cstdint>
#include <memory>

#include "state/framebuffer.h"

namespace gl {

class Context;

// Detaches a deleted image from the framebuffers bound in this context (GL 4.6 core §9.2.8). Framebuffers
// that are not bound keep it.
void detachFromBound(Context& ctx, const state::Texture& texture);
void detachFromBound(Context& ctx, const state::Renderbuffer& renderbuffer);

// GL_FRAMEBUFFER means the draw framebuffer. Null for anything but the three targets.
std::shared_ptr<state::Framebuffer> framebufferOf(const Context& ctx, uint32_t target);

// An object by name; null after INVALID_OPERATION. Zero is an error too.
std::shared_ptr<state::Framebuffer> needFramebuffer(const Context& ctx, const char* command, uint32_t name);
// As above, but zero is the default framebuffer that the target stands for.
std::shared_ptr<state::Framebuffer> needFramebufferOrDefault(const Context& ctx, const char* command,
                                                             uint32_t name, uint32_t target);

// Marks what hangs on a framebuffer whose attachments or buffers changed.
void framebufferChanged(Context& ctx, state::Framebuffer& framebuffer);

}  // namespace gl
