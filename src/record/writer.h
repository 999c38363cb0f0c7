// SPDX-License-Identifier: Apache-2.0
// What the generated encoder writes through: room in a ring, bulk bytes, answers. One producer thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pipe/calls.gen.h"
#include "record/record.h"

namespace record {

class Writer {
 public:
  virtual ~Writer() = default;
  // Contiguous room for one record of sizeBytes (a multiple of 8, at most half the ring). Waits for room, draining
  // events meanwhile. Null once the session is lost. The hot path is inline in the implementation's fast window:
  std::byte* begin(size_t sizeBytes) {
    if (__builtin_expect(sizeBytes <= mRoomBytes, 1)) return mPlace;
    return beginSlow(sizeBytes);
  }
  // The record is complete: counts it and lets the reader see it.
  void end(size_t sizeBytes) {
    mPlace += sizeBytes;
    mRoomBytes -= sizeBytes;
    ++mSequence;
    commit(sizeBytes);
  }
  uint64_t sequence() const { return mSequence; }

  // Decides where the bytes of the next record go: inline up to inlineLimitBytes, else copied into the stage (or
  // recognised as already there). False once lost. The record that follows must be the one that names the blob.
  virtual bool placeBytes(std::span<const std::byte> bytes, Blob& blob) = 0;

  virtual bool openReply(pipe::BlockingPoint point, uint64_t sizeBytes, ReplyRef& reply) = 0;
  virtual void cancelReply(const ReplyRef& reply) = 0;
  // Publishes, waits for the answer, copies it out and frees the slot.
  virtual pipe::ReplyStatus awaitReply(const ReplyRef& reply, std::span<std::byte> out) = 0;

 protected:
  virtual std::byte* beginSlow(size_t sizeBytes) = 0;
  virtual void commit(size_t sizeBytes) = 0;
  std::byte* mPlace = nullptr;  // next record goes here
  size_t mRoomBytes = 0;        // contiguous and free
  uint64_t mSequence = 0;       // records written
};

}  // namespace record
