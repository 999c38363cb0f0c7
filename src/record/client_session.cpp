// SPDX-License-Identifier: Apache-2.0
#include "record/client_session.h"

#include <pthread.h>

#include <algorithm>

#include "base/log.h"
#include "record/ring_writer.h"

namespace record {
namespace {

// The sessions of this process, for fork. Never destroyed: a fork may come from an exit handler.
struct Registry {
  std::mutex mutex;
  std::vector<ClientSession*> sessions;
};
Registry& registry() {
  static auto* only = new Registry;
  return *only;
}

}  // namespace

// A forked child gets copies of the mappings and must not write to the parent's session. The hooks run on the forking
// thread; the locks are held across fork so that the child finds every list whole.
struct ForkHooks {
  static void install() {
    static const int installed = ::pthread_atfork(prepare, parent, child);
    (void)installed;
  }
  static void prepare() {
    registry().mutex.lock();
    for (ClientSession* session : registry().sessions) session->mutexesForFork(true);
  }
  static void parent() {
    for (ClientSession* session : registry().sessions) session->mutexesForFork(false);
    registry().mutex.unlock();
  }
  static void child() {
    for (ClientSession* session : registry().sessions) {
      session->enterForkedChild();
      session->mutexesForFork(false);
    }
    registry().mutex.unlock();
  }
};

void ClientStream::deliver(const std::byte* bytes, uint32_t sizeBytes) {
  std::lock_guard lock(mMutex);
  Event& event = mInbox.emplace_back();
  std::memcpy(event.bytes, bytes, sizeBytes);
  event.sizeBytes = sizeBytes;
  mWaiting.store(mInbox.size(), std::memory_order_release);
}

bool ClientStream::drainTo(pipe::EventSink& sink) {
  bool any = false;
  while (hasInbox()) {
    std::unique_lock lock(mMutex);
    if (mInbox.empty()) break;
    const Event event = mInbox.front();
    mInbox.pop_front();
    mWaiting.store(mInbox.size(), std::memory_order_release);
    // The sink may come back here.
    lock.unlock();
    any |= pipe::deliverEvent(sink, event.bytes, event.sizeBytes);
  }
  return any;
}

ClientSession::ClientSession(std::span<std::byte> stage, ReplyMemory replies, EventMemory events,
                             const ClientOptions& options)
    : mOptions(options), mStage(stage, options.auditFill), mReplies(replies), mEvents(events) {
  ForkHooks::install();
  std::lock_guard lock(registry().mutex);
  registry().sessions.push_back(this);
}

ClientSession::~ClientSession() {
  std::lock_guard lock(registry().mutex);
  std::erase(registry().sessions, this);
}

void ClientSession::wakeAll() {
  for (const auto& stream : streams()) stream->control().clientBell.ring();
}

void ClientSession::lose(Fault family, const std::string& sentence) {
  if (mLost.exchange(true, std::memory_order_seq_cst)) return;
  base::log(base::LogLevel::Error, std::string("Session lost {") + pipe::faultName(family) + "}: " + sentence);
  wakeAll();
}

void ClientSession::end() {
  if (!mLost.exchange(true, std::memory_order_seq_cst)) wakeAll();
}

std::shared_ptr<ClientStream> ClientSession::addStream(uint32_t index, RingMemory ring, std::shared_ptr<void> owner) {
  ring.control->clientBell.useBarriers();
  auto stream = std::make_shared<ClientStream>(index, ring, std::move(owner));
  std::lock_guard lock(mStreamsMutex);
  mStreams.push_back(stream);
  return stream;
}

void ClientSession::removeStream(uint32_t index) {
  std::lock_guard lock(mStreamsMutex);
  std::erase_if(mStreams, [&](const std::shared_ptr<ClientStream>& stream) {
    if (stream->index() != index) return false;
    mCounters.closedRecords += stream->control().applied.load(std::memory_order_relaxed);
    mCounters.closedBytes += stream->control().tail.load(std::memory_order_relaxed);
    stream->setEnded();
    return true;
  });
}

std::vector<std::shared_ptr<ClientStream>> ClientSession::streams() const {
  std::lock_guard lock(mStreamsMutex);
  return mStreams;
}

void ClientSession::drainEvents() {
  if (!mEvents.hasEvents() || forked()) return;
  std::lock_guard lock(mEventMutex);
  bool broken = false;
  uint32_t index = 0;
  alignas(8) std::byte bytes[pipe::kMaxEventBytes];
  while (const uint32_t sizeBytes = mEvents.take(index, bytes, broken)) {
    mCounters.events.fetch_add(1, std::memory_order_relaxed);
    std::lock_guard streamsLock(mStreamsMutex);
    // Events of a stream that has closed meanwhile have nobody to go to.
    for (const auto& stream : mStreams)
      if (stream->index() == index) stream->deliver(bytes, sizeBytes);
  }
  mEvents.publish();
  if (broken) lose(Fault::ControlFrame, "The server's event ring has a cursor or a size that cannot be.");
}

void ClientSession::mutexesForFork(bool lock) {
  if (lock) {
    mEventMutex.lock();
    mStreamsMutex.lock();
  } else {
    mStreamsMutex.unlock();
    mEventMutex.unlock();
  }
}

void ClientSession::enterForkedChild() {
  mForked = true;
  mLost.store(true, std::memory_order_relaxed);
  for (const auto& stream : mStreams)
    if (RingWriter* writer = stream->writer()) writer->closeWindow();
  if (mOnForkedChild) mOnForkedChild();
}

}  // namespace record
