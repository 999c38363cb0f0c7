// SPDX-License-Identifier: Apache-2.0
// Buffer objects: storage, contents, copies, clears and read-back (GL 4.6 core §6.2, §6.4-6.6).
//
// Each command exists for a bound and for a named buffer; both forms share the functions at the top, which take the
// object. Validators look the object up and report; bodies look it up again, which costs less than carrying it over.
#include <array>
#include <optional>

#include "formats/formats.h"
#include "gl/buffer_targets.h"
#include "gl/checks.h"
#include "gl/names.h"
#include "gl/prototypes_buffer.gen.h"

namespace gl {
namespace {

constexpr GLbitfield kStorageBits = GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT | GL_MAP_WRITE_BIT |
                                    GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT | GL_CLIENT_STORAGE_BIT;

std::span<const std::byte> bytesAt(const void* data, GLsizeiptr size) {
  return {static_cast<const std::byte*>(data), static_cast<size_t>(size)};
}

state::Buffer& bound(Context& ctx, GLenum target) { return *bufferBinding(ctx.state(), target); }
std::shared_ptr<state::Buffer> named(Context& ctx, GLuint name) {
  return findShared(ctx, &state::ShareGroup::buffers, name);
}

bool isUsage(GLenum usage) {
  return isOneOf(usage, {GL_STREAM_DRAW, GL_STREAM_READ, GL_STREAM_COPY, GL_STATIC_DRAW, GL_STATIC_READ, GL_STATIC_COPY,
                         GL_DYNAMIC_DRAW, GL_DYNAMIC_READ, GL_DYNAMIC_COPY});
}

bool checkMutable(const Context& ctx, const char* command, const state::Buffer& buffer) {
  if (!buffer.immutable) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the storage of buffer %u is immutable.", command, buffer.name);
}

bool checkData(const Context& ctx, const char* command, const state::Buffer* buffer, GLsizeiptr size, GLenum usage) {
  if (!buffer || !checkNotNegative(ctx, command, "size", size)) return false;
  if (!isUsage(usage)) return refuseEnum(ctx, command, "usage", usage);
  return checkMutable(ctx, command, *buffer);
}

bool checkStorage(const Context& ctx, const char* command, const state::Buffer* buffer, GLsizeiptr size,
                  GLbitfield flags) {
  if (!buffer) return false;
  if (size <= 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: size is %lld and must be positive.", command, static_cast<long long>(size));
  if (flags & ~kStorageBits)
    return refuse(ctx, GL_INVALID_VALUE, "%s: flags 0x%x has unknown bits 0x%x.", command, flags, flags & ~kStorageBits);
  if ((flags & GL_MAP_PERSISTENT_BIT) && !(flags & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)))
    return refuse(ctx, GL_INVALID_VALUE, "%s: GL_MAP_PERSISTENT_BIT needs GL_MAP_READ_BIT or GL_MAP_WRITE_BIT.", command);
  if ((flags & GL_MAP_COHERENT_BIT) && !(flags & GL_MAP_PERSISTENT_BIT))
    return refuse(ctx, GL_INVALID_VALUE, "%s: GL_MAP_COHERENT_BIT needs GL_MAP_PERSISTENT_BIT.", command);
  return checkMutable(ctx, command, *buffer);
}

// Usage, flags and size change together with the storage; a refused allocation leaves the buffer without any.
void define(Context& ctx, state::Buffer& buffer, GLsizeiptr size, const void* data, GLenum usage, GLbitfield flags,
            bool immutable) {
  endMap(ctx, buffer);
  const bool made = ctx.tracker().bufferDefine(buffer, static_cast<uint64_t>(size), data, usage, immutable ? flags : 0);
  buffer.sizeBytes = made ? static_cast<uint64_t>(size) : 0;
  buffer.usage = usage;
  buffer.storageFlags = flags;
  buffer.immutable = immutable && made;
  buffer.touch();
  if (!made)
    ctx.errorf(GL_OUT_OF_MEMORY, "Buffer %u cannot have %lld bytes of storage.", buffer.name,
               static_cast<long long>(size));
}

void defineMutable(Context& ctx, state::Buffer& buffer, GLsizeiptr size, const void* data, GLenum usage) {
  // What glBufferData storage allows, as glGetBufferParameter reports it.
  define(ctx, buffer, size, data, usage, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT, false);
}

bool checkSubData(const Context& ctx, const char* command, const state::Buffer* buffer, GLintptr offset,
                  GLsizeiptr size) {
  if (!buffer || !checkBufferRange(ctx, command, *buffer, offset, size) || !checkNotMapped(ctx, command, *buffer))
    return false;
  if (buffer->immutable && !(buffer->storageFlags & GL_DYNAMIC_STORAGE_BIT))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: buffer %u was stored without GL_DYNAMIC_STORAGE_BIT.", command,
                  buffer->name);
  return true;
}

void write(Context& ctx, state::Buffer& buffer, GLintptr offset, GLsizeiptr size, const void* data) {
  if (size && data) ctx.tracker().bufferSubData(buffer, static_cast<uint64_t>(offset), bytesAt(data, size));
}

bool checkRead(const Context& ctx, const char* command, const state::Buffer* buffer, GLintptr offset, GLsizeiptr size) {
  return buffer && checkBufferRange(ctx, command, *buffer, offset, size) && checkNotMapped(ctx, command, *buffer);
}

void read(Context& ctx, state::Buffer& buffer, GLintptr offset, GLsizeiptr size, void* data) {
  if (size)
    ctx.tracker().bufferRead(buffer, static_cast<uint64_t>(offset),
                             {static_cast<std::byte*>(data), static_cast<size_t>(size)});
}

bool checkCopy(const Context& ctx, const char* command, const state::Buffer* source, const state::Buffer* destination,
               GLintptr readOffset, GLintptr writeOffset, GLsizeiptr size) {
  if (!source || !destination || !checkBufferRange(ctx, command, *source, readOffset, size) ||
      !checkBufferRange(ctx, command, *destination, writeOffset, size))
    return false;
  if (source == destination && readOffset < writeOffset + size && writeOffset < readOffset + size)
    return refuse(ctx, GL_INVALID_VALUE, "%s: source offset %lld and destination offset %lld overlap for %lld bytes.",
                  command, static_cast<long long>(readOffset), static_cast<long long>(writeOffset),
                  static_cast<long long>(size));
  return checkNotMapped(ctx, command, *source) && checkNotMapped(ctx, command, *destination);
}

void copy(Context& ctx, state::Buffer& source, state::Buffer& destination, GLintptr readOffset, GLintptr writeOffset,
          GLsizeiptr size) {
  if (size)
    ctx.tracker().bufferCopy(source, destination, static_cast<uint64_t>(readOffset),
                             static_cast<uint64_t>(writeOffset), static_cast<uint64_t>(size));
}

}  // namespace

