// SPDX-License-Identifier: Apache-2.0
// How a pipe call lies in memory.
//
//   Header {opcode, flags, sizeBytes} | Args | u32 tail counts (padded to 8) | Blob | ReplyRef | tails… | inline bytes
//
// Everything is 8-aligned and little-endian; sizeBytes covers all of it and is a multiple of 8. A record has no
// sequence number: its ordinal in the stream is its sequence (1, 2, …); nop records that fill the ring's end do not
// count. Bulk bytes are inline, or in the session's stage, named by offset. Layouts are frozen in spec/wire.lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "pipe/faults.h"
#include "pipe/namespace.h"

namespace record {

using pipe::Fault;

struct Header {
  uint16_t opcode = 0;
  uint16_t flags = 0;  // kPadFlag or kGrowFlag only
  uint32_t sizeBytes = 0;
};
static_assert(sizeof(Header) == 8);
// A filler at the ring's end: skipped without being counted.
inline constexpr uint16_t kPadFlag = 1;
// The ring has 2^opcode bytes from the next record on; eight bytes long, not counted.
inline constexpr uint16_t kGrowFlag = 2;

enum class Place : uint32_t { Inline = 0, Stage = 1 };

struct Blob {
  uint64_t offsetBytes = 0;  // in the stage; 0 if inline
  uint32_t sizeBytes = 0;
  Place place = Place::Inline;
  size_t inlineBytes() const { return place == Place::Inline ? (size_t{sizeBytes} + 7) & ~size_t{7} : 0; }
};
static_assert(sizeof(Blob) == 16);

// Where the answer goes: a slot of the reply segment, and how many bytes the client has room for.
struct ReplyRef {
  uint32_t slot = 0;
  uint32_t ticket = 0;  // repeated in the answer, so that a late answer is never taken for a new one
  uint64_t sizeBytes = 0;
};
static_assert(sizeof(ReplyRef) == 16);

template <class T>
constexpr size_t tailBytes(size_t count) {
  return (count * sizeof(T) + 7) & ~size_t{7};
}

// Copies a tail and zeroes its padding, so that no stale bytes cross.
template <class T>
std::byte* putTail(std::byte* place, std::span<const T> items) {
  const size_t size = items.size_bytes(), padded = tailBytes<T>(items.size());
  if (size) std::memcpy(place, items.data(), size);
  std::memset(place + size, 0, padded - size);
  return place + padded;
}
inline void putInline(std::byte* place, std::span<const std::byte> bytes, const Blob& blob) {
  if (blob.place != Place::Inline) return;
  if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
  std::memset(place + bytes.size(), 0, blob.inlineBytes() - bytes.size());
}

}  // namespace record
