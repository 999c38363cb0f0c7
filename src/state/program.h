// SPDX-License-Identifier: Apache-2.0
// Shader and program objects with the values of the default block (GL 4.6 core §7).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/gl_enums.gen.h"
#include "shader/reflect.h"
#include "state/object.h"

namespace shader {
class CompiledStage;
}

namespace state {

struct Shader : Object {
  Shader(uint32_t glName, shader::Stage s, uint32_t type) : Object(glName), stage(s), glType(type) {}
  shader::Stage stage;
  uint32_t glType;
  std::string source;
  std::string infoLog;
  bool compiled = false;
  std::shared_ptr<const shader::CompiledStage> result;
  uint32_t attachCount = 0;
  bool deletePending = false;
};

// Bytes of one stage's default block that changed since the tracker last sent them.
struct DirtyRange {
  uint32_t begin = ~0u, end = 0;
  bool empty() const { return begin >= end; }
  void add(uint32_t from, uint32_t to) {
    if (from < begin) begin = from;
    if (to > end) end = to;
  }
  void clear() { begin = ~0u, end = 0; }
};

// A successful link: immutable facts plus the values that glUniform* and friends change.
struct Executable {
  std::shared_ptr<const shader::Program> program;
  const uint64_t identity = nextSerial();
  std::array<std::vector<std::byte>, shader::kStageCount> blocks;  // default block images
  std::array<DirtyRange, shader::kStageCount> dirty;
  std::vector<uint32_t> samplerUnits;        // by sampler slot
  std::vector<uint32_t> imageUnits;          // by image slot
  std::vector<uint32_t> uniformBlockBindings;  // by uniformBlocks index
  std::vector<uint32_t> storageBlockBindings;
  uint64_t bindingSerial = nextSerial();     // moves when units or block bindings change
  std::vector<std::pair<uint32_t, uint32_t>> locations;  // location → {uniform index, element}; first = ~0 if unused
  bool usesDepthTextureMode = false;         // compatibility
  std::shared_ptr<void> builtins;            // gl/legacy_builtins.h: what its gl_* uniforms and attributes need
  TrackerSlot pipe;
};

struct Program : Object {
  using Object::Object;
  std::vector<std::shared_ptr<Shader>> shaders;
  std::vector<std::pair<std::string, uint32_t>> attribBindings;
  std::vector<shader::FragDataBinding> fragDataBindings;
  std::vector<std::string> xfbVaryings;
  uint32_t xfbMode = glenum::INTERLEAVED_ATTRIBS_;
  bool separable = false, retrievable = false;
  bool linked = false, validated = false, deletePending = false;
  std::string infoLog;
  uint32_t useCount = 0;                     // contexts in which it is current
  // The newest successful link. A failed relink keeps the old one for contexts that use it (§7.3).
  std::shared_ptr<Executable> executable;
};

}  // namespace state