// ── storage ──

bool validateBufferData(const Context& ctx, GLenum target, GLsizeiptr size, const void*, GLenum usage) {
  return checkData(ctx, "glBufferData", needBoundBuffer(ctx, "glBufferData", target), size, usage);
}
void bufferData(Context& ctx, GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
  defineMutable(ctx, bound(ctx, target), size, data, usage);
}
bool validateNamedBufferData(const Context& ctx, GLuint buffer, GLsizeiptr size, const void*, GLenum usage) {
  return checkData(ctx, "glNamedBufferData", needNamedBuffer(ctx, "glNamedBufferData", buffer).get(), size, usage);
}
void namedBufferData(Context& ctx, GLuint buffer, GLsizeiptr size, const void* data, GLenum usage) {
  defineMutable(ctx, *named(ctx, buffer), size, data, usage);
}

bool validateBufferStorage(const Context& ctx, GLenum target, GLsizeiptr size, const void*, GLbitfield flags) {
  return checkStorage(ctx, "glBufferStorage", needBoundBuffer(ctx, "glBufferStorage", target), size, flags);
}
void bufferStorage(Context& ctx, GLenum target, GLsizeiptr size, const void* data, GLbitfield flags) {
  define(ctx, bound(ctx, target), size, data, GL_DYNAMIC_DRAW, flags, true);
}
bool validateNamedBufferStorage(const Context& ctx, GLuint buffer, GLsizeiptr size, const void*, GLbitfield flags) {
  return checkStorage(ctx, "glNamedBufferStorage", needNamedBuffer(ctx, "glNamedBufferStorage", buffer).get(), size,
                      flags);
}
void namedBufferStorage(Context& ctx, GLuint buffer, GLsizeiptr size, const void* data, GLbitfield flags) {
  define(ctx, *named(ctx, buffer), size, data, GL_DYNAMIC_DRAW, flags, true);
}

// ── contents ──

