// SPDX-License-Identifier: Apache-2.0
#include "remote/session_registry.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "remote/session_core.h"

namespace remote {
namespace {

// Never destroyed: used from exit handlers.
struct Registry {
  std::mutex mutex;
  std::vector<SessionCore*> cores;
};
Registry& registry() {
  static auto* only = new Registry;
  return *only;
}

}  // namespace

void registerSession(SessionCore* core) {
  std::lock_guard lock(registry().mutex);
  registry().cores.push_back(core);
}

void unregisterSession(SessionCore* core) {
  std::lock_guard lock(registry().mutex);
  std::erase(registry().cores, core);
}

void endAllSessions() {
  std::lock_guard lock(registry().mutex);
  for (SessionCore* core : registry().cores) core->end();
}

}  // namespace remote
