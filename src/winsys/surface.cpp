// SPDX-License-Identifier: Apache-2.0
#include "winsys/surface.h"

#include <mutex>
#include <utility>
#include <vector>

#include "formats/format_info.h"
#include "state/grave.h"
#include "winsys/context_handle.h"

namespace winsys {
namespace {

// Pipe names whose last holder on this side is gone. Never destroyed: threads may end after exit handlers
// ran.
struct Leftover {
  std::weak_ptr<pipe::Screen> home;
  state::TrackerSlot slot;
};
struct Leftovers {
  std::mutex mutex;
  std::vector<Leftover> presenters, images;
};
Leftovers& leftovers() {
  static auto* const list = new Leftovers;
  return *list;
}

std::shared_ptr<state::Renderbuffer> makeImage(uint32_t internalFormat, const Surface& surface,
                                               tracker::Tracker& tracker) {
  std::weak_ptr<pipe::Screen> home = surface.home;
  std::shared_ptr<state::Renderbuffer> image(new state::Renderbuffer(0u), [home](state::Renderbuffer* dead) {
    if (dead->pipe.generation) {
      std::lock_guard lock(leftovers().mutex);
      leftovers().images.push_back({home, dead->pipe});
    }
    delete dead;
  });
  // A window may be empty for a moment (1×1 at least in X, but pbuffers may be 0×0); images never are.
  image->width = surface.width ? surface.width : 1;
  image->height = surface.height ? surface.height : 1;
  image->samples = surface.config.samples;
  image->internalFormat = internalFormat;
  image->format = static_cast<uint16_t>(formats::fromInternalFormat(internalFormat));
  image->created = true;
  return tracker.renderbufferDefine(*image) ? image : nullptr;
}

bool makeImages(const Surface& surface, tracker::Tracker& tracker, SurfaceImages& images) {
  const Config& config = surface.config;
  const uint32_t color = surface.srgb && config.srgbColorFormat ? config.srgbColorFormat : config.colorFormat;
  if (!(images.back = makeImage(color, surface, tracker))) return false;
  // The front image is what was shown last: present swaps the two, so reading GL_FRONT is exact and costs no
  // copy.
  if (!surface.swaps) {
    images.front = images.back;
  } else if (surface.doubleBuffered && !(images.front = makeImage(color, surface, tracker))) {
    return false;
  }
  if (config.depthFormat && !(images.depth = makeImage(config.depthFormat, surface, tracker))) return false;
  if (config.stencilFormat == config.depthFormat) {
    images.stencil = images.depth;
  } else if (config.stencilFormat && !(images.stencil = makeImage(config.stencilFormat, surface, tracker))) {
    return false;
  }
  return true;
}

void leavePresenter(Surface& surface) {
  const state::TrackerSlot presenter = std::exchange(surface.presenter, {});
  if (!presenter.generation) return;
  std::lock_guard lock(leftovers().mutex);
  leftovers().presenters.push_back({surface.home, presenter});
}

// What of the list can be ended in `home`; what no session knows any more is dropped.
std::vector<state::TrackerSlot> takeOf(std::vector<Leftover>& list, const std::shared_ptr<pipe::Screen>& home) {
  std::vector<state::TrackerSlot> taken;
  std::erase_if(list, [&](const Leftover& left) {
    const auto its = left.home.lock();
    if (its && its == home) taken.push_back(left.slot);
    return !its || its == home || its->lost();
  });
  return taken;
}

}  // namespace

Surface::Surface(std::shared_ptr<const NativeDisplay> nativeDisplay, const Config& surfaceConfig,
                 SurfaceKind surfaceKind)
    : display(std::move(nativeDisplay)),
      config(surfaceConfig),
      kind(surfaceKind),
      doubleBuffered(surfaceConfig.doubleBuffered),
      srgb(surfaceConfig.srgb) {}

Surface::~Surface() {
  if (kind != SurfaceKind::Pbuffer && display->link) display->link->unwatch(xid);
  leavePresenter(*this);
}

std::shared_ptr<Surface> createDrawableSurface(std::shared_ptr<const NativeDisplay> display,
                                               const Config& config, SurfaceKind kind, uint32_t xid) {
  if (!display->link) return nullptr;
  display->app.sync();
  const auto facts = display->link->watch(xid);
  if (!facts) return nullptr;
  if ((kind == SurfaceKind::Window) != (facts->visual != 0)) {
    display->link->unwatch(xid);
    return nullptr;
  }
  auto surface = std::make_shared<Surface>(std::move(display), config, kind);
  surface->xid = xid;
  surface->facts = *facts;
  surface->width = facts->width;
  surface->height = facts->height;
  if (kind == SurfaceKind::Pixmap) surface->doubleBuffered = false;
  return surface;
}

bool pollWindow(Surface& surface) {
  if (surface.kind != SurfaceKind::Window) return false;
  const XDrawable now = surface.display->link->poll(surface.xid);
  if (now.isGone) {
    surface.isLost = true;
    return false;
  }
  const bool differs = now.width != surface.width || now.height != surface.height;
  surface.width = now.width;
  surface.height = now.height;
  return differs;
}

SurfaceSize askSize(const Surface& surface) {
  if (surface.kind != SurfaceKind::Window) return {surface.width, surface.height};
  surface.display->app.sync();
  const XDrawable now = surface.display->link->ask(surface.xid);
  if (now.isGone) return {surface.width, surface.height};
  return {now.width, now.height};
}

bool prepareSurface(Surface& surface, const ContextHandle& context) {
  tracker::Tracker& tracker = context.gl->tracker();
  if (surface.home != context.screen) {
    leavePresenter(surface);
    surface.images = {};
    surface.home = context.screen;
  }
  if (surface.kind != SurfaceKind::Pbuffer && !surface.presenter.generation) {
    surface.presenter = tracker.surfaceCreate({.kind = 1,
                                               .id = surface.xid,
                                               .visual = surface.facts.visual,
                                               .depth = surface.facts.depth,
                                               .display = surface.display->link->name()});
  }
  const auto& back = surface.images.back;
  if (back && back->width == (surface.width ? surface.width : 1) &&
      back->height == (surface.height ? surface.height : 1))
    return true;
  SurfaceImages images;
  if (!makeImages(surface, tracker, images)) return false;
  surface.images = std::move(images);
  return true;
}

void buryLeftovers(const ContextHandle& context) {
  std::vector<state::TrackerSlot> presenters, images;
  {
    std::lock_guard lock(leftovers().mutex);
    presenters = takeOf(leftovers().presenters, context.screen);
    images = takeOf(leftovers().images, context.screen);
  }
  for (const state::TrackerSlot slot : presenters) context.gl->tracker().surfaceDestroy(slot);
  for (const state::TrackerSlot slot : images) context.gl->share().grave->bury(state::GraveKind::Renderbuffer, slot);
}

bool hasLeftovers() {
  std::lock_guard lock(leftovers().mutex);
  return !leftovers().presenters.empty() || !leftovers().images.empty();
}

}  // namespace winsys
