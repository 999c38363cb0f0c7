// SPDX-License-Identifier: Apache-2.0
// The back end's own draws: clears under write masks, and blits that no copy can do. They record into the pass that is
// open, whatever state was there.
#pragma once

#include <map>

#include "backends/vulkan/shared.h"

namespace vulkan {

class InternalDraws {
 public:
  explicit InternalDraws(Shared& shared);
  ~InternalDraws();

  struct MaskedClear {
    VkRect2D rect{};
    uint32_t layers = 1, colorCount = 0;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkFormat formats[kMaxColor] = {};
    uint8_t writeMasks[kMaxColor] = {};
    VkFormat depthFormat = VK_FORMAT_UNDEFINED, stencilFormat = VK_FORMAT_UNDEFINED;
    Numeric numeric = Numeric::Float;
    VkClearColorValue color{};
    uint32_t stencilMask = 0, stencilValue = 0;  // mask 0: leave stencil alone
  };
  void clear(const MaskedClear& clear);

  struct Blit {
    const View* source = nullptr;  // in the layout for shaders that read
    Numeric numeric = Numeric::Float;
    bool depth = false, linear = false;
    float scale[2] = {1, 1}, offset[2] = {}, size[2] = {};
    VkRect2D rect{};
    VkFormat format = VK_FORMAT_UNDEFINED;
    uint8_t writeMask = 15;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  };
  void blit(const Blit& blit);

  // Sample 0 into a target whose stencil values are 0.
  struct Resolve {
    const View *depth = nullptr, *stencil = nullptr;  // multisample, in the layout for shaders that read; null: no such plane
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkRect2D rect{};
  };
  void resolve(const Resolve& resolve);

 private:
  enum Shader : uint32_t {
    kWhole, kClearFloat, kClearInt, kClearUint, kBlitFloat, kBlitInt, kBlitUint, kBlitDepth, kResolveDepth, kResolveStencil,
    kShaders
  };
  struct Key {
    uint32_t shader = 0, colorCount = 0, samples = 1, depth = 0, stencil = 0, stencilWrites = 0, depthWrites = 0, zero = 0;
    uint32_t formats[kMaxColor] = {};
    uint8_t masks[kMaxColor] = {};
    friend bool operator<(const Key& a, const Key& b) { return std::memcmp(&a, &b, sizeof a) < 0; }
  };
  VkShaderModule module(Shader shader);
  VkPipeline pipeline(const Key& key, VkPipelineLayout layout);
  VkDescriptorSet setFor(const View& source, bool filtered);
  void begin(VkCommandBuffer command, VkPipeline pipeline, const VkRect2D& rect);

  Shared& mShared;
  VkShaderModule mModules[kShaders] = {};
  VkDescriptorSetLayout mSetLayout = VK_NULL_HANDLE;
  VkPipelineLayout mClearLayout = VK_NULL_HANDLE, mBlitLayout = VK_NULL_HANDLE;
  VkSampler mLinear = VK_NULL_HANDLE;
  std::map<Key, VkPipeline> mPipelines;
};

}  // namespace vulkan
