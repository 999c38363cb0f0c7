// SPDX-License-Identifier: Apache-2.0
// What joins, in which order it is handed on, and where a run ends.
#include "record/draw_joiner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backends/null/counting_context.gen.h"
#include "record/encoder.gen.h"
#include "record/test_stream.h"

namespace record {
namespace {

// Writes down the draws that arrive.
class Draws final : public null_backend::Counting<pipe::Context> {
 public:
  std::string seen;
  void draw(const pipe::DrawArgs& args) override {
    seen += "one" + std::to_string(args.start) + "+" + std::to_string(args.count) + "@" +
            std::to_string(args.baseVertex) + " ";
  }
  void drawMany(const pipe::DrawManyArgs& args, std::span<const pipe::DrawRange> ranges) override {
    seen += "many" + std::to_string(args.mode) + "[";
    for (const pipe::DrawRange& range : ranges)
      seen += std::to_string(range.start) + "+" + std::to_string(range.count) + "@" +
              std::to_string(range.baseVertex) + " ";
    seen += "] ";
  }
};

pipe::DrawArgs drawOf(uint32_t start, int32_t baseVertex = 0) {
  return {.mode = 4,
          .indexSizeBytes = 2,
          .flags = 0,
          .count = 3,
          .instances = 1,
          .start = start,
          .baseVertex = baseVertex,
          .baseInstance = 0};
}

std::vector<std::byte> recordOf(const pipe::DrawArgs& args) {
  record_test::ListWriter writer;
  record_test::ListStream(writer).draw(args);
  return writer.records.front();
}

class DrawJoinerTest : public testing::Test {
 protected:
  DrawJoiner joiner;
  Draws target;
  bool take(const pipe::DrawArgs& args) { return joiner.take(recordOf(args)); }
};

// Ranges and base vertices differ freely; a draw alone stays a draw.
TEST_F(DrawJoinerTest, LikeDrawsBecomeOneCallInOrder) {
  EXPECT_TRUE(take(drawOf(0)));
  EXPECT_TRUE(take(drawOf(6, 5)));
  EXPECT_TRUE(take(drawOf(0, -1)));
  joiner.handOn(target);
  EXPECT_TRUE(take(drawOf(9)));
  joiner.handOn(target);
  joiner.handOn(target);
  EXPECT_EQ(target.seen, "many4[0+3@0 6+3@5 0+3@-1 ] one9+3@0 ");
}

// Whatever draw_many says once for all its ranges ends a run.
TEST_F(DrawJoinerTest, OtherDrawsEndTheRun) {
  std::vector<pipe::DrawArgs> others(5, drawOf(0));
  others[0].mode = 5;
  others[1].indexSizeBytes = 4;
  others[2].instances = 2;
  others[3].baseInstance = 1;
  others[4].flags = 1;
  for (const pipe::DrawArgs& other : others) {
    EXPECT_TRUE(take(drawOf(0)));
    EXPECT_FALSE(take(other));
    joiner.handOn(target);
    EXPECT_TRUE(take(other));
    joiner.handOn(target);
  }
}

// A run is bounded, and nothing of it is lost.
TEST_F(DrawJoinerTest, ARunIsBounded) {
  for (uint32_t i = 0; i < DrawJoiner::kMaxDraws; ++i) EXPECT_TRUE(take(drawOf(i)));
  EXPECT_FALSE(take(drawOf(77)));
  joiner.handOn(target);
  EXPECT_FALSE(joiner.pending());
  EXPECT_NE(target.seen.find(std::to_string(DrawJoiner::kMaxDraws - 1) + "+3@0 ]"), std::string::npos);
}

// Other calls, and draws of a wrong size, are the applier's.
TEST_F(DrawJoinerTest, OtherRecordsAreLeftAlone) {
  record_test::ListWriter writer;
  record_test::ListStream(writer).memoryBarrier({.barriers = 1, .byRegion = 0});
  EXPECT_FALSE(joiner.take(writer.records.front()));
  std::vector<std::byte> longer = recordOf(drawOf(0));
  longer.resize(longer.size() + 8);
  EXPECT_FALSE(joiner.take(longer));
  EXPECT_FALSE(joiner.take(std::span(longer).first(24)));
  EXPECT_FALSE(joiner.pending());
}

}  // namespace
}  // namespace record
