// SPDX-License-Identifier: Apache-2.0
// Which context is current to which thread: the rules of make-current, and what a thread remembers.
//
// A thread has one current context, whether EGL or GLX made it so. ThreadState hangs on a pthread key: the
// library's only thread-local variable is the GL context pointer that entry points read. When a thread ends,
// the key's destructor lets its context go, so that another thread may take or destroy it.
//
// One process-wide mutex guards the bindings (who owns which context and surface). It is held for the
// decision only, never across a call that talks to the back end or to an X server.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "winsys/context_handle.h"

namespace winsys {

struct ThreadState {
  std::shared_ptr<ContextHandle> current;
  // EGL's per-thread state (EGL 1.5 §3.1, §3.7).
  int32_t eglError = 0x3000;  // EGL_SUCCESS
  uint32_t eglApi = 0x30A0;   // EGL_OPENGL_ES_API until eglBindAPI
  // GLX: what the last make-current was given, Display* and XIDs.
  void* glxDisplay = nullptr;
  unsigned long glxDraw = 0, glxRead = 0;
};
ThreadState& threadState();

enum class BindProblem { None, ContextBusy, SurfaceBusy, WindowGone, Lost, OutOfMemory };

// Makes the context current to the calling thread with its surfaces; all null releases. A problem found in
// time leaves the thread as it was; OutOfMemory leaves it without a context. `shareSurfaces`: GLX lets
// several threads draw to one drawable, EGL does not.
BindProblem bindContext(std::shared_ptr<ContextHandle> context, std::shared_ptr<Surface> draw,
                        std::shared_ptr<Surface> read, bool shareSurfaces);
inline void releaseContext() {
  bindContext(nullptr, nullptr, nullptr, false);
}

// Takes the thread off its own stream for a moment. Needed around everything that uses, makes or ends another
// stream on this thread: in the monolith those change which native context is current.
class ParkedCurrent {
 public:
  ParkedCurrent();
  ~ParkedCurrent();
  ParkedCurrent(const ParkedCurrent&) = delete;
  ParkedCurrent& operator=(const ParkedCurrent&) = delete;

 private:
  ContextHandle* const mCurrent;
};

// For work on behalf of a context that is current nowhere (see claimIdle): makes its tracker usable on the
// calling thread while this lives, without making the context current for GL.
class BorrowedTracker {
 public:
  explicit BorrowedTracker(ContextHandle& context);
  ~BorrowedTracker();
  BorrowedTracker(const BorrowedTracker&) = delete;
  BorrowedTracker& operator=(const BorrowedTracker&) = delete;

 private:
  const ParkedCurrent mParked;
  ContextHandle& mContext;
};

// Claims the context for this thread if nobody has it, so that BorrowedTracker may be used; release it
// afterwards.
bool claimIdle(ContextHandle& context);
void releaseClaim(ContextHandle& context);

// Sends the ends of surfaces that have died: on the thread's own stream, else on that of a context nobody
// has.
void endLeftovers(const std::vector<std::shared_ptr<ContextHandle>>& contexts);

}  // namespace winsys
