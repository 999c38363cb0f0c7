// SPDX-License-Identifier: Apache-2.0
// The screen and the streams whose back end is on another thread or in another process: calls become records.
#include "base/check.h"
#include "record/encoder.gen.h"
#include "record/ring_writer.h"
#include "remote/session_core.h"
#include "remote/session_registry.h"

namespace remote {
namespace {

// A base in front of EncoderCalls: the writer is there before the calls that refer to it, and the session outlives it.
struct WriterOwner {
  WriterOwner(std::shared_ptr<SessionCore> owner, std::shared_ptr<record::ClientStream> stream)
      : core(std::move(owner)), writer(core->session(), std::move(stream)) {}
  const std::shared_ptr<SessionCore> core;
  record::RingWriter writer;
};

class RemoteStream final : private WriterOwner, public record::EncoderCalls {
 public:
  RemoteStream(std::shared_ptr<SessionCore> owner, std::shared_ptr<record::ClientStream> stream)
      : WriterOwner(std::move(owner), stream), record::EncoderCalls(writer), mStream(std::move(stream)) {}
  ~RemoteStream() override {
    if (session().forked()) return;
    writer.rest();
    core->closeStream(mStream->index());
  }

  void acquire() override {}
  void release() override {
    if (!lost()) writer.rest();
  }
  // Each record is visible when it is written.
  void publish() override {}
  bool lost() const override { return core->session().lost(); }

  void drainEvents(pipe::EventSink& sink) override {
    session().drainEvents();
    mStream->drainTo(sink);
  }
  bool waitForEvents(pipe::EventSink& sink, uint64_t timeoutNs, pipe::BlockingPoint point) override {
    session().wait(*mStream, point, {}, timeoutNs, [this] { return mStream->hasInbox(); });
    return mStream->drainTo(sink) && !lost();
  }

  uint64_t emittedSequence() const override { return writer.sequence(); }
  uint64_t appliedSequence() const override { return std::min(mStream->applied(), writer.sequence()); }
  uint32_t streamIndex() const override { return mStream->index(); }

  void present(const pipe::PresentArgs& args) override {
    record::EncoderCalls::present(args);
    ++mPresents;
  }
  void waitPresentCredit() override {
    const uint64_t credit = core->setup().presentCredit;
    if (mPresents < credit) return;
    const uint64_t wanted = mPresents - credit + 1;
    session().wait(*mStream, pipe::BlockingPoint::PresentCredit, {}, UINT64_MAX, [&] {
      return mStream->control().presented.load(std::memory_order_acquire) >= wanted;
    });
  }

  uint64_t maxBytesPerCall() const override { return writer.maxBytesPerCall(); }
  uint64_t maxReplyBytes() const override { return record::kReplySlotBytes; }
  std::span<std::byte> acquireStage(uint64_t sizeBytes) override { return writer.lendStage(sizeBytes); }
  void releaseStage(std::span<std::byte> block) override { writer.returnStage(block); }

 private:
  record::ClientSession& session() { return core->session(); }
  const std::shared_ptr<record::ClientStream> mStream;
  uint64_t mPresents = 0;
};

class RemoteScreen final : public pipe::Screen {
 public:
  explicit RemoteScreen(std::shared_ptr<SessionCore> core) : mCore(std::move(core)) {}
  const pipe::Caps& caps() const override { return mCore->caps(); }
  std::string_view topology() const override { return mCore->link().topology(); }
  bool lost() const override { return mCore->session().lost(); }
  std::vector<pipe::Counter> counters() const override { return mCore->counters(); }
  base::Result<std::unique_ptr<pipe::Stream>> createStream() override {
    auto stream = mCore->openStream();
    if (!stream) return stream.error();
    return std::unique_ptr<pipe::Stream>(std::make_unique<RemoteStream>(mCore, std::move(*stream)));
  }

 private:
  const std::shared_ptr<SessionCore> mCore;
};

}  // namespace

std::shared_ptr<pipe::Screen> makeRemoteScreen(std::shared_ptr<SessionCore> core) {
  registerSession(core);
  return std::make_shared<RemoteScreen>(std::move(core));
}

}  // namespace remote
