// SPDX-License-Identifier: Apache-2.0
// Border colors of samplers as the device takes them: one of three that every device has, exactly or as the nearest choice,
// or any by VK_EXT_custom_border_color.
//
// What counts are the components of storage that a shader sees through the format's swizzle. Where the device knows the
// three alone, GL's color becomes the one with the least sum of squared differences over these components, the darker one
// of two that are as near.
#pragma once

#include <array>

#include "backends/vulkan/format_table.h"
#include "backends/vulkan/lower_shader.h"
#include "pipe/types.gen.h"

namespace vulkan {

struct Border {
  VkClearColorValue words{};  // of storage
  std::array<bool, 4> used{};
  Numeric numeric = Numeric::Float;
};

// GL's border color for textures of that format; stencil: its stencil plane is what is sampled.
Border borderOf(const pipe::SamplerState& state, formats::Format asked, const HeldFormat& held, bool stencil);

struct FixedBorder {
  VkBorderColor color = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
  bool exact = false;
};
FixedBorder nearestFixed(const Border& border);

}  // namespace vulkan
