// SPDX-License-Identifier: Apache-2.0
// Types and constants are few (hundreds), so look-ups for sharing scan the list.
#include "shader/spirv/types.h"

#include <bit>

namespace shader::spirv {
namespace {

uint32_t shared(Module& m, spv::Op op, uint32_t type, std::vector<uint32_t> operands) {
  for (const Instruction& i : m.globals)
    if (i.op == op && i.type == type && i.operands == operands) return i.result;
  return m.addGlobal(op, type, std::move(operands));
}

template <typename Predicate>
bool anyLeaf(const Module& m, uint32_t type, const Predicate& matches) {
  const Instruction* i = m.global(type);
  if (!i) return false;
  if (i->op == spv::OpTypeStruct) {
    for (uint32_t member : i->operands)
      if (anyLeaf(m, member, matches)) return true;
    return false;
  }
  if (i->op == spv::OpTypeArray || i->op == spv::OpTypeRuntimeArray)
    return anyLeaf(m, i->operands[0], matches);
  return matches(type, *i);
}

}  // namespace

spv::Op typeOp(const Module& m, uint32_t type) {
  const Instruction* i = m.global(type);
  return i ? i->op : spv::OpNop;
}

bool isOpaque(const Module& m, uint32_t type) {
  const spv::Op op = typeOp(m, type);
  return op == spv::OpTypeImage || op == spv::OpTypeSampler || op == spv::OpTypeSampledImage;
}

bool containsOpaque(const Module& m, uint32_t type) {
  return anyLeaf(m, type, [&](uint32_t leaf, const Instruction&) { return isOpaque(m, leaf); });
}

bool containsBool(const Module& m, uint32_t type) {
  return anyLeaf(m, type, [&](uint32_t leaf, const Instruction&) {
    return typeOp(m, scalarType(m, leaf)) == spv::OpTypeBool;
  });
}

bool containsInteger(const Module& m, uint32_t type) {
  return anyLeaf(m, type, [&](uint32_t leaf, const Instruction&) {
    return typeOp(m, scalarType(m, leaf)) == spv::OpTypeInt;
  });
}

uint32_t pointee(const Module& m, uint32_t pointerType) {
  const Instruction* i = m.global(pointerType);
  return i && i->op == spv::OpTypePointer ? i->operands[1] : 0;
}

spv::StorageClass storageOf(const Module& m, uint32_t pointerType) {
  const Instruction* i = m.global(pointerType);
  return i && i->op == spv::OpTypePointer ? static_cast<spv::StorageClass>(i->operands[0])
                                          : spv::StorageClassMax;
}

uint32_t elementType(const Module& m, uint32_t type) {
  const Instruction* i = m.global(type);
  if (!i) return 0;
  switch (i->op) {
    case spv::OpTypeArray:
    case spv::OpTypeRuntimeArray:
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
      return i->operands[0];
    default:
      return 0;
  }
}

uint32_t arrayLength(const Module& m, uint32_t arrayType) {
  const Instruction* i = m.global(arrayType);
  return i && i->op == spv::OpTypeArray ? constantValue(m, i->operands[1]).value_or(1) : 0;
}

uint32_t componentCount(const Module& m, uint32_t type) {
  const Instruction* i = m.global(type);
  return i && (i->op == spv::OpTypeVector || i->op == spv::OpTypeMatrix) ? i->operands[1] : 1;
}

uint32_t scalarType(const Module& m, uint32_t type) {
  while (typeOp(m, type) == spv::OpTypeVector || typeOp(m, type) == spv::OpTypeMatrix)
    type = elementType(m, type);
  return type;
}

const std::vector<uint32_t>& structMembers(const Module& m, uint32_t structType) {
  return m.global(structType)->operands;
}

uint32_t withoutArrays(const Module& m, uint32_t type) {
  while (isArray(m, type) || typeOp(m, type) == spv::OpTypeRuntimeArray) type = elementType(m, type);
  return type;
}

uint32_t indexedType(const Module& m, uint32_t type, uint32_t index) {
  if (!isStruct(m, type)) return elementType(m, type);
  const auto& members = structMembers(m, type);
  return index < members.size() ? members[index] : 0;
}

std::optional<uint32_t> constantValue(const Module& m, uint32_t id) {
  const Instruction* i = m.global(id);
  if (!i || (i->op != spv::OpConstant && i->op != spv::OpSpecConstant) ||
      typeOp(m, i->type) != spv::OpTypeInt)
    return {};
  return i->operands[0];
}

bool sameShape(const Module& a, uint32_t typeA, const Module& b, uint32_t typeB) {
  const Instruction* x = a.global(typeA);
  const Instruction* y = b.global(typeB);
  if (!x || !y || x->op != y->op) return false;
  switch (x->op) {
    case spv::OpTypeStruct:
      if (x->operands.size() != y->operands.size()) return false;
      for (size_t i = 0; i < x->operands.size(); ++i)
        if (!sameShape(a, x->operands[i], b, y->operands[i])) return false;
      return true;
    case spv::OpTypeArray:
      return arrayLength(a, typeA) == arrayLength(b, typeB) &&
             sameShape(a, x->operands[0], b, y->operands[0]);
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
      return x->operands[1] == y->operands[1] && sameShape(a, x->operands[0], b, y->operands[0]);
    case spv::OpTypeRuntimeArray:
    case spv::OpTypeSampledImage:
      return sameShape(a, x->operands[0], b, y->operands[0]);
    case spv::OpTypeImage:
      return sameShape(a, x->operands[0], b, y->operands[0]) &&
             std::equal(x->operands.begin() + 1, x->operands.end(), y->operands.begin() + 1,
                        y->operands.end());
    default:
      return x->operands == y->operands;
  }
}

uint32_t boolType(Module& m) {
  return shared(m, spv::OpTypeBool, 0, {});
}
uint32_t intType(Module& m, bool isSigned) {
  return shared(m, spv::OpTypeInt, 0, {32, isSigned ? 1u : 0u});
}
uint32_t floatType(Module& m) {
  return shared(m, spv::OpTypeFloat, 0, {32});
}

uint32_t vectorType(Module& m, uint32_t component, uint32_t count) {
  return count == 1 ? component : shared(m, spv::OpTypeVector, 0, {component, count});
}

uint32_t matrixType(Module& m, uint32_t column, uint32_t count) {
  return shared(m, spv::OpTypeMatrix, 0, {column, count});
}

uint32_t pointerType(Module& m, spv::StorageClass storage, uint32_t type) {
  return shared(m, spv::OpTypePointer, 0, {static_cast<uint32_t>(storage), type});
}

uint32_t arrayType(Module& m, uint32_t element, uint32_t length) {
  const uint32_t count = constantUint(m, length);
  return m.addGlobal(spv::OpTypeArray, 0, {element, count});
}

uint32_t structType(Module& m, std::vector<uint32_t> members) {
  return m.addGlobal(spv::OpTypeStruct, 0, std::move(members));
}

uint32_t constantUint(Module& m, uint32_t value) {
  const uint32_t type = intType(m, false);
  return shared(m, spv::OpConstant, type, {value});
}

uint32_t constantInt(Module& m, int32_t value) {
  const uint32_t type = intType(m, true);
  return shared(m, spv::OpConstant, type, {static_cast<uint32_t>(value)});
}

uint32_t constantFloat(Module& m, float value) {
  const uint32_t type = floatType(m);
  return shared(m, spv::OpConstant, type, {std::bit_cast<uint32_t>(value)});
}

uint32_t constantComposite(Module& m, uint32_t type, std::vector<uint32_t> parts) {
  return shared(m, spv::OpConstantComposite, type, std::move(parts));
}

uint32_t nullConstant(Module& m, uint32_t type) {
  return shared(m, spv::OpConstantNull, type, {});
}

uint32_t variable(Module& m, spv::StorageClass storage, uint32_t type, std::string_view name) {
  const uint32_t pointer = pointerType(m, storage, type);
  const uint32_t id = m.addGlobal(spv::OpVariable, pointer, {static_cast<uint32_t>(storage)});
  m.setName(id, name);
  return id;
}

std::vector<uint32_t> variables(const Module& m, spv::StorageClass storage) {
  std::vector<uint32_t> ids;
  for (const Instruction& i : m.globals)
    if (i.op == spv::OpVariable && i.operands[0] == static_cast<uint32_t>(storage)) ids.push_back(i.result);
  return ids;
}

}  // namespace shader::spirv
