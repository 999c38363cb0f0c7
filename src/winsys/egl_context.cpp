// SPDX-License-Identifier: Apache-2.0
// EGL 1.5 §3.7: contexts and make-current.
#include "winsys/context_request.h"
#include "winsys/current.h"
#include "winsys/egl_context_attributes.h"
#include "winsys/egl_display.h"
#include "winsys/present.h"

using namespace winsys;

namespace {

EGLContext noContext(EGLint code, const char* sentence) {
  return failWith<EGLContext>(EGL_NO_CONTEXT, code, sentence);
}

EGLBoolean failBinding(BindProblem problem) {
  switch (problem) {
    case BindProblem::None: return succeed<EGLBoolean>(EGL_TRUE);
    case BindProblem::ContextBusy: return fail(EGL_BAD_ACCESS, "The context is current to another thread.");
    case BindProblem::SurfaceBusy:
      return fail(EGL_BAD_ACCESS, "A surface is bound to a context of another thread.");
    case BindProblem::WindowGone:
      return fail(EGL_BAD_NATIVE_WINDOW, "The surface's window no longer exists.");
    case BindProblem::Lost: return fail(EGL_CONTEXT_LOST, "The session with the back end has ended.");
    case BindProblem::OutOfMemory:
      return fail(EGL_BAD_ALLOC, "The images of the surface cannot be allocated.");
  }
  return EGL_FALSE;
}

// Images of another colour layout cannot be shared between config and context; depth and stencil may differ.
bool isCompatible(const ContextHandle& context, const Surface& surface) {
  if (!context.config) return true;
  const Config &a = *context.config, &b = surface.config;
  return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha;
}

}  // namespace

extern "C" {

EGLContext EGLAPIENTRY eglCreateContext(EGLDisplay dpy, EGLConfig configHandle, EGLContext shareHandle,
                                        const EGLint* attributes) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_NO_CONTEXT;
  const Config* config = nullptr;
  if (configHandle != EGL_NO_CONFIG_KHR && !(config = configOf(*display, configHandle)))
    return EGL_NO_CONTEXT;
  if (threadState().eglApi != EGL_OPENGL_API)
    return noContext(EGL_BAD_MATCH,
                     "Only OpenGL contexts are served; call eglBindAPI(EGL_OPENGL_API) first.");
  ContextRequest request;
  if (const EGLint error = parseContextAttributes(attributes, request); error != EGL_SUCCESS)
    return noContext(error,
                     "The list has an attribute that contexts do not have, or a value that it cannot take.");
  RequestProblem problem;
  const gl::ContextConfig glConfig = resolveRequest(request, *display->native->opened.device, problem);
  if (problem != RequestProblem::None) return noContext(EGL_BAD_MATCH, problemSentence(problem));
  std::shared_ptr<ContextHandle> sharing;
  if (shareHandle != EGL_NO_CONTEXT) {
    if (!(sharing = contextOf(*display, shareHandle))) return EGL_NO_CONTEXT;
    if (sharing->loseOnReset != request.loseOnReset)
      return noContext(EGL_BAD_MATCH, "Contexts that share must have one reset notification strategy.");
  }
  std::string whyNot;
  auto context = createContext(Face::Egl, display->native, config, glConfig, sharing.get(), whyNot);
  if (!context) return noContext(EGL_BAD_ALLOC, whyNot.c_str());
  context->loseOnReset = request.loseOnReset;
  std::lock_guard lock(display->mutex);
  return succeed<EGLContext>(display->contexts.add(std::move(context)));
}

