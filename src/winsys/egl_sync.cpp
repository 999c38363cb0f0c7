// SPDX-License-Identifier: Apache-2.0
// EGL 1.5 §3.8: fence sync objects, which are GL fences seen from EGL. Other kinds are not offered.
#include <unistd.h>

#include "base/os.h"
#include "winsys/current.h"
#include "winsys/egl_display.h"
#include "winsys/egl_sync.h"

namespace winsys {
namespace {

constexpr uint64_t kForever = EGL_FOREVER;
constexpr useconds_t kPollPauseUs = 500;

EGLSync noSync(EGLint code, const char* sentence) {
  return failWith<EGLSync>(EGL_NO_SYNC, code, sentence);
}

std::shared_ptr<EglSync> syncOf(EglDisplay& display, EGLSync handle) {
  std::lock_guard lock(display.mutex);
  if (auto sync = display.syncs.find(handle)) return sync;
  return failWith<std::shared_ptr<EglSync>>(nullptr, EGL_BAD_PARAMETER,
                                            "This is no sync object of the display.");
}

// One look or one wait on a stream that this thread may use: its own context's, else the creator's while
// nobody has it.
tracker::WaitResult waitOnce(EglSync& sync, uint64_t timeoutNs, bool& hadStream) {
  hadStream = true;
  if (const auto& current = threadState().current)
    return current->gl->tracker().fenceWait(*sync.fence, timeoutNs);
  if (const auto creator = sync.creator.lock(); creator && claimIdle(*creator)) {
    tracker::WaitResult result;
    {
      const BorrowedTracker borrowed(*creator);
      result = creator->gl->tracker().fenceWait(*sync.fence, timeoutNs);
    }
    releaseClaim(*creator);
    return result;
  }
  hadStream = false;
  return sync.fence->signalled ? tracker::WaitResult::Signalled : tracker::WaitResult::TimedOut;
}

// The creator's thread hears of the fence; without a stream of our own we look again now and then.
tracker::WaitResult waitFor(EglSync& sync, uint64_t timeoutNs) {
  const uint64_t start = base::monotonicNs();
  for (;;) {
    bool hadStream = false;
    const auto result = waitOnce(sync, timeoutNs, hadStream);
    if (hadStream || result != tracker::WaitResult::TimedOut) return result;
    if (sync.creator.expired())
      return tracker::WaitResult::Signalled;  // its stream was finished when it ended
    if (timeoutNs != kForever && base::monotonicNs() - start >= timeoutNs) return result;
    usleep(kPollPauseUs);
  }
}

}  // namespace

EGLSync eglCreateFence(EGLDisplay dpy, EGLenum type, bool hasAttributes) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_NO_SYNC;
  if (type != EGL_SYNC_FENCE) return noSync(EGL_BAD_ATTRIBUTE, "Only fence sync objects are offered.");
  if (hasAttributes) return noSync(EGL_BAD_ATTRIBUTE, "Fence sync objects take no attributes.");
  const auto context = currentEglContext();
  if (!context || context->display != display->native)
    return noSync(EGL_BAD_MATCH, "A fence needs a context of this display that is current to this thread.");
  auto sync = std::make_shared<EglSync>();
  sync->fence = std::shared_ptr<state::Sync>(new state::Sync(0u),
                                             [grave = context->gl->share().grave](state::Sync* dead) {
                                               grave->bury(state::GraveKind::Sync, dead->pipe);
                                               delete dead;
                                             });
  sync->creator = context;
  context->gl->tracker().fenceCreate(*sync->fence);
  std::lock_guard lock(display->mutex);
  return succeed<EGLSync>(display->syncs.add(std::move(sync)));
}

