// SPDX-License-Identifier: Apache-2.0
// What the two vendor faces for glvnd need from whoever composes the library.
#pragma once

namespace winsys {

// Called once when glvnd's libEGL loads us, with its export table: a driver below must be given the same one,
// because the table is process-wide in some driver libraries. lib installs it before __egl_Main can be
// called.
using GlvndExportsHook = void (*)(const void* exports);
void setGlvndExportsHook(GlvndExportsHook hook);

}  // namespace winsys
