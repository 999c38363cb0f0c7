// SPDX-License-Identifier: Apache-2.0
// Types stand in front of their users, so one pass in order sees every operand already merged.
#include "shader/spirv/unify_types.h"

#include <map>

#include "shader/spirv/operands.h"

namespace shader::spirv {
namespace {

bool mergeable(spv::Op op) {
  switch (op) {
    case spv::OpTypeVoid:
    case spv::OpTypeBool:
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeImage:
    case spv::OpTypeSampler:
    case spv::OpTypeSampledImage:
    case spv::OpTypePointer:
    case spv::OpTypeFunction:
      return true;
    default:
      return false;
  }
}

}  // namespace

void unifyTypes(Module& m) {
  std::unordered_map<uint32_t, uint32_t> merged;
  std::map<std::pair<spv::Op, std::vector<uint32_t>>, uint32_t> known;
  const auto replace = [&](uint32_t& id) {
    if (const auto found = merged.find(id); found != merged.end()) id = found->second;
  };
  for (Instruction& i : m.globals) {
    replace(i.type);
    forEachId(i, replace);
    if (!mergeable(i.op)) continue;
    const auto [first, isNew] = known.try_emplace({i.op, i.operands}, i.result);
    if (isNew) continue;
    merged[i.result] = first->second;
    Module::kill(i);
  }
  if (merged.empty()) return;
  for (Instruction& i : m.code) {
    replace(i.type);
    forEachId(i, replace);
  }
  for (auto* list : {&m.names, &m.annotations})
    std::erase_if(*list, [&](const Instruction& i) { return merged.contains(i.operands[0]); });
}

}  // namespace shader::spirv
