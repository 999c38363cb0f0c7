// SPDX-License-Identifier: Apache-2.0
// Every call of the catalogue as bytes: there and back, cut short, and with every word changed.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "backends/null/counting_context.gen.h"
#include "pipe/trace.h"
#include "record/applier.h"
#include "record/call_once.gen.h"
#include "record/test_stream.h"

namespace record_test {
namespace {

using record::Fault;

// A stage of 64 KiB and one reply slot of 4 KiB.
class TestEnvironment : public record::ApplyEnvironment {
 public:
  std::vector<std::byte> stage = std::vector<std::byte>(65536);
  std::vector<std::byte> reply = std::vector<std::byte>(4096);
  int replies = 0;

  Fault resolve(const record::Blob& blob, record::TailReader& tails, std::span<const std::byte>& out) override {
    if (blob.place == record::Place::Inline)
      return tails.takeBytes(blob.sizeBytes, out) ? Fault::None : Fault::BlobRange;
    if (blob.place != record::Place::Stage || blob.offsetBytes > stage.size() ||
        blob.sizeBytes > stage.size() - blob.offsetBytes)
      return Fault::BlobRange;
    out = std::span(stage).subspan(blob.offsetBytes, blob.sizeBytes);
    return Fault::None;
  }
  Fault replyArea(const record::ReplyRef& ref, uint64_t minimumBytes, std::span<std::byte>& area) override {
    if (ref.slot != 0 || ref.sizeBytes > reply.size() || ref.sizeBytes < minimumBytes) return Fault::ReplyRange;
    area = std::span(reply).first(ref.sizeBytes);
    return Fault::None;
  }
  void sendReply(const record::ReplyRef&, pipe::ReplyStatus) override { ++replies; }
};

// The lines of every call made on it.
class Lines {
 public:
  std::vector<std::string> lines;
  null_backend::CountingContext counting;
  pipe::TraceContext trace{counting, [this](const std::string& line) { lines.push_back(line); }};
};

class EveryCall : public testing::TestWithParam<unsigned> {};

std::vector<std::byte> encode(unsigned opcode, unsigned tails, unsigned bytes) {
  ListWriter writer;
  ListStream stream(writer);
  callOnce(stream, opcode, tails, bytes);
  return writer.records.at(0);
}

// Each call arrives with the arguments, tails and number of bytes it was made with, whatever their lengths.
TEST_P(EveryCall, ArrivesAsItWasMade) {
  for (const unsigned tails : {0u, 1u, 2u, 7u})
    for (const unsigned bytes : {0u, 1u, 8u, 1001u}) {
      Lines direct, applied;
      callOnce(direct.trace, GetParam(), tails, bytes);
      TestEnvironment environment;
      const auto record = encode(GetParam(), tails, bytes);
      ASSERT_EQ(record::applyOne(applied.trace, environment, record), Fault::None);
      ASSERT_EQ(direct.lines, applied.lines);
      ASSERT_EQ(direct.lines.size(), 1u);
      ASSERT_EQ(direct.counting.bulkBytes, applied.counting.bulkBytes);
      ASSERT_EQ(record.size() % 8, 0u);
    }
}

// A record that ends early is refused by name and reaches nobody, whether its header owns up to it or not.
TEST_P(EveryCall, CutShortIsRefused) {
  const auto whole = encode(GetParam(), 3, 40);
  for (size_t size = 0; size < whole.size(); size += 8) {
    Lines applied;
    TestEnvironment environment;
    std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<long>(size));
    EXPECT_NE(record::applyOne(applied.trace, environment, cut), Fault::None) << size;
    if (size >= sizeof(record::Header)) {
      record::Header header;
      std::memcpy(&header, cut.data(), sizeof header);
      header.sizeBytes = static_cast<uint32_t>(size);
      std::memcpy(cut.data(), &header, sizeof header);
      EXPECT_NE(record::applyOne(applied.trace, environment, cut), Fault::None) << size;
    }
    EXPECT_TRUE(applied.lines.empty());
  }
}

// A record that is longer than its parts is refused: trailing bytes would be read by nobody.
TEST_P(EveryCall, TrailingBytesAreRefused) {
  auto record = encode(GetParam(), 1, 8);
  record.resize(record.size() + 8);
  const auto size = static_cast<uint32_t>(record.size());
  std::memcpy(record.data() + offsetof(record::Header, sizeBytes), &size, sizeof size);
  Lines applied;
  TestEnvironment environment;
  EXPECT_EQ(record::applyOne(applied.trace, environment, record), Fault::RecordSize);
}

// No value of any word makes the applier read or write outside the record, the stage or the slot (run with ASan); what
// it refuses it names.
TEST_P(EveryCall, ChangedWordsNeverHurt) {
  const auto whole = encode(GetParam(), 2, 24);
  std::mt19937 random(GetParam());
  for (size_t at = 0; at + 4 <= whole.size(); at += 4)
    for (const uint32_t value : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xfffffff8u, 0xffffffffu, static_cast<uint32_t>(random())}) {
      auto record = whole;
      std::memcpy(record.data() + at, &value, sizeof value);
      Lines applied;
      TestEnvironment environment;
      const Fault fault = record::applyOne(applied.counting, environment, record);
      EXPECT_STRNE(pipe::faultName(fault), "unknown");
    }
}

