// SPDX-License-Identifier: Apache-2.0
#include "backends/emulation/storage.h"

#include <unistd.h>

namespace emulation {

bool isTextureSize(const mgpipe::TextureShape& shape, const mgpipe::Limits& limits) {
  const uint32_t largest = std::max({limits.maxTextureSize, limits.max3dTextureSize, limits.maxCubeMapSize,
                                     limits.maxRenderbufferSize, limits.maxArrayLayers});
  const auto fits = [largest](uint32_t size) { return size > 0 && size <= largest; };
  return fits(shape.width) && fits(shape.height) && fits(shape.depth);
}

bool exceedsMemory(const mgpipe::TextureShape& shape, uint32_t blockWidth, uint32_t blockHeight, uint32_t blockBytes) {
  const uint64_t columns = (uint64_t{shape.width} + blockWidth - 1) / blockWidth;
  const uint64_t rows = (uint64_t{shape.height} + blockHeight - 1) / blockHeight;
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(columns * rows, uint64_t{shape.depth} * blockBytes, &bytes) ||
      __builtin_mul_overflow(bytes, std::max<uint64_t>(shape.samples, 1), &bytes))
    return true;
  const long pages = ::sysconf(_SC_PHYS_PAGES), pageBytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || pageBytes <= 0) return false;
  return bytes > static_cast<uint64_t>(pages) * static_cast<uint64_t>(pageBytes) / 2;
}

}  // namespace emulation
