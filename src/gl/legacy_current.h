// SPDX-License-Identifier: Apache-2.0
// Current values of attributes, and the vertices that take them between glBegin and glEnd.
#pragma once

#include <cstdint>

#include "gl/legacy.h"

namespace gl {

// Sets a conventional attribute; the vertex slot ends a vertex inside glBegin/glEnd and does nothing outside.
void setCurrent(Context& ctx, uint32_t slot, float x, float y, float z, float w);
// glVertexAttrib* inside glBegin/glEnd; the generic value itself is set by the caller. Index 0 ends a vertex.
void immediateGeneric(Context& ctx, uint32_t index, uint32_t kind, const uint32_t (&bits)[4]);
// Before state changes inside glBegin/glEnd that vertices do not carry: draws the primitives that are complete.
void flushImmediate(Context& ctx);
// Sets all that vertex `index` of the enabled arrays has, the vertex last; or puts that into the list in the making.
void arrayElementAt(Context& ctx, int64_t index);
void recordArrayElement(Context& ctx, int64_t index);

}  // namespace gl
