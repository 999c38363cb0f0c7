// SPDX-License-Identifier: Apache-2.0
// Words that GLSL 1.30 reserved and that older sources use as ordinary names. The compiler refuses them in every
// version, so it sees other names; everything that leaves it (SPIR-V, logs, reflection) has the application's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shader {

// The first version in which the words are reserved.
inline constexpr int kWordsReservedVersion = 130;

// Macros for the preamble that rename those of the words that the source has; empty if it has none.
std::string renamingPreamble(std::string_view source);

// The application's names again.
std::string withoutRenaming(std::string text);
void undoRenaming(std::vector<uint32_t>& spirv);  // OpName, OpMemberName

}  // namespace shader
