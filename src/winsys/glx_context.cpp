// SPDX-License-Identifier: Apache-2.0
// GLX 1.4 §3.3.7: contexts and make-current.
#include "base/log.h"
#include "winsys/context_request.h"
#include "winsys/current.h"
#include "winsys/glx_context_attributes.h"
#include "winsys/glx_display.h"
#include "winsys/glx_opcodes.h"
#include "winsys/present.h"

using namespace winsys;

namespace {

struct Creation {
  const Config* config = nullptr;
  GLXContext share = nullptr;
  ContextRequest request;
  int opcode = 0;
};

GLXContext create(GlxDisplay& display, const Creation& creation) {
  RequestProblem problem;
  const gl::ContextConfig glConfig =
      resolveRequest(creation.request, *display.native->opened.device, problem);
  if (problem != RequestProblem::None) {
    base::logf(base::LogLevel::Debug, "%s", problemSentence(problem));
    const GlxError error = problem == RequestProblem::BadProfile    ? GlxError::Profile
                           : problem == RequestProblem::Unsupported ? GlxError::FBConfig
                                                                    : GlxError::Match;
    sendGlxError(display, error, 0, creation.opcode);
    return nullptr;
  }
  std::shared_ptr<ContextHandle> sharing;
  if (creation.share && !(sharing = glxContext(display, creation.share))) {
    sendGlxError(display, GlxError::Context, 0, creation.opcode);
    return nullptr;
  }
  if (sharing && sharing->loseOnReset != creation.request.loseOnReset) {
    sendGlxError(display, GlxError::Match, 0, creation.opcode);
    return nullptr;
  }
  std::string whyNot;
  auto context = createContext(Face::Glx, display.native, creation.config, glConfig, sharing.get(), whyNot);
  if (!context) {
    base::log(base::LogLevel::Warning, whyNot);
    sendGlxError(display, GlxError::Alloc, 0, creation.opcode);
    return nullptr;
  }
  context->loseOnReset = creation.request.loseOnReset;
  context->xid = static_cast<uint32_t>(XAllocID(display.xlib));
  const auto handle = reinterpret_cast<GLXContext>(context.get());
  std::lock_guard lock(display.mutex);
  display.contexts.emplace(context.get(), std::move(context));
  return handle;
}

// Plain windows have no glXDestroyWindow: their surfaces end when the window is seen to be gone.
void forgetGoneWindows(GlxDisplay& display) {
  {
    std::lock_guard lock(display.mutex);
    std::erase_if(display.drawables, [](const auto& entry) {
      const auto& surface = entry.second;
      if (surface->kind != SurfaceKind::Window || surface->xid != entry.first || surface->bindings)
        return false;
      pollWindow(*surface);
      return surface->isLost;
    });
  }
  endGlxOrphans(display);
}

// A drawable of GLX, or a plain window that the application binds without glXCreateWindow.
std::shared_ptr<Surface> surfaceFor(GlxDisplay& display, XID drawable, const ContextHandle& context) {
  if (auto known = glxDrawable(display, drawable)) {
    if (known->kind != SurfaceKind::Window || known->bindings || (pollWindow(*known), !known->isLost))
      return known;
  }
  // A known window that went away may have given its number to a new one.
  forgetGoneWindows(display);
  if (!context.config) return nullptr;
  auto surface = createDrawableSurface(display.native, *context.config, SurfaceKind::Window,
                                       static_cast<uint32_t>(drawable));
  if (!surface || !fitsDepth(*context.config, surface->facts.depth)) return nullptr;
  std::lock_guard lock(display.mutex);
  return display.drawables.emplace(drawable, std::move(surface)).first->second;
}

bool isCompatible(const ContextHandle& context, const Surface& surface) {
  if (!context.config) return true;
  const Config &a = *context.config, &b = surface.config;
  return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha;
}

Bool makeCurrent(::Display* dpy, GLXDrawable draw, GLXDrawable read, GLXContext handle) {
  ThreadState& thread = threadState();
  if (!handle) {
    if (draw || read) {
      if (const auto display = glxDisplay(dpy))
        sendGlxError(*display, GlxError::Match, draw, kOpMakeContextCurrent);
      return False;
    }
    if (currentGlxContext()) releaseContext();
    thread.glxDisplay = nullptr;
    return True;
  }
  const auto display = glxDisplay(dpy);
  if (!display) return False;
  const auto context = glxContext(*display, handle);
  if (!context) {
    sendGlxError(*display, GlxError::Context, 0, kOpMakeContextCurrent);
    return False;
  }
  // One without the other is an error; neither is allowed since OpenGL 3.0.
  if ((draw == 0) != (read == 0)) {
    sendGlxError(*display, GlxError::Match, draw, kOpMakeContextCurrent);
    return False;
  }
  std::shared_ptr<Surface> drawSurface, readSurface;
  if (draw) {
    drawSurface = surfaceFor(*display, draw, *context);
    readSurface = read == draw ? drawSurface : surfaceFor(*display, read, *context);
    if (!drawSurface || !readSurface) {
      sendGlxError(*display, GlxError::Drawable, drawSurface ? read : draw, kOpMakeContextCurrent);
      return False;
    }
    if (!isCompatible(*context, *drawSurface) || !isCompatible(*context, *readSurface)) {
      sendGlxError(*display, GlxError::Match, draw, kOpMakeContextCurrent);
      return False;
    }
  }
  switch (bindContext(context, drawSurface, readSurface, true)) {
    case BindProblem::None: break;
    case BindProblem::ContextBusy:
    case BindProblem::SurfaceBusy:
      sendGlxError(*display, GlxError::Access, 0, kOpMakeContextCurrent);
      return False;
    case BindProblem::WindowGone:
      sendGlxError(*display, GlxError::Drawable, draw, kOpMakeContextCurrent);
      return False;
    case BindProblem::Lost: return False;
    case BindProblem::OutOfMemory:
      sendGlxError(*display, GlxError::Alloc, 0, kOpMakeContextCurrent);
      return False;
  }
  thread.glxDisplay = dpy;
  thread.glxDraw = draw;
  thread.glxRead = read;
  return True;
}

}  // namespace

