// SPDX-License-Identifier: Apache-2.0
// Frames into windows, as pixels that are read back: a driver below glvnd has no window system of its own here.
#include <algorithm>

#include "backends/gles/context.h"

namespace gles {

void Context::surfaceCreate(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display) {
  mShared->surfaces.create(args, display, mEvents, mFaults, [](std::unique_ptr<window::X11Window> window) {
    return window::Presenter::open(std::move(window));
  });
}

pipe::ReplyStatus Context::surfaceDestroy(const pipe::SurfaceDestroyArgs& args, pipe::SurfaceDestroyReply&) {
  return mShared->surfaces.destroy(args.surface, mFaults);
}

void Context::finishPresents() { mShared->surfaces.finish(mPresentedTo, mEvents); }

void Context::present(const pipe::PresentArgs& args) {
  const auto* surface = mShared->surfaces.find(args.surface, mFaults);
  const Framebuffer* source = surface ? find(mFramebuffers, args.source, "framebuffer") : nullptr;
  if (!source) return;
  if (!surface->output) return mGl.Flush();
  const uint32_t width = std::min(args.width, source->desc.width), height = std::min(args.height, source->desc.height);
  const bool shown = surface->output->show(
      width, height, mShared->extensions.packReverse,
      [&](const pipe::PixelLayout& layout, std::span<std::byte> bytes, bool topDown) {
        const pipe::ReadPixelsArgs read{.source = args.source, .readAttachment = 0, .clampColor = 0, .x = 0, .y = 0,
                                        .width = width, .height = height, .layout = layout};
        // The driver turns the rows over while it writes them.
        if (topDown) mGl.PixelStorei(GL_PACK_REVERSE_ROW_ORDER_ANGLE, 1);
        readFramebuffer(read, bytes);
        if (topDown) mGl.PixelStorei(GL_PACK_REVERSE_ROW_ORDER_ANGLE, 0);
      });
  if (!shown) return mShared->surfaces.lose(args.surface, mEvents);
  mShared->surfaces.note(mPresentedTo, args.surface);
}

}  // namespace gles
