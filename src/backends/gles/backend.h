// SPDX-License-Identifier: Apache-2.0
// The back end for OpenGL ES 3.1 and 3.2 drivers.
#pragma once

#include <memory>

#include "base/result.h"
#include "pipe/screen.h"

struct __EGLapiExportsRec;

namespace gles {

// Loads the driver, opens its display, probes it. Fails with one sentence that says what was tried. Any thread; no
// native context stays current.
base::Result<std::unique_ptr<pipe::Backend>> createBackend();

// The table that glvnd gave to our vendor library, to be passed on to the driver below. Call before createBackend().
void setGlvndExports(const __EGLapiExportsRec* exports);

}  // namespace gles
