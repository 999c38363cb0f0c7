// SPDX-License-Identifier: Apache-2.0
// Resources of programs by slot: sampler views, images, buffer ranges.
#include "backends/gles/context.h"

namespace gles {
namespace {

void beyond(pipe::FaultSink& faults, const char* call, size_t limit) {
  const std::string sentence = std::string(call) + " names a slot beyond " + std::to_string(limit) + ".";
  faults.fault(pipe::Fault::BadValue, sentence.c_str());
}

}  // namespace

void Context::setSamplerViews(const pipe::SetSamplerViewsArgs& args, std::span<const pipe::SamplerView> views) {
  if (!mViews.set(args.first, views)) beyond(mFaults, "set_sampler_views", mViews.values.size());
}

void Context::setImages(const pipe::SetImagesArgs& args, std::span<const pipe::ImageView> images) {
  if (!mImages.set(args.first, images)) beyond(mFaults, "set_images", mImages.values.size());
}

void Context::setUniformBuffers(const pipe::SetUniformBuffersArgs& args, std::span<const pipe::BufferRange> ranges) {
  if (!mUniformRanges.set(args.first, ranges)) beyond(mFaults, "set_uniform_buffers", mUniformRanges.values.size());
}

void Context::setStorageBuffers(const pipe::SetStorageBuffersArgs& args, std::span<const pipe::BufferRange> ranges) {
  if (!mStorageRanges.set(args.first, ranges)) beyond(mFaults, "set_storage_buffers", mStorageRanges.values.size());
}

void Context::setAtomicBuffers(const pipe::SetAtomicBuffersArgs& args, std::span<const pipe::BufferRange> ranges) {
  if (!mAtomicRanges.set(args.first, ranges)) beyond(mFaults, "set_atomic_buffers", mAtomicRanges.values.size());
}

void Context::setStreamOutputs(const pipe::SetStreamOutputsArgs&, std::span<const pipe::BufferRange> ranges) {
  if (!mXfbRanges.set(0, ranges)) return beyond(mFaults, "set_stream_outputs", mXfbRanges.values.size());
  // The list is whole: what it does not name is unbound.
  std::fill(mXfbRanges.values.begin() + static_cast<ptrdiff_t>(ranges.size()), mXfbRanges.values.end(),
            pipe::BufferRange{});
  mXfbRanges.markAll();
}

bool Context::applyBindings() {
  if (mViews.dirtyEnd && !applySamplerViews()) return false;
  if (mUniformRanges.dirtyEnd && !applyRanges(GL_UNIFORM_BUFFER, mUniformRanges)) return false;
  if (mStorageRanges.dirtyEnd && !applyRanges(GL_SHADER_STORAGE_BUFFER, mStorageRanges)) return false;
  if (mAtomicRanges.dirtyEnd && !applyRanges(GL_ATOMIC_COUNTER_BUFFER, mAtomicRanges)) return false;
  if (mImages.dirtyEnd && !applyImages()) return false;
  return true;
}

bool Context::applySamplerViews() {
  for (uint32_t unit = mViews.dirtyBegin; unit < mViews.dirtyEnd; ++unit) {
    const pipe::SamplerView& view = mViews.values[unit];
    if (!view.texture) {
      mState.bindTexture(unit, 0, {});
      continue;
    }
    Texture* texture = find(mShared->textures, view.texture, "texture");
    if (!texture) return false;
    mState.bindTexture(unit, texture->target, texture->name);
    // Buffer and multisample textures have no sampler state.
    if (!view.sampler || texture->target == GL_TEXTURE_BUFFER || texture->isMultisample()) continue;
    Sampler* sampler = find(mShared->samplers, view.sampler, "sampler");
    if (!sampler) return false;
    mState.bindSampler(unit, samplerFor(*sampler, *texture));
  }
  mViews.clean();
  return true;
}

bool Context::applyImages() {
  for (uint32_t unit = mImages.dirtyBegin; unit < mImages.dirtyEnd; ++unit) {
    const pipe::ImageView& view = mImages.values[unit];
    GLuint name = 0;
    if (view.texture) {
      const Texture* texture = find(mShared->textures, view.texture, "texture");
      if (!texture) return false;
      name = texture->name.gl;
    }
    constexpr GLenum kAccess[] = {GL_READ_ONLY, GL_WRITE_ONLY, GL_READ_WRITE};
    mGl.BindImageTexture(unit, name, view.level, view.layered, view.layer, kAccess[view.access > 2 ? 2 : view.access],
                         view.format ? view.format : GL_RGBA8);
  }
  mImages.clean();
  return true;
}

bool Context::applyRanges(GLenum target, Slots<pipe::BufferRange>& slots) {
  for (uint32_t slot = slots.dirtyBegin; slot < slots.dirtyEnd; ++slot) {
    const pipe::BufferRange& range = slots.values[slot];
    if (!range.buffer) {
      mState.bindRange(target, slot, {}, 0, 0);
      continue;
    }
    const Buffer* buffer = find(mShared->buffers, range.buffer, "buffer");
    if (!buffer) return false;
    const uint64_t rest = range.offsetBytes < buffer->sizeBytes ? buffer->sizeBytes - range.offsetBytes : 0;
    uint64_t size = std::min(range.sizeBytes, rest);
    if (target == GL_TRANSFORM_FEEDBACK_BUFFER) size &= ~uint64_t{3};
    if (size)
      mState.bindRange(target, slot, buffer->name, range.offsetBytes, size);
    else
      mState.bindRange(target, slot, {}, 0, 0);
  }
  slots.clean();
  return true;
}

}  // namespace gles
