// SPDX-License-Identifier: Apache-2.0
// The table of literals. An opcode that is not named has only ids as operands.
#include "shader/spirv/operands.h"

#include <algorithm>
#include <utility>

#include "shader/spirv/module.h"

namespace shader::spirv {
namespace {

// Operands [first, last) are ids; everything else is literal.
std::pair<size_t, size_t> idRange(const Instruction& i) {
  const size_t n = i.operands.size();
  switch (i.op) {
    case spv::OpNop:
    case spv::OpSource:
    case spv::OpSourceExtension:
    case spv::OpSourceContinued:
    case spv::OpModuleProcessed:
    case spv::OpString:
    case spv::OpExtension:
    case spv::OpExtInstImport:
    case spv::OpCapability:
    case spv::OpMemoryModel:
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
    case spv::OpConstant:
    case spv::OpSpecConstant:
      return {0, 0};
    case spv::OpName:
    case spv::OpMemberName:
    case spv::OpDecorate:
    case spv::OpMemberDecorate:
    case spv::OpExecutionMode:
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeImage:
    case spv::OpCompositeExtract:
    case spv::OpArrayLength:
    case spv::OpLoad:
    case spv::OpSelectionMerge:
      return {0, std::min<size_t>(n, 1)};
    case spv::OpStore:
    case spv::OpCopyMemory:
    case spv::OpVectorShuffle:
    case spv::OpCompositeInsert:
    case spv::OpLoopMerge:
      return {0, std::min<size_t>(n, 2)};
    case spv::OpBranchConditional:
      return {0, std::min<size_t>(n, 3)};
    case spv::OpVariable:
    case spv::OpTypePointer:
    case spv::OpFunction:
    case spv::OpSpecConstantOp:
      return {1, n};
    default:
      return {0, n};
  }
}

}  // namespace

uint32_t imageOperandsAt(const Instruction& i) {
  switch (i.op) {
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod:
    case spv::OpImageFetch:
    case spv::OpImageRead:
      return 2;
    case spv::OpImageSampleDrefImplicitLod:
    case spv::OpImageSampleDrefExplicitLod:
    case spv::OpImageSampleProjDrefImplicitLod:
    case spv::OpImageSampleProjDrefExplicitLod:
    case spv::OpImageGather:
    case spv::OpImageDrefGather:
    case spv::OpImageWrite:
      return 3;
    default:
      return 0;
  }
}

void forEachId(Instruction& i, const std::function<void(uint32_t&)>& visit) {
  if (i.op == spv::OpSwitch) {  // selector, default, then (literal, label) pairs
    for (size_t k = 0; k < i.operands.size(); ++k)
      if (k < 2 || k % 2 == 1) visit(i.operands[k]);
    return;
  }
  if (i.op == spv::OpExtInst) {  // set, literal number, ids
    for (size_t k = 0; k < i.operands.size(); ++k)
      if (k != 1) visit(i.operands[k]);
    return;
  }
  if (i.op == spv::OpEntryPoint) {  // model, function, name, interface
    size_t nameWords = 0;
    unpackString(std::span<const uint32_t>(i.operands).subspan(2), &nameWords);
    for (size_t k = 1; k < i.operands.size(); ++k)
      if (k == 1 || k >= 2 + nameWords) visit(i.operands[k]);
    return;
  }
  if (const uint32_t mask = imageOperandsAt(i); mask != 0) {
    for (size_t k = 0; k < i.operands.size(); ++k)
      if (k != mask) visit(i.operands[k]);
    return;
  }
  const auto [first, last] = idRange(i);
  for (size_t k = first; k < last; ++k) visit(i.operands[k]);
}

void forEachId(const Instruction& i, const std::function<void(uint32_t)>& visit) {
  // The visitor takes ids by value, so the instruction is not changed.
  forEachId(const_cast<Instruction&>(i), [&](uint32_t& id) { visit(id); });
}

}  // namespace shader::spirv
