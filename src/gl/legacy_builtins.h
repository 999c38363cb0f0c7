// SPDX-License-Identifier: Apache-2.0
// What a program wants of the compatibility profile: its built-in uniforms (gl_ModelViewMatrix and so on, and
// gl_DepthRange in every profile) and its conventional attributes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gl/legacy.h"

namespace gl {

// Computed once per executable, and kept in it.
struct BuiltinPlan {
  using Read = void (*)(const Context& ctx, uint32_t index, float (&out)[16]);
  struct Entry {
    const shader::Uniform* uniform;
    Read read;
    uint32_t index;                 // first element, of lights and the like
    state::BuiltinGroup group;
  };
  struct Attribute {
    uint32_t slot, location;
  };
  std::vector<Entry> entries;
  std::vector<Attribute> attributes;
  uint32_t conventionalLocations = 0;   // mask of attributes[].location
  bool lacksVertex = false, lacksFragment = false;
  bool hasNothing = false;              // linked without shaders: the fixed functions draw
  // What of the application's shaders concerns fixed functions; false where a stage is made of several shaders.
  bool writesClipVertex = false, writesBackColor = false, canTestAlpha = false;
  // For a program that stands in for another: the other's uniforms and their namesakes here.
  std::vector<std::pair<const shader::Uniform*, const shader::Uniform*>> copies;
  bool knowsCopies = false;
  // State at which each group was last filled.
  std::array<uint64_t, static_cast<size_t>(state::BuiltinGroup::Count)> serials{};
  bool isEmpty() const { return entries.empty() && attributes.empty(); }
};

BuiltinPlan& builtinsOf(state::Executable& executable);
// Brings the default blocks up to date.
void fillBuiltins(Context& ctx, state::Executable& executable, BuiltinPlan& plan);

}  // namespace gl
