// SPDX-License-Identifier: Apache-2.0
// GLSL to linked SPIR-V: pure functions, callable from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shader/reflect.h"

namespace shader {

// Numbers that GLSL's gl_Max… constants and link checks need. All counts.
struct Limits {
  int maxVertexAttribs = 16, maxDrawBuffers = 8, maxDualSourceDrawBuffers = 1;
  int maxVertexUniformComponents = 4096, maxFragmentUniformComponents = 4096, maxGeometryUniformComponents = 4096;
  int maxVaryingComponents = 124, maxVertexOutputComponents = 128, maxFragmentInputComponents = 128;
  int maxTextureUnits = 16, maxCombinedTextureUnits = 80, maxVertexTextureUnits = 16;
  int maxUniformBlocksPerStage = 12, maxCombinedUniformBlocks = 60, maxUniformBlockBytes = 65536;
  int maxClipDistances = 8, maxTextureCoords = 8, maxClipPlanes = 8, maxLights = 8;
  int minTexelOffset = -8, maxTexelOffset = 7;
  int maxGeometryOutputVertices = 256, maxGeometryTotalOutputComponents = 1024;
  int maxXfbSeparateComponents = 4, maxXfbInterleavedComponents = 64, maxXfbSeparateAttribs = 4;
  int maxSamples = 4;
  int glslVersion = 330;      // highest accepted, e.g. 330
  bool compatibility = false; // compatibility profile context: profile keyword and old built-ins allowed
};

class CompiledStage;  // parsed source of one shader object, kept for linking; immutable

struct CompileResult {
  std::shared_ptr<const CompiledStage> stage;  // null on failure
  std::string infoLog;                         // with the application's own line numbers
};
// `source` is the concatenation of the application's strings, unchanged. Never throws.
CompileResult compile(Stage stage, std::string_view source, const Limits& limits);

struct LinkInput {
  std::vector<std::shared_ptr<const CompiledStage>> stages;  // several of one stage are allowed
  std::vector<std::pair<std::string, uint32_t>> attribBindings;    // glBindAttribLocation
  using FragDataBinding = shader::FragDataBinding;
  std::vector<FragDataBinding> fragDataBindings;                   // glBindFragDataLocation(Indexed)
  std::vector<std::string> xfbVaryings;
  uint32_t xfbMode = 0;
  bool separable = false;
};
struct LinkResult {
  std::shared_ptr<const Program> program;  // null on failure
  std::string infoLog;
};
LinkResult link(const LinkInput& input, const Limits& limits);

}  // namespace shader
