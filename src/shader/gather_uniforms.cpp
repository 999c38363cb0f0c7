// SPDX-License-Identifier: Apache-2.0
// Loose uniforms of each stage are gathered into one std140 block of that stage, holding what the stage uses.
// Initialisers become the block's first image. Fixed-function built-ins are uniforms like the others, without
// a location.
#include <algorithm>
#include <cstring>
#include <map>

#include "shader/layout_std140.h"
#include "shader/link_context.h"
#include "shader/redirect_reads.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

// Writes a constant into memory that has the layout of `stored`.
class ConstantWriter {
 public:
  ConstantWriter(const Module& m, std::vector<std::byte>& image) : m(m), mImage(image) {}

  void write(uint32_t constant, uint32_t stored, size_t at, uint32_t matrixStride) {
    const Instruction* i = m.global(constant);
    if (!i || i->op == spv::OpConstantNull || i->op == spv::OpConstantFalse) return;
    if (i->op == spv::OpConstantTrue) return put(at, 1);
    if (i->op == spv::OpConstant) {
      for (size_t word = 0; word < i->operands.size(); ++word) put(at + 4 * word, i->operands[word]);
      return;
    }
    if (i->op != spv::OpConstantComposite) return;
    for (uint32_t k = 0; k < i->operands.size(); ++k) {
      const uint32_t part = indexedType(m, stored, k);
      uint32_t stride = matrixStride;
      if (isStruct(m, stored))
        stride = m.memberDecoration(stored, k, spv::DecorationMatrixStride).value_or(0);
      write(i->operands[k], part, at + partOffset(stored, k, matrixStride), stride);
    }
  }

 private:
  size_t partOffset(uint32_t stored, uint32_t k, uint32_t matrixStride) const {
    switch (typeOp(m, stored)) {
      case spv::OpTypeStruct:
        return m.memberDecoration(stored, k, spv::DecorationOffset).value_or(0);
      case spv::OpTypeArray:
        return size_t{k} * m.decoration(stored, spv::DecorationArrayStride).value_or(0);
      case spv::OpTypeMatrix:
        return size_t{k} * matrixStride;
      default:
        return size_t{k} * m.global(scalarType(m, stored))->operands[0] / 8;
    }
  }
  void put(size_t at, uint32_t word) {
    if (at + 4 <= mImage.size()) std::memcpy(mImage.data() + at, &word, 4);
  }

  const Module& m;
  std::vector<std::byte>& mImage;
};

uint32_t componentLimit(const Limits& limits, Stage stage) {
  switch (stage) {
    case Stage::Vertex:
      return static_cast<uint32_t>(limits.maxVertexUniformComponents);
    case Stage::Geometry:
      return static_cast<uint32_t>(limits.maxGeometryUniformComponents);
    default:
      return static_cast<uint32_t>(limits.maxFragmentUniformComponents);
  }
}

class Gatherer {
 public:
  Gatherer(LinkContext& context, LinkedStage& stage) : mContext(context), mStage(stage), m(stage.module) {}

  void run() {
    for (uint32_t id : variables(m, spv::StorageClassUniformConstant))
      if (!containsOpaque(m, variableType(m, id))) mLoose.push_back(id);
    if (mLoose.empty() || !makeBlock()) return;
    redirect();
    initialize();
    reflect();
    for (uint32_t id : mLoose) Module::kill(*m.global(id));
  }

 private:
  bool makeBlock() {
    std::vector<uint32_t> types;
    uint64_t components = 0;
    for (uint32_t id : mLoose) {
      types.push_back(variableType(m, id));
      if (!isBuiltinName(m.name(id))) components += componentTotal(m, types.back());
    }
    Std140 std140(m);
    const Std140::Layout layout = std140.block(types, std::vector<bool>(types.size(), false), &mOffsets);
    const uint32_t bytesLimit = static_cast<uint32_t>(mContext.limits.maxUniformBlockBytes);
    if (layout.sizeBytes > bytesLimit || components > componentLimit(mContext.limits, mStage.stage)) {
      mContext.error(std::string("the uniforms of the ") + stageName(mStage.stage) + " shader need " +
                     std::to_string(components) + " components and " + std::to_string(layout.sizeBytes) +
                     " bytes; the limits are " +
                     std::to_string(componentLimit(mContext.limits, mStage.stage)) + " and " +
                     std::to_string(bytesLimit));
      return false;
    }
    mBlockType = layout.type;
    mStage.defaultBlockBytes = layout.sizeBytes;
    mStored = structMembers(m, mBlockType);
    m.decorate(mBlockType, spv::DecorationBlock);
    const std::string blockName = std::string("m_default_") + stageName(mStage.stage);
    m.setName(mBlockType, blockName);
    for (uint32_t k = 0; k < mLoose.size(); ++k) {
      const std::string name = m.name(mLoose[k]);
      m.setMemberName(mBlockType, k, isBuiltinName(name) ? "m_" + name.substr(3) : name);
    }
    mBlock = variable(m, spv::StorageClassUniform, mBlockType, std::string("m_") + stageName(mStage.stage));
    m.decorate(mBlock, spv::DecorationDescriptorSet, {kSetDefaultBlock});
    m.decorate(mBlock, spv::DecorationBinding, {static_cast<uint32_t>(mStage.stage)});
    return true;
  }

