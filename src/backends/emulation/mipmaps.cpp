// SPDX-License-Identifier: Apache-2.0
#include "backends/emulation/mipmaps.h"

#include <algorithm>

#include "formats/numeric.h"

namespace emulation {

std::vector<float> nextLevel(std::span<const float> texels, uint32_t components, const LevelShape& source,
                             const LevelShape& target, bool srgb, bool halvesDepth) {
  std::vector<float> linear;
  if (srgb) {
    linear.assign(texels.begin(), texels.end());
    for (size_t i = 0; i < linear.size(); ++i)
      if (i % components < 3) linear[i] = formats::srgbToLinear(linear[i]);
    texels = linear;
  }
  std::vector<float> out(target.texels() * components);
  size_t at = 0;
  for (uint32_t z = 0; z < target.depth; ++z)
    for (uint32_t y = 0; y < target.height; ++y)
      for (uint32_t x = 0; x < target.width; ++x)
        for (uint32_t c = 0; c < components; ++c) {
          float sum = 0;
          for (uint32_t corner = 0; corner < 8; ++corner) {
            const uint32_t sx = std::min(2 * x + (corner & 1), source.width - 1);
            const uint32_t sy = std::min(2 * y + (corner >> 1 & 1), source.height - 1);
            const uint32_t sz = halvesDepth ? std::min(2 * z + (corner >> 2), source.depth - 1) : z;
            sum += texels[((size_t{sz} * source.height + sy) * source.width + sx) * components + c];
          }
          const float mean = sum / 8.0f;
          out[at++] = srgb && c < 3 ? formats::linearToSrgb(mean) : mean;
        }
  return out;
}

}  // namespace emulation
