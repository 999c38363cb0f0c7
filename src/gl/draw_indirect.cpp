// SPDX-License-Identifier: Apache-2.0
// Draws whose parameters lie in a buffer, or, outside the core profile, in client memory (GL 4.6 core §10.4).
#include <cstring>

#include "gl/buffer_targets.h"
#include "gl/draw_checks.h"
#include "gl/legacy_draw.h"
#include "gl/prototypes_draw.gen.h"

namespace gl {
namespace {

struct ArraysCommand {
  uint32_t count, instances, first, baseInstance;
};
struct ElementsCommand {
  uint32_t count, instances, firstIndex;
  int32_t baseVertex;
  uint32_t baseInstance;
};

const std::shared_ptr<state::Buffer>& commandBuffer(const Context& ctx) {
  return ctx.state().buffers[static_cast<size_t>(state::BufferPoint::DrawIndirect)];
}
const std::shared_ptr<state::Buffer>& parameterBuffer(const Context& ctx) {
  return ctx.state().buffers[static_cast<size_t>(state::BufferPoint::Parameter)];
}

// `offset` of `bytes` bytes, read as parameters: aligned, inside the buffer, not mapped.
bool checkInside(const Context& ctx, const char* command, const state::Buffer& buffer, uint64_t offset, uint64_t bytes) {
  if (offset % 4)
    return refuse(ctx, GL_INVALID_VALUE, "%s: offset %llu is not a multiple of 4.", command,
                  static_cast<unsigned long long>(offset));
  if (offset > buffer.sizeBytes || bytes > buffer.sizeBytes - offset)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %llu bytes at offset %llu reach past buffer %u, which has %llu bytes.",
                  command, static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(offset), buffer.name,
                  static_cast<unsigned long long>(buffer.sizeBytes));
  return checkNotMapped(ctx, command, buffer);
}

bool checkIndirect(const Context& ctx, const char* command, GLenum mode, const void* indirect, GLsizei drawCount,
                   GLsizei stride, bool indexed) {
  if (!checkDrawMode(ctx, command, mode) || !checkNotNegative(ctx, command, "drawcount", drawCount)) return false;
  if (stride < 0 || stride % 4)
    return refuse(ctx, GL_INVALID_VALUE, "%s: stride is %d and must be a multiple of 4, not negative.", command, stride);
  if (indexed && !ctx.state().vertexArray->elements)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: no element buffer is bound.", command);
  const uint64_t size = indexed ? sizeof(ElementsCommand) : sizeof(ArraysCommand);
  const uint64_t step = stride ? static_cast<uint64_t>(stride) : size;
  if (const auto& buffer = commandBuffer(ctx)) {
    const uint64_t bytes = drawCount ? step * static_cast<uint64_t>(drawCount - 1) + size : 0;
    if (!checkInside(ctx, command, *buffer, reinterpret_cast<uintptr_t>(indirect), bytes)) return false;
  } else if (ctx.isCore()) {
    return refuse(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound to GL_DRAW_INDIRECT_BUFFER.", command);
  }
  return checkDrawState(ctx, command, mode, indexed);
}

tracker::DrawCall fromClient(const Context& ctx, GLenum mode, GLenum type, const std::byte* bytes) {
  tracker::DrawCall call;
  if (type == 0) {
    ArraysCommand command;
    std::memcpy(&command, bytes, sizeof command);
    call.mode = mode, call.first = command.first, call.count = command.count;
    call.instances = command.instances, call.baseInstance = command.baseInstance;
    return call;
  }
  ElementsCommand command;
  std::memcpy(&command, bytes, sizeof command);
  call = elementsCall(ctx, mode, 0, type, reinterpret_cast<const void*>(uintptr_t{command.firstIndex} * indexBytes(type)));
  call.count = command.count, call.instances = command.instances;
  call.baseVertex = command.baseVertex, call.baseInstance = command.baseInstance;
  return call;
}

// type 0: arrays.
void submit(Context& ctx, GLenum mode, GLenum type, const void* indirect, uint32_t drawCount, GLsizei stride) {
  if (drawCount == 0 || isSkippedByCondition(ctx)) return;
  const DrawScope scope(ctx);
  const uint32_t size = type ? sizeof(ElementsCommand) : sizeof(ArraysCommand);
  const uint32_t step = stride ? static_cast<uint32_t>(stride) : size;
  if (const std::shared_ptr<state::Buffer> buffer = commandBuffer(ctx)) {
    ctx.tracker().drawIndirect(mode, indexBytes(type), *buffer, reinterpret_cast<uintptr_t>(indirect), drawCount, step);
    return;
  }
  for (uint32_t i = 0; i < drawCount; ++i) {
    const auto call = fromClient(ctx, mode, type, static_cast<const std::byte*>(indirect) + size_t{i} * step);
    if (call.count && call.instances) ctx.tracker().draw(call);
  }
}

bool checkCounted(const Context& ctx, const char* command, GLenum mode, const void* indirect, GLintptr countOffset,
                  GLsizei maxDraws, GLsizei stride, bool indexed) {
  if (!checkIndirect(ctx, command, mode, indirect, maxDraws, stride, indexed)) return false;
  const auto& buffer = parameterBuffer(ctx);
  if (!buffer) return refuse(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound to GL_PARAMETER_BUFFER.", command);
  return checkNotNegative(ctx, command, "drawcount", countOffset) &&
         checkInside(ctx, command, *buffer, static_cast<uint64_t>(countOffset), sizeof(uint32_t));
}

// The count is read here: one round trip, but exact on every back end.
void submitCounted(Context& ctx, GLenum mode, GLenum type, const void* indirect, GLintptr countOffset, GLsizei maxDraws,
                   GLsizei stride) {
  uint32_t count = 0;
  const std::shared_ptr<state::Buffer> buffer = parameterBuffer(ctx);
  if (!ctx.tracker().bufferRead(*buffer, static_cast<uint64_t>(countOffset), std::as_writable_bytes(std::span(&count, 1))))
    return;
  submit(ctx, mode, type, indirect, std::min(count, static_cast<uint32_t>(maxDraws)), stride);
}

}  // namespace

bool validateDrawArraysIndirect(const Context& ctx, GLenum mode, const void* indirect) {
  return checkIndirect(ctx, "glDrawArraysIndirect", mode, indirect, 1, 0, false);
}
void drawArraysIndirect(Context& ctx, GLenum mode, const void* indirect) { submit(ctx, mode, 0, indirect, 1, 0); }

bool validateDrawElementsIndirect(const Context& ctx, GLenum mode, GLenum type, const void* indirect) {
  return checkIndexType(ctx, "glDrawElementsIndirect", type) &&
         checkIndirect(ctx, "glDrawElementsIndirect", mode, indirect, 1, 0, true);
}
void drawElementsIndirect(Context& ctx, GLenum mode, GLenum type, const void* indirect) {
  submit(ctx, mode, type, indirect, 1, 0);
}

bool validateMultiDrawArraysIndirect(const Context& ctx, GLenum mode, const void* indirect, GLsizei drawcount,
                                     GLsizei stride) {
  return checkIndirect(ctx, "glMultiDrawArraysIndirect", mode, indirect, drawcount, stride, false);
}
void multiDrawArraysIndirect(Context& ctx, GLenum mode, const void* indirect, GLsizei drawcount, GLsizei stride) {
  submit(ctx, mode, 0, indirect, static_cast<uint32_t>(drawcount), stride);
}

bool validateMultiDrawElementsIndirect(const Context& ctx, GLenum mode, GLenum type, const void* indirect,
                                       GLsizei drawcount, GLsizei stride) {
  return checkIndexType(ctx, "glMultiDrawElementsIndirect", type) &&
         checkIndirect(ctx, "glMultiDrawElementsIndirect", mode, indirect, drawcount, stride, true);
}
void multiDrawElementsIndirect(Context& ctx, GLenum mode, GLenum type, const void* indirect, GLsizei drawcount,
                               GLsizei stride) {
  submit(ctx, mode, type, indirect, static_cast<uint32_t>(drawcount), stride);
}

bool validateMultiDrawArraysIndirectCount(const Context& ctx, GLenum mode, const void* indirect, GLintptr drawcount,
                                          GLsizei maxdrawcount, GLsizei stride) {
  return checkCounted(ctx, "glMultiDrawArraysIndirectCount", mode, indirect, drawcount, maxdrawcount, stride, false);
}
void multiDrawArraysIndirectCount(Context& ctx, GLenum mode, const void* indirect, GLintptr drawcount,
                                  GLsizei maxdrawcount, GLsizei stride) {
  submitCounted(ctx, mode, 0, indirect, drawcount, maxdrawcount, stride);
}

bool validateMultiDrawElementsIndirectCount(const Context& ctx, GLenum mode, GLenum type, const void* indirect,
                                            GLintptr drawcount, GLsizei maxdrawcount, GLsizei stride) {
  return checkIndexType(ctx, "glMultiDrawElementsIndirectCount", type) &&
         checkCounted(ctx, "glMultiDrawElementsIndirectCount", mode, indirect, drawcount, maxdrawcount, stride, true);
}
void multiDrawElementsIndirectCount(Context& ctx, GLenum mode, GLenum type, const void* indirect, GLintptr drawcount,
                                    GLsizei maxdrawcount, GLsizei stride) {
  submitCounted(ctx, mode, type, indirect, drawcount, maxdrawcount, stride);
}

}  // namespace gl
