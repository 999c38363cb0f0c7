// SPDX-License-Identifier: Apache-2.0
// Programs, default-block values, textures and buffers that shaders read.
#include <algorithm>
#include <cstring>
#include <string>

#include "formats/formats.h"
#include "tracker/impl.h"
#include "tracker/sampler_kind.h"

namespace tracker {
namespace {

template <class T>
void append(std::vector<std::byte>& out, const T* data, size_t count) {
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  out.insert(out.end(), bytes, bytes + count * sizeof(T));
}

pipe::SamplerState samplerOf(const state::SamplerParams& p) {
  pipe::SamplerState s;
  std::memset(static_cast<void*>(&s), 0, sizeof s);
  s.minFilter = static_cast<uint16_t>(p.minFilter);
  s.magFilter = static_cast<uint16_t>(p.magFilter);
  s.wrapS = static_cast<uint16_t>(p.wrapS);
  s.wrapT = static_cast<uint16_t>(p.wrapT);
  s.wrapR = static_cast<uint16_t>(p.wrapR);
  s.compareMode = static_cast<uint16_t>(p.compareMode);
  s.compareFunc = static_cast<uint16_t>(p.compareFunc);
  s.borderKind = static_cast<uint16_t>(p.borderKind);
  s.minLod = p.minLod;
  s.maxLod = p.maxLod;
  s.lodBias = p.lodBias;
  s.maxAnisotropy = p.maxAnisotropy;
  std::memcpy(s.border, p.border, sizeof s.border);
  s.srgbDecode = static_cast<uint16_t>(p.srgbDecode);
  return s;
}

// Sends the smallest run of a table that covers all changes.
template <class T, class Send>
void sendChanged(T* sent, const T* now, uint32_t count, Send&& send) {
  uint32_t first = ~0u, last = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (std::memcmp(&sent[i], &now[i], sizeof(T)) == 0) continue;
    sent[i] = now[i];
    if (first == ~0u) first = i;
    last = i;
  }
  if (first != ~0u) send(first, std::span<const T>(sent + first, last - first + 1));
}

}  // namespace

pipe::ProgramHandle Impl::programFor(state::Executable& executable) {
  if (executable.pipe.generation) return toHandle<pipe::ProgramHandle>(executable.pipe);
  const shader::Program& program = *executable.program;
  std::vector<pipe::StageModule> modules;
  std::vector<pipe::XfbVarying> xfb;
  std::vector<std::byte> bytes;
  for (const shader::StageCode& code : program.code) {
    modules.push_back({static_cast<uint32_t>(code.stage), static_cast<uint32_t>(bytes.size() / 4),
                       static_cast<uint32_t>(code.spirv.size()), code.defaultBlockBytes});
    append(bytes, code.spirv.data(), code.spirv.size());
  }
  for (const shader::XfbVarying& varying : program.xfb) {
    xfb.push_back({static_cast<uint32_t>(bytes.size()), static_cast<uint32_t>(varying.name.size()), varying.buffer,
                   varying.offsetBytes});
    append(bytes, varying.name.data(), varying.name.size());
  }
  const pipe::ProgramHandle handle = mScreen.names().programs.mint();
  executable.pipe = toSlot(handle);
  pipe::ProgramCreateArgs args;
  args.program = handle;
  args.xfbMode = program.xfb.empty() ? 0 : program.xfbMode;
  for (size_t i = 0; i < 4; ++i) args.xfbStrideBytes[i] = program.xfbStrideBytes[i];
  mStream->programCreate(args, modules, xfb, bytes);
  // The other side starts with zeros; initialisers and early glUniform calls must follow.
  for (size_t stage = 0; stage < shader::kStageCount; ++stage)
    if (!executable.blocks[stage].empty())
      executable.dirty[stage].add(0, static_cast<uint32_t>(executable.blocks[stage].size()));
  return handle;
}

void Impl::sendProgram() {
  const pipe::ProgramHandle handle = mContext.executable ? programFor(*mContext.executable) : pipe::ProgramHandle{};
  if (handle == mBoundProgram) return;
  mBoundProgram = handle;
  mStream->bindProgram({handle});
}

