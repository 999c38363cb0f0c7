// SPDX-License-Identifier: Apache-2.0
#include "remote/inproc.h"

#include <atomic>
#include <bit>
#include <condition_variable>
#include <cstdlib>
#include <map>

#include "base/log.h"
#include "record/server_session.h"
#include "remote/session_registry.h"

namespace remote {
namespace {

constexpr uint64_t kTurnNs = 2'000'000;
constexpr uint64_t kDrainNs = 5'000'000'000;
constexpr uint64_t kStopNs = 2'000'000'000;

// Sessions must end at exit before the static objects of a driver's compiler do, or what is still queued is compiled with
// objects that are gone. Those objects come into being at the first use of each part of the compiler, on a stream's
// thread, and the last handler registered runs first: so the one that ends sessions is registered again after such work,
// ever more rarely.
record::ServerOptions endingBeforeTheDriver(record::ServerOptions options) {
  options.cameToRest = [] {
    static std::atomic<uint32_t> times{0};
    const uint32_t time = times.fetch_add(1, std::memory_order_relaxed) + 1;
    if (time <= 32 || std::has_single_bit(time)) std::atexit(endAllSessions);
  };
  return options;
}

class InprocLink final : public Link, public record::SessionListener {
 public:
  InprocLink(std::unique_ptr<pipe::Backend> backend, SessionCore& core, const SessionSegments& segments)
      : mCore(core), mBackend(std::move(backend)),
        mServer(std::make_unique<record::ServerSession>(
            *mBackend, segments.stage.bytes(), record::ReplyMemory(segments.replies.bytes()),
            record::viewEvents(segments.events.bytes()),
            endingBeforeTheDriver(core.setup().server), *this)) {}
  ~InprocLink() override {
    if (mServer) stopThreads();
  }

  std::string_view topology() const override { return "inproc"; }

  base::Result<RingSegment> openStream(uint32_t index) override {
    auto ring = createRingSegment(mCore.setup().geometry.ringMaxBytes);
    if (!ring) return ring.error();
    {
      std::lock_guard lock(mMutex);
      mAnswered = false;
    }
    mServer->openStream(index, ring->memory, ring->segment);
    std::unique_lock lock(mMutex);
    mChanged.wait(lock, [this] { return mAnswered; });
    if (!mRefusal.empty()) return base::Error{mRefusal};
    return std::move(*ring);
  }
  void closeStream(uint32_t index) override { mServer->closeStream(index); }

  void end() override {
    mServer->closeAll();
    const uint64_t start = base::monotonicNs();
    // An applier may wait for room for its events.
    while (!mServer->waitFinished(kTurnNs) && base::monotonicNs() - start < kDrainNs) mCore.session().drainEvents();
    stopThreads();
  }

  void abandonInChild() override {
    // The threads do not exist here and the driver's state is the parent's; neither can be taken down.
    (void)mServer.release();
    (void)mBackend.release();
  }

  // SessionListener.
  void streamOpened(uint32_t, const std::string& refusal) override {
    std::lock_guard lock(mMutex);
    mAnswered = true;
    mRefusal = refusal;
    mChanged.notify_all();
  }
  void streamClosed(uint32_t index) override { mCore.session().removeStream(index); }
  void faulted(pipe::Fault family, const std::string& sentence) override { mCore.session().lose(family, sentence); }

 private:
  void stopThreads() {
    mServer->stop();
    if (mServer->waitFinished(kStopNs)) {
      mServer.reset();
      mBackend.reset();
      return;
    }
    base::log(base::LogLevel::Warning, "A thread of the back end does not end within two seconds; it is left behind.");
    (void)mServer.release();
    (void)mBackend.release();
  }

  SessionCore& mCore;
  std::unique_ptr<pipe::Backend> mBackend;
  std::unique_ptr<record::ServerSession> mServer;
  std::mutex mMutex;
  std::condition_variable mChanged;
  bool mAnswered = false;
  std::string mRefusal;
};

}  // namespace

base::Result<std::shared_ptr<pipe::Screen>> openInproc(std::unique_ptr<pipe::Backend> backend,
                                                       const SessionSetup& setup) {
  auto segments = createSessionSegments(setup.geometry, true);
  if (!segments) return segments.error();
  auto core = std::make_shared<SessionCore>(std::move(*segments), setup, backend->caps());
  core->setLink(std::make_unique<InprocLink>(std::move(backend), *core, core->segments()));
  return makeRemoteScreen(std::move(core));
}

}  // namespace remote
