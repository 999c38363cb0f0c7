// SPDX-License-Identifier: Apache-2.0
#include "pipe/decorated_screen.h"

#include <mutex>

#include "pipe/check.h"
#include "pipe/direct_calls.gen.h"
#include "pipe/trace.h"

namespace mgpipe {
namespace {

// Decorators speak calls only; what else a stream does goes to the inner one directly.
class DecoratedStream final : public DirectCalls {
 public:
  struct Layers {
    std::unique_ptr<Stream> inner;
    std::unique_ptr<Context> trace, check;
    Context& outermost() const { return check ? *check : trace ? *trace : static_cast<Context&>(*inner); }
  };
  explicit DecoratedStream(Layers layers) : DirectCalls(layers.outermost()), mLayers(std::move(layers)) {}

  void acquire() override { inner().acquire(); }
  void release() override { inner().release(); }
  void publish() override { inner().publish(); }
  bool lost() const override { return inner().lost(); }
  void drainEvents(EventSink& sink) override { inner().drainEvents(sink); }
  bool waitForEvents(EventSink& sink, uint64_t timeoutNs, BlockingPoint point) override {
    return inner().waitForEvents(sink, timeoutNs, point);
  }
  uint64_t emittedSequence() const override { return inner().emittedSequence(); }
  uint64_t appliedSequence() const override { return inner().appliedSequence(); }
  uint32_t streamIndex() const override { return inner().streamIndex(); }
  void waitPresentCredit() override { inner().waitPresentCredit(); }
  uint64_t maxBytesPerCall() const override { return inner().maxBytesPerCall(); }
  uint64_t maxReplyBytes() const override { return inner().maxReplyBytes(); }
  std::span<std::byte> acquireStage(uint64_t sizeBytes) override { return inner().acquireStage(sizeBytes); }
  void releaseStage(std::span<std::byte> block) override { inner().releaseStage(block); }

 private:
  Stream& inner() const { return *mLayers.inner; }
  Layers mLayers;
};

class DecoratedScreen final : public Screen {
 public:
  DecoratedScreen(std::shared_ptr<Screen> inner, Decorations decorations)
      : mInner(std::move(inner)), mDecorations(std::move(decorations)), mLedger(std::make_shared<ObjectLedger>()),
        mTraceMutex(std::make_shared<std::mutex>()) {}
  const Caps& caps() const override { return mInner->caps(); }
  std::string_view topology() const override { return mInner->topology(); }
  bool lost() const override { return mInner->lost(); }
  std::vector<Counter> counters() const override { return mInner->counters(); }
  base::Result<std::unique_ptr<Stream>> createStream() override {
    auto inner = mInner->createStream();
    if (!inner) return inner.error();
    DecoratedStream::Layers layers;
    layers.inner = std::move(*inner);
    if (mDecorations.trace)
      layers.trace = std::make_unique<TraceContext>(
          *layers.inner, [sink = mDecorations.trace, mutex = mTraceMutex,
                          prefix = std::to_string(layers.inner->streamIndex()) + " "](const std::string& line) {
            std::lock_guard lock(*mutex);
            sink(prefix + line);
          });
    if (mDecorations.check)
      layers.check = std::make_unique<CheckContext>(layers.outermost(), mLedger, mDecorations.check);
    return std::unique_ptr<Stream>(std::make_unique<DecoratedStream>(std::move(layers)));
  }

 private:
  std::shared_ptr<Screen> mInner;
  Decorations mDecorations;
  std::shared_ptr<ObjectLedger> mLedger;
  std::shared_ptr<std::mutex> mTraceMutex;
};

}  // namespace

std::shared_ptr<Screen> decorate(std::shared_ptr<Screen> inner, Decorations decorations) {
  if (!decorations.trace && !decorations.check) return inner;
  return std::make_shared<DecoratedScreen>(std::move(inner), std::move(decorations));
}

}  // namespace mgpipe
