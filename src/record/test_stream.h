// SPDX-License-Identifier: Apache-2.0
// For tests: the encoder over a plain list of records, without ring, stage or peer.
#pragma once

#include <vector>

#include "record/encoder.gen.h"

namespace record_test {

// Keeps each record's bytes; bulk bytes go inline, answers are Ok at once.
class ListWriter : public record::Writer {
 public:
  std::vector<std::vector<std::byte>> records;

  bool placeBytes(std::span<const std::byte> bytes, record::Blob& blob) override {
    blob = {0, static_cast<uint32_t>(bytes.size()), record::Place::Inline};
    return true;
  }
  bool openReply(pipe::BlockingPoint, uint64_t sizeBytes, record::ReplyRef& reply) override {
    reply = {0, 1, sizeBytes};
    return true;
  }
  void cancelReply(const record::ReplyRef&) override {}
  pipe::ReplyStatus awaitReply(const record::ReplyRef&, std::span<std::byte>) override { return pipe::ReplyStatus::Ok; }

 protected:
  std::byte* beginSlow(size_t sizeBytes) override {
    records.emplace_back(sizeBytes, std::byte{0xAA});
    mPlace = records.back().data();
    mRoomBytes = sizeBytes;
    return mPlace;
  }
  void commit(size_t) override { mRoomBytes = 0; }
};

class ListStream : public record::EncoderCalls {
 public:
  explicit ListStream(record::Writer& writer) : record::EncoderCalls(writer) {}
  void acquire() override {}
  void release() override {}
  void publish() override {}
  bool lost() const override { return false; }
  void drainEvents(pipe::EventSink&) override {}
  bool waitForEvents(pipe::EventSink&, uint64_t, pipe::BlockingPoint) override { return false; }
  uint64_t emittedSequence() const override { return 0; }
  uint64_t appliedSequence() const override { return 0; }
  uint32_t streamIndex() const override { return 0; }
  void waitPresentCredit() override {}
  uint64_t maxBytesPerCall() const override { return 1 << 20; }
  uint64_t maxReplyBytes() const override { return 1 << 20; }
  std::span<std::byte> acquireStage(uint64_t) override { return {}; }
  void releaseStage(std::span<std::byte>) override {}
};

}  // namespace record_test
