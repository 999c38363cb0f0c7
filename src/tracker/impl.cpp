// SPDX-License-Identifier: Apache-2.0
// Making and ending a tracker, the order of atoms, events, and the end of objects.
#include "tracker/impl.h"

namespace tracker {

std::unique_ptr<Tracker> Tracker::create(pipe::Screen& screen, state::Context& context, Events events, std::string& whyNot) {
  auto stream = screen.createStream();
  if (!stream) {
    whyNot = stream.error().text;
    return nullptr;
  }
  return std::make_unique<Impl>(screen, context, std::move(events), std::move(*stream));
}

Impl::Impl(pipe::Screen& screen, state::Context& context, Events events, std::unique_ptr<pipe::Stream> stream)
    : mScreen(screen), mContext(context), mEvents(std::move(events)), mStream(std::move(stream)),
      mRegistry(StreamRegistry::of(screen)), mMember(mRegistry->join(*mStream)) {
  for (const StreamRegistry::Mark& mark : mRegistry->others(*mMember)) waitForStream(mark.stream, mark.sequence);
  afterVerb();
}

Impl::~Impl() {
  releaseMapsOfGroup();
  if (!mStream->lost()) {
    // These die with the native context, but their names are the session's, and its tables are as long as the highest.
    const auto all = [](const auto&) { return true; };
    mFramebuffers.drop(all, [&](pipe::FramebufferHandle old) { endFramebuffer(old); });
    mPipelines.drop(all, [&](pipe::PipelineHandle old) { endPipeline(old); });
    mElements.drop(all, [&](pipe::VertexElementsHandle old) { endElements(old); });
    mSamplers.drop(all, [&](pipe::SamplerHandle sampler) {
      mStream->samplerDestroy({sampler});
      mLeaving.push_back({mStream->emittedSequence(), state::GraveKind::Sampler, toSlot(sampler)});
    });
    if (mStreamBuffer.buffer) {
      mStream->bufferDestroy({mStreamBuffer.buffer});
      mLeaving.push_back({mStream->emittedSequence(), state::GraveKind::Buffer, toSlot(mStreamBuffer.buffer)});
    }
  }
  // Others may already draw to the images of our last frame, or free what it was made of.
  if (!mStream->lost()) {
    pipe::FinishReply reply;
    mStream->finish({}, reply);
  }
  for (const Leaving& leaving : mLeaving) releaseName(leaving.kind, leaving.slot);
  mStream->publish();
  mRegistry->leave(*mMember);
}

void Impl::makeCurrent() { mStream->acquire(); }

void Impl::releaseCurrent() {
  sweepGrave();
  mStream->flush({});
  markTargets();
  mStream->publish();
  mMember->emitted.store(mStream->emittedSequence(), std::memory_order_release);
  mStream->release();
}

// Order matters: a program before its constants and slots, everything before the verb.
bool Impl::prepare(uint32_t groups) {
  if (mStream->lost()) return false;
  if (!mPersistent.empty()) publishPersistent();
  if (!mSentOnce) mContext.dirty = state::kDirtyAll;
  const uint32_t due = mContext.dirty & (mSentOnce ? groups : state::kDirtyAll);
  if (!due) return true;
  if (due & state::kDirtyFramebuffer) sendFramebuffer();
  if (due & state::kDirtyPipeline) sendPipeline();
  if (due & state::kDirtyViewport) sendViewports();
  if (due & state::kDirtyScissor) sendScissors();
  if (due & state::kDirtyBlendColor) sendBlendColor();
  if (due & state::kDirtyStencil) sendStencil();
  if (due & state::kDirtyRaster) sendRaster();
  uint32_t more = due;
  if (due & state::kDirtyProgram) {
    sendProgram();
    more |= state::kDirtyConstants | state::kDirtySamplers | state::kDirtyUniformBuffers | state::kDirtyStorageBuffers;
  }
  if (more & state::kDirtyConstants) sendConstants();
  if (more & state::kDirtySamplers) sendSamplers();
  if (more & state::kDirtyUniformBuffers) sendUniformBuffers();
  if (more & state::kDirtyStorageBuffers) sendStorageBuffers();
  if (due & state::kDirtyVertexArray) sendVertexArray();
  if (due & state::kDirtyAttribDefaults) sendAttribDefaults();
  if (due & state::kDirtyStreamOutputs) sendStreamOutputs();
  mContext.dirty &= ~more;
  mSentOnce = true;
  return true;
}

void Impl::afterVerb() { mMember->emitted.store(mStream->emittedSequence(), std::memory_order_release); }

// ── cross-stream order ──

void Impl::wrote(state::Object& object) {
  object.writerStream = mMember->index;
  object.writerSequence = mStream->emittedSequence();
}

void Impl::waitForWriter(state::Object& object) {
  if (mRegistry->several()) waitForStream(object.writerStream, object.writerSequence);
}

void Impl::waitForStream(uint32_t stream, uint64_t sequence) {
  if (sequence == 0 || stream == mMember->index) return;
  uint64_t& waited = mWaitedFor[stream];
  if (waited >= sequence) return;
  waited = sequence;
  mStream->waitStream({stream, 0, sequence});
}

// ── events ──

void Impl::drain() { mStream->drainEvents(*this); }

void Impl::fenceSignalled(const pipe::FenceSignalledEvent& event) { mSignalled.insert(keyOf(event.fence)); }

void Impl::queryResult(const pipe::QueryResultEvent& event) {
  // By handle, not by object: the object may be gone before the driver is done.
  const auto at = mResults.find(keyOf(event.query));
  if (at != mResults.end() && event.serial > at->second.serial) at->second = {event.serial, event.value};
}

void Impl::allocationVerdict(const pipe::AllocationVerdictEvent& event) {
  mVerdicts.emplace_back(event.buffer ? keyOf(event.buffer) : keyOf(event.texture), event.ok != 0);
}

void Impl::surfaceLost(const pipe::SurfaceLostEvent& event) {
  mLostSurfaces.insert(surfaceKey(event.surface.slot, event.surface.generation));
}

void Impl::driverError(const pipe::DriverErrorEvent& event) {
  if (mEvents.error) mEvents.error(event.code, "The driver raised this error for an earlier call.");
}

// ── ends ──

void Impl::sweepGrave() {
  if (!mContext.share->grave) return;
  releaseNames();
  for (const StreamRegistry::Rest& rest : mRegistry->sweep(*mContext.share->grave, *mMember)) {
    switch (rest.kind) {
      case state::GraveKind::Buffer: {
        const auto handle = toHandle<pipe::BufferHandle>(rest.slot);
        for (pipe::VertexBuffer& b : mVertexBuffers)
          if (b.buffer == handle) b = {};
        for (pipe::BufferRange& r : mUniformRanges)
          if (r.buffer == handle) r = {};
        for (pipe::BufferRange& r : mStorageRanges)
          if (r.buffer == handle) r = {};
        if (mBoundIndices == handle) mBoundIndices = {};
        mStream->bufferDestroy({handle});
        mLeaving.push_back({mStream->emittedSequence(), rest.kind, rest.slot});
        break;
      }
      case state::GraveKind::Texture:
      case state::GraveKind::Renderbuffer: {
        const auto handle = toHandle<pipe::TextureHandle>(rest.slot);
        dropFramebuffersOf(handle);
        for (pipe::SamplerView& view : mViews)
          if (view.texture == handle) view = {};
        mStream->textureDestroy({handle});
        mLeaving.push_back({mStream->emittedSequence(), rest.kind, rest.slot});
        break;
      }
      case state::GraveKind::Program: {
        const auto handle = toHandle<pipe::ProgramHandle>(rest.slot);
        if (mBoundProgram == handle) mBoundProgram = {};
        mStream->programDestroy({handle});
        mLeaving.push_back({mStream->emittedSequence(), rest.kind, rest.slot});
        break;
      }
      case state::GraveKind::Query: {
        const auto handle = toHandle<pipe::QueryHandle>(rest.slot);
        mResults.erase(keyOf(handle));
        mStream->queryDestroy({handle});
        mLeaving.push_back({mStream->emittedSequence(), rest.kind, rest.slot});
        break;
      }
      case state::GraveKind::Sync: {
        const auto handle = toHandle<pipe::FenceHandle>(rest.slot);
        mSignalled.erase(keyOf(handle));
        mStream->fenceDestroy({handle});
        mLeaving.push_back({mStream->emittedSequence(), rest.kind, rest.slot});
        break;
      }
      case state::GraveKind::Sampler:
      case state::GraveKind::Framebuffer:
        break;  // content-addressed here: nothing of their own below
    }
  }
}

void Impl::releaseName(state::GraveKind kind, state::TrackerSlot slot) {
  pipe::Names& names = mScreen.names();
  switch (kind) {
    case state::GraveKind::Buffer: return names.buffers.release(toHandle<pipe::BufferHandle>(slot));
    case state::GraveKind::Texture:
    case state::GraveKind::Renderbuffer: return names.textures.release(toHandle<pipe::TextureHandle>(slot));
    case state::GraveKind::Program: return names.programs.release(toHandle<pipe::ProgramHandle>(slot));
    case state::GraveKind::Query: return names.queries.release(toHandle<pipe::QueryHandle>(slot));
    case state::GraveKind::Sync: return names.fences.release(toHandle<pipe::FenceHandle>(slot));
    case state::GraveKind::Sampler: return names.samplers.release(toHandle<pipe::SamplerHandle>(slot));
    case state::GraveKind::Framebuffer: return;
  }
}

void Impl::releaseNames() {
  const bool alone = !mRegistry->several();
  const uint64_t applied = alone ? 0 : mStream->appliedSequence();
  while (!mLeaving.empty() && (alone || mLeaving.front().sequence <= applied)) {
    releaseName(mLeaving.front().kind, mLeaving.front().slot);
    mLeaving.pop_front();
  }
}

// Explicit destruction goes through the same grave, so that the order rule holds for it too.
void Impl::destroy(state::Buffer& b) {
  if (b.pipe.generation) mContext.share->grave->bury(state::GraveKind::Buffer, b.pipe);
  b.pipe = {};
}
void Impl::destroy(state::Texture& t) {
  if (t.pipe.generation) mContext.share->grave->bury(state::GraveKind::Texture, t.pipe);
  t.pipe = {};
}
void Impl::destroy(state::Renderbuffer& r) {
  if (r.pipe.generation) mContext.share->grave->bury(state::GraveKind::Renderbuffer, r.pipe);
  r.pipe = {};
}
void Impl::destroy(state::Executable& e) {
  if (e.pipe.generation) mContext.share->grave->bury(state::GraveKind::Program, e.pipe);
  e.pipe = {};
}
void Impl::destroy(state::Query& q) {
  if (q.pipe.generation) mContext.share->grave->bury(state::GraveKind::Query, q.pipe);
  q.pipe = {};
}
void Impl::destroy(state::Sync& s) {
  if (s.pipe.generation) mContext.share->grave->bury(state::GraveKind::Sync, s.pipe);
  s.pipe = {};
}

}  // namespace tracker
