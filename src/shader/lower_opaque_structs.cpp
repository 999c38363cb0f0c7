// SPDX-License-Identifier: Apache-2.0
// Samplers and images inside structures become variables of their own; what is left of the structure is plain
// data. `s[2].t` of an array of structures becomes element 2 of an array variable named "s.t".
#include <algorithm>

#include "shader/link_context.h"
#include "shader/spirv/operands.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

// One structure variable taken apart.
struct Parts {
  uint32_t dataVariable = 0, dataType = 0;            // 0: only opaque members
  std::unordered_map<std::string, uint32_t> opaques;  // member path ("1.0") to variable
};

// The structure without its opaque members; 0 if nothing is left. Member numbers shift: see dataMember().
uint32_t dataTwin(Module& m, uint32_t type) {
  if (!containsOpaque(m, type)) return type;
  if (isArray(m, type)) {
    const uint32_t element = dataTwin(m, elementType(m, type));
    return element == 0 ? 0 : arrayType(m, element, arrayLength(m, type));
  }
  if (!isStruct(m, type)) return 0;
  const std::vector<uint32_t> members = structMembers(m, type);
  std::vector<uint32_t> twins, origins;
  for (uint32_t k = 0; k < members.size(); ++k)
    if (const uint32_t twin = dataTwin(m, members[k]); twin != 0) {
      twins.push_back(twin);
      origins.push_back(k);
    }
  if (twins.empty()) return 0;
  const uint32_t twin = structType(m, twins);
  m.setName(twin, m.name(type));
  for (uint32_t k = 0; k < origins.size(); ++k) m.setMemberName(twin, k, m.memberName(type, origins[k]));
  return twin;
}

constexpr uint64_t kLargestOpaqueTotal = 4096;

uint64_t opaqueTotal(const Module& m, uint32_t type) {
  if (isArray(m, type))
    return std::min<uint64_t>(opaqueTotal(m, elementType(m, type)) * arrayLength(m, type), 1u << 30);
  if (!isStruct(m, type)) return isOpaque(m, type);
  uint64_t total = 0;
  for (uint32_t member : structMembers(m, type)) total += opaqueTotal(m, member);
  return total;
}

bool hasData(const Module& m, uint32_t type) {
  if (isArray(m, type)) return hasData(m, elementType(m, type));
  if (!isStruct(m, type)) return !isOpaque(m, type);
  for (uint32_t member : structMembers(m, type))
    if (hasData(m, member)) return true;
  return false;
}

uint32_t dataMember(const Module& m, uint32_t type, uint32_t member) {
  uint32_t index = 0;
  for (uint32_t k = 0; k < member; ++k) index += hasData(m, structMembers(m, type)[k]);
  return index;
}

class Flattener {
 public:
  Flattener(LinkedStage& stage, uint32_t id) : m(stage.module), mStage(stage), mName(m.name(id)) {
    const uint32_t type = variableType(m, id);
    collect(type, "", mName, mName);
    makeOpaques();
    mParts.dataType = dataTwin(m, type);
    if (mParts.dataType != 0) {
      mParts.dataVariable = variable(m, spv::StorageClassUniformConstant, mParts.dataType, mName);
      m.copyDecorations(id, mParts.dataVariable);
      m.setName(id, "");
    }
  }
  Parts parts() const { return mParts; }

 private:
  struct OpaqueMember {
    std::string path, variableName;
    uint32_t type = 0, total = 0;
    std::vector<Leaf> leaves;
  };

  // `path` names members only, `variableName` likewise in words; `name` is GL's with subscripts. Visits each
  // element of arrays of structures, so that leaves come in the order of their slots.
  void collect(uint32_t type, const std::string& path, const std::string& variableName,
               const std::string& name) {
    if (!containsOpaque(m, type)) return;
    if (isArray(m, type) && !isOpaque(m, elementType(m, type))) {
      for (uint32_t k = 0; k < arrayLength(m, type); ++k)
        collect(elementType(m, type), path, variableName, name + "[" + std::to_string(k) + "]");
      return;
    }
    if (isStruct(m, type)) {
      const std::vector<uint32_t> members = structMembers(m, type);
      for (uint32_t k = 0; k < members.size(); ++k)
        collect(members[k], path + "." + std::to_string(k), variableName + "." + m.memberName(type, k),
                name + "." + m.memberName(type, k));
      return;
    }
    OpaqueMember& member = memberFor(path, variableName, withoutArrays(m, type));
    forEachLeaf(m, type, type, name, [&](const Leaf& leaf) { member.leaves.push_back(leaf); });
    member.total += isArray(m, type) ? arrayLength(m, type) : 1;
  }

  OpaqueMember& memberFor(const std::string& path, const std::string& variableName, uint32_t type) {
    for (OpaqueMember& member : mMembers)
      if (member.path == path) return member;
    return mMembers.emplace_back(OpaqueMember{path, variableName, type, 0, {}});
  }

