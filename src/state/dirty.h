// SPDX-License-Identifier: Apache-2.0
// Dirty groups: each state setter marks its group; the tracker looks at marked groups at the next verb.
#pragma once

#include <cstdint>

namespace state {

enum DirtyBits : uint32_t {
  kDirtyPipeline = 1u << 0,       // blend, depth, stencil functions, cull, raster modes: pipe::PipelineState
  kDirtyViewport = 1u << 1,       // viewports and depth ranges
  kDirtyScissor = 1u << 2,
  kDirtyBlendColor = 1u << 3,
  kDirtyStencil = 1u << 4,        // references and masks
  kDirtyRaster = 1u << 5,         // line width, point size, polygon offset, sample coverage, restart index …
  kDirtyFramebuffer = 1u << 6,    // draw framebuffer binding or contents
  kDirtyProgram = 1u << 7,
  kDirtyConstants = 1u << 8,      // default-block values
  kDirtySamplers = 1u << 9,       // textures, sampler objects, units
  kDirtyUniformBuffers = 1u << 10,
  kDirtyStorageBuffers = 1u << 11,
  kDirtyImages = 1u << 12,
  kDirtyVertexArray = 1u << 13,   // formats, bindings, element buffer
  kDirtyAttribDefaults = 1u << 14,
  kDirtyStreamOutputs = 1u << 15,
  kDirtyAtomicBuffers = 1u << 16,
  kDirtyAll = (1u << 17) - 1,
};

}  // namespace state
