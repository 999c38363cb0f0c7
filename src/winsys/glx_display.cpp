// SPDX-License-Identifier: Apache-2.0
#include "winsys/glx_display.h"

#include <vector>

#include "base/log.h"
#include "winsys/current.h"

namespace winsys {

void forgetOnClose(::Display* xlib, void (*forget)(::Display*));  // glx_error.cpp

namespace {

// Never destroyed: programs close their connections in exit handlers.
struct Displays {
  std::mutex mutex;
  std::unordered_map<::Display*, std::shared_ptr<GlxDisplay>> all;
};
Displays& displays() {
  static auto* const table = new Displays;
  return *table;
}

void forget(::Display* xlib) {
  std::shared_ptr<GlxDisplay> dead;
  {
    std::lock_guard lock(displays().mutex);
    auto node = displays().all.extract(xlib);
    if (node) dead = std::move(node.mapped());
  }
  // Contexts and surfaces end here, outside the lock. What is current stays until its thread lets go.
}

}  // namespace

std::shared_ptr<GlxDisplay> glxDisplay(::Display* xlib) {
  if (!xlib || isServerRole()) return nullptr;
  {
    std::lock_guard lock(displays().mutex);
    if (const auto at = displays().all.find(xlib); at != displays().all.end()) return at->second;
  }
  auto native = NativeDisplay::create(Platform::X11, {.xlibDisplay = xlib}, -1);
  if (!native) {
    base::log(base::LogLevel::Warning, native.error().text);
    return nullptr;
  }
  auto display = std::make_shared<GlxDisplay>();
  display->xlib = xlib;
  display->native = *native;
  XQueryExtension(xlib, "GLX", &display->majorOpcode, &display->firstEvent, &display->firstError);
  std::lock_guard lock(displays().mutex);
  const auto [at, isNew] = displays().all.emplace(xlib, std::move(display));
  if (isNew) forgetOnClose(xlib, forget);
  return at->second;
}

const Config* configOfVisual(GlxDisplay& display, const XVisualInfo& visual) {
  {
    std::lock_guard lock(display.mutex);
    const auto at = display.lastChosen.find(visual.visualid);
    if (at != display.lastChosen.end()) return at->second;
  }
  // The first that fits is double buffered with depth and stencil; other visuals of its depth serve as well.
  for (const Config& config : display.native->configs)
    if (config.screen == visual.screen && config.visualId == visual.visualid) return &config;
  for (const Config& config : display.native->configs)
    if (config.screen == visual.screen && visual.c_class == TrueColor && config.visualDepth == visual.depth)
      return &config;
  return nullptr;
}

std::shared_ptr<ContextHandle> glxContext(GlxDisplay& display, GLXContext handle) {
  std::lock_guard lock(display.mutex);
  const auto at = display.contexts.find(handle);
  return at == display.contexts.end() ? nullptr : at->second;
}

std::shared_ptr<Surface> glxDrawable(GlxDisplay& display, XID drawable) {
  std::lock_guard lock(display.mutex);
  const auto at = display.drawables.find(drawable);
  return at == display.drawables.end() ? nullptr : at->second;
}

std::shared_ptr<ContextHandle> currentGlxContext() {
  const auto& current = threadState().current;
  return current && current->face == Face::Glx ? current : nullptr;
}

void endGlxOrphans(GlxDisplay& display) {
  if (!hasLeftovers()) return;
  std::vector<std::shared_ptr<ContextHandle>> contexts;
  {
    std::lock_guard lock(display.mutex);
    for (const auto& [handle, context] : display.contexts) contexts.push_back(context);
  }
  endLeftovers(contexts);
}

}  // namespace winsys
