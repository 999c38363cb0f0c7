// SPDX-License-Identifier: Apache-2.0
// Depth and stencil as Vulkan's copies lay them out, one plane after the other, from and to pairs of GL.
#pragma once

#include <cstring>

#include "backends/vulkan/format_table.h"
#include "base/gl_enums.gen.h"

namespace vulkan {

// The pair of GL that holds all of a plane, and the bytes of a texel in the copied plane.
struct PlanePair {
  uint32_t format = 0, type = 0, texelBytes = 0;
};

inline bool isDepth24(VkFormat format) {
  return format == VK_FORMAT_X8_D24_UNORM_PACK32 || format == VK_FORMAT_D24_UNORM_S8_UINT;
}

inline PlanePair planePair(const HeldFormat& held, bool stencil) {
  if (stencil) return {glenum::STENCIL_INDEX_, glenum::UNSIGNED_BYTE_, 1};
  if (held.format == VK_FORMAT_D16_UNORM) return {glenum::DEPTH_COMPONENT_, glenum::UNSIGNED_SHORT_, 2};
  if (isDepth24(held.format)) return {glenum::DEPTH_COMPONENT_, glenum::UNSIGNED_INT_, 4};
  return {glenum::DEPTH_COMPONENT_, glenum::FLOAT_, 4};
}

// 24 bits lie in the low ones in Vulkan, and fill 32 in GL.
inline void packPlane(const HeldFormat& held, bool stencil, std::span<const std::byte> from, std::byte* to,
                      uint64_t texels) {
  if (stencil || !isDepth24(held.format)) {
    std::memcpy(to, from.data(), from.size());
    return;
  }
  for (uint64_t i = 0; i < texels; ++i) {
    uint32_t value;
    std::memcpy(&value, from.data() + i * 4, 4);
    value >>= 8;
    std::memcpy(to + i * 4, &value, 4);
  }
}

inline void unpackPlane(const HeldFormat& held, bool stencil, const std::byte* from, std::span<std::byte> to,
                        uint64_t texels) {
  if (stencil || !isDepth24(held.format)) {
    std::memcpy(to.data(), from, to.size());
    return;
  }
  for (uint64_t i = 0; i < texels; ++i) {
    uint32_t value;
    std::memcpy(&value, from + i * 4, 4);
    value = value << 8 | (value >> 16 & 0xFF);
    std::memcpy(to.data() + i * 4, &value, 4);
  }
}

}  // namespace vulkan