  void redirect() {
    std::unordered_map<uint32_t, Redirection> redirections;
    for (uint32_t k = 0; k < mLoose.size(); ++k)
      redirections[mLoose[k]] = {mBlock,
                                 {constantInt(m, static_cast<int32_t>(k))},
                                 variableType(m, mLoose[k]),
                                 mStored[k],
                                 spv::StorageClassUniform};
    if (!redirectReads(m, redirections))
      mContext.error(std::string("the ") + stageName(mStage.stage) +
                     " shader uses a uniform in a way that is not supported");
  }

  void initialize() {
    mStage.defaultBlockInit.assign(mStage.defaultBlockBytes, std::byte{0});
    ConstantWriter writer(m, mStage.defaultBlockInit);
    for (uint32_t k = 0; k < mLoose.size(); ++k) {
      const Instruction& declaration = *m.global(mLoose[k]);
      if (declaration.operands.size() < 2) continue;
      writer.write(declaration.operands[1], mStored[k], mOffsets[k],
                   m.memberDecoration(mBlockType, k, spv::DecorationMatrixStride).value_or(0));
    }
  }

  void reflect() {
    for (uint32_t k = 0; k < mLoose.size() && !mContext.failed; ++k) {
      const std::string name = m.name(mLoose[k]);
      std::optional<uint32_t> location = m.decoration(mLoose[k], spv::DecorationLocation);
      const int32_t stride =
          static_cast<int32_t>(m.memberDecoration(mBlockType, k, spv::DecorationMatrixStride).value_or(0));
      forEachLeaf(m, variableType(m, mLoose[k]), mStored[k], name, [&](const Leaf& leaf) {
        if (mContext.failed) return;
        Uniform u;
        u.name = leaf.name;
        u.glType = glTypeOf(m, leaf.type);
        u.arraySize = static_cast<int32_t>(leaf.arraySize);
        u.isArray = leaf.isArray;
        u.arrayStrideBytes = leaf.arrayStrideBytes;
        u.matrixStrideBytes = leaf.matrixStrideBytes != 0                 ? leaf.matrixStrideBytes
                              : typeOp(m, leaf.type) == spv::OpTypeMatrix ? stride
                                                                          : 0;
        u.placement[static_cast<size_t>(mStage.stage)].offsetBytes =
            leaf.offsetBytes + static_cast<int32_t>(mOffsets[k]);
        if (location) {
          u.location = static_cast<int32_t>(*location);
          *location += leaf.arraySize;
        }
        mergeUniform(mContext, mStage, std::move(u));
      });
    }
  }

  LinkContext& mContext;
  LinkedStage& mStage;
  Module& m;
  std::vector<uint32_t> mLoose, mOffsets, mStored;
  uint32_t mBlock = 0, mBlockType = 0;
};

}  // namespace

void gatherDefaultBlocks(LinkContext& context) {
  for (LinkedStage& stage : context.stages)
    if (!context.failed) Gatherer(context, stage).run();
}

void assignUniformLocations(LinkContext& context) {
  std::map<int32_t, int32_t> taken;  // first location to one past the last
  const auto located = [](const Uniform& u) {
    return u.blockIndex < 0 && u.storageBlockIndex < 0 && u.atomicBufferIndex < 0 && !isBuiltinName(u.name);
  };
  for (const Uniform& u : context.program.uniforms) {
    if (!located(u) || u.location < 0) continue;
    const auto next = taken.lower_bound(u.location);
    const bool clash = (next != taken.end() && next->first < u.location + u.arraySize) ||
                       (next != taken.begin() && std::prev(next)->second > u.location);
    if (clash)
      context.error("uniform '" + u.name + "' overlaps another one at location " +
                    std::to_string(u.location));
    taken[u.location] = u.location + u.arraySize;
  }
  int32_t cursor = 0;
  for (Uniform& u : context.program.uniforms) {
    if (!located(u) || u.location >= 0) continue;
    for (const auto& [first, end] : taken)
      if (first < cursor + u.arraySize && end > cursor) cursor = end;
    u.location = cursor;
    cursor += u.arraySize;
  }
  for (const Uniform& u : context.program.uniforms)
    if (u.location >= 0)
      context.program.maxLocation = std::max(context.program.maxLocation, u.location + u.arraySize);
}

}  // namespace shader
