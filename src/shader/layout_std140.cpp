// SPDX-License-Identifier: Apache-2.0
// The rules of "Standard Uniform Block Layout" in the OpenGL specification.
#include "shader/layout_std140.h"

#include <algorithm>

namespace shader {
namespace {

using namespace spirv;

constexpr uint32_t kVec4Bytes = 16;

// Sources may declare arrays of any size; sizes stop far above every limit instead of wrapping around.
constexpr uint64_t kLargestBytes = 1u << 30;
uint32_t saturated(uint64_t bytes) {
  return static_cast<uint32_t>(std::min(bytes, kLargestBytes));
}

uint32_t roundUp(uint32_t value, uint32_t to) {
  return (value + to - 1) / to * to;
}

uint32_t vectorAlign(uint32_t componentBytes, uint32_t count) {
  return componentBytes * (count == 3 ? 4 : count);
}

uint32_t componentBytes(const Module& m, uint32_t type) {
  const Instruction* i = m.global(scalarType(m, type));
  return i && (i->op == spv::OpTypeFloat || i->op == spv::OpTypeInt) ? i->operands[0] / 8 : 4;
}

}  // namespace

Std140::Layout Std140::layout(uint32_t type, bool rowMajor) {
  const auto key = std::pair(type, rowMajor);
  if (const auto known = mKnown.find(key); known != mKnown.end()) return known->second;
  Layout result;
  switch (typeOp(mModule, type)) {
    case spv::OpTypeStruct:
      result = structure(type, rowMajor);
      break;
    case spv::OpTypeRuntimeArray:
    case spv::OpTypeArray:
      result = array(type, rowMajor);
      break;
    case spv::OpTypeMatrix:
      result = matrix(type, rowMajor);
      break;
    default:
      result = scalarOrVector(type);
      break;
  }
  return mKnown[key] = result;
}

Std140::Layout Std140::scalarOrVector(uint32_t type) {
  const uint32_t bytes = componentBytes(mModule, type), count = componentCount(mModule, type);
  Layout result{type, bytes * count, vectorAlign(bytes, count), 0};
  if (containsBool(mModule, type)) result.type = vectorType(mModule, intType(mModule, false), count);
  return result;
}

Std140::Layout Std140::matrix(uint32_t type, bool rowMajor) {
  const uint32_t columns = componentCount(mModule, type);
  const uint32_t rows = componentCount(mModule, elementType(mModule, type));
  const uint32_t stride =
      roundUp(vectorAlign(componentBytes(mModule, type), rowMajor ? columns : rows), kVec4Bytes);
  return {type, stride * (rowMajor ? rows : columns), stride, stride};
}

Std140::Layout Std140::array(uint32_t type, bool rowMajor) {
  const Layout element = layout(elementType(mModule, type), rowMajor);
  const uint32_t align = roundUp(element.alignBytes, kVec4Bytes);
  const uint32_t stride = roundUp(element.sizeBytes, align), length = arrayLength(mModule, type);
  const bool sized = typeOp(mModule, type) == spv::OpTypeArray;
  Layout result{0, saturated(uint64_t{stride} * length), align, element.matrixStrideBytes};
  result.type = sized ? arrayType(mModule, element.type, length)
                      : mModule.addGlobal(spv::OpTypeRuntimeArray, 0, {element.type});
  mModule.decorate(result.type, spv::DecorationArrayStride, {stride});
  return result;
}

Std140::Layout Std140::structure(uint32_t type, bool rowMajor) {
  const std::vector<uint32_t> members = structMembers(mModule, type);
  std::vector<bool> majors;
  for (uint32_t k = 0; k < members.size(); ++k) {
    const bool row = mModule.memberDecoration(type, k, spv::DecorationRowMajor).has_value();
    const bool column = mModule.memberDecoration(type, k, spv::DecorationColMajor).has_value();
    majors.push_back(row || (rowMajor && !column));
  }
  Layout result = block(members, majors, nullptr);
  mModule.setName(result.type, mModule.name(type));
  for (uint32_t k = 0; k < members.size(); ++k)
    mModule.setMemberName(result.type, k, mModule.memberName(type, k));
  return result;
}

Std140::Layout Std140::block(const std::vector<uint32_t>& members, const std::vector<bool>& rowMajor,
                             std::vector<uint32_t>* offsetsBytes) {
  std::vector<Layout> layouts;
  std::vector<uint32_t> types;
  for (size_t k = 0; k < members.size(); ++k) {
    layouts.push_back(layout(members[k], rowMajor[k]));
    types.push_back(layouts.back().type);
  }
  Layout result{structType(mModule, types), 0, kVec4Bytes, 0};
  uint32_t at = 0;
  for (uint32_t k = 0; k < layouts.size(); ++k) {
    at = roundUp(at, layouts[k].alignBytes);
    mModule.decorateMember(result.type, k, spv::DecorationOffset, {at});
    if (layouts[k].matrixStrideBytes != 0 &&
        typeOp(mModule, withoutArrays(mModule, members[k])) == spv::OpTypeMatrix) {
      mModule.decorateMember(result.type, k, rowMajor[k] ? spv::DecorationRowMajor : spv::DecorationColMajor);
      mModule.decorateMember(result.type, k, spv::DecorationMatrixStride, {layouts[k].matrixStrideBytes});
    }
    if (offsetsBytes) offsetsBytes->push_back(at);
    at = saturated(uint64_t{at} + layouts[k].sizeBytes);
    result.alignBytes = std::max(result.alignBytes, layouts[k].alignBytes);
  }
  result.sizeBytes = roundUp(at, result.alignBytes);
  return result;
}

}  // namespace shader
