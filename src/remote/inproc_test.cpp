// SPDX-License-Identifier: Apache-2.0
// Sessions inside one process: everything of the wire but the second process, so that ThreadSanitizer sees both sides.
#include "remote/inproc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "pipe/trace.h"
#include "record/call_once.gen.h"
#include "remote/backend_fixture.h"

namespace remote {
namespace {

using namespace std::chrono_literals;
constexpr uint64_t kSecondNs = 1'000'000'000;

class InprocTest : public testing::Test {
 protected:
  void SetUp() override {
    setup.geometry = {uint64_t{1} << 20, uint64_t{1} << 20, record::kEventDataBytes};
    setup.client.spinNs = setup.server.spinNs = 0;
  }
  void open() {
    auto result = openInproc(std::make_unique<TestBackend>(script), setup);
    ASSERT_TRUE(result) << result.error().text;
    screen = *result;
  }
  std::unique_ptr<pipe::Stream> stream() {
    auto result = screen->createStream();
    EXPECT_TRUE(result);
    return result ? std::move(*result) : nullptr;
  }
  static void finish(pipe::Stream& stream) {
    pipe::FinishReply reply;
    ASSERT_EQ(stream.finish({}, reply), pipe::ReplyStatus::Ok);
  }
  uint64_t counter(const std::string& name) const {
    for (const pipe::Counter& c : screen->counters())
      if (c.name == name) return c.value;
    ADD_FAILURE() << name;
    return 0;
  }
  // For the back end's side: holds it until the client had to wait at that point, so that what a test is about happens
  // whichever thread is faster. Gives up after twenty seconds; the test then fails by its own count.
  void holdUntilCounted(const std::string& point) const {
    eventually([&] { return counter(point) > 0; });
  }
  template <class Condition>
  static bool eventually(Condition&& condition) {
    const uint64_t start = base::monotonicNs();
    while (!condition()) {
      if (base::monotonicNs() - start > 20 * kSecondNs) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  }
  static pipe::DrawArgs drawOf(uint32_t count) {
    pipe::DrawArgs args;
    args.count = count;
    return args;
  }
  TestScript script;
  SessionSetup setup;
  std::shared_ptr<pipe::Screen> screen;
};

// Every call of the catalogue comes out of the applier's end as it went into the encoder's, in order.
TEST_F(InprocTest, EveryCallArrives) {
  std::vector<std::string> arrived, expected;
  setup.server.decorate = [&](pipe::Context& next) {
    return std::make_unique<pipe::TraceContext>(next, [&](const std::string& line) { arrived.push_back(line); });
  };
  open();
  {
    auto s = stream();
    pipe::TraceContext trace(*s, [&](const std::string& line) { expected.push_back(line); });
    for (const unsigned bytes : {0u, 100u, 20'000u})
      for (unsigned opcode = 0; opcode < pipe::kOpcodeCount; ++opcode) {
        // A wait for a stream that never was is tested elsewhere.
        if (opcode != static_cast<unsigned>(pipe::Opcode::WaitStream)) record_test::callOnce(trace, opcode, 5, bytes);
      }
    pipe::FinishReply reply;
    ASSERT_EQ(trace.finish({}, reply), pipe::ReplyStatus::Ok);
    EXPECT_EQ(s->emittedSequence(), expected.size());
    EXPECT_EQ(settledSequence(*s, expected.size()), expected.size());
  }
  screen.reset();
  EXPECT_EQ(arrived, expected);
  EXPECT_EQ(script.alive, 0);
}

// Bulk bytes of every size arrive unchanged through a stage that is far too small for the traffic: the back end takes
// the first of them only when the stage is full.
TEST_F(InprocTest, ATinyStageLosesNothing) {
  setup.geometry.stageBytes = 256 << 10;
  uint64_t seen = 0, wrong = 0, order = 0;
  script.onUpload = [&](TestContext&, const pipe::BufferSubdataArgs& args, std::span<const std::byte> data) {
    if (order == 0) holdUntilCounted("stage_full");
    wrong += args.offsetBytes != order++;
    for (size_t i = 0; i < data.size(); i += 97) wrong += data[i] != static_cast<std::byte>(args.offsetBytes * 31 + i);
    seen += data.size();
  };
  setup.client.auditFill = true;
  open();
  auto s = stream();
  uint64_t sent = 0;
  std::vector<std::byte> bytes(s->maxBytesPerCall());
  for (uint32_t i = 0; i < 3000; ++i) {
    const size_t size = (i * 7919u) % (i % 16 == 0 ? bytes.size() : 12'000);
    for (size_t b = 0; b < size; b += 97) bytes[b] = static_cast<std::byte>(i * 31 + b);
    s->bufferSubdata({{}, i}, std::span(bytes).first(size));
    sent += size;
  }
  finish(*s);
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(seen, sent);
  EXPECT_GT(counter("stage_full"), 0u);
}

// The same for a ring that fills up to its largest size before the back end takes the first record.
TEST_F(InprocTest, ATinyRingLosesNothing) {
  setup.geometry.ringMaxBytes = 256 << 10;
  uint64_t order = 0, wrong = 0;
  script.onDraw = [&](TestContext&, const pipe::DrawArgs& args) {
    if (order == 0) holdUntilCounted("ring_full");
    wrong += args.count != order++;
  };
  open();
  auto s = stream();
  for (uint32_t i = 0; i < 50'000; ++i) s->draw(drawOf(i));
  finish(*s);
  EXPECT_EQ(order, 50'000u);
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(counter("ring_full"), 0u);
}

// With inline payloads and lockstep, the slow twins, the same bytes arrive, and no record runs ahead.
TEST_F(InprocTest, SlowTwinsDoTheSame) {
  setup.client.inlinePayloads = setup.client.lockstep = true;
  uint64_t seen = 0;
  script.onUpload = [&](TestContext&, const pipe::BufferSubdataArgs&, std::span<const std::byte> data) {
    seen += data.size();
  };
  open();
  auto s = stream();
  const std::vector<std::byte> bytes(50'000);
  for (int i = 0; i < 50; ++i) {
    s->bufferSubdata({}, bytes);
    EXPECT_EQ(s->appliedSequence(), s->emittedSequence());
  }
  EXPECT_EQ(seen, 50u * 50'000);
  EXPECT_EQ(counter("stage_bytes"), 0u);
}

// Steady frames make no round trip: nothing but the credit may wait, and records run ahead of the back end.
TEST_F(InprocTest, SteadyFramesAskNothing) {
  setup.presentCredit = 2;
  std::atomic<bool> hold{true};
  std::atomic<uint64_t> presented{0};
  script.onPresent = [&](TestContext&, const pipe::PresentArgs&) {
    while (hold) std::this_thread::sleep_for(1ms);
    ++presented;
  };
  open();
  auto s = stream();
  for (uint64_t frame = 1; frame <= 2; ++frame) {
    s->waitPresentCredit();
    for (int i = 0; i < 100; ++i) s->draw(drawOf(3));
    s->present({{}, {}, frame, 1, 1, 0, 0});
  }
  // Two are under way and unanswered; the third has to wait for the first.
  EXPECT_EQ(presented, 0u);
  std::thread release([&] {
    holdUntilCounted("present_credit");
    hold = false;
  });
  s->waitPresentCredit();
  EXPECT_GE(presented, 1u);
  release.join();
  finish(*s);
  EXPECT_EQ(counter("round_trips"), 1u);
  EXPECT_EQ(counter("present_credit"), 1u);
}

// Answers of the largest size arrive whole, and Declined is an answer.
TEST_F(InprocTest, AnswersArriveWhole) {
  int round = 0;
  script.onRead = [&](std::span<std::byte> data) {
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 13 + round);
    return round == 2 ? pipe::ReplyStatus::Declined : pipe::ReplyStatus::Ok;
  };
  open();
  auto s = stream();
  std::vector<std::byte> data(s->maxReplyBytes());
  for (round = 0; round < 2; ++round) {
    ASSERT_EQ(s->bufferRead({}, data), pipe::ReplyStatus::Ok);
    for (size_t i = 0; i < data.size(); i += 4093) ASSERT_EQ(data[i], static_cast<std::byte>(i * 13 + round));
  }
  EXPECT_EQ(s->bufferRead({}, data), pipe::ReplyStatus::Declined);
}

// More threads than reply slots ask at once; each gets its own answer.
TEST_F(InprocTest, MoreAskersThanSlots) {
  script.onRead = [&](std::span<std::byte> data) {
    std::this_thread::sleep_for(1ms);
    std::fill(data.begin(), data.end(), static_cast<std::byte>(data.size()));
    return pipe::ReplyStatus::Ok;
  };
  open();
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (uint32_t t = 0; t < record::kReplySlots + 4; ++t) {
    threads.emplace_back([&, t, s = stream()] {
      std::vector<std::byte> data(t + 1);
      for (int i = 0; i < 20; ++i)
        good += s->bufferRead({}, data) == pipe::ReplyStatus::Ok && data.back() == static_cast<std::byte>(t + 1);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(good, static_cast<int>(record::kReplySlots + 4) * 20);
}

// A flood of events with a tiny event ring: the applier stops, but any wait of any thread of the session lets it go on,
// and every event arrives in order at its own stream.
TEST_F(InprocTest, EventFloodWhileOthersWait) {
  setup.geometry.eventBytes = record::kEventMinBytes;
  open();
  auto idle = stream(), busy = stream();
  constexpr uint32_t kFences = 5000;
  // The idle stream's thread emits and then sleeps in the application: it never drains.
  for (uint32_t i = 0; i < kFences; ++i) idle->fenceCreate({{i, 1}});
  for (int i = 0; i < 5; ++i) finish(*busy);
  while (idle->appliedSequence() < kFences) finish(*busy);
  EventList events;
  idle->drainEvents(events);
  ASSERT_EQ(events.fences.size(), kFences);
  for (uint32_t i = 0; i < kFences; ++i) ASSERT_EQ(events.fences[i], i);
  EventList none;
  busy->drainEvents(none);
  EXPECT_TRUE(none.fences.empty());
}

// A wait for events returns with the events, or after its time.
TEST_F(InprocTest, WaitsForEventsEnd) {
  open();
  auto s = stream();
  EventList events;
  const uint64_t start = base::monotonicNs();
  EXPECT_FALSE(s->waitForEvents(events, 50'000'000, pipe::BlockingPoint::FenceWait));
  EXPECT_GE(base::monotonicNs() - start, 45'000'000u);
  for (uint32_t i = 0; i < 500; ++i) {
    s->fenceCreate({{i, 1}});
    ASSERT_TRUE(s->waitForEvents(events, 20 * kSecondNs, pipe::BlockingPoint::FenceWait));
    ASSERT_EQ(events.fences.back(), i);
  }
}

// wait_stream: what the other stream did up to the sequence, and its flush, come before what follows here.
TEST_F(InprocTest, WaitStreamOrdersAndFlushes) {
  std::mutex mutex;
  std::vector<std::pair<int, uint32_t>> log;  // context, count (0: flush)
  script.onDraw = [&](TestContext& context, const pipe::DrawArgs& args) {
    if (context.number == 0) std::this_thread::sleep_for(200us);
    std::lock_guard lock(mutex);
    log.emplace_back(context.number, args.count);
  };
  script.onFlush = [&](TestContext& context) {
    std::lock_guard lock(mutex);
    log.emplace_back(context.number, 0);
  };
  open();
  auto a = stream(), b = stream();
  for (uint32_t round = 1; round <= 30; ++round) {
    for (int i = 0; i < 5; ++i) a->draw(drawOf(round));
    b->waitStream({a->streamIndex(), 0, a->emittedSequence()});
    b->draw(drawOf(round));
    finish(*b);
  }
  std::lock_guard lock(mutex);
  uint32_t lastA = 0, flushed = 0;
  for (const auto& [context, count] : log) {
    if (context == 0 && count) lastA = count;
    if (context == 0 && !count) flushed = lastA;
    if (context == 1) {
      EXPECT_EQ(flushed, count);
    }
  }
}

// Three streams that wait for each other's earlier work in a ring never stand still.
TEST_F(InprocTest, CrossedWaitsMakeProgress) {
  open();
  std::vector<std::unique_ptr<pipe::Stream>> streams;
  for (int i = 0; i < 3; ++i) streams.push_back(stream());
  std::atomic<uint64_t> emitted[3] = {};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (uint32_t round = 0; round < 300; ++round) {
        const size_t other = (t + 1 + round % 2) % 3;
        streams[t]->draw(drawOf(round));
        emitted[t] = streams[t]->emittedSequence();
        streams[t]->waitStream({streams[other]->streamIndex(), 0, emitted[other]});
        if (round % 50 == 0) finish(*streams[t]);
      }
      finish(*streams[t]);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_FALSE(screen->lost());
}

// A wait for a closed stream is over; one for a stream that was never opened ends the session by name.
TEST_F(InprocTest, WaitsForStreamsThatAreNotThere) {
  open();
  auto a = stream();
  uint32_t closed;
  {
    auto b = stream();
    b->draw(drawOf(1));
    closed = b->streamIndex();
  }
  a->waitStream({closed, 0, 1});
  finish(*a);
  a->waitStream({77, 0, 1});
  pipe::FinishReply reply;
  EXPECT_EQ(a->finish({}, reply), pipe::ReplyStatus::Lost);
  EXPECT_TRUE(screen->lost());
}

// A back end's fault loses the session at once: waits end, calls do nothing, new streams are refused.
TEST_F(InprocTest, AFaultEndsEverything) {
  script.onDraw = [&](TestContext& context, const pipe::DrawArgs& args) {
    if (args.count == 99) context.faults.fault(pipe::Fault::DeviceLost, "The test's driver lost its context.");
  };
  open();
  auto a = stream(), b = stream();
  finish(*a);
  std::thread waiter([&] {
    EventList events;
    EXPECT_FALSE(b->waitForEvents(events, 20 * kSecondNs, pipe::BlockingPoint::FenceWait));
  });
  std::this_thread::sleep_for(20ms);
  const uint64_t start = base::monotonicNs();
  a->draw(drawOf(99));
  waiter.join();
  EXPECT_LT(base::monotonicNs() - start, 100'000'000u);
  EXPECT_TRUE(a->lost() && b->lost() && screen->lost());
  for (int i = 0; i < 100'000; ++i) a->draw(drawOf(1));
  pipe::FinishReply reply;
  EXPECT_EQ(a->finish({}, reply), pipe::ReplyStatus::Lost);
  a->waitPresentCredit();
  EXPECT_TRUE(a->acquireStage(10'000).empty());
  EXPECT_FALSE(screen->createStream());
}

// Ends with work in flight: streams closed, or the screen dropped first, apply everything that was emitted.
TEST_F(InprocTest, AnOrderlyEndAppliesEverything) {
  std::atomic<uint64_t> draws{0};
  script.onDraw = [&](TestContext&, const pipe::DrawArgs&) {
    if (++draws % 100 == 0) std::this_thread::sleep_for(1ms);
  };
  for (int order = 0; order < 2; ++order) {
    draws = 0;
    open();
    auto s = stream();
    for (int i = 0; i < 5000; ++i) s->draw(drawOf(3));
    if (order) screen.reset();
    s.reset();
    screen.reset();
    EXPECT_EQ(draws, 5000u);
    EXPECT_EQ(script.alive, 0);
  }
}

// Streams come and go by the hundred without leaving threads, slots or stage blocks behind.
TEST_F(InprocTest, StreamsComeAndGo) {
  open();
  const std::vector<std::byte> bytes(10'000);
  for (int i = 0; i < 400; ++i) {
    auto s = stream();
    ASSERT_NE(s, nullptr);
    s->bufferSubdata({}, bytes);
    if (i % 2) s->draw(drawOf(1));
    // Closing does not wait; a back end that fell far behind would hold the stage for good reason.
    s.reset();
    ASSERT_TRUE(eventually([&] { return script.alive == 0; }));
  }
  auto last = stream();
  finish(*last);
  EXPECT_EQ(script.alive, 1);
  EXPECT_EQ(counter("inline_fallbacks"), 0u);
}

// A context that the back end refuses is an error with its sentence, not a lost session.
TEST_F(InprocTest, RefusedContextsAreAnErrorOnly) {
  open();
  script.refuseContexts = true;
  const auto refused = screen->createStream();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text, "The test refuses the context.");
  script.refuseContexts = false;
  auto s = stream();
  finish(*s);
}

// Several streams on several threads at full speed, with uploads, reads and fences, keep everything apart.
TEST_F(InprocTest, ManyThreadsAtOnce) {
  std::atomic<uint64_t> wrong{0}, bytes{0};
  script.onUpload = [&](TestContext&, const pipe::BufferSubdataArgs& args, std::span<const std::byte> data) {
    for (const std::byte b : data.subspan(0, std::min<size_t>(data.size(), 64)))
      wrong += b != static_cast<std::byte>(args.offsetBytes);
    bytes += data.size();
  };
  open();
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t, s = stream()] {
      std::vector<std::byte> data(30'000);
      EventList events;
      for (uint32_t i = 0; i < 300; ++i) {
        const uint64_t tag = t * 64 + i % 64;
        std::fill(data.begin(), data.end(), static_cast<std::byte>(tag));
        s->bufferSubdata({{}, tag}, std::span(data).first(1 + i * 100 % data.size()));
        s->fenceCreate({{i, 1}});
        if (i % 32 == 0) s->waitForEvents(events, kSecondNs, pipe::BlockingPoint::FenceWait);
        if (const auto block = s->acquireStage(5000); !block.empty()) {
          std::fill(block.begin(), block.end(), static_cast<std::byte>(tag));
          s->bufferSubdata({{}, tag}, block);
          s->releaseStage(block);
        }
      }
      finish(*s);
      s->drainEvents(events);
      wrong += events.fences.size() != 300;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(bytes, 0u);
}

}  // namespace
}  // namespace remote
