// SPDX-License-Identifier: Apache-2.0
// Mapping of buffers (GL 4.6 core §6.3) and the queries of buffer parameters (§6.7).
#include <limits>

#include "gl/buffer_targets.h"
#include "gl/checks.h"
#include "gl/names.h"
#include "gl/prototypes_buffer.gen.h"

namespace gl {
namespace {

constexpr GLbitfield kMapBits = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT |
                                GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_FLUSH_EXPLICIT_BIT | GL_MAP_UNSYNCHRONIZED_BIT |
                                GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

state::Buffer& bound(Context& ctx, GLenum target) { return *bufferBinding(ctx.state(), target); }
std::shared_ptr<state::Buffer> named(Context& ctx, GLuint name) {
  return findShared(ctx, &state::ShareGroup::buffers, name);
}

GLbitfield bitsOfAccess(GLenum access) {
  switch (access) {
    case GL_READ_ONLY: return GL_MAP_READ_BIT;
    case GL_WRITE_ONLY: return GL_MAP_WRITE_BIT;
    case GL_READ_WRITE: return GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
    default: return 0;
  }
}

bool checkAccess(const Context& ctx, const char* command, GLbitfield access) {
  if (access & ~kMapBits)
    return refuse(ctx, GL_INVALID_VALUE, "%s: access 0x%x has unknown bits 0x%x.", command, access, access & ~kMapBits);
  if (!(access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: access has neither GL_MAP_READ_BIT nor GL_MAP_WRITE_BIT.", command);
  if ((access & GL_MAP_READ_BIT) &&
      (access & (GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT)))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: GL_MAP_READ_BIT excludes invalidation and GL_MAP_UNSYNCHRONIZED_BIT.",
                  command);
  if ((access & GL_MAP_FLUSH_EXPLICIT_BIT) && !(access & GL_MAP_WRITE_BIT))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: GL_MAP_FLUSH_EXPLICIT_BIT needs GL_MAP_WRITE_BIT.", command);
  return true;
}

bool checkMap(const Context& ctx, const char* command, const state::Buffer* buffer, GLintptr offset, GLsizeiptr length,
              GLbitfield access) {
  if (!buffer || !checkBufferRange(ctx, command, *buffer, offset, length)) return false;
  if (length == 0) return refuse(ctx, GL_INVALID_OPERATION, "%s: a range of 0 bytes cannot be mapped.", command);
  if (!checkAccess(ctx, command, access)) return false;
  if (buffer->map.pointer)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped already.", command, buffer->name);
  // Mutable storage has neither of the two bits, so it refuses persistent maps here too.
  constexpr GLbitfield kFromStorage = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  if (const GLbitfield missing = access & kFromStorage & ~buffer->storageFlags)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the storage of buffer %u lacks the access bits 0x%x.", command,
                  buffer->name, missing);
  return true;
}

bool checkMapWhole(const Context& ctx, const char* command, const state::Buffer* buffer, GLenum access) {
  if (!buffer) return false;
  if (!bitsOfAccess(access)) return refuseEnum(ctx, command, "access", access);
  return checkMap(ctx, command, buffer, 0, static_cast<GLsizeiptr>(buffer->sizeBytes), bitsOfAccess(access));
}

void* map(Context& ctx, state::Buffer& buffer, uint64_t offset, uint64_t length, GLbitfield access) {
  void* pointer = ctx.tracker().bufferMap(buffer, offset, length, access);
  if (!pointer) {
    buffer.map = {};
    ctx.errorf(GL_OUT_OF_MEMORY, "Buffer %u cannot be mapped.", buffer.name);
    return nullptr;
  }
  buffer.map.pointer = static_cast<std::byte*>(pointer);
  buffer.map.offsetBytes = offset;
  buffer.map.lengthBytes = length;
  buffer.map.access = access;
  if (isMappedExclusively(buffer)) ctx.share().mappedBuffers.fetch_add(1, std::memory_order_relaxed);
  return pointer;
}

bool checkMapped(const Context& ctx, const char* command, const state::Buffer* buffer) {
  if (!buffer) return false;
  if (buffer->map.pointer) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: buffer %u is not mapped.", command, buffer->name);
}

bool checkFlush(const Context& ctx, const char* command, const state::Buffer* buffer, GLintptr offset, GLsizeiptr length) {
  if (!buffer || !checkNotNegative(ctx, command, "offset", offset) || !checkNotNegative(ctx, command, "length", length) ||
      !checkMapped(ctx, command, buffer))
    return false;
  if (!(buffer->map.access & GL_MAP_FLUSH_EXPLICIT_BIT))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped without GL_MAP_FLUSH_EXPLICIT_BIT.", command,
                  buffer->name);
  const uint64_t mapped = buffer->map.lengthBytes, from = static_cast<uint64_t>(offset);
  if (from > mapped || static_cast<uint64_t>(length) > mapped - from)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %lld bytes at offset %lld reach past the mapped %llu bytes.", command,
                  static_cast<long long>(length), static_cast<long long>(offset), static_cast<unsigned long long>(mapped));
  return true;
}

