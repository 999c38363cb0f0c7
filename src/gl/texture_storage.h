// SPDX-License-Identifier: Apache-2.0
// Storage of whole textures: what mipmapped, multisample and buffer textures have in common.
#pragma once

#include <cstdint>

#include "gl/context.h"
#include "gl/texture_target.h"

namespace gl {

struct StorageRequest {
  const char* command;
  uint32_t dimensions;
  int32_t levels;
  uint32_t internalFormat;
  int32_t width, height, depth;
};

// Whether the base level is within this context's limits.
bool fits(const Context& ctx, state::TextureKind kind, const StorageRequest& r);
// INVALID_OPERATION for default textures and for those that have immutable storage already.
bool validateMutable(const Context& ctx, const char* command, const state::Texture& texture);

// Marks what looks at the shapes of textures.
void shapeChanged(Context& ctx, state::Texture& texture);
// Makes the levels that are set in the texture its immutable storage. Nothing remains if the storage cannot
// be had.
void defineStorage(Context& ctx, const char* command, state::Texture& texture, uint32_t levels);

}  // namespace gl
