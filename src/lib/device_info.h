// SPDX-License-Identifier: Apache-2.0
// From the back end's caps to what a GL context may promise.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gl/device_info.h"
#include "pipe/screen.h"

namespace lib {

// Limits less what lowering uses itself and capped by our own tables; versions and extensions by the rules
// below, then as MOBILEGL_GL_VERSION and MOBILEGL_GLSL_VERSION say.
std::shared_ptr<const gl::DeviceInfo> makeDeviceInfo(const pipe::Caps& caps, const std::string& topology);

// A feature of the pipe and the OpenGL version that cannot be reported without it (times ten; 0: no version
// hangs on it, because OpenGL lets an implementation answer "none" or because it only brings an extension).
struct FeatureRule {
  const char* feature;  // as in spec/caps.toml
  int neededBy;
};
std::vector<FeatureRule> featureRules();
// Those that hold a version back and are absent.
std::vector<FeatureRule> missingFeatures(const pipe::Caps& caps);

// An extension is reported if the feature is there (or none is named) and the command has a body (or none is
// named). All commands that gl.xml gives a reported extension must have bodies: extension_table_test.cpp.
struct ExtensionRule {
  const char* name;
  const char* feature;
  const char* command;
  bool legacy = false;  // nothing for the core profile
};
std::vector<ExtensionRule> extensionRules();

}  // namespace lib
