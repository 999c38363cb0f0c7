// SPDX-License-Identifier: Apache-2.0
// The one implementation of tracker::Tracker. Its methods are spread over files by subject:
//   atoms_output, atoms_raster, atoms_shader, atoms_vertex   dirty group → pipe calls, run in order by prepare()
//   buffer, map, texture, read_back, draw, sync, surface     the verbs
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pipe/screen.h"
#include "tracker/cso_cache.h"
#include "tracker/streams.h"
#include "tracker/tracker.h"

namespace tracker {

template <class H>
H toHandle(state::TrackerSlot slot) {
  return {slot.slot, slot.generation};
}
template <class K>
state::TrackerSlot toSlot(base::Handle<K> handle) {
  return {handle.slot, handle.generation};
}

inline constexpr uint32_t kMaxSamplerSlots = 192;
inline constexpr uint32_t kWholeBuffer32 = ~0u;

struct VertexElementsKey {
  std::array<pipe::VertexElement, state::kMaxAttribs> items{};
  uint64_t count = 0;
};

class Impl final : public Tracker, private pipe::EventSink {
 public:
  Impl(pipe::Screen& screen, state::Context& context, Events events, std::unique_ptr<pipe::Stream> stream);
  ~Impl() override;

  void makeCurrent() override;
  void releaseCurrent() override;
  bool lost() const override { return mStream->lost(); }

  bool bufferDefine(state::Buffer&, uint64_t, const void*, uint32_t, uint32_t) override;
  void bufferSubData(state::Buffer&, uint64_t, std::span<const std::byte>) override;
  void bufferCopy(state::Buffer&, state::Buffer&, uint64_t, uint64_t, uint64_t) override;
  void bufferClear(state::Buffer&, uint64_t, uint64_t, std::span<const std::byte>) override;
  bool bufferRead(state::Buffer&, uint64_t, std::span<std::byte>) override;
  void* bufferMap(state::Buffer&, uint64_t, uint64_t, uint32_t) override;
  void bufferFlushMapped(state::Buffer&, uint64_t, uint64_t) override;
  bool bufferUnmap(state::Buffer&) override;
  std::span<const std::byte> bufferView(state::Buffer&) override;
  void destroy(state::Buffer&) override;

  bool textureDefineLevel(state::Texture&, uint32_t face, uint32_t level) override;
  bool textureDefineStorage(state::Texture&) override;
  void textureSetBuffer(state::Texture&) override;
  void textureUpload(state::Texture&, uint32_t, const Region&, const PixelMemory&, const PixelPlace&) override;
  void textureRead(state::Texture&, uint32_t, const Region&, const PixelMemory&, const PixelPlace&) override;
  void textureCopy(state::Texture&, uint32_t, const Region&, state::Texture&, uint32_t, int32_t, int32_t, int32_t) override;
  void copyFramebufferToTexture(state::Texture&, uint32_t, int32_t, int32_t, int32_t, int32_t, int32_t, uint32_t, uint32_t) override;
  void generateMipmaps(state::Texture&, uint32_t, uint32_t) override;
  void textureClear(state::Texture&, uint32_t, const Region&, uint32_t, const uint32_t[4], float, int32_t) override;
  bool renderbufferDefine(state::Renderbuffer&) override;
  void destroy(state::Texture&) override;
  void destroy(state::Renderbuffer&) override;
  void destroy(state::Executable&) override;

  void draw(const DrawCall&) override;
  void drawMany(std::span<const DrawCall>) override;
  void drawIndirect(uint32_t, uint32_t, state::Buffer&, uint64_t, uint32_t, uint32_t) override;
  void clear(uint32_t mask) override;
  void clearBuffer(uint32_t, int32_t, const uint32_t[4], float, int32_t) override;
  void blit(int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, uint32_t, uint32_t) override;
  void readPixels(int32_t, int32_t, uint32_t, uint32_t, const PixelMemory&, const PixelPlace&) override;
  void flush() override;
  void finish() override;

  void queryBegin(state::Query&, uint32_t, uint32_t) override;
  void queryEnd(state::Query&, uint32_t, uint32_t) override;
  bool queryAvailable(state::Query&) override;
  uint64_t queryResult(state::Query&) override;
  void destroy(state::Query&) override;
  uint64_t timestampNow() override;
  void fenceCreate(state::Sync&) override;
  WaitResult fenceWait(state::Sync&, uint64_t timeoutNs) override;
  void fenceWaitServer(state::Sync&) override;
  void destroy(state::Sync&) override;

