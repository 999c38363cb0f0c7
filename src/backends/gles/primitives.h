// SPDX-License-Identifier: Apache-2.0
// Primitives of GL as lists of ones that ES draws. Pure functions on indices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backends/gles/gl_headers.h"

namespace gles {

// What polygons become: glPolygonMode.
enum class Fill : uint8_t { Triangles, Lines, Points };

// Whether the mode's primitives have an inside.
bool isPolygonMode(GLenum mode);
// Mode of the list that appendPrimitives() makes; the mode itself where it has no list (adjacency, patches).
GLenum listMode(GLenum mode, Fill fill);
// Appends the list for one run of vertices without restarts. firstVertex: flat values come from the first vertex of a
// primitive; in the list, they come from the last, as in ES.
void appendPrimitives(GLenum mode, std::span<const uint32_t> run, Fill fill, bool firstVertex,
                      std::vector<uint32_t>& out);

}  // namespace gles