// Counts that would overflow when multiplied, or that claim one element too many, are tail-count faults.
TEST_P(EveryCall, CountsAreChecked) {
  const auto two = encode(GetParam(), 2, 0), three = encode(GetParam(), 3, 0);
  // The words that differ between two and three elements, inside the fixed part, are the counts.
  const uint32_t fixed = record::fixedBytes(static_cast<pipe::Opcode>(GetParam()));
  for (size_t at = 8; at + 4 <= fixed; at += 4) {
    uint32_t before, after;
    std::memcpy(&before, two.data() + at, 4);
    std::memcpy(&after, three.data() + at, 4);
    if (before != 2 || after != 3) continue;
    for (const uint32_t count : {0x10000000u, 0xffffffffu, 1000u}) {
      auto record = two;
      std::memcpy(record.data() + at, &count, 4);
      Lines applied;
      TestEnvironment environment;
      EXPECT_EQ(record::applyOne(applied.trace, environment, record), Fault::TailCount);
      EXPECT_TRUE(applied.lines.empty());
    }
  }
}

std::string callName(const testing::TestParamInfo<unsigned>& info) {
  return pipe::opcodeName(static_cast<pipe::Opcode>(info.param));
}
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryCall, testing::Range(0u, pipe::kOpcodeCount), callName);

// An opcode beyond the catalogue is refused and has no fixed part.
TEST(Records, UnknownOpcodesAreRefused) {
  Lines applied;
  TestEnvironment environment;
  for (const uint32_t opcode : {pipe::kOpcodeCount, 0xffffu}) {
    std::vector<std::byte> record(64);
    const record::Header header{static_cast<uint16_t>(opcode), 0, 64};
    std::memcpy(record.data(), &header, sizeof header);
    EXPECT_EQ(record::applyOne(applied.trace, environment, record), Fault::Opcode);
  }
  EXPECT_EQ(record::fixedBytes(static_cast<pipe::Opcode>(pipe::kOpcodeCount)), 0u);
}

// Bytes in the stage are named by offset, and every range outside it is refused.
TEST(Records, StageRangesAreChecked) {
  struct Bytes : null_backend::CountingContext {
    std::vector<std::byte> seen;
    void bufferSubdata(const pipe::BufferSubdataArgs&, std::span<const std::byte> data) override {
      seen.assign(data.begin(), data.end());
    }
  } target;
  TestEnvironment environment;
  environment.stage[100] = std::byte{42};
  auto apply = [&](uint64_t offset, uint32_t size, uint32_t place) {
    auto record = encode(static_cast<unsigned>(pipe::Opcode::BufferSubdata), 0, 0);
    const record::Blob blob{offset, size, static_cast<record::Place>(place)};
    std::memcpy(record.data() + record.size() - sizeof blob, &blob, sizeof blob);
    return record::applyOne(target, environment, record);
  };
  EXPECT_EQ(apply(100, 1, 1), Fault::None);
  ASSERT_EQ(target.seen.size(), 1u);
  EXPECT_EQ(target.seen[0], std::byte{42});
  EXPECT_EQ(apply(65536, 0, 1), Fault::None);
  EXPECT_EQ(apply(65535, 2, 1), Fault::BlobRange);
  EXPECT_EQ(apply(UINT64_MAX, 1, 1), Fault::BlobRange);
  EXPECT_EQ(apply(1, UINT32_MAX, 1), Fault::BlobRange);
  EXPECT_EQ(apply(0, 8, 0), Fault::BlobRange);
  EXPECT_EQ(apply(0, 0, 2), Fault::BlobRange);
}

}  // namespace
}  // namespace record_test
