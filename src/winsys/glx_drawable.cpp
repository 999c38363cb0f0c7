// SPDX-License-Identifier: Apache-2.0
// GLX 1.4 §3.3.4–3.3.6, §3.3.10: windows, pixmaps, pbuffers, and swaps.
#include <algorithm>

#include "winsys/current.h"
#include "winsys/glx_config.h"
#include "winsys/glx_display.h"
#include "winsys/glx_opcodes.h"
#include "winsys/present.h"

using namespace winsys;

namespace {

XID addDrawable(GlxDisplay& display, std::shared_ptr<Surface> surface) {
  const XID xid = XAllocID(display.xlib);
  std::lock_guard lock(display.mutex);
  display.drawables.emplace(xid, std::move(surface));
  return xid;
}

void destroyDrawable(::Display* dpy, XID xid, GlxError error, int opcode) {
  const auto display = glxDisplay(dpy);
  if (!display) return;
  bool isKnown = false;
  {
    std::shared_ptr<Surface> surface;
    std::lock_guard lock(display->mutex);
    auto node = display->drawables.extract(xid);
    if (node) surface = std::move(node.mapped());
    isKnown = surface != nullptr;
  }
  if (!isKnown) sendGlxError(*display, error, xid, opcode);
  endGlxOrphans(*display);
}

XID createOnDrawable(::Display* dpy, const Config* config, SurfaceKind kind, XID native, int opcode) {
  const auto display = glxDisplay(dpy);
  if (!display) return 0;
  if (!config) {
    sendGlxError(*display, GlxError::FBConfig, 0, opcode);
    return 0;
  }
  auto surface = createDrawableSurface(display->native, *config, kind, static_cast<uint32_t>(native));
  if (!surface || !fitsDepth(*config, surface->facts.depth)) {
    sendGlxError(*display, surface ? GlxError::Match : GlxError::Drawable, native, opcode);
    return 0;
  }
  return addDrawable(*display, std::move(surface));
}

const Config* ownConfig(::Display* dpy, GLXFBConfig handle) {
  const auto display = glxDisplay(dpy);
  return display && display->native->owns(handle) ? reinterpret_cast<const Config*>(handle) : nullptr;
}

// Swapping needs no current context in GLX: a stream is borrowed then.
void swapElsewhere(GlxDisplay& display, Surface& surface) {
  std::vector<std::shared_ptr<ContextHandle>> contexts;
  {
    std::lock_guard lock(display.mutex);
    for (const auto& [handle, context] : display.contexts) contexts.push_back(context);
  }
  for (const auto& context : contexts) {
    if (!claimIdle(*context)) continue;
    {
      const BorrowedTracker borrowed(*context);
      swapBuffers(*context, surface);
    }
    releaseClaim(*context);
    return;
  }
}

int setInterval(int interval, int least) {
  const auto context = currentGlxContext();
  if (!context || !context->draw) return GLX_BAD_CONTEXT;
  if (interval < least) return GLX_BAD_VALUE;
  context->draw->interval.store(std::min(interval, kMaxGlxSwapInterval), std::memory_order_relaxed);
  return 0;
}

}  // namespace

