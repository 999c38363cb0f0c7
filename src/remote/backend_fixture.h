// SPDX-License-Identifier: Apache-2.0
// For tests: a back end whose context does what the test says at chosen calls, and keeps count.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "backends/null/counting_context.gen.h"
#include "backends/null/null.h"
#include "base/os.h"
#include "pipe/screen.h"

namespace remote {

class TestContext;
using CountingBackendContext = null_backend::Counting<pipe::BackendContext>;

// What the contexts of a test share.
struct TestScript {
  std::function<void(TestContext&, const pipe::DrawArgs&)> onDraw;
  std::function<void(TestContext&, const pipe::BufferSubdataArgs&, std::span<const std::byte>)> onUpload;
  std::function<void(TestContext&)> onFlush;
  std::function<void(TestContext&, const pipe::PresentArgs&)> onPresent;
  std::function<pipe::ReplyStatus(std::span<std::byte>)> onRead;
  std::atomic<int> contexts{0}, alive{0};
  bool refuseContexts = false;
};

class TestContext final : public CountingBackendContext {
 public:
  TestContext(TestScript& script, pipe::EventSink& eventSink, pipe::FaultSink& faultSink)
      : events(eventSink), faults(faultSink), mScript(script), number(script.contexts++) {
    ++mScript.alive;
  }
  ~TestContext() override { --mScript.alive; }
  bool makeCurrent() override { return true; }
  void releaseCurrent() override {}
  bool poll(bool) override { return false; }
  void waitBriefly() override {}
  // Draws that follow one another arrive as one call; scripts see each.
  void drawMany(const pipe::DrawManyArgs& args, std::span<const pipe::DrawRange> ranges) override {
    for (const pipe::DrawRange& range : ranges)
      draw({.mode = args.mode, .indexSizeBytes = args.indexSizeBytes, .flags = args.flags, .count = range.count,
            .instances = args.instances, .start = range.start, .baseVertex = range.baseVertex,
            .baseInstance = args.baseInstance});
  }
  void draw(const pipe::DrawArgs& args) override {
    CountingBackendContext::draw(args);
    if (mScript.onDraw) mScript.onDraw(*this, args);
  }
  void bufferSubdata(const pipe::BufferSubdataArgs& args, std::span<const std::byte> data) override {
    if (mScript.onUpload) mScript.onUpload(*this, args, data);
  }
  void flush(const pipe::FlushArgs&) override {
    if (mScript.onFlush) mScript.onFlush(*this);
  }
  void present(const pipe::PresentArgs& args) override {
    if (mScript.onPresent) mScript.onPresent(*this, args);
  }
  pipe::ReplyStatus bufferRead(const pipe::BufferReadArgs& args, std::span<std::byte> data) override {
    return mScript.onRead ? mScript.onRead(data) : CountingBackendContext::bufferRead(args, data);
  }
  void fenceCreate(const pipe::FenceCreateArgs& args) override { events.fenceSignalled({args.fence}); }

  pipe::EventSink& events;
  pipe::FaultSink& faults;

 private:
  TestScript& mScript;

 public:
  const int number;
};

class TestBackend final : public pipe::Backend {
 public:
  explicit TestBackend(TestScript& script) : mNull(null_backend::createBackend()), mScript(script) {}
  const pipe::Caps& caps() const override { return mNull->caps(); }
  base::Result<std::unique_ptr<pipe::BackendContext>> createContext(pipe::EventSink& events,
                                                                    pipe::FaultSink& faults) override {
    if (mScript.refuseContexts) return base::Error{"The test refuses the context."};
    return std::unique_ptr<pipe::BackendContext>(std::make_unique<TestContext>(mScript, events, faults));
  }

 private:
  std::unique_ptr<pipe::Backend> mNull;
  TestScript& mScript;
};

// Keeps what it is told.
class EventList final : public pipe::EventSink {
 public:
  std::vector<uint32_t> fences;
  std::vector<std::pair<uint64_t, uint64_t>> results;  // serial, value
  int others = 0;
  void fenceSignalled(const pipe::FenceSignalledEvent& event) override { fences.push_back(event.fence.slot); }
  void queryResult(const pipe::QueryResultEvent& event) override { results.emplace_back(event.serial, event.value); }
  void allocationVerdict(const pipe::AllocationVerdictEvent&) override { ++others; }
  void surfaceLost(const pipe::SurfaceLostEvent&) override { ++others; }
  void driverError(const pipe::DriverErrorEvent&) override { ++others; }
};

// An answer may overtake the watermark of its own record, which may be late but never early: waits for the watermark
// (at most two seconds) and says where it stands.
inline uint64_t settledSequence(const pipe::Stream& stream, uint64_t expected) {
  const uint64_t start = base::monotonicNs();
  while (stream.appliedSequence() < expected && base::monotonicNs() - start < 2'000'000'000u) std::this_thread::yield();
  return stream.appliedSequence();
}

}  // namespace remote
