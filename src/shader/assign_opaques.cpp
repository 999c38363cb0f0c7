// SPDX-License-Identifier: Apache-2.0
// Samplers, images and atomic counters get slots over the whole program; arrays take consecutive ones.
#include <map>

#include "shader/gl_enums.h"
#include "shader/link_context.h"
#include "shader/spirv/types.h"

namespace shader {
namespace {

using namespace spirv;

class Opaques {
 public:
  explicit Opaques(LinkContext& context) : mContext(context) {}

  void run() {
    for (LinkedStage& stage : mContext.stages) {
      uint32_t samplersOfStage = 0;
      for (uint32_t id : variables(stage.module, spv::StorageClassUniformConstant)) {
        if (mContext.failed) return;
        place(stage, id, samplersOfStage);
      }
      for (uint32_t id : variables(stage.module, spv::StorageClassAtomicCounter)) placeCounter(stage, id);
    }
    const size_t combined = static_cast<size_t>(mContext.limits.maxCombinedTextureUnits);
    if (mContext.program.samplers.size() > combined)
      mContext.error("the program uses " + std::to_string(mContext.program.samplers.size()) +
                     " samplers; the limit is " + std::to_string(combined));
  }

 private:
  uint32_t stageLimit(Stage stage) const {
    return static_cast<uint32_t>(stage == Stage::Vertex ? mContext.limits.maxVertexTextureUnits
                                                        : mContext.limits.maxTextureUnits);
  }

  void place(LinkedStage& stage, uint32_t id, uint32_t& samplersOfStage) {
    Module& m = stage.module;
    const uint32_t type = variableType(m, id), base = withoutArrays(m, type);
    if (!isOpaque(m, base)) return;
    const bool sampled = typeOp(m, base) == spv::OpTypeSampledImage;
    const uint32_t count = locationCount(m, type);
    if (sampled) samplersOfStage += count;
    if (count > stageLimit(stage.stage) || samplersOfStage > stageLimit(stage.stage)) {
      mContext.error(std::string("the ") + stageName(stage.stage) + " shader uses " +
                     std::to_string(std::max(count, samplersOfStage)) + " samplers; the limit is " +
                     std::to_string(stageLimit(stage.stage)));
      return;
    }
    auto& firstSlots = sampled ? mSamplerSlots : mImageSlots;
    uint32_t& next = sampled ? mNextSampler : mNextImage;
    const auto [known, isNew] = firstSlots.try_emplace(m.name(id), next);
    if (isNew) next += count;
    reflect(stage, id, known->second, isNew);
    m.setDecoration(id, spv::DecorationDescriptorSet, sampled ? kSetSamplers : kSetImages);
    m.setDecoration(id, spv::DecorationBinding, known->second);
  }

  void reflect(LinkedStage& stage, uint32_t id, uint32_t firstSlot, bool isNew) {
    const Module& m = stage.module;
    std::vector<Leaf> leaves;
    if (const auto flattened = stage.flattened.find(id); flattened != stage.flattened.end())
      leaves = flattened->second;
    else
      forEachLeaf(m, variableType(m, id), variableType(m, id), m.name(id),
                  [&](const Leaf& leaf) { leaves.push_back(leaf); });
    const uint32_t firstUnit = m.decoration(id, spv::DecorationBinding).value_or(0);
    std::optional<uint32_t> location = m.decoration(id, spv::DecorationLocation);
    uint32_t slot = firstSlot;
    for (const Leaf& leaf : leaves) {
      Uniform u;
      u.name = leaf.name;
      u.glType = glTypeOf(m, leaf.type);
      u.arraySize = static_cast<int32_t>(leaf.arraySize);
      u.isArray = leaf.isArray;
      u.opaqueSlot = static_cast<int32_t>(slot);
      if (location) {
        u.location = static_cast<int32_t>(*location);
        *location += leaf.arraySize;
      }
      const uint32_t glType = u.glType;
      const Uniform* merged = mergeUniform(mContext, stage, std::move(u));
      if (!merged) return;
      const uint32_t index = static_cast<uint32_t>(merged - mContext.program.uniforms.data());
      for (uint32_t element = 0; element < leaf.arraySize; ++element, ++slot) {
        // An explicit binding counts up over the whole variable; without one every unit starts as 0.
        const uint32_t unit = firstUnit == 0 ? 0 : firstUnit + (slot - firstSlot);
        record(stage, id, {index, element, glType, unit, 0}, slot, isNew);
      }
    }
  }

  void record(const LinkedStage& stage, uint32_t id, SamplerSlot entry, uint32_t slot, bool isNew) {
    const Module& m = stage.module;
    const uint32_t base = withoutArrays(m, variableType(m, id));
    if (typeOp(m, base) == spv::OpTypeSampledImage) {
      if (isNew) mContext.program.samplers.push_back(entry);
      mContext.program.samplers[slot].stages |= maskOf(stage.stage);
      return;
    }
    if (isNew) {
      ImageSlot image{
          entry.uniform, entry.element, entry.glType, entry.initialUnit, glImageFormat(m, base), {}, {}, 0};
      image.readOnly = m.decoration(id, spv::DecorationNonWritable).has_value();
      image.writeOnly = m.decoration(id, spv::DecorationNonReadable).has_value();
      mContext.program.images.push_back(image);
    }
    mContext.program.images[slot].stages |= maskOf(stage.stage);
  }

  // Counters of one binding share a buffer; the slot stands for the binding.
  void placeCounter(LinkedStage& stage, uint32_t id) {
    Module& m = stage.module;
    const uint32_t type = variableType(m, id), binding = m.decoration(id, spv::DecorationBinding).value_or(0);
    const uint32_t offset = m.decoration(id, spv::DecorationOffset).value_or(0);
    const uint32_t length = isArray(m, type) ? arrayLength(m, type) : 1;
    auto& buffers = mContext.program.atomicBuffers;
    const auto [known, isNew] = mCounterSlots.try_emplace(binding, static_cast<uint32_t>(buffers.size()));
    if (isNew) {
      buffers.emplace_back();
      buffers.back().slot = known->second;
      buffers.back().initialBinding = binding;
    }
    Uniform u;
    u.name = isArray(m, type) ? m.name(id) + "[0]" : m.name(id);
    u.glType = kGlUnsignedIntAtomicCounter;
    u.arraySize = static_cast<int32_t>(length);
    u.isArray = isArray(m, type);
    u.atomicBufferIndex = static_cast<int32_t>(known->second);
    u.offsetBytes = static_cast<int32_t>(offset);
    u.arrayStrideBytes = u.isArray ? 4 : 0;
    const size_t before = mContext.program.uniforms.size();
    if (!mergeUniform(mContext, stage, std::move(u))) return;
    UniformBlock& buffer = buffers[known->second];
    if (mContext.program.uniforms.size() > before) buffer.members.push_back(static_cast<uint32_t>(before));
    buffer.sizeBytes = std::max(buffer.sizeBytes, offset + 4 * length);
    buffer.stages |= maskOf(stage.stage);
    m.setDecoration(id, spv::DecorationDescriptorSet, kSetAtomicCounters);
    m.setDecoration(id, spv::DecorationBinding, known->second);
  }

  LinkContext& mContext;
  std::map<std::string, uint32_t> mSamplerSlots, mImageSlots;
  std::map<uint32_t, uint32_t> mCounterSlots;
  uint32_t mNextSampler = 0, mNextImage = 0;
};

}  // namespace

void assignOpaques(LinkContext& context) {
  Opaques(context).run();
}

}  // namespace shader
