// SPDX-License-Identifier: Apache-2.0
#include "winsys/glx_context_attributes.h"

#include "winsys/glx_headers.h"

namespace winsys {
namespace {

void parseFlags(int flags, GlxContextAttributes& parsed) {
  constexpr int kKnown =
      GLX_CONTEXT_DEBUG_BIT_ARB | GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB | GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB;
  parsed.isKnown &= !(flags & ~kKnown);
  parsed.request.debug = (flags & GLX_CONTEXT_DEBUG_BIT_ARB) != 0;
  parsed.request.forwardCompatible = (flags & GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB) != 0;
  parsed.request.robust = (flags & GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB) != 0;
}

}  // namespace

GlxContextAttributes parseGlxContextAttributes(const int* attributes) {
  GlxContextAttributes parsed;
  for (; attributes && attributes[0] != 0; attributes += 2) {
    const int value = attributes[1];
    switch (attributes[0]) {
      case GLX_CONTEXT_MAJOR_VERSION_ARB: parsed.request.major = value; break;
      case GLX_CONTEXT_MINOR_VERSION_ARB: parsed.request.minor = value; break;
      case GLX_CONTEXT_PROFILE_MASK_ARB: parsed.request.profileMask = static_cast<uint32_t>(value); break;
      case GLX_CONTEXT_FLAGS_ARB: parseFlags(value, parsed); break;
      case GLX_CONTEXT_OPENGL_NO_ERROR_ARB: parsed.request.noError = value != 0; break;
      case GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB:
        parsed.isKnown &= value == GLX_NO_RESET_NOTIFICATION_ARB || value == GLX_LOSE_CONTEXT_ON_RESET_ARB;
        parsed.request.loseOnReset = value == GLX_LOSE_CONTEXT_ON_RESET_ARB;
        break;
      case GLX_RENDER_TYPE: parsed.wantsColorIndex = value != GLX_RGBA_TYPE; break;
      default: parsed.isKnown = false; break;
    }
  }
  return parsed;
}

}  // namespace winsys
