// SPDX-License-Identifier: Apache-2.0
// Query objects and sync objects: minted here, completed by events.
#pragma once

#include <cstdint>

#include "base/gl_enums.gen.h"
#include "state/object.h"

namespace state {

struct Query : Object {
  using Object::Object;
  uint32_t target = 0;      // 0: never begun
  uint32_t index = 0;
  bool active = false;
  uint64_t endSerial = 0;   // ends so far
  uint64_t doneSerial = 0;  // newest end whose result has come
  uint64_t value = 0;
  uint32_t missedPolls = 0;
  TrackerSlot pipe;
};

struct Sync : Object {
  using Object::Object;
  bool signalled = false;
  uint32_t missedPolls = 0;
  uint32_t waiters = 0;
  TrackerSlot pipe;
};

}  // namespace state
