// SPDX-License-Identifier: Apache-2.0
#include "record/draw_joiner.h"

#include <cstring>

namespace record {
namespace {

bool sameButRange(const pipe::DrawArgs& a, const pipe::DrawArgs& b) {
  return a.mode == b.mode && a.indexSizeBytes == b.indexSizeBytes && a.flags == b.flags &&
         a.instances == b.instances && a.baseInstance == b.baseInstance;
}

}  // namespace

bool DrawJoiner::take(std::span<const std::byte> record) {
  Header header;
  std::memcpy(&header, record.data(), sizeof header);
  // A draw of another size is malformed: the applier says so.
  if (header.opcode != static_cast<uint16_t>(pipe::Opcode::Draw) ||
      record.size() != sizeof(Header) + sizeof(pipe::DrawArgs))
    return false;
  pipe::DrawArgs args;
  std::memcpy(&args, record.data() + sizeof header, sizeof args);
  if (!mCount)
    mFirst = args;
  else if (mCount == kMaxDraws || !sameButRange(mFirst, args))
    return false;
  mRanges[mCount++] = {.start = args.start, .count = args.count, .baseVertex = args.baseVertex, .drawId = 0};
  return true;
}

void DrawJoiner::handOn(pipe::Context& target) {
  if (mCount == 1) {
    target.draw(mFirst);
  } else if (mCount) {
    target.drawMany({.mode = mFirst.mode,
                     .indexSizeBytes = mFirst.indexSizeBytes,
                     .flags = mFirst.flags,
                     .instances = mFirst.instances,
                     .baseInstance = mFirst.baseInstance,
                     .zero = 0},
                    {mRanges.data(), mCount});
  }
  mCount = 0;
}

}  // namespace record
