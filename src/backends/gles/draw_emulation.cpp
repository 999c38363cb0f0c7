// SPDX-License-Identifier: Apache-2.0
// Draws that ES lacks, by rewriting indices to 32 bits: quads and polygons, polygon modes, the first vertex as the
// provoking one, a restart index that is not the largest value of its type, indices that are not aligned.
#include <cstring>

#include "backends/gles/context.h"
#include "backends/emulation/primitives.h"

namespace gles {
namespace {

using emulation::appendPrimitives;
using emulation::Fill;
using emulation::isPolygonMode;
using emulation::listMode;

constexpr uint32_t kRestart = 0xFFFFFFFFu;

uint32_t indexAt(const std::byte* bytes, uint32_t sizeBytes, uint32_t i) {
  if (sizeBytes == 1) return static_cast<uint8_t>(bytes[i]);
  if (sizeBytes == 2) {
    uint16_t value;
    std::memcpy(&value, bytes + size_t{i} * 2, 2);
    return value;
  }
  uint32_t value;
  std::memcpy(&value, bytes + size_t{i} * 4, 4);
  return value;
}

uint32_t largestIndex(uint32_t sizeBytes) { return sizeBytes == 4 ? kRestart : (1u << (8 * sizeBytes)) - 1; }

}  // namespace

bool Context::restarts(uint32_t indexSizeBytes) const {
  const pipe::PipelineState& state = mPipelineApplier.current();
  if (state.primitiveRestartFixed) return true;
  // An index that the type cannot hold never occurs.
  return state.primitiveRestart && mRaster.restartIndex <= largestIndex(indexSizeBytes);
}

Fill Context::fillOf() const {
  const pipe::PipelineState& state = mPipelineApplier.current();
  // Where the faces differ, that of the one that is not culled.
  const bool frontCulled = state.cullEnable && state.cullFace == GL_FRONT;
  const uint16_t mode = frontCulled ? state.polygonModeBack : state.polygonModeFront;
  return mode == desktop::kLine ? Fill::Lines : mode == desktop::kPoint ? Fill::Points : Fill::Triangles;
}

GLenum Context::emittedMode(GLenum mode) const { return assembles(mode) ? listMode(mode, fillOf()) : mode; }

// Whether primitives of the mode are put together here.
bool Context::assembles(GLenum mode) const {
  if (mode == desktop::kQuads || mode == desktop::kQuadStrip || mode == desktop::kPolygon) return true;
  if (isPolygonMode(mode) && fillOf() != Fill::Triangles) return true;
  const bool hasList = isPolygonMode(mode) || mode == GL_LINES || mode == GL_LINE_STRIP || mode == GL_LINE_LOOP;
  return hasList && mPipelineApplier.current().provokingVertex == desktop::kFirstVertexConvention;
}

bool Context::drawNeedsRewrite(const Draw& draw) const {
  if (mPrepared.assembled) return true;
  if (!draw.indexSizeBytes) return false;
  if (draw.start % draw.indexSizeBytes) return true;
  const pipe::PipelineState& state = mPipelineApplier.current();
  return state.primitiveRestart && !state.primitiveRestartFixed && restarts(draw.indexSizeBytes) &&
         mRaster.restartIndex != largestIndex(draw.indexSizeBytes);
}

void Context::drawRewrittenArrays(const Draw& draw) {
  const auto first = static_cast<uint32_t>(draw.start);
  const bool firstVertex = mPipelineApplier.current().provokingVertex == desktop::kFirstVertexConvention;
  const auto assemble = [&](uint32_t begin, uint32_t count) {
    mRun.resize(count);
    for (uint32_t i = 0; i < count; ++i) mRun[i] = begin + i;
    mRewritten.clear();
    appendPrimitives(draw.mode, mRun, fillOf(), firstVertex, mRewritten);
  };
  // Filled quads from vertex 0 on are the same indices every time; kept until a draw needs more of them.
  if (draw.mode == desktop::kQuads && fillOf() == Fill::Triangles && !firstVertex && mGl.DrawElementsBaseVertex &&
      first <= 0x7FFFFFFFu) {
    const uint32_t quads = draw.count / 4;
    if (!quads) return;
    if (quads > mQuadIndicesCount) {
      mQuadIndicesCount = std::max(quads, 1024u);
      assemble(0, mQuadIndicesCount * 4);
      fillIndices(mQuadIndices, mRewritten);
    }
    mState.bindBuffer(DriverState::ElementArray, mQuadIndices.name);
    mState.enable(Capability::PrimitiveRestartFixedIndex, false);
    return issue({.mode = GL_TRIANGLES, .indexSizeBytes = 4, .count = quads * 6, .instances = draw.instances,
                  .start = 0, .baseVertex = static_cast<int32_t>(first), .baseInstance = draw.baseInstance});
  }
  assemble(first, draw.count);
  drawFromRewritten(draw, emittedMode(draw.mode), 0, false);
}

void Context::drawRewrittenElements(const Draw& draw, const Buffer& indices) {
  const uint64_t bytes = uint64_t{draw.count} * draw.indexSizeBytes;
  if (draw.start > indices.sizeBytes || bytes > indices.sizeBytes - draw.start) return;
  const pipe::PipelineState& state = mPipelineApplier.current();
  const bool restart = restarts(draw.indexSizeBytes);
  const uint32_t restartIndex = state.primitiveRestartFixed ? largestIndex(draw.indexSizeBytes) : mRaster.restartIndex;
  const std::byte* from = mapForRead(indices, draw.start, bytes);
  if (!from) return;
  mRewritten.clear();
  mRun.clear();
  const bool assembled = assembles(draw.mode);
  const bool firstVertex = state.provokingVertex == desktop::kFirstVertexConvention;
  const auto endRun = [&] {
    appendPrimitives(draw.mode, mRun, fillOf(), firstVertex, mRewritten);
    mRun.clear();
  };
  for (uint32_t i = 0; i < draw.count; ++i) {
    const uint32_t index = indexAt(from, draw.indexSizeBytes, i);
    const bool ends = restart && index == restartIndex;
    if (!assembled)
      mRewritten.push_back(ends ? kRestart : index);
    else if (ends)
      endRun();  // lists need no restart
    else
      mRun.push_back(index);
  }
  if (assembled) endRun();
  unmapRead();
  drawFromRewritten(draw, emittedMode(draw.mode), draw.baseVertex, restart && !assembled);
}

void Context::drawFromRewritten(const Draw& draw, GLenum mode, int32_t baseVertex, bool restart) {
  if (mRewritten.empty()) return;
  fillIndices(mScratchIndices, mRewritten);
  mState.bindBuffer(DriverState::ElementArray, mScratchIndices.name);
  mState.enable(Capability::PrimitiveRestartFixedIndex, restart);
  issue({.mode = mode, .indexSizeBytes = 4, .count = static_cast<uint32_t>(mRewritten.size()),
         .instances = draw.instances, .start = 0, .baseVertex = baseVertex, .baseInstance = draw.baseInstance});
}

void Context::fillIndices(Buffer& buffer, std::span<const uint32_t> indices) {
  if (!buffer.name.gl) {
    mGl.GenBuffers(1, &buffer.name.gl);
    buffer.name.id = mShared->newId();
  }
  mState.bindBuffer(DriverState::CopyWrite, buffer.name);
  mGl.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(indices.size_bytes()), indices.data(), GL_STREAM_DRAW);
  buffer.sizeBytes = indices.size_bytes();
}

}  // namespace gles
