// SPDX-License-Identifier: Apache-2.0
// Bytes of a peer → checked pipe calls. The fixed part and the tails are copied before they are looked at; bulk bytes
// stay where they are (they steer nothing until the back end copies them).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "pipe/context.gen.h"
#include "record/record.h"

namespace record {

// Hands out the tails of one record, each from its own copy-once storage.
class TailReader {
 public:
  explicit TailReader(std::span<const std::byte> bytes) : mBytes(bytes) {}
  template <class T>
  bool take(uint32_t count, std::span<const T>& out) {
    if (count > mBytes.size() / sizeof(T)) return false;
    const size_t padded = tailBytes<T>(count);
    if (padded > mBytes.size()) return false;
    out = {reinterpret_cast<const T*>(mBytes.data()), count};
    mBytes = mBytes.subspan(padded);
    return true;
  }
  bool takeBytes(size_t sizeBytes, std::span<const std::byte>& out) {
    const size_t padded = (sizeBytes + 7) & ~size_t{7};
    if (padded < sizeBytes || padded > mBytes.size()) return false;
    out = mBytes.first(sizeBytes);
    mBytes = mBytes.subspan(padded);
    return true;
  }
  bool finished() const { return mBytes.empty(); }

 private:
  std::span<const std::byte> mBytes;
};

// What a record may refer to outside itself.
class ApplyEnvironment {
 public:
  virtual ~ApplyEnvironment() = default;
  // Finds the bulk bytes: the rest of the record (taken from `tails`), or a checked range of the stage.
  virtual Fault resolve(const Blob& blob, TailReader& tails, std::span<const std::byte>& out) = 0;
  // The writable part of a reply slot, at least minimumBytes and exactly reply.sizeBytes long.
  virtual Fault replyArea(const ReplyRef& reply, uint64_t minimumBytes, std::span<std::byte>& area) = 0;
  virtual void sendReply(const ReplyRef& reply, pipe::ReplyStatus status) = 0;
};

// Applies one whole record (header included). `bytes` must be private to the caller: copied out of shared memory,
// except for inline bulk bytes, which may be read late but never decide anything here.
Fault applyOne(pipe::Context& target, ApplyEnvironment& environment, std::span<const std::byte> bytes);

// Size of header, args, counts, blob and reply reference of a call; 0 for an unknown opcode.
uint32_t fixedBytes(pipe::Opcode opcode);

}  // namespace record
