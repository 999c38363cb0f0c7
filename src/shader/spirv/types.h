// SPDX-License-Identifier: Apache-2.0
// Questions about types and constants of a module, and making those that a pass needs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "shader/spirv/module.h"

namespace shader::spirv {

spv::Op typeOp(const Module& m, uint32_t type);  // OpNop for an id that is no type
inline bool isStruct(const Module& m, uint32_t type) {
  return typeOp(m, type) == spv::OpTypeStruct;
}
inline bool isArray(const Module& m, uint32_t type) {
  return typeOp(m, type) == spv::OpTypeArray;
}
inline bool isAggregate(const Module& m, uint32_t type) {
  return isStruct(m, type) || isArray(m, type);
}
bool isOpaque(const Module& m, uint32_t type);        // image, sampler, sampled image
bool containsOpaque(const Module& m, uint32_t type);  // at any depth
bool containsBool(const Module& m, uint32_t type);
bool containsInteger(const Module& m, uint32_t type);

uint32_t pointee(const Module& m, uint32_t pointerType);
spv::StorageClass storageOf(const Module& m, uint32_t pointerType);
uint32_t elementType(const Module& m, uint32_t type);  // of an array, matrix (column) or vector (component)
uint32_t arrayLength(const Module& m, uint32_t arrayType);  // 0 for run-time sized
uint32_t componentCount(const Module& m, uint32_t type);    // vector size, matrix columns, else 1
uint32_t scalarType(const Module& m, uint32_t type);        // of a scalar, vector or matrix
const std::vector<uint32_t>& structMembers(const Module& m, uint32_t structType);
uint32_t withoutArrays(const Module& m, uint32_t type);
// Type reached by one index; `index` is the literal member for a struct.
uint32_t indexedType(const Module& m, uint32_t type, uint32_t index);
// Value of a 32-bit integer OpConstant, or nothing.
std::optional<uint32_t> constantValue(const Module& m, uint32_t id);
// Same shape: equal in all but ids and decorations.
bool sameShape(const Module& a, uint32_t typeA, const Module& b, uint32_t typeB);

// These return an existing non-aggregate type or constant where there is one.
uint32_t boolType(Module& m);
uint32_t intType(Module& m, bool isSigned);
uint32_t floatType(Module& m);
uint32_t vectorType(Module& m, uint32_t component, uint32_t count);  // count 1 gives the component
uint32_t matrixType(Module& m, uint32_t column, uint32_t count);
uint32_t pointerType(Module& m, spv::StorageClass storage, uint32_t type);
uint32_t arrayType(Module& m, uint32_t element, uint32_t length);  // always new: layout decorations differ
uint32_t structType(Module& m, std::vector<uint32_t> members);     // always new
uint32_t constantUint(Module& m, uint32_t value);
uint32_t constantInt(Module& m, int32_t value);
uint32_t constantFloat(Module& m, float value);
uint32_t constantComposite(Module& m, uint32_t type, std::vector<uint32_t> parts);
uint32_t nullConstant(Module& m, uint32_t type);
uint32_t variable(Module& m, spv::StorageClass storage, uint32_t type, std::string_view name);

// Global variables of one storage class, in order of declaration.
std::vector<uint32_t> variables(const Module& m, spv::StorageClass storage);
inline uint32_t variableType(const Module& m, uint32_t id) {
  return pointee(m, m.global(id)->type);
}

}  // namespace shader::spirv
