// SPDX-License-Identifier: Apache-2.0
// Draws that the driver knows. What it does not know is rewritten in draw_emulation.cpp and comes back here.
#include "backends/gles/context.h"

namespace gles {
namespace {

GLenum indexType(uint32_t sizeBytes) {
  return sizeBytes == 4 ? GLenum{GL_UNSIGNED_INT} : sizeBytes == 2 ? GLenum{GL_UNSIGNED_SHORT} : GLenum{GL_UNSIGNED_BYTE};
}

const void* offsetPointer(uint64_t offsetBytes) {
  return reinterpret_cast<const void*>(static_cast<uintptr_t>(offsetBytes));
}

bool validShape(uint8_t mode, uint8_t indexSizeBytes) {
  return mode <= GL_PATCHES && (indexSizeBytes == 0 || indexSizeBytes == 1 || indexSizeBytes == 2 || indexSizeBytes == 4);
}

}  // namespace

void Context::draw(const pipe::DrawArgs& args) {
  if (!validShape(args.mode, args.indexSizeBytes))
    return fault(pipe::Fault::BadValue, "draw has mode %u and indices of %u bytes.", args.mode, args.indexSizeBytes);
  if (!args.count || !args.instances || !prepareDraw(args.mode)) return;
  drawOne({.mode = args.mode, .indexSizeBytes = args.indexSizeBytes, .count = args.count, .instances = args.instances,
           .start = args.start, .baseVertex = args.baseVertex, .baseInstance = args.baseInstance});
}

void Context::drawMany(const pipe::DrawManyArgs& args, std::span<const pipe::DrawRange> ranges) {
  if (!validShape(args.mode, args.indexSizeBytes))
    return fault(pipe::Fault::BadValue, "draw_many has mode %u and indices of %u bytes.", args.mode,
                 args.indexSizeBytes);
  if (!args.instances || ranges.empty() || !prepareDraw(args.mode)) return;
  if (multiDraw(args, ranges)) return;
  for (const pipe::DrawRange& range : ranges)
    if (range.count)
      drawOne({.mode = args.mode, .indexSizeBytes = args.indexSizeBytes, .count = range.count,
               .instances = args.instances, .start = range.start, .baseVertex = range.baseVertex,
               .baseInstance = args.baseInstance});
}

bool Context::multiDraw(const pipe::DrawManyArgs& args, std::span<const pipe::DrawRange> ranges) {
  if (!mGl.MultiDrawArraysEXT || args.instances != 1 || args.baseInstance) return false;
  const Buffer* indices = nullptr;
  if (args.indexSizeBytes && !(indices = find(mShared->buffers, mIndexBuffer, "index buffer"))) return true;
  mMultiCounts.clear();
  mMultiFirsts.clear();
  mMultiOffsets.clear();
  bool shifted = false;
  for (const pipe::DrawRange& range : ranges) {
    const Draw draw{.mode = args.mode, .indexSizeBytes = args.indexSizeBytes, .count = range.count, .instances = 1,
                    .start = range.start, .baseVertex = range.baseVertex, .baseInstance = 0};
    if (drawNeedsRewrite(draw) || (indices && !mayReadIndices(draw, *indices))) return false;
    mMultiCounts.push_back(static_cast<GLsizei>(range.count));
    mMultiFirsts.push_back(indices ? range.baseVertex : static_cast<GLint>(range.start));
    if (!indices) continue;
    mMultiOffsets.push_back(offsetPointer(range.start));
    shifted |= range.baseVertex != 0;
  }
  const auto count = static_cast<GLsizei>(ranges.size());
  if (!indices) {
    mGl.MultiDrawArraysEXT(args.mode, mMultiFirsts.data(), mMultiCounts.data(), count);
    return true;
  }
  if (shifted && !mGl.MultiDrawElementsBaseVertexEXT) return false;
  mState.bindBuffer(DriverState::ElementArray, indices->name);
  mState.enable(Capability::PrimitiveRestartFixedIndex, restarts(args.indexSizeBytes));
  const GLenum type = indexType(args.indexSizeBytes);
  if (shifted)
    mGl.MultiDrawElementsBaseVertexEXT(args.mode, mMultiCounts.data(), type, mMultiOffsets.data(), count, mMultiFirsts.data());
  else
    mGl.MultiDrawElementsEXT(args.mode, mMultiCounts.data(), type, mMultiOffsets.data(), count);
  return true;
}

// Indices beyond the buffer are undefined in GL and out of bounds for a driver without robustness.
bool Context::mayReadIndices(const Draw& draw, const Buffer& indices) const {
  return (draw.start <= indices.sizeBytes && draw.count <= (indices.sizeBytes - draw.start) / draw.indexSizeBytes) ||
         mShared->display->robust();
}

void Context::drawOne(const Draw& draw) {
  if (draw.indexSizeBytes) {
    const Buffer* indices = find(mShared->buffers, mIndexBuffer, "index buffer");
    if (!indices || !mayReadIndices(draw, *indices)) return;
    if (drawNeedsRewrite(draw)) return drawRewrittenElements(draw, *indices);
    mState.bindBuffer(DriverState::ElementArray, indices->name);
    mState.enable(Capability::PrimitiveRestartFixedIndex, restarts(draw.indexSizeBytes));
  } else if (drawNeedsRewrite(draw)) {
    return drawRewrittenArrays(draw);
  }
  issue(draw);
}

// The index buffer is bound and the mode is one of ES.
void Context::issue(const Draw& draw) {
  const auto count = static_cast<GLsizei>(draw.count), instances = static_cast<GLsizei>(draw.instances);
  if (!draw.indexSizeBytes) {
    const auto first = static_cast<GLint>(draw.start);
    if (draw.baseInstance && mGl.DrawArraysInstancedBaseInstanceEXT)
      mGl.DrawArraysInstancedBaseInstanceEXT(draw.mode, first, count, instances, draw.baseInstance);
    else if (instances != 1)
      mGl.DrawArraysInstanced(draw.mode, first, count, instances);
    else
      mGl.DrawArrays(draw.mode, first, count);
    return;
  }
  const GLenum type = indexType(draw.indexSizeBytes);
  const void* offset = offsetPointer(draw.start);
  if (draw.baseInstance && mGl.DrawElementsInstancedBaseVertexBaseInstanceEXT)
    mGl.DrawElementsInstancedBaseVertexBaseInstanceEXT(draw.mode, count, type, offset, instances, draw.baseVertex,
                                                       draw.baseInstance);
  else if (draw.baseVertex && instances != 1)
    mGl.DrawElementsInstancedBaseVertex(draw.mode, count, type, offset, instances, draw.baseVertex);
  else if (draw.baseVertex)
    mGl.DrawElementsBaseVertex(draw.mode, count, type, offset, draw.baseVertex);
  else if (instances != 1)
    mGl.DrawElementsInstanced(draw.mode, count, type, offset, instances);
  else
    mGl.DrawElements(draw.mode, count, type, offset);
}

void Context::drawIndirect(const pipe::DrawIndirectArgs& args) {
  constexpr uint32_t kArraysBytes = 16, kElementsBytes = 20;
  if (!validShape(args.mode, args.indexSizeBytes))
    return fault(pipe::Fault::BadValue, "draw_indirect has mode %u.", args.mode);
  const Buffer* commands = find(mShared->buffers, args.buffer, "buffer");
  if (!commands || !args.drawCount || !prepareDraw(args.mode)) return;
  const uint32_t commandBytes = args.indexSizeBytes ? kElementsBytes : kArraysBytes;
  const uint64_t stride = args.strideBytes ? args.strideBytes : commandBytes;
  uint32_t count = args.drawCount;
  if (args.parameter) {
    const Buffer* parameter = find(mShared->buffers, args.parameter, "buffer");
    if (!parameter || !inside(*parameter, args.parameterOffsetBytes, 4, "draw_indirect")) return;
    const std::byte* bytes = mapForRead(*parameter, args.parameterOffsetBytes, 4);
    if (!bytes) return;
    count = std::min(count, *reinterpret_cast<const uint32_t*>(bytes));
    unmapRead();
  }
  if (!count || !inside(*commands, args.offsetBytes, stride * (count - 1) + commandBytes, "draw_indirect")) return;
  mState.bindBuffer(DriverState::DrawIndirect, commands->name);
  if (args.indexSizeBytes) {
    const Buffer* indices = find(mShared->buffers, mIndexBuffer, "index buffer");
    if (!indices) return;
    mState.bindBuffer(DriverState::ElementArray, indices->name);
    mState.enable(Capability::PrimitiveRestartFixedIndex, restarts(args.indexSizeBytes));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const void* offset = offsetPointer(args.offsetBytes + i * stride);
    if (args.indexSizeBytes)
      mGl.DrawElementsIndirect(args.mode, indexType(args.indexSizeBytes), offset);
    else
      mGl.DrawArraysIndirect(args.mode, offset);
  }
}

void Context::dispatch(const pipe::DispatchArgs& args) {
  if (!mProgram || !prepareProgram(GL_NONE) || !applyBindings()) return;
  if (!args.indirect) return mGl.DispatchCompute(args.groups[0], args.groups[1], args.groups[2]);
  const Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || !inside(*buffer, args.offsetBytes, 12, "dispatch")) return;
  mState.bindBuffer(DriverState::DispatchIndirect, buffer->name);
  mGl.DispatchComputeIndirect(static_cast<GLintptr>(args.offsetBytes));
}

void Context::memoryBarrier(const pipe::MemoryBarrierArgs& args) {
  if (args.byRegion)
    mGl.MemoryBarrierByRegion(args.barriers);
  else
    mGl.MemoryBarrier(args.barriers);
}

}  // namespace gles
