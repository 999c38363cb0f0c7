// SPDX-License-Identifier: Apache-2.0
#include "tracker/streams.h"

#include <algorithm>

namespace tracker {

std::shared_ptr<StreamRegistry> StreamRegistry::of(pipe::Screen& screen) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (!screen.companion()) screen.companion() = std::make_shared<StreamRegistry>();
  return std::static_pointer_cast<StreamRegistry>(screen.companion());
}

std::shared_ptr<StreamRegistry::Member> StreamRegistry::join(const pipe::Stream& stream) {
  auto member = std::make_shared<Member>();
  member->index = stream.streamIndex();
  member->stream = &stream;
  std::lock_guard lock(mMutex);
  mMembers.push_back(member);
  mCount.fetch_add(1, std::memory_order_relaxed);
  return member;
}

void StreamRegistry::leave(Member& member) {
  std::lock_guard lock(mMutex);
  member.gone = true;
  std::erase_if(mMembers, [&](const auto& m) { return m.get() == &member; });
  mCount.fetch_sub(1, std::memory_order_relaxed);
}

std::vector<StreamRegistry::Mark> StreamRegistry::others(const Member& self) {
  std::vector<Mark> marks;
  std::lock_guard lock(mMutex);
  for (const auto& member : mMembers)
    if (member.get() != &self) marks.push_back({member->index, member->emitted.load(std::memory_order_acquire)});
  return marks;
}

std::vector<StreamRegistry::Rest> StreamRegistry::sweep(state::Grave& grave, const Member& self) {
  std::vector<Rest> ready;
  std::lock_guard lock(mMutex);
  for (const auto& [kind, slot] : grave.take()) {
    Rest rest{kind, slot, {}};
    for (const auto& member : mMembers)
      if (member.get() != &self) rest.until.emplace_back(member, member->emitted.load(std::memory_order_acquire));
    mResting.push_back(std::move(rest));
  }
  for (auto at = mResting.begin(); at != mResting.end();) {
    // `until` may name ourselves if another tracker put the object to rest: our own order is right by itself.
    const bool passed = std::all_of(at->until.begin(), at->until.end(), [&](const auto& mark) {
      return mark.first.get() == &self || mark.first->gone || mark.first->stream->appliedSequence() >= mark.second;
    });
    if (passed) {
      ready.push_back(std::move(*at));
      at = mResting.erase(at);
    } else {
      ++at;
    }
  }
  return ready;
}

void StreamRegistry::markSurface(state::TrackerSlot surface, Mark mark) {
  std::lock_guard lock(mMutex);
  mSurfaces[surface.slot] = mark;
}

StreamRegistry::Mark StreamRegistry::surfaceMark(state::TrackerSlot surface) {
  std::lock_guard lock(mMutex);
  const auto at = mSurfaces.find(surface.slot);
  return at == mSurfaces.end() ? Mark{} : at->second;
}

void StreamRegistry::forgetSurface(state::TrackerSlot surface) {
  std::lock_guard lock(mMutex);
  mSurfaces.erase(surface.slot);
}

}  // namespace tracker
