// SPDX-License-Identifier: Apache-2.0
// Queries, fences and transform feedback. Both ends count: completion comes as events, polls are answered locally and
// become a real wait now and then so that a loop that only polls still ends.
#include <algorithm>

#include "base/settings.gen.h"
#include "tracker/impl.h"

namespace tracker {
namespace {

constexpr uint64_t kPollSliceNs = 1'000'000;
constexpr uint64_t kWaitSliceNs = 100'000'000;

// Counts a poll that brought nothing; true when it has to become a round trip, so that a loop of polls ends.
bool escalates(uint32_t& missedPolls) {
  const auto most = static_cast<uint32_t>(base::settings().ipcPollEscalate);
  if (++missedPolls < most) return false;
  missedPolls = 0;
  return true;
}

}  // namespace

void Impl::queryBegin(state::Query& q, uint32_t target, uint32_t index) {
  if (!q.pipe.generation) q.pipe = toSlot(mScreen.names().queries.mint());
  mStream->queryBegin({toHandle<pipe::QueryHandle>(q.pipe), target, index});
}

void Impl::queryEnd(state::Query& q, uint32_t target, uint32_t index) {
  if (!q.pipe.generation) q.pipe = toSlot(mScreen.names().queries.mint());
  mResults.try_emplace(keyOf(q.pipe));
  ++q.endSerial;
  q.missedPolls = 0;
  mStream->queryEnd({toHandle<pipe::QueryHandle>(q.pipe), target, index, q.endSerial});
}

bool Impl::hasResult(state::Query& q) {
  const auto at = mResults.find(keyOf(q.pipe));
  if (at != mResults.end() && at->second.serial > q.doneSerial) {
    q.doneSerial = at->second.serial;
    q.value = at->second.value;
  }
  return q.doneSerial >= q.endSerial;
}

bool Impl::queryAvailable(state::Query& q) {
  mStream->publish();
  mStream->drainEvents(*this);
  if (hasResult(q) || mStream->lost()) return true;
  if (escalates(q.missedPolls)) {
    ++mRoundTrips;
    mStream->waitForEvents(*this, kPollSliceNs, pipe::BlockingPoint::PollEscalation);
  }
  return hasResult(q);
}

uint64_t Impl::queryResult(state::Query& q) {
  mStream->drainEvents(*this);
  if (!hasResult(q) && !mStream->lost()) {
    pipe::QueryWaitReply reply;
    ++mRoundTrips;
    if (mStream->queryWait({toHandle<pipe::QueryHandle>(q.pipe), q.endSerial}, reply) == pipe::ReplyStatus::Ok) {
      q.value = reply.value;
      q.doneSerial = q.endSerial;
    }
  }
  return q.value;
}

uint64_t Impl::timestampNow() {
  pipe::TimestampNowReply reply;
  ++mRoundTrips;
  return mStream->timestampNow({}, reply) == pipe::ReplyStatus::Ok ? reply.timeNs : 0;
}

void Impl::fenceCreate(state::Sync& s) {
  s.pipe = toSlot(mScreen.names().fences.mint());
  mStream->fenceCreate({toHandle<pipe::FenceHandle>(s.pipe)});
  wrote(s);
  if (mRegistry->several()) flush();
  afterVerb();
}

WaitResult Impl::fenceWait(state::Sync& s, uint64_t timeoutNs) {
  mStream->publish();
  auto done = [&] {
    if (!s.signalled && mSignalled.erase(keyOf(s.pipe))) s.signalled = true;
    if (s.signalled) refreshPersistentReads();
    return s.signalled;
  };
  mStream->drainEvents(*this);
  if (done()) return WaitResult::Signalled;
  if (mStream->lost()) return WaitResult::Lost;
  if (s.writerStream != mMember->index && mRegistry->several()) {
    // Its event goes to the stream that made it; order ours behind it and ask for the end of ours.
    if (timeoutNs == 0 && !escalates(s.missedPolls)) return WaitResult::TimedOut;
    waitForWriter(s);
    pipe::FinishReply reply;
    ++mRoundTrips;
    mStream->finish({}, reply);
    s.signalled = true;
    refreshPersistentReads();
    return WaitResult::Signalled;
  }
  if (timeoutNs == 0) {
    if (escalates(s.missedPolls)) {
      ++mRoundTrips;
      mStream->waitForEvents(*this, kPollSliceNs, pipe::BlockingPoint::PollEscalation);
    }
    return done() ? WaitResult::Signalled : WaitResult::TimedOut;
  }
  ++mRoundTrips;
  uint64_t left = timeoutNs;
  while (left) {
    const uint64_t slice = std::min(left, kWaitSliceNs);
    mStream->waitForEvents(*this, slice, pipe::BlockingPoint::FenceWait);
    if (done()) return WaitResult::Signalled;
    if (mStream->lost()) return WaitResult::Lost;
    left -= slice;
  }
  return WaitResult::TimedOut;
}

void Impl::fenceWaitServer(state::Sync& s) {
  if (s.writerStream != mMember->index) waitForWriter(s);
  mStream->fenceWaitServer({toHandle<pipe::FenceHandle>(s.pipe)});
}

void Impl::sendStreamOutputs() {}

void Impl::xfbBegin(state::Xfb& xfb) {
  if (!prepare(state::kDirtyAll)) return;
  std::array<pipe::BufferRange, state::kMaxXfbBindings> ranges{};
  for (size_t i = 0; i < ranges.size(); ++i) {
    const state::IndexedBuffer& b = xfb.buffers[i];
    if (!b.buffer) continue;
    ranges[i] = {handleOf(b.buffer), b.whole ? 0 : b.offsetBytes, b.whole ? ~uint64_t{0} : b.sizeBytes};
    beforeGpuWrite(*b.buffer);
    markWritten(*b.buffer);
    wrote(*b.buffer);
  }
  mStream->setStreamOutputs({}, ranges);
  mStream->beginStreamOutput({xfb.primitive, 0, {}});
}

void Impl::xfbPause(state::Xfb&, bool resume) { mStream->pauseStreamOutput({resume, 0}); }

void Impl::xfbEnd(state::Xfb& xfb) {
  mStream->endStreamOutput({});
  // Draws inside the span wrote until now.
  for (const state::IndexedBuffer& b : xfb.buffers)
    if (b.buffer) {
      markWritten(*b.buffer);
      wrote(*b.buffer);
    }
}

}  // namespace tracker
