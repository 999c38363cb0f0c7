// SPDX-License-Identifier: Apache-2.0
// What queries ask of conventional vertex arrays.
#pragma once

#include <cstdint>

#include "gl/context.h"

namespace gl {

// Slot of GL_VERTEX_ARRAY and its like; ~0 for anything else. Texture coordinates: of the client's active unit.
uint32_t clientArraySlot(const Context& ctx, uint32_t array);
bool isClientArrayEnabled(const Context& ctx, uint32_t slot);
// GL_VERTEX_ARRAY_POINTER and its like.
bool isClientArrayPointer(uint32_t name);
const void* clientArrayPointer(const Context& ctx, uint32_t name);

}  // namespace gl
