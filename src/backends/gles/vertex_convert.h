// SPDX-License-Identifier: Apache-2.0
// Vertex attributes that ES cannot fetch, converted from the buffer's contents at the draw.
#pragma once

#include "backends/gles/driver_state.h"
#include "pipe/types.gen.h"

namespace gles {

// Bytes of one component (packed types: of the whole attribute); 0 for a number that is no vertex type.
uint32_t vertexTypeBytes(uint32_t type);
bool needsConversion(const pipe::VertexElement& element, bool driverHasBgra);
// Type of the converted attribute: GL_FLOAT, or the same bytes in RGBA order.
uint16_t convertedType(const pipe::VertexElement& element);
// Fills `target` with every element of `source` from its offset on, tightly; gives the stride, 0 if there is nothing.
uint32_t convertVertices(Functions& functions, DriverState& state, const Buffer& buffer,
                         const pipe::VertexBuffer& source, const pipe::VertexElement& element, Buffer& target);

}  // namespace gles
