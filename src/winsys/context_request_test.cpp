// SPDX-License-Identifier: Apache-2.0
#include "winsys/context_request.h"

#include <gtest/gtest.h>

#include "winsys/egl_context_attributes.h"

namespace winsys {
namespace {

gl::ContextConfig resolve(const ContextRequest& request, RequestProblem expected = RequestProblem::None) {
  const gl::DeviceInfo device;  // 3.3 in both profiles
  RequestProblem problem;
  const auto config = resolveRequest(request, device, problem);
  EXPECT_EQ(problem, expected) << problemSentence(problem);
  return config;
}

// Programs that say nothing about versions were written for the compatibility profile.
TEST(ContextRequest, LegacyMeansCompatibility) {
  const auto config = resolve({});
  EXPECT_FALSE(config.core);
  EXPECT_EQ(config.majorVersion * 10 + config.minorVersion, 33);
}

// From 3.2 on the profile counts, and core is the default.
TEST(ContextRequest, Profiles) {
  EXPECT_TRUE(resolve({.major = 3, .minor = 2}).core);
  EXPECT_FALSE(resolve({.major = 3, .minor = 3, .profileMask = kCompatibilityProfileBit}).core);
  EXPECT_FALSE(resolve({.major = 3, .minor = 1}).core);
  EXPECT_TRUE(resolve({.major = 3, .minor = 0, .forwardCompatible = true}).core);
  resolve({.major = 3, .minor = 2, .profileMask = 0}, RequestProblem::BadProfile);
  resolve({.major = 3, .minor = 2, .profileMask = 3}, RequestProblem::BadProfile);
}

// Versions that never existed are told apart from versions that are out of reach.
TEST(ContextRequest, Versions) {
  resolve({.major = 3, .minor = 4}, RequestProblem::BadVersion);
  resolve({.major = 0, .minor = 9}, RequestProblem::BadVersion);
  resolve({.major = 4, .minor = 5}, RequestProblem::Unsupported);
  resolve({.major = 2, .minor = 1, .forwardCompatible = true}, RequestProblem::Contradiction);
  resolve({.debug = true, .noError = true}, RequestProblem::Contradiction);
}

// The attribute list of EGL reaches the request; flags and single attributes are the same thing.
TEST(ContextRequest, EglAttributes) {
  const EGLint list[] = {EGL_CONTEXT_MAJOR_VERSION,
                         3,
                         EGL_CONTEXT_MINOR_VERSION,
                         3,
                         EGL_CONTEXT_OPENGL_DEBUG,
                         EGL_TRUE,
                         EGL_CONTEXT_FLAGS_KHR,
                         EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR,
                         EGL_NONE};
  ContextRequest request;
  ASSERT_EQ(parseContextAttributes(list, request), EGL_SUCCESS);
  EXPECT_EQ(request.major * 10 + request.minor, 33);
  EXPECT_TRUE(request.debug && request.forwardCompatible && !request.robust);
  const EGLint badFlag[] = {EGL_CONTEXT_FLAGS_KHR, 0x80, EGL_NONE};
  EXPECT_EQ(parseContextAttributes(badFlag, request), EGL_BAD_ATTRIBUTE);
  const EGLint unknown[] = {EGL_DEPTH_SIZE, 1, EGL_NONE};
  EXPECT_EQ(parseContextAttributes(unknown, request), EGL_BAD_ATTRIBUTE);
}

}  // namespace
}  // namespace winsys
