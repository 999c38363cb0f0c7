// SPDX-License-Identifier: Apache-2.0
// The server's end of one stream: a thread that owns a native context for life and applies records to it.
//
// The thread applies what is there, publishes the watermarks after each record (or run of draws), and delivers finished fences and queries
// about once a millisecond. With nothing to do it lets the driver start its queue, keeps polling while results are under
// way, and else spins briefly and parks. It ends when its stream was closed and is empty, or at the next record boundary
// when the session ends.
//
// wait_stream: applied is not visible, so a stream that uses another's work asks that stream's thread to flush its
// native context once it has applied the wanted record, and sleeps until then. Requests name sequences that were
// emitted before, so they form no circle; a thread that sleeps in one still serves the requests made to itself and
// still ends when told to.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "pipe/screen.h"
#include "record/applier.h"
#include "record/draw_joiner.h"
#include "record/ring.h"

namespace record {

class ServerSession;

class ServerStream final : public pipe::FaultSink, public pipe::EventSink, public ApplyEnvironment {
 public:
  ServerStream(ServerSession& session, uint32_t index, RingMemory ring, std::shared_ptr<void> owner);
  ~ServerStream() override;

  uint32_t index() const { return mIndex; }
  void start();
  // Ends after everything that is in the ring now.
  void close();
  void wake() { mControl.serverBell.ring(); }
  void wakeClient() { mControl.clientBell.ring(); }
  bool finished() const { return mFinished.load(std::memory_order_acquire); }
  void join();

  // Asks for a flush at or after `sequence`; the session's cross-stream lock is held.
  void requestFlush(uint64_t sequence);
  bool flushedThrough(uint64_t sequence) const { return mFinished || mFlushedThrough >= sequence; }

  // FaultSink, from the back end.
  void fault(Fault family, const char* sentence) override;
  // EventSink, from the back end.
  void fenceSignalled(const pipe::FenceSignalledEvent& event) override;
  void queryResult(const pipe::QueryResultEvent& event) override;
  void allocationVerdict(const pipe::AllocationVerdictEvent& event) override;
  void surfaceLost(const pipe::SurfaceLostEvent& event) override;
  void driverError(const pipe::DriverErrorEvent& event) override;
  // ApplyEnvironment.
  Fault resolve(const Blob& blob, TailReader& tails, std::span<const std::byte>& out) override;
  Fault replyArea(const ReplyRef& reply, uint64_t minimumBytes, std::span<std::byte>& area) override;
  void sendReply(const ReplyRef& reply, pipe::ReplyStatus status) override;

 private:
  class Calls;
  void run();
  void applyLoop();
  bool applySome(Calls& calls);
  void finishDraws(Calls& calls);
  void recordsDone();
  void awaitStream(uint32_t stream, uint64_t sequence);
  template <class Emit>
  void putEvent(Emit&& emit);
  void wakeClientIfReached();
  void idle(bool afterWork);
  void serveFlush();
  bool flushDue() const { return mReader.applied() >= mLowestRequest.load(std::memory_order_acquire); }
  bool shouldEnd() const;
  std::string describe(Fault family, std::span<const std::byte> record) const;

  ServerSession& mSession;
  const uint32_t mIndex;
  const std::shared_ptr<void> mOwner;
  RingControl& mControl;
  RingReader mReader;
  DrawJoiner mDraws;
  std::unique_ptr<pipe::BackendContext> mContext;
  uint64_t mPresented = 0;
  uint64_t mNextPollNs = 0, mNextPublishNs = 0;
  std::atomic<bool> mClosing{false};
  std::atomic<bool> mFinished{false};
  std::thread mThread;
  // Under the session's cross-stream lock, except for the looks at the lowest one.
  std::vector<uint64_t> mRequests;
  std::atomic<uint64_t> mLowestRequest{UINT64_MAX};
  uint64_t mFlushedThrough = 0;
};

}  // namespace record
