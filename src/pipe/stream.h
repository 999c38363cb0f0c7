// SPDX-License-Identifier: Apache-2.0
// The front end's view of one context's way to a back end: the calls, and what surrounds them.
//
// A stream belongs to one GL context. Exactly one thread uses it at a time (the thread on which the context is
// current); acquire() and release() mark the hand-over. Nothing above a stream knows where its other end lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pipe/context.gen.h"
#include "pipe/events.gen.h"
#include "pipe/faults.h"

namespace mgpipe {

class Stream : public Context {
 public:
  // The calling thread becomes the stream's user (make-current), or stops being it.
  virtual void acquire() = 0;
  virtual void release() = 0;

  // The other end sees everything emitted so far, soon. Never waits.
  virtual void publish() = 0;
  // The session is gone: calls do nothing, waits answer ReplyStatus::Lost. Latched.
  virtual bool lost() const = 0;

  // Delivers what has come back so far. Never waits.
  virtual void drainEvents(EventSink& sink) = 0;
  // Publishes, then waits until at least one event was delivered or timeoutNs passed; false on time-out or loss.
  // `point` names the wait in the counters.
  virtual bool waitForEvents(EventSink& sink, uint64_t timeoutNs, BlockingPoint point) = 0;

  // Ordinal of the last call emitted, and of the last one known to be applied.
  virtual uint64_t emittedSequence() const = 0;
  virtual uint64_t appliedSequence() const = 0;
  // This stream's number in the session, for wait_stream.
  virtual uint32_t streamIndex() const = 0;

  // Waits until fewer than the allowed presents are under way. Call before present.
  virtual void waitPresentCredit() = 0;

  // Largest bulk bytes one call may carry, and largest answer; callers cut what is larger.
  virtual uint64_t maxBytesPerCall() const = 0;
  virtual uint64_t maxReplyBytes() const = 0;

  // Memory from which bytes can be passed to a call without another copy; empty if none is free (use own memory then).
  // Give it back exactly once, after the call that names it was emitted (or without any).
  virtual std::span<std::byte> acquireStage(uint64_t sizeBytes) = 0;
  virtual void releaseStage(std::span<std::byte> block) = 0;
};

}  // namespace mgpipe
