// SPDX-License-Identifier: Apache-2.0
// The verbs: draws, clears, blits, flush and finish.
#include <algorithm>
#include <cstring>

#include "tracker/impl.h"

namespace tracker {
namespace {

constexpr uint32_t kDrawGroups = state::kDirtyAll;
constexpr uint32_t kClearGroups = state::kDirtyFramebuffer | state::kDirtyPipeline | state::kDirtyScissor | state::kDirtyStencil;

pipe::DrawArgs argsOf(const DrawCall& c) {
  pipe::DrawArgs args;
  args.mode = static_cast<uint8_t>(c.mode);
  args.indexSizeBytes = static_cast<uint8_t>(c.indexSizeBytes);
  args.count = c.count;
  args.instances = c.instances;
  args.start = c.indexSizeBytes ? static_cast<uint32_t>(c.indexOffsetBytes) : c.first;
  args.baseVertex = c.baseVertex;
  args.baseInstance = c.baseInstance;
  return args;
}

uint32_t indexAt(const std::byte* at, uint32_t sizeBytes) {
  uint32_t value = 0;
  std::memcpy(&value, at, sizeBytes);
  return value;
}

bool usesVertexId(const state::Executable* e) {
  if (!e) return false;
  return std::any_of(e->program->attributes.begin(), e->program->attributes.end(),
                     [](const shader::Attribute& a) { return a.name == "gl_VertexID"; });
}

}  // namespace

void Impl::draw(const DrawCall& call) {
  if (!prepare(kDrawGroups)) return;
  if (__builtin_expect(mClientArrays || (call.indexSizeBytes && !mContext.vertexArray->elements), 0))
    drawWithClientMemory(call);
  else
    mStream->draw(argsOf(call));
  markStorageWrites();
  afterVerb();
}

// Lowest and highest index of an indexed draw, restart indices left out. False: nothing to draw.
bool Impl::indexRange(const DrawCall& call, uint32_t& lowest, uint32_t& highest) {
  const std::byte* indices;
  if (mContext.vertexArray->elements) {
    const std::span<const std::byte> view = bufferView(*mContext.vertexArray->elements);
    const uint64_t need = uint64_t{call.count} * call.indexSizeBytes;
    if (call.indexOffsetBytes > view.size() || need > view.size() - call.indexOffsetBytes) return false;
    indices = view.data() + call.indexOffsetBytes;
  } else {
    indices = static_cast<const std::byte*>(call.clientIndices);
    if (!indices) return false;
  }
  const state::Raster& r = mContext.raster;
  const bool restart = r.primitiveRestart || r.primitiveRestartFixed;
  const uint32_t fixed = call.indexSizeBytes == 4 ? ~0u : (1u << (8 * call.indexSizeBytes)) - 1;
  const uint32_t restartIndex = r.primitiveRestartFixed ? fixed : r.restartIndex;
  lowest = ~0u;
  highest = 0;
  for (uint32_t i = 0; i < call.count; ++i) {
    const uint32_t index = indexAt(indices + size_t{i} * call.indexSizeBytes, call.indexSizeBytes);
    if (restart && index == restartIndex) continue;
    lowest = std::min(lowest, index);
    highest = std::max(highest, index);
  }
  return lowest <= highest;
}

void Impl::drawWithClientMemory(const DrawCall& call) {
  DrawCall shifted = call;
  uint64_t indexBytes = 0;
  const bool clientIndices = call.indexSizeBytes && !mContext.vertexArray->elements;
  if (clientIndices) indexBytes = uint64_t{call.count} * call.indexSizeBytes;
  if (mClientArrays) {
    uint64_t first = call.first, last = uint64_t{call.first} + std::max(1u, call.count) - 1;
    if (call.indexSizeBytes) {
      uint32_t lowest, highest;
      if (!indexRange(call, lowest, highest)) return;
      const int64_t low = int64_t{lowest} + call.baseVertex, high = int64_t{highest} + call.baseVertex;
      if (low < 0) return;
      first = static_cast<uint64_t>(low);
      last = static_cast<uint64_t>(high);
    }
    // The draw is shifted to vertex 0 of what is sent, unless the shader can see the number.
    if (usesVertexId(mContext.executable.get())) first = 0;
    if (!sendClientArrays(call, first, last, indexBytes)) return;
    if (call.indexSizeBytes)
      shifted.baseVertex = static_cast<int32_t>(call.baseVertex - static_cast<int64_t>(first));
    else
      shifted.first = static_cast<uint32_t>(call.first - first);
  } else {
    reserveStream(indexBytes + 16);
  }
  if (clientIndices) {
    if (!call.clientIndices) return;
    shifted.indexOffsetBytes = streamBytes({static_cast<const std::byte*>(call.clientIndices), static_cast<size_t>(indexBytes)});
    if (mBoundIndices != mStreamBuffer.buffer) {
      mBoundIndices = mStreamBuffer.buffer;
      mStream->setIndexBuffer({mBoundIndices});
    }
  }
  mStream->draw(argsOf(shifted));
}

void Impl::drawMany(std::span<const DrawCall> calls) {
  if (calls.empty() || !prepare(kDrawGroups)) return;
  const bool clientMemory = mClientArrays || (calls[0].indexSizeBytes && !mContext.vertexArray->elements);
  if (clientMemory || calls.size() == 1) {
    for (const DrawCall& call : calls) draw(call);
    return;
  }
  constexpr size_t kRangesPerCall = 1024;
  std::vector<pipe::DrawRange> ranges;
  for (size_t at = 0; at < calls.size(); at += kRangesPerCall) {
    ranges.clear();
    for (size_t i = at; i < std::min(calls.size(), at + kRangesPerCall); ++i) {
      const DrawCall& c = calls[i];
      ranges.push_back({c.indexSizeBytes ? static_cast<uint32_t>(c.indexOffsetBytes) : c.first, c.count, c.baseVertex, static_cast<uint32_t>(i)});
    }
    pipe::DrawManyArgs args;
    args.mode = static_cast<uint8_t>(calls[0].mode);
    args.indexSizeBytes = static_cast<uint8_t>(calls[0].indexSizeBytes);
    args.instances = calls[0].instances;
    args.baseInstance = calls[0].baseInstance;
    mStream->drawMany(args, ranges);
  }
  markStorageWrites();
  afterVerb();
}

void Impl::drawIndirect(uint32_t mode, uint32_t indexSizeBytes, state::Buffer& commands, uint64_t offset, uint32_t count, uint32_t stride) {
  publishPersistent(commands, true);
  waitForWriter(commands);
  if (!prepare(kDrawGroups)) return;
  pipe::DrawIndirectArgs args;
  args.mode = static_cast<uint8_t>(mode);
  args.indexSizeBytes = static_cast<uint8_t>(indexSizeBytes);
  args.drawCount = count;
  args.buffer = toHandle<pipe::BufferHandle>(commands.pipe);
  args.offsetBytes = offset;
  args.strideBytes = stride;
  mStream->drawIndirect(args);
  markStorageWrites();
  afterVerb();
}

void Impl::clear(uint32_t mask) {
  if (!prepare(kClearGroups)) return;
  pipe::ClearArgs args;
  args.kind = 0;
  args.buffers = mask;
  std::memcpy(args.color, mContext.clearColor, sizeof args.color);
  args.depth = static_cast<float>(mContext.clearDepth);
  args.stencil = mContext.clearStencil;
  mStream->clear(args);
  afterVerb();
}

void Impl::clearBuffer(uint32_t kind, int32_t drawBuffer, const uint32_t color[4], float depth, int32_t stencil) {
  if (!prepare(kClearGroups)) return;
  pipe::ClearArgs args;
  args.kind = kind;
  args.drawBuffer = drawBuffer;
  std::memcpy(args.color, color, sizeof args.color);
  args.depth = depth;
  args.stencil = stencil;
  mStream->clear(args);
  afterVerb();
}

void Impl::blit(int32_t sx0, int32_t sy0, int32_t sx1, int32_t sy1, int32_t dx0, int32_t dy0, int32_t dx1, int32_t dy1,
                uint32_t mask, uint32_t filter) {
  if (!prepare(kClearGroups)) return;
  pipe::BlitArgs args;
  args.source = framebufferFor(*mContext.readFramebuffer);
  args.destination = framebufferFor(*mContext.drawFramebuffer);
  args.readAttachment = state::colorIndex(*mContext.readFramebuffer, mContext.readFramebuffer->readBuffer);
  args.buffers = mask;
  args.sourceX0 = sx0;
  args.sourceY0 = sy0;
  args.sourceX1 = sx1;
  args.sourceY1 = sy1;
  args.destinationX0 = dx0;
  args.destinationY0 = dy0;
  args.destinationX1 = dx1;
  args.destinationY1 = dy1;
  args.filter = filter;
  mStream->blit(args);
  afterVerb();
}

namespace {

// What other contexts of the share group may look at after a flush of this one.
template <class F>
void forEachTarget(const state::Framebuffer& fb, F&& visit) {
  for (const state::Attachment& a : fb.color)
    if (!a.empty()) visit(a);
  if (!fb.depth.empty()) visit(fb.depth);
  if (!fb.stencil.empty()) visit(fb.stencil);
}

}  // namespace

// Framebuffers drawn to since the last flush: their images count as written now.
void Impl::markTargets() {
  if (mRegistry->several()) {
    auto mark = [&](const state::Attachment& a) {
      if (a.texture) wrote(*a.texture);
      if (a.renderbuffer) wrote(*a.renderbuffer);
    };
    for (const std::weak_ptr<state::Framebuffer>& drawn : mDrawn)
      if (const auto framebuffer = drawn.lock()) forEachTarget(*framebuffer, mark);
    // A context that ends lets go of its state first.
    if (mContext.drawFramebuffer) forEachTarget(*mContext.drawFramebuffer, mark);
  }
  mDrawn.clear();
}

void Impl::flush() {
  sweepGrave();
  mStream->flush({});
  markTargets();
  mStream->publish();
  mStream->drainEvents(*this);
  afterVerb();
}

void Impl::finish() {
  flush();
  pipe::FinishReply reply;
  ++mRoundTrips;
  mStream->finish({}, reply);
  mStream->drainEvents(*this);
  refreshPersistentReads();
}

}  // namespace tracker
