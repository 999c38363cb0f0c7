// SPDX-License-Identifier: Apache-2.0
// A session's shared memory: who creates which segment, how large, and how the other side adopts it.
//
// The server creates everything, sealed against resizing. The client fills the stage, which the server maps read-only;
// the server fills the replies, which the client maps read-only. In one process each segment is mapped once.
#pragma once

#include <cstdint>
#include <memory>

#include "base/os.h"
#include "base/result.h"
#include "record/event_queue.h"
#include "record/reply_slots.h"
#include "record/ring.h"

namespace remote {

struct Geometry {
  uint64_t stageBytes = uint64_t{32} << 20;
  uint64_t ringMaxBytes = uint64_t{8} << 20;
  uint64_t eventBytes = record::kEventDataBytes;
};
// Above this nothing a peer announces is mapped.
inline constexpr uint64_t kMaxSegmentBytes = uint64_t{8} << 30;

struct Segment {
  base::OwnedFd fd;
  base::Mapping mapping;
  std::span<std::byte> bytes() const { return {mapping.data(), mapping.sizeBytes()}; }
};
base::Result<Segment> createSegment(const char* name, uint64_t sizeBytes, bool writable = true);
// Checks size and seals of a descriptor that a peer sent.
base::Result<Segment> adoptSegment(base::OwnedFd fd, uint64_t sizeBytes, bool writable);

struct SessionSegments {
  Segment stage, replies, events;
};
// bothSides: client and server share the mappings; else the stage is mapped as the server may use it.
base::Result<SessionSegments> createSessionSegments(const Geometry& geometry, bool bothSides);

// One stream's ring segment, alive as long as anyone looks into it.
struct RingSegment {
  std::shared_ptr<Segment> segment;
  record::RingMemory memory;
};
base::Result<RingSegment> createRingSegment(uint64_t ringMaxBytes);
base::Result<RingSegment> adoptRingSegment(base::OwnedFd fd, uint64_t sizeBytes);

}  // namespace remote
