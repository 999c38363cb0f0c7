// SPDX-License-Identifier: Apache-2.0
// How GL's texture targets and boxes map to those of ES.
#pragma once

#include "backends/gles/objects.h"

namespace gles {

// The ES target that stands for a GL one; 0 if there is none.
GLenum esTargetOf(GLenum target);
// Targets whose images have layers or slices (not single cube maps, whose faces are images of their own).
bool isLayeredTarget(GLenum esTarget);
// A box of the pipe in the texture's ES coordinates.
pipe::Box esBoxOf(const Texture& texture, const pipe::Box& box);

}  // namespace gles
