// SPDX-License-Identifier: Apache-2.0
// One stream's context in the driver: every call of the pipe. The class is one, its bodies lie by subject in
// state.cpp, buffer.cpp, texture_define.cpp, draw.cpp and so on.
//
// set_* and bind_* calls only note what was asked for; verbs (clear, draw, blit …) look the handles up, tell the driver
// what differs and act. A handle that finds nothing is the peer's fault and ends the session.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <span>

#include "backends/emulation/primitives.h"
#include "backends/gles/context_objects.h"
#include "backends/gles/driver_state.h"
#include "backends/gles/functions.h"
#include "backends/gles/objects.h"
#include "backends/gles/pipeline.h"
#include "backends/gles/vertex.h"
#include "pipe/screen.h"

namespace gles {

class InternalDraws;

// Values of numbered binding points, and which of them changed since they were last applied.
template <class T>
struct Slots {
  std::vector<T> values;
  uint32_t dirtyBegin = ~0u, dirtyEnd = 0;
  // False if the range is outside.
  bool set(uint32_t first, std::span<const T> from) {
    if (first > values.size() || from.size() > values.size() - first) return false;
    std::copy(from.begin(), from.end(), values.begin() + first);
    markDirty(first, first + static_cast<uint32_t>(from.size()));
    return true;
  }
  void markDirty(uint32_t begin, uint32_t end) {
    if (begin >= end) return;
    dirtyBegin = begin < dirtyBegin ? begin : dirtyBegin;
    dirtyEnd = end > dirtyEnd ? end : dirtyEnd;
  }
  void markAll() { markDirty(0, static_cast<uint32_t>(values.size())); }
  void clean() {
    dirtyBegin = ~0u;
    dirtyEnd = 0;
  }
};

class Context final : public pipe::BackendContext {
 public:
  Context(std::shared_ptr<Shared> shared, std::unique_ptr<NativeContext> native, pipe::EventSink& events,
          pipe::FaultSink& faults);
  ~Context() override;
  // With the native context current; false with a sentence if the driver lacks an entry point.
  bool start(std::string& problem);

  bool makeCurrent() override;
  void releaseCurrent() override;
  bool poll(bool mayFlush) override;
  void waitBriefly() override;
  uint64_t hostCalls() const { return mGl.hostCalls(); }