EGLBoolean EGLAPIENTRY eglDestroyContext(EGLDisplay dpy, EGLContext handle) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  std::shared_ptr<ContextHandle> context;
  {
    std::lock_guard lock(display->mutex);
    context = display->contexts.remove(handle);
  }
  if (!context) return fail(EGL_BAD_CONTEXT, "This is no context of the display.");
  // If it is current somewhere, that thread holds it until it lets go.
  context.reset();
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean EGLAPIENTRY eglMakeCurrent(EGLDisplay dpy, EGLSurface drawHandle, EGLSurface readHandle,
                                      EGLContext contextHandle) {
  EglDisplay* const display = anyDisplay(dpy);
  if (!display) return EGL_FALSE;
  const bool releases = contextHandle == EGL_NO_CONTEXT;
  if (releases && (drawHandle != EGL_NO_SURFACE || readHandle != EGL_NO_SURFACE))
    return fail(EGL_BAD_MATCH, "Surfaces cannot be bound without a context.");
  // Letting go must also work after eglTerminate.
  if (releases) return failBinding(bindContext(nullptr, nullptr, nullptr, false));
  if (!initializedDisplay(dpy)) return EGL_FALSE;
  const auto context = contextOf(*display, contextHandle);
  if (!context) return EGL_FALSE;
  if ((drawHandle == EGL_NO_SURFACE) != (readHandle == EGL_NO_SURFACE))
    return fail(EGL_BAD_MATCH, "Draw and read surface must both be given or both be absent.");
  std::shared_ptr<Surface> draw, read;
  if (drawHandle != EGL_NO_SURFACE) {
    if (!(draw = surfaceOf(*display, drawHandle)) || !(read = surfaceOf(*display, readHandle)))
      return EGL_FALSE;
    if (!isCompatible(*context, *draw) || !isCompatible(*context, *read))
      return fail(EGL_BAD_MATCH, "The surface's colour layout is not that of the context's config.");
  }
  return failBinding(bindContext(context, draw, read, false));
}

EGLContext EGLAPIENTRY eglGetCurrentContext(void) {
  const auto context = currentEglContext();
  return succeed<EGLContext>(context.get());
}

EGLSurface EGLAPIENTRY eglGetCurrentSurface(EGLint which) {
  const auto context = currentEglContext();
  if (which != EGL_DRAW && which != EGL_READ)
    return failWith<EGLSurface>(EGL_NO_SURFACE, EGL_BAD_PARAMETER, "The surface is EGL_DRAW or EGL_READ.");
  if (!context) return succeed<EGLSurface>(EGL_NO_SURFACE);
  return succeed<EGLSurface>(which == EGL_DRAW ? context->draw.get() : context->read.get());
}

EGLDisplay EGLAPIENTRY eglGetCurrentDisplay(void) {
  const auto context = currentEglContext();
  return succeed<EGLDisplay>(context ? displayOfContext(*context) : EGL_NO_DISPLAY);
}

EGLBoolean EGLAPIENTRY eglQueryContext(EGLDisplay dpy, EGLContext handle, EGLint attribute, EGLint* value) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  const auto context = contextOf(*display, handle);
  if (!context) return EGL_FALSE;
  if (!value) return fail(EGL_BAD_PARAMETER, "The value needs a place that is not null.");
  switch (attribute) {
    case EGL_CONFIG_ID: *value = context->config ? context->config->id : 0; break;
    case EGL_CONTEXT_CLIENT_TYPE: *value = EGL_OPENGL_API; break;
    case EGL_CONTEXT_CLIENT_VERSION: *value = context->gl->config().majorVersion; break;
    case EGL_RENDER_BUFFER:
      *value = !context->draw                  ? EGL_NONE
               : context->draw->doubleBuffered ? EGL_BACK_BUFFER
                                               : EGL_SINGLE_BUFFER;
      break;
    default: return fail(EGL_BAD_ATTRIBUTE, "Contexts have no such attribute.");
  }
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean EGLAPIENTRY eglWaitClient(void) {
  const auto context = currentEglContext();
  if (!context) return succeed<EGLBoolean>(EGL_TRUE);
  if (context->draw && context->draw->isLost)
    return fail(EGL_BAD_CURRENT_SURFACE, "The current surface's window no longer exists.");
  presentPending(*context);
  context->gl->tracker().finish();
  return succeed<EGLBoolean>(EGL_TRUE);
}

EGLBoolean EGLAPIENTRY eglWaitGL(void) {
  return eglWaitClient();
}

EGLBoolean EGLAPIENTRY eglWaitNative(EGLint engine) {
  if (engine != EGL_CORE_NATIVE_ENGINE)
    return fail(EGL_BAD_PARAMETER, "The only engine is EGL_CORE_NATIVE_ENGINE.");
  const auto context = currentEglContext();
  if (context) context->display->app.sync();
  return succeed<EGLBoolean>(EGL_TRUE);
}

}  // extern "C"
