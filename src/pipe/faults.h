// SPDX-License-Identifier: Apache-2.0
// The named families by which a peer's bytes or a native failure end a session. One table; no default case.
#pragma once

#include <cstdint>

namespace mgpipe {

enum class Fault : uint32_t {
  None,
  RecordHeader,        // size not a multiple of 8, longer than what is there, or shorter than a header
  RecordSize,          // fixed part + tails + bytes differ from the stated size
  Opcode,              // no such call
  TailCount,           // a count that the record cannot hold
  BlobRange,           // bulk bytes outside the stage or the record
  ReplyRange,          // a reply slot or length that does not exist
  StaleHandle,         // an object that is dead, unknown or defined twice
  BadValue,            // an enumerant, index or range no front end can send
  Program,             // a program's modules do not parse or do not build
  ControlFrame,        // bad magic, length or table on the control connection
  Handshake,           // version, layout or build differ
  EventOverflow,       // the client never drains
  SurfaceLost,
  DeviceLost,          // the native driver lost its context
  ResourceUnavailable, // the native driver gave no memory where it may not be refused
  PeerGone,
};
inline constexpr uint32_t kFaultCount = 17;

const char* faultName(Fault fault);

// Where the implementation of a pipe::Context reports what ends its session. The first report counts.
class FaultSink {
 public:
  virtual ~FaultSink() = default;
  // sentence: full sentence with the value and the limit.
  virtual void fault(Fault family, const char* sentence) = 0;
};

}  // namespace mgpipe