  void xfbBegin(state::Xfb&) override;
  void xfbPause(state::Xfb&, bool resume) override;
  void xfbEnd(state::Xfb&) override;

  state::TrackerSlot surfaceCreate(const Window&) override;
  void surfaceDestroy(state::TrackerSlot) override;
  bool present(state::TrackerSlot, state::Framebuffer&, uint32_t, uint32_t, int32_t) override;

  void drain() override;
  uint64_t roundTrips() const override { return mRoundTrips; }

 private:
  // ── events ──
  void fenceSignalled(const pipe::FenceSignalledEvent&) override;
  void queryResult(const pipe::QueryResultEvent&) override;
  void allocationVerdict(const pipe::AllocationVerdictEvent&) override;
  void surfaceLost(const pipe::SurfaceLostEvent&) override;
  void driverError(const pipe::DriverErrorEvent&) override;

  // Takes over what has come for the query; true if its last end is answered.
  bool hasResult(state::Query& query);

  // ── atoms ──
  // Brings the other side up to date for a verb of the groups given; false if the session is lost.
  bool prepare(uint32_t groups);
  void sendFramebuffer();
  void sendPipeline();
  void sendViewports();
  void sendScissors();
  void sendBlendColor();
  void sendStencil();
  void sendRaster();
  void sendProgram();
  void sendConstants();
  void sendSamplers();
  void sendUniformBuffers();
  void sendStorageBuffers();
  void sendVertexArray();
  void sendAttribDefaults();
  void sendStreamOutputs();
  void afterVerb();

  // ── objects ──
  pipe::BufferHandle handleOf(const std::shared_ptr<state::Buffer>& buffer);
  pipe::TextureHandle handleOf(state::Texture& texture);
  pipe::TextureHandle handleOf(const state::Attachment& attachment);
  pipe::SamplerHandle samplerFor(const state::SamplerParams& params);
  pipe::FramebufferHandle framebufferFor(const state::Framebuffer& framebuffer);
  pipe::ProgramHandle programFor(state::Executable& executable);
  void sendTextureParams(state::Texture& texture);
  void endPipeline(pipe::PipelineHandle old);
  void endElements(pipe::VertexElementsHandle old);
  void endFramebuffer(pipe::FramebufferHandle old);
  void dropFramebuffersOf(pipe::TextureHandle texture);
  void sweepGrave();
  void releaseName(state::GraveKind kind, state::TrackerSlot slot);
  void releaseNames();
  // The object was last written by another stream: make ours wait for it first.
  void waitForWriter(state::Object& object);
  void waitForStream(uint32_t stream, uint64_t sequence);
  void wrote(state::Object& object);
  void markTargets();

  // What the other side said about the allocation of that handle. Waits for it.
  bool awaitVerdict(uint64_t key);
  void sendBytes(pipe::BufferHandle buffer, uint64_t offsetBytes, std::span<const std::byte> data, uint32_t flags = 0);
  void publishPersistent();
  void publishPersistent(state::Buffer& buffer, bool coherentOnly);
  void publishBlocks(state::Buffer& buffer);
  void publishBytes(state::Buffer& buffer);
  bool mapPersistent(state::Buffer& buffer, bool needsOld);
  void noteSent(state::Buffer& buffer);
  // Before a call is emitted that lets the other end write the buffer.
  void beforeGpuWrite(state::Buffer& buffer);
  void markWritten(state::Buffer& buffer);   // by the GPU
  void refreshPersistentReads();
  void markStorageWrites();
  std::byte* mapMemory(state::Buffer& buffer, uint64_t sizeBytes);
  void releaseMapMemory(state::Buffer& b);
  void releaseMapsOfGroup();
  static uint32_t writeFlags(const state::Buffer& buffer);
  void sendMapped(state::Buffer& buffer, uint64_t offsetBytes, uint64_t lengthBytes);

  // ── client arrays ──
  struct VertexLayout {
    VertexElementsKey key;
    std::array<pipe::VertexBuffer, state::kMaxAttribs> buffers{};
    std::array<uint32_t, state::kMaxAttribs> divisors{};
    std::array<uint32_t, state::kMaxAttribs> slotOf{};   // by location
    uint32_t used = 0, clientArrays = 0;
  };
  VertexLayout vertexLayout();
  void reserveStream(uint64_t sizeBytes);
  uint64_t streamBytes(std::span<const std::byte> data);
  bool sendClientArrays(const DrawCall& call, uint64_t firstVertex, uint64_t lastVertex, uint64_t extraBytes);
  bool indexRange(const DrawCall& call, uint32_t& lowest, uint32_t& highest);
  void drawWithClientMemory(const DrawCall& call);

