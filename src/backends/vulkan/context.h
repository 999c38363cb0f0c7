// SPDX-License-Identifier: Apache-2.0
// One stream's context: every call of the pipe. The class is one, its bodies lie by subject in state.cpp, buffer.cpp,
// texture_define.cpp, draw.cpp and so on.
//
// set_* and bind_* calls only note what was asked for; verbs look the handles up, tell the recorder what differs and
// act. A handle that finds nothing is the peer's fault and ends the session. Calls that record or touch shared objects
// take the back end's lock; private functions expect it to be held.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>

#include "backends/emulation/primitives.h"
#include "backends/vulkan/dynamic_state.h"
#include "backends/vulkan/query.h"
#include "backends/vulkan/shared.h"

namespace vulkan {

class Context final : public pipe::BackendContext, public PassOwner, public BatchUser {
 public:
  Context(std::shared_ptr<Shared> shared, pipe::EventSink& events, pipe::FaultSink& faults);
  ~Context() override;

  bool makeCurrent() override { return true; }
  void releaseCurrent() override {}
  bool poll(bool mayFlush) override;
  void waitBriefly() override;
  void passEnds(VkCommandBuffer command) override;
  void batchEnds(VkCommandBuffer command) override;

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
  using Lock = std::lock_guard<std::mutex>;

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
  // At the end of each call that recorded something: bounds, and a device that is lost.
  void afterVerb();

  // ── buffer.cpp ──
  // flags: pipe::write_flags.
  void writeBuffer(Buffer& buffer, uint64_t offsetBytes, std::span<const std::byte> data, uint32_t flags = 0);
  bool writeDirectly(Buffer& buffer, uint64_t offsetBytes, std::span<const std::byte> data, uint32_t flags);
  // The bytes as the GPU left them; waits if it still writes. Valid until the next call. Null: lost.
  const std::byte* hostView(Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes);
  void replaceStore(Buffer& buffer, uint64_t sizeBytes);
  bool isCached(const Store& store) const;
  // ── zero_fill.cpp ──
  void zeroStore(Store& store);
  void zeroLevel(const Level& level, uint32_t firstLayer, uint32_t layers);

  // ── texture_define.cpp ──
  Texture* textureForDefine(pipe::TextureHandle handle, const pipe::TextureShape& shape);
  // An image for `levels` levels of the texture's kind, the first of that size. Null: no memory.
  ImageRef newImage(const Texture& texture, const Level& first, uint32_t levels);
  // The level's image, made now if the definition could not place it.
  Image* imageOf(Texture& texture, uint32_t level);
  // Moves levels into one image so that a view can span them; false without memory.
  bool gather(Texture& texture, uint32_t first, uint32_t last);
  void placeLevel(Texture& texture, uint32_t level);
  void copyLevel(const Level& from, Image& to, uint32_t toLevel);

  // ── texture_view.cpp ──
  const View* sampledView(Texture& texture, Image*& image, Numeric wanted);
  VkBufferView texelView(Texture& texture, Store*& store);
  uint32_t lastLevelOf(const Texture& texture) const;

  // ── sampler.cpp ──
  const SamplerCache::Entry* samplerFor(Sampler& sampler, const Texture& texture, const View& view);
  SamplerKey describeSampler(const pipe::SamplerState& state, const HeldFormat& held, bool stencil) const;

  // ── texture_upload.cpp ──
  bool uploadRegions(pipe::TextureHandle handle, uint32_t level, const pipe::PixelLayout& layout,
                     std::span<const pipe::UploadRegion> regions, std::span<const std::byte> data, Buffer* unpackBuffer);
  bool upload(Texture& texture, uint32_t level, const pipe::PixelLayout& layout, const pipe::UploadRegion& region,
              std::span<const std::byte> data, Buffer* unpackBuffer);
  // Converts client pixels and copies them in; the box is in the image's coordinates.
  void uploadPixels(Texture& texture, uint32_t level, const pipe::PixelLayout& layout, const pipe::Box& box,
                    std::span<const std::byte> data, uint64_t offsetBytes);
  void copyIn(Texture& texture, uint32_t level, const pipe::Box& box, VkImageAspectFlagBits aspect, const Piece& piece);

  // ── texture_read.cpp ──
  struct ReadSource {
    Image* image = nullptr;
    const HeldFormat* held = nullptr;
    uint32_t level = 0;
    pipe::Box box;  // z: layer or slice
  };
  struct ReadStyle {
    bool clampColor = false, sumLuminance = false;
    bool topDown = false;  // of colors: the highest row first
  };
  bool readImage(const ReadSource& source, const pipe::PixelLayout& layout, const ReadStyle& style,
                 std::span<std::byte> out);
  // One aspect, tightly packed; null if the device is lost.
  const std::byte* fetch(const ReadSource& source, VkImageAspectFlagBits aspect);
  Texture* textureForRead(pipe::TextureHandle handle, uint32_t level, pipe::Box& box, pipe::PixelLayout& layout);
  pipe::ReplyStatus readFramebuffer(const pipe::ReadPixelsArgs& args, std::span<std::byte> out, bool topDown = false);
  void readIntoBuffer(Buffer& buffer, uint64_t offsetBytes, const pipe::PixelLayout& layout, uint32_t width,
                      uint32_t height, uint32_t depth, const std::function<void(std::span<std::byte>)>& read);

