// SPDX-License-Identifier: Apache-2.0
// Tells the driver the parts of a pipeline state that differ from what it has.
#pragma once

#include <array>
#include <cstdint>

#include "backends/gles/driver_state.h"
#include "pipe/types.gen.h"

namespace gles {

class PipelineApplier {
 public:
  PipelineApplier(Functions& functions, DriverState& state, const Shared& shared);
  // paddedTargets: bit i = draw buffer i has alpha that its GL format lacks; destination alpha then counts as 1.
  void apply(const pipe::PipelineState& next, uint8_t paddedTargets);
  // Reference and masks; needs the pipeline's functions, so call after apply().
  void applyStencil(const pipe::StencilDynamic& values);
  const pipe::PipelineState& current() const { return mNow; }

 private:
  void applyBlend(const pipe::PipelineState& next, uint8_t paddedTargets);
  void applyDepthStencil(const pipe::PipelineState& next);
  void applyRaster(const pipe::PipelineState& next);

  Functions& mGl;
  DriverState& mState;
  const Shared& mShared;
  pipe::PipelineState mNow;                     // as last applied
  std::array<pipe::BlendTarget, 8> mBlend{};    // as the driver has it
  struct StencilFunc {
    uint16_t func = 0;
    int32_t reference = 0;
    uint32_t compareMask = 0, writeMask = 0;
  };
  StencilFunc mStencil[2];
};

}  // namespace gles