void Impl::sendConstants() {
  if (!mContext.executable) return;
  state::Executable& e = *mContext.executable;
  for (uint32_t stage = 0; stage < shader::kStageCount; ++stage) {
    state::DirtyRange& range = e.dirty[stage];
    if (range.empty()) continue;
    mStream->setConstants({mBoundProgram, stage, range.begin},
                          std::span<const std::byte>(e.blocks[stage]).subspan(range.begin, range.end - range.begin));
    range.clear();
  }
}

pipe::SamplerHandle Impl::samplerFor(const state::SamplerParams& params) {
  return mSamplers.get(
      samplerOf(params),
      [&](const pipe::SamplerState& s) {
        const pipe::SamplerHandle minted = mScreen.names().samplers.mint();
        pipe::SamplerCreateArgs args;
        args.sampler = minted;
        args.state = s;
        mStream->samplerCreate(args);
        return minted;
      },
      [&](pipe::SamplerHandle old) {
        mStream->samplerDestroy({old});
        mLeaving.push_back({mStream->emittedSequence(), state::GraveKind::Sampler, toSlot(old)});
        for (pipe::SamplerView& view : mViews)
          if (view.sampler == old) view = {};
      });
}

namespace {

// What a depth texel looks like to a program of the compatibility profile.
void applyDepthMode(uint32_t mode, uint16_t (&swizzle)[4]) {
  const bool alphaOnly = mode == glenum::ALPHA_, everywhere = mode == glenum::INTENSITY_;
  if (mode == glenum::RED_) return;
  for (uint16_t& s : swizzle)
    switch (s) {
      case glenum::RED_:
      case glenum::GREEN_:
      case glenum::BLUE_: s = static_cast<uint16_t>(alphaOnly ? glenum::ZERO_ : glenum::RED_); break;
      case glenum::ALPHA_: s = static_cast<uint16_t>(alphaOnly || everywhere ? glenum::RED_ : glenum::ONE_); break;
      default: break;
    }
}

bool isDepth(const state::Texture& t) {
  const auto& level = t.levels[0][std::min(t.baseLevel, state::kMaxLevels - 1)];
  return formats::info(static_cast<formats::Format>(level.format)).hasDepth();
}

// Red is the mode of the core profile. From GLSL 1.30 on, texture() of a shadow sampler is a single number, which a
// mode of alpha would make zero always: intensity stands in.
uint32_t depthModeOf(const state::Texture& t, const state::Executable* executable) {
  if (!executable || !executable->usesDepthTextureMode || !isDepth(t)) return glenum::RED_;
  const bool alone = t.depthTextureMode == glenum::ALPHA_ && executable->program->glslVersion >= 130;
  return alone ? glenum::INTENSITY_ : t.depthTextureMode;
}

}  // namespace

void Impl::sendTextureParams(state::Texture& t) {
  const uint32_t depthMode = depthModeOf(t, mContext.executable.get());
  if (t.paramsSent == t.changeSerial && t.depthModeSent == depthMode) return;
  pipe::TextureSetParamsArgs args;
  args.texture = handleOf(t);
  if (!args.texture) return;
  args.params.baseLevel = t.baseLevel;
  args.params.maxLevel = t.maxLevel;
  for (size_t i = 0; i < 4; ++i) args.params.swizzle[i] = static_cast<uint16_t>(t.swizzle[i]);
  args.params.depthStencilMode = t.depthStencilMode;
  applyDepthMode(depthMode, args.params.swizzle);
  t.depthModeSent = depthMode;
  mStream->textureSetParams(args);
  t.paramsSent = t.changeSerial;
}

