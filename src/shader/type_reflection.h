// SPDX-License-Identifier: Apache-2.0
// SPIR-V types seen as GL sees them: enumerants, locations, and the leaves of structures with their GL names.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "shader/spirv/types.h"

namespace shader {

// GL_FLOAT_VEC4, GL_SAMPLER_2D, … of a type without arrays; 0 for structures.
uint32_t glTypeOf(const spirv::Module& m, uint32_t type);
// How GLSL writes such a type, for messages.
std::string glslTypeName(const spirv::Module& m, uint32_t type);
// GL_RGBA8 … of an image type, 0 if it declares none.
uint32_t glImageFormat(const spirv::Module& m, uint32_t imageType);
// Interface locations that a varying, an attribute or an output of this type takes.
uint32_t locationCount(const spirv::Module& m, uint32_t type, bool wideDoubles = true);
// Scalar components of a type, all arrays and members counted.
uint32_t componentTotal(const spirv::Module& m, uint32_t type);

struct Leaf {
  std::string name;   // "s.m", "b[1].x", "a[0]"
  uint32_t type = 0;  // as declared (bool stays bool), without its innermost array
  uint32_t arraySize = 1;
  bool isArray = false;
  int32_t offsetBytes = 0;  // when the stored type has layout
  int32_t arrayStrideBytes = 0, matrixStrideBytes = 0;
  bool rowMajor = false;
};

// Walks `declared` by GL's naming rules. `stored` is the same type with layout decorations, or the same id.
void forEachLeaf(const spirv::Module& m, uint32_t declared, uint32_t stored, const std::string& name,
                 const std::function<void(const Leaf&)>& visit);

// Removes "[…]" everywhere, so that members compare by declaration.
std::string withoutSubscripts(std::string_view name);

}  // namespace shader