void flushRange(Context& ctx, state::Buffer& buffer, GLintptr offset, GLsizeiptr length) {
  if (length) ctx.tracker().bufferFlushMapped(buffer, static_cast<uint64_t>(offset), static_cast<uint64_t>(length));
}

// ── parameters ──

bool isParameter(GLenum pname) {
  return isOneOf(pname, {GL_BUFFER_SIZE, GL_BUFFER_USAGE, GL_BUFFER_ACCESS, GL_BUFFER_ACCESS_FLAGS, GL_BUFFER_MAPPED,
                         GL_BUFFER_MAP_OFFSET, GL_BUFFER_MAP_LENGTH, GL_BUFFER_IMMUTABLE_STORAGE,
                         GL_BUFFER_STORAGE_FLAGS});
}

bool checkParameter(const Context& ctx, const char* command, const state::Buffer* buffer, GLenum pname) {
  if (!buffer) return false;
  return isParameter(pname) || refuseEnum(ctx, command, "pname", pname);
}

uint32_t accessEnum(GLbitfield access) {
  switch (access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)) {
    case GL_MAP_READ_BIT: return GL_READ_ONLY;
    case GL_MAP_WRITE_BIT: return GL_WRITE_ONLY;
    default: return GL_READ_WRITE;  // also the initial value
  }
}

int64_t parameter(const state::Buffer& buffer, GLenum pname) {
  switch (pname) {
    case GL_BUFFER_SIZE: return static_cast<int64_t>(buffer.sizeBytes);
    case GL_BUFFER_USAGE: return buffer.usage;
    case GL_BUFFER_ACCESS: return accessEnum(buffer.map.access);
    case GL_BUFFER_ACCESS_FLAGS: return buffer.map.access;
    case GL_BUFFER_MAPPED: return buffer.map.pointer != nullptr;
    case GL_BUFFER_MAP_OFFSET: return static_cast<int64_t>(buffer.map.offsetBytes);
    case GL_BUFFER_MAP_LENGTH: return static_cast<int64_t>(buffer.map.lengthBytes);
    case GL_BUFFER_IMMUTABLE_STORAGE: return buffer.immutable;
    default: return buffer.storageFlags;
  }
}

GLint clamped(int64_t value) {
  return static_cast<GLint>(std::min<int64_t>(value, std::numeric_limits<GLint>::max()));
}

bool checkPointer(const Context& ctx, const char* command, const state::Buffer* buffer, GLenum pname) {
  if (!buffer) return false;
  return pname == GL_BUFFER_MAP_POINTER || refuseEnum(ctx, command, "pname", pname);
}

}  // namespace

bool validateMapBuffer(const Context& ctx, GLenum target, GLenum access) {
  return checkMapWhole(ctx, "glMapBuffer", needBoundBuffer(ctx, "glMapBuffer", target), access);
}
void* mapBuffer(Context& ctx, GLenum target, GLenum access) {
  state::Buffer& buffer = bound(ctx, target);
  return map(ctx, buffer, 0, buffer.sizeBytes, bitsOfAccess(access));
}
bool validateMapNamedBuffer(const Context& ctx, GLuint buffer, GLenum access) {
  return checkMapWhole(ctx, "glMapNamedBuffer", needNamedBuffer(ctx, "glMapNamedBuffer", buffer).get(), access);
}
void* mapNamedBuffer(Context& ctx, GLuint buffer, GLenum access) {
  const auto object = named(ctx, buffer);
  return map(ctx, *object, 0, object->sizeBytes, bitsOfAccess(access));
}

bool validateMapBufferRange(const Context& ctx, GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
  return checkMap(ctx, "glMapBufferRange", needBoundBuffer(ctx, "glMapBufferRange", target), offset, length, access);
}
void* mapBufferRange(Context& ctx, GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
  return map(ctx, bound(ctx, target), static_cast<uint64_t>(offset), static_cast<uint64_t>(length), access);
}
bool validateMapNamedBufferRange(const Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr length,
                                 GLbitfield access) {
  return checkMap(ctx, "glMapNamedBufferRange", needNamedBuffer(ctx, "glMapNamedBufferRange", buffer).get(), offset,
                  length, access);
}
void* mapNamedBufferRange(Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr length, GLbitfield access) {
  return map(ctx, *named(ctx, buffer), static_cast<uint64_t>(offset), static_cast<uint64_t>(length), access);
}

