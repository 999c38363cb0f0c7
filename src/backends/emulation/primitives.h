// SPDX-License-Identifier: Apache-2.0
// Primitives of GL as lists of ones that every driver draws. Pure functions on indices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/gl_enums.gen.h"

namespace emulation {

// What polygons become: glPolygonMode.
enum class Fill : uint8_t { Triangles, Lines, Points };

// Whether the mode's primitives have an inside.
bool isPolygonMode(uint32_t mode);
// Mode of the list that appendPrimitives() makes; the mode itself where it has no list (adjacency, patches).
uint32_t listMode(uint32_t mode, Fill fill);
// Points, lines or triangles that so many vertices without a restart make.
uint32_t primitiveCount(uint32_t mode, uint32_t vertices);
// Appends the list for one run of vertices without restarts. firstVertex: flat values come from the first vertex of a
// primitive; in the list, they come from the last.
void appendPrimitives(uint32_t mode, std::span<const uint32_t> run, Fill fill, bool firstVertex,
                      std::vector<uint32_t>& out);

}  // namespace emulation
