// SPDX-License-Identifier: Apache-2.0
// Draws: what changed since the last one is gathered, barriers that came up end the render pass, then the command
// buffer gets what differs. What Vulkan does not draw is rewritten in draw_emulation.cpp and comes back here.
#include <algorithm>
#include <cstring>

#include "backends/vulkan/context.h"
#include "backends/vulkan/vk_values.h"
#include "base/gl_enums.gen.h"

namespace vulkan {
namespace {

bool validShape(uint8_t mode, uint8_t indexSizeBytes) {
  return mode <= glenum::TRIANGLE_STRIP_ADJACENCY_ &&
         (indexSizeBytes == 0 || indexSizeBytes == 1 || indexSizeBytes == 2 || indexSizeBytes == 4);
}

bool needsGeometry(const Program& program) { return program.last == shader::Stage::Geometry; }

}  // namespace

bool Context::choosePipeline(Program& program, uint32_t mode, bool restart) {
  const Interface& interface = program.interface;
  const bool points = needsGeometry(program) ? interface.emitsPoints
                                             : mode == glenum::POINTS_ || fillOf() == emulation::Fill::Points;
  uint32_t index = 0;
  if (points && (!mState.programPointSize || !interface.writesPointSize)) index |= kVariantPointSize;
  if (points && interface.readsPointCoord && !mState.pointSpriteLowerLeft) index |= kVariantPointCoord;
  if (mXfbActive && !mXfbPaused) index |= kVariantCapture;
  const uint32_t written = (1u << interface.clipDistances) - 1;
  index |= (written & ~uint32_t{mState.clipDistanceMask}) << kVariantUnclippedShift;
  Program::Variant* variant = variantFor(program, index);
  if (!variant->usable) return false;
  const bool dynamic = r.device.has.extendedDynamicState;
  const VkPrimitiveTopology topology = topologyOf(mode);
  describeState(mKey, mDynamic, mState, program);
  mKey.topology = dynamic ? classOf(topology) : topology;
  mKey.restart = r.device.has.extendedDynamicState2 ? 0 : restart;
  mDynamic.topology = topology;
  mDynamic.restart = restart;
  // Most changes of state are dynamic and leave the pipeline as it was.
  if (mVariant != variant || mVariantId != variant->id || !mPipelineHandle || !(mKey == mKeyUsed)) {
    mVariant = variant;
    mVariantId = variant->id;
    mKeyUsed = mKey;
    mPipelineHandle = pipelineFor(program, *variant, mKey);
  }
  mDirty &= ~kKey;
  return mPipelineHandle != VK_NULL_HANDLE;
}

// Looks up what is bound and tells the recorder of its use. Nothing is written into the pass.
bool Context::gatherDraw(Program& program, uint32_t mode, bool restart) {
  mConverted = {};
  for (int attempt = 0;; ++attempt) {
    const uint64_t batch = r.recording();
    if (!resolveTarget()) return false;
    if (mSamplesTarget && inTargetPass()) r.endPass();
    const bool programChanged = mProgramUsed != &program || mProgramId != program.id;
    // Whatever wrote to bound resources meanwhile has ended the pass.
    const bool all = programChanged || mBatch != batch || mEpoch != mShared->bindingEpoch || !inTargetPass();
    if (all || mModeUsed != mode || mRestartUsed != restart || mRasterPointSize != (mState.programPointSize != 0)) mDirty |= kKey;
    mRasterPointSize = mState.programPointSize != 0;
    if (all || (mDirty & (kVertices | kDefaults))) {
      if (!gatherVertices(program, mKey)) return false;
      mDirty |= kKey;
      mVerticesMoved = true;
    }
    // Reading vertices for conversion may have ended the batch: what was noted for it is noted again.
    if (r.recording() != batch && attempt == 0) continue;
    if ((all || (mDirty & kBindings)) && !gatherBindings(program)) return false;
    if ((all || mConstantsVersion != program.blocksVersion) && !gatherConstants(program)) return false;
    if ((mDirty & kKey) && !choosePipeline(program, mode, restart)) return false;
    if (!mPipelineHandle) return false;
    program.lastUse = r.recording();
    mProgramUsed = &program;
    mProgramId = program.id;
    mModeUsed = mode;
    mRestartUsed = restart;
    mBatch = r.recording();
    mEpoch = mShared->bindingEpoch;
    return true;
  }
}

bool Context::prepareDraw(uint32_t mode, bool restart) {
  mPrepared = false;
  if (!mProgram || !mPipeline) return false;
  Program* program = find(mShared->programs, mProgram, "program");
  if (!program || program->broken || program->compute) return false;
  // Adjacency reaches geometry shaders alone.
  if (mode >= glenum::LINES_ADJACENCY_ && !r.device.features.geometryShader) return false;
  if (!gatherDraw(*program, mode, restart)) return false;
  if (mXfbActive && !mXfbPaused && !mCapturing) gatherCapture();
  r.endPassForBarriers();
  resumeQueries();
  ensurePass();
  emitState(*program);
  if (mXfbActive && !mXfbPaused && !mCapturing) beginCapture(r.passCommand());
  mPrepared = true;
  mProgramPrepared = mProgram;
  mIndexSizeUsed = 0;
  return true;
}

void Context::emitState(const Program& program) {
  const VkCommandBuffer command = r.passCommand();
  auto& vk = r.device.vk;
  const bool fresh = !r.claimState(this);
  if (fresh) mBound = {};
  if (mBound.pipeline != mPipelineHandle) {
    vk.vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_GRAPHICS, mPipelineHandle);
    mBound.pipeline = mPipelineHandle;
  }
  if (fresh || (mDirty & kDynamic)) describeDynamic(mDynamic);
  mDirty &= ~kDynamic;
  mDynamic.apply(r.device, command, mBound.dynamic, fresh);
  mBound.dynamic = mDynamic;
  // Layouts agree in push constants, and in the set of constants if the same stages have any; else sets are disturbed.
  if (mBound.constantStages != program.constantStages) {
    mBound.constantStages = program.constantStages;
    mBound.constants = VK_NULL_HANDLE;
    mBound.layout = VK_NULL_HANDLE;
  }
  const Program::Placed& placed = program.placed;
  if (program.constantStages && (mBound.constants != placed.set || mBound.offsets != placed.offsets)) {
    vk.vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_GRAPHICS, program.layout, 0, 1, &placed.set,
                               placed.offsetCount, placed.offsets.data());
    mBound.constants = placed.set;
    mBound.offsets = placed.offsets;
  }
  if (mSet && (mBound.layout != program.layout || mBound.set != mSet)) {
    vk.vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_GRAPHICS, program.layout, 1, 1, &mSet, 0, nullptr);
    mBound.set = mSet;
    mBound.layout = program.layout;
  }
  const VkPhysicalDeviceLimits& limits = r.device.properties.limits;
  const PushConstants push{std::clamp(mRaster.pointSize, limits.pointSizeRange[0], limits.pointSizeRange[1]),
                           static_cast<float>(mTarget.height)};
  if (std::memcmp(&push, &mBound.pushed, sizeof push) != 0) {
    vk.vkCmdPushConstants(command, program.layout, VK_SHADER_STAGE_ALL_GRAPHICS, 0, sizeof push, &push);
    mBound.pushed = push;
  }
  if (fresh || mVerticesMoved) {
    bindVertices(command);
    mVerticesMoved = false;
  }
  r.draws().setReads(mReads.data(), mReads.size());
}

