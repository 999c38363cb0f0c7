// SPDX-License-Identifier: Apache-2.0
// Buffers. A buffer has one store at a time; definition gives it a new one, the old is parked. Bytes go straight into
// memory that the host sees, as long as the GPU is done with the store; else through staging, in order with draws.
#include <algorithm>
#include <cstring>

#include "backends/emulation/storage.h"
#include "backends/vulkan/context.h"
#include "base/log.h"

namespace vulkan {
namespace {

// Buffers up to this size are copied to get a store that no draw reads.
constexpr uint64_t kRenameBytes = 16384;
constexpr uint64_t kWorthWaitingBytes = 16384, kCopiedBytesPerNs = 4;

}  // namespace

// Whether the host reads the memory at its own speed.
bool Context::isCached(const Store& store) const {
  return r.device.memory.memoryTypes[store.memory.block->type].propertyFlags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
}

void Context::replaceStore(Buffer& buffer, uint64_t sizeBytes) {
  r.park(buffer.store);
  buffer.store = sizeBytes ? r.createBufferStore(sizeBytes) : nullptr;
  if (buffer.store && mShared->zeroFills) zeroStore(*buffer.store);
  ++mShared->bindingEpoch;
}

void Context::bufferDefine(const pipe::BufferDefineArgs& args) {
  Lock lock(mShared->mutex);
  Buffer* buffer = mShared->buffers.find(args.buffer);
  if (!buffer) {
    buffer = mShared->buffers.insert(args.buffer, std::make_unique<Buffer>());
    if (!buffer) return stale("buffer", args.buffer.slot, args.buffer.generation);
    r.counters.buffers.add(1);
  }
  // The same size again on a store that no command has named is the same store.
  const bool fresh = !mShared->zeroFills && buffer->store && buffer->sizeBytes == args.sizeBytes && buffer->store->used.last == 0;
  if (!fresh) replaceStore(*buffer, args.sizeBytes);
  if (args.sizeBytes && !buffer->store && r.reclaim()) replaceStore(*buffer, args.sizeBytes);
  const bool refused = args.sizeBytes && !buffer->store;
  buffer->sizeBytes = refused ? 0 : args.sizeBytes;
  if (refused && !args.ack)
    base::logf(base::LogLevel::Error, "The Vulkan device has no memory for the buffer of slot %u, %llu bytes.",
               args.buffer.slot, static_cast<unsigned long long>(args.sizeBytes));
  if (args.ack) mEvents.allocationVerdict({.buffer = args.buffer, .texture = {}, .ok = !refused, .zero = 0});
  afterVerb();
}

// Straight into the memory that draws read, if no draw under way reads those bytes or another store can take their place.
bool Context::writeDirectly(Buffer& buffer, uint64_t offsetBytes, std::span<const std::byte> data, uint32_t flags) {
  if (!buffer.store->memory.mapped) return false;
  const uint64_t end = offsetBytes + data.size();
  uint64_t busy = flags & pipe::write_flags::kUnsynchronized ? 0 : buffer.store->spans.lastUse(offsetBytes, end);
  if (!r.done(busy)) r.poll();
  const bool whole = data.size() == buffer.sizeBytes || flags & pipe::write_flags::kDiscards;
  // A fresh store costs less than waiting for the old one's draws, and less than splitting their pass.
  const bool small = buffer.sizeBytes <= kRenameBytes && !buffer.store->sync.writeStages && isCached(*buffer.store);
  if (!r.done(busy) && (whole || small)) {
    Store* fresh = r.createBufferStore(buffer.sizeBytes);
    if (!fresh || !fresh->memory.mapped) {
      r.park(fresh);
      return false;
    }
    if (!whole) std::memcpy(fresh->memory.mapped, buffer.store->memory.mapped, buffer.sizeBytes);
    r.park(buffer.store);
    buffer.store = fresh;
    busy = 0;
    ++mShared->bindingEpoch;
  } else if (!r.done(busy) && data.size() >= kWorthWaitingBytes) {
    // Staging copies the bytes once more: as long as that takes, waiting is as good.
    if (busy == r.recording()) r.submit();
    r.waitBriefly(busy, data.size() / kCopiedBytesPerNs);
  }
  if (!r.done(busy)) return false;
  std::memcpy(buffer.store->memory.mapped + offsetBytes, data.data(), data.size());
  return true;
}

void Context::writeBuffer(Buffer& buffer, uint64_t offsetBytes, std::span<const std::byte> data, uint32_t flags) {
  if (data.empty() || !buffer.store) return;
  if (buffer.converted) ++mShared->bindingEpoch;
  r.flushDraws();  // which notes what they read
  if (writeDirectly(buffer, offsetBytes, data, flags)) return;
  Store& store = *buffer.store;
  const Piece piece = mShared->uploads.take(data.size(), 4);
  if (!piece.bytes) return base::log(base::LogLevel::Error, "The Vulkan device has no memory for staging.");
  std::memcpy(piece.bytes, data.data(), data.size());
  const Where where = r.placeFor(store.used);
  r.use(store, where, kCopyTo, offsetBytes, offsetBytes + data.size());
  const VkBufferCopy region{piece.offsetBytes, offsetBytes, data.size()};
  r.device.vk.vkCmdCopyBuffer(r.command(where), piece.buffer, store.buffer, 1, &region);
}

void Context::bufferSubdata(const pipe::BufferSubdataArgs& args, std::span<const std::byte> data) {
  Lock lock(mShared->mutex);
  Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || data.empty() || !buffer->sizeBytes) return;
  if (inside(*buffer, args.offsetBytes, data.size(), "buffer_subdata")) writeBuffer(*buffer, args.offsetBytes, data, args.flags);
  afterVerb();
}

