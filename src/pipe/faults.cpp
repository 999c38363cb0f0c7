// SPDX-License-Identifier: Apache-2.0
#include "pipe/faults.h"

namespace mgpipe {

const char* faultName(Fault fault) {
  switch (fault) {
    case Fault::None: return "none";
    case Fault::RecordHeader: return "record-header";
    case Fault::RecordSize: return "record-size";
    case Fault::Opcode: return "opcode";
    case Fault::TailCount: return "tail-count";
    case Fault::BlobRange: return "blob-range";
    case Fault::ReplyRange: return "reply-range";
    case Fault::StaleHandle: return "stale-handle";
    case Fault::BadValue: return "bad-value";
    case Fault::Program: return "program";
    case Fault::ControlFrame: return "control-frame";
    case Fault::Handshake: return "handshake";
    case Fault::EventOverflow: return "event-overflow";
    case Fault::SurfaceLost: return "surface-lost";
    case Fault::DeviceLost: return "device-lost";
    case Fault::ResourceUnavailable: return "resource-unavailable";
    case Fault::PeerGone: return "peer-gone";
  }
  return "unknown";
}

}  // namespace mgpipe