  void makeOpaques() {
    for (const OpaqueMember& member : mMembers) {
      const uint32_t type = member.total == 1 && !member.leaves[0].isArray
                                ? member.type
                                : arrayType(m, member.type, member.total);
      const uint32_t id = variable(m, spv::StorageClassUniformConstant, type, member.variableName);
      mParts.opaques[member.path] = id;
      mStage.flattened[id] = member.leaves;
    }
  }

  Module& m;
  LinkedStage& mStage;
  std::string mName;
  std::vector<OpaqueMember> mMembers;
  Parts mParts;
};

class ChainRewriter {
 public:
  ChainRewriter(Module& m, const std::unordered_map<uint32_t, Parts>& parts,
                const std::unordered_map<uint32_t, uint32_t>& types)
      : m(m), mParts(parts), mTypes(types) {}

  bool run() {
    rewriteCode(m, [&](Instruction& i, Emit& out) {
      if (i.op == spv::OpAccessChain && mParts.contains(i.operands[0])) return chain(i, out);
      forEachId(static_cast<const Instruction&>(i), [&](uint32_t id) { mOk = mOk && !mParts.contains(id); });
      out.push_back(std::move(i));
    });
    replaceIds(m, mAliases);
    return mOk;
  }

 private:
  void chain(Instruction& i, Emit& out) {
    const Parts& parts = mParts.at(i.operands[0]);
    uint32_t type = mTypes.at(i.operands[0]);
    std::string path;
    std::vector<uint32_t> dataOperands = {parts.dataVariable};
    uint32_t element = 0;  // linear index into the opaque array; 0 = none yet
    for (size_t k = 1; k < i.operands.size(); ++k) {
      const uint32_t index = i.operands[k];
      if (isStruct(m, type)) {
        const uint32_t member = constantValue(m, index).value_or(0);
        path += "." + std::to_string(member);
        dataOperands.push_back(constantUint(m, dataMember(m, type, member)));
        type = indexedType(m, type, member);
      } else {
        if (isArray(m, type)) element = linear(element, index, arrayLength(m, type), out);
        dataOperands.push_back(index);
        type = elementType(m, type);
      }
    }
    if (const auto opaque = parts.opaques.find(path); opaque != parts.opaques.end() && isOpaque(m, type)) {
      if (!isArray(m, variableType(m, opaque->second))) {
        mAliases[i.result] = opaque->second;
        return;
      }
      out.push_back({spv::OpAccessChain,
                     pointerType(m, spv::StorageClassUniformConstant, type),
                     i.result,
                     {opaque->second, element != 0 ? element : constantInt(m, 0)}});
      return;
    }
    // A whole array or structure with samplers in it is only ever passed to a function.
    if (containsOpaque(m, type)) mOk = false;
    i.operands = std::move(dataOperands);
    out.push_back(std::move(i));
  }

  // element * length + index, folded for constants.
  uint32_t linear(uint32_t element, uint32_t index, uint32_t length, Emit& out) {
    if (element == 0) return index;
    const auto a = constantValue(m, element), b = constantValue(m, index);
    if (a && b) return constantInt(m, static_cast<int32_t>(*a * length + *b));
    const uint32_t type = intType(m, true), scaled = m.freshId(), sum = m.freshId();
    out.push_back({spv::OpIMul, type, scaled, {element, constantInt(m, static_cast<int32_t>(length))}});
    out.push_back({spv::OpIAdd, type, sum, {scaled, index}});
    return sum;
  }

  Module& m;
  const std::unordered_map<uint32_t, Parts>& mParts;
  const std::unordered_map<uint32_t, uint32_t>& mTypes;
  std::unordered_map<uint32_t, uint32_t> mAliases;
  bool mOk = true;
};

}  // namespace

void flattenOpaqueStructs(LinkContext& context, LinkedStage& stage) {
  Module& m = stage.module;
  std::unordered_map<uint32_t, Parts> parts;
  std::unordered_map<uint32_t, uint32_t> types;
  for (uint32_t id : variables(m, spv::StorageClassUniformConstant)) {
    const uint32_t type = variableType(m, id);
    if (!isStruct(m, withoutArrays(m, type)) || !containsOpaque(m, type)) continue;
    if (opaqueTotal(m, type) > kLargestOpaqueTotal) {
      context.error("uniform '" + m.name(id) + "' holds more than " + std::to_string(kLargestOpaqueTotal) +
                    " samplers");
      return;
    }
    parts[id] = Flattener(stage, id).parts();
    types[id] = type;
  }
  if (parts.empty()) return;
  if (!ChainRewriter(m, parts, types).run())
    context.error(std::string("the ") + stageName(stage.stage) +
                  " shader passes a structure that contains samplers to a function, which is not supported");
}

}  // namespace shader
