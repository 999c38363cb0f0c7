// SPDX-License-Identifier: Apache-2.0
#include "record/ring_writer.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace record {
namespace {

// Never used by records: there is always room for a grow record.
constexpr size_t kReserveBytes = sizeof(Header);
constexpr int kGrowLog2 = 2;
// Room for the fixed part and the tails of a record whose bytes are inline.
constexpr size_t kInlineMarginBytes = size_t{64} << 10;
constexpr uint64_t kChunkBytes = uint64_t{256} << 10;
constexpr uint64_t kStageAlignBytes = 64;
constexpr uint64_t kBriefNs = 1'000'000;

}  // namespace

RingWriter::RingWriter(ClientSession& session, std::shared_ptr<ClientStream> stream)
    : mSession(session), mStream(std::move(stream)), mControl(mStream->control()), mData(mStream->ring().data.data()),
      mMaxCapacity(mStream->ring().data.size()), mCapacity(std::min(kRingStartBytes, mMaxCapacity)) {
  mStream->setWriter(this);
}

RingWriter::~RingWriter() {
  mStream->setWriter(nullptr);
  if (!mSession.forked()) rest();
}

// ── records ──────────────────────────────────────────────────────────────────────────────────────────────────────

void RingWriter::publishHead() {
  mControl.head.store(mHead, std::memory_order_release);
  mControl.serverBell.ringIfParked();
}

void RingWriter::commit(size_t sizeBytes) {
  mHead += sizeBytes;
  publishHead();
  if (__builtin_expect(mSession.options().lockstep, 0)) lockstep();
}

void RingWriter::lockstep() {
  const uint64_t sequence = mSequence;
  mSession.wait(*mStream, pipe::BlockingPoint::RingFull, {.applied = sequence}, UINT64_MAX,
                [&] { return mStream->applied() >= sequence; });
}

bool RingWriter::refreshTail() {
  const uint64_t tail = mControl.tail.load(std::memory_order_acquire);
  if (tail < mTail || tail > mHead) {
    mSession.lose(Fault::RecordHeader, "The server's ring watermark went back or beyond what was written.");
    return false;
  }
  mTail = tail;
  return true;
}

bool RingWriter::waitForTail(uint64_t tail) {
  return mSession.wait(*mStream, pipe::BlockingPoint::RingFull, {.tail = tail}, UINT64_MAX,
                       [&] { return mControl.tail.load(std::memory_order_acquire) >= tail; }) &&
         refreshTail();
}

void RingWriter::putControlRecord(uint16_t opcode, uint16_t flags, size_t sizeBytes) {
  const Header header{opcode, flags, static_cast<uint32_t>(sizeBytes)};
  std::memcpy(mData + (mHead & (mCapacity - 1)), &header, sizeof header);
  mHead += sizeBytes;
}

bool RingWriter::grow() {
  const size_t capacity = std::min(mCapacity << kGrowLog2, mMaxCapacity);
  putControlRecord(static_cast<uint16_t>(std::countr_zero(capacity)), kGrowFlag, sizeof(Header));
  publishHead();
  if (!waitForTail(mHead)) return false;
  mCapacity = capacity;
  mSession.counters().ringGrows.fetch_add(1, std::memory_order_relaxed);
  return true;
}

std::byte* RingWriter::beginSlow(size_t sizeBytes) {
  MGL_CHECK("oversized-record", sizeBytes <= mMaxCapacity / 2);
  while (true) {
    if (mSession.lost()) return closeWindow();
    if (sizeBytes > mCapacity / 2) {
      if (!grow()) return closeWindow();
      continue;
    }
    const size_t place = mHead & (mCapacity - 1), contiguous = mCapacity - place;
    const size_t pad = sizeBytes > contiguous ? contiguous : 0;
    const size_t free = mCapacity - (mHead - mTail) - kReserveBytes;
    if (pad + sizeBytes <= free) {
      if (pad) putControlRecord(0, kPadFlag, pad);
      mPlace = mData + (mHead & (mCapacity - 1));
      mRoomBytes = std::min(pad ? mCapacity : contiguous, free - pad);
      return mPlace;
    }
    const uint64_t known = mTail;
    if (!refreshTail()) return closeWindow();
    if (mTail != known) continue;
    if (mCapacity < mMaxCapacity) {
      if (!grow()) return closeWindow();
      continue;
    }
    // Half the ring, so that one wake-up serves many records.
    const uint64_t least = mHead + pad + sizeBytes + kReserveBytes - mCapacity;
    const uint64_t half = mHead > mCapacity / 2 ? mHead - mCapacity / 2 : 0;
    if (!waitForTail(std::max(least, half))) return closeWindow();
  }
}

