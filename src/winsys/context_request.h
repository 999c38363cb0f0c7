// SPDX-License-Identifier: Apache-2.0
// From what an application asks of a new context to what it gets: version and profile rules that
// EGL_KHR_create_context and GLX_ARB_create_context share.
#pragma once

#include <cstdint>

#include "gl/context.h"
#include "gl/device_info.h"

namespace winsys {

inline constexpr uint32_t kCoreProfileBit = 1, kCompatibilityProfileBit = 2;  // EGL's and GLX's values

struct ContextRequest {
  int32_t major = 1, minor = 0;
  uint32_t profileMask = kCoreProfileBit;  // counts from 3.2 on
  bool forwardCompatible = false, debug = false, robust = false, loseOnReset = false, noError = false;
};

enum class RequestProblem { None, BadVersion, BadProfile, Unsupported, Contradiction };

// The config of the context that answers the request: always the newest version that is backwards compatible
// with what was asked for. Without a word about versions that is the compatibility profile. `problem` says
// why not; GLX and EGL have their own errors for each.
gl::ContextConfig resolveRequest(const ContextRequest& request, const gl::DeviceInfo& device,
                                 RequestProblem& problem);
const char* problemSentence(RequestProblem problem);

}  // namespace winsys
