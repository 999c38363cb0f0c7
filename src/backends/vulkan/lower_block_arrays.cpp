// SPDX-License-Identifier: Apache-2.0
// Arrays of blocks before and in the fragment stage: each member of each element becomes a variable of its own. Drivers were
// seen that give such members overlapping places, so that neighbours with different interpolation disturb each other.
#include <algorithm>

#include "backends/vulkan/lower_shader.h"
#include "shader/spirv/privatize.h"
#include "shader/spirv/types.h"

namespace vulkan {
namespace {

using namespace shader::spirv;

struct Leaf {
  uint32_t array = 0, element = 0, member = 0;  // ids: the variable that becomes private, two constants
  uint32_t variable = 0, type = 0;
};

bool isBlockArray(const Module& m, uint32_t id) {
  const uint32_t type = variableType(m, id);
  return isArray(m, type) && isStruct(m, elementType(m, type)) && m.decoration(elementType(m, type), spv::DecorationBlock) &&
         m.decoration(id, spv::DecorationLocation);
}

void addLeaves(Module& m, uint32_t id, spv::StorageClass storage, std::vector<Leaf>& leaves) {
  const uint32_t array = variableType(m, id), block = elementType(m, array), length = arrayLength(m, array);
  uint32_t location = *m.decoration(id, spv::DecorationLocation);
  auto& interface = m.entryPoints[0].operands;
  interface.erase(std::find(interface.rbegin(), interface.rend(), id).base() - 1);
  for (uint32_t element = 0; element < length; ++element)
    for (uint32_t member = 0; member < structMembers(m, block).size(); ++member) {
      const uint32_t type = structMembers(m, block)[member];
      const uint32_t made = variable(m, storage, type, m.memberName(block, member));
      m.copyMemberDecorations(block, member, made);
      m.setDecoration(made, spv::DecorationLocation, location);
      location += locationCount(m, type);
      m.entryPoints[0].operands.push_back(made);
      leaves.push_back({id, constantUint(m, element), constantUint(m, member), made, type});
    }
}

void copy(Module& m, const Leaf& leaf, bool toLeaf, Emit& out) {
  const uint32_t place = m.freshId(), value = m.freshId();
  out.push_back({spv::OpAccessChain, pointerType(m, spv::StorageClassPrivate, leaf.type), place,
                 {leaf.array, leaf.element, leaf.member}});
  out.push_back({spv::OpLoad, leaf.type, value, {toLeaf ? place : leaf.variable}});
  out.push_back({spv::OpStore, 0, 0, {toLeaf ? leaf.variable : place, value}});
}

}  // namespace

void splitBlockArrays(Module& m, shader::Stage stage) {
  const bool inputs = stage == shader::Stage::Fragment;
  const spv::StorageClass storage = inputs ? spv::StorageClassInput : spv::StorageClassOutput;
  std::vector<Leaf> leaves;
  std::vector<uint32_t> arrays;
  for (const uint32_t id : variables(m, storage))
    if (isBlockArray(m, id)) arrays.push_back(id);
  for (const uint32_t id : arrays) addLeaves(m, id, storage, leaves);
  for (const uint32_t id : arrays) {
    const uint32_t block = withoutArrays(m, variableType(m, id));
    for (uint32_t member = 0; member < structMembers(m, block).size(); ++member)
      for (const auto kind : {spv::DecorationFlat, spv::DecorationNoPerspective, spv::DecorationCentroid, spv::DecorationSample,
                              spv::DecorationInvariant, spv::DecorationLocation})
        m.removeMemberDecoration(block, member, kind);
    makePrivate(m, id);
  }
  if (leaves.empty()) return;
  // Types come before the code that names them.
  for (const Leaf& leaf : leaves) pointerType(m, spv::StorageClassPrivate, leaf.type);
  if (!inputs) {
    return beforeVertexEnds(m, stage, [&](Emit& out) {
      for (const Leaf& leaf : leaves) copy(m, leaf, true, out);
    });
  }
  bool inMain = false, started = false;
  rewriteCode(m, [&](Instruction& i, Emit& out) {
    if (i.op == spv::OpFunction) inMain = i.result == m.entryFunction();
    const bool preface = i.op == spv::OpFunction || i.op == spv::OpLabel || i.op == spv::OpVariable;
    if (inMain && !started && !preface) {
      started = true;
      for (const Leaf& leaf : leaves) copy(m, leaf, false, out);
    }
    out.push_back(std::move(i));
  });
}

}  // namespace vulkan
