// SPDX-License-Identifier: Apache-2.0
#include "pipe/direct_stream.h"

#include <atomic>
#include <cstring>
#include <new>
#include <string>

#include "base/log.h"
#include "base/os.h"
#include "pipe/direct_calls.gen.h"

namespace mgpipe {

template <class F>
void DirectLink::queue(F&& emit) {
  auto put = [this](const void* data, uint32_t sizeBytes) {
    Bytes& bytes = mQueue.emplace_back();
    std::memcpy(bytes.data, data, sizeBytes);
    bytes.sizeBytes = sizeBytes;
  };
  EventEncoder encoder(put);
  emit(encoder);
}

void DirectLink::fenceSignalled(const FenceSignalledEvent& event) {
  queue([&](EventSink& sink) { sink.fenceSignalled(event); });
}
void DirectLink::queryResult(const QueryResultEvent& event) {
  queue([&](EventSink& sink) { sink.queryResult(event); });
}
void DirectLink::allocationVerdict(const AllocationVerdictEvent& event) {
  queue([&](EventSink& sink) { sink.allocationVerdict(event); });
}
void DirectLink::surfaceLost(const SurfaceLostEvent& event) {
  queue([&](EventSink& sink) { sink.surfaceLost(event); });
}
void DirectLink::driverError(const DriverErrorEvent& event) {
  queue([&](EventSink& sink) { sink.driverError(event); });
}

void DirectLink::fault(Fault family, const char* sentence) {
  if (mLost) return;
  mLost = true;
  base::log(base::LogLevel::Error, std::string("Session ended {") + faultName(family) + "}: " + sentence);
}

void DirectLink::drainTo(EventSink& sink) {
  while (!mQueue.empty()) {
    const Bytes bytes = mQueue.front();
    mQueue.pop_front();
    deliverEvent(sink, bytes.data, bytes.sizeBytes);
  }
}

namespace {

class DirectStream final : public DirectCalls {
 public:
  DirectStream(std::unique_ptr<DirectLink> link, std::unique_ptr<BackendContext> context, uint32_t index)
      : DirectCalls(*context), mLink(std::move(link)), mContext(std::move(context)), mIndex(index) {}

  void acquire() override { mContext->makeCurrent(); }
  void release() override { mContext->releaseCurrent(); }
  void publish() override {}
  bool lost() const override { return mLink->lost(); }
  void drainEvents(EventSink& sink) override {
    mContext->poll(false);
    mLink->drainTo(sink);
  }
  bool waitForEvents(EventSink& sink, uint64_t timeoutNs, BlockingPoint) override {
    const uint64_t start = base::monotonicNs();
    bool flush = true;
    while (!mLink->lost()) {
      const bool pending = mContext->poll(flush);
      flush = false;
      if (!mLink->empty()) {
        mLink->drainTo(sink);
        return true;
      }
      if (!pending || base::monotonicNs() - start >= timeoutNs) return false;
      mContext->waitBriefly();
    }
    return false;
  }
  uint64_t emittedSequence() const override { return mSequence; }
  uint64_t appliedSequence() const override { return mSequence; }
  uint32_t streamIndex() const override { return mIndex; }
  void waitPresentCredit() override {}
  uint64_t maxBytesPerCall() const override { return uint64_t{1} << 40; }
  uint64_t maxReplyBytes() const override { return uint64_t{1} << 40; }
  std::span<std::byte> acquireStage(uint64_t sizeBytes) override {
    auto* memory = static_cast<std::byte*>(::operator new(sizeBytes, std::align_val_t{64}, std::nothrow));
    return memory ? std::span(memory, sizeBytes) : std::span<std::byte>{};
  }
  void releaseStage(std::span<std::byte> block) override { ::operator delete(block.data(), std::align_val_t{64}); }

 private:
  std::unique_ptr<DirectLink> mLink;
  std::unique_ptr<BackendContext> mContext;
  uint32_t mIndex;
};

class DirectScreen final : public Screen {
 public:
  explicit DirectScreen(std::unique_ptr<Backend> backend) : mBackend(std::move(backend)) {}
  const Caps& caps() const override { return mBackend->caps(); }
  std::string_view topology() const override { return "monolith"; }
  bool lost() const override { return false; }
  std::vector<Counter> counters() const override { return mBackend->counters(); }
  base::Result<std::unique_ptr<Stream>> createStream() override {
    auto link = std::make_unique<DirectLink>();
    auto context = mBackend->createContext(*link, *link);
    if (!context) return context.error();
    return std::unique_ptr<Stream>(std::make_unique<DirectStream>(std::move(link), std::move(*context), mNext++));
  }

 private:
  std::unique_ptr<Backend> mBackend;
  std::atomic<uint32_t> mNext{0};
};

}  // namespace

std::unique_ptr<Screen> createDirectScreen(std::unique_ptr<Backend> backend) {
  return std::make_unique<DirectScreen>(std::move(backend));
}

}  // namespace mgpipe
