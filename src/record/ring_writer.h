// SPDX-License-Identifier: Apache-2.0
// The writing side of one stream: records into the ring, bulk bytes into the stage, answers out of the reply slots.
//
// The hot path is Writer::begin and end: a record that fits the open window costs its copy, one release store of the
// head and one look at the peer's flag. Everything else (wrap, growth, waiting, stage, answers) is out of line.
#pragma once

#include <memory>

#include "record/client_session.h"
#include "record/writer.h"

namespace record {

class RingWriter final : public Writer {
 public:
  RingWriter(ClientSession& session, std::shared_ptr<ClientStream> stream);
  ~RingWriter() override;

  bool placeBytes(std::span<const std::byte> bytes, Blob& blob) override;
  bool openReply(pipe::BlockingPoint point, uint64_t sizeBytes, ReplyRef& reply) override;
  void cancelReply(const ReplyRef& reply) override;
  pipe::ReplyStatus awaitReply(const ReplyRef& reply, std::span<std::byte> out) override;

  // Bulk bytes that always find a place, if need be inline.
  uint64_t maxBytesPerCall() const;
  // Memory of the stage that the application may fill; empty if there is none.
  std::span<std::byte> lendStage(uint64_t sizeBytes);
  void returnStage(std::span<std::byte> block);
  // The stream goes idle: its rest of a stage chunk is given back.
  void rest();
  // No record fits any more; the next begin asks whether the session lives.
  std::byte* closeWindow() {
    mPlace = nullptr;
    mRoomBytes = 0;
    return nullptr;
  }

 protected:
  std::byte* beginSlow(size_t sizeBytes) override;
  void commit(size_t sizeBytes) override;

 private:
  // A piece of the stage that only this stream cuts.
  struct Chunk {
    StageBlock block;
    uint64_t usedBytes = 0;
    uint64_t lastSequence = 0;
  };
  bool refreshTail();
  bool waitForTail(uint64_t tail);
  bool grow();
  void publishHead();
  void putControlRecord(uint16_t opcode, uint16_t flags, size_t sizeBytes);
  size_t maxInlineBytes() const;
  std::byte* cutStage(uint64_t sizeBytes);
  bool openChunk();
  void retireChunk();
  bool placeInStage(std::span<const std::byte> bytes, Blob& blob);
  void lockstep();

  ClientSession& mSession;
  const std::shared_ptr<ClientStream> mStream;
  RingControl& mControl;
  std::byte* const mData;
  const size_t mMaxCapacity;
  size_t mCapacity;
  uint64_t mHead = 0;
  uint64_t mTail = 0;  // last tail seen
  Chunk mChunk;
  uint64_t mStageSequence = 0;  // last record that names the stage
  pipe::BlockingPoint mReplyPoint{};
};

}  // namespace record