bool validateBufferSubData(const Context& ctx, GLenum target, GLintptr offset, GLsizeiptr size, const void*) {
  return checkSubData(ctx, "glBufferSubData", needBoundBuffer(ctx, "glBufferSubData", target), offset, size);
}
void bufferSubData(Context& ctx, GLenum target, GLintptr offset, GLsizeiptr size, const void* data) {
  write(ctx, bound(ctx, target), offset, size, data);
}
bool validateNamedBufferSubData(const Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr size, const void*) {
  return checkSubData(ctx, "glNamedBufferSubData", needNamedBuffer(ctx, "glNamedBufferSubData", buffer).get(), offset,
                      size);
}
void namedBufferSubData(Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr size, const void* data) {
  write(ctx, *named(ctx, buffer), offset, size, data);
}

bool validateGetBufferSubData(const Context& ctx, GLenum target, GLintptr offset, GLsizeiptr size, void*) {
  return checkRead(ctx, "glGetBufferSubData", needBoundBuffer(ctx, "glGetBufferSubData", target), offset, size);
}
void getBufferSubData(Context& ctx, GLenum target, GLintptr offset, GLsizeiptr size, void* data) {
  read(ctx, bound(ctx, target), offset, size, data);
}
bool validateGetNamedBufferSubData(const Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr size, void*) {
  return checkRead(ctx, "glGetNamedBufferSubData", needNamedBuffer(ctx, "glGetNamedBufferSubData", buffer).get(),
                   offset, size);
}
void getNamedBufferSubData(Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr size, void* data) {
  read(ctx, *named(ctx, buffer), offset, size, data);
}

bool validateCopyBufferSubData(const Context& ctx, GLenum readTarget, GLenum writeTarget, GLintptr readOffset,
                               GLintptr writeOffset, GLsizeiptr size) {
  const state::Buffer* source = needBoundBuffer(ctx, "glCopyBufferSubData", readTarget);
  return source && checkCopy(ctx, "glCopyBufferSubData", source, needBoundBuffer(ctx, "glCopyBufferSubData", writeTarget),
                             readOffset, writeOffset, size);
}
void copyBufferSubData(Context& ctx, GLenum readTarget, GLenum writeTarget, GLintptr readOffset, GLintptr writeOffset,
                       GLsizeiptr size) {
  copy(ctx, bound(ctx, readTarget), bound(ctx, writeTarget), readOffset, writeOffset, size);
}
bool validateCopyNamedBufferSubData(const Context& ctx, GLuint readBuffer, GLuint writeBuffer, GLintptr readOffset,
                                    GLintptr writeOffset, GLsizeiptr size) {
  const auto source = needNamedBuffer(ctx, "glCopyNamedBufferSubData", readBuffer);
  return source && checkCopy(ctx, "glCopyNamedBufferSubData", source.get(),
                             needNamedBuffer(ctx, "glCopyNamedBufferSubData", writeBuffer).get(), readOffset,
                             writeOffset, size);
}
void copyNamedBufferSubData(Context& ctx, GLuint readBuffer, GLuint writeBuffer, GLintptr readOffset,
                            GLintptr writeOffset, GLsizeiptr size) {
  copy(ctx, *named(ctx, readBuffer), *named(ctx, writeBuffer), readOffset, writeOffset, size);
}

// ── invalidation: a hint; what it may save is decided where storage lives, so only errors matter here ──

bool validateInvalidateBufferSubData(const Context& ctx, GLuint buffer, GLintptr offset, GLsizeiptr length) {
  const auto object = findShared(ctx, &state::ShareGroup::buffers, buffer);
  if (!object)
    return refuse(ctx, GL_INVALID_VALUE, "glInvalidateBufferSubData: %u is not the name of a buffer object.", buffer);
  return checkBufferRange(ctx, "glInvalidateBufferSubData", *object, offset, length) &&
         checkNotMapped(ctx, "glInvalidateBufferSubData", *object);
}
void invalidateBufferSubData(Context&, GLuint, GLintptr, GLsizeiptr) {}
bool validateInvalidateBufferData(const Context& ctx, GLuint buffer) {
  const auto object = findShared(ctx, &state::ShareGroup::buffers, buffer);
  if (!object)
    return refuse(ctx, GL_INVALID_VALUE, "glInvalidateBufferData: %u is not the name of a buffer object.", buffer);
  return checkNotMapped(ctx, "glInvalidateBufferData", *object);
}
void invalidateBufferData(Context&, GLuint) {}

}  // namespace gl