  void nop(const pipe::NopArgs& args) override;
  void bufferDefine(const pipe::BufferDefineArgs& args) override;
  void bufferSubdata(const pipe::BufferSubdataArgs& args, std::span<const std::byte> data) override;
  void bufferCopy(const pipe::BufferCopyArgs& args) override;
  void bufferClear(const pipe::BufferClearArgs& args) override;
  pipe::ReplyStatus bufferRead(const pipe::BufferReadArgs& args, std::span<std::byte> data) override;
  void bufferDestroy(const pipe::BufferDestroyArgs& args) override;
  void textureDefineStorage(const pipe::TextureDefineStorageArgs& args) override;
  void textureDefineLevel(const pipe::TextureDefineLevelArgs& args) override;
  void textureSetBuffer(const pipe::TextureSetBufferArgs& args) override;
  void textureSetParams(const pipe::TextureSetParamsArgs& args) override;
  void textureSubdata(const pipe::TextureSubdataArgs& args, std::span<const pipe::UploadRegion> regions,
                      std::span<const std::byte> data) override;
  void textureSubdataFromBuffer(const pipe::TextureSubdataFromBufferArgs& args,
                                std::span<const pipe::UploadRegion> regions) override;
  void textureCopy(const pipe::TextureCopyArgs& args) override;
  void textureGenerateMipmaps(const pipe::TextureGenerateMipmapsArgs& args) override;
  pipe::ReplyStatus textureRead(const pipe::TextureReadArgs& args, std::span<std::byte> data) override;
  void textureReadToBuffer(const pipe::TextureReadToBufferArgs& args) override;
  void textureDestroy(const pipe::TextureDestroyArgs& args) override;
  void samplerCreate(const pipe::SamplerCreateArgs& args) override;
  void samplerDestroy(const pipe::SamplerDestroyArgs& args) override;
  void programCreate(const pipe::ProgramCreateArgs& args, std::span<const pipe::StageModule> stages,
                     std::span<const pipe::XfbVarying> xfb, std::span<const std::byte> data) override;
  void programDestroy(const pipe::ProgramDestroyArgs& args) override;
  void framebufferCreate(const pipe::FramebufferCreateArgs& args) override;
  void framebufferDestroy(const pipe::FramebufferDestroyArgs& args) override;
  void pipelineCreate(const pipe::PipelineCreateArgs& args) override;
  void pipelineDestroy(const pipe::PipelineDestroyArgs& args) override;
  void vertexElementsCreate(const pipe::VertexElementsCreateArgs& args,
                            std::span<const pipe::VertexElement> items) override;
  void vertexElementsDestroy(const pipe::VertexElementsDestroyArgs& args) override;
  void bindFramebuffer(const pipe::BindFramebufferArgs& args) override;
  void bindPipeline(const pipe::BindPipelineArgs& args) override;
  void bindVertexElements(const pipe::BindVertexElementsArgs& args) override;
  void bindProgram(const pipe::BindProgramArgs& args) override;
  void setViewports(const pipe::SetViewportsArgs& args, std::span<const pipe::Viewport> viewports) override;
  void setScissors(const pipe::SetScissorsArgs& args, std::span<const pipe::Scissor> scissors) override;
  void setBlendColor(const pipe::SetBlendColorArgs& args) override;
  void setStencilDynamic(const pipe::SetStencilDynamicArgs& args) override;
  void setRasterDynamic(const pipe::SetRasterDynamicArgs& args) override;
  void setConstants(const pipe::SetConstantsArgs& args, std::span<const std::byte> data) override;
  void setSamplerViews(const pipe::SetSamplerViewsArgs& args, std::span<const pipe::SamplerView> views) override;
  void setImages(const pipe::SetImagesArgs& args, std::span<const pipe::ImageView> images) override;
  void setUniformBuffers(const pipe::SetUniformBuffersArgs& args, std::span<const pipe::BufferRange> ranges) override;
  void setStorageBuffers(const pipe::SetStorageBuffersArgs& args, std::span<const pipe::BufferRange> ranges) override;
  void setAtomicBuffers(const pipe::SetAtomicBuffersArgs& args, std::span<const pipe::BufferRange> ranges) override;
  void setVertexBuffers(const pipe::SetVertexBuffersArgs& args, std::span<const pipe::VertexBuffer> buffers) override;
  void setIndexBuffer(const pipe::SetIndexBufferArgs& args) override;
  void setAttribDefaults(const pipe::SetAttribDefaultsArgs& args,
                         std::span<const pipe::AttribDefault> values) override;
  void setStreamOutputs(const pipe::SetStreamOutputsArgs& args, std::span<const pipe::BufferRange> ranges) override;
  void draw(const pipe::DrawArgs& args) override;
  void drawMany(const pipe::DrawManyArgs& args, std::span<const pipe::DrawRange> ranges) override;
  void drawIndirect(const pipe::DrawIndirectArgs& args) override;
  void drawStreamOutput(const pipe::DrawStreamOutputArgs& args) override;
  void dispatch(const pipe::DispatchArgs& args) override;
  void memoryBarrier(const pipe::MemoryBarrierArgs& args) override;
  void beginStreamOutput(const pipe::BeginStreamOutputArgs& args) override;
  void pauseStreamOutput(const pipe::PauseStreamOutputArgs& args) override;
  void endStreamOutput(const pipe::EndStreamOutputArgs& args) override;
  void clear(const pipe::ClearArgs& args) override;
  void textureClear(const pipe::TextureClearArgs& args) override;
  void blit(const pipe::BlitArgs& args) override;
  void framebufferCopyToTexture(const pipe::FramebufferCopyToTextureArgs& args) override;
  pipe::ReplyStatus readPixels(const pipe::ReadPixelsArgs& args, std::span<std::byte> data) override;
  void readPixelsToBuffer(const pipe::ReadPixelsToBufferArgs& args) override;
  void queryBegin(const pipe::QueryBeginArgs& args) override;
  void queryEnd(const pipe::QueryEndArgs& args) override;
  pipe::ReplyStatus queryWait(const pipe::QueryWaitArgs& args, pipe::QueryWaitReply& reply) override;
  void queryDestroy(const pipe::QueryDestroyArgs& args) override;
  pipe::ReplyStatus timestampNow(const pipe::TimestampNowArgs& args, pipe::TimestampNowReply& reply) override;
  void fenceCreate(const pipe::FenceCreateArgs& args) override;
  void fenceWaitServer(const pipe::FenceWaitServerArgs& args) override;
  void fenceDestroy(const pipe::FenceDestroyArgs& args) override;
  void flush(const pipe::FlushArgs& args) override;
  pipe::ReplyStatus finish(const pipe::FinishArgs& args, pipe::FinishReply& reply) override;
  void waitStream(const pipe::WaitStreamArgs& args) override;
  void surfaceCreate(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display) override;
  pipe::ReplyStatus surfaceDestroy(const pipe::SurfaceDestroyArgs& args, pipe::SurfaceDestroyReply& reply) override;
  void present(const pipe::PresentArgs& args) override;
  void pushDebugGroup(const pipe::PushDebugGroupArgs& args, std::span<const std::byte> text) override;

