// SPDX-License-Identifier: Apache-2.0
// What GLX keeps for each Display* of the application: configs, contexts, drawables by XID.
//
// Made at the first GLX call that needs configs, gone when the application closes its connection (Xlib tells
// us), so that another connection at the same address starts afresh. The mutex guards the tables and is never
// held while a context is bound or a back end or X server is asked.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "winsys/context_handle.h"
#include "winsys/native_display.h"

#include "winsys/glx_headers.h"

namespace winsys {

struct GlxDisplay {
  ::Display* xlib = nullptr;
  std::shared_ptr<const NativeDisplay> native;
  int majorOpcode = 0, firstError = 0, firstEvent = 0;  // of the server's GLX; 0 if it has none

  std::mutex mutex;
  std::unordered_map<const void*, std::shared_ptr<ContextHandle>> contexts;
  std::unordered_map<XID, std::shared_ptr<Surface>>
      drawables;  // also windows that were bound without glXCreateWindow
  // Many configs share a visual, but glXCreateContext and glXGetConfig only name the visual: they mean the
  // config that glXChooseVisual or glXGetVisualFromFBConfig last answered it for.
  std::unordered_map<VisualID, const Config*> lastChosen;
};

// Null if the process has no screen or the X server cannot be reached by name (a log line says why).
std::shared_ptr<GlxDisplay> glxDisplay(::Display* xlib);

// The config that a visual stands for; null if none fits it.
const Config* configOfVisual(GlxDisplay& display, const XVisualInfo& visual);

std::shared_ptr<ContextHandle> glxContext(GlxDisplay& display, GLXContext handle);
std::shared_ptr<Surface> glxDrawable(GlxDisplay& display, XID drawable);

// The thread's current context if GLX made it so, else null.
std::shared_ptr<ContextHandle> currentGlxContext();

// Sends the ends of dead surfaces on a stream that is free, if there is one (as endOrphans for EGL).
void endGlxOrphans(GlxDisplay& display);

// ── errors: GLX reports them as X errors of the application's connection ──

enum class GlxError { Context, FBConfig, Drawable, Pbuffer, Profile, Value, Match, Alloc, Access };
void sendGlxError(const GlxDisplay& display, GlxError error, XID resource, int minorOpcode);

}  // namespace winsys
