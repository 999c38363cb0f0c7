// SPDX-License-Identifier: Apache-2.0
#include "record/server_stream.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>

#include "base/os.h"
#include "record/server_session.h"

namespace record {
namespace {

constexpr uint64_t kPollNs = 1'000'000;
// Counters at rest are at most that old.
constexpr uint64_t kPublishNs = 10'000'000;
constexpr int kBatchRecords = 64;

// Signals belong to the application's threads.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &mBefore);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &mBefore, nullptr); }

 private:
  sigset_t mBefore;
};

}  // namespace

// Calls that are the session's business before they are the back end's.
class ServerStream::Calls final : public pipe::ForwardContext {
 public:
  Calls(ServerStream& stream, pipe::Context& next) : pipe::ForwardContext(next), mStream(stream) {}
  void waitStream(const pipe::WaitStreamArgs& args) override {
    mStream.awaitStream(args.stream, args.sequence);
    // The back end drops what it remembers of objects that others have changed.
    mNext.waitStream(args);
  }
  void present(const pipe::PresentArgs& args) override {
    mNext.present(args);
    // A present that failed gives its credit back as well.
    mStream.mControl.presented.store(++mStream.mPresented, std::memory_order_release);
    mStream.mControl.clientBell.ringIfParked();
  }

 private:
  ServerStream& mStream;
};

ServerStream::ServerStream(ServerSession& session, uint32_t index, RingMemory ring, std::shared_ptr<void> owner)
    : mSession(session), mIndex(index), mOwner(std::move(owner)), mControl(*ring.control), mReader(ring) {}

ServerStream::~ServerStream() { join(); }

void ServerStream::start() {
  SignalsBlocked blocked;
  mThread = std::thread([this] { run(); });
}

void ServerStream::join() {
  if (mThread.joinable()) mThread.join();
}

void ServerStream::close() {
  mClosing.store(true, std::memory_order_release);
  wake();
}

bool ServerStream::shouldEnd() const {
  return mSession.stopping() || (mClosing.load(std::memory_order_acquire) && !mReader.hasRecords());
}

// ── the thread ───────────────────────────────────────────────────────────────────────────────────────────────────

void ServerStream::run() {
  char name[16];
  std::snprintf(name, sizeof name, "mgl-apply-%u", mIndex % 1000);
  base::nameThread(name);
  auto context = mSession.backend().createContext(*this, *this);
  if (!context) {
    mSession.streamOpened(mIndex, context.error().text);
  } else {
    mContext = std::move(*context);
    if (mContext->makeCurrent()) {
      mSession.streamOpened(mIndex, {});
      applyLoop();
      mSession.publishCounters();
      mContext->releaseCurrent();
    } else {
      mSession.streamOpened(mIndex, "The native context of a new stream could not be made current.");
    }
    mContext.reset();
  }
  {
    std::lock_guard lock(mSession.crossMutex());
    mFinished.store(true, std::memory_order_release);
    mSession.crossChanged().notify_all();
  }
  mSession.streamFinished(mIndex);
}

void ServerStream::applyLoop() {
  const auto& decorate = mSession.options().decorate;
  const std::unique_ptr<pipe::Context> decorator = decorate ? decorate(*mContext) : nullptr;
  Calls calls(*this, decorator ? *decorator : *mContext);
  while (!shouldEnd()) {
    const bool worked = applySome(calls);
    if (flushDue()) serveFlush();
    if (mReader.hasRecords() || shouldEnd()) continue;
    if (worked && mSession.options().cameToRest) mSession.options().cameToRest();
    idle(worked);
  }
}

bool ServerStream::applySome(Calls& calls) {
  std::span<const std::byte> record;
  bool any = false;
  for (int i = 0; i < kBatchRecords && !mSession.stopping(); ++i) {
    Fault fault = Fault::None;
    if (!mReader.next(record, fault)) {
      finishDraws(calls);
      // Fillers at the ring's end free room as well.
      wakeClientIfReached();
      if (fault != Fault::None) mSession.fault(fault, describe(fault, {}));
      return any;
    }
    any = true;
    if (mDraws.take(record)) {
      mReader.advance();
      continue;
    }
    finishDraws(calls);
    fault = mDraws.take(record) ? Fault::None : applyOne(calls, *this, record);
    if (fault != Fault::None) {
      mSession.fault(fault, describe(fault, record));
      return any;
    }
    mReader.advance();
    if (!mDraws.pending()) recordsDone();
  }
  finishDraws(calls);
  const uint64_t now = base::monotonicNs();
  if (any && now >= mNextPollNs) {
    mContext->poll(false);
    mNextPollNs = now + kPollNs;
  }
  return any;
}

void ServerStream::finishDraws(Calls& calls) {
  if (!mDraws.pending()) return;
  mDraws.handOn(calls);
  recordsDone();
}

void ServerStream::recordsDone() {
  mReader.publish();
  wakeClientIfReached();
  if (__builtin_expect(flushDue(), 0)) serveFlush();
}

void ServerStream::wakeClientIfReached() {
  if (!mControl.clientBell.someoneParked()) return;
  if (mReader.tail() >= mControl.wakeTail.load(std::memory_order_relaxed) ||
      mReader.applied() >= mControl.wakeApplied.load(std::memory_order_relaxed))
    mControl.clientBell.ring();
}

