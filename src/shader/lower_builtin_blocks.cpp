// SPDX-License-Identifier: Apache-2.0
// gl_PerVertex and gl_PerFragment mix hardware built-ins with plain varyings of the compatibility profile. Each member
// becomes a variable of its own, so that later steps see either a built-in or an ordinary varying.
//
// For the inputs of a geometry shader (gl_in[i].member) the member becomes an array: member[i].
#include "shader/link_context.h"
#include "shader/spirv/operands.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

struct SplitVariable {
  bool isArray = false;
  std::vector<uint32_t> members;  // the new variables
};

bool isBuiltinBlock(const Module& m, uint32_t type) {
  if (!isStruct(m, type)) return false;
  const std::string name = m.name(type);
  return name == "gl_PerVertex" || name == "gl_PerFragment";
}

SplitVariable split(Module& m, uint32_t id, spv::StorageClass storage) {
  const uint32_t type = variableType(m, id), block = withoutArrays(m, type);
  SplitVariable result{isArray(m, type), {}};
  const std::vector<uint32_t> members = structMembers(m, block);
  for (uint32_t k = 0; k < members.size(); ++k) {
    const uint32_t memberType = result.isArray ? arrayType(m, members[k], arrayLength(m, type)) : members[k];
    result.members.push_back(variable(m, storage, memberType, m.memberName(block, k)));
    m.copyMemberDecorations(block, k, result.members.back());
  }
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
    i.operands[0] = found->second.members.at(member);
    i.operands.erase(i.operands.begin() + static_cast<ptrdiff_t>(memberAt));
    // A chain without indices is the variable itself.
    if (i.operands.size() == 1)
      aliases[i.result] = i.operands[0];
    else
      out.push_back(std::move(i));
  });
  replaceIds(m, aliases);
}

}  // namespace shader
