// SPDX-License-Identifier: Apache-2.0
// Fences, flushes and what one stream sees of another. All streams record into one order on one queue, so a wait between
// them is only a promise that is kept already.
#include "backends/vulkan/context.h"

namespace vulkan {
namespace {

constexpr uint64_t kBriefNs = 1'000'000;

}  // namespace

void Context::fenceCreate(const pipe::FenceCreateArgs& args) {
  Lock lock(mShared->mutex);
  auto fence = std::make_unique<Fence>();
  fence->serial = r.lastWork();
  const uint64_t serial = fence->serial;
  if (!mShared->fences.insert(args.fence, std::move(fence)))
    return stale("fence", args.fence.slot, args.fence.generation);
  mPendingFences.push_back({args.fence, serial});
}

void Context::fenceWaitServer(const pipe::FenceWaitServerArgs& args) {
  Lock lock(mShared->mutex);
  find(mShared->fences, args.fence, "fence");
}

void Context::fenceDestroy(const pipe::FenceDestroyArgs& args) {
  Lock lock(mShared->mutex);
  if (!mShared->fences.erase(args.fence)) stale("fence", args.fence.slot, args.fence.generation);
}

bool Context::pollFences() {
  while (!mPendingFences.empty()) {
    const PendingFence& pending = mPendingFences.front();
    if (!r.done(pending.serial) && !r.lost()) return true;
    if (mShared->fences.find(pending.handle)) mEvents.fenceSignalled({.fence = pending.handle});
    mPendingFences.pop_front();
  }
  return false;
}

bool Context::poll(bool mayFlush) {
  Lock lock(mShared->mutex);
  if (mPendingFences.empty() && mPendingQueries.empty()) return false;
  if (mayFlush) r.submit();
  r.poll();
  // Not shortened: both lists move at every poll.
  const bool fences = pollFences(), queries = pollQueries();
  return fences || queries;
}

void Context::waitBriefly() {
  Lock lock(mShared->mutex);
  uint64_t serial = 0;
  if (!mPendingFences.empty()) {
    serial = mPendingFences.front().serial;
  } else if (!mPendingQueries.empty()) {
    if (const Query* query = mQueries.find(mPendingQueries.front()))
      for (const QuerySlot& slot : query->slots) serial = std::max(serial, slot.serial);
  }
  if (serial) r.waitBriefly(serial, kBriefNs);
}

void Context::flush(const pipe::FlushArgs&) {
  Lock lock(mShared->mutex);
  r.submit();
  afterVerb();
}

pipe::ReplyStatus Context::finish(const pipe::FinishArgs&, pipe::FinishReply&) {
  {
    Lock lock(mShared->mutex);
    r.wait(r.lastWork());
    finishPresents();
    afterVerb();
  }
  poll(false);
  return pipe::ReplyStatus::Ok;
}

void Context::waitStream(const pipe::WaitStreamArgs&) {
  // What the other stream's calls changed is bound again.
  Lock lock(mShared->mutex);
  ++mShared->bindingEpoch;
}

}  // namespace vulkan