  // ── target.cpp ──
  struct TargetPoint {
    ImageRef image;
    const HeldFormat* held = nullptr;
    const View* view = nullptr;
    Range range;
    bool is3d = false;
    bool sampled = false;  // by the draw being prepared, too
  };
  struct Target {
    std::array<TargetPoint, kMaxColor> color;  // by output
    TargetPoint depth, stencil;
    uint32_t width = 0, height = 0, layers = 1, colorCount = 0;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    uint64_t epoch = 0;
    bool srgb = false;
  };
  bool resolveTarget();
  bool resolvePoint(const pipe::Attachment& where, bool layered, bool srgb, TargetPoint& point);
  // What each attachment starts the pass with; null: what it holds.
  struct PassClears {
    const VkClearColorValue* color[kMaxColor] = {};
    const float* depth = nullptr;
    const uint32_t* stencil = nullptr;
  };
  void beginTargetPass(const PassClears& clears);
  bool inTargetPass() const { return mPass && mPass == mShared->recorder.pass(); }
  void ensurePass() {
    if (!inTargetPass()) beginTargetPass({});
  }
  VkRect2D scissorRect() const;
  // The texture behind an attachment for copies; -1: depth, -2: stencil.
  bool attachmentSource(const Framebuffer& framebuffer, int32_t attachment, TargetPoint& point);

  // ── clear.cpp ──
  struct ClearRequest {
    uint32_t colorMask = 0;  // outputs
    bool depth = false, stencil = false;
    VkClearColorValue color{};
    float depthValue = 1.0f;
    uint32_t stencilValue = 0;
  };
  void clearTarget(const ClearRequest& request);
  // A pass on one layer of the target; false without memory for its views.
  bool beginLayerPass(uint32_t layer);

  // ── copy.cpp, blit.cpp ──
  void copyImageRegion(Image& from, uint32_t fromLevel, const pipe::Box& fromBox, bool from3d, Image& to,
                       uint32_t toLevel, const pipe::Box& toBox, bool to3d, VkImageAspectFlags aspects);
  void copyPlane(Image& from, uint32_t fromLevel, const pipe::Box& fromBox, Image& to, uint32_t toLevel,
                 const pipe::Box& toBox, VkImageAspectFlags aspect);
  void mipmapsOnCpu(Texture& texture, uint32_t level, const HeldFormat& held);
  // A resolved copy of the image, kept until the next one is asked for.
  Image* resolved(Image& image, const Range& range, VkImageAspectFlags aspects);
  bool resolveAtPassEnd(Image& image, const Range& range, Image& target);
  bool resolveByDraw(Image& image, const Range& range, Image& target);
  struct BlitMap;
  BlitMap mapOf(const pipe::BlitArgs& args, const TargetPoint& from, const TargetPoint& to) const;
  // A flat image of one sample that shaders can read, and where in it the source's texels are now. Null: no memory.
  Image* samplable(Image& image, TargetPoint& source, bool copies);
  Image* scratchLike(const Image& image, uint32_t width, uint32_t height);
  void blitPart(const pipe::BlitArgs& args, const TargetPoint& from, const TargetPoint& to, VkImageAspectFlags aspects);
  void scaleStencil(const BlitMap& map, Image& image, const TargetPoint& from, const TargetPoint& to);
  void drawBlit(const pipe::BlitArgs& args, const BlitMap& map, Image& image, const TargetPoint& from,
                const TargetPoint& to, VkImageAspectFlags aspects);
  void copyOnCpu(Texture& texture, const pipe::FramebufferCopyToTextureArgs& args, const pipe::Box& box,
                 const HeldFormat& from);
  void parkScratch();

  // ── present.cpp ──
  Swapchain::Outcome showBySwapchain(const pipe::PresentArgs& args, WindowOutput& output, std::unique_lock<std::mutex>& lock);
  void drawFrame(const pipe::PresentArgs& args, Image& image, const View& view);
  bool showByPixels(const pipe::PresentArgs& args, WindowOutput& output);

  // ── program.cpp ──
  Program::Variant* variantFor(Program& program, uint32_t index);
  void buildVariant(Program& program, Program::Variant& variant, uint32_t index);
  bool makeLayout(Program& program);

