// SPDX-License-Identifier: Apache-2.0
// Buffer targets and indexed binding points: where a target's binding lives, and the look-ups that report.
#pragma once

#include <GL/gl.h>

#include <cstdint>
#include <memory>
#include <span>

#include "gl/context.h"

namespace gl {

inline constexpr uint32_t kUseElements = 1u << state::kBufferPointCount;  // bit of Buffer::boundAs beside the points'

// Whether the context knows the target.
bool isBufferTarget(const Context& ctx, GLenum target);
// The binding itself, in the current vertex array for GL_ELEMENT_ARRAY_BUFFER. The target is known.
std::shared_ptr<state::Buffer>& bufferBinding(state::Context& st, GLenum target);
const std::shared_ptr<state::Buffer>& bufferBinding(const state::Context& st, GLenum target);
// Bit of Buffer::boundAs.
uint32_t useOfTarget(GLenum target);

// Indexed points of a target; empty if it has none.
std::span<state::IndexedBuffer> indexedPoints(state::Context& st, GLenum target);
std::span<const state::IndexedBuffer> indexedPoints(const state::Context& st, GLenum target);
uint32_t indexedDirtyBit(GLenum target);
// How many of them the context promises.
uint32_t indexedLimit(const Context& ctx, GLenum target);

// The buffer bound to the target, or null after INVALID_ENUM (unknown target) or INVALID_OPERATION (none bound).
state::Buffer* needBoundBuffer(const Context& ctx, const char* command, GLenum target);
// The buffer of that name, or null after INVALID_OPERATION.
std::shared_ptr<state::Buffer> needNamedBuffer(const Context& ctx, const char* command, GLuint name);

// The object that binding the name for this use gives: null for 0, made on demand.
std::shared_ptr<state::Buffer> bufferToBind(Context& ctx, GLuint name, uint32_t use);

// Mapped in a way that forbids the server to use the buffer (GL 4.6 core §6.3.2).
inline bool isMappedExclusively(const state::Buffer& buffer) {
  return buffer.map.pointer && !(buffer.map.access & GL_MAP_PERSISTENT_BIT);
}
// INVALID_OPERATION if so.
bool checkNotMapped(const Context& ctx, const char* command, const state::Buffer& buffer);
// offset and size not negative, and inside the buffer; else INVALID_VALUE.
bool checkBufferRange(const Context& ctx, const char* command, const state::Buffer& buffer, GLintptr offset,
                      GLsizeiptr size);
// Unmaps if mapped, as redefinition and deletion do. False: contents were lost.
bool endMap(Context& ctx, state::Buffer& buffer);

}  // namespace gl
