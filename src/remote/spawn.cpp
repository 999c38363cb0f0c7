// SPDX-License-Identifier: Apache-2.0
#include "remote/spawn.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <thread>

#include "base/log.h"
#include "remote/messages.h"
#include "remote/spawn_process.h"

extern char** environ;

namespace remote {
namespace {

constexpr int kAttempts = 3;
constexpr auto kGoodbyePatience = std::chrono::seconds(5);
constexpr int kReapTurns = 200;
constexpr auto kReapTurn = std::chrono::milliseconds(1);

// Collects the child's end without ever blocking the application.
std::string reap(int pid) {
  for (int turn = 0; turn < kReapTurns; ++turn) {
    int status = 0;
    const pid_t result = ::waitpid(pid, &status, WNOHANG);
    if (result == pid) {
      if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
      return "ended with code " + std::to_string(WEXITSTATUS(status));
    }
    // The application may have collected it, or ignores its children.
    if (result < 0 && errno != EINTR) return "ended";
    std::this_thread::sleep_for(kReapTurn);
  }
  return "closed its connection";
}

class SpawnLink final : public Link {
 public:
  SpawnLink(std::unique_ptr<ControlSocket> socket, int pid, SessionCore& core)
      : mSocket(std::move(socket)), mPid(pid), mCore(core) {
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    mThread = std::make_unique<std::thread>([this] { read(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  ~SpawnLink() override { stopReader(); }

  std::string_view topology() const override { return "spawn"; }

  base::Result<RingSegment> openStream(uint32_t index) override {
    std::unique_lock lock(mMutex);
    mOpened.reset();
    control::OpenStreamT message;
    message.index = index;
    if (!sendMessage(*mSocket, std::move(message))) return base::Error{"The server takes no more messages."};
    const bool answered = mChanged.wait_for(lock, std::chrono::milliseconds(mCore.setup().coldStartMs),
                                            [this] { return mOpened || mHungUp; });
    if (!mOpened)
      return base::Error{answered ? "The server ended while a stream was opened."
                                  : "The server did not open a stream within " +
                                        std::to_string(mCore.setup().coldStartMs) + " ms."};
    auto opened = std::move(mOpened);
    return std::move(*opened);
  }

  void closeStream(uint32_t index) override {
    control::CloseStreamT message;
    message.index = index;
    sendMessage(*mSocket, std::move(message));
  }

  void end() override {
    mEnding.store(true);
    if (!mCore.session().lost() && sendMessage(*mSocket, control::GoodbyeT{})) {
      std::unique_lock lock(mMutex);
      const auto limit = std::chrono::steady_clock::now() + kGoodbyePatience;
      // The server may be waiting for room for its events.
      while (!mHungUp && !mChanged.wait_for(lock, std::chrono::milliseconds(2), [this] { return mHungUp; }) &&
             std::chrono::steady_clock::now() < limit)
        mCore.session().drainEvents();
    }
    stopReader();
    reap(mPid);
  }

  void abandonInChild() override {
    mSocket->closeCopy();
    (void)mThread.release();
  }

 private:
  void stopReader() {
    if (!mThread) return;
    mSocket->shutDown();
    mThread->join();
    mThread.reset();
  }

  void read() {
    base::nameThread("mgl-control");
    std::vector<std::byte> bytes;
    std::string end;
    pipe::Fault family = pipe::Fault::PeerGone;
    while (end.empty()) {
      switch (mSocket->receive(bytes, -1)) {
        case Received::Frame:
          if (const auto frame = parseFrame(bytes))
            handle(*frame, family, end);
          else
            family = pipe::Fault::ControlFrame, end = "The server sent a control frame that is not one.";
          break;
        case Received::Malformed:
          family = pipe::Fault::ControlFrame;
          end = "The server sent bytes that are no control frame.";
          break;
        case Received::Closed:
          end = "The server process " + std::to_string(mPid) + " is gone.";
          break;
        case Received::TimedOut:
          break;
      }
    }
    if (mEnding.load())
      mCore.session().end();
    else
      mCore.session().lose(family, end);
    {
      std::lock_guard lock(mMutex);
      mHungUp = true;
      mChanged.notify_all();
    }
    // A stopped process keeps no zombie, and its way of dying is worth a line.
    if (!mEnding.load()) base::log(base::LogLevel::Error, "The server process " + std::to_string(mPid) + " " + reap(mPid) + ".");
  }

  void handle(const control::FrameT& frame, pipe::Fault& family, std::string& end) {
    if (const auto* opened = frame.message.AsStreamOpened()) {
      streamOpened(*opened);
    } else if (const auto* closed = frame.message.AsStreamClosed()) {
      // What its thread reported last must not overtake its end.
      mCore.session().drainEvents();
      mCore.session().removeStream(closed->index);
    } else if (const auto* fault = frame.message.AsFault()) {
      family = fault->family < pipe::kFaultCount ? static_cast<pipe::Fault>(fault->family) : pipe::Fault::PeerGone;
      end = fault->sentence.empty() ? "The server gave no reason." : fault->sentence;
    } else if (frame.message.AsGoodbye()) {
      end = "The server said goodbye.";
    } else {
      family = pipe::Fault::ControlFrame;
      end = "The server sent a message that only a client may send.";
    }
  }

  void streamOpened(const control::StreamOpenedT& message) {
    auto ring = message.sentence.empty() ? adoptRingSegment(mSocket->takeDescriptor(), message.ring_bytes)
                                         : base::Result<RingSegment>(base::Error{message.sentence});
    std::lock_guard lock(mMutex);
    mOpened = std::make_unique<base::Result<RingSegment>>(std::move(ring));
    mChanged.notify_all();
  }

  const std::unique_ptr<ControlSocket> mSocket;
  const int mPid;
  SessionCore& mCore;
  std::unique_ptr<std::thread> mThread;
  std::atomic<bool> mEnding{false};
  std::mutex mMutex;
  std::condition_variable mChanged;
  std::unique_ptr<base::Result<RingSegment>> mOpened;
  bool mHungUp = false;
};

// Reads the server's first answer: a welcome, a refusal, or silence.
struct Greeting {
  std::unique_ptr<control::WelcomeT> welcome;
  std::string problem;
  bool retry = false;
};

Greeting awaitGreeting(ControlSocket& socket, int pid, uint64_t coldStartMs) {
  std::vector<std::byte> bytes;
  switch (socket.receive(bytes, static_cast<int>(coldStartMs))) {
    case Received::TimedOut:
      return {nullptr, "The server did not answer within " + std::to_string(coldStartMs) + " ms.", false};
    case Received::Malformed:
      return {nullptr, "The server's first bytes are no control frame.", false};
    case Received::Closed:
      return {nullptr, "The server process " + std::to_string(pid) + " " + reap(pid) + " before it answered.", true};
    case Received::Frame:
      break;
  }
  auto frame = parseFrame(bytes);
  if (frame && frame->message.AsWelcome())
    return {std::make_unique<control::WelcomeT>(*frame->message.AsWelcome()), {}, false};
  if (frame && frame->message.AsRefuse())
    return {nullptr, "The server refuses: " + frame->message.AsRefuse()->sentence, false};
  return {nullptr, "The server's first message is neither a welcome nor a refusal.", false};
}

base::Result<SessionSegments> adoptSessionSegments(ControlSocket& socket, const control::WelcomeT& welcome) {
  auto stage = adoptSegment(socket.takeDescriptor(), welcome.stage_bytes, true);
  if (!stage) return stage.error();
  if (welcome.reply_bytes != record::ReplyMemory::segmentBytes())
    return base::Error{"The server's reply segment has " + std::to_string(welcome.reply_bytes) + " bytes, but " +
                       std::to_string(record::ReplyMemory::segmentBytes()) + " are needed."};
  auto replies = adoptSegment(socket.takeDescriptor(), welcome.reply_bytes, false);
  if (!replies) return replies.error();
  auto events = adoptSegment(socket.takeDescriptor(), welcome.event_bytes, true);
  if (!events) return events.error();
  if (!record::viewEvents(events->bytes()).control)
    return base::Error{"The server's event segment of " + std::to_string(welcome.event_bytes) + " bytes is not one."};
  return SessionSegments{std::move(*stage), std::move(*replies), std::move(*events)};
}

}  // namespace

base::Result<std::shared_ptr<pipe::Screen>> openSpawn(const std::string& backend, const SessionSetup& setup) {
  const auto program = findServer();
  if (!program) return program.error();
  const std::vector<std::string> environment = serverEnvironment(environ);
  std::string problem;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      return base::Error{std::string("socketpair failed: ") + std::strerror(errno) + "."};
    auto socket = std::make_unique<ControlSocket>(base::OwnedFd(ends[0]));
    base::OwnedFd serverEnd(ends[1]);
    const auto pid = executeServer(*program, serverEnd.get(), environment);
    if (!pid) return pid.error();
    serverEnd.reset();
    sendMessage(*socket, makeHello(backend));
    Greeting greeting = awaitGreeting(*socket, *pid, setup.coldStartMs);
    if (!greeting.welcome) {
      problem = greeting.problem;
      socket.reset();
      if (!greeting.retry) {
        reap(*pid);
        return base::Error{problem};
      }
      continue;
    }
    auto segments = adoptSessionSegments(*socket, *greeting.welcome);
    if (!segments) return segments.error();
    pipe::Caps caps;
    if (!pipe::decodeCaps(std::as_bytes(std::span(greeting.welcome->caps)), caps))
      return base::Error{"The server's caps are not caps."};
    auto core = std::make_shared<SessionCore>(std::move(*segments), setup, std::move(caps));
    core->session().counters().waits[static_cast<size_t>(pipe::BlockingPoint::SessionStart)] += 1;
    core->setLink(std::make_unique<SpawnLink>(std::move(socket), *pid, *core));
    return makeRemoteScreen(std::move(core));
  }
  return base::Error{problem};
}

}  // namespace remote
