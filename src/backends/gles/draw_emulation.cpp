// SPDX-License-Identifier: Apache-2.0
// Draws that ES lacks: quads, quad strips and polygons become triangles; a restart index that is not the largest value
// of its type becomes that; unaligned indices are moved. All of it by rewriting indices to 32 bits.
//
// Triangles are ordered so that the provoking vertex of the GL primitive is the last of each triangle, as ES has it:
// the last vertex of a quad (GL's default convention), the first of a polygon.
#include <cstring>

#include "backends/gles/context.h"

namespace gles {
namespace {

constexpr uint32_t kRestart = 0xFFFFFFFFu;

bool isQuadMode(GLenum mode) {
  return mode == desktop::kQuads || mode == desktop::kQuadStrip || mode == desktop::kPolygon;
}

// Appends the triangles of one run of vertices, whose index of the i-th is vertex(i).
template <class Vertex>
void appendTriangles(GLenum mode, uint32_t count, Vertex vertex, std::vector<uint32_t>& out) {
  const auto triangle = [&](uint32_t a, uint32_t b, uint32_t c) {
    out.insert(out.end(), {vertex(a), vertex(b), vertex(c)});
  };
  if (mode == desktop::kQuads) {
    for (uint32_t i = 0; i + 3 < count; i += 4) {
      triangle(i, i + 1, i + 3);
      triangle(i + 1, i + 2, i + 3);
    }
  } else if (mode == desktop::kQuadStrip) {
    for (uint32_t i = 0; i + 3 < count; i += 2) {
      triangle(i, i + 1, i + 3);
      triangle(i + 2, i, i + 3);
    }
  } else {
    for (uint32_t i = 1; i + 1 < count; ++i) triangle(i, i + 1, 0);
  }
}

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

bool Context::drawNeedsRewrite(const Draw& draw) const {
  if (isQuadMode(draw.mode)) return true;
  if (!draw.indexSizeBytes) return false;
  if (draw.start % draw.indexSizeBytes) return true;
  const pipe::PipelineState& state = mPipelineApplier.current();
  return state.primitiveRestart && !state.primitiveRestartFixed && restarts(draw.indexSizeBytes) &&
         mRaster.restartIndex != largestIndex(draw.indexSizeBytes);
}

void Context::drawQuadsArrays(const Draw& draw) {
  mRewritten.clear();
  const auto first = static_cast<uint32_t>(draw.start);
  // Quads from vertex 0 on are the same indices every time; kept until a draw needs more of them.
  if (draw.mode == desktop::kQuads && mGl.DrawElementsBaseVertex && first <= 0x7FFFFFFFu) {
    const uint32_t quads = draw.count / 4;
    if (!quads) return;
    if (quads > mQuadIndicesCount) {
      mQuadIndicesCount = std::max(quads, 1024u);
      appendTriangles(draw.mode, mQuadIndicesCount * 4, [](uint32_t i) { return i; }, mRewritten);
      fillIndices(mQuadIndices, mRewritten);
    }
    mState.bindBuffer(DriverState::ElementArray, mQuadIndices.name);
    mState.enable(Capability::PrimitiveRestartFixedIndex, false);
    return issue({.mode = GL_TRIANGLES, .indexSizeBytes = 4, .count = quads * 6, .instances = draw.instances,
                  .start = 0, .baseVertex = static_cast<int32_t>(first), .baseInstance = draw.baseInstance});
  }
  appendTriangles(draw.mode, draw.count, [first](uint32_t i) { return first + i; }, mRewritten);
  drawFromRewritten(draw, GL_TRIANGLES, 0, false);
}

void Context::drawRewritten(const Draw& draw, const Buffer& indices) {
  const uint64_t bytes = uint64_t{draw.count} * draw.indexSizeBytes;
  if (draw.start > indices.sizeBytes || bytes > indices.sizeBytes - draw.start) return;
  const bool restart = restarts(draw.indexSizeBytes);
  const uint32_t restartIndex = mPipelineApplier.current().primitiveRestartFixed ? largestIndex(draw.indexSizeBytes)
                                                                                 : mRaster.restartIndex;
  const std::byte* from = mapForRead(indices, draw.start, bytes);
  if (!from) return;
  mRewritten.clear();
  if (isQuadMode(draw.mode)) {
    // Restart ends a run; triangles need none.
    for (uint32_t begin = 0; begin < draw.count;) {
      uint32_t end = begin;
      while (end < draw.count && !(restart && indexAt(from, draw.indexSizeBytes, end) == restartIndex)) ++end;
      appendTriangles(draw.mode, end - begin,
                      [&](uint32_t i) { return indexAt(from, draw.indexSizeBytes, begin + i); }, mRewritten);
      begin = end + 1;
    }
  } else {
    mRewritten.reserve(draw.count);
    for (uint32_t i = 0; i < draw.count; ++i) {
      const uint32_t index = indexAt(from, draw.indexSizeBytes, i);
      mRewritten.push_back(restart && index == restartIndex ? kRestart : index);
    }
  }
  unmapRead();
  drawFromRewritten(draw, isQuadMode(draw.mode) ? GLenum{GL_TRIANGLES} : draw.mode, draw.baseVertex,
                    restart && !isQuadMode(draw.mode));
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
