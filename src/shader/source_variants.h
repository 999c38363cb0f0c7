// SPDX-License-Identifier: Apache-2.0
// Applications write for drivers, which take more than the letter of an old GLSL version. When glslang
// refuses a source for such a reason, it gets the same source again under more generous circumstances.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shader/reflect.h"

namespace shader {

struct SourceVariant {
  std::string preamble;  // stands in front of the source without moving its line numbers
  std::string text;
};

// What is tried first: the source itself.
SourceVariant plainVariant(Stage stage, std::string_view source);

// What is worth another try, given the log of the first one; often nothing. Line numbers stay.
std::vector<SourceVariant> generousVariants(Stage stage, std::string_view source, std::string_view log);

}  // namespace shader
