// SPDX-License-Identifier: Apache-2.0
// Mapped buffers.
//
// A plain map gets a block of its own: from the stream's stage when its old bytes do not matter (then unmap sends it
// without another copy), else heap memory filled with the old bytes. A persistent map is one block as long as the
// buffer that stays; before each verb that may reach the buffer, blocks whose hash moved are sent (coherent), or what
// the application flushed. Persistent *read* maps are refreshed before a fence is reported signalled and in glFinish.
#include <algorithm>
#include <cstring>
#include <new>

#include "tracker/impl.h"

namespace tracker {
namespace {

constexpr uint64_t kBlockBytes = 64 * 1024;

bool isPersistent(uint32_t access) { return access & glenum::MAP_PERSISTENT_BIT_; }

// Persistent memory is over-allocated, so that the pointer the application sees can be 64-byte aligned.
std::byte* persistentBase(const state::Buffer& b) {
  const auto address = reinterpret_cast<uintptr_t>(b.persistent.get());
  return b.persistent.get() + ((64 - address % 64) % 64);
}

}  // namespace

std::byte* Impl::mapMemory(state::Buffer& b, uint64_t sizeBytes) {
  if (const std::span<std::byte> block = mStream->acquireStage(sizeBytes); !block.empty()) {
    b.map.fromStage = true;
    return block.data();
  }
  b.map.fromStage = false;
  const std::align_val_t alignment{state::Buffer::Map::kBlockAlignment};
  b.map.block.reset(static_cast<std::byte*>(::operator new(sizeBytes, alignment, std::nothrow)));
  return b.map.block.get();
}

void* Impl::bufferMap(state::Buffer& b, uint64_t offset, uint64_t length, uint32_t access) {
  b.map.access = access;
  b.map.offsetBytes = offset;
  b.map.lengthBytes = length;
  b.map.flushed.clear();
  const bool invalidates = access & (glenum::MAP_INVALIDATE_RANGE_BIT_ | glenum::MAP_INVALIDATE_BUFFER_BIT_);
  const bool needsOld = access & glenum::MAP_READ_BIT_ || (b.defined && !invalidates);
  if (isPersistent(access)) {
    if (!b.persistent) b.persistent = std::make_unique<std::byte[]>(b.sizeBytes + 64);
    std::byte* base = persistentBase(b);
    if (needsOld && b.defined && !bufferRead(b, 0, {base, static_cast<size_t>(b.sizeBytes)})) return nullptr;
    b.persistentHashes.clear();
    b.map.pointer = base + offset;
    std::weak_ptr<state::Buffer> self;
    for (const auto& bound : mContext.buffers)
      if (bound.get() == &b) self = bound;
    if (self.expired()) {
      std::lock_guard lock(mContext.share->mutex);
      self = mContext.share->buffers.find(b.name);
    }
    mPersistent.push_back(self);
    // What is there now counts as sent: only later writes travel.
    if (access & glenum::MAP_WRITE_BIT_) {
      const uint64_t blocks = (b.sizeBytes + kBlockBytes - 1) / kBlockBytes;
      for (uint64_t i = 0; i < blocks; ++i) {
        const uint64_t at = i * kBlockBytes;
        b.persistentHashes.push_back(XXH3_64bits(base + at, std::min(kBlockBytes, b.sizeBytes - at)));
      }
    }
    return b.map.pointer;
  }
  std::byte* memory = mapMemory(b, length);
  if (!memory) return nullptr;
  if (needsOld && b.defined) {
    // A writer that keeps old bytes will most likely come again: keep a shadow, so that only the first lap waits.
    bool ok;
    if (access & glenum::MAP_WRITE_BIT_) {
      const std::span<const std::byte> old = bufferView(b);
      ok = old.size() == b.sizeBytes;
      if (ok) std::memcpy(memory, old.data() + offset, length);
    } else {
      ok = bufferRead(b, offset, {memory, static_cast<size_t>(length)});
    }
    if (!ok) std::memset(memory, 0, length);
  }
  b.map.pointer = memory;
  return memory;
}

void Impl::sendMapped(state::Buffer& b, uint64_t offset, uint64_t length) {
  if (!length) return;
  const std::span<const std::byte> bytes(b.map.pointer + offset, static_cast<size_t>(length));
  sendBytes(toHandle<pipe::BufferHandle>(b.pipe), b.map.offsetBytes + offset, bytes);
  if (!b.shadow.empty()) std::memcpy(b.shadow.data() + b.map.offsetBytes + offset, bytes.data(), bytes.size());
  b.defined = true;
  wrote(b);
}

void Impl::bufferFlushMapped(state::Buffer& b, uint64_t offset, uint64_t length) {
  // The bytes must be taken now only for persistent maps; others may go at unmap, but the application may also
  // overwrite them before that, which it may not: sending now keeps one rule.
  sendMapped(b, offset, length);
}

bool Impl::bufferUnmap(state::Buffer& b) {
  const uint32_t access = b.map.access;
  if (isPersistent(access)) {
    publishPersistent(b, true);
    std::erase_if(mPersistent, [&](const std::weak_ptr<state::Buffer>& w) { return w.expired() || w.lock().get() == &b; });
    b.map = {};
    b.persistent.reset();
    b.persistentHashes.clear();
    return true;
  }
  if (access & glenum::MAP_WRITE_BIT_ && !(access & glenum::MAP_FLUSH_EXPLICIT_BIT_)) sendMapped(b, 0, b.map.lengthBytes);
  releaseMapMemory(b);
  b.map = {};
  return true;
}

void Impl::releaseMapMemory(state::Buffer& b) {
  if (b.map.fromStage) mStream->releaseStage({b.map.pointer, static_cast<size_t>(b.map.lengthBytes)});
}

// The last context of a share group ends and takes mapped buffers with it; the session may live on.
void Impl::releaseMapsOfGroup() {
  if (mContext.share.use_count() > 1) return;
  mContext.share->buffers.forEach([this](state::Buffer& b) {
    releaseMapMemory(b);
    b.map = {};
  });
}

void Impl::publishPersistent(state::Buffer& b, bool coherentOnly) {
  if (!b.map.pointer || !isPersistent(b.map.access) || !(b.map.access & glenum::MAP_WRITE_BIT_)) return;
  if (coherentOnly && !(b.map.access & glenum::MAP_COHERENT_BIT_)) return;
  const uint64_t begin = b.map.offsetBytes, end = begin + b.map.lengthBytes;
  uint64_t runBegin = 0, runEnd = 0;
  auto sendRun = [&] {
    if (runEnd > runBegin) sendMapped(b, runBegin - b.map.offsetBytes, runEnd - runBegin);
    runBegin = runEnd = 0;
  };
  for (uint64_t at = begin / kBlockBytes * kBlockBytes; at < end; at += kBlockBytes) {
    const uint64_t size = std::min(kBlockBytes, b.sizeBytes - at);
    const uint64_t hash = XXH3_64bits(persistentBase(b) + at, size);
    uint64_t& known = b.persistentHashes[at / kBlockBytes];
    if (known == hash) {
      sendRun();
      continue;
    }
    known = hash;
    if (runEnd == 0) runBegin = std::max(at, begin);
    runEnd = std::min(at + size, end);
  }
  sendRun();
}

void Impl::publishPersistent() {
  for (const std::weak_ptr<state::Buffer>& weak : mPersistent)
    if (const auto buffer = weak.lock()) publishPersistent(*buffer, true);
}

void Impl::refreshPersistentReads() {
  for (const std::weak_ptr<state::Buffer>& weak : mPersistent) {
    const auto b = weak.lock();
    if (!b || !b->gpuWritten || !b->map.pointer || !(b->map.access & glenum::MAP_READ_BIT_)) continue;
    publishPersistent(*b, true);
    const uint64_t offset = b->map.offsetBytes;
    if (bufferRead(*b, offset, {b->map.pointer, static_cast<size_t>(b->map.lengthBytes)})) b->gpuWritten = false;
  }
}

}  // namespace tracker