void Impl::sendSamplers() {
  if (!mContext.executable) return;
  const state::Executable& e = *mContext.executable;
  const auto& slots = e.program->samplers;
  const auto count = static_cast<uint32_t>(std::min<size_t>(slots.size(), kMaxSamplerSlots));
  std::array<pipe::SamplerView, kMaxSamplerSlots> now;
  for (uint32_t i = 0; i < count; ++i) {
    const state::TextureUnit& unit = mContext.units[std::min<uint32_t>(e.samplerUnits[i], state::kMaxUnits - 1)];
    state::Texture* texture = unit.bound[static_cast<size_t>(kindOfSampler(slots[i].glType))].get();
    now[i] = {};
    if (!texture) continue;
    const state::SamplerParams& params = unit.sampler ? unit.sampler->params : texture->sampler;
    if (!state::isComplete(*texture, params)) continue;
    waitForWriter(*texture);
    sendTextureParams(*texture);
    now[i].texture = handleOf(*texture);
    if (texture->kind != state::TextureKind::kBuffer && texture->kind != state::TextureKind::k2DMultisample &&
        texture->kind != state::TextureKind::k2DMultisampleArray)
      now[i].sampler = samplerFor(params);
  }
  sendChanged(mViews.data(), now.data(), count, [&](uint32_t first, std::span<const pipe::SamplerView> views) {
    mStream->setSamplerViews({first, 0}, views);
  });
}

namespace {

template <class Bindings, class Handle>
pipe::BufferRange rangeOf(const Bindings& bindings, uint32_t binding, Handle&& handle) {
  if (binding >= bindings.size()) return {};
  const state::IndexedBuffer& b = bindings[binding];
  if (!b.buffer) return {};
  return {handle(b.buffer), b.whole ? 0 : b.offsetBytes, b.whole ? ~uint64_t{0} : b.sizeBytes};
}

}  // namespace

void Impl::sendUniformBuffers() {
  if (!mContext.executable) return;
  const state::Executable& e = *mContext.executable;
  std::array<pipe::BufferRange, state::kMaxUniformBindings> now = mUniformRanges;
  uint32_t count = 0;
  for (size_t i = 0; i < e.program->uniformBlocks.size(); ++i) {
    const uint32_t slot = e.program->uniformBlocks[i].slot;
    if (slot >= now.size()) continue;
    now[slot] = rangeOf(mContext.uniformBuffers, e.uniformBlockBindings[i],
                        [&](const std::shared_ptr<state::Buffer>& b) { waitForWriter(*b); return handleOf(b); });
    count = std::max(count, slot + 1);
  }
  sendChanged(mUniformRanges.data(), now.data(), count, [&](uint32_t first, std::span<const pipe::BufferRange> ranges) {
    mStream->setUniformBuffers({first, 0}, ranges);
  });
}

void Impl::sendStorageBuffers() {
  if (!mContext.executable) return;
  const state::Executable& e = *mContext.executable;
  std::array<pipe::BufferRange, state::kMaxStorageBindings> now = mStorageRanges;
  uint32_t count = 0;
  for (size_t i = 0; i < e.program->storageBlocks.size(); ++i) {
    const uint32_t slot = e.program->storageBlocks[i].slot;
    if (slot >= now.size()) continue;
    now[slot] = rangeOf(mContext.storageBuffers, e.storageBlockBindings[i],
                        [&](const std::shared_ptr<state::Buffer>& b) { waitForWriter(*b); return handleOf(b); });
    count = std::max(count, slot + 1);
  }
  sendChanged(mStorageRanges.data(), now.data(), count, [&](uint32_t first, std::span<const pipe::BufferRange> ranges) {
    mStream->setStorageBuffers({first, 0}, ranges);
  });
}

void Impl::markStorageWrites() {
  if (!mContext.executable) return;
  const state::Executable& e = *mContext.executable;
  for (size_t i = 0; i < e.program->storageBlocks.size(); ++i) {
    const uint32_t binding = e.storageBlockBindings[i];
    if (binding >= mContext.storageBuffers.size() || !mContext.storageBuffers[binding].buffer) continue;
    beforeGpuWrite(*mContext.storageBuffers[binding].buffer);
    markWritten(*mContext.storageBuffers[binding].buffer);
  }
}

}  // namespace tracker
