// SPDX-License-Identifier: Apache-2.0
// How the device holds each storage format of the pipe, chosen by what it says it can do.
#pragma once

#include <vector>

#include "backends/vulkan/device.h"
#include "formats/formats.h"
#include "pipe/screen.h"

namespace vulkan {

struct HeldFormat {
  VkFormat format = VK_FORMAT_UNDEFINED;  // undefined: not offered
  VkFormat plain = VK_FORMAT_UNDEFINED;   // of sRGB formats the one without the curve, else `format`
  VkImageAspectFlags aspects = 0;
  // Color: the pair of GL whose bytes are the texels of the image. 0 for compressed blocks, depth and stencil.
  uint32_t pixelFormat = 0, pixelType = 0;
  uint32_t texelBytes = 0;  // of a texel or block; of depth formats the depth aspect's
  // As in formats::FormatInfo, but about this format.
  formats::Swizzle4 sample = formats::kIdentitySwizzle, store = formats::kIdentitySwizzle,
                    read = formats::kIdentitySwizzle;
  bool padded = false;      // has an alpha channel that GL's format lacks: kept at 1
  bool integer = false, isSigned = false, compressed = false;
  VkFormatFeatureFlags features = 0;
  bool color() const { return aspects & VK_IMAGE_ASPECT_COLOR_BIT; }
  bool depth() const { return aspects & VK_IMAGE_ASPECT_DEPTH_BIT; }
  bool stencil() const { return aspects & VK_IMAGE_ASPECT_STENCIL_BIT; }
};

class FormatTable {
 public:
  explicit FormatTable(const Device& device);
  const HeldFormat& operator[](formats::Format format) const {
    const auto index = static_cast<size_t>(format);
    return mHeld[index < mHeld.size() ? index : 0];
  }
  pipe::FormatCaps capsOf(const Device& device, formats::Format format) const;

 private:
  std::vector<HeldFormat> mHeld;
};

}  // namespace vulkan
