// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/gles/functions.h"

namespace gles {

// Draws once with the current context and leaves nothing behind; first_draw.cpp says why.
void drawOnce(Functions& functions);

}  // namespace gles
