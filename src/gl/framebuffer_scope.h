// SPDX-License-Identifier: Apache-2.0
// Verbs of direct state access act on named framebuffers, while the tracker acts on the bound ones.
#pragma once

#include <memory>
#include <utility>

#include "gl/context.h"

namespace gl {

// Binds framebuffers for one verb. Null leaves a binding alone.
class FramebufferScope {
 public:
  FramebufferScope(Context& ctx, std::shared_ptr<state::Framebuffer> draw,
                   std::shared_ptr<state::Framebuffer> read)
      : mState(ctx.state()), mDraw(mState.drawFramebuffer), mRead(mState.readFramebuffer) {
    bind(draw ? std::move(draw) : mDraw, read ? std::move(read) : mRead);
  }
  ~FramebufferScope() { bind(mDraw, mRead); }
  FramebufferScope(const FramebufferScope&) = delete;
  FramebufferScope& operator=(const FramebufferScope&) = delete;

 private:
  void bind(std::shared_ptr<state::Framebuffer> draw, std::shared_ptr<state::Framebuffer> read) {
    if (draw != mState.drawFramebuffer || read != mState.readFramebuffer)
      mState.mark(state::kDirtyFramebuffer);
    mState.drawFramebuffer = std::move(draw);
    mState.readFramebuffer = std::move(read);
  }
  state::Context& mState;
  const std::shared_ptr<state::Framebuffer> mDraw, mRead;
};

}  // namespace gl
