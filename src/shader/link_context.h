// SPDX-License-Identifier: Apache-2.0
// What the steps of one link share. Each step is a function over this; the first error ends the link.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "shader/compile.h"
#include "shader/spirv/module.h"
#include "shader/type_reflection.h"

namespace shader {

struct LinkedStage {
  Stage stage = Stage::Vertex;
  int version = 110;
  spirv::Module module;
  std::set<std::string> boolMembers;
  // Opaque variables that stand for members of structures: one name for each run of elements.
  std::unordered_map<uint32_t, std::vector<Leaf>> flattened;
  uint32_t defaultBlockBytes = 0;
  std::vector<std::byte> defaultBlockInit;
};

struct LinkContext {
  const LinkInput& input;
  const Limits& limits;
  std::vector<LinkedStage> stages;  // pipeline order
  Program program;
  std::string log;
  bool failed = false;

  void error(const std::string& message) {
    log += "error: " + message + "\n";
    failed = true;
  }
  LinkedStage* find(Stage stage) {
    for (LinkedStage& s : stages)
      if (s.stage == stage) return &s;
    return nullptr;
  }
};

const char* stageName(Stage stage);  // "vertex", …

// Built-in variables that GLSL declares begin with this; applications may not.
inline bool isBuiltinName(std::string_view name) {
  return name.starts_with("gl_");
}

// From this version on, stages need not repeat each other's interpolation.
inline constexpr int kFreeInterpolationVersion = 440;

// The name under which a varying of the compatibility profile meets its partner: members of built-in
// interfaces are called differently on the two sides.
std::string interfaceName(const std::string& name);  // check_declarations.cpp

// The steps, in the order in which linkStages() runs them.
void checkDeclarations(LinkContext& context);                         // check_declarations.cpp
void splitBuiltinBlocks(spirv::Module& module);                       // lower_builtin_blocks.cpp
void specializeCalls(spirv::Module& module);                          // specialize_calls.cpp
void flattenOpaqueStructs(LinkContext& context, LinkedStage& stage);  // lower_opaque_structs.cpp
void lowerStructVaryings(LinkContext& context);                       // lower_struct_varyings.cpp
void lowerFragmentOutputs(LinkContext& context);                      // lower_fragment_outputs.cpp
void matchVaryings(LinkContext& context);                             // match_varyings.cpp
void assignAttributes(LinkContext& context);                          // assign_attributes.cpp
void gatherDefaultBlocks(LinkContext& context);                       // gather_uniforms.cpp
void assignUniformLocations(LinkContext& context);                    // gather_uniforms.cpp
void assignBlocks(LinkContext& context);                              // assign_blocks.cpp
void assignOpaques(LinkContext& context);                             // assign_opaques.cpp
void recordTransformFeedback(LinkContext& context);                   // transform_feedback.cpp
void reflectExecution(LinkContext& context);                          // reflect_execution.cpp

// Merges a uniform of one stage into the program's list; null after a conflict. uniform_table.cpp
Uniform* mergeUniform(LinkContext& context, const LinkedStage& stage, Uniform uniform);

}  // namespace shader
