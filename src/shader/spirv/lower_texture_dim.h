// SPDX-License-Identifier: Apache-2.0
// For back ends whose driver has no rectangle textures, or none that are one-dimensional: both become 2D ones. The
// back end stores a 1D texture as 2D with one row, a rectangle texture as 2D with one level.
#pragma once

#include "shader/spirv/module.h"

namespace shader::spirv {

// 1D: y is 0.5 for sampling, 0 for fetches; sizes lose it again. Rectangle: coordinates and gradients of
// sampling are divided by the size; fetches are the same.
void lowerTextureDimensions(Module& module);

}  // namespace shader::spirv
