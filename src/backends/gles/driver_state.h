// SPDX-License-Identifier: Apache-2.0
// What one native context is known to have bound and set. Setters compare first, so that the driver is never told
// twice; forget() makes everything unknown (after another stream changed shared objects, whose new contents a context
// need only see after binding them again).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "backends/gles/functions.h"
#include "backends/gles/objects.h"

namespace gles {

// Capabilities that are tracked. Clip distances follow in order.
enum class Capability : uint8_t {
  ScissorTest, DepthTest, StencilTest, CullFace, PolygonOffsetFill, RasterizerDiscard, SampleAlphaToCoverage,
  SampleCoverage, SampleMask, SampleShading, Dither, PrimitiveRestartFixedIndex, FramebufferSrgb, DepthClamp,
  ClipDistance0, End = ClipDistance0 + 8,
};

// Memo of an indexed buffer binding.
struct RangeMemo {
  uint64_t id = ~uint64_t{0};
  uint64_t offsetBytes = 0, sizeBytes = 0;
};

class DriverState {
 public:
  DriverState(Functions& functions, const Shared& shared);
  void forget();
  // Moves whenever something that a draw depends on was changed in the driver, or forgotten. The plain buffer bindings,
  // fixed index restart, clear values and pixel stores are not among that: each use sets them.
  uint64_t changes() const { return mChanges; }

  // Non-indexed buffer bindings.
  enum BufferPoint { CopyRead, CopyWrite, PixelPack, PixelUnpack, DrawIndirect, DispatchIndirect, ElementArray, Count };
  void bindBuffer(BufferPoint point, const Name& name);
  static GLenum targetOf(BufferPoint point);

  // Indexed ones. target: GL_UNIFORM_BUFFER and so on. A null name unbinds.
  void bindRange(GLenum target, uint32_t index, const Name& name, uint64_t offsetBytes, uint64_t sizeBytes);
  // A bind through the indexed point also changes the plain one of the same target; we never use that.

  // Binds for sampling. Only one target of a unit is non-zero at a time, so that an unbound sampler of any kind reads
  // (0,0,0,1).
  void bindTexture(uint32_t unit, GLenum target, const Name& name);
  void bindSampler(uint32_t unit, const Name& name);
  // Binds to the edit unit and makes that unit active.
  void editTexture(GLenum target, const Name& name);
  void bindRenderbuffer(const Name& name);

  void bindDrawFramebuffer(const Name& name);
  void bindReadFramebuffer(const Name& name);
  void useProgram(const Name& name);
  void bindVertexArray(const Name& name);

  void enable(Capability capability, bool on);
  void scissor(const pipe::Scissor& box);
  void viewport(int x, int y, int width, int height);
  void depthRange(float nearZ, float farZ);
  void clearColor(const float (&color)[4]);
  void clearDepth(float depth);
  void clearStencil(int32_t stencil);

  struct PixelStore {
    GLint alignment = 4, rowLength = 0, imageHeight = 0;
    friend bool operator==(const PixelStore&, const PixelStore&) = default;
  };
  void unpack(const PixelStore& store);
  void pack(const PixelStore& store);  // imageHeight is not ES's

 private:
  struct Unit {
    GLenum target = 0;
    uint64_t texture = 0, sampler = 0;
  };
  void activeUnit(uint32_t unit);
  std::vector<RangeMemo>* memosOf(GLenum target);
  static constexpr uint64_t kUnknown = ~uint64_t{0};

  Functions& mGl;
  const Shared& mShared;
  std::array<uint64_t, Count> mBuffers;
  std::vector<RangeMemo> mUniform, mStorage, mAtomic, mXfb;
  std::vector<Unit> mUnits;
  uint32_t mActiveUnit = ~0u;
  uint64_t mRenderbuffer, mDraw, mRead, mProgram, mVertexArray;
  uint64_t mEnabledKnown = 0, mEnabled = 0;
  pipe::Scissor mScissor{};
  std::array<int, 4> mViewport{-1, -1, -1, -1};
  float mNear = 0.0f, mFar = 1.0f;
  std::array<float, 4> mClearColor{};
  float mClearDepth = 1.0f;
  int32_t mClearStencil = 0;
  PixelStore mUnpack, mPack;
  bool mScissorKnown = false;
  uint64_t mChanges = 0;
};

}  // namespace gles
