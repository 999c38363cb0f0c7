// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/driver_state.h"

#include <algorithm>

#include "base/check.h"

namespace gles {
namespace {

GLenum numberOf(Capability capability) {
  constexpr GLenum kNumbers[] = {GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_POLYGON_OFFSET_FILL,
                                 GL_RASTERIZER_DISCARD, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_SAMPLE_MASK,
                                 GL_SAMPLE_SHADING, GL_DITHER, GL_PRIMITIVE_RESTART_FIXED_INDEX,
                                 GL_FRAMEBUFFER_SRGB_EXT, GL_DEPTH_CLAMP_EXT, GL_CLIP_DISTANCE0_EXT};
  static_assert(std::size(kNumbers) == static_cast<size_t>(Capability::ClipDistance0) + 1);
  const auto index = static_cast<uint32_t>(capability), clip = static_cast<uint32_t>(Capability::ClipDistance0);
  return index < clip ? kNumbers[index] : GL_CLIP_DISTANCE0_EXT + (index - clip);
}

}  // namespace

DriverState::DriverState(Functions& functions, const Shared& shared)
    : mGl(functions), mShared(shared), mUniform(shared.maxUniformBindings), mStorage(32), mAtomic(32), mXfb(4),
      mUnits(shared.maxTextureUnits) {
  forget();
  for (Unit& unit : mUnits) unit = {};  // a new context has nothing bound
}

void DriverState::forget() {
  ++mChanges;
  mBuffers.fill(kUnknown);
  for (auto* memos : {&mUniform, &mStorage, &mAtomic, &mXfb}) std::fill(memos->begin(), memos->end(), RangeMemo{});
  // The target stays known: it is what has to be unbound when another one takes the unit.
  for (Unit& unit : mUnits) unit.texture = unit.sampler = kUnknown;
  mRenderbuffer = mDraw = mRead = mProgram = mVertexArray = kUnknown;
}

GLenum DriverState::targetOf(BufferPoint point) {
  constexpr GLenum kTargets[] = {GL_COPY_READ_BUFFER,      GL_COPY_WRITE_BUFFER,        GL_PIXEL_PACK_BUFFER,
                                 GL_PIXEL_UNPACK_BUFFER,   GL_DRAW_INDIRECT_BUFFER,     GL_DISPATCH_INDIRECT_BUFFER,
                                 GL_ELEMENT_ARRAY_BUFFER};
  return kTargets[point];
}

void DriverState::bindBuffer(BufferPoint point, const Name& name) {
  if (mBuffers[point] == name.id) return;
  mBuffers[point] = name.id;
  mGl.BindBuffer(targetOf(point), name.gl);
}

std::vector<RangeMemo>* DriverState::memosOf(GLenum target) {
  switch (target) {
    case GL_UNIFORM_BUFFER: return &mUniform;
    case GL_SHADER_STORAGE_BUFFER: return &mStorage;
    case GL_ATOMIC_COUNTER_BUFFER: return &mAtomic;
    case GL_TRANSFORM_FEEDBACK_BUFFER: return &mXfb;
  }
  MGL_UNREACHABLE("gles-buffer-target");
}

void DriverState::bindRange(GLenum target, uint32_t index, const Name& name, uint64_t offsetBytes,
                            uint64_t sizeBytes) {
  auto& memos = *memosOf(target);
  if (index >= memos.size()) memos.resize(index + 1);
  RangeMemo& memo = memos[index];
  if (memo.id == name.id && memo.offsetBytes == offsetBytes && memo.sizeBytes == sizeBytes) return;
  ++mChanges;
  memo = {name.id, offsetBytes, sizeBytes};
  if (name.gl)
    mGl.BindBufferRange(target, index, name.gl, static_cast<GLintptr>(offsetBytes), static_cast<GLsizeiptr>(sizeBytes));
  else
    mGl.BindBufferBase(target, index, 0);
}

void DriverState::activeUnit(uint32_t unit) {
  if (mActiveUnit == unit) return;
  mActiveUnit = unit;
  mGl.ActiveTexture(GL_TEXTURE0 + unit);
}

void DriverState::bindTexture(uint32_t unit, GLenum target, const Name& name) {
  Unit& memo = mUnits[unit];
  if (memo.texture == name.id && (memo.target == target || !name.id)) return;
  ++mChanges;
  activeUnit(unit);
  if (memo.target && memo.target != target && memo.texture) mGl.BindTexture(memo.target, 0);
  const GLenum bound = target ? target : memo.target;
  if (bound && (name.gl || memo.target == bound)) mGl.BindTexture(bound, name.gl);
  memo.target = bound;
  memo.texture = name.id;
}

void DriverState::bindSampler(uint32_t unit, const Name& name) {
  Unit& memo = mUnits[unit];
  if (memo.sampler == name.id) return;
  ++mChanges;
  memo.sampler = name.id;
  mGl.BindSampler(unit, name.gl);
}

void DriverState::editTexture(GLenum target, const Name& name) {
  bindTexture(mShared.editUnit(), target, name);
  // Parameters and images are edited through the active unit.
  activeUnit(mShared.editUnit());
}

void DriverState::bindRenderbuffer(const Name& name) {
  if (mRenderbuffer == name.id) return;
  mRenderbuffer = name.id;
  mGl.BindRenderbuffer(GL_RENDERBUFFER, name.gl);
}

void DriverState::bindDrawFramebuffer(const Name& name) {
  if (mDraw == name.id) return;
  ++mChanges;
  mDraw = name.id;
  mGl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, name.gl);
}

