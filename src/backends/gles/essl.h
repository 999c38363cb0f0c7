// SPDX-License-Identifier: Apache-2.0
// SPIR-V, with the binding convention of shader/reflect.h, to the text of an OpenGL ES shader.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shader/reflect.h"

namespace gles {

struct EsslOptions {
  int version = 320;              // 310 or 320
  uint32_t defaultBlockBase = 0;  // the default block of stage s is bound to defaultBlockBase + s
  bool noperspective = false;  // GL_NV_shader_noperspective_interpolation is there; else varyings are smooth
};

struct EsslResult {
  bool ok = false;
  std::string text;
  std::string error;
  // Outputs of the stage: name in reflection (without subscripts) and in the text, where the two differ. A
  // name for glTransformFeedbackVaryings is found by replacing the longest matching beginning; see
  // emittedName().
  std::vector<std::pair<std::string, std::string>> renamedOutputs;
};

// Samplers, images, uniform, storage and counter buffers are bound to their slots. Never throws.
EsslResult toEssl(std::span<const uint32_t> spirv, shader::Stage stage, const EsslOptions& options);

// Whether a tessellation evaluation or geometry stage turns what comes in into points.
bool emitsPoints(std::span<const uint32_t> spirv);
bool writesPointSize(std::span<const uint32_t> spirv);
bool readsPointCoord(std::span<const uint32_t> spirv);

// How the text spells a transform feedback varying that reflection calls `name`.
std::string emittedName(const EsslResult& result, std::string_view name);

}  // namespace gles
