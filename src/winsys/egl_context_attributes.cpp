// SPDX-License-Identifier: Apache-2.0
#include "winsys/egl_context_attributes.h"

#include "winsys/egl_display.h"

namespace winsys {
namespace {

EGLint parseBoolean(EGLint value, bool& out) {
  if (value != EGL_TRUE && value != EGL_FALSE) return EGL_BAD_ATTRIBUTE;
  out = value == EGL_TRUE;
  return EGL_SUCCESS;
}

EGLint parseFlags(EGLint flags, ContextRequest& request) {
  constexpr EGLint kKnown = EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR |
                            EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR;
  if (flags & ~kKnown) return EGL_BAD_ATTRIBUTE;
  request.debug |= (flags & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0;
  request.forwardCompatible |= (flags & EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR) != 0;
  request.robust |= (flags & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR) != 0;
  return EGL_SUCCESS;
}

EGLint parseOne(EGLint name, EGLint value, ContextRequest& request) {
  switch (name) {
    case EGL_CONTEXT_MAJOR_VERSION: request.major = value; return EGL_SUCCESS;
    case EGL_CONTEXT_MINOR_VERSION: request.minor = value; return EGL_SUCCESS;
    case EGL_CONTEXT_OPENGL_PROFILE_MASK:
      request.profileMask = static_cast<uint32_t>(value);
      return EGL_SUCCESS;
    case EGL_CONTEXT_FLAGS_KHR: return parseFlags(value, request);
    case EGL_CONTEXT_OPENGL_DEBUG: return parseBoolean(value, request.debug);
    case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE: return parseBoolean(value, request.forwardCompatible);
    case EGL_CONTEXT_OPENGL_ROBUST_ACCESS:
    case EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT: return parseBoolean(value, request.robust);
    case EGL_CONTEXT_OPENGL_NO_ERROR_KHR: return parseBoolean(value, request.noError);
    case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY:
    case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
      if (value != EGL_NO_RESET_NOTIFICATION && value != EGL_LOSE_CONTEXT_ON_RESET) return EGL_BAD_ATTRIBUTE;
      request.loseOnReset = value == EGL_LOSE_CONTEXT_ON_RESET;
      return EGL_SUCCESS;
    default: return EGL_BAD_ATTRIBUTE;
  }
}

}  // namespace

EGLint parseContextAttributes(const EGLint* attributes, ContextRequest& request) {
  return forEachAttribute(attributes,
                          [&](EGLint name, EGLint value) { return parseOne(name, value, request); });
}

}  // namespace winsys
