// SPDX-License-Identifier: Apache-2.0
// Decorator that holds the front end to the pipe's contract. It says what is wrong with a call before it passes it on:
//  * an object is created once, used only while it lives, destroyed once, under a generation that never comes back;
//  * what belongs to one stream is not used on another;
//  * a setter that says what the one before it said is waste: groups that have not changed send nothing;
//  * queries and stream output begin and end in turn, and a verb that draws finds a framebuffer bound.
// All of a screen's streams share one ledger of objects, since their names are the session's.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pipe/check_overrides.gen.h"
#include "pipe/context.gen.h"

namespace mgpipe {

// Objects by kind and slot. Any thread.
class ObjectLedger {
 public:
  struct Entry {
    uint32_t generation = 0;
    bool alive = false;
    const void* owner = nullptr;  // the stream it belongs to; null: the session's
  };
  using Key = std::pair<const char*, uint32_t>;  // kind and slot
  // Changes an entry under the lock; the answer is what is wrong, or empty.
  template <class Change>
  std::string change(const char* kind, uint32_t slot, Change&& change) {
    std::lock_guard lock(mMutex);
    return change(mEntries[{kind, slot}]);
  }
  // What belongs to a stream dies with it.
  void endOwner(const void* owner);

 private:
  std::mutex mMutex;
  std::map<Key, Entry> mEntries;
};

class CheckContext final : public ForwardContext {
 public:
  using Report = std::function<void(const std::string& sentence)>;
  CheckContext(Context& next, std::shared_ptr<ObjectLedger> ledger, Report report)
      : ForwardContext(next), mLedger(std::move(ledger)), mReport(std::move(report)) {}
  ~CheckContext() override { mLedger->endOwner(this); }
  MGL_CHECK_OVERRIDES

 private:
  void begin(Opcode opcode);
  void say(const std::string& what);
  template <class Kind>
  void creates(base::Handle<Kind> handle);
  template <class Kind>
  void defines(base::Handle<Kind> handle);
  template <class Kind>
  void destroys(base::Handle<Kind> handle);
  template <class Kind>
  void use(base::Handle<Kind> handle);
  void sets(std::span<const std::byte> args, std::span<const std::byte> tail = {});
  void turn(bool& active, bool begins, const char* what);

  std::shared_ptr<ObjectLedger> mLedger;
  Report mReport;
  Opcode mOpcode{};
  std::array<std::vector<std::byte>, kOpcodeCount> mLast;  // of each setter
  bool mHasTarget = false, mStreamOutput = false;
};

}  // namespace mgpipe
