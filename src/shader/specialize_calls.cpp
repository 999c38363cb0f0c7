// SPDX-License-Identifier: Apache-2.0
// A function that takes a structure with samplers gets it as a pointer to a uniform. Such structures are
// about to be taken apart (lower_opaque_structs.cpp), so each call gets a copy of the function that names the
// uniform itself.
#include <algorithm>

#include "shader/link_context.h"
#include "shader/spirv/operands.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

constexpr int kMostCopies = 256;

struct Argument {
  uint32_t variable = 0;
  std::vector<uint32_t> indices;  // constants
};

class Specializer {
 public:
  explicit Specializer(Module& module) : m(module) {}

  void run() {
    for (int copies = 0; copies < kMostCopies; ++copies)
      if (!specializeOne()) break;
    dropUnusedChains();
  }

 private:
  bool isStructPointer(uint32_t type) const {
    const uint32_t target = pointee(m, type);
    return target != 0 && storageOf(m, type) == spv::StorageClassUniformConstant &&
           isStruct(m, withoutArrays(m, target)) && containsOpaque(m, target);
  }

  // The uniform behind an argument; nothing for a parameter of the caller, or if an index is not constant.
  std::optional<Argument> resolve(uint32_t id) const {
    Argument result;
    for (;;) {
      if (const Instruction* global = m.global(id); global && global->op == spv::OpVariable) {
        result.variable = id;
        return result;
      }
      const auto chain = std::find_if(m.code.begin(), m.code.end(), [&](const Instruction& i) {
        return i.result == id && i.op == spv::OpAccessChain;
      });
      if (chain == m.code.end()) return {};
      for (size_t k = 1; k < chain->operands.size(); ++k)
        if (!constantValue(m, chain->operands[k])) return {};
      result.indices.insert(result.indices.begin(), chain->operands.begin() + 1, chain->operands.end());
      id = chain->operands[0];
    }
  }

  bool specializeOne() {
    const std::vector<uint32_t> types = valueTypes(m);
    for (size_t at = 0; at < m.code.size(); ++at) {
      if (m.code[at].op != spv::OpFunctionCall) continue;
      for (size_t k = 1; k < m.code[at].operands.size(); ++k) {
        if (!isStructPointer(types[m.code[at].operands[k]])) continue;
        const auto argument = resolve(m.code[at].operands[k]);
        if (!argument) continue;
        const uint32_t copy = copyFunction(m.code[at].operands[0], k - 1, *argument);
        m.code[at].operands[0] = copy;
        m.code[at].operands.erase(m.code[at].operands.begin() + static_cast<ptrdiff_t>(k));
        return true;
      }
    }
    return false;
  }

  uint32_t typeWithoutParameter(uint32_t functionType, size_t parameter) {
    std::vector<uint32_t> operands = m.global(functionType)->operands;
    operands.erase(operands.begin() + 1 + static_cast<ptrdiff_t>(parameter));
    for (const Instruction& i : m.globals)
      if (i.op == spv::OpTypeFunction && i.operands == operands) return i.result;
    return m.addGlobal(spv::OpTypeFunction, 0, std::move(operands));
  }

  // Appends a copy in which the parameter is the uniform; returns its id.
  uint32_t copyFunction(uint32_t function, size_t parameter, const Argument& argument) {
    const auto begin = std::find_if(m.code.begin(), m.code.end(), [&](const Instruction& i) {
      return i.op == spv::OpFunction && i.result == function;
    });
    const auto end =
        std::find_if(begin, m.code.end(), [](const Instruction& i) { return i.op == spv::OpFunctionEnd; });
    std::vector<Instruction> body(begin, end + 1);
    std::unordered_map<uint32_t, uint32_t> renamed;
    for (const Instruction& i : body)
      if (i.result != 0) renamed[i.result] = m.freshId();

    Emit copy;
    size_t seen = 0;
    uint32_t parameterId = 0, parameterType = 0;
    for (Instruction& i : body) {
      if (i.op == spv::OpFunctionParameter && seen++ == parameter) {
        parameterId = i.result;
        parameterType = i.type;
        if (argument.indices.empty()) renamed[parameterId] = argument.variable;
        continue;
      }
      if (i.op == spv::OpFunction) i.operands[1] = typeWithoutParameter(i.operands[1], parameter);
      rename(i, renamed, parameterId, argument);
      copy.push_back(std::move(i));
      // The pointer for uses other than access chains stands behind the variables of the first block.
      if (!argument.indices.empty() && copy.size() >= 2 && parameterId != 0)
        placePointer(copy, renamed[parameterId], parameterType, argument);
    }
    m.setName(renamed[function], m.name(function));
    m.code.insert(m.code.end(), std::make_move_iterator(copy.begin()), std::make_move_iterator(copy.end()));
    return renamed[function];
  }

  static void rename(Instruction& i, const std::unordered_map<uint32_t, uint32_t>& renamed,
                     uint32_t parameter, const Argument& argument) {
    if (i.op == spv::OpAccessChain && parameter != 0 && i.operands[0] == parameter) {
      i.operands[0] = argument.variable;
      i.operands.insert(i.operands.begin() + 1, argument.indices.begin(), argument.indices.end());
    }
    forEachId(i, [&](uint32_t& id) {
      if (const auto found = renamed.find(id); found != renamed.end()) id = found->second;
    });
    if (const auto found = renamed.find(i.result); found != renamed.end()) i.result = found->second;
  }

  static void placePointer(Emit& copy, uint32_t id, uint32_t type, const Argument& argument) {
    const spv::Op last = copy.back().op;
    const bool already =
        std::any_of(copy.begin(), copy.end(), [&](const Instruction& i) { return i.result == id; });
    if (already || last == spv::OpFunction || last == spv::OpFunctionParameter || last == spv::OpLabel ||
        last == spv::OpVariable)
      return;
    std::vector<uint32_t> operands = {argument.variable};
    operands.insert(operands.end(), argument.indices.begin(), argument.indices.end());
    copy.insert(copy.end() - 1, {spv::OpAccessChain, type, id, std::move(operands)});
  }

  // What computed the arguments is of no use any more.
  void dropUnusedChains() {
    for (bool again = true; again;) {
      std::vector<bool> used(m.bound, false);
      for (const Instruction& i : m.code) forEachId(i, [&](uint32_t id) { used[id] = true; });
      const size_t dropped = std::erase_if(m.code, [&](const Instruction& i) {
        return i.op == spv::OpAccessChain && !used[i.result] && isStructPointer(i.type);
      });
      again = dropped != 0;
    }
  }

  Module& m;
};

}  // namespace

void specializeCalls(Module& module) {
  Specializer(module).run();
}

}  // namespace shader
