// SPDX-License-Identifier: Apache-2.0
// Draws that Vulkan lacks, by rewriting indices to 32 bits: quads, polygons and line loops, faces of different polygon
// modes, restart in lists, a restart index of the application's, 8-bit and unaligned indices, and the last vertex as the
// provoking one on devices that know only the first.
#include <cstring>

#include "backends/vulkan/context.h"
#include "base/gl_enums.gen.h"

namespace vulkan {
namespace {

using emulation::Fill;

constexpr uint32_t kRestart = 0xFFFFFFFFu;

uint32_t indexAt(const std::byte* bytes, uint32_t sizeBytes, uint32_t i) {
  uint32_t value = 0;
  std::memcpy(&value, bytes + size_t{i} * sizeBytes, sizeBytes);
  return value;
}

uint32_t largestIndex(uint32_t sizeBytes) { return sizeBytes == 4 ? kRestart : (1u << (8 * sizeBytes)) - 1; }

bool isList(uint32_t mode) {
  return mode == glenum::POINTS_ || mode == glenum::LINES_ || mode == glenum::TRIANGLES_ ||
         mode == glenum::LINES_ADJACENCY_ || mode == glenum::TRIANGLES_ADJACENCY_;
}

// Lists are made with the provoking vertex last; turned round, it is the first.
void turnRound(uint32_t mode, std::vector<uint32_t>& list) {
  if (mode == glenum::LINES_)
    for (size_t i = 0; i + 1 < list.size(); i += 2) std::swap(list[i], list[i + 1]);
  if (mode == glenum::TRIANGLES_)
    for (size_t i = 0; i + 2 < list.size(); i += 3) {
      const uint32_t last = list[i + 2];
      list[i + 2] = list[i + 1];
      list[i + 1] = list[i];
      list[i] = last;
    }
}

}  // namespace

bool Context::restarts(uint32_t indexSizeBytes) const {
  if (mState.primitiveRestartFixed) return true;
  // An index that the type cannot hold never occurs.
  return mState.primitiveRestart && mRaster.restartIndex <= largestIndex(indexSizeBytes);
}

Fill Context::fillOf() const {
  // Where the faces differ, that of the one that is not culled.
  const bool frontCulled = mState.cullEnable && mState.cullFace == glenum::FRONT_;
  const uint16_t mode = frontCulled ? mState.polygonModeBack : mState.polygonModeFront;
  return mode == glenum::LINE_ ? Fill::Lines : mode == glenum::POINT_ ? Fill::Points : Fill::Triangles;
}

// Whether primitives of the mode are put together here.
bool Context::assembles(uint32_t mode, bool restart) const {
  if (mode == glenum::QUADS_ || mode == glenum::QUAD_STRIP_ || mode == glenum::POLYGON_ || mode == glenum::LINE_LOOP_)
    return true;
  const bool native = r.device.features.fillModeNonSolid && mState.polygonModeFront == mState.polygonModeBack;
  if (emulation::isPolygonMode(mode) && fillOf() != Fill::Triangles && !native) return true;
  // Captured vertices keep their order, whatever flat values then come from.
  const bool lastWanted = mState.provokingVertex != glenum::FIRST_VERTEX_CONVENTION_ &&
                          !r.device.has.lastVertexProvoking && !(mXfbActive && !mXfbPaused);
  const bool hasList = emulation::isPolygonMode(mode) || mode == glenum::LINES_ || mode == glenum::LINE_STRIP_;
  if (lastWanted && hasList) return true;
  if (!restart || !hasList) return false;
  return countsPrimitives() || (isList(mode) && !r.device.has.listRestart);
}

uint32_t Context::emittedMode(uint32_t mode, bool restart) const {
  if (!assembles(mode, restart)) return mode;
  const bool native = r.device.features.fillModeNonSolid && mState.polygonModeFront == mState.polygonModeBack;
  return emulation::listMode(mode, native ? Fill::Triangles : fillOf());
}

bool Context::needsRewrite(const Draw& draw, bool restart) const {
  if (assembles(draw.mode, restart)) return true;
  if (!draw.indexSizeBytes) return false;
  if (draw.start % draw.indexSizeBytes || (draw.indexSizeBytes == 1 && !r.device.has.indexUint8)) return true;
  return restart && !mState.primitiveRestartFixed && mRaster.restartIndex != largestIndex(draw.indexSizeBytes);
}

void Context::drawRewritten(const Draw& draw, Buffer* indices) {
  const bool restart = indices && restarts(draw.indexSizeBytes);
  const bool assembled = assembles(draw.mode, restart);
  const uint32_t mode = emittedMode(draw.mode, restart);
  const bool native = r.device.features.fillModeNonSolid && mState.polygonModeFront == mState.polygonModeBack;
  const Fill fill = native ? Fill::Triangles : fillOf();
  const bool first = mState.provokingVertex == glenum::FIRST_VERTEX_CONVENTION_;
  mRewritten.clear();
  mRun.clear();
  // Lists come out with the provoking vertex last in either convention.
  const auto endRun = [&] {
    emulation::appendPrimitives(draw.mode, mRun, fill, first, mRewritten);
    mRun.clear();
  };
  if (indices) {
    const uint32_t restartIndex = mState.primitiveRestartFixed ? largestIndex(draw.indexSizeBytes) : mRaster.restartIndex;
    const std::byte* from = hostView(*indices, draw.start, uint64_t{draw.count} * draw.indexSizeBytes);
    if (!from) return;
    for (uint32_t i = 0; i < draw.count; ++i) {
      const uint32_t index = indexAt(from, draw.indexSizeBytes, i);
      const bool ends = restart && index == restartIndex;
      if (!assembled)
        mRewritten.push_back(ends ? kRestart : index);
      else if (ends)
        endRun();
      else
        mRun.push_back(index);
    }
  } else {
    mRun.resize(draw.count);
    for (uint32_t i = 0; i < draw.count; ++i) mRun[i] = static_cast<uint32_t>(draw.start) + i;
  }
  if (assembled) {
    endRun();
    // Where the pipeline takes the first vertex, lists are turned round.
    if (first || !r.device.has.lastVertexProvoking) turnRound(mode, mRewritten);
  }
  drawList(draw, mode, indices ? draw.baseVertex : 0, restart && !assembled);
}

void Context::drawList(const Draw& draw, uint32_t mode, int32_t baseVertex, bool restart) {
  if (mRewritten.empty() || !prepareDraw(mode, restart)) return;
  mPrepared = false;  // the next draw is to be rewritten as well
  const Piece piece = mShared->uploads.take(mRewritten.size() * 4, 4);
  if (!piece.bytes) return;
  std::memcpy(piece.bytes, mRewritten.data(), mRewritten.size() * 4);
  issue({.mode = mode, .indexSizeBytes = 4, .count = static_cast<uint32_t>(mRewritten.size()),
         .instances = draw.instances, .start = 0, .baseVertex = baseVertex, .baseInstance = draw.baseInstance},
        piece.store, piece.offsetBytes);
}

}  // namespace vulkan