 private:
  friend class InternalDraws;
  enum Dirty : uint32_t {
    kFramebuffer = 1, kPipeline = 2, kViewport = 4, kScissor = 8, kBlendColor = 16, kStencil = 32, kRaster = 64,
    kProgram = 128, kAll = 255,  // kProgram: also its constants
  };

  // ── faults and look-ups ──
  [[gnu::format(printf, 3, 4)]] void fault(pipe::Fault family, const char* format, ...);
  void stale(const char* kind, uint32_t slot, uint32_t generation);
  template <class Kind, class T>
  T* find(const base::SlotTable<Kind, T>& table, base::Handle<Kind> handle, const char* kind) {
    T* object = table.find(handle);
    if (!object) stale(kind, handle.slot, handle.generation);
    return object;
  }
  // A byte range inside a buffer; a fault and false if it is not.
  bool inside(const Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes, const char* call);

  // ── state.cpp: before a verb ──
  // Framebuffer, pipeline and what scissors, masks and viewports need; false if there is nothing to render to.
  bool prepareTarget();
  bool prepareDraw(GLenum mode);
  // Whether the driver still is as the last prepareDraw() left it, and nothing has been set since.
  bool isPrepared(GLenum mode) const;
  bool prepareProgram(GLenum mode);
  void applyDynamic();
  // After own rendering changed pipeline state, viewport, program and vertex input behind the stream's back.
  void stateDisturbed() { mDirty |= kAll; }

  // ── bindings.cpp ──
  bool applyBindings();
  bool applySamplerViews();
  bool applyImages();
  bool applyRanges(GLenum target, Slots<pipe::BufferRange>& slots);
  Name samplerFor(Sampler& sampler, const Texture& texture);

  // ── buffer.cpp ──
  std::byte* mapForRead(const Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes);
  void unmapRead();
  void writeBuffer(const Buffer& buffer, uint64_t offsetBytes, std::span<const std::byte> data);

  // ── texture_define.cpp, texture_params.cpp ──
  Texture* textureForDefine(pipe::TextureHandle handle, const pipe::TextureShape& shape);
  bool defineStorage(Texture& texture, const pipe::TextureShape& shape, formats::Format held);
  // Gives a level the driver images that `levels` describes; face 6 = all of a cube map.
  void defineImages(Texture& texture, uint32_t level, uint32_t face = 6);
  void zeroFill(pipe::TextureHandle handle, uint32_t level, uint32_t firstLayer, uint32_t layers);  // zero_fill.cpp
  void newTextureName(Texture& texture);
  void deleteTextureName(Texture& texture);
  void applyTextureParams(Texture& texture);
  bool outOfMemory();

  // ── texture_upload.cpp ──
  struct UploadTarget {
    Texture& texture;
    uint32_t level;
    formats::Format asked, held;
  };
  bool upload(const UploadTarget& target, const pipe::PixelLayout& layout, const pipe::UploadRegion& region,
              std::span<const std::byte> data, const Buffer* unpackBuffer);
  void uploadConverted(const UploadTarget& target, const pipe::PixelLayout& layout, const pipe::Box& box,
                       std::span<const std::byte> data, uint64_t offsetBytes);
  void uploadDriver(const UploadTarget& target, const pipe::Box& box, GLenum format, GLenum type, const void* pixels);
  void uploadCompressed(const UploadTarget& target, const pipe::Box& box, uint64_t imageBytes, const void* blocks);
  bool uploadRegions(pipe::TextureHandle handle, uint32_t level, const pipe::PixelLayout& layout,
                     std::span<const pipe::UploadRegion> regions, std::span<const std::byte> data,
                     const Buffer* unpackBuffer);

