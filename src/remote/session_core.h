// SPDX-License-Identifier: Apache-2.0
// What all streams of a client's session hold on to: its memory, its state, and the link that carries it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "pipe/screen.h"
#include "record/client_session.h"
#include "record/server_session.h"
#include "remote/segments.h"

namespace remote {

// How the client reaches the session's other half. Above this nothing knows which kind it is.
class Link {
 public:
  virtual ~Link() = default;
  virtual std::string_view topology() const = 0;
  // Asks for stream `index` and waits until it runs. One caller at a time.
  virtual base::Result<RingSegment> openStream(uint32_t index) = 0;
  // The stream ends after what is in its ring; does not wait.
  virtual void closeStream(uint32_t index) = 0;
  // Orderly end: waits, within bounds, until everything in the rings is applied.
  virtual void end() = 0;
  // In a forked child: give up copies of descriptors, forget threads that do not exist here.
  virtual void abandonInChild() = 0;
};

struct SessionSetup {
  Geometry geometry;
  record::ClientOptions client;
  record::ServerOptions server;  // only inproc; a spawned server has its own
  uint32_t presentCredit = 1;
  uint64_t coldStartMs = 20000;
  bool printCounters = false;
};
// The setup that the settings ask for.
SessionSetup setupFromSettings();

class SessionCore {
 public:
  SessionCore(SessionSegments segments, const SessionSetup& setup, pipe::Caps caps);
  ~SessionCore();
  void setLink(std::unique_ptr<Link> link) { mLink = std::move(link); }

  const pipe::Caps& caps() const { return mCaps; }
  const SessionSegments& segments() const { return mSegments; }
  const SessionSetup& setup() const { return mSetup; }
  record::ClientSession& session() { return mSession; }
  Link& link() { return *mLink; }
  base::Result<std::shared_ptr<record::ClientStream>> openStream();
  void closeStream(uint32_t index);
  // Once; the session is lost afterwards.
  void end();
  std::vector<pipe::Counter> counters();

 private:
  void printCounters();
  const SessionSegments mSegments;
  const SessionSetup mSetup;
  const pipe::Caps mCaps;
  record::ClientSession mSession;
  std::unique_ptr<Link> mLink;  // ends before the session that its threads use
  std::mutex mOpenMutex;
  uint32_t mNextIndex = 0;
  std::atomic<bool> mEnded{false};
};

std::shared_ptr<pipe::Screen> makeRemoteScreen(std::shared_ptr<SessionCore> core);

}  // namespace remote