void Context::draw(const pipe::DrawArgs& args) {
  Lock lock(mShared->mutex);
  if (!validShape(args.mode, args.indexSizeBytes))
    return fault(pipe::Fault::BadValue, "draw has mode %u and indices of %u bytes.", args.mode, args.indexSizeBytes);
  if (!args.count || !args.instances) return;
  drawOne({.mode = args.mode, .indexSizeBytes = args.indexSizeBytes, .count = args.count, .instances = args.instances,
           .start = args.start, .baseVertex = args.baseVertex, .baseInstance = args.baseInstance});
  afterVerb();
}

void Context::drawMany(const pipe::DrawManyArgs& args, std::span<const pipe::DrawRange> ranges) {
  Lock lock(mShared->mutex);
  if (!validShape(args.mode, args.indexSizeBytes))
    return fault(pipe::Fault::BadValue, "draw_many has mode %u and indices of %u bytes.", args.mode,
                 args.indexSizeBytes);
  if (!args.instances) return;
  for (const pipe::DrawRange& range : ranges)
    if (range.count)
      drawOne({.mode = args.mode, .indexSizeBytes = args.indexSizeBytes, .count = range.count,
               .instances = args.instances, .start = range.start, .baseVertex = range.baseVertex,
               .baseInstance = args.baseInstance});
  afterVerb();
}

void Context::drawOne(const Draw& draw) {
  if (draw.indexSizeBytes) return drawIndexed(draw);
  if (!isPrepared(draw.mode, false, 0)) {
    if (needsRewrite(draw, false)) return drawRewritten(draw, nullptr);
    if (!prepareDraw(draw.mode, false)) return;
  }
  issue(draw, nullptr, 0);
}

void Context::drawIndexed(const Draw& draw) {
  const bool restart = restarts(draw.indexSizeBytes);
  const bool prepared = isPrepared(draw.mode, restart, draw.indexSizeBytes) && mIndexPrepared == mIndexBuffer &&
                        draw.start % draw.indexSizeBytes == 0;
  Buffer* indices = prepared ? mIndices : find(mShared->buffers, mIndexBuffer, "index buffer");
  if (!indices || !indices->store || draw.start > indices->sizeBytes) return;
  // Indices beyond the buffer are undefined in GL and out of bounds for a device.
  Draw within = draw;
  within.count = static_cast<uint32_t>(
      std::min<uint64_t>(draw.count, (indices->sizeBytes - draw.start) / draw.indexSizeBytes));
  if (!within.count) return;
  if (!prepared) {
    if (needsRewrite(within, restart)) return drawRewritten(within, indices);
    r.use(*indices->store, Where::Main, {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_INDEX_READ_BIT}, 0, 0);
    if (!prepareDraw(draw.mode, restart)) return;
    // Preparing may have begun another batch.
    indices->store->used.last = indices->store->used.lastMain = r.recording();
    mIndices = indices;
    mIndexPrepared = mIndexBuffer;
    mIndexSizeUsed = draw.indexSizeBytes;
  }
  issue(within, indices->store, 0);
}