  // ── pipeline.cpp ──
  void describeState(PipelineKey& key, DynamicState& dynamic, const pipe::PipelineState& state,
                     const Program& program) const;
  VkPipeline pipelineFor(Program& program, Program::Variant& variant, const PipelineKey& key);
  // ── dynamic_state.cpp ──
  void describeDynamic(DynamicState& out) const;

  // ── vertex.cpp ──
  struct VertexSource {
    VkBuffer buffer = VK_NULL_HANDLE;
    uint64_t offsetBytes = 0;
    uint32_t strideBytes = 0;
    friend bool operator==(const VertexSource&, const VertexSource&) = default;
  };
  bool gatherVertices(const Program& program, PipelineKey& key);
  bool sourceOf(const pipe::VertexBuffer& from, const VertexElements::Item& item, VertexSource& source,
                PipelineKey::Attribute& attribute);
  bool convertVertices(Buffer& buffer, const pipe::VertexBuffer& from, const VertexElements::Item& item,
                       VertexSource& source);
  void bindVertices(VkCommandBuffer command);

  // ── bindings.cpp ──
  bool gatherBindings(Program& program);
  bool gatherTexels(const Resource& resource, uint32_t element, Texture* texture);
  bool gatherTexture(const Resource& resource, uint32_t element, const pipe::SamplerView& bound, Texture* texture);
  bool gatherRange(const Resource& resource, uint32_t element);
  bool markSampledTarget(const Image& image, const Range& range);
  const View* viewFor(const Resource& resource, Texture* texture, Image*& image);
  VkWriteDescriptorSet& writeFor(const Resource& resource, uint32_t element, VkDescriptorType type);
  // The program's default blocks as they are now, into memory and set that this batch uses.
  bool gatherConstants(Program& program);
  VkDescriptorSet constantsSetFor(const Program& program, const Piece& piece);

  // ── draw.cpp, draw_emulation.cpp ──
  struct Draw {
    uint32_t mode = 0, indexSizeBytes = 0, count = 0, instances = 1;
    uint64_t start = 0;
    int32_t baseVertex = 0;
    uint32_t baseInstance = 0;
  };
  // Nothing has changed since the last draw, which was of that kind and not rewritten.
  bool isPrepared(uint32_t mode, bool restart, uint32_t indexSizeBytes) const {
    return mPrepared && !mDirty && !mSamplesTarget && mModeUsed == mode && mRestartUsed == restart && mIndexSizeUsed == indexSizeBytes &&
           mProgramPrepared == mProgram && mEpoch == mShared->bindingEpoch && mBatch == r.recording() &&
           mConstantsVersion == mProgramUsed->blocksVersion && inTargetPass() && !r.barriersQueued() && r.ownsState(this);
  }
  bool prepareDraw(uint32_t mode, bool restart);
  bool gatherDraw(Program& program, uint32_t mode, bool restart);
  bool choosePipeline(Program& program, uint32_t mode, bool restart);
  void emitState(const Program& program);
  void drawOne(const Draw& draw);
  void drawIndexed(const Draw& draw);
  void issue(const Draw& draw, Store* indices, uint64_t indicesOffsetBytes);
  bool restarts(uint32_t indexSizeBytes) const;
  bool assembles(uint32_t mode, bool restart) const;
  uint32_t emittedMode(uint32_t mode, bool restart) const;
  emulation::Fill fillOf() const;
  bool needsRewrite(const Draw& draw, bool restart) const;
  void drawRewritten(const Draw& draw, Buffer* indices);
  void drawList(const Draw& draw, uint32_t mode, int32_t baseVertex, bool restart);

  // ── stream_output.cpp ──
  void clearCounters();
  void gatherCapture();
  void beginCapture(VkCommandBuffer command);
  void endCapture(VkCommandBuffer command);

  // ── query.cpp ──
  Query* queryForUse(pipe::QueryHandle handle, uint32_t target);
  void startSlot(Query& query);
  void stopSlot(Query& query);
  void resumeQueries();
  // Whether a query wants a count of primitives that the device cannot give.
  bool countsPrimitives() const;
  void countPrimitives(uint32_t mode, uint32_t vertices, uint32_t instances);
  bool writeTimestamp(Query& query);
  bool pollQueries();
  bool pollFences();
  void finishPresents();
  uint64_t queryValue(Query& query, bool& ready);
  void finishQuery(pipe::QueryHandle handle, Query& query, uint64_t value);

  std::shared_ptr<Shared> mShared;
  Recorder& r;
  pipe::EventSink& mEvents;
  pipe::FaultSink& mFaults;

  base::SlotTable<pipe::FramebufferKind, Framebuffer> mFramebuffers;
  base::SlotTable<pipe::PipelineKind, Pipeline> mPipelines;
  base::SlotTable<pipe::VertexElementsKind, VertexElements> mElements;
  base::SlotTable<pipe::QueryKind, Query> mQueries;

