// SPDX-License-Identifier: Apache-2.0
// Named uniform and storage blocks get slots over the whole program, arrays of blocks consecutive ones.
// Blocks with shared or packed layout get the std140 one, which both allow.
#include <map>

#include "shader/layout_std140.h"
#include "shader/link_context.h"
#include "shader/redirect_reads.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

uint32_t storedBytes(const Module& m, uint32_t type, uint32_t matrixStride, bool rowMajor) {
  switch (typeOp(m, type)) {
    case spv::OpTypeStruct: {
      uint32_t end = 0;
      for (uint32_t k = 0; k < structMembers(m, type).size(); ++k)
        end = std::max(end,
                       m.memberDecoration(type, k, spv::DecorationOffset).value_or(0) +
                           storedBytes(m, structMembers(m, type)[k],
                                       m.memberDecoration(type, k, spv::DecorationMatrixStride).value_or(0),
                                       m.memberDecoration(type, k, spv::DecorationRowMajor).has_value()));
      return end;
    }
    case spv::OpTypeArray:
      return m.decoration(type, spv::DecorationArrayStride).value_or(0) * arrayLength(m, type);
    case spv::OpTypeRuntimeArray:
      return m.decoration(type, spv::DecorationArrayStride).value_or(0);
    case spv::OpTypeMatrix:
      return matrixStride * (rowMajor ? componentCount(m, elementType(m, type)) : componentCount(m, type));
    default:
      return 4 * componentTotal(m, type);
  }
}

struct KnownBlock {
  uint32_t firstSlot = 0, firstIndex = 0, count = 1;
  const LinkedStage* stage = nullptr;
  uint32_t type = 0;
};

class Blocks {
 public:
  explicit Blocks(LinkContext& context) : mContext(context) {}

  void run() {
    for (LinkedStage& stage : mContext.stages) {
      mUniformBlocksOfStage = 0;
      // Gives layouts first: it changes the variables' types.
      for (uint32_t id : blockVariables(stage.module)) ensureLayout(stage, id);
      for (uint32_t id : blockVariables(stage.module))
        if (!mContext.failed) place(stage, id);
    }
    const uint32_t combined = static_cast<uint32_t>(mContext.limits.maxCombinedUniformBlocks);
    if (mContext.program.uniformBlocks.size() > combined)
      mContext.error("the program uses " + std::to_string(mContext.program.uniformBlocks.size()) +
                     " uniform blocks; the limit is " + std::to_string(combined));
  }

 private:
  static bool isStorage(const Module& m, uint32_t block) {
    return m.decoration(block, spv::DecorationBufferBlock).has_value();
  }

  static std::vector<uint32_t> blockVariables(const Module& m) {
    std::vector<uint32_t> ids = variables(m, spv::StorageClassUniform);
    std::erase_if(ids, [&](uint32_t id) {
      return m.decoration(id, spv::DecorationDescriptorSet).value_or(0) == kSetDefaultBlock;
    });
    return ids;
  }

  // `element` in as many arrays as `declared` has around its own.
  static uint32_t likeArray(Module& m, uint32_t declared, uint32_t element) {
    if (!isArray(m, declared)) return element;
    const uint32_t length = arrayLength(m, declared);
    return arrayType(m, likeArray(m, elementType(m, declared), element), length);
  }

  // The subscripts of all blocks of an array, in order of slots: "[0]", "[1]", or "[0][0]", "[0][1]", …
  static std::vector<std::string> subscripts(const Module& m, uint32_t type) {
    if (!isArray(m, type)) return {""};
    std::vector<std::string> all;
    for (uint32_t k = 0; k < arrayLength(m, type); ++k)
      for (const std::string& inner : subscripts(m, elementType(m, type)))
        all.push_back("[" + std::to_string(k) + "]" + inner);
    return all;
  }

