// SPDX-License-Identifier: Apache-2.0
#include "remote/segments.h"

#include <fcntl.h>

#include <string>

namespace remote {

base::Result<Segment> createSegment(const char* name, uint64_t sizeBytes, bool writable) {
  auto fd = base::createSharedMemory(name, sizeBytes);
  if (!fd) return fd.error();
  auto mapping = base::mapShared(fd->get(), sizeBytes, writable);
  if (!mapping) return mapping.error();
  return Segment{std::move(*fd), std::move(*mapping)};
}

base::Result<Segment> adoptSegment(base::OwnedFd fd, uint64_t sizeBytes, bool writable) {
  if (!fd) return base::Error{"A message came without the descriptor of its segment."};
  if (sizeBytes == 0 || sizeBytes > kMaxSegmentBytes)
    return base::Error{"A segment of " + std::to_string(sizeBytes) + " bytes was announced, but at most " +
                       std::to_string(kMaxSegmentBytes) + " are accepted."};
  // Without this seal the peer could cut the memory away under us.
  const int seals = ::fcntl(fd.get(), F_GET_SEALS);
  if (seals < 0 || !(seals & F_SEAL_SHRINK)) return base::Error{"A shared segment is not sealed against shrinking."};
  auto mapping = base::mapShared(fd.get(), sizeBytes, writable);
  if (!mapping) return mapping.error();
  return Segment{std::move(fd), std::move(*mapping)};
}

base::Result<SessionSegments> createSessionSegments(const Geometry& geometry, bool bothSides) {
  SessionSegments segments;
  auto stage = createSegment("mobilegl-stage", geometry.stageBytes, bothSides);
  if (!stage) return stage.error();
  auto replies = createSegment("mobilegl-replies", record::ReplyMemory::segmentBytes());
  if (!replies) return replies.error();
  auto events = createSegment("mobilegl-events", record::kEventControlBytes + geometry.eventBytes);
  if (!events) return events.error();
  record::createEvents(events->bytes());
  return SessionSegments{std::move(*stage), std::move(*replies), std::move(*events)};
}

base::Result<RingSegment> createRingSegment(uint64_t ringMaxBytes) {
  auto segment = createSegment("mobilegl-ring", record::kRingControlBytes + record::ringDataBytes(ringMaxBytes));
  if (!segment) return segment.error();
  auto shared = std::make_shared<Segment>(std::move(*segment));
  return RingSegment{shared, record::createRing(shared->bytes())};
}

base::Result<RingSegment> adoptRingSegment(base::OwnedFd fd, uint64_t sizeBytes) {
  auto segment = adoptSegment(std::move(fd), sizeBytes, true);
  if (!segment) return segment.error();
  auto shared = std::make_shared<Segment>(std::move(*segment));
  const record::RingMemory memory = record::viewRing(shared->bytes());
  if (!memory.control) return base::Error{"A ring of " + std::to_string(sizeBytes) + " bytes is not a power of two."};
  return RingSegment{shared, memory};
}

}  // namespace remote
