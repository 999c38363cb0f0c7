// SPDX-License-Identifier: Apache-2.0
// A SPIR-V module as lists of instructions by section: parse words, edit in place, emit words again.
//
// Passes edit the lists directly. Three rules keep that safe:
//   * Removing an instruction outside of `code` means `kill()`: it turns into OpNop, positions stay, emit
//   skips it.
//   * `globals` only grows at its end, so whatever a new instruction names is already in front of it. A
//   variable
//     whose type changes is killed and declared again at the end under its old id.
//   * `code` (all function bodies, one flat list) is rewritten as a whole with `rewriteCode`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <spirv/unified1/spirv.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace shader::spirv {

struct Instruction {
  spv::Op op = spv::OpNop;
  uint32_t type = 0;    // result type id, 0 if the opcode has none
  uint32_t result = 0;  // result id, 0 if the opcode has none
  std::vector<uint32_t> operands;
};

// Literal strings are nul-terminated and padded to whole words.
std::vector<uint32_t> packString(std::string_view text);
std::string unpackString(std::span<const uint32_t> words, size_t* wordsUsed = nullptr);

class Module {
 public:
  // Refuses what is not a module at all (magic number, instruction lengths, result ids beyond the bound).
  static std::optional<Module> parse(std::span<const uint32_t> words);
  std::vector<uint32_t> emit() const;

  uint32_t version = 0x00010000;
  uint32_t bound = 1;
  std::vector<Instruction> capabilities, extensions, imports, memoryModel;
  std::vector<Instruction> entryPoints, executionModes;
  std::vector<Instruction> debugSource, names, annotations;
  std::vector<Instruction> globals;  // types, constants, variables
  std::vector<Instruction> code;     // functions

  uint32_t freshId() { return bound++; }

  // Definition in `globals`, or null. The pointer lives until `globals` grows.
  const Instruction* global(uint32_t id) const;
  Instruction* global(uint32_t id);
  uint32_t addGlobal(spv::Op op, uint32_t type, std::vector<uint32_t> operands);  // returns the new result id
  void redefine(uint32_t id, spv::Op op, uint32_t type, std::vector<uint32_t> operands);
  static void kill(Instruction& instruction) { instruction = Instruction{}; }

  std::string name(uint32_t id) const;
  std::string memberName(uint32_t structType, uint32_t member) const;
  void setName(uint32_t id, std::string_view text);
  void setMemberName(uint32_t structType, uint32_t member, std::string_view text);

  // First literal of a decoration (0 for one without operands), or nothing.
  std::optional<uint32_t> decoration(uint32_t id, spv::Decoration kind) const;
  std::optional<uint32_t> memberDecoration(uint32_t structType, uint32_t member, spv::Decoration kind) const;
  void decorate(uint32_t id, spv::Decoration kind, std::initializer_list<uint32_t> literals = {});
  void decorateMember(uint32_t structType, uint32_t member, spv::Decoration kind,
                      std::initializer_list<uint32_t> literals = {});
  void setDecoration(uint32_t id, spv::Decoration kind, uint32_t literal);  // replaces an earlier one
  void removeDecoration(uint32_t id, spv::Decoration kind);
  void removeMemberDecoration(uint32_t structType, uint32_t member, spv::Decoration kind);
  // Copies the decorations of one member to a variable of its own.
  void copyMemberDecorations(uint32_t structType, uint32_t member, uint32_t toId);
  void copyDecorations(uint32_t fromId, uint32_t toId);

  uint32_t entryFunction() const;  // 0 if there is none
  void addCapability(spv::Capability capability);
  void addExtension(std::string_view name);
  bool hasCapability(spv::Capability capability) const;
  uint32_t glslImport();  // id of GLSL.std.450, imported when missing

 private:
  mutable std::unordered_map<uint32_t, size_t> mGlobalIndex;
  mutable size_t mIndexed = 0;
};

using Emit = std::vector<Instruction>;
// Calls `visit` for each instruction of all functions; it appends what shall stand there to the output.
void rewriteCode(Module& module, const std::function<void(Instruction&, Emit&)>& visit);
// Replaces ids in operands of functions (never results). Chains in the map are followed.
void replaceIds(Module& module, const std::unordered_map<uint32_t, uint32_t>& replacements);
// Result types of all values: globals and function bodies.
std::vector<uint32_t> valueTypes(const Module& module);

}  // namespace shader::spirv