  // ── pixels ──
  void uploadPiece(pipe::TextureHandle texture, uint32_t level, const Region& region, const PixelMemory& memory, const std::byte* first);
  template <class Read>
  void readBanded(uint32_t width, uint32_t height, uint32_t depth, const PixelMemory& memory, std::byte* destination, Read&& read);

  pipe::Screen& mScreen;
  state::Context& mContext;
  Events mEvents;
  std::unique_ptr<pipe::Stream> mStream;
  std::shared_ptr<StreamRegistry> mRegistry;
  std::shared_ptr<StreamRegistry::Member> mMember;
  std::unordered_map<uint32_t, uint64_t> mWaitedFor;   // other stream → sequence

  CsoCache<pipe::PipelineState, pipe::PipelineHandle> mPipelines{64};
  CsoCache<VertexElementsKey, pipe::VertexElementsHandle> mElements{1024};
  CsoCache<pipe::SamplerState, pipe::SamplerHandle> mSamplers{256};
  CsoCache<pipe::FramebufferDesc, pipe::FramebufferHandle> mFramebuffers{256};

  // What the other side has now: suppresses repeats.
  pipe::FramebufferHandle mBoundFramebuffer;
  pipe::PipelineHandle mBoundPipeline;
  pipe::VertexElementsHandle mBoundElements;
  pipe::ProgramHandle mBoundProgram;
  pipe::BufferHandle mBoundIndices;
  std::array<pipe::Viewport, state::kMaxViewports> mViewports{};
  std::array<pipe::Scissor, state::kMaxViewports> mScissors{};
  uint32_t mScissorEnable = 0, mViewportCount = 0, mScissorCount = 0;
  float mBlendColor[4] = {};
  pipe::StencilDynamic mStencil{};
  pipe::RasterDynamic mRaster{};
  bool mSentOnce = false;
  std::array<pipe::SamplerView, kMaxSamplerSlots> mViews{};
  std::array<pipe::BufferRange, state::kMaxUniformBindings> mUniformRanges{};
  std::array<pipe::BufferRange, state::kMaxStorageBindings> mStorageRanges{};
  std::array<pipe::VertexBuffer, state::kMaxAttribs> mVertexBuffers{};
  std::array<pipe::AttribDefault, state::kMaxAttribs> mAttribDefaults{};
  uint32_t mClientArrays = 0;          // enabled attributes that lie in client memory
  uint64_t mSamplersBinding = 0, mUniformsBinding = 0;

  struct StreamBuffer {
    pipe::BufferHandle buffer;
    uint64_t sizeBytes = 0, usedBytes = 0;
  } mStreamBuffer;

  std::vector<std::weak_ptr<state::Framebuffer>> mDrawn;   // since the last flush, if others may look
  std::vector<std::weak_ptr<state::Buffer>> mPersistent;   // persistently mapped buffers of this context
  struct QueryValue {
    uint64_t serial = 0, value = 0;
  };
  std::unordered_map<uint64_t, QueryValue> mResults;       // newest result that came, by query handle
  std::unordered_set<uint64_t> mSignalled;                 // fences heard of, not yet asked for
  // With the generation: the event of a surface that is gone already may come after its slot has a new one.
  static uint64_t surfaceKey(uint32_t slot, uint32_t generation) { return uint64_t{generation} << 32 | slot; }
  std::unordered_set<uint64_t> mLostSurfaces;
  std::deque<std::pair<uint64_t, bool>> mVerdicts;
  // Destroys that are under way: a name may be minted again, by any stream, only once its destroy has been applied.
  struct Leaving {
    uint64_t sequence;
    state::GraveKind kind;
    state::TrackerSlot slot;
  };
  std::deque<Leaving> mLeaving;
  uint64_t mPresentSerial = 0;
  uint64_t mRoundTrips = 0;
};

// Bytes of one vertex of an attribute.
uint64_t attribBytes(const state::VertexAttrib& attrib);

// Applications that probe for memory do it with sizes like these; only then is a verdict worth a wait.
inline constexpr uint64_t kProbeBytes = uint64_t{64} << 20;

inline uint64_t keyOf(state::TrackerSlot slot) { return uint64_t{slot.generation} << 32 | slot.slot; }
template <class K>
uint64_t keyOf(base::Handle<K> handle) {
  return uint64_t{handle.generation} << 32 | handle.slot;
}

}  // namespace tracker
