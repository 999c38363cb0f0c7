// SPDX-License-Identifier: Apache-2.0
// What the driver can do, minus what lowering uses, found by asking and by trying.
#pragma once

#include "backends/gles/functions.h"
#include "backends/gles/objects.h"

namespace gles {

// Fills extensions, caps and driver limits of `shared`, whose root context is current. `functions` is loaded.
void probeCaps(Functions& functions, Shared& shared);

}  // namespace gles
