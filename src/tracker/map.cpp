// SPDX-License-Identifier: Apache-2.0
// Mapped buffers.
//
// A plain map gets a block of its own: from the stream's stage when its old bytes do not matter (then unmap sends it
// without another copy), else heap memory filled with the old bytes. A persistent map is one block as long as the
// buffer that stays; what travels from it and when is persistent_map.cpp's subject.
#include <algorithm>
#include <cstring>
#include <new>

#include "tracker/impl.h"

namespace tracker {
namespace {

bool isPersistent(uint32_t access) { return access & glenum::MAP_PERSISTENT_BIT_; }

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
    if (!mapPersistent(b, needsOld)) return nullptr;
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

// A persistent mapping is the application's to guard, with fences; of a plain one it says whether it does. What is sent in
// pieces discards nothing: the second would lose the first.
uint32_t Impl::writeFlags(const state::Buffer& b) {
  const uint32_t access = b.map.access;
  if (isPersistent(access)) return pipe::write_flags::kUnsynchronized;
  const bool discards = access & glenum::MAP_INVALIDATE_BUFFER_BIT_ && !(access & glenum::MAP_FLUSH_EXPLICIT_BIT_);
  return (access & glenum::MAP_UNSYNCHRONIZED_BIT_ ? pipe::write_flags::kUnsynchronized : 0) |
         (discards ? pipe::write_flags::kDiscards : 0);
}

void Impl::sendMapped(state::Buffer& b, uint64_t offset, uint64_t length) {
  if (!length) return;
  const std::span<const std::byte> bytes(b.map.pointer + offset, static_cast<size_t>(length));
  sendBytes(toHandle<pipe::BufferHandle>(b.pipe), b.map.offsetBytes + offset, bytes, writeFlags(b));
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
    b.persistentSent = {};
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

}  // namespace tracker
