// SPDX-License-Identifier: Apache-2.0
// Resources of programs → descriptor sets; default blocks → pieces of constants.
#include <algorithm>
#include <cstring>

#include "backends/vulkan/context.h"
#include "backends/vulkan/texture_target.h"

namespace vulkan {
namespace {

constexpr VkPipelineStageFlags kShaderStages =
    VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;

VkPipelineStageFlags pipelineStages(VkShaderStageFlags stages) {
  VkPipelineStageFlags out = 0;
  if (stages & VK_SHADER_STAGE_VERTEX_BIT) out |= VK_PIPELINE_STAGE_VERTEX_SHADER_BIT;
  if (stages & VK_SHADER_STAGE_GEOMETRY_BIT) out |= VK_PIPELINE_STAGE_GEOMETRY_SHADER_BIT;
  if (stages & VK_SHADER_STAGE_FRAGMENT_BIT) out |= VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
  return out ? out : kShaderStages;
}

}  // namespace

VkWriteDescriptorSet& Context::writeFor(const Resource& resource, uint32_t element, VkDescriptorType type) {
  VkWriteDescriptorSet& out = mWrites.emplace_back();
  out = {};
  out.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  out.dstBinding = resource.binding;
  out.dstArrayElement = element;
  out.descriptorCount = 1;
  out.descriptorType = type;
  return out;
}

bool Context::gatherTexels(const Resource& resource, uint32_t element, Texture* texture) {
  const Use use{pipelineStages(resource.stages), VK_ACCESS_SHADER_READ_BIT};
  Store* store = nullptr;
  VkBufferView view = texture && texture->isBuffer() ? texelView(*texture, store) : VK_NULL_HANDLE;
  mContent.push_back(view ? texture->bufferViewId : 0);
  if (!view) {
    view = mShared->emptyTexels(resource.numeric);
    store = mShared->zeros;
  }
  r.use(*store, Where::Main, use);
  writeFor(resource, element, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER).pTexelBufferView = &mTexelInfos.emplace_back(view);
  return view != VK_NULL_HANDLE;
}

// What a texture is for a shader: one that reads integers from anything else reads nothing.
const View* Context::viewFor(const Resource& resource, Texture* texture, Image*& image) {
  if (!texture || texture->isBuffer() || resource.view != texture->viewType ||
      (texture->samples != 0) != resource.multisample)
    return nullptr;
  const View* view = sampledView(*texture, image, resource.numeric);
  if (!view) return nullptr;
  const HeldFormat& held = mShared->formats[texture->levels[std::min(texture->params.baseLevel, kMaxLevels - 1)].asked];
  const bool stencil = view->key.aspects == VK_IMAGE_ASPECT_STENCIL_BIT;
  const Numeric numeric = stencil         ? Numeric::Uint
                          : !held.integer ? Numeric::Float
                          : held.isSigned == (view->key.format == held.format) ? Numeric::Int
                                                                               : Numeric::Uint;
  return numeric == resource.numeric ? view : nullptr;
}

// A texture that is drawn to as well: GL leaves open what is read where the draw writes, and no more. Attachment and
// texture share the general layout then; prepareDraw() ends the pass before each such draw, so that it sees the last one.
bool Context::markSampledTarget(const Image& image, const Range& range) {
  bool found = false;
  const auto mark = [&](TargetPoint& point) {
    if (point.image.get() != &image) return;
    const Range& own = point.range;
    const auto meet = [](uint32_t a, uint32_t aCount, uint32_t b, uint32_t bCount) { return a < b + bCount && b < a + aCount; };
    if (!meet(own.firstLevel, own.levels, range.firstLevel, range.levels) ||
        !meet(own.firstLayer, own.layers, range.firstLayer, range.layers))
      return;
    found = point.sampled = true;
  };
  for (uint32_t i = 0; i < mTarget.colorCount; ++i) mark(mTarget.color[i]);
  mark(mTarget.depth);
  mark(mTarget.stencil);
  mSamplesTarget |= found;
  return found;
}

bool Context::gatherTexture(const Resource& resource, uint32_t element, const pipe::SamplerView& bound, Texture* texture) {
  Image* image = nullptr;
  const View* view = viewFor(resource, texture, image);
  VkSampler sampler = mShared->plainSampler;
  uint64_t samplerId = 0;
  if (view && bound.sampler) {
    Sampler* object = find(mShared->samplers, bound.sampler, "sampler");
    if (!object) return false;
    if (const SamplerCache::Entry* entry = samplerFor(*object, *texture, *view)) {
      sampler = entry->sampler;
      samplerId = entry->id;
    }
  }
  if (!view) {
    image = mShared->emptyImage(resource.view, resource.numeric, resource.multisample);
    view = mShared->emptyView(resource.view, resource.numeric, resource.multisample);
    if (!view) return false;
  }
  const ViewKey& key = view->key;
  const Range range{key.firstLevel, key.levels, key.firstLayer, image->type == VK_IMAGE_TYPE_3D ? 1 : key.layers};
  const bool written = markSampledTarget(*image, range);
  const VkImageLayout layout = written ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  r.use(*image, Where::Main, range, layout, {pipelineStages(resource.stages), VK_ACCESS_SHADER_READ_BIT});
  mContent.push_back(view->id);
  mContent.push_back(samplerId * 2 + written);
  writeFor(resource, element, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER).pImageInfo =
      &mImageInfos.emplace_back(VkDescriptorImageInfo{sampler, view->view, layout});
  return true;
}

bool Context::gatherRange(const Resource& resource, uint32_t element) {
  const bool storage = resource.kind == ResourceKind::StorageBuffer;
  const auto& ranges = storage ? mStorageRanges : mUniformRanges;
  const uint32_t slot = resource.slot + element;
  const pipe::BufferRange none, &bound = slot < ranges.size() ? ranges[slot] : none;
  Buffer* buffer = nullptr;
  if (bound.buffer && !(buffer = find(mShared->buffers, bound.buffer, "buffer"))) return false;
  const VkPhysicalDeviceLimits& limits = r.device.properties.limits;
  const uint64_t most = storage ? limits.maxStorageBufferRange : limits.maxUniformBufferRange;
  Store* store = mShared->zeros;
  VkDescriptorBufferInfo info{store->buffer, 0, std::min(kMostConstantBytes, most)};
  VkAccessFlags access = storage ? VkAccessFlags{VK_ACCESS_SHADER_READ_BIT} : VkAccessFlags{VK_ACCESS_UNIFORM_READ_BIT};
  if (buffer && buffer->store && bound.offsetBytes < buffer->sizeBytes) {
    store = buffer->store;
    info = {store->buffer, bound.offsetBytes, std::min({bound.sizeBytes, buffer->sizeBytes - bound.offsetBytes, most})};
    if (storage) access |= VK_ACCESS_SHADER_WRITE_BIT;
  }
  r.use(*store, Where::Main, {pipelineStages(resource.stages), access}, info.offset, info.offset + info.range);
  mContent.insert(mContent.end(), {store->id, info.offset, info.range});
  writeFor(resource, element, storage ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER).pBufferInfo =
      &mBufferInfos.emplace_back(info);
  return true;
}

bool Context::gatherBindings(Program& program) {
  mSet = VK_NULL_HANDLE;
  mWrites.clear();
  mImageInfos.clear();
  mBufferInfos.clear();
  mTexelInfos.clear();
  mContent.assign(1, program.id);
  if (mSamplesTarget) {
    for (TargetPoint& point : mTarget.color) point.sampled = false;
    mTarget.depth.sampled = mTarget.stencil.sampled = mSamplesTarget = false;
  }
  for (const Resource& resource : program.resources)
    for (uint32_t element = 0; element < resource.count; ++element) {
      if (resource.kind == ResourceKind::Image) return false;
      if (resource.kind == ResourceKind::UniformBuffer || resource.kind == ResourceKind::StorageBuffer) {
        if (!gatherRange(resource, element)) return false;
        continue;
      }
      const uint32_t slot = resource.slot + element;
      const pipe::SamplerView none, &bound = slot < mViews.size() ? mViews[slot] : none;
      Texture* texture = nullptr;
      if (bound.texture && !(texture = find(mShared->textures, bound.texture, "texture"))) return false;
      const bool ok = resource.kind == ResourceKind::TexelBuffer ? gatherTexels(resource, element, texture)
                                                                 : gatherTexture(resource, element, bound, texture);
      if (!ok) return false;
    }
  mDirty &= ~kBindings;
  if (program.resources.empty()) return true;
  mSet = mShared->sets.find(mContent);
  if (mSet) return true;
  mSet = mShared->sets.make(program.setLayout, mContent);
  if (!mSet) return false;
  for (VkWriteDescriptorSet& out : mWrites) out.dstSet = mSet;
  r.device.vk.vkUpdateDescriptorSets(r.device.handle, static_cast<uint32_t>(mWrites.size()), mWrites.data(), 0, nullptr);
  return true;
}

bool Context::gatherConstants(Program& program) {
  mConstantsVersion = program.blocksVersion;
  Program::Placed& placed = program.placed;
  if (placed.version == program.blocksVersion && placed.batch == r.recording()) return true;
  placed.offsetCount = 0;
  if (program.constantStages) {
    const uint64_t alignment = std::max<uint64_t>(r.device.properties.limits.minUniformBufferOffsetAlignment, 16);
    // All blocks of a draw lie in one chunk, so that one set serves them.
    uint64_t total = 0;
    for (const Program::DefaultBlock& block : program.blocks)
      total += (block.bytes.size() + alignment - 1) / alignment * alignment;
    const Piece piece = mShared->constants.take(total, alignment);
    if (!piece.bytes) return false;
    uint64_t at = 0;
    for (const Program::DefaultBlock& block : program.blocks) {
      if (block.bytes.empty()) continue;
      placed.offsets[placed.offsetCount++] = static_cast<uint32_t>(piece.offsetBytes + at);
      std::memcpy(piece.bytes + at, block.bytes.data(), block.bytes.size());
      at += (block.bytes.size() + alignment - 1) / alignment * alignment;
    }
    if (placed.chunk != piece.store->id || placed.batch != r.recording()) {
      placed.set = constantsSetFor(program, piece);
      if (!placed.set) return false;
      placed.chunk = piece.store->id;
    }
  }
  placed.version = program.blocksVersion;
  placed.batch = r.recording();
  return true;
}

// The set names each block in its own size: drivers copy as much as a descriptor covers at every new offset.
VkDescriptorSet Context::constantsSetFor(const Program& program, const Piece& piece) {
  const VkDescriptorSetLayout layout = mShared->constantsLayout(program.constantStages);
  mContent = {reinterpret_cast<uint64_t>(layout), piece.store->id};
  for (const Program::DefaultBlock& block : program.blocks) mContent.push_back(block.bytes.size());
  VkDescriptorSet set = mShared->sets.find(mContent);
  if (set) return set;
  set = mShared->sets.make(layout, mContent);
  if (!set) return set;
  VkDescriptorBufferInfo infos[kStages];
  VkWriteDescriptorSet writes[kStages] = {};
  uint32_t count = 0;
  for (uint32_t stage = 0; stage < kStages; ++stage) {
    if (program.blocks[stage].bytes.empty()) continue;
    infos[count] = {piece.buffer, 0, program.blocks[stage].bytes.size()};
    writes[count].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[count].dstSet = set;
    writes[count].dstBinding = stage;
    writes[count].descriptorCount = 1;
    writes[count].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    writes[count].pBufferInfo = &infos[count];
    ++count;
  }
  r.device.vk.vkUpdateDescriptorSets(r.device.handle, count, writes, 0, nullptr);
  return set;
}

}  // namespace vulkan
