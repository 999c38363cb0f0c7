// SPDX-License-Identifier: Apache-2.0
// The server's half of a session, whatever carries it: the streams, what they share, and the one way it ends.
//
// A session ends once: by the client (orderly, or by hanging up) or by the first fault, from whichever thread. From then
// on every stream stops at its next record boundary, and everything that sleeps is woken.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "pipe/screen.h"
#include "record/event_queue.h"
#include "record/reply_slots.h"
#include "record/ring.h"
#include "record/server_stream.h"

namespace record {

// Who hears of the session's turns; called from any thread.
class SessionListener {
 public:
  virtual ~SessionListener() = default;
  // refusal empty: the stream runs. Else why there is none.
  virtual void streamOpened(uint32_t index, const std::string& refusal) = 0;
  virtual void streamClosed(uint32_t index) = 0;
  virtual void faulted(Fault family, const std::string& sentence) = 0;
};

struct ServerOptions {
  uint64_t spinNs = 20'000;
  // Puts a decorator (trace, check) in front of each stream's native context.
  std::function<std::unique_ptr<pipe::Context>(pipe::Context&)> decorate;
  // Called on a stream's thread when it has applied what there was. May be empty.
  std::function<void()> cameToRest;
};

class ServerSession {
 public:
  // More streams than this at once are refused.
  static constexpr size_t kMaxStreams = 256;
  // Everything given must outlive the session.
  ServerSession(pipe::Backend& backend, std::span<const std::byte> stage, ReplyMemory replies, EventMemory events,
                const ServerOptions& options, SessionListener& listener);
  ~ServerSession();

  // Starts the stream's thread; the listener hears how it went. Indices are 0, 1, 2, … in order of opening.
  void openStream(uint32_t index, RingMemory ring, std::shared_ptr<void> owner);
  void closeStream(uint32_t index);
  // All streams end after what is in their rings now.
  void closeAll();
  // All streams end at the next record boundary.
  void stop();
  // True when no stream runs any more.
  bool waitFinished(uint64_t timeoutNs);
  void fault(Fault family, const std::string& sentence);
  bool stopping() const { return mStopping.load(std::memory_order_acquire); }

  // For streams.
  const ServerOptions& options() const { return mOptions; }
  std::span<const std::byte> stage() const { return mStage; }
  ReplyMemory& replies() { return mReplies; }
  pipe::Backend& backend() { return mBackend; }
  void streamOpened(uint32_t index, const std::string& refusal) { mListener.streamOpened(index, refusal); }
  void streamFinished(uint32_t index) { mListener.streamClosed(index); }
  void putEvent(uint32_t index, const void* bytes, uint32_t sizeBytes);
  // What the back end has counted so far, to where the client reads it.
  void publishCounters();
  std::mutex& crossMutex() { return mCrossMutex; }
  std::condition_variable& crossChanged() { return mCrossChanged; }
  // Null for a stream that has ended. The cross-stream lock is held.
  std::shared_ptr<ServerStream> findForWait(uint32_t index);
  // A stream of that number is or was open. The cross-stream lock is held.
  bool knows(uint32_t index) const;

 private:
  std::vector<std::shared_ptr<ServerStream>> streams();

  pipe::Backend& mBackend;
  const std::span<const std::byte> mStage;
  ReplyMemory mReplies;
  EventWriter mEvents;
  const ServerOptions mOptions;
  SessionListener& mListener;
  std::atomic<bool> mStopping{false};
  std::atomic<bool> mFaulted{false};
  std::mutex mCounterMutex;

  std::mutex mCrossMutex;  // streams, their requests, their ends
  std::condition_variable mCrossChanged;
  std::vector<std::shared_ptr<ServerStream>> mStreams;
  uint32_t mNextIndex = 0;
};

}  // namespace record
