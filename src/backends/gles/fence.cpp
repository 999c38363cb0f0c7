// SPDX-License-Identifier: Apache-2.0
// Fences, flushes and what one stream sees of another. Events of fences come in the order of their creation.
//
// Some software drivers call a fence signalled only after somebody waited for it; waitBriefly() does that, bounded.
#include "backends/gles/context.h"

namespace gles {
namespace {

constexpr GLuint64 kBriefNs = 1'000'000;

bool signalled(GLenum status) { return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED; }

}  // namespace

void Context::fenceCreate(const pipe::FenceCreateArgs& args) {
  auto fence = std::make_unique<Fence>();
  fence->sync = std::make_shared<Sync>();
  fence->sync->sync = mGl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  const std::shared_ptr<Sync> sync = fence->sync;
  if (!mShared->fences.insert(args.fence, std::move(fence)))
    return stale("fence", args.fence.slot, args.fence.generation);
  mPendingFences.push_back({args.fence, sync});
}

void Context::fenceWaitServer(const pipe::FenceWaitServerArgs& args) {
  const Fence* fence = find(mShared->fences, args.fence, "fence");
  if (!fence) return;
  // What is queued here so far must not be held back by the wait, or two streams could wait for each other.
  mGl.Flush();
  mGl.WaitSync(fence->sync->sync, 0, GL_TIMEOUT_IGNORED);
  forgetBindings();
}

void Context::fenceDestroy(const pipe::FenceDestroyArgs& args) {
  const auto fence = mShared->fences.erase(args.fence);
  if (!fence) return stale("fence", args.fence.slot, args.fence.generation);
  // The driver keeps a deleted sync object until nobody waits for it; the creator's list learns it by the flag.
  fence->sync->destroyed.store(true, std::memory_order_release);
  const bool pendingHere = std::any_of(mPendingFences.begin(), mPendingFences.end(),
                                       [&](const PendingFence& p) { return p.sync == fence->sync; });
  if (!pendingHere && fence->sync.use_count() == 1) mGl.DeleteSync(fence->sync->sync);
}

bool Context::pollFences() {
  while (!mPendingFences.empty()) {
    PendingFence& pending = mPendingFences.front();
    if (!signalled(mGl.ClientWaitSync(pending.sync->sync, 0, 0))) return true;
    retireFence();
  }
  return false;
}

void Context::retireFence() {
  const PendingFence pending = mPendingFences.front();
  mPendingFences.pop_front();
  if (pending.sync->destroyed.load(std::memory_order_acquire))
    mGl.DeleteSync(pending.sync->sync);
  else
    mEvents.fenceSignalled({.fence = pending.handle});
}

bool Context::poll(bool mayFlush) {
  if (mPendingFences.empty() && mPendingQueries.empty()) return false;
  if (mayFlush) mGl.Flush();
  // Not shortened: both lists move at every poll.
  const bool fences = pollFences(), queries = pollQueries();
  return fences || queries;
}

void Context::waitBriefly() {
  if (!mPendingFences.empty()) {
    const GLenum status =
        mGl.ClientWaitSync(mPendingFences.front().sync->sync, GL_SYNC_FLUSH_COMMANDS_BIT, kBriefNs);
    if (signalled(status)) retireFence();
    return;
  }
  if (mPendingQueries.empty()) return;
  const GLsync sync = mGl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  mGl.ClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, kBriefNs);
  mGl.DeleteSync(sync);
}

void Context::flush(const pipe::FlushArgs&) {
  {
    std::lock_guard lock(mShared->flushMutex);
    auto& points = mShared->flushPoints;
    auto own = std::find_if(points.begin(), points.end(), [&](const auto& point) { return point.context == this; });
    if (own == points.end()) own = points.insert(points.end(), {.context = this, .sync = nullptr});
    if (own->sync) mGl.DeleteSync(own->sync);
    own->sync = mGl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    mGl.Flush();  // before anybody waits for the fence
  }
  checkReset();
}

pipe::ReplyStatus Context::finish(const pipe::FinishArgs&, pipe::FinishReply&) {
  mGl.Finish();
  checkReset();
  finishPresents();
  poll(false);
  return pipe::ReplyStatus::Ok;
}

void Context::checkReset() {
  if (!mGl.GetGraphicsResetStatusEXT || mGl.GetGraphicsResetStatusEXT() == GL_NO_ERROR) return;
  fault(pipe::Fault::DeviceLost, "The driver lost its context.");
}

// The other stream's context was flushed behind `sequence` by whoever applies its calls. Here the GPU waits for it, and
// its changes become visible by binding shared objects again. Which context is the other one's is not known: waiting for
// the last flush of each is safe, since none of them waits for what comes later here.
void Context::waitStream(const pipe::WaitStreamArgs&) {
  {
    std::lock_guard lock(mShared->flushMutex);
    for (const Shared::FlushPoint& point : mShared->flushPoints)
      if (point.context != this && point.sync) mGl.WaitSync(point.sync, 0, GL_TIMEOUT_IGNORED);
  }
  forgetBindings();
}

void Context::forgetBindings() {
  mState.forget();
  mVertex.forget();
  mViews.markAll();
  mImages.markAll();
  for (auto* slots : {&mUniformRanges, &mStorageRanges, &mAtomicRanges, &mXfbRanges}) slots->markAll();
  mDirty |= kAll;
}

}  // namespace gles