void Context::bufferCopy(const pipe::BufferCopyArgs& args) {
  Lock lock(mShared->mutex);
  Buffer* source = find(mShared->buffers, args.source, "buffer");
  Buffer* destination = source ? find(mShared->buffers, args.destination, "buffer") : nullptr;
  if (!destination || !args.sizeBytes) return;
  if (!inside(*source, args.sourceOffsetBytes, args.sizeBytes, "buffer_copy") ||
      !inside(*destination, args.destinationOffsetBytes, args.sizeBytes, "buffer_copy") || !source->store ||
      !destination->store)
    return;
  const Where where = r.placeFor(source->store->used, destination->store->used);
  r.use(*source->store, where, kCopyFrom);
  r.use(*destination->store, where, kCopyTo);
  const VkBufferCopy region{args.sourceOffsetBytes, args.destinationOffsetBytes, args.sizeBytes};
  r.device.vk.vkCmdCopyBuffer(r.command(where), source->store->buffer, destination->store->buffer, 1, &region);
  afterVerb();
}

void Context::bufferClear(const pipe::BufferClearArgs& args) {
  Lock lock(mShared->mutex);
  Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || !args.sizeBytes || !inside(*buffer, args.offsetBytes, args.sizeBytes, "buffer_clear")) return;
  if (args.patternBytes < 1 || args.patternBytes > 16)
    return fault(pipe::Fault::BadValue, "buffer_clear has a pattern of %u bytes; 1 to 16 are allowed.",
                 args.patternBytes);
  constexpr uint64_t kChunkBytes = 256 << 10;
  emulation::fillWithPattern(std::as_bytes(std::span(args.pattern)).first(args.patternBytes), args.sizeBytes, kChunkBytes,
                             mConvertBytes, [&](uint64_t at, std::span<const std::byte> bytes) {
                               writeBuffer(*buffer, args.offsetBytes + at, bytes);
                             });
  afterVerb();
}

const std::byte* Context::hostView(Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes) {
  if (!buffer.store) return nullptr;
  Store& store = *buffer.store;
  if (store.memory.mapped && isCached(store)) {
    // Reading beside the GPU's reading is harmless; its writes are waited for.
    if (store.sync.writeStages && !r.done(store.used.last)) {
      r.use(store, Where::Main, kHostReads);
      r.command(Where::Main);
      if (!r.wait(r.recording())) return nullptr;
    }
    return store.memory.mapped + offsetBytes;
  }
  const Piece piece = mShared->readback.take(sizeBytes, 4);
  if (!piece.bytes) return nullptr;
  r.use(store, Where::Main, kCopyFrom);
  const VkBufferCopy region{offsetBytes, piece.offsetBytes, sizeBytes};
  r.device.vk.vkCmdCopyBuffer(r.command(Where::Main), store.buffer, piece.buffer, 1, &region);
  r.use(*piece.store, Where::Main, kCopyTo);
  r.use(*piece.store, Where::Main, kHostReads);
  r.command(Where::Main);
  return r.wait(r.recording()) ? piece.bytes : nullptr;
}

pipe::ReplyStatus Context::bufferRead(const pipe::BufferReadArgs& args, std::span<std::byte> data) {
  Lock lock(mShared->mutex);
  Buffer* buffer = find(mShared->buffers, args.buffer, "buffer");
  if (!buffer || !inside(*buffer, args.offsetBytes, data.size(), "buffer_read")) return pipe::ReplyStatus::Lost;
  if (data.empty()) return pipe::ReplyStatus::Ok;
  const std::byte* bytes = hostView(*buffer, args.offsetBytes, data.size());
  if (bytes) std::memcpy(data.data(), bytes, data.size());
  afterVerb();
  return bytes ? pipe::ReplyStatus::Ok : pipe::ReplyStatus::Declined;
}

void Context::bufferDestroy(const pipe::BufferDestroyArgs& args) {
  Lock lock(mShared->mutex);
  const auto buffer = mShared->buffers.erase(args.buffer);
  if (!buffer) return stale("buffer", args.buffer.slot, args.buffer.generation);
  r.counters.buffers.remove(1);
  r.park(buffer->store);
  ++mShared->bindingEpoch;
  afterVerb();
}

}  // namespace vulkan