extern "C" {

GLXWindow glXCreateWindow(::Display* dpy, GLXFBConfig config, Window window, const int*) {
  return createOnDrawable(dpy, ownConfig(dpy, config), SurfaceKind::Window, window, kOpCreateWindow);
}
void glXDestroyWindow(::Display* dpy, GLXWindow window) {
  destroyDrawable(dpy, window, GlxError::Drawable, kOpDestroyWindow);
}

GLXPixmap glXCreatePixmap(::Display* dpy, GLXFBConfig config, Pixmap pixmap, const int*) {
  return createOnDrawable(dpy, ownConfig(dpy, config), SurfaceKind::Pixmap, pixmap, kOpCreatePixmap);
}
void glXDestroyPixmap(::Display* dpy, GLXPixmap pixmap) {
  destroyDrawable(dpy, pixmap, GlxError::Drawable, kOpDestroyPixmap);
}

GLXPixmap glXCreateGLXPixmap(::Display* dpy, XVisualInfo* visual, Pixmap pixmap) {
  const auto display = glxDisplay(dpy);
  const Config* const config = display && visual ? configOfVisual(*display, *visual) : nullptr;
  return createOnDrawable(dpy, config, SurfaceKind::Pixmap, pixmap, kOpCreateGlxPixmap);
}
void glXDestroyGLXPixmap(::Display* dpy, GLXPixmap pixmap) {
  destroyDrawable(dpy, pixmap, GlxError::Drawable, kOpDestroyGlxPixmap);
}

GLXPbuffer glXCreatePbuffer(::Display* dpy, GLXFBConfig handle, const int* attributes) {
  const auto display = glxDisplay(dpy);
  if (!display) return 0;
  const Config* const config = ownConfig(dpy, handle);
  if (!config) {
    sendGlxError(*display, GlxError::FBConfig, 0, kOpCreatePbuffer);
    return 0;
  }
  int width = 0, height = 0;
  bool largest = false;
  for (; attributes && attributes[0] != 0; attributes += 2) {
    switch (attributes[0]) {
      case GLX_PBUFFER_WIDTH: width = attributes[1]; break;
      case GLX_PBUFFER_HEIGHT: height = attributes[1]; break;
      case GLX_LARGEST_PBUFFER: largest = attributes[1] != 0; break;
      default: break;  // GLX_PRESERVED_CONTENTS: always so
    }
  }
  const auto limit = static_cast<int>(display->native->opened.device->maxRenderbufferSize);
  if (largest) width = std::min(width, limit), height = std::min(height, limit);
  if (width < 0 || height < 0 || width > limit || height > limit) {
    sendGlxError(*display, width < 0 || height < 0 ? GlxError::Value : GlxError::Alloc, 0, kOpCreatePbuffer);
    return 0;
  }
  auto surface = std::make_shared<Surface>(display->native, *config, SurfaceKind::Pbuffer);
  surface->width = static_cast<uint32_t>(width);
  surface->height = static_cast<uint32_t>(height);
  surface->largestPbuffer = largest;
  return addDrawable(*display, std::move(surface));
}
void glXDestroyPbuffer(::Display* dpy, GLXPbuffer pbuffer) {
  destroyDrawable(dpy, pbuffer, GlxError::Pbuffer, kOpDestroyPbuffer);
}

void glXQueryDrawable(::Display* dpy, GLXDrawable drawable, int attribute, unsigned int* value) {
  const auto display = glxDisplay(dpy);
  if (!display || !value) return;
  const auto surface = glxDrawable(*display, drawable);
  if (!surface) {
    // A window that was never bound: its size is all that can be told.
    const auto facts = display->native->link->watch(static_cast<uint32_t>(drawable));
    if (facts) display->native->link->unwatch(static_cast<uint32_t>(drawable));
    if (!facts) sendGlxError(*display, GlxError::Drawable, drawable, kOpGetDrawableAttributes);
    if (facts && attribute == GLX_WIDTH) *value = facts->width;
    if (facts && attribute == GLX_HEIGHT) *value = facts->height;
    return;
  }
  switch (attribute) {
    case GLX_WIDTH:
    case GLX_HEIGHT:
      if (const SurfaceSize size = adoptSize(*surface); attribute == GLX_WIDTH)
        *value = size.width;
      else
        *value = size.height;
      break;
    case GLX_PRESERVED_CONTENTS: *value = 1; break;
    case GLX_LARGEST_PBUFFER: *value = surface->largestPbuffer; break;
    case GLX_FBCONFIG_ID: *value = static_cast<unsigned>(surface->config.id); break;
    case GLX_SWAP_INTERVAL_EXT: *value = static_cast<unsigned>(surface->interval.load()); break;
    case GLX_MAX_SWAP_INTERVAL_EXT: *value = kMaxGlxSwapInterval; break;
    default: *value = 0; break;
  }
}

void glXSelectEvent(::Display* dpy, GLXDrawable drawable, unsigned long mask) {
  const auto display = glxDisplay(dpy);
  if (const auto surface = display ? glxDrawable(*display, drawable) : nullptr)
    surface->eventMask = static_cast<uint32_t>(mask);
}
void glXGetSelectedEvent(::Display* dpy, GLXDrawable drawable, unsigned long* mask) {
  const auto display = glxDisplay(dpy);
  const auto surface = display ? glxDrawable(*display, drawable) : nullptr;
  if (mask) *mask = surface ? surface->eventMask : 0;
}

void glXSwapBuffers(::Display* dpy, GLXDrawable drawable) {
  const auto display = glxDisplay(dpy);
  if (!display) return;
  const auto surface = glxDrawable(*display, drawable);
  if (!surface) return;  // a window that no context ever drew to has nothing to show
  if (const auto context = currentGlxContext(); context && context->draw == surface) {
    swapBuffers(*context, *surface);
  } else if (!surface->bindings) {
    swapElsewhere(*display, *surface);
  }
}

void glXSwapIntervalEXT(::Display* dpy, GLXDrawable drawable, int interval) {
  const auto display = glxDisplay(dpy);
  if (!display) return;
  const auto surface = glxDrawable(*display, drawable);
  if (!surface || interval < 0) {
    sendGlxError(*display, surface ? GlxError::Value : GlxError::Drawable, drawable, 0);
    return;
  }
  surface->interval.store(std::min(interval, kMaxGlxSwapInterval), std::memory_order_relaxed);
}
int glXSwapIntervalMESA(unsigned int interval) {
  return setInterval(static_cast<int>(std::min(interval, 0x7fffffffu)), 0);
}
int glXGetSwapIntervalMESA(void) {
  const auto context = currentGlxContext();
  return context && context->draw ? context->draw->interval.load(std::memory_order_relaxed) : 0;
}
int glXSwapIntervalSGI(int interval) {
  return setInterval(interval, 1);
}

}  // extern "C"
