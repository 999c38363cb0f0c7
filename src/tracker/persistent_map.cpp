// SPDX-License-Identifier: Apache-2.0
// Persistent maps: memory that the application writes with no call, as long as it likes.
//
// Before each verb that may reach the buffer, and before the GPU writes it, what changed is sent (coherent), or what the
// application flushed. Change is found by a hash a block. That is enough as long as only this side writes: a block that
// is sent whole says nothing new where it did not change. Once the GPU has written the buffer it would, and wipe out
// what the GPU put there; from then on a copy of what was sent is kept, and the very bytes that differ are sent.
// Maps for *reading* are refreshed before a fence is reported signalled and in glFinish.
#include <algorithm>
#include <cstring>

#include "tracker/impl.h"

namespace tracker {
namespace {

constexpr uint64_t kBlockBytes = 64 * 1024;   // hashed as one
constexpr uint64_t kStretchBytes = 4 * 1024;  // compared as one before its bytes are

// Persistent memory is over-allocated, so that the pointer the application sees can be 64-byte aligned.
std::byte* persistentBase(const state::Buffer& b) {
  const auto address = reinterpret_cast<uintptr_t>(b.persistent.get());
  return b.persistent.get() + ((64 - address % 64) % 64);
}

bool isWritten(const state::Buffer& b) {
  constexpr uint32_t kBits = glenum::MAP_PERSISTENT_BIT_ | glenum::MAP_WRITE_BIT_;
  return b.map.pointer && (b.map.access & kBits) == kBits;
}

}  // namespace

bool Impl::mapPersistent(state::Buffer& b, bool needsOld) {
  if (!b.persistent) b.persistent = std::make_unique<std::byte[]>(b.sizeBytes + 64);
  std::byte* base = persistentBase(b);
  if (needsOld && b.defined && !bufferRead(b, 0, {base, static_cast<size_t>(b.sizeBytes)})) return false;
  b.map.pointer = base + b.map.offsetBytes;
  std::weak_ptr<state::Buffer> self;
  for (const auto& bound : mContext.buffers)
    if (bound.get() == &b) self = bound;
  if (self.expired()) {
    std::lock_guard lock(mContext.share->mutex);
    self = mContext.share->buffers.find(b.name);
  }
  mPersistent.push_back(self);
  b.persistentSent = {};
  noteSent(b);
  return true;
}

// What is in the memory now is what the other end has: only later writes travel.
void Impl::noteSent(state::Buffer& b) {
  if (!isWritten(b)) return;
  const std::byte* base = persistentBase(b);
  if (!b.persistentSent.empty()) return b.persistentSent.assign(base, base + b.sizeBytes);
  b.persistentHashes.clear();
  for (uint64_t at = 0; at < b.sizeBytes; at += kBlockBytes)
    b.persistentHashes.push_back(XXH3_64bits(base + at, std::min(kBlockBytes, b.sizeBytes - at)));
}

void Impl::beforeGpuWrite(state::Buffer& b) {
  publishPersistent(b, true);
  if (!isWritten(b) || !b.persistentSent.empty()) return;
  const std::byte* base = persistentBase(b);
  b.persistentSent.assign(base, base + b.sizeBytes);
  b.persistentHashes.clear();
}

void Impl::publishPersistent(state::Buffer& b, bool coherentOnly) {
  if (!isWritten(b) || (coherentOnly && !(b.map.access & glenum::MAP_COHERENT_BIT_))) return;
  b.persistentSent.empty() ? publishBlocks(b) : publishBytes(b);
}

void Impl::publishBlocks(state::Buffer& b) {
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

void Impl::publishBytes(state::Buffer& b) {
  const uint64_t begin = b.map.offsetBytes, end = begin + b.map.lengthBytes;
  const std::byte* now = persistentBase(b);
  std::byte* sent = b.persistentSent.data();
  for (uint64_t at = begin; at < end; at += kStretchBytes) {
    const uint64_t last = std::min(at + kStretchBytes, end);
    if (std::memcmp(now + at, sent + at, last - at) == 0) continue;
    for (uint64_t i = at; i < last;) {
      const uint64_t first = i;
      // Each byte is read once: the application may be writing it.
      for (std::byte value; i < last && (value = now[i]) != sent[i]; ++i) sent[i] = value;
      if (i > first) sendBytes(toHandle<pipe::BufferHandle>(b.pipe), first, {sent + first, static_cast<size_t>(i - first)},
                            pipe::write_flags::kUnsynchronized);
      if (i == first) ++i;
    }
    if (!b.shadow.empty()) std::memcpy(b.shadow.data() + at, sent + at, last - at);
    b.defined = true;
    wrote(b);
  }
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
    if (!bufferRead(*b, offset, {b->map.pointer, static_cast<size_t>(b->map.lengthBytes)})) continue;
    b->gpuWritten = false;
    noteSent(*b);
  }
}

}  // namespace tracker
