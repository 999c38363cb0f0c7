// SPDX-License-Identifier: Apache-2.0
// The only door to glslang: GLSL sources of one stage in, raw SPIR-V (OpenGL flavoured, not yet lowered) out.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shader/compile.h"

namespace shader {

struct FrontResult {
  bool parsed = false;  // the sources are valid GLSL each
  bool linked = false;  // and complete as a stage: there is a main, every called function has a body
  int version = 0;      // highest of the sources
  bool compatibility = false;
  std::vector<uint32_t> spirv;  // when linked
  // Members of named blocks that the source declares bool: "Block.member". SPIR-V has them as unsigned.
  std::set<std::string> boolMembers;
  std::string log;
};

// Parses each source as one shader object of `stage` and links them to one module. Never throws.
FrontResult runFront(Stage stage, const std::vector<std::string_view>& sources, const Limits& limits);

}  // namespace shader