// ── bulk bytes ───────────────────────────────────────────────────────────────────────────────────────────────────

size_t RingWriter::maxInlineBytes() const { return mMaxCapacity / 2 - kInlineMarginBytes; }

uint64_t RingWriter::maxBytesPerCall() const {
  return std::min<uint64_t>(mSession.stage().memory().size() / 4, maxInlineBytes());
}

bool RingWriter::placeBytes(std::span<const std::byte> bytes, Blob& blob) {
  if (mSession.lost()) return false;
  MGL_CHECK("oversized-bytes", bytes.size() <= UINT32_MAX);
  blob.sizeBytes = static_cast<uint32_t>(bytes.size());
  const ClientOptions& options = mSession.options();
  if (bytes.size() <= options.inlineLimitBytes || (options.inlinePayloads && bytes.size() <= maxInlineBytes())) {
    auto& count = mSession.counters().inlineBytes;
    count.fetch_add(bytes.size(), std::memory_order_relaxed);
    blob.place = Place::Inline;
    blob.offsetBytes = 0;
    return true;
  }
  return placeInStage(bytes, blob);
}

bool RingWriter::placeInStage(std::span<const std::byte> bytes, Blob& blob) {
  StageAllocator& stage = mSession.stage();
  blob.place = Place::Stage;
  mSession.counters().stageBytes.fetch_add(bytes.size(), std::memory_order_relaxed);
  if (stage.contains(bytes.data())) {
    blob.offsetBytes = static_cast<uint64_t>(bytes.data() - stage.memory().data());
    return true;
  }
  std::byte* place = cutStage(bytes.size());
  while (!place) {
    const uint64_t applied = mStream->applied();
    if (applied >= mStageSequence) {
      // Nothing of ours will come free: others or maps hold the stage. The ring always has a way.
      if (bytes.size() <= maxInlineBytes()) {
        mSession.counters().inlineFallbacks.fetch_add(1, std::memory_order_relaxed);
        blob.place = Place::Inline;
        blob.offsetBytes = 0;
        return true;
      }
      mSession.wait(*mStream, pipe::BlockingPoint::StageFull, {}, kBriefNs, [] { return false; });
    } else {
      const uint64_t wanted = applied + (mStageSequence - applied + 1) / 2;
      mSession.wait(*mStream, pipe::BlockingPoint::StageFull, {.applied = wanted}, UINT64_MAX,
                    [&] { return mStream->applied() >= wanted; });
    }
    if (mSession.lost()) return false;
    place = cutStage(bytes.size());
  }
  std::memcpy(place, bytes.data(), bytes.size());
  blob.offsetBytes = static_cast<uint64_t>(place - stage.memory().data());
  return true;
}

void RingWriter::retireChunk() {
  if (mChunk.block.sizeBytes) mSession.stage().retire(mChunk.block, mStream, mChunk.lastSequence);
  mChunk = {};
}

bool RingWriter::openChunk() {
  retireChunk();
  const uint64_t sizeBytes = std::min<uint64_t>(kChunkBytes, mSession.stage().memory().size() / 8);
  if (const auto block = mSession.stage().allocate(sizeBytes)) mChunk.block = *block;
  return mChunk.block.sizeBytes != 0;
}

