// SPDX-License-Identifier: Apache-2.0
// What every shipped library does when it is loaded: install hooks. Nothing is opened or started here,
// because a program may load us without ever using us.
#include "lib/winsys_screen.h"
#include "winsys/vendor.h"
#ifdef MOBILEGL_HAVE_GLES
#include "backends/gles/backend.h"
#endif

namespace {

void passGlvndExports([[maybe_unused]] const void* exports) {
#ifdef MOBILEGL_HAVE_GLES
  gles::setGlvndExports(static_cast<const __EGLapiExportsRec*>(exports));
#endif
}

[[gnu::constructor]] void installHooks() {
  winsys::setScreenOpener(lib::openWinsysScreen);
  winsys::setGlvndExportsHook(passGlvndExports);
}

}  // namespace
