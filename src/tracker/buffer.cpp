// SPDX-License-Identifier: Apache-2.0
// Buffer contents: defined, uploaded, copied, read. Shadows exist only where this side had to read a buffer before.
#include <algorithm>
#include <cstring>

#include "tracker/impl.h"

namespace tracker {
namespace {

constexpr uint64_t kVerdictTimeoutNs = 10'000'000'000u;

}  // namespace

pipe::BufferHandle Impl::handleOf(const std::shared_ptr<state::Buffer>& buffer) {
  return buffer ? toHandle<pipe::BufferHandle>(buffer->pipe) : pipe::BufferHandle{};
}

void Impl::sendBytes(pipe::BufferHandle buffer, uint64_t offset, std::span<const std::byte> data, uint32_t flags) {
  const uint64_t most = mStream->maxBytesPerCall();
  while (!data.empty()) {
    const size_t piece = static_cast<size_t>(std::min<uint64_t>(most, data.size()));
    mStream->bufferSubdata({.buffer = buffer, .offsetBytes = offset, .flags = flags, .zero = 0}, data.first(piece));
    flags &= ~pipe::write_flags::kDiscards;  // the first piece is not to be lost to the second
    offset += piece;
    data = data.subspan(piece);
  }
}

bool Impl::awaitVerdict(uint64_t key) {
  for (;;) {
    const auto at = std::find_if(mVerdicts.begin(), mVerdicts.end(), [&](const auto& v) { return v.first == key; });
    if (at != mVerdicts.end()) {
      const bool ok = at->second;
      mVerdicts.erase(at);
      return ok;
    }
    ++mRoundTrips;
    // A lost session refuses nothing: the application learns of the loss in its own way.
    if (!mStream->waitForEvents(*this, kVerdictTimeoutNs, pipe::BlockingPoint::AllocationProbe)) return true;
  }
}

bool Impl::bufferDefine(state::Buffer& b, uint64_t sizeBytes, const void* data, uint32_t usage, uint32_t storageFlags) {
  if (mStream->lost()) return true;
  if (!b.pipe.generation) {
    b.pipe = toSlot(mScreen.names().buffers.mint());
    // Holders that bound the buffer before it had storage must send it now.
    mContext.mark(state::kDirtyVertexArray | state::kDirtyUniformBuffers | state::kDirtyStorageBuffers | state::kDirtySamplers);
  }
  const bool probe = sizeBytes >= kProbeBytes;
  pipe::BufferDefineArgs args;
  args.buffer = toHandle<pipe::BufferHandle>(b.pipe);
  args.sizeBytes = sizeBytes;
  args.usage = usage;
  args.flags = storageFlags;
  args.ack = probe;
  args.bind = b.boundAs;
  mStream->bufferDefine(args);
  b.shadow.clear();
  b.shadow.shrink_to_fit();
  b.gpuWritten = false;
  b.defined = data != nullptr;
  if (probe && !awaitVerdict(keyOf(b.pipe))) return false;
  if (data) sendBytes(args.buffer, 0, {static_cast<const std::byte*>(data), static_cast<size_t>(sizeBytes)});
  wrote(b);
  return true;
}

void Impl::bufferSubData(state::Buffer& b, uint64_t offset, std::span<const std::byte> data) {
  if (data.empty() || mStream->lost()) return;
  publishPersistent(b, true);
  waitForWriter(b);
  sendBytes(toHandle<pipe::BufferHandle>(b.pipe), offset, data);
  if (!b.shadow.empty()) std::memcpy(b.shadow.data() + offset, data.data(), data.size());
  if (b.persistent && b.map.pointer && offset < b.map.offsetBytes + b.map.lengthBytes && offset + data.size() > b.map.offsetBytes) {
    const uint64_t from = std::max(offset, b.map.offsetBytes);
    const uint64_t to = std::min(offset + data.size(), b.map.offsetBytes + b.map.lengthBytes);
    std::memcpy(b.map.pointer + (from - b.map.offsetBytes), data.data() + (from - offset), to - from);
    noteSent(b);
  }
  b.defined = true;
  wrote(b);
}

void Impl::bufferCopy(state::Buffer& source, state::Buffer& destination, uint64_t from, uint64_t to, uint64_t sizeBytes) {
  if (!sizeBytes || mStream->lost()) return;
  publishPersistent(source, true);
  beforeGpuWrite(destination);
  waitForWriter(source);
  waitForWriter(destination);
  mStream->bufferCopy({toHandle<pipe::BufferHandle>(source.pipe), toHandle<pipe::BufferHandle>(destination.pipe), from, to, sizeBytes});
  destination.defined = true;
  markWritten(destination);
  wrote(destination);
}

void Impl::bufferClear(state::Buffer& b, uint64_t offset, uint64_t sizeBytes, std::span<const std::byte> pattern) {
  if (!sizeBytes || mStream->lost()) return;
  beforeGpuWrite(b);
  waitForWriter(b);
  pipe::BufferClearArgs args;
  args.buffer = toHandle<pipe::BufferHandle>(b.pipe);
  args.offsetBytes = offset;
  args.sizeBytes = sizeBytes;
  args.patternBytes = static_cast<uint32_t>(std::min(pattern.size(), sizeof args.pattern));
  std::memcpy(args.pattern, pattern.data(), args.patternBytes);
  mStream->bufferClear(args);
  b.defined = true;
  markWritten(b);
  wrote(b);
}

void Impl::markWritten(state::Buffer& b) {
  b.gpuWritten = true;
  b.defined = true;
  if (!b.shadow.empty()) {
    b.shadow.clear();
    b.shadow.shrink_to_fit();
  }
}

bool Impl::bufferRead(state::Buffer& b, uint64_t offset, std::span<std::byte> out) {
  if (out.empty()) return true;
  if (mStream->lost() || !b.pipe.generation) return false;
  publishPersistent(b, true);
  if (!b.shadow.empty()) {
    std::memcpy(out.data(), b.shadow.data() + offset, out.size());
    return true;
  }
  waitForWriter(b);
  const uint64_t most = mStream->maxReplyBytes();
  while (!out.empty()) {
    const size_t piece = static_cast<size_t>(std::min<uint64_t>(most, out.size()));
    ++mRoundTrips;
    if (mStream->bufferRead({toHandle<pipe::BufferHandle>(b.pipe), offset}, out.first(piece)) != pipe::ReplyStatus::Ok) return false;
    offset += piece;
    out = out.subspan(piece);
  }
  return true;
}

std::span<const std::byte> Impl::bufferView(state::Buffer& b) {
  if (b.shadow.size() == b.sizeBytes) return b.shadow;
  std::vector<std::byte> bytes(b.sizeBytes);
  if (b.defined && !bufferRead(b, 0, bytes)) return {};
  b.shadow = std::move(bytes);
  b.gpuWritten = false;
  return b.shadow;
}

}  // namespace tracker