  void ensureLayout(LinkedStage& stage, uint32_t id) {
    Module& m = stage.module;
    const uint32_t declared = variableType(m, id), block = withoutArrays(m, declared);
    if (m.memberDecoration(block, 0, spv::DecorationOffset)) return;
    const auto kind = isStorage(m, block) ? spv::DecorationBufferBlock : spv::DecorationBlock;
    Std140 std140(m);
    const uint32_t laid = std140.layout(block).type;
    m.decorate(laid, kind);
    const uint32_t stored = likeArray(m, declared, laid);
    const uint32_t base = variable(m, spv::StorageClassUniform, stored, m.name(id));
    m.copyDecorations(id, base);
    if (!redirectReads(m, {{id, {base, {}, declared, stored, spv::StorageClassUniform}}}))
      mContext.error("block '" + m.name(block) + "' is used in a way that is not supported");
    Module::kill(*m.global(id));
  }

  // Stops counting far above every limit.
  static uint32_t blockCount(const Module& m, uint32_t type) {
    if (!isArray(m, type)) return 1;
    return static_cast<uint32_t>(std::min<uint64_t>(
        uint64_t{arrayLength(m, type)} * blockCount(m, elementType(m, type)), kMostBlocks + 1));
  }
  static constexpr uint32_t kMostBlocks = 1024;

  void place(LinkedStage& stage, uint32_t id) {
    Module& m = stage.module;
    const uint32_t type = variableType(m, id), block = withoutArrays(m, type);
    const bool storage = isStorage(m, block);
    const std::string name = m.name(block);
    const uint32_t count = blockCount(m, type);
    if (count > kMostBlocks)
      return mContext.error("block '" + name + "' has more than " + std::to_string(kMostBlocks) +
                            " elements");
    if (!storage && !withinLimits(stage, m, block, name, count)) return;
    auto& list = storage ? mContext.program.storageBlocks : mContext.program.uniformBlocks;
    const auto [known, isNew] = (storage ? mKnownStorage : mKnownUniform).try_emplace(name);
    if (isNew) {
      const uint32_t next = static_cast<uint32_t>(list.size());
      known->second = {next, next, count, &stage, block};
      addBlocks(list, m, id, name, known->second);
    } else if (known->second.count != count ||
               !sameShape(known->second.stage->module, known->second.type, m, block)) {
      mContext.error("block '" + name + "' is declared differently in the " + stageName(stage.stage) +
                     " shader and in the " + stageName(known->second.stage->stage) + " shader");
      return;
    }
    for (uint32_t k = 0; k < count; ++k) list[known->second.firstIndex + k].stages |= maskOf(stage.stage);
    reflectMembers(stage, id, name, known->second, storage);
    m.setDecoration(id, spv::DecorationDescriptorSet, storage ? kSetStorageBuffers : kSetUniformBuffers);
    m.setDecoration(id, spv::DecorationBinding, known->second.firstSlot);
  }

  bool withinLimits(const LinkedStage& stage, const Module& m, uint32_t block, const std::string& name,
                    uint32_t count) {
    const uint32_t bytes = storedBytes(m, block, 0, false);
    const uint32_t bytesLimit = static_cast<uint32_t>(mContext.limits.maxUniformBlockBytes);
    const uint32_t countLimit = static_cast<uint32_t>(mContext.limits.maxUniformBlocksPerStage);
    if (bytes > bytesLimit)
      mContext.error("uniform block '" + name + "' has " + std::to_string(bytes) + " bytes; the limit is " +
                     std::to_string(bytesLimit));
    mUniformBlocksOfStage += std::min(count, countLimit + 1);
    if (mUniformBlocksOfStage > countLimit)
      mContext.error(std::string("the ") + stageName(stage.stage) + " shader uses more than " +
                     std::to_string(countLimit) + " uniform blocks, the limit");
    return !mContext.failed;
  }

  void addBlocks(std::vector<UniformBlock>& list, const Module& m, uint32_t id, const std::string& name,
                 const KnownBlock& known) {
    const uint32_t binding = m.decoration(id, spv::DecorationBinding).value_or(0);
    const std::vector<std::string> elements = subscripts(m, variableType(m, id));
    for (uint32_t k = 0; k < known.count; ++k) {
      UniformBlock entry;
      entry.name = name + elements[k];
      entry.slot = known.firstSlot + k;
      entry.initialBinding = binding == 0 ? 0 : binding + k;
      entry.sizeBytes = (storedBytes(m, known.type, 0, false) + 15) / 16 * 16;
      list.push_back(std::move(entry));
    }
  }

