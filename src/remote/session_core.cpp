// SPDX-License-Identifier: Apache-2.0
#include "remote/session_core.h"

#include <bit>

#include "base/settings.gen.h"

namespace remote {

SessionSetup setupFromSettings() {
  const base::Settings& settings = base::settings();
  SessionSetup setup;
  setup.geometry.stageBytes = static_cast<uint64_t>(settings.ipcStageMb) << 20;
  setup.geometry.ringMaxBytes = std::bit_ceil(static_cast<uint64_t>(settings.ipcRingMb) << 20);
  setup.client.spinNs = static_cast<uint64_t>(settings.ipcSpinUs) * 1000;
  setup.server.spinNs = setup.client.spinNs;
  setup.client.inlinePayloads = settings.ipcInlinePayloads;
  setup.client.lockstep = !settings.ipcRunAhead;
  setup.client.auditFill = settings.ipcAudit;
  setup.presentCredit = static_cast<uint32_t>(settings.ipcPresentCredit);
  setup.coldStartMs = static_cast<uint64_t>(settings.ipcColdStartMs);
  setup.printCounters = settings.pipeStats;
  return setup;
}

SessionCore::SessionCore(SessionSegments segments, const SessionSetup& setup, pipe::Caps caps)
    : mSegments(std::move(segments)), mSetup(setup), mCaps(std::move(caps)),
      mSession(mSegments.stage.bytes(), record::ReplyMemory(mSegments.replies.bytes()),
               record::viewEvents(mSegments.events.bytes()), setup.client) {
  mSession.onForkedChild([this] {
    if (mLink) mLink->abandonInChild();
  });
}

SessionCore::~SessionCore() {
  end();
  mLink.reset();
}

base::Result<std::shared_ptr<record::ClientStream>> SessionCore::openStream() {
  std::lock_guard lock(mOpenMutex);
  if (mSession.lost()) return base::Error{"The session is lost, so it opens no new stream."};
  const uint32_t index = mNextIndex++;
  auto ring = mLink->openStream(index);
  if (!ring) return ring.error();
  return mSession.addStream(index, ring->memory, ring->segment);
}

void SessionCore::closeStream(uint32_t index) {
  if (mSession.lost()) {
    if (!mSession.forked()) mSession.removeStream(index);
    return;
  }
  mLink->closeStream(index);
}

void SessionCore::end() {
  if (mEnded.exchange(true) || mSession.forked()) return;
  if (mLink) mLink->end();
  mSession.end();
  if (mSetup.printCounters) printCounters();
}

void SessionCore::printCounters() { pipe::printCounters(mLink ? mLink->topology() : "none", counters()); }

std::vector<pipe::Counter> SessionCore::counters() {
  record::SessionCounters& c = mSession.counters();
  uint64_t records = c.closedRecords, ringBytes = c.closedBytes, trips = 0;
  for (const auto& stream : mSession.streams()) {
    records += stream->control().applied.load(std::memory_order_relaxed);
    ringBytes += stream->control().head.load(std::memory_order_relaxed);
  }
  std::vector<pipe::Counter> list;
  for (uint32_t i = 0; i < pipe::kBlockingPointCount; ++i) {
    list.push_back({pipe::blockingPointName(static_cast<pipe::BlockingPoint>(i)), c.waits[i]});
    trips += c.waits[i];
  }
  list.insert(list.end(), {{"waits", trips},
                           {"records", records},
                           {"ring_bytes", ringBytes},
                           {"stage_bytes", c.stageBytes},
                           {"inline_bytes", c.inlineBytes},
                           {"reply_bytes", c.replyBytes},
                           {"round_trips", c.roundTrips},
                           {"events", c.events},
                           {"parks", c.parks},
                           {"ring_grows", c.ringGrows},
                           {"inline_fallbacks", c.inlineFallbacks}});
  for (pipe::Counter& counter : mSession.replies().counterPage().read()) list.push_back(std::move(counter));
  return list;
}

}  // namespace remote