std::byte* RingWriter::cutStage(uint64_t sizeBytes) {
  StageAllocator& stage = mSession.stage();
  const uint64_t size = (sizeBytes + kStageAlignBytes - 1) & ~(kStageAlignBytes - 1);
  const uint64_t sequence = mSequence + 1;  // of the record that will name it
  const uint64_t chunkBytes = std::min<uint64_t>(kChunkBytes, stage.memory().size() / 8);
  if (size <= chunkBytes / 4) {
    if (mChunk.usedBytes + size <= mChunk.block.sizeBytes || openChunk()) {
      std::byte* place = stage.memory().data() + mChunk.block.offsetBytes + mChunk.usedBytes;
      mChunk.usedBytes += size;
      mChunk.lastSequence = mStageSequence = sequence;
      return place;
    }
  }
  auto block = stage.allocate(size);
  if (!block) {
    retireChunk();
    block = stage.allocate(size);
  }
  if (!block) return nullptr;
  stage.retire(*block, mStream, sequence);
  mStageSequence = sequence;
  return stage.memory().data() + block->offsetBytes;
}

std::span<std::byte> RingWriter::lendStage(uint64_t sizeBytes) {
  StageAllocator& stage = mSession.stage();
  if (mSession.lost() || !sizeBytes || sizeBytes > stage.memory().size() / 4) return {};
  const auto block = stage.allocateHeld(sizeBytes);
  return block ? std::span(stage.memory().data() + block->offsetBytes, sizeBytes) : std::span<std::byte>{};
}

void RingWriter::returnStage(std::span<std::byte> block) {
  if (block.empty() || mSession.forked()) return;
  StageAllocator& stage = mSession.stage();
  constexpr uint64_t page = StageAllocator::kPageBytes;
  const StageBlock whole{static_cast<uint64_t>(block.data() - stage.memory().data()),
                         (block.size() + page - 1) / page * page};
  mStageSequence = std::max(mStageSequence, mSequence);
  stage.retireHeld(whole, mStream, mSequence);
}

void RingWriter::rest() { retireChunk(); }

// ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────

bool RingWriter::openReply(pipe::BlockingPoint point, uint64_t sizeBytes, ReplyRef& reply) {
  MGL_CHECK("oversized-reply", sizeBytes <= kReplySlotBytes);
  ReplySlots& slots = mSession.replySlots();
  while (!slots.take(reply)) {
    // Slots come free on other threads of this process, which ring no bell.
    mSession.wait(*mStream, pipe::BlockingPoint::ReplySlot, {}, kBriefNs, [&] { return slots.anyFree(); });
    if (mSession.lost()) return false;
  }
  if (mSession.lost()) {
    slots.give(reply.slot);
    return false;
  }
  reply.sizeBytes = sizeBytes;
  mReplyPoint = point;
  return true;
}

void RingWriter::cancelReply(const ReplyRef& reply) { mSession.replySlots().give(reply.slot); }

pipe::ReplyStatus RingWriter::awaitReply(const ReplyRef& reply, std::span<std::byte> out) {
  ReplyHeader& header = mSession.replies().header(reply.slot);
  const bool answered = mSession.wait(*mStream, mReplyPoint, {}, UINT64_MAX, [&] {
    return header.ticket.load(std::memory_order_acquire) == reply.ticket;
  });
  mSession.counters().roundTrips.fetch_add(1, std::memory_order_relaxed);
  pipe::ReplyStatus status = pipe::ReplyStatus::Lost;
  if (answered) {
    const uint32_t value = header.status.load(std::memory_order_relaxed);
    if (value <= static_cast<uint32_t>(pipe::ReplyStatus::Lost)) status = static_cast<pipe::ReplyStatus>(value);
    if (status == pipe::ReplyStatus::Ok && !out.empty())
      std::memcpy(out.data(), mSession.replies().area(reply.slot).data(), out.size());
    mSession.counters().replyBytes.fetch_add(out.size(), std::memory_order_relaxed);
  }
  mSession.replySlots().give(reply.slot);
  return status;
}

}  // namespace record
