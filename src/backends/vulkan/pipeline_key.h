// SPDX-License-Identifier: Apache-2.0
// Everything a pipeline is made of besides its program. Plain bytes: equal keys are the same pipeline. What the device
// takes as dynamic state stays 0 here and so never mints one.
#pragma once

#include <cstdint>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace vulkan {

struct PipelineKey {
  struct Attribute {
    uint32_t format = 0;  // VkFormat; 0: not fetched
    uint16_t offsetBytes = 0;
    uint8_t binding = 0, zero = 0;
  };
  struct Binding {
    uint32_t strideBytes = 0;  // 0 where it is dynamic
    uint32_t divisor = 0;      // 0: per vertex
  };
  struct Blend {
    uint8_t enable = 0, writeMask = 0, colorOp = 0, alphaOp = 0;
    uint8_t sourceColor = 0, targetColor = 0, sourceAlpha = 0, targetAlpha = 0;
  };
  struct Stencil {
    uint8_t fail = 0, pass = 0, depthFail = 0, compare = 0;
  };
  Attribute attributes[16];
  Binding bindings[17];
  Blend blend[8];
  Stencil stencil[2];
  uint32_t colorFormats[8] = {};
  uint32_t depthFormat = 0, stencilFormat = 0;
  uint32_t sampleMask = ~0u;
  float minSampleShading = 0.0f;
  uint32_t topology = 0;
  uint8_t bindingCount = 0, colorCount = 0, samples = 1, polygonMode = 0;
  uint8_t cullMode = 0, frontFace = 0, depthTest = 0, depthWrite = 0;
  uint8_t depthCompare = 0, stencilTest = 0, restart = 0, discard = 0;
  uint8_t depthBias = 0, depthClamp = 0, alphaToCoverage = 0, alphaToOne = 0;
  uint8_t logicOpEnable = 0, logicOp = 0, lastProvoking = 0, sampleShading = 0;
  uint8_t clipNegative = 0, bresenham = 0, patchVertices = 0, viewports = 1;

  friend bool operator==(const PipelineKey& a, const PipelineKey& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};
static_assert(sizeof(PipelineKey) % 4 == 0);

struct PipelineKeyHash {
  size_t operator()(const PipelineKey& key) const { return XXH3_64bits(&key, sizeof key); }
};

}  // namespace vulkan