  // ── what the stream has set ──
  pipe::FramebufferHandle mFramebuffer;
  pipe::PipelineHandle mPipeline;
  pipe::VertexElementsHandle mVertexElements;
  pipe::ProgramHandle mProgram;
  pipe::BufferHandle mIndexBuffer;
  pipe::Viewport mViewport{};
  pipe::Scissor mScissor{};
  uint32_t mScissorMask = 0;
  std::array<float, 4> mBlendColor{};
  pipe::StencilDynamic mStencilDynamic{};
  pipe::RasterDynamic mRaster{};
  std::array<pipe::AttribDefault, kMaxAttributes> mDefaults{};
  std::array<pipe::VertexBuffer, kMaxAttributes> mVertexBuffers{};
  std::vector<pipe::SamplerView> mViews;
  std::vector<pipe::BufferRange> mUniformRanges, mStorageRanges;
  std::array<pipe::BufferRange, 4> mXfbRanges{};
  pipe::PipelineState mState{};  // of the bound pipeline

  // ── what of it has changed since it was last applied ──
  enum Dirty : uint32_t { kTarget = 1, kKey = 2, kDynamic = 4, kVertices = 8, kBindings = 16, kDefaults = 32, kAll = 63 };
  uint32_t mDirty = kAll;

  // ── what the last draw used ──
  Target mTarget;
  uint64_t mPass = 0, mEpoch = 0, mBatch = 0, mConstantsVersion = 0, mDefaultsBatch = 0;
  Program* mProgramUsed = nullptr;
  uint64_t mProgramId = 0, mVariantId = 0;
  uint32_t mModeUsed = ~0u, mIndexSizeUsed = 0;
  bool mPrepared = false;
  pipe::ProgramHandle mProgramPrepared;
  pipe::BufferHandle mIndexPrepared;
  Buffer* mIndices = nullptr;  // of mIndexPrepared, as long as the epoch stands
  bool mRestartUsed = false, mRasterPointSize = false, mVerticesMoved = true;
  bool mSamplesTarget = false;  // the draw reads what it writes to
  PipelineKey mKey{}, mKeyUsed{};
  Program::Variant* mVariant = nullptr;
  VkPipeline mPipelineHandle = VK_NULL_HANDLE;
  std::array<VertexSource, kMaxAttributes + 1> mSources{};
  uint32_t mSourceCount = 0;
  std::vector<VertexRead> mReads;
  DynamicState mDynamic;
  // Attributes converted for the draw being prepared, by location: kept if reading them ended the batch.
  struct Converted {
    VertexSource source;
    Store* store = nullptr;
  };
  std::array<Converted, kMaxAttributes> mConverted{};
  Piece mDefaultsPiece;
  VkDescriptorSet mSet = VK_NULL_HANDLE;
  std::vector<uint64_t> mContent;
  std::vector<VkWriteDescriptorSet> mWrites;
  std::deque<VkDescriptorImageInfo> mImageInfos;
  std::deque<VkDescriptorBufferInfo> mBufferInfos;
  std::deque<VkBufferView> mTexelInfos;
  // In the command buffer:
  struct Bound {
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkDescriptorSet constants = VK_NULL_HANDLE, set = VK_NULL_HANDLE;
    uint32_t constantStages = 0;
    std::array<uint32_t, kStages> offsets{};
    VkBuffer indices = VK_NULL_HANDLE;
    uint64_t indicesOffset = 0;
    VkIndexType indexType = VK_INDEX_TYPE_UINT16;
    PushConstants pushed{-1.0f, -1.0f};
    DynamicState dynamic;
  } mBound;

  // ── own work ──
  std::vector<uint32_t> mRewritten, mRun;
  std::vector<std::byte> mConvertBytes, mReadBytes;
  std::vector<std::unique_ptr<Image>> mScratch;

  struct PendingFence {
    pipe::FenceHandle handle;
    uint64_t serial = 0;
  };
  std::deque<PendingFence> mPendingFences;
  std::deque<pipe::QueryHandle> mPendingQueries;
  std::vector<pipe::QueryHandle> mActiveQueries;
  QueryPools mQueryPools;
  std::vector<pipe::SurfaceHandle> mPresentedTo;

  // Transform feedback: active between begin and end of the pipe, capturing only inside render passes.
  bool mXfbActive = false, mXfbPaused = false, mCapturing = false, mXfbStarted = false;
  pipe::QueryHandle mXfbQuery;
  uint32_t mXfbPrimitive = 0, mCaptured = 0;  // mCaptured: buffers up to the last one bound
  std::shared_ptr<XfbCount> mXfbCount;
};

}  // namespace vulkan
