// SPDX-License-Identifier: Apache-2.0
// Buffer objects: names and binding points, single, indexed and many at once (GL 4.6 core §6.1).
#include "gl/buffer_targets.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/names.h"
#include "gl/prototypes_buffer.gen.h"

namespace gl {
namespace {

constexpr auto kBuffers = &state::ShareGroup::buffers;

// A deleted buffer leaves the bindings of the deleting context, its vertex array and its transform feedback object;
// other containers keep it alive (§5.1.3).
void unbind(Context& ctx, const std::shared_ptr<state::Buffer>& buffer) {
  state::Context& st = ctx.state();
  endMap(ctx, *buffer);
  for (auto& binding : st.buffers)
    if (binding == buffer) binding = nullptr;
  for (GLenum target : {GL_UNIFORM_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_ATOMIC_COUNTER_BUFFER})
    for (state::IndexedBuffer& point : indexedPoints(st, target))
      if (point.buffer == buffer) {
        point = {};
        st.mark(indexedDirtyBit(target));
      }
  state::VertexArray& array = *st.vertexArray;
  bool changed = array.elements == buffer;
  if (changed) array.elements = nullptr;
  for (state::VertexBinding& binding : array.bindings)
    if (binding.buffer == buffer) {
      binding.buffer = nullptr;
      changed = true;
    }
  if (!changed) return;
  array.touch();
  st.mark(state::kDirtyVertexArray);
}

bool checkIndexedTarget(const Context& ctx, const char* command, GLenum target) {
  if (isBufferTarget(ctx, target) && !indexedPoints(ctx.state(), target).empty()) return true;
  return refuseEnum(ctx, command, "target", target);
}

// Shared by BindBufferBase and BindBufferRange, also for the buffers of glBindBuffersBase.
bool checkIndexedBind(const Context& ctx, const char* command, GLenum target, GLuint index) {
  if (!checkIndexedTarget(ctx, command, target) ||
      !checkBelow(ctx, command, "index", index, indexedLimit(ctx, target)))
    return false;
  if (target == GL_TRANSFORM_FEEDBACK_BUFFER && ctx.state().xfb->active)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active.", command);
  return true;
}

bool checkIndexedRange(const Context& ctx, const char* command, GLenum target, GLintptr offset, GLsizeiptr size) {
  if (!checkNotNegative(ctx, command, "offset", offset)) return false;
  if (size <= 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: size is %lld and must be positive.", command, static_cast<long long>(size));
  const DeviceInfo& device = ctx.device();
  const uint32_t alignment = target == GL_UNIFORM_BUFFER          ? device.uniformBufferAlignmentBytes
                             : target == GL_SHADER_STORAGE_BUFFER ? device.storageBufferAlignmentBytes
                                                                  : 4;
  if (alignment && offset % alignment)
    return refuse(ctx, GL_INVALID_VALUE, "%s: offset %lld is not a multiple of %u.", command, static_cast<long long>(offset),
                  alignment);
  if (target == GL_TRANSFORM_FEEDBACK_BUFFER && size % 4)
    return refuse(ctx, GL_INVALID_VALUE, "%s: size %lld is not a multiple of 4.", command, static_cast<long long>(size));
  return true;
}

void setPoint(Context& ctx, GLenum target, GLuint index, state::IndexedBuffer value) {
  state::IndexedBuffer& point = indexedPoints(ctx.state(), target)[index];
  if (point.buffer == value.buffer && point.offsetBytes == value.offsetBytes && point.sizeBytes == value.sizeBytes &&
      point.whole == value.whole)
    return;
  point = std::move(value);
  ctx.state().mark(indexedDirtyBit(target));
}

}  // namespace

bool validateGenBuffers(const Context& ctx, GLsizei n, GLuint*) { return checkNotNegative(ctx, "glGenBuffers", "n", n); }
void genBuffers(Context& ctx, GLsizei n, GLuint* buffers) { generateShared(ctx, kBuffers, n, buffers); }

bool validateCreateBuffers(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glCreateBuffers", "n", n);
}
void createBuffers(Context& ctx, GLsizei n, GLuint* buffers) {
  createShared(ctx, kBuffers, n, buffers, [&](GLuint name) {
    auto buffer = makeBuffer(ctx, name);
    buffer->created = true;
    return buffer;
  });
}

bool validateDeleteBuffers(const Context& ctx, GLsizei n, const GLuint*) {
  return checkNotNegative(ctx, "glDeleteBuffers", "n", n);
}
void deleteBuffers(Context& ctx, GLsizei n, const GLuint* buffers) {
  deleteShared(ctx, kBuffers, n, buffers, [&](const std::shared_ptr<state::Buffer>& buffer) { unbind(ctx, buffer); });
}

GLboolean isBuffer(Context& ctx, GLuint buffer) { return findShared(ctx, kBuffers, buffer) != nullptr; }

bool validateBindBuffer(const Context& ctx, GLenum target, GLuint buffer) {
  if (!isBufferTarget(ctx, target)) return refuseEnum(ctx, "glBindBuffer", "target", target);
  const state::Buffer* bound = bufferBinding(ctx.state(), target).get();
  if (bound && bound->name == buffer && !bound->deleted) return true;
  return checkBindableShared(ctx, kBuffers, buffer, "glBindBuffer");
}
void bindBuffer(Context& ctx, GLenum target, GLuint buffer) {
  std::shared_ptr<state::Buffer>& binding = bufferBinding(ctx.state(), target);
  // Programs bind the same buffer again and again; its name says nothing once it is deleted.
  if (binding ? binding->name == buffer && !binding->deleted : buffer == 0) return;
  binding = bufferToBind(ctx, buffer, useOfTarget(target));
  if (target != GL_ELEMENT_ARRAY_BUFFER) return;
  ctx.state().vertexArray->touch();
  ctx.state().mark(state::kDirtyVertexArray);
}

bool validateBindBufferBase(const Context& ctx, GLenum target, GLuint index, GLuint buffer) {
  return checkIndexedBind(ctx, "glBindBufferBase", target, index) &&
         checkBindableShared(ctx, kBuffers, buffer, "glBindBufferBase");
}
void bindBufferBase(Context& ctx, GLenum target, GLuint index, GLuint buffer) {
  std::shared_ptr<state::Buffer> object = bufferToBind(ctx, buffer, useOfTarget(target));
  bufferBinding(ctx.state(), target) = object;
  setPoint(ctx, target, index, {std::move(object), 0, 0, true});
}

bool validateBindBufferRange(const Context& ctx, GLenum target, GLuint index, GLuint buffer, GLintptr offset,
                             GLsizeiptr size) {
  return checkIndexedBind(ctx, "glBindBufferRange", target, index) &&
         checkBindableShared(ctx, kBuffers, buffer, "glBindBufferRange") &&
         (buffer == 0 || checkIndexedRange(ctx, "glBindBufferRange", target, offset, size));
}
void bindBufferRange(Context& ctx, GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size) {
  std::shared_ptr<state::Buffer> object = bufferToBind(ctx, buffer, useOfTarget(target));
  bufferBinding(ctx.state(), target) = object;
  if (!object) return setPoint(ctx, target, index, {});
  setPoint(ctx, target, index, {std::move(object), static_cast<uint64_t>(offset), static_cast<uint64_t>(size), false});
}

// EXT_transform_feedback: from the offset to the end.
bool validateBindBufferOffsetEXT(const Context& ctx, GLenum target, GLuint index, GLuint buffer, GLintptr offset) {
  constexpr const char* kCommand = "glBindBufferOffsetEXT";
  if (target != GL_TRANSFORM_FEEDBACK_BUFFER) return refuseEnum(ctx, kCommand, "target", target);
  return checkIndexedBind(ctx, kCommand, target, index) && checkBindableShared(ctx, kBuffers, buffer, kCommand) &&
         (buffer == 0 || checkIndexedRange(ctx, kCommand, target, offset, 4));
}
void bindBufferOffsetEXT(Context& ctx, GLenum target, GLuint index, GLuint buffer, GLintptr offset) {
  std::shared_ptr<state::Buffer> object = bufferToBind(ctx, buffer, useOfTarget(target));
  bufferBinding(ctx.state(), target) = object;
  if (!object) return setPoint(ctx, target, index, {});
  const auto begin = static_cast<uint64_t>(offset);
  const uint64_t size = object->sizeBytes > begin ? object->sizeBytes - begin : 0;
  setPoint(ctx, target, index, {std::move(object), begin, size, false});
}

// ── many at once (§6.1.1): a bad element is skipped with its error, the others are bound ──

namespace {

bool checkMany(const Context& ctx, const char* command, GLenum target, GLuint first, GLsizei count) {
  if (!checkIndexedTarget(ctx, command, target) || !checkNotNegative(ctx, command, "count", count)) return false;
  const uint64_t limit = indexedLimit(ctx, target);
  if (uint64_t{first} + static_cast<uint64_t>(count) > limit)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: first %u + count %d is more than the %llu binding points.", command,
                  first, count, static_cast<unsigned long long>(limit));
  if (target == GL_TRANSFORM_FEEDBACK_BUFFER && ctx.state().xfb->active)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active.", command);
  return true;
}

// A name that has no object yet is an error here, in every profile.
std::shared_ptr<state::Buffer> existing(Context& ctx, const char* command, GLenum target, GLuint name) {
  std::shared_ptr<state::Buffer> buffer = needNamedBuffer(ctx, command, name);
  if (buffer) buffer->boundAs |= useOfTarget(target);
  return buffer;
}

}  // namespace

bool validateBindBuffersBase(const Context& ctx, GLenum target, GLuint first, GLsizei count, const GLuint*) {
  return checkMany(ctx, "glBindBuffersBase", target, first, count);
}
void bindBuffersBase(Context& ctx, GLenum target, GLuint first, GLsizei count, const GLuint* buffers) {
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    if (!buffers || buffers[i] == 0)
      setPoint(ctx, target, first + i, {});
    else if (auto buffer = existing(ctx, "glBindBuffersBase", target, buffers[i]))
      setPoint(ctx, target, first + i, {std::move(buffer), 0, 0, true});
  }
}

bool validateBindBuffersRange(const Context& ctx, GLenum target, GLuint first, GLsizei count, const GLuint*,
                              const GLintptr*, const GLsizeiptr*) {
  return checkMany(ctx, "glBindBuffersRange", target, first, count);
}
void bindBuffersRange(Context& ctx, GLenum target, GLuint first, GLsizei count, const GLuint* buffers,
                      const GLintptr* offsets, const GLsizeiptr* sizes) {
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    if (!buffers || buffers[i] == 0) {
      setPoint(ctx, target, first + i, {});
      continue;
    }
    if (!checkIndexedRange(ctx, "glBindBuffersRange", target, offsets[i], sizes[i])) continue;
    if (auto buffer = existing(ctx, "glBindBuffersRange", target, buffers[i]))
      setPoint(ctx, target, first + i,
               {std::move(buffer), static_cast<uint64_t>(offsets[i]), static_cast<uint64_t>(sizes[i]), false});
  }
}

}  // namespace gl
