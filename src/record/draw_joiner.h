// SPDX-License-Identifier: Apache-2.0
// Draws that follow one another in a stream and differ in nothing but their range become one draw_many: the
// driver then looks at its state once for all of them. Nothing waits for more draws to come: what is pending
// is handed on as soon as the ring is empty, something else follows, or kMaxDraws are together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pipe/context.gen.h"
#include "record/record.h"

namespace record {

class DrawJoiner {
 public:
  // Bounds how late the first draw of a run reaches the driver, and how seldom the watermark moves.
  static constexpr size_t kMaxDraws = 64;

  // Keeps the record (a private copy of a whole one) if it is a draw that can follow those pending. False: it
  // is to be applied after them; offered again after handOn(), a draw is always taken.
  bool take(std::span<const std::byte> record);
  bool pending() const { return mCount != 0; }
  // Gives the pending draws to `target`, in order.
  void handOn(pipe::Context& target);

 private:
  pipe::DrawArgs mFirst{};
  std::array<pipe::DrawRange, kMaxDraws> mRanges;
  size_t mCount = 0;
};

}  // namespace record