void Context::issue(const Draw& draw, Store* indices, uint64_t indicesOffsetBytes) {
  DrawQueue& queue = r.draws();
  r.countDraw();
  if (countsPrimitives()) countPrimitives(draw.mode, draw.count, draw.instances);
  if (!draw.indexSizeBytes) {
    const auto first = static_cast<uint32_t>(draw.start);
    if (queue.addArrays(first, draw.count, draw.instances, draw.baseInstance)) return;
    r.flushDraws();
    queue.addArrays(first, draw.count, draw.instances, draw.baseInstance);
    return;
  }
  const VkIndexType type = draw.indexSizeBytes == 4   ? VK_INDEX_TYPE_UINT32
                           : draw.indexSizeBytes == 2 ? VK_INDEX_TYPE_UINT16
                                                      : VK_INDEX_TYPE_UINT8_EXT;
  if (mBound.indices != indices->buffer || mBound.indicesOffset != indicesOffsetBytes || mBound.indexType != type) {
    r.device.vk.vkCmdBindIndexBuffer(r.passCommand(), indices->buffer, indicesOffsetBytes, type);
    mBound.indices = indices->buffer;
    mBound.indicesOffset = indicesOffsetBytes;
    mBound.indexType = type;
  }
  const VkMultiDrawIndexedInfoEXT range{static_cast<uint32_t>(draw.start / draw.indexSizeBytes), draw.count,
                                        draw.baseVertex};
  if (queue.addIndexed(*indices, draw.indexSizeBytes, range, draw.instances, draw.baseInstance)) return;
  r.flushDraws();
  queue.addIndexed(*indices, draw.indexSizeBytes, range, draw.instances, draw.baseInstance);
}

void Context::drawIndirect(const pipe::DrawIndirectArgs& args) {
  Lock lock(mShared->mutex);
  constexpr uint32_t kArraysBytes = 16, kElementsBytes = 20;
  if (!validShape(args.mode, args.indexSizeBytes))
    return fault(pipe::Fault::BadValue, "draw_indirect has mode %u.", args.mode);
  Buffer* commands = find(mShared->buffers, args.buffer, "buffer");
  if (!commands || !args.drawCount) return;
  const uint32_t commandBytes = args.indexSizeBytes ? kElementsBytes : kArraysBytes;
  const uint64_t stride = args.strideBytes ? args.strideBytes : commandBytes;
  uint32_t count = args.drawCount;
  if (args.parameter) {
    Buffer* parameter = find(mShared->buffers, args.parameter, "buffer");
    if (!parameter || !inside(*parameter, args.parameterOffsetBytes, 4, "draw_indirect")) return;
    const std::byte* bytes = hostView(*parameter, args.parameterOffsetBytes, 4);
    if (!bytes) return;
    uint32_t most = 0;
    std::memcpy(&most, bytes, 4);
    count = std::min(count, most);
  }
  if (!count || !inside(*commands, args.offsetBytes, stride * (count - 1) + commandBytes, "draw_indirect")) return;
  // Read here: whatever rewriting a draw needs, it gets.
  const std::byte* bytes = hostView(*commands, args.offsetBytes, stride * (count - 1) + commandBytes);
  if (!bytes) return;
  mReadBytes.assign(bytes, bytes + stride * (count - 1) + commandBytes);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t words[5] = {};
    std::memcpy(words, mReadBytes.data() + i * stride, commandBytes);
    if (!words[0] || !words[1]) continue;
    if (args.indexSizeBytes)
      drawOne({.mode = args.mode, .indexSizeBytes = args.indexSizeBytes, .count = words[0], .instances = words[1],
               .start = uint64_t{words[2]} * args.indexSizeBytes, .baseVertex = static_cast<int32_t>(words[3]),
               .baseInstance = words[4]});
    else
      drawOne({.mode = args.mode, .indexSizeBytes = 0, .count = words[0], .instances = words[1], .start = words[2],
               .baseVertex = 0, .baseInstance = words[3]});
  }
  afterVerb();
}

// Compute comes with OpenGL 4.3: caps.features.computeShader is 0.
void Context::dispatch(const pipe::DispatchArgs& args) {
  fault(pipe::Fault::BadValue, "dispatch of %ux%ux%u groups: this back end offers no compute shaders.", args.groups[0],
        args.groups[1], args.groups[2]);
}

// Barriers follow from use; nothing is written by shaders behind the back end's back.
void Context::memoryBarrier(const pipe::MemoryBarrierArgs&) {}

}  // namespace vulkan