  // ── texture_copy.cpp, texture_read.cpp ──
  void mipmapsOnCpu(Texture& texture, uint32_t level);
  pipe::ReplyStatus readTexels(Texture& texture, uint32_t level, const pipe::Box& box, const pipe::PixelLayout& layout,
                               std::span<std::byte> out);
  struct ReadRequest;
  bool readCompressedBlocks(Texture& texture, uint32_t level, uint32_t layer, const pipe::Box& box,
                            const pipe::PixelLayout& layout, std::span<std::byte> out);
  bool readBySampling(Texture& texture, uint32_t level, uint32_t layer, ReadRequest request,
                      std::span<std::byte> out);
  Texture* textureForRead(pipe::TextureHandle handle, uint32_t level, pipe::Box& box, pipe::PixelLayout& layout);

  // ── framebuffer.cpp ──
  // Brings the driver's framebuffer up to date and binds it; false if it is not complete.
  bool useDraw(Framebuffer& framebuffer);
  // attachment -1: no color (depth and stencil only).
  bool useRead(Framebuffer& framebuffer, int32_t attachment);
  bool refresh(Framebuffer& framebuffer, Framebuffer::Driver& driver, bool forRead);
  void attach(GLenum bindTarget, GLenum point, const Texture* texture, const pipe::Attachment& where);
  const Texture* attachedTexture(const Framebuffer& framebuffer, int32_t attachment, GLenum layoutFormat);
  // Framebuffers of this context's own work. point: where to attach.
  bool bindScratchRead(const Texture& texture, uint32_t level, uint32_t layer);
  bool bindScratchDraw(const Texture& texture, uint32_t level, uint32_t layer);
  bool bindScratch(GLenum bindTarget, Name& name, const Texture& texture, uint32_t level, uint32_t layer);
  // A texture of this context's own, kept for reuse; null if the driver refuses.
  Texture* scratchTexture(formats::Format held, uint32_t width, uint32_t height);

  // ── read_back.cpp ──
  struct ReadRequest {
    formats::Format held = formats::Format::None;
    int32_t x = 0, y = 0;
    uint32_t width = 0, height = 0;
    pipe::PixelLayout layout;
    bool clampColor = false, sumLuminance = false;
  };
  // From the bound read framebuffer into `out`, which starts at the first pixel.
  bool readBound(const ReadRequest& request, std::span<std::byte> out);
  // As readBound, but for a whole framebuffer: picks attachments and resolves samples.
  // Declined: there is nothing to read, or the driver gives it in no way.
  pipe::ReplyStatus readFramebuffer(const pipe::ReadPixelsArgs& args, std::span<std::byte> out);
  // Lets `read` write into the mapped range of a buffer that width × height × depth pixels take.
  void readIntoBuffer(const Buffer& buffer, uint64_t offsetBytes, const pipe::PixelLayout& layout, uint32_t width,
                      uint32_t height, uint32_t depth, const std::function<void(std::span<std::byte>)>& read);
  bool tryRead(const ReadRequest& request, GLenum format, GLenum type, std::vector<std::byte>& pixels);

  // ── blit.cpp ──
  // Resolves the bound read framebuffer's rectangle into a scratch texture and binds that for reading.
  bool resolveForRead(formats::Format held, GLbitfield buffers, uint32_t width, uint32_t height);
  void blitPart(Framebuffer& source, Framebuffer& destination, const pipe::BlitArgs& args, GLbitfield buffers);
  void copyMultisample(const Texture& from, const pipe::Attachment& fromWhere, const Texture& to,
                       const pipe::Attachment& toWhere, const pipe::BlitArgs& args);
  void copyOnCpu(Texture& texture, const pipe::FramebufferCopyToTextureArgs& args, const pipe::Box& box,
                 formats::Format fromHeld);

  // ── clear.cpp ──
  void clearByUpload(Texture& texture, const pipe::TextureClearArgs& args, const pipe::Box& box,
                     const std::array<uint32_t, 4>& color);

  // ── program.cpp ──
  Program::Variant& builtVariant(Program& program, uint32_t index);
  void buildVariant(Program& program, uint32_t index);
  // xfbNames: varyings captured from this stage; they come back as the driver's text spells them.
  GLuint compileStage(const Program::Stage& stage, uint32_t variant, std::vector<std::string>& xfbNames,
                      std::string& problem);
  void uploadDefaultBlocks(Program& program);