void DriverState::bindReadFramebuffer(const Name& name) {
  if (mRead == name.id) return;
  mRead = name.id;
  mGl.BindFramebuffer(GL_READ_FRAMEBUFFER, name.gl);
}

void DriverState::useProgram(const Name& name) {
  if (mProgram == name.id) return;
  ++mChanges;
  mProgram = name.id;
  mGl.UseProgram(name.gl);
}

void DriverState::bindVertexArray(const Name& name) {
  if (mVertexArray == name.id) return;
  ++mChanges;
  mVertexArray = name.id;
  mGl.BindVertexArray(name.gl);
  mBuffers[ElementArray] = kUnknown;  // belongs to the vertex array
}

void DriverState::enable(Capability capability, bool on) {
  const uint64_t bit = uint64_t{1} << static_cast<uint32_t>(capability);
  if ((mEnabledKnown & bit) && ((mEnabled & bit) != 0) == on) return;
  mEnabledKnown |= bit;
  // Every indexed draw sets this one itself.
  if (capability != Capability::PrimitiveRestartFixedIndex) ++mChanges;
  mEnabled = on ? mEnabled | bit : mEnabled & ~bit;
  if (on)
    mGl.Enable(numberOf(capability));
  else
    mGl.Disable(numberOf(capability));
}

void DriverState::scissor(const pipe::Scissor& box) {
  if (mScissorKnown && box.x == mScissor.x && box.y == mScissor.y && box.width == mScissor.width &&
      box.height == mScissor.height)
    return;
  ++mChanges;
  mScissorKnown = true;
  mScissor = box;
  mGl.Scissor(box.x, box.y, box.width, box.height);
}

void DriverState::viewport(int x, int y, int width, int height) {
  const std::array<int, 4> next{x, y, width, height};
  if (next == mViewport) return;
  ++mChanges;
  mViewport = next;
  mGl.Viewport(x, y, width, height);
}

void DriverState::depthRange(float nearZ, float farZ) {
  if (nearZ == mNear && farZ == mFar) return;
  ++mChanges;
  mNear = nearZ;
  mFar = farZ;
  mGl.DepthRangef(nearZ, farZ);
}

void DriverState::clearColor(const float (&color)[4]) {
  const std::array<float, 4> next{color[0], color[1], color[2], color[3]};
  if (next == mClearColor) return;
  mClearColor = next;
  mGl.ClearColor(color[0], color[1], color[2], color[3]);
}

void DriverState::clearDepth(float depth) {
  if (depth == mClearDepth) return;
  mClearDepth = depth;
  mGl.ClearDepthf(depth);
}

void DriverState::clearStencil(int32_t stencil) {
  if (stencil == mClearStencil) return;
  mClearStencil = stencil;
  mGl.ClearStencil(stencil);
}

void DriverState::unpack(const PixelStore& store) {
  if (store.alignment != mUnpack.alignment) mGl.PixelStorei(GL_UNPACK_ALIGNMENT, store.alignment);
  if (store.rowLength != mUnpack.rowLength) mGl.PixelStorei(GL_UNPACK_ROW_LENGTH, store.rowLength);
  if (store.imageHeight != mUnpack.imageHeight) mGl.PixelStorei(GL_UNPACK_IMAGE_HEIGHT, store.imageHeight);
  mUnpack = store;
}

void DriverState::pack(const PixelStore& store) {
  if (store.alignment != mPack.alignment) mGl.PixelStorei(GL_PACK_ALIGNMENT, store.alignment);
  if (store.rowLength != mPack.rowLength) mGl.PixelStorei(GL_PACK_ROW_LENGTH, store.rowLength);
  mPack = store;
}

}  // namespace gles