void ServerStream::idle(bool afterWork) {
  auto stir = [this] { return mReader.hasRecords() || shouldEnd() || flushDue(); };
  if (spinFor(mSession.options().spinNs, stir)) return;
  const bool pending = mContext->poll(afterWork);
  const uint64_t now = base::monotonicNs();
  mNextPollNs = now + kPollNs;
  if (now >= mNextPublishNs) {
    mNextPublishNs = now + kPublishNs;
    mSession.publishCounters();
  }
  if (stir()) return;
  if (!pending) {
    mControl.serverBell.park(Bell::kForever, stir);
  } else if (mControl.clientBell.someoneParked()) {
    // Nobody will write before something happens here.
    mContext->waitBriefly();
  } else {
    mControl.serverBell.park(kPollNs, stir);
  }
}

std::string ServerStream::describe(Fault family, std::span<const std::byte> record) const {
  char text[200];
  if (record.empty()) {
    std::snprintf(text, sizeof text, "Stream %u has no valid record after record %llu.", mIndex,
                  static_cast<unsigned long long>(mReader.applied()));
  } else {
    Header header;
    std::memcpy(&header, record.data(), sizeof header);
    std::snprintf(text, sizeof text, "Stream %u, record %llu: %s of %u bytes is refused (%s).", mIndex,
                  static_cast<unsigned long long>(mReader.applied() + 1),
                  pipe::opcodeName(static_cast<pipe::Opcode>(header.opcode)), header.sizeBytes,
                  pipe::faultName(family));
  }
  return text;
}

// ── what records refer to ────────────────────────────────────────────────────────────────────────────────────────

void ServerStream::fault(Fault family, const char* sentence) { mSession.fault(family, sentence); }

template <class Emit>
void ServerStream::putEvent(Emit&& emit) {
  pipe::EventEncoder encoder(
      [this](const void* bytes, uint32_t sizeBytes) { mSession.putEvent(mIndex, bytes, sizeBytes); });
  emit(encoder);
  mControl.clientBell.ringIfParked();
}
void ServerStream::fenceSignalled(const pipe::FenceSignalledEvent& event) {
  putEvent([&](pipe::EventSink& sink) { sink.fenceSignalled(event); });
}
void ServerStream::queryResult(const pipe::QueryResultEvent& event) {
  putEvent([&](pipe::EventSink& sink) { sink.queryResult(event); });
}
void ServerStream::allocationVerdict(const pipe::AllocationVerdictEvent& event) {
  putEvent([&](pipe::EventSink& sink) { sink.allocationVerdict(event); });
}
void ServerStream::surfaceLost(const pipe::SurfaceLostEvent& event) {
  putEvent([&](pipe::EventSink& sink) { sink.surfaceLost(event); });
}
void ServerStream::driverError(const pipe::DriverErrorEvent& event) {
  putEvent([&](pipe::EventSink& sink) { sink.driverError(event); });
}

Fault ServerStream::resolve(const Blob& blob, TailReader& tails, std::span<const std::byte>& out) {
  if (blob.place == Place::Inline) return tails.takeBytes(blob.sizeBytes, out) ? Fault::None : Fault::BlobRange;
  const std::span<const std::byte> stage = mSession.stage();
  if (blob.place != Place::Stage || blob.offsetBytes > stage.size() ||
      blob.sizeBytes > stage.size() - blob.offsetBytes)
    return Fault::BlobRange;
  out = stage.subspan(blob.offsetBytes, blob.sizeBytes);
  return Fault::None;
}

Fault ServerStream::replyArea(const ReplyRef& reply, uint64_t minimumBytes, std::span<std::byte>& area) {
  if (reply.slot >= kReplySlots || reply.sizeBytes > kReplySlotBytes || reply.sizeBytes < minimumBytes)
    return Fault::ReplyRange;
  area = mSession.replies().area(reply.slot).first(reply.sizeBytes);
  return Fault::None;
}

void ServerStream::sendReply(const ReplyRef& reply, pipe::ReplyStatus status) {
  ReplyHeader& header = mSession.replies().header(reply.slot);
  header.status.store(static_cast<uint32_t>(status), std::memory_order_relaxed);
  header.ticket.store(reply.ticket, std::memory_order_release);
  mControl.clientBell.ringIfParked();
}

// ── other streams ────────────────────────────────────────────────────────────────────────────────────────────────

void ServerStream::requestFlush(uint64_t sequence) {
  mRequests.push_back(sequence);
  if (sequence < mLowestRequest.load(std::memory_order_relaxed))
    mLowestRequest.store(sequence, std::memory_order_release);
}

void ServerStream::serveFlush() {
  mContext->flush({});
  const uint64_t applied = mReader.applied();
  std::lock_guard lock(mSession.crossMutex());
  mFlushedThrough = applied;
  std::erase_if(mRequests, [&](uint64_t sequence) { return sequence <= applied; });
  mLowestRequest.store(mRequests.empty() ? UINT64_MAX : *std::min_element(mRequests.begin(), mRequests.end()),
                       std::memory_order_release);
  mSession.crossChanged().notify_all();
}

void ServerStream::awaitStream(uint32_t stream, uint64_t sequence) {
  if (stream == mIndex) return;
  std::unique_lock lock(mSession.crossMutex());
  if (!mSession.knows(stream)) {
    lock.unlock();
    mSession.fault(Fault::BadValue, "Stream " + std::to_string(mIndex) + " waits for stream " +
                                        std::to_string(stream) + ", which was never opened.");
    return;
  }
  const std::shared_ptr<ServerStream> target = mSession.findForWait(stream);
  if (!target || target->flushedThrough(sequence)) return;
  target->requestFlush(sequence);
  mSession.crossChanged().notify_all();
  target->wake();
  while (!target->flushedThrough(sequence) && !mSession.stopping()) {
    if (flushDue()) {
      lock.unlock();
      serveFlush();
      lock.lock();
      continue;
    }
    mSession.crossChanged().wait(lock);
  }
}

}  // namespace record
