// SPDX-License-Identifier: Apache-2.0
#include "winsys/present.h"

#include <utility>

#include "winsys/current.h"
#include "winsys/default_framebuffer.h"

namespace winsys {
namespace {

// The tracker shows color[0] of whatever framebuffer it is given.
bool show(ContextHandle& context, Surface& surface, const std::shared_ptr<state::Renderbuffer>& image,
          int32_t interval) {
  state::Framebuffer source(0u);
  source.color[0].renderbuffer = image;
  source.hasSurface = source.created = true;
  return context.gl->tracker().present(surface.presenter, source, image->width, image->height, interval);
}

bool drawsToFront(const state::Framebuffer& framebuffer) {
  for (const uint32_t buffer : framebuffer.drawBuffers) {
    switch (buffer) {
      case glenum::FRONT_:
      case glenum::FRONT_LEFT_:
      case glenum::LEFT_:
      case glenum::FRONT_AND_BACK_: return true;
      default: break;
    }
  }
  return false;
}

void attachAgain(ContextHandle& context) {
  attachSurfaces(*context.gl, context.draw.get(), context.read.get());
}

}  // namespace

SwapOutcome swapBuffers(ContextHandle& context, Surface& surface) {
  tracker::Tracker& tracker = context.gl->tracker();
  if (tracker.lost()) return SwapOutcome::Lost;
  pollWindow(surface);
  if (surface.isLost) return SwapOutcome::WindowGone;
  if (!surface.swaps || !surface.doubleBuffered) {
    tracker.flush();
    presentPending(context);
    return SwapOutcome::NothingToDo;
  }
  if (!surface.images.back) return SwapOutcome::NothingToDo;  // never drawn to
  if (surface.presenter.generation &&
      !show(context, surface, surface.images.back, surface.interval.load(std::memory_order_relaxed))) {
    surface.isLost = !tracker.lost();
    return surface.isLost ? SwapOutcome::WindowGone : SwapOutcome::Lost;
  }
  std::swap(surface.images.back, surface.images.front);
  buryLeftovers(context);
  const bool hasImages = prepareSurface(surface, context);
  attachAgain(context);
  return hasImages ? SwapOutcome::Shown : SwapOutcome::OutOfMemory;
}

SurfaceSize adoptSize(Surface& surface) {
  const SurfaceSize size = askSize(surface);
  ContextHandle* const current = threadState().current.get();
  if (current && current->draw.get() == &surface && surface.kind == SurfaceKind::Window && pollWindow(surface) &&
      prepareSurface(surface, *current))
    attachAgain(*current);
  return size;
}

void presentPending(ContextHandle& context) {
  Surface* const surface = context.draw.get();
  if (!surface || !surface->presenter.generation || surface->isLost) return;
  const bool toFront = surface->doubleBuffered && drawsToFront(*context.gl->state().defaultDraw);
  if (surface->doubleBuffered && !toFront) return;
  tracker::Tracker& tracker = context.gl->tracker();
  const auto& image = surface->doubleBuffered ? surface->images.front : surface->images.back;
  if (!show(context, *surface, image, 0)) {
    surface->isLost = !tracker.lost();
    return;
  }
  // A single-buffered window that changed its size keeps nothing either: GL leaves the new pixels undefined.
  pollWindow(*surface);
  if (!surface->doubleBuffered && !surface->isLost && prepareSurface(*surface, context)) attachAgain(context);
}

}  // namespace winsys
