// SPDX-License-Identifier: Apache-2.0
// Names of uniforms and other resources as applications write them: "a", "a[3]", "s[1].m".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "shader/reflect.h"

namespace gl {

// The element of a resource that `wanted` names, if it names that resource. Arrays are stored as "a[0]"; "a"
// means element 0, "a[k]" element k < arraySize. Leading zeros, signs and spaces in a subscript name nothing
// (§7.3.1.1).
std::optional<uint32_t> elementNamed(std::string_view stored, bool isArray, int32_t arraySize,
                                     std::string_view wanted);

// Location of a uniform of the default block, -1 if there is none of that name.
int32_t uniformLocation(const shader::Program& program, std::string_view name);
// Index among the active uniforms, ~0 if none: only whole variables have one, so subscripts other than [0]
// fail.
uint32_t uniformIndex(const shader::Program& program, std::string_view name);

}  // namespace gl
