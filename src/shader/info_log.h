// SPDX-License-Identifier: Apache-2.0
// The compiler's messages in the form that GL applications know from drivers: "0:12: error: …".
#pragma once

#include <string>
#include <string_view>

namespace shader {

std::string readableLog(std::string_view compilerLog);

}  // namespace shader
