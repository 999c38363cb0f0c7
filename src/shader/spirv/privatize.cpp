// SPDX-License-Identifier: Apache-2.0
// Storage classes are part of pointer types, so every pointer derived from the variable changes its type too.
#include "shader/spirv/privatize.h"

#include <unordered_set>

#include "shader/spirv/types.h"

namespace shader::spirv {

void makePrivate(Module& m, uint32_t id, bool zeroed) {
  const uint32_t type = variableType(m, id);
  std::vector<uint32_t> operands = {spv::StorageClassPrivate};
  if (zeroed) operands.push_back(nullConstant(m, type));
  const uint32_t pointer = pointerType(m, spv::StorageClassPrivate, type);
  m.redefine(id, spv::OpVariable, pointer, std::move(operands));
  for (const auto kind :
       {spv::DecorationLocation, spv::DecorationIndex, spv::DecorationComponent, spv::DecorationFlat,
        spv::DecorationNoPerspective, spv::DecorationCentroid, spv::DecorationSample,
        spv::DecorationInvariant, spv::DecorationPatch, spv::DecorationBuiltIn})
    m.removeDecoration(id, kind);
  m.removeDecoration(withoutArrays(m, type), spv::DecorationBlock);

  std::unordered_set<uint32_t> derived = {id};
  for (Instruction& i : m.code)
    if ((i.op == spv::OpAccessChain || i.op == spv::OpInBoundsAccessChain) &&
        derived.contains(i.operands[0])) {
      i.type = pointerType(m, spv::StorageClassPrivate, pointee(m, i.type));
      derived.insert(i.result);
    }
}

void resizeArrayVariable(Module& m, uint32_t id, uint32_t length) {
  const uint32_t pointer = m.global(id)->type;
  const spv::StorageClass storage = storageOf(m, pointer);
  const uint32_t array = arrayType(m, elementType(m, pointee(m, pointer)), length);
  const uint32_t newPointer = pointerType(m, storage, array);
  m.redefine(id, spv::OpVariable, newPointer, {static_cast<uint32_t>(storage)});
}

}  // namespace shader::spirv