  void reflectMembers(const LinkedStage& stage, uint32_t id, const std::string& blockName,
                      const KnownBlock& known, bool storage) {
    const Module& m = stage.module;
    const std::string prefix = m.name(id).empty() ? "" : blockName;
    const auto visit = [&](const Leaf& leaf) {
      if (mContext.failed) return;
      Uniform u;
      u.name = leaf.name;
      u.glType = glTypeOf(m, leaf.type);
      const std::string path = withoutSubscripts(prefix.empty() ? blockName + "." + leaf.name : leaf.name);
      if (stage.boolMembers.contains(path)) u.glType = boolFor(m, leaf.type);
      u.arraySize = static_cast<int32_t>(leaf.arraySize);
      u.isArray = leaf.isArray;
      (storage ? u.storageBlockIndex : u.blockIndex) = static_cast<int32_t>(known.firstIndex);
      u.offsetBytes = leaf.offsetBytes;
      u.arrayStrideBytes = leaf.arrayStrideBytes;
      u.matrixStrideBytes = leaf.matrixStrideBytes;
      u.rowMajor = leaf.rowMajor;
      storage ? addStorageVariable(stage, std::move(u), known) : addUniform(stage, std::move(u), known);
    };
    if (!storage) return forEachLeaf(m, blockOf(m, id), blockOf(m, id), prefix, visit);
    // Of a member that is an array of structures, GL lists the first element only.
    const uint32_t block = blockOf(m, id);
    for (uint32_t k = 0; k < structMembers(m, block).size(); ++k) {
      uint32_t type = structMembers(m, block)[k];
      std::string name = (prefix.empty() ? "" : prefix + ".") + m.memberName(block, k);
      while ((isArray(m, type) || typeOp(m, type) == spv::OpTypeRuntimeArray) &&
             isAggregate(m, elementType(m, type))) {
        type = elementType(m, type);
        name += "[0]";
      }
      const int32_t offset =
          static_cast<int32_t>(m.memberDecoration(block, k, spv::DecorationOffset).value_or(0));
      forEachLeaf(m, type, type, name, [&](Leaf leaf) {
        leaf.offsetBytes += offset;
        if (leaf.matrixStrideBytes == 0) {
          leaf.matrixStrideBytes =
              static_cast<int32_t>(m.memberDecoration(block, k, spv::DecorationMatrixStride).value_or(0));
          leaf.rowMajor = m.memberDecoration(block, k, spv::DecorationRowMajor).has_value();
        }
        visit(leaf);
      });
    }
  }

  static uint32_t blockOf(const Module& m, uint32_t id) { return withoutArrays(m, variableType(m, id)); }

  static uint32_t boolFor(const Module& m, uint32_t uintType) {
    static constexpr uint32_t kBools[] = {0x8B56, 0x8B57, 0x8B58, 0x8B59};
    return kBools[componentCount(m, uintType) - 1];
  }

  void addUniform(const LinkedStage& stage, Uniform u, const KnownBlock& known) {
    const size_t before = mContext.program.uniforms.size();
    if (!mergeUniform(mContext, stage, std::move(u)) || mContext.program.uniforms.size() == before) return;
    for (uint32_t k = 0; k < known.count; ++k)
      mContext.program.uniformBlocks[known.firstIndex + k].members.push_back(static_cast<uint32_t>(before));
  }

  void addStorageVariable(const LinkedStage& stage, Uniform u, const KnownBlock& known) {
    auto& list = mContext.program.storageVariables;
    for (Uniform& other : list)
      if (other.name == u.name) return void(other.stages |= maskOf(stage.stage));
    u.stages = maskOf(stage.stage);
    for (uint32_t k = 0; k < known.count; ++k)
      mContext.program.storageBlocks[known.firstIndex + k].members.push_back(
          static_cast<uint32_t>(list.size()));
    list.push_back(std::move(u));
  }

  LinkContext& mContext;
  std::map<std::string, KnownBlock> mKnownUniform, mKnownStorage;
  uint32_t mUniformBlocksOfStage = 0;
};

}  // namespace

void assignBlocks(LinkContext& context) {
  Blocks(context).run();
}

}  // namespace shader
