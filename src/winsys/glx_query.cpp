// SPDX-License-Identifier: Apache-2.0
// GLX 1.4 §3.3.1–3.3.3: presence, strings, configs and visuals.
#include <stdlib.h>

#include "winsys/glx_config.h"
#include "winsys/glx_display.h"
#include "winsys/glx_proc.h"

using namespace winsys;

namespace {

constexpr const char* kVendor = "MobileGL";
constexpr const char* kVersion = "1.4";
constexpr const char* kExtensions =
    "GLX_ARB_create_context GLX_ARB_create_context_no_error GLX_ARB_create_context_profile "
    "GLX_ARB_create_context_robustness GLX_ARB_framebuffer_sRGB GLX_ARB_get_proc_address GLX_ARB_multisample "
    "GLX_EXT_framebuffer_sRGB GLX_EXT_swap_control GLX_MESA_swap_control GLX_SGI_swap_control";

const char* string(int name) {
  switch (name) {
    case GLX_VENDOR: return kVendor;
    case GLX_VERSION: return kVersion;
    case GLX_EXTENSIONS: return kExtensions;
    default: return nullptr;
  }
}

// The application frees the list with XFree, which is free().
GLXFBConfig* asList(const std::vector<const Config*>& found, int* count) {
  if (count) *count = static_cast<int>(found.size());
  if (found.empty()) return nullptr;
  auto* const list = static_cast<GLXFBConfig*>(malloc(found.size() * sizeof(GLXFBConfig)));
  for (size_t i = 0; list && i < found.size(); ++i)
    list[i] = reinterpret_cast<GLXFBConfig>(const_cast<Config*>(found[i]));
  return list;
}

XVisualInfo* visualOf(GlxDisplay& display, const Config& config) {
  if (!config.fitsWindows()) return nullptr;
  XVisualInfo wanted{};
  wanted.visualid = config.visualId;
  wanted.screen = config.screen;
  int count = 0;
  XVisualInfo* const visual = XGetVisualInfo(display.xlib, VisualIDMask | VisualScreenMask, &wanted, &count);
  if (!visual) return nullptr;
  std::lock_guard lock(display.mutex);
  display.lastChosen[config.visualId] = &config;
  return visual;
}

}  // namespace

extern "C" {

Bool glXQueryExtension(::Display* dpy, int* errorBase, int* eventBase) {
  const auto display = glxDisplay(dpy);
  if (!display) return False;
  if (errorBase) *errorBase = display->firstError;
  if (eventBase) *eventBase = display->firstEvent;
  return True;
}

Bool glXQueryVersion(::Display* dpy, int* major, int* minor) {
  if (!glxDisplay(dpy)) return False;
  if (major) *major = 1;
  if (minor) *minor = 4;
  return True;
}

const char* glXGetClientString(::Display*, int name) {
  return string(name);
}
const char* glXQueryServerString(::Display*, int, int name) {
  return string(name);
}
const char* glXQueryExtensionsString(::Display*, int) {
  return kExtensions;
}

GLXFBConfig* glXGetFBConfigs(::Display* dpy, int screen, int* count) {
  if (count) *count = 0;
  const auto display = glxDisplay(dpy);
  return display ? asList(glxConfigs(*display->native, screen), count) : nullptr;
}

GLXFBConfig* glXChooseFBConfig(::Display* dpy, int screen, const int* attributes, int* count) {
  if (count) *count = 0;
  const auto display = glxDisplay(dpy);
  GlxCriteria criteria;
  if (!display || !criteria.parsePairs(attributes)) return nullptr;
  return asList(criteria.choose(*display->native, screen), count);
}

int glXGetFBConfigAttrib(::Display* dpy, GLXFBConfig handle, int attribute, int* value) {
  const auto display = glxDisplay(dpy);
  if (!display) return GLX_NO_EXTENSION;
  if (!display->native->owns(handle)) return GLX_BAD_VALUE;
  return glxConfigAttribute(*display->native, *reinterpret_cast<const Config*>(handle), attribute, *value)
             ? 0
             : GLX_BAD_ATTRIBUTE;
}

XVisualInfo* glXGetVisualFromFBConfig(::Display* dpy, GLXFBConfig handle) {
  const auto display = glxDisplay(dpy);
  if (!display || !display->native->owns(handle)) return nullptr;
  return visualOf(*display, *reinterpret_cast<const Config*>(handle));
}

XVisualInfo* glXChooseVisual(::Display* dpy, int screen, int* attributes) {
  const auto display = glxDisplay(dpy);
  GlxCriteria criteria;
  if (!display || !criteria.parseVisualList(attributes)) return nullptr;
  const auto found = criteria.choose(*display->native, screen);
  return found.empty() ? nullptr : visualOf(*display, *found.front());
}

int glXGetConfig(::Display* dpy, XVisualInfo* visual, int attribute, int* value) {
  const auto display = glxDisplay(dpy);
  if (!display) return GLX_NO_EXTENSION;
  const Config* const config = visual ? configOfVisual(*display, *visual) : nullptr;
  if (attribute == GLX_USE_GL) {
    *value = config != nullptr;
    return 0;
  }
  if (!config) return GLX_BAD_VISUAL;
  return glxConfigAttribute(*display->native, *config, attribute, *value) ? 0 : GLX_BAD_ATTRIBUTE;
}

// X fonts as display lists: the font would have to be rasterised here. Programs that use it show no text.
void glXUseXFont(Font, int, int, int) {}

}  // extern "C"
