// SPDX-License-Identifier: Apache-2.0
#include "winsys/context_request.h"

namespace winsys {
namespace {

constexpr int kLastMinor[] = {-1, 5, 1, 3, 6};  // by major version

bool versionExists(int major, int minor) {
  return major >= 1 && major <= 4 && minor >= 0 && minor <= kLastMinor[major];
}

}  // namespace

gl::ContextConfig resolveRequest(const ContextRequest& request, const gl::DeviceInfo& device,
                                 RequestProblem& problem) {
  gl::ContextConfig config;
  problem = RequestProblem::None;
  const int version = request.major * 10 + request.minor;
  if (!versionExists(request.major, request.minor)) {
    problem = RequestProblem::BadVersion;
    return config;
  }
  if (request.forwardCompatible && version < 30) {
    problem = RequestProblem::Contradiction;
    return config;
  }
  if (request.noError && (request.debug || request.robust)) {
    problem = RequestProblem::Contradiction;
    return config;
  }
  if (version >= 32) {
    if (request.profileMask != kCoreProfileBit && request.profileMask != kCompatibilityProfileBit) {
      problem = RequestProblem::BadProfile;
      return config;
    }
    config.core = request.profileMask == kCoreProfileBit;
  } else {
    // Before profiles existed, only a forward-compatible context lacks what was deprecated. A 3.1 context
    // with ARB_compatibility is an answer to a plain request for 3.1.
    config.core = request.forwardCompatible;
  }
  const int newest = config.core ? device.maxCoreVersion : device.maxCompatVersion;
  if (version > newest) {
    problem = RequestProblem::Unsupported;
    return config;
  }
  config.majorVersion = newest / 10;
  config.minorVersion = newest % 10;
  config.forwardCompatible = request.forwardCompatible;
  config.debug = request.debug;
  config.robust = request.robust || request.loseOnReset;
  config.noError = request.noError;
  return config;
}

const char* problemSentence(RequestProblem problem) {
  switch (problem) {
    case RequestProblem::None: break;
    case RequestProblem::BadVersion: return "There is no OpenGL version of that number.";
    case RequestProblem::BadProfile:
      return "The profile mask must name exactly one profile, core or compatibility.";
    case RequestProblem::Unsupported:
      return "The back end's features do not reach the OpenGL version asked for.";
    case RequestProblem::Contradiction: return "The context flags contradict each other or the version.";
  }
  return "";
}

}  // namespace winsys
