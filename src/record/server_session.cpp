// SPDX-License-Identifier: Apache-2.0
#include "record/server_session.h"

#include <algorithm>
#include <chrono>

namespace record {

ServerSession::ServerSession(pipe::Backend& backend, std::span<const std::byte> stage, ReplyMemory replies,
                             EventMemory events, const ServerOptions& options, SessionListener& listener)
    : mBackend(backend), mStage(stage), mReplies(replies), mEvents(events), mOptions(options), mListener(listener) {}

ServerSession::~ServerSession() {
  stop();
  for (const auto& stream : streams()) stream->join();
}

std::vector<std::shared_ptr<ServerStream>> ServerSession::streams() {
  std::lock_guard lock(mCrossMutex);
  return mStreams;
}

void ServerSession::openStream(uint32_t index, RingMemory ring, std::shared_ptr<void> owner) {
  std::vector<std::shared_ptr<ServerStream>> ended;
  {
    std::lock_guard lock(mCrossMutex);
    std::erase_if(mStreams, [&](const std::shared_ptr<ServerStream>& stream) {
      if (!stream->finished()) return false;
      ended.push_back(stream);
      return true;
    });
  }
  for (const auto& stream : ended) stream->join();
  auto stream = std::make_shared<ServerStream>(*this, index, ring, std::move(owner));
  {
    std::lock_guard lock(mCrossMutex);
    if (index != mNextIndex || mStreams.size() >= kMaxStreams || stopping()) {
      stream.reset();
    } else {
      ++mNextIndex;
      mStreams.push_back(stream);
    }
  }
  if (!stream) {
    mListener.streamOpened(index, "Stream " + std::to_string(index) + " is out of order, or more than " +
                                      std::to_string(kMaxStreams) + " streams are open.");
    return;
  }
  stream->start();
}

void ServerSession::closeStream(uint32_t index) {
  for (const auto& stream : streams())
    if (stream->index() == index) stream->close();
}

void ServerSession::closeAll() {
  for (const auto& stream : streams()) stream->close();
}

void ServerSession::stop() {
  mStopping.store(true, std::memory_order_seq_cst);
  for (const auto& stream : streams()) stream->wake();
  mEvents.wake();
  std::lock_guard lock(mCrossMutex);
  mCrossChanged.notify_all();
}

bool ServerSession::waitFinished(uint64_t timeoutNs) {
  std::unique_lock lock(mCrossMutex);
  return mCrossChanged.wait_for(lock, std::chrono::nanoseconds(timeoutNs), [this] {
    return std::all_of(mStreams.begin(), mStreams.end(), [](const auto& stream) { return stream->finished(); });
  });
}

void ServerSession::fault(Fault family, const std::string& sentence) {
  if (mFaulted.exchange(true)) return;
  mListener.faulted(family, sentence);
  stop();
}

void ServerSession::putEvent(uint32_t index, const void* bytes, uint32_t sizeBytes) {
  // A full ring is emptied by whichever client thread waits, so all of them have to know.
  auto wakeClients = [this] {
    for (const auto& stream : streams()) stream->wakeClient();
  };
  mEvents.put(index, bytes, sizeBytes, wakeClients, [this] { return stopping(); });
}

void ServerSession::publishCounters() {
  std::lock_guard lock(mCounterMutex);
  mReplies.counterPage().publish(mBackend.counters());
}

std::shared_ptr<ServerStream> ServerSession::findForWait(uint32_t index) {
  for (const auto& stream : mStreams)
    if (stream->index() == index) return stream;
  return nullptr;
}

bool ServerSession::knows(uint32_t index) const { return index < mNextIndex; }

}  // namespace record
