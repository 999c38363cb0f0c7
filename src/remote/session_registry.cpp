// SPDX-License-Identifier: Apache-2.0
#include "remote/session_registry.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "remote/session_core.h"

namespace remote {
namespace {

// Never destroyed: used from exit handlers. The mutex is held for moments only and never with another one; a forked
// child, in which it may stay locked for ever, looks at the process first.
struct Registry {
  std::atomic<int> process{0};
  std::mutex mutex;
  std::vector<std::weak_ptr<SessionCore>> cores;
};
Registry& registry() {
  static auto* only = new Registry;
  return *only;
}

}  // namespace

void registerSession(const std::shared_ptr<SessionCore>& core) {
  std::lock_guard lock(registry().mutex);
  registry().process = ::getpid();
  std::erase_if(registry().cores, [](const auto& old) { return old.expired(); });
  registry().cores.push_back(core);
}

void endAllSessions() {
  if (registry().process != ::getpid()) return;
  std::vector<std::shared_ptr<SessionCore>> alive;
  {
    std::lock_guard lock(registry().mutex);
    for (const auto& weak : registry().cores)
      if (auto core = weak.lock()) alive.push_back(std::move(core));
  }
  for (const auto& core : alive) core->end();
}

}  // namespace remote
