// SPDX-License-Identifier: Apache-2.0
// One GL context: state, tracker, error latch, and what the back end can do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gl/current.h"
#include "shader/compile.h"
#include "state/context.h"
#include "tracker/tracker.h"

namespace gl {

// Everything that glGet answers from the back end, already reduced to what this context may use. Built by the composition root from
// pipe caps (see gl/limits.cpp), so that gl/ itself sees no pipe type.
struct DeviceInfo;
struct LegacyContext;

struct ContextConfig {
  int majorVersion = 3, minorVersion = 3;
  bool core = false;            // core profile: removed features are errors
  bool forwardCompatible = false;
  bool debug = false;
  bool robust = false;          // LOSE_CONTEXT_ON_RESET
  bool noError = false;
};

struct DebugMessage {
  uint32_t source, type, id, severity;
  std::string text;
};

// glDebugMessageControl: the last rule that matches a message decides. GL_DONT_CARE matches anything.
struct DebugRule {
  uint32_t source, type, severity;
  std::vector<uint32_t> ids;  // empty: all
  bool enabled;
};

// What the last successful draw check looked at: the framebuffer, and at each attachment point in use the object and
// its serial, which moves when its storage is redefined. While all of that stands, so does completeness.
struct DrawCheck {
  struct Watch {
    const state::Attachment* point;  // inside the framebuffer
    const void* object;
    uint64_t serial;
  };
  uint64_t framebufferIdentity = 0, framebufferSerial = 0;
  bool hasSurface = false;
  uint32_t watchedCount = 0;
  Watch watched[state::kMaxDrawBuffers + 2] = {};
};

class Context {
 public:
  Context(ContextConfig config, std::shared_ptr<state::ShareGroup> share, std::shared_ptr<const DeviceInfo> device);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  bool isCore() const { return mConfig.core; }
  const ContextConfig& config() const { return mConfig; }
  const DeviceInfo& device() const { return *mDevice; }
  // GL version times ten, e.g. 33.
  int version() const { return mConfig.majorVersion * 10 + mConfig.minorVersion; }

  // Latches the first error until glGetError takes it, and reports it to KHR_debug. `sentence` says value and limit.
  // const: validators see a const context and may still report.
  void error(uint32_t code, const char* sentence) const;
  [[gnu::format(printf, 3, 4)]] void errorf(uint32_t code, const char* format, ...) const;
  uint32_t takeError();

  state::Context& state() { return mState; }
  const state::Context& state() const { return mState; }
  tracker::Tracker& tracker() { return *mTracker; }
  bool hasTracker() const { return mTracker != nullptr; }
  void setTracker(std::unique_ptr<tracker::Tracker> t) { mTracker = std::move(t); }
  state::ShareGroup& share() const { return *mState.share; }

  // Set by the window system: a single-buffered surface shows what glFlush and glFinish completed.
  std::function<void()> afterFlush;

  // KHR_debug state and log.
  struct Debug {
    bool output = false, synchronous = false;
    void* callback = nullptr;   // GLDEBUGPROC
    const void* userParam = nullptr;
    std::vector<DebugMessage> log;
    std::vector<DebugMessage> groups;
    std::vector<DebugRule> rules;
    std::vector<size_t> ruleMarks;   // rules.size() at each push: a pop restores it
  };
  Debug& debug() const { return mDebug; }
  void debugMessage(const DebugMessage& message) const;

  DrawCheck& drawCheck() const { return mDrawCheck; }
  // What only the compatibility profile has; idle in the core profile.
  LegacyContext& legacy() { return *mLegacy; }
  const LegacyContext& legacy() const { return *mLegacy; }
  // Between glBegin and glEnd.
  bool insideBegin() const { return mInsideBegin; }
  void setInsideBegin(bool inside) { mInsideBegin = inside; }
  // Between glNewList and glEndList: entry points hand their call to record() of gl/legacy_list.h.
  bool isCompilingList() const { return mCompilingList; }
  void setCompilingList(bool compiling) { mCompilingList = compiling; }

 private:
  ContextConfig mConfig;
  std::shared_ptr<const DeviceInfo> mDevice;
  state::Context mState;
  std::unique_ptr<tracker::Tracker> mTracker;
  mutable uint32_t mError = 0;
  mutable Debug mDebug;
  mutable DrawCheck mDrawCheck;
  std::unique_ptr<LegacyContext> mLegacy;
  bool mInsideBegin = false, mCompilingList = false;
};

}  // namespace gl
