// SPDX-License-Identifier: Apache-2.0
#include "winsys/default_framebuffer.h"

#include "state/dirty.h"

namespace winsys {
namespace {

state::Attachment attachment(const std::shared_ptr<state::Renderbuffer>& image) {
  state::Attachment a;
  a.renderbuffer = image;
  return a;
}

void attach(state::Framebuffer& framebuffer, const Surface* surface) {
  static const SurfaceImages kNone;
  const SurfaceImages& images = surface ? surface->images : kNone;
  framebuffer.color[0] = attachment(images.back);
  framebuffer.color[1] = attachment(images.front);
  framebuffer.depth = attachment(images.depth);
  framebuffer.stencil = attachment(images.stencil);
  framebuffer.hasSurface = surface != nullptr;
  framebuffer.doubleBuffered = !surface || surface->doubleBuffered;
  framebuffer.created = true;
  framebuffer.touch();
}

// Readers of framebuffer 0 get an object of their own while the read surface is another one.
void chooseReadObject(state::Context& state, bool sameSurface) {
  const bool isShared = state.defaultRead == state.defaultDraw;
  if (isShared == sameSurface) return;
  const auto former = state.defaultRead;
  if (sameSurface) {
    state.defaultRead = state.defaultDraw;
  } else {
    state.defaultRead = std::make_shared<state::Framebuffer>(0u);
  }
  state.defaultRead->readBuffer = former->readBuffer;
  if (state.readFramebuffer == former) state.readFramebuffer = state.defaultRead;
}

}  // namespace

void attachSurfaces(gl::Context& context, const Surface* draw, const Surface* read) {
  state::Context& state = context.state();
  chooseReadObject(state, draw == read);
  attach(*state.defaultDraw, draw);
  if (draw != read) attach(*state.defaultRead, read);
  state.mark(state::kDirtyFramebuffer);
}

void initialiseFromSurface(gl::Context& context, const Surface& draw) {
  state::Context& state = context.state();
  for (state::Viewport& viewport : state.viewports)
    if (viewport.width == 0 && viewport.height == 0)
      viewport.width = static_cast<float>(draw.width), viewport.height = static_cast<float>(draw.height);
  for (state::ScissorBox& box : state.scissors)
    if (box.width == 0 && box.height == 0)
      box.width = static_cast<int32_t>(draw.width), box.height = static_cast<int32_t>(draw.height);
  if (!draw.doubleBuffered)
    for (uint32_t* buffer : {&state.defaultDraw->drawBuffers[0], &state.defaultRead->readBuffer})
      if (*buffer == glenum::BACK_) *buffer = glenum::FRONT_;
  state.mark(state::kDirtyViewport | state::kDirtyScissor | state::kDirtyFramebuffer);
}

}  // namespace winsys
