// SPDX-License-Identifier: Apache-2.0
// Vertex formats, buffers and current attribute values.
#include <algorithm>
#include <cstring>
#include <functional>

#include "tracker/impl.h"

namespace tracker {
namespace {

// Attributes of one binding may lie this far apart and still share it; ES guarantees 2047.
constexpr uint64_t kMaxRelativeOffsetBytes = 2047;
constexpr uint64_t kStreamAlignmentBytes = 16;

}  // namespace

// Dense bindings for the enabled attributes: attributes that interleave in one buffer share a binding, a client array
// has one of its own that each draw fills.
Impl::VertexLayout Impl::vertexLayout() {
  const state::VertexArray& vao = *mContext.vertexArray;
  VertexLayout out;
  std::memset(static_cast<void*>(&out.key), 0, sizeof out.key);
  for (uint32_t location = 0; location < state::kMaxAttribs; ++location) {
    const state::VertexAttrib& a = vao.attribs[location];
    if (!a.enabled) continue;
    const state::VertexBinding& b = vao.bindings[a.binding];
    pipe::VertexElement& item = out.key.items[out.key.count++];
    item.location = static_cast<uint8_t>(location);
    item.components = a.components;
    item.kind = a.kind;
    item.type = static_cast<uint16_t>(a.type);
    item.bgra = a.bgra;
    item.divisor = b.divisor;
    uint32_t slot = out.used;
    if (!b.buffer) {
      out.clientArrays |= 1u << location;
    } else {
      const pipe::BufferHandle handle = handleOf(b.buffer);
      const uint64_t offset = b.offsetBytes + a.relativeOffsetBytes;
      for (uint32_t i = 0; i < out.used; ++i) {
        const pipe::VertexBuffer& other = out.buffers[i];
        if (!handle || other.buffer != handle || other.strideBytes != b.strideBytes || out.divisors[i] != b.divisor) continue;
        if (offset < other.offsetBytes || offset - other.offsetBytes > kMaxRelativeOffsetBytes) continue;
        if (offset - other.offsetBytes >= b.strideBytes) continue;
        slot = i;
        break;
      }
      if (slot == out.used) out.buffers[slot] = {handle, offset, b.strideBytes, 0};
      item.relativeOffsetBytes = static_cast<uint32_t>(offset - out.buffers[slot].offsetBytes);
    }
    if (slot == out.used) out.divisors[out.used++] = b.divisor;
    item.binding = static_cast<uint8_t>(slot);
    out.slotOf[location] = slot;
  }
  return out;
}

void Impl::endElements(pipe::VertexElementsHandle old) {
  mStream->vertexElementsDestroy({old});
  mScreen.names().vertexElements.release(old);
  if (mBoundElements == old) mBoundElements = {};
}

void Impl::sendVertexArray() {
  const state::VertexArray& vao = *mContext.vertexArray;
  if (mRegistry->several())
    for (const state::VertexAttrib& a : vao.attribs)
      if (a.enabled && vao.bindings[a.binding].buffer) waitForWriter(*vao.bindings[a.binding].buffer);
  const VertexLayout layout = vertexLayout();
  const auto& buffers = layout.buffers;
  const uint32_t used = layout.used;
  mClientArrays = layout.clientArrays;
  const pipe::VertexElementsHandle elements = mElements.get(
      layout.key,
      [&](const VertexElementsKey& k) {
        const pipe::VertexElementsHandle minted = mScreen.names().vertexElements.mint();
        mStream->vertexElementsCreate({minted}, std::span<const pipe::VertexElement>(k.items).first(k.count));
        return minted;
      },
      [&](pipe::VertexElementsHandle old) { endElements(old); });
  if (elements != mBoundElements) {
    mBoundElements = elements;
    mStream->bindVertexElements({elements});
  }

  if (!mClientArrays) {
    uint32_t first = ~0u, last = 0;
    for (uint32_t i = 0; i < used; ++i) {
      if (std::memcmp(&buffers[i], &mVertexBuffers[i], sizeof buffers[i]) == 0) continue;
      mVertexBuffers[i] = buffers[i];
      first = std::min(first, i);
      last = i;
    }
    if (first != ~0u)
      mStream->setVertexBuffers({first, 0}, std::span<const pipe::VertexBuffer>(mVertexBuffers).subspan(first, last - first + 1));
  }
  if (vao.elements) {
    const pipe::BufferHandle indices = handleOf(vao.elements);
    if (indices != mBoundIndices) {
      mBoundIndices = indices;
      mStream->setIndexBuffer({indices});
    }
  }
}

void Impl::sendAttribDefaults() {
  std::array<pipe::AttribDefault, state::kMaxAttribs> changed;
  uint32_t count = 0;
  for (uint32_t i = 0; i < state::kMaxAttribs; ++i) {
    const state::AttribValue& value = mContext.attribDefaults[i];
    pipe::AttribDefault now;
    std::memcpy(now.bits, value.bits, sizeof now.bits);
    now.location = i;
    now.kind = value.kind;
    if (mSentOnce && std::memcmp(&now, &mAttribDefaults[i], sizeof now) == 0) continue;
    mAttribDefaults[i] = now;
    changed[count++] = now;
  }
  if (count) mStream->setAttribDefaults({}, std::span<const pipe::AttribDefault>(changed).first(count));
}

// Room for sizeBytes in one piece; a full streaming buffer gets new storage, the old one lives on below until its
// draws are done.
void Impl::reserveStream(uint64_t sizeBytes) {
  constexpr uint64_t kInitialBytes = 1u << 20;
  StreamBuffer& s = mStreamBuffer;
  if (s.buffer && s.usedBytes + sizeBytes <= s.sizeBytes) return;
  if (!s.buffer) s.buffer = mScreen.names().buffers.mint();
  if (!s.sizeBytes) s.sizeBytes = kInitialBytes;
  while (s.sizeBytes < sizeBytes * 2) s.sizeBytes *= 2;
  pipe::BufferDefineArgs args;
  args.buffer = s.buffer;
  args.sizeBytes = s.sizeBytes;
  args.usage = glenum::STREAM_DRAW_;
  mStream->bufferDefine(args);
  s.usedBytes = 0;
}

// The caller has reserved room. Returns the offset.
uint64_t Impl::streamBytes(std::span<const std::byte> data) {
  const uint64_t at = mStreamBuffer.usedBytes;
  sendBytes(mStreamBuffer.buffer, at, data);
  mStreamBuffer.usedBytes = (at + data.size() + kStreamAlignmentBytes - 1) & ~uint64_t{kStreamAlignmentBytes - 1};
  return at;
}

// Takes the bytes of the enabled client arrays for vertices first…last of this draw. The vertex buffers then start at
// vertex `first`: the caller shifts the draw by as much.
bool Impl::sendClientArrays(const DrawCall& call, uint64_t firstVertex, uint64_t lastVertex, uint64_t extraBytes) {
  const state::VertexArray& vao = *mContext.vertexArray;
  VertexLayout layout = vertexLayout();
  // Arrays that interleave are sent once: same stride and divisor, pointers within one stride of the lowest.
  struct Run {
    const std::byte* base;
    uint32_t strideBytes, divisor;
    uint64_t reachBytes;  // of the last vertex, from base
    uint64_t firstIndex, lastIndex, streamed;
  };
  std::array<Run, state::kMaxAttribs> runs;
  std::array<uint32_t, state::kMaxAttribs> runOf{};
  uint32_t count = 0;
  // Lowest pointers first, so that a run's base is known when its other attributes come.
  std::array<uint32_t, state::kMaxAttribs> order{};
  uint32_t clients = 0;
  for (uint32_t location = 0; location < state::kMaxAttribs; ++location)
    if (layout.clientArrays & 1u << location && vao.attribs[location].pointer) order[clients++] = location;
  std::sort(order.begin(), order.begin() + clients,
            [&](uint32_t a, uint32_t b) { return std::less<const void*>()(vao.attribs[a].pointer, vao.attribs[b].pointer); });
  for (uint32_t k = 0; k < clients; ++k) {
    const state::VertexAttrib& a = vao.attribs[order[k]];
    const state::VertexBinding& b = vao.bindings[a.binding];
    const auto* pointer = static_cast<const std::byte*>(a.pointer);
    const uint64_t bytes = attribBytes(a);
    const uint32_t stride = b.strideBytes ? b.strideBytes : static_cast<uint32_t>(bytes);
    uint32_t at = count;
    for (uint32_t i = 0; i < count; ++i)
      if (runs[i].strideBytes == stride && runs[i].divisor == b.divisor && pointer < runs[i].base + stride) at = i;
    if (at == count) {
      const uint64_t lastInstance = b.divisor ? call.baseInstance + (std::max(1u, call.instances) - 1) / b.divisor : 0;
      runs[count++] = {pointer, stride, b.divisor, bytes, b.divisor ? 0 : firstVertex, b.divisor ? lastInstance : lastVertex, 0};
    }
    runs[at].reachBytes = std::max<uint64_t>(runs[at].reachBytes, static_cast<uint64_t>(pointer - runs[at].base) + bytes);
    runOf[order[k]] = at;
  }
  auto sizeOf = [](const Run& r) { return (r.lastIndex - r.firstIndex) * r.strideBytes + r.reachBytes; };
  uint64_t total = extraBytes + kStreamAlignmentBytes;
  for (uint32_t i = 0; i < count; ++i) total += sizeOf(runs[i]) + kStreamAlignmentBytes;
  reserveStream(total);
  for (uint32_t i = 0; i < count; ++i)
    runs[i].streamed = streamBytes({runs[i].base + runs[i].firstIndex * runs[i].strideBytes, static_cast<size_t>(sizeOf(runs[i]))});

  for (uint32_t i = 0; i < layout.used; ++i)
    if (layout.buffers[i].buffer && !layout.divisors[i]) layout.buffers[i].offsetBytes += firstVertex * layout.buffers[i].strideBytes;
  for (uint32_t k = 0; k < clients; ++k) {
    const Run& run = runs[runOf[order[k]]];
    const auto* pointer = static_cast<const std::byte*>(vao.attribs[order[k]].pointer);
    layout.buffers[layout.slotOf[order[k]]] = {mStreamBuffer.buffer, run.streamed + static_cast<uint64_t>(pointer - run.base), run.strideBytes, 0};
  }
  if (layout.used) {
    for (uint32_t i = 0; i < layout.used; ++i) mVertexBuffers[i] = layout.buffers[i];
    mStream->setVertexBuffers({0, 0}, std::span<const pipe::VertexBuffer>(mVertexBuffers).first(layout.used));
  }
  return true;
}

uint64_t attribBytes(const state::VertexAttrib& a) {
  switch (a.type) {
    case glenum::BYTE_:
    case glenum::UNSIGNED_BYTE_:
      return a.components;
    case glenum::SHORT_:
    case glenum::UNSIGNED_SHORT_:
    case glenum::HALF_FLOAT_:
      return a.components * 2u;
    case glenum::DOUBLE_:
      return a.components * 8u;
    case glenum::INT_2_10_10_10_REV_:
    case glenum::UNSIGNED_INT_2_10_10_10_REV_:
    case glenum::UNSIGNED_INT_10F_11F_11F_REV_:
      return 4;
    default:
      return a.components * 4u;
  }
}

}  // namespace tracker
