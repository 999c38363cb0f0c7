// SPDX-License-Identifier: Apache-2.0
// Mipmaps of formats that the driver does not average itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace emulation {

struct LevelShape {
  uint32_t width = 1, height = 1, depth = 1;
  size_t texels() const { return size_t{width} * height * depth; }
};

// Texels of the next level: averages of the ones it covers, of odd sizes the first two along each axis. components: of a
// texel, 1 or 4. srgb: the first three are averaged without their curve. halvesDepth: depth is an axis, not layers.
std::vector<float> nextLevel(std::span<const float> texels, uint32_t components, const LevelShape& source,
                             const LevelShape& target, bool srgb, bool halvesDepth);

}  // namespace emulation
