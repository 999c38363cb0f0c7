// SPDX-License-Identifier: Apache-2.0
// gl_PerVertex and gl_PerFragment mix hardware built-ins with plain varyings of the compatibility profile.
// Each member becomes a variable of its own, so that later steps see either a built-in or an ordinary
// varying.
//
// Of the inputs of a geometry shader (gl_in[i].member) only plain members do, as arrays: member[i]. Built-ins
// stay in a block, because that is how every target spells them.
#include "shader/link_context.h"
#include "shader/spirv/operands.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

struct SplitVariable {
  bool isArray = false;
  std::vector<uint32_t> members;       // the new variable of each member, 0 for one that stays in the block
  uint32_t block = 0;                  // what stays, for arrays
  std::vector<uint32_t> blockMembers;  // new index in it of each member
};

bool isBuiltinBlock(const Module& m, uint32_t type) {
  if (!isStruct(m, type)) return false;
  const std::string name = m.name(type);
  return name == "gl_PerVertex" || name == "gl_PerFragment";
}

// The block with only those members that are built in.
void keepBuiltins(Module& m, uint32_t id, uint32_t block, spv::StorageClass storage, SplitVariable& split) {
  std::vector<uint32_t> types, origins;
  for (uint32_t k = 0; k < split.members.size(); ++k) {
    split.blockMembers.push_back(static_cast<uint32_t>(types.size()));
    if (split.members[k] != 0) continue;
    types.push_back(structMembers(m, block)[k]);
    origins.push_back(k);
  }
  if (types.empty()) return;
  const uint32_t kept = structType(m, types);
  m.setName(kept, m.name(block));
  m.decorate(kept, spv::DecorationBlock);
  for (uint32_t k = 0; k < origins.size(); ++k) {
    m.setMemberName(kept, k, m.memberName(block, origins[k]));
    const auto builtIn = m.memberDecoration(block, origins[k], spv::DecorationBuiltIn);
    m.decorateMember(kept, k, spv::DecorationBuiltIn, {*builtIn});
  }
  split.block = variable(m, storage, arrayType(m, kept, arrayLength(m, variableType(m, id))), m.name(id));
}

SplitVariable split(Module& m, uint32_t id, spv::StorageClass storage) {
  const uint32_t type = variableType(m, id), block = withoutArrays(m, type);
  SplitVariable result{isArray(m, type), {}, 0, {}};
  const std::vector<uint32_t> members = structMembers(m, block);
  for (uint32_t k = 0; k < members.size(); ++k) {
    if (result.isArray && m.memberDecoration(block, k, spv::DecorationBuiltIn)) {
      result.members.push_back(0);
      continue;
    }
    const uint32_t memberType = result.isArray ? arrayType(m, members[k], arrayLength(m, type)) : members[k];
    result.members.push_back(variable(m, storage, memberType, m.memberName(block, k)));
    m.copyMemberDecorations(block, k, result.members.back());
  }
  if (result.isArray) keepBuiltins(m, id, block, storage, result);
  return result;
}

}  // namespace

void splitBuiltinBlocks(Module& m) {
  std::unordered_map<uint32_t, SplitVariable> splits;
  for (const spv::StorageClass storage : {spv::StorageClassInput, spv::StorageClassOutput})
    for (uint32_t id : variables(m, storage))
      if (isBuiltinBlock(m, withoutArrays(m, variableType(m, id)))) splits[id] = split(m, id, storage);
  if (splits.empty()) return;

  std::unordered_map<uint32_t, uint32_t> aliases;
  rewriteCode(m, [&](Instruction& i, Emit& out) {
    const auto found = i.op == spv::OpAccessChain ? splits.find(i.operands[0]) : splits.end();
    const size_t memberAt = found != splits.end() && found->second.isArray ? 2 : 1;
    if (found == splits.end() || i.operands.size() <= memberAt) return out.push_back(std::move(i));
    const uint32_t member = constantValue(m, i.operands[memberAt]).value_or(0);
    if (found->second.members.at(member) == 0) {
      i.operands[0] = found->second.block;
      i.operands[memberAt] = constantInt(m, static_cast<int32_t>(found->second.blockMembers.at(member)));
      return out.push_back(std::move(i));
    }
    i.operands[0] = found->second.members[member];
    i.operands.erase(i.operands.begin() + static_cast<ptrdiff_t>(memberAt));
    // A chain without indices is the variable itself.
    if (i.operands.size() == 1)
      aliases[i.result] = i.operands[0];
    else
      out.push_back(std::move(i));
  });
  replaceIds(m, aliases);
  for (const auto& [id, parts] : splits) Module::kill(*m.global(id));
}

}  // namespace shader
