// SPDX-License-Identifier: Apache-2.0
// Buffer targets, their binding points, and the checks that all buffer commands share.
#include "gl/buffer_targets.h"

#include "base/check.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/names.h"

namespace gl {
namespace {

using state::BufferPoint;

struct TargetRow {
  GLenum target;
  BufferPoint point;
  bool (*known)(const Context& ctx);
};

bool always(const Context&) { return true; }
bool hasStorage(const Context& ctx) { return ctx.version() >= 43 || ctx.device().maxStorageBuffersPerStage > 0; }
bool hasAtomics(const Context& ctx) { return ctx.version() >= 42; }
bool hasCompute(const Context& ctx) { return ctx.version() >= 43 || ctx.device().has("GL_ARB_compute_shader"); }
bool hasQueryBuffer(const Context& ctx) {
  return ctx.version() >= 44 || ctx.device().has("GL_ARB_query_buffer_object");
}
bool hasParameters(const Context& ctx) {
  return ctx.version() >= 46 || ctx.device().has("GL_ARB_indirect_parameters");
}

constexpr TargetRow kTargets[] = {
    {GL_ARRAY_BUFFER, BufferPoint::Array, always},
    {GL_UNIFORM_BUFFER, BufferPoint::Uniform, always},
    {GL_COPY_READ_BUFFER, BufferPoint::CopyRead, always},
    {GL_COPY_WRITE_BUFFER, BufferPoint::CopyWrite, always},
    {GL_PIXEL_PACK_BUFFER, BufferPoint::PixelPack, always},
    {GL_PIXEL_UNPACK_BUFFER, BufferPoint::PixelUnpack, always},
    {GL_TEXTURE_BUFFER, BufferPoint::Texture, always},
    {GL_TRANSFORM_FEEDBACK_BUFFER, BufferPoint::TransformFeedback, always},
    {GL_DRAW_INDIRECT_BUFFER, BufferPoint::DrawIndirect, always},
    {GL_SHADER_STORAGE_BUFFER, BufferPoint::ShaderStorage, hasStorage},
    {GL_ATOMIC_COUNTER_BUFFER, BufferPoint::AtomicCounter, hasAtomics},
    {GL_DISPATCH_INDIRECT_BUFFER, BufferPoint::DispatchIndirect, hasCompute},
    {GL_QUERY_BUFFER, BufferPoint::Query, hasQueryBuffer},
    {GL_PARAMETER_BUFFER, BufferPoint::Parameter, hasParameters},
};

const TargetRow* findTarget(GLenum target) {
  for (const TargetRow& row : kTargets)
    if (row.target == target) return &row;
  return nullptr;
}

}  // namespace

bool isBufferTarget(const Context& ctx, GLenum target) {
  if (target == GL_ELEMENT_ARRAY_BUFFER) return true;
  const TargetRow* row = findTarget(target);
  return row && row->known(ctx);
}

const std::shared_ptr<state::Buffer>& bufferBinding(const state::Context& st, GLenum target) {
  if (target == GL_ELEMENT_ARRAY_BUFFER) return st.vertexArray->elements;
  const TargetRow* row = findTarget(target);
  MGL_DCHECK("gl", row);
  return st.buffers[static_cast<size_t>(row->point)];
}

std::shared_ptr<state::Buffer>& bufferBinding(state::Context& st, GLenum target) {
  return const_cast<std::shared_ptr<state::Buffer>&>(bufferBinding(static_cast<const state::Context&>(st), target));
}

uint32_t useOfTarget(GLenum target) {
  return target == GL_ELEMENT_ARRAY_BUFFER ? kUseElements : 1u << static_cast<unsigned>(findTarget(target)->point);
}

std::span<const state::IndexedBuffer> indexedPoints(const state::Context& st, GLenum target) {
  switch (target) {
    case GL_UNIFORM_BUFFER: return st.uniformBuffers;
    case GL_TRANSFORM_FEEDBACK_BUFFER: return st.xfb->buffers;
    case GL_SHADER_STORAGE_BUFFER: return st.storageBuffers;
    case GL_ATOMIC_COUNTER_BUFFER: return st.atomicBuffers;
    default: return {};
  }
}

std::span<state::IndexedBuffer> indexedPoints(state::Context& st, GLenum target) {
  const auto points = indexedPoints(static_cast<const state::Context&>(st), target);
  return {const_cast<state::IndexedBuffer*>(points.data()), points.size()};
}

uint32_t indexedDirtyBit(GLenum target) {
  switch (target) {
    case GL_UNIFORM_BUFFER: return state::kDirtyUniformBuffers;
    case GL_TRANSFORM_FEEDBACK_BUFFER: return state::kDirtyStreamOutputs;
    case GL_SHADER_STORAGE_BUFFER: return state::kDirtyStorageBuffers;
    default: return state::kDirtyAtomicBuffers;
  }
}

uint32_t indexedLimit(const Context& ctx, GLenum target) {
  const DeviceInfo& device = ctx.device();
  const auto points = static_cast<uint32_t>(indexedPoints(ctx.state(), target).size());
  switch (target) {
    // At least what GL 3.3 asks for, whatever part of it programs can use at once.
    case GL_UNIFORM_BUFFER: return std::min(points, std::max(device.maxCombinedUniformBuffers, 36u));
    case GL_TRANSFORM_FEEDBACK_BUFFER: return std::min(points, std::max(device.maxStreamOutputBuffers, 4u));
    default: return points;
  }
}

state::Buffer* needBoundBuffer(const Context& ctx, const char* command, GLenum target) {
  if (!isBufferTarget(ctx, target)) {
    refuseEnum(ctx, command, "target", target);
    return nullptr;
  }
  state::Buffer* buffer = bufferBinding(ctx.state(), target).get();
  if (!buffer)
    refuse(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound to %s.", command, enumName(target, "BufferTargetARB"));
  return buffer;
}

std::shared_ptr<state::Buffer> needNamedBuffer(const Context& ctx, const char* command, GLuint name) {
  std::shared_ptr<state::Buffer> buffer = findShared(ctx, &state::ShareGroup::buffers, name);
  if (!buffer) refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a buffer object.", command, name);
  return buffer;
}

std::shared_ptr<state::Buffer> bufferToBind(Context& ctx, GLuint name, uint32_t use) {
  if (name == 0) return nullptr;
  std::shared_ptr<state::Buffer> buffer =
      findOrMakeShared(ctx, &state::ShareGroup::buffers, name, [&](GLuint n) { return makeBuffer(ctx, n); });
  buffer->created = true;
  buffer->boundAs |= use;
  return buffer;
}

bool checkNotMapped(const Context& ctx, const char* command, const state::Buffer& buffer) {
  if (!isMappedExclusively(buffer)) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped.", command, buffer.name);
}

bool checkBufferRange(const Context& ctx, const char* command, const state::Buffer& buffer, GLintptr offset,
                      GLsizeiptr size) {
  if (!checkNotNegative(ctx, command, "offset", offset) || !checkNotNegative(ctx, command, "size", size)) return false;
  const auto begin = static_cast<uint64_t>(offset), length = static_cast<uint64_t>(size);
  if (begin <= buffer.sizeBytes && length <= buffer.sizeBytes - begin) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: %llu bytes at offset %llu reach past buffer %u, which has %llu bytes.", command,
                static_cast<unsigned long long>(length), static_cast<unsigned long long>(begin), buffer.name,
                static_cast<unsigned long long>(buffer.sizeBytes));
}

bool endMap(Context& ctx, state::Buffer& buffer) {
  if (!buffer.map.pointer) return true;
  const bool exclusive = isMappedExclusively(buffer);
  const bool kept = ctx.tracker().bufferUnmap(buffer);
  buffer.map = {};
  if (exclusive) ctx.share().mappedBuffers.fetch_sub(1, std::memory_order_relaxed);
  return kept;
}

}  // namespace gl
