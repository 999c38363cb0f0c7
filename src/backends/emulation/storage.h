// SPDX-License-Identifier: Apache-2.0
// What all back ends ask before they define storage, and how they fill it with a pattern.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "pipe/namespace.h"
#include "pipe/screen.h"

namespace emulation {

// Whether no side of the shape is 0 or beyond the largest that any texture may have.
bool isTextureSize(const mgpipe::TextureShape& shape, const mgpipe::Limits& limits);

// Some drivers promise any size and fail at first use. Nothing that exceeds half of the machine's memory is worth a try.
bool exceedsMemory(const mgpipe::TextureShape& shape, uint32_t blockWidth, uint32_t blockHeight, uint32_t blockBytes);

// Calls write(offset, bytes) until sizeBytes are filled with the pattern; each time but the last with whole patterns in
// about chunkBytes. scratch keeps its memory from call to call.
template <class Write>
void fillWithPattern(std::span<const std::byte> pattern, uint64_t sizeBytes, uint64_t chunkBytes,
                     std::vector<std::byte>& scratch, Write write) {
  const uint64_t step = pattern.size(), chunk = std::min(sizeBytes, chunkBytes / step * step);
  scratch.resize(chunk);
  for (uint64_t at = 0; at < chunk; at += step) std::memcpy(scratch.data() + at, pattern.data(), std::min(step, chunk - at));
  for (uint64_t at = 0; at < sizeBytes; at += chunk)
    write(at, std::span<const std::byte>(scratch).first(std::min(chunk, sizeBytes - at)));
}

}  // namespace emulation
