// SPDX-License-Identifier: Apache-2.0
#include "winsys/current.h"

#include "base/check.h"
#include "gl/current.h"
#include "winsys/default_framebuffer.h"
#include "winsys/present.h"

namespace winsys {
namespace {

constinit std::mutex gBindings;

void unbindCurrent(ThreadState& thread);
void endThread(void* state);

pthread_key_t threadKey() {
  static const pthread_key_t key = [] {
    pthread_key_t made;
    MGL_CHECK("winsys", pthread_key_create(&made, endThread) == 0);
    return made;
  }();
  return key;
}

void endThread(void* state) {
  auto* thread = static_cast<ThreadState*>(state);
  // The key reads null by now. Letting go looks the state up again and must find this one.
  pthread_setspecific(threadKey(), thread);
  unbindCurrent(*thread);
  pthread_setspecific(threadKey(), nullptr);
  delete thread;
}

bool isOthers(const ContextHandle& context) {
  return context.isCurrent && !pthread_equal(context.owner, pthread_self());
}
bool isOthers(const Surface* surface) {
  return surface && surface->bindings && !pthread_equal(surface->owner, pthread_self());
}

void bindSurface(Surface* surface, int32_t change) {
  if (!surface) return;
  surface->bindings += static_cast<uint32_t>(change);
  if (change > 0) surface->owner = pthread_self();
}

void unbindCurrent(ThreadState& thread) {
  const std::shared_ptr<ContextHandle> former = std::move(thread.current);
  if (!former) return;
  presentPending(*former);
  former->gl->tracker().flush();
  former->gl->tracker().releaseCurrent();
  attachSurfaces(*former->gl, nullptr, nullptr);
  gl::setCurrent(nullptr);
  std::shared_ptr<Surface> draw, read;
  {
    std::lock_guard lock(gBindings);
    draw = std::move(former->draw);
    read = std::move(former->read);
    bindSurface(draw.get(), -1);
    bindSurface(read.get(), -1);
    former->isCurrent = false;
  }
}

// Before anything changes: windows that are gone, a session that is gone.
BindProblem checkBeforeBinding(const ContextHandle& context, Surface* draw, Surface* read) {
  if (context.gl->tracker().lost()) return BindProblem::Lost;
  for (Surface* surface : {draw, read}) {
    if (!surface) continue;
    pollWindow(*surface);
    if (surface->isLost) return BindProblem::WindowGone;
  }
  return BindProblem::None;
}

}  // namespace

ThreadState& threadState() {
  auto* state = static_cast<ThreadState*>(pthread_getspecific(threadKey()));
  if (!state) {
    state = new ThreadState;
    pthread_setspecific(threadKey(), state);
  }
  return *state;
}

BindProblem bindContext(std::shared_ptr<ContextHandle> context, std::shared_ptr<Surface> draw,
                        std::shared_ptr<Surface> read, bool shareSurfaces) {
  ThreadState& thread = threadState();
  if (!context) {
    unbindCurrent(thread);
    return BindProblem::None;
  }
  {
    std::lock_guard lock(gBindings);
    if (isOthers(*context)) return BindProblem::ContextBusy;
    if (!shareSurfaces && (isOthers(draw.get()) || isOthers(read.get()))) return BindProblem::SurfaceBusy;
  }
  if (const auto problem = checkBeforeBinding(*context, draw.get(), read.get()); problem != BindProblem::None)
    return problem;
  const bool isSame = thread.current == context && context->draw == draw && context->read == read;
  if (!isSame) {
    unbindCurrent(thread);
    std::lock_guard lock(gBindings);
    // Another thread may have been quicker between the two looks.
    if (context->isCurrent) return BindProblem::ContextBusy;
    context->isCurrent = true;
    context->owner = pthread_self();
    context->draw = draw;
    context->read = read;
    bindSurface(draw.get(), +1);
    bindSurface(read.get(), +1);
  }
  gl::Context& gl = *context->gl;
  if (!isSame) {
    thread.current = context;
    gl.tracker().makeCurrent();
    gl::setCurrent(&gl);
  }
  buryLeftovers(*context);
  if ((draw && !prepareSurface(*draw, *context)) || (read && !prepareSurface(*read, *context))) {
    unbindCurrent(thread);
    return BindProblem::OutOfMemory;
  }
  attachSurfaces(gl, draw.get(), read.get());
  if (draw && !context->hadSurface) {
    context->hadSurface = true;
    initialiseFromSurface(gl, *draw);
  }
  return BindProblem::None;
}

ParkedCurrent::ParkedCurrent() : mCurrent(threadState().current.get()) {
  if (mCurrent) mCurrent->gl->tracker().releaseCurrent();
}
ParkedCurrent::~ParkedCurrent() {
  if (mCurrent) mCurrent->gl->tracker().makeCurrent();
}

BorrowedTracker::BorrowedTracker(ContextHandle& context) : mContext(context) {
  mContext.gl->tracker().makeCurrent();
}
BorrowedTracker::~BorrowedTracker() {
  mContext.gl->tracker().releaseCurrent();
}

bool claimIdle(ContextHandle& context) {
  std::lock_guard lock(gBindings);
  if (context.isCurrent) return false;
  context.isCurrent = true;
  context.owner = pthread_self();
  return true;
}

void releaseClaim(ContextHandle& context) {
  std::lock_guard lock(gBindings);
  context.isCurrent = false;
}

void endLeftovers(const std::vector<std::shared_ptr<ContextHandle>>& contexts) {
  if (const auto& current = threadState().current) {
    buryLeftovers(*current);
    return;
  }
  for (const auto& context : contexts) {
    if (!claimIdle(*context)) continue;
    {
      const BorrowedTracker borrowed(*context);
      buryLeftovers(*context);
    }
    releaseClaim(*context);
    return;
  }
}

}  // namespace winsys