  // ── draw.cpp, draw_emulation.cpp ──
  struct Draw {
    GLenum mode = 0;
    uint32_t indexSizeBytes = 0, count = 0, instances = 1;
    uint64_t start = 0;
    int32_t baseVertex = 0;
    uint32_t baseInstance = 0;
  };
  void drawOne(const Draw& draw);
  void issue(const Draw& draw);
  bool mayReadIndices(const Draw& draw, const Buffer& indices) const;
  bool multiDraw(const pipe::DrawManyArgs& args, std::span<const pipe::DrawRange> ranges);
  // Whether an index that ends primitives may occur among indices of that size.
  bool restarts(uint32_t indexSizeBytes) const;
  // Of a draw whose mode is prepared.
  bool drawNeedsRewrite(const Draw& draw) const;
  emulation::Fill fillOf() const;
  bool assembles(GLenum mode) const;
  // The mode that the driver gets for a mode of the pipe under the applied pipeline.
  GLenum emittedMode(GLenum mode) const;
  void drawRewrittenArrays(const Draw& draw);
  void drawRewrittenElements(const Draw& draw, const Buffer& indices);
  void drawFromRewritten(const Draw& draw, GLenum mode, int32_t baseVertex, bool restart);
  void fillIndices(Buffer& buffer, std::span<const uint32_t> indices);

  // ── query.cpp, fence.cpp ──
  Query* queryForUse(pipe::QueryHandle handle, uint32_t target);
  uint64_t queryValue(const Query& query);
  void finishQuery(pipe::QueryHandle handle, Query& query);
  bool pollQueries();
  bool pollFences();
  void retireFence();
  // Shared objects may have changed in another context: everything is bound again before it is used.
  void forgetBindings();
  void checkReset();
  void finishPresents();

  std::shared_ptr<Shared> mShared;
  std::unique_ptr<NativeContext> mNative;
  pipe::EventSink& mEvents;
  pipe::FaultSink& mFaults;
  Functions mGl;
  DriverState mState;
  PipelineApplier mPipelineApplier;
  VertexInput mVertex;
  std::unique_ptr<InternalDraws> mInternal;

  base::SlotTable<pipe::FramebufferKind, Framebuffer> mFramebuffers;
  base::SlotTable<pipe::PipelineKind, Pipeline> mPipelines;
  base::SlotTable<pipe::VertexElementsKind, VertexElements> mElements;
  base::SlotTable<pipe::QueryKind, Query> mQueries;

  // What the last prepareDraw() that succeeded was for.
  struct Prepared {
    GLenum mode = kNoMode;
    bool assembled = false;  // assembles(mode)
    uint64_t changes = 0, textureEpoch = 0;
  };
  static constexpr GLenum kNoMode = ~0u;
  Prepared mPrepared;

  // What the stream has set.
  uint32_t mDirty = kAll;
  pipe::FramebufferHandle mFramebuffer;
  pipe::PipelineHandle mPipeline;
  pipe::VertexElementsHandle mVertexElements;
  pipe::ProgramHandle mProgram;
  pipe::BufferHandle mIndexBuffer;
  pipe::Viewport mViewport{};
  pipe::Scissor mScissor{};
  uint32_t mScissorMask = 0;
  std::array<float, 4> mBlendColor{}, mBlendColorApplied{};
  pipe::StencilDynamic mStencilDynamic{};
  pipe::RasterDynamic mRaster{}, mRasterApplied{};
  Slots<pipe::SamplerView> mViews;
  Slots<pipe::ImageView> mImages;
  Slots<pipe::BufferRange> mUniformRanges, mStorageRanges, mAtomicRanges, mXfbRanges;

  // Own objects for emulation and read-back.
  Name mScratchRead, mScratchDraw;
  std::deque<std::pair<formats::Format, std::unique_ptr<Texture>>> mScratchTextures;
  Buffer mScratchIndices, mQuadIndices;
  uint32_t mQuadIndicesCount = 0;
  std::vector<uint32_t> mRewritten, mRun;
  std::vector<std::byte> mConvertBytes, mReadBytes;
  std::vector<const void*> mMultiOffsets;
  std::vector<GLsizei> mMultiCounts;
  std::vector<GLint> mMultiFirsts;  // first vertices, or base vertices of indexed draws
  struct ReadPair {
    GLenum format = 0, type = 0;
  };
  std::vector<ReadPair> mReadPairs;  // by storage format; format 0 = not yet known

  struct PendingFence {
    pipe::FenceHandle handle;
    std::shared_ptr<Sync> sync;
  };
  std::deque<PendingFence> mPendingFences;
  std::deque<pipe::QueryHandle> mPendingQueries;
  std::vector<pipe::SurfaceHandle> mPresentedTo;  // since the last finish
  bool mXfbActive = false, mXfbPaused = false;
  pipe::QueryHandle mXfbQuery;
  GLenum mXfbPrimitive = GL_POINTS;
};

}  // namespace gles
