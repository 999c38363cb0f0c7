// SPDX-License-Identifier: Apache-2.0
// Buffers. All edits go through the copy targets, which no draw looks at.
#include <cstring>

#include "backends/emulation/storage.h"
#include "backends/gles/context.h"

namespace gles {
namespace {

GLenum usageOf(uint32_t usage) {
  switch (usage) {
    case GL_STREAM_DRAW:
    case GL_STREAM_READ:
    case GL_STREAM_COPY:
    case GL_STATIC_DRAW:
    case GL_STATIC_READ:
    case GL_STATIC_COPY:
    case GL_DYNAMIC_DRAW:
    case GL_DYNAMIC_READ:
    case GL_DYNAMIC_COPY: return usage;
  }
  return GL_DYNAMIC_DRAW;
}

}  // namespace

bool Context::outOfMemory() {
  bool found = false;
  for (GLenum error; (error = mGl.GetError()) != GL_NO_ERROR;) {
    found |= error == GL_OUT_OF_MEMORY;
    if (error == GL_CONTEXT_LOST_KHR) break;
  }
  return found;
}

void Context::bufferDefine(const pipe::BufferDefineArgs& args) {
  Buffer* buffer = mShared->buffers.find(args.buffer);
  if (!buffer) {
    auto fresh = std::make_unique<Buffer>();
    mGl.GenBuffers(1, &fresh->name.gl);
    fresh->name.id = mShared->newId();
    buffer = mShared->buffers.insert(args.buffer, std::move(fresh));
    if (!buffer) return stale("buffer", args.buffer.slot, args.buffer.generation);
  }
  if (args.ack) outOfMemory();  // forget earlier errors, so that the verdict is about this call
  mState.bindBuffer(DriverState::CopyWrite, buffer->name);
  mGl.BufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(args.sizeBytes), nullptr, usageOf(args.usage));
  if (buffer->sizeBytes != args.sizeBytes) {
    buffer->sizeBytes = args.sizeBytes;
    // Bound ranges that reach to the end mean another range now.
    for (auto* slots : {&mUniformRanges, &mStorageRanges, &mAtomicRanges, &mXfbRanges})
      for (uint32_t i = 0; i < slots->values.size(); ++i)
        if (slots->values[i].buffer == args.buffer) slots->markDirty(i, i + 1);
  }
  if (args.ack) {
    const bool refused = outOfMemory();
    if (refused) buffer->sizeBytes = 0;
    mEvents.allocationVerdict({.buffer = args.buffer, .texture = {}, .ok = !refused, .zero = 0});
  }
  if (mShared->zeroFills && buffer->sizeBytes)
    bufferClear({.buffer = args.buffer, .offsetBytes = 0, .sizeBytes = buffer->sizeBytes, .patternBytes = 16, .zero = 0, .pattern = {}});
}

void Context::writeBuffer(const Buffer& buffer, uint64_t offsetBytes, std::span<const std::byte> data) {
  mState.bindBuffer(DriverState::CopyWrite, buffer.name);
  mGl.BufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offsetBytes), static_cast<GLsizeiptr>(data.size()),
                    data.data());
}

void Context::bufferSubdata(const pipe::BufferSubdataArgs& args, std::span<const std::byte> data) {
  const Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || data.empty()) return;
  if (buffer->sizeBytes && inside(*buffer, args.offsetBytes, data.size(), "buffer_subdata"))
    writeBuffer(*buffer, args.offsetBytes, data);
}

void Context::bufferCopy(const pipe::BufferCopyArgs& args) {
  const Buffer* source = find(mShared->buffers, args.source, "buffer");
  const Buffer* destination = source ? find(mShared->buffers, args.destination, "buffer") : nullptr;
  if (!destination || !args.sizeBytes) return;
  if (!inside(*source, args.sourceOffsetBytes, args.sizeBytes, "buffer_copy") ||
      !inside(*destination, args.destinationOffsetBytes, args.sizeBytes, "buffer_copy"))
    return;
  mState.bindBuffer(DriverState::CopyRead, source->name);
  mState.bindBuffer(DriverState::CopyWrite, destination->name);
  mGl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(args.sourceOffsetBytes),
                        static_cast<GLintptr>(args.destinationOffsetBytes), static_cast<GLsizeiptr>(args.sizeBytes));
}

void Context::bufferClear(const pipe::BufferClearArgs& args) {
  const Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || !args.sizeBytes || !inside(*buffer, args.offsetBytes, args.sizeBytes, "buffer_clear")) return;
  if (args.patternBytes < 1 || args.patternBytes > 16)
    return fault(pipe::Fault::BadValue, "buffer_clear has a pattern of %u bytes; 1 to 16 are allowed.",
                 args.patternBytes);
  constexpr uint64_t kChunkBytes = 64 << 10;
  emulation::fillWithPattern(std::as_bytes(std::span(args.pattern)).first(args.patternBytes), args.sizeBytes, kChunkBytes,
                             mConvertBytes, [&](uint64_t at, std::span<const std::byte> bytes) {
                               writeBuffer(*buffer, args.offsetBytes + at, bytes);
                             });
}

std::byte* Context::mapForRead(const Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes) {
  mState.bindBuffer(DriverState::CopyRead, buffer.name);
  return static_cast<std::byte*>(mGl.MapBufferRange(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offsetBytes),
                                                    static_cast<GLsizeiptr>(sizeBytes), GL_MAP_READ_BIT));
}

void Context::unmapRead() { mGl.UnmapBuffer(GL_COPY_READ_BUFFER); }

pipe::ReplyStatus Context::bufferRead(const pipe::BufferReadArgs& args, std::span<std::byte> data) {
  const Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || !inside(*buffer, args.offsetBytes, data.size(), "buffer_read")) return pipe::ReplyStatus::Lost;
  if (data.empty()) return pipe::ReplyStatus::Ok;
  const std::byte* bytes = mapForRead(*buffer, args.offsetBytes, data.size());
  if (!bytes) return pipe::ReplyStatus::Declined;
  std::memcpy(data.data(), bytes, data.size());
  unmapRead();
  return pipe::ReplyStatus::Ok;
}

void Context::bufferDestroy(const pipe::BufferDestroyArgs& args) {
  const auto buffer = mShared->buffers.erase(args.buffer);
  if (!buffer) return stale("buffer", args.buffer.slot, args.buffer.generation);
  mGl.DeleteBuffers(1, &buffer->name.gl);
}

}  // namespace gles