EGLBoolean eglQuerySync(EGLDisplay dpy, EGLSync handle, EGLint attribute, EGLAttrib* value) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  const auto sync = syncOf(*display, handle);
  if (!sync) return EGL_FALSE;
  if (!value) return fail(EGL_BAD_PARAMETER, "The value needs a place that is not null.");
  bool hadStream = false;
  switch (attribute) {
    case EGL_SYNC_TYPE: *value = EGL_SYNC_FENCE; break;
    case EGL_SYNC_CONDITION: *value = EGL_SYNC_PRIOR_COMMANDS_COMPLETE; break;
    case EGL_SYNC_STATUS:
      *value =
          waitOnce(*sync, 0, hadStream) == tracker::WaitResult::Signalled ? EGL_SIGNALED : EGL_UNSIGNALED;
      break;
    default: return fail(EGL_BAD_ATTRIBUTE, "Sync objects have no such attribute.");
  }
  return succeed<EGLBoolean>(EGL_TRUE);
}

}  // namespace winsys

using namespace winsys;

extern "C" {

EGLSync EGLAPIENTRY eglCreateSync(EGLDisplay dpy, EGLenum type, const EGLAttrib* attributes) {
  return eglCreateFence(dpy, type, attributes && attributes[0] != EGL_NONE);
}

EGLBoolean EGLAPIENTRY eglDestroySync(EGLDisplay dpy, EGLSync handle) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  std::shared_ptr<EglSync> sync;
  {
    std::lock_guard lock(display->mutex);
    sync = display->syncs.remove(handle);
  }
  return sync ? succeed<EGLBoolean>(EGL_TRUE)
              : fail(EGL_BAD_PARAMETER, "This is no sync object of the display.");
}

EGLint EGLAPIENTRY eglClientWaitSync(EGLDisplay dpy, EGLSync handle, EGLint flags, EGLTime timeout) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  const auto sync = syncOf(*display, handle);
  if (!sync) return EGL_FALSE;
  if (flags & EGL_SYNC_FLUSH_COMMANDS_BIT)
    if (const auto context = currentEglContext()) context->gl->tracker().flush();
  switch (waitFor(*sync, timeout)) {
    case tracker::WaitResult::Signalled: return succeed<EGLint>(EGL_CONDITION_SATISFIED);
    case tracker::WaitResult::TimedOut: return succeed<EGLint>(EGL_TIMEOUT_EXPIRED);
    case tracker::WaitResult::Lost: break;
  }
  return failWith<EGLint>(EGL_FALSE, EGL_CONTEXT_LOST, "The session with the back end has ended.");
}

EGLBoolean EGLAPIENTRY eglGetSyncAttrib(EGLDisplay dpy, EGLSync handle, EGLint attribute, EGLAttrib* value) {
  return eglQuerySync(dpy, handle, attribute, value);
}

EGLBoolean EGLAPIENTRY eglWaitSync(EGLDisplay dpy, EGLSync handle, EGLint flags) {
  EglDisplay* const display = initializedDisplay(dpy);
  if (!display) return EGL_FALSE;
  const auto sync = syncOf(*display, handle);
  if (!sync) return EGL_FALSE;
  if (flags != 0) return fail(EGL_BAD_PARAMETER, "eglWaitSync takes no flags.");
  const auto context = currentEglContext();
  if (!context) return fail(EGL_BAD_MATCH, "No context is current to this thread.");
  context->gl->tracker().fenceWaitServer(*sync->fence);
  return succeed<EGLBoolean>(EGL_TRUE);
}

// ── images: a share of memory with other APIs, of which there is none ──

EGLImage EGLAPIENTRY eglCreateImage(EGLDisplay dpy, EGLContext, EGLenum, EGLClientBuffer, const EGLAttrib*) {
  if (!initializedDisplay(dpy)) return EGL_NO_IMAGE;
  return failWith<EGLImage>(EGL_NO_IMAGE, EGL_BAD_PARAMETER, "EGL images are not supported.");
}

EGLBoolean EGLAPIENTRY eglDestroyImage(EGLDisplay dpy, EGLImage) {
  if (!initializedDisplay(dpy)) return EGL_FALSE;
  return fail(EGL_BAD_PARAMETER, "This is no image of the display.");
}

}  // extern "C"