bool validateFlushMappedBufferRange(const Context& ctx, GLenum target, GLintptr offset, GLsizeiptr length) {
  return checkFlush(ctx, "glFlushMappedBufferRange", needBoundBuffer(ctx, "glFlushMappedBufferRange", target), offset,
                    length);
}
void flushMappedBufferRange(Context& ctx, GLenum target, GLintptr offset, GLsizeiptr length) {
  flushRange(ctx, bound(ctx, target), offset, length);
}
bool validateFlushMappedNamedBufferRange(const Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr length) {
  return checkFlush(ctx, "glFlushMappedNamedBufferRange",
                    needNamedBuffer(ctx, "glFlushMappedNamedBufferRange", buffer).get(), offset, length);
}
void flushMappedNamedBufferRange(Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr length) {
  flushRange(ctx, *named(ctx, buffer), offset, length);
}

bool validateUnmapBuffer(const Context& ctx, GLenum target) {
  return checkMapped(ctx, "glUnmapBuffer", needBoundBuffer(ctx, "glUnmapBuffer", target));
}
GLboolean unmapBuffer(Context& ctx, GLenum target) { return endMap(ctx, bound(ctx, target)); }
bool validateUnmapNamedBuffer(const Context& ctx, GLuint buffer) {
  return checkMapped(ctx, "glUnmapNamedBuffer", needNamedBuffer(ctx, "glUnmapNamedBuffer", buffer).get());
}
GLboolean unmapNamedBuffer(Context& ctx, GLuint buffer) { return endMap(ctx, *named(ctx, buffer)); }

bool validateGetBufferParameteriv(const Context& ctx, GLenum target, GLenum pname, GLint*) {
  return checkParameter(ctx, "glGetBufferParameteriv", needBoundBuffer(ctx, "glGetBufferParameteriv", target), pname);
}
void getBufferParameteriv(Context& ctx, GLenum target, GLenum pname, GLint* params) {
  *params = clamped(parameter(bound(ctx, target), pname));
}
bool validateGetBufferParameteri64v(const Context& ctx, GLenum target, GLenum pname, GLint64*) {
  return checkParameter(ctx, "glGetBufferParameteri64v", needBoundBuffer(ctx, "glGetBufferParameteri64v", target), pname);
}
void getBufferParameteri64v(Context& ctx, GLenum target, GLenum pname, GLint64* params) {
  *params = parameter(bound(ctx, target), pname);
}
bool validateGetNamedBufferParameteriv(const Context& ctx, GLuint buffer, GLenum pname, GLint*) {
  return checkParameter(ctx, "glGetNamedBufferParameteriv",
                        needNamedBuffer(ctx, "glGetNamedBufferParameteriv", buffer).get(), pname);
}
void getNamedBufferParameteriv(Context& ctx, GLuint buffer, GLenum pname, GLint* params) {
  *params = clamped(parameter(*named(ctx, buffer), pname));
}
bool validateGetNamedBufferParameteri64v(const Context& ctx, GLuint buffer, GLenum pname, GLint64*) {
  return checkParameter(ctx, "glGetNamedBufferParameteri64v",
                        needNamedBuffer(ctx, "glGetNamedBufferParameteri64v", buffer).get(), pname);
}
void getNamedBufferParameteri64v(Context& ctx, GLuint buffer, GLenum pname, GLint64* params) {
  *params = parameter(*named(ctx, buffer), pname);
}

bool validateGetBufferPointerv(const Context& ctx, GLenum target, GLenum pname, void**) {
  return checkPointer(ctx, "glGetBufferPointerv", needBoundBuffer(ctx, "glGetBufferPointerv", target), pname);
}
void getBufferPointerv(Context& ctx, GLenum target, GLenum, void** params) { *params = bound(ctx, target).map.pointer; }
bool validateGetNamedBufferPointerv(const Context& ctx, GLuint buffer, GLenum pname, void**) {
  return checkPointer(ctx, "glGetNamedBufferPointerv", needNamedBuffer(ctx, "glGetNamedBufferPointerv", buffer).get(),
                      pname);
}
void getNamedBufferPointerv(Context& ctx, GLuint buffer, GLenum, void** params) {
  *params = named(ctx, buffer)->map.pointer;
}

}  // namespace gl