extern "C" {

GLXContext glXCreateContext(::Display* dpy, XVisualInfo* visual, GLXContext share, Bool) {
  const auto display = glxDisplay(dpy);
  if (!display || !visual) return nullptr;
  const Config* const config = configOfVisual(*display, *visual);
  if (!config) {
    sendGlxError(*display, GlxError::Value, visual->visualid, kOpCreateContext);
    return nullptr;
  }
  return create(*display, {.config = config, .share = share, .request = {}, .opcode = kOpCreateContext});
}

GLXContext glXCreateNewContext(::Display* dpy, GLXFBConfig config, int renderType, GLXContext share, Bool) {
  const auto display = glxDisplay(dpy);
  if (!display) return nullptr;
  if (!display->native->owns(config)) {
    sendGlxError(*display, GlxError::FBConfig, 0, kOpCreateNewContext);
    return nullptr;
  }
  if (renderType != GLX_RGBA_TYPE) {
    sendGlxError(*display, GlxError::Value, static_cast<XID>(renderType), kOpCreateNewContext);
    return nullptr;
  }
  return create(*display, {.config = reinterpret_cast<const Config*>(config),
                           .share = share,
                           .request = {},
                           .opcode = kOpCreateNewContext});
}

GLXContext glXCreateContextAttribsARB(::Display* dpy, GLXFBConfig config, GLXContext share, Bool,
                                      const int* attributes) {
  const auto display = glxDisplay(dpy);
  if (!display) return nullptr;
  if (!display->native->owns(config)) {
    sendGlxError(*display, GlxError::FBConfig, 0, kOpCreateContextAttribs);
    return nullptr;
  }
  const GlxContextAttributes parsed = parseGlxContextAttributes(attributes);
  if (!parsed.isKnown || parsed.wantsColorIndex) {
    sendGlxError(*display, parsed.isKnown ? GlxError::Match : GlxError::Value, 0, kOpCreateContextAttribs);
    return nullptr;
  }
  return create(*display, {.config = reinterpret_cast<const Config*>(config),
                           .share = share,
                           .request = parsed.request,
                           .opcode = kOpCreateContextAttribs});
}

void glXDestroyContext(::Display* dpy, GLXContext handle) {
  const auto display = glxDisplay(dpy);
  if (!display || !handle) return;
  std::shared_ptr<ContextHandle> context;
  {
    std::lock_guard lock(display->mutex);
    auto node = display->contexts.extract(handle);
    if (node) context = std::move(node.mapped());
  }
  // If it is current somewhere, that thread holds it until it lets go.
  if (!context) sendGlxError(*display, GlxError::Context, 0, kOpDestroyContext);
}

// Copying state between contexts has been optional since GLX 1.0's direct contexts, and nobody uses it.
void glXCopyContext(::Display* dpy, GLXContext, GLXContext, unsigned long) {
  if (const auto display = glxDisplay(dpy)) sendGlxError(*display, GlxError::Match, 0, kOpCopyContext);
}

Bool glXIsDirect(::Display* dpy, GLXContext handle) {
  const auto display = glxDisplay(dpy);
  return display && glxContext(*display, handle) ? True : False;
}

Bool glXMakeContextCurrent(::Display* dpy, GLXDrawable draw, GLXDrawable read, GLXContext context) {
  return makeCurrent(dpy, draw, read, context);
}
Bool glXMakeCurrent(::Display* dpy, GLXDrawable drawable, GLXContext context) {
  return makeCurrent(dpy, drawable, drawable, context);
}

GLXContext glXGetCurrentContext(void) {
  return reinterpret_cast<GLXContext>(currentGlxContext().get());
}
GLXDrawable glXGetCurrentDrawable(void) {
  return currentGlxContext() ? threadState().glxDraw : 0;
}
GLXDrawable glXGetCurrentReadDrawable(void) {
  return currentGlxContext() ? threadState().glxRead : 0;
}
::Display* glXGetCurrentDisplay(void) {
  return currentGlxContext() ? static_cast<::Display*>(threadState().glxDisplay) : nullptr;
}

int glXQueryContext(::Display* dpy, GLXContext handle, int attribute, int* value) {
  const auto display = glxDisplay(dpy);
  if (!display) return GLX_NO_EXTENSION;
  const auto context = glxContext(*display, handle);
  if (!context) {
    sendGlxError(*display, GlxError::Context, 0, kOpQueryContext);
    return GLX_BAD_CONTEXT;
  }
  switch (attribute) {
    case GLX_FBCONFIG_ID: *value = context->config ? context->config->id : 0; return 0;
    case GLX_RENDER_TYPE: *value = GLX_RGBA_TYPE; return 0;
    case GLX_SCREEN: *value = context->config ? context->config->screen : 0; return 0;
    default: return GLX_BAD_ATTRIBUTE;
  }
}

void glXWaitGL(void) {
  const auto context = currentGlxContext();
  if (!context) return;
  presentPending(*context);
  context->gl->tracker().finish();
}
void glXWaitX(void) {
  if (const auto context = currentGlxContext()) context->display->app.sync();
}

}  // extern "C"
