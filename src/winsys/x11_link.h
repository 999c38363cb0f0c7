// SPDX-License-Identifier: Apache-2.0
// Our own connection to an X server: visuals, and the sizes of windows as a fact that costs no round trip.
//
// The application's connection is not ours to read events from, and its Xlib error handler may end the
// process. So one XCB connection a display name serves all surfaces: it selects StructureNotify on each
// window it watches and keeps the last size it heard of. poll() only reads what has already arrived. One
// mutex guards the table of windows; it is never held while anything else is locked. A connection that breaks
// makes all its windows gone.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "winsys/config.h"

struct xcb_connection_t;

namespace winsys {

struct XScreen {
  uint32_t root = 0, rootVisual = 0;
  uint8_t rootDepth = 0;
  std::vector<Visual> visuals;  // TrueColor; the root's visual first
};

struct XDrawable {
  uint32_t width = 0, height = 0;
  uint8_t depth = 0;
  uint32_t visual = 0;  // 0: a pixmap
  bool isGone = false;
};

class X11Link {
 public:
  // Null if no X server answers under that name; "" stands for $DISPLAY. Shared by all who use the same name.
  static std::shared_ptr<X11Link> open(const std::string& displayName);
  ~X11Link();
  X11Link(const X11Link&) = delete;
  X11Link& operator=(const X11Link&) = delete;

  const std::string& name() const { return mName; }
  const std::vector<XScreen>& screens() const { return mScreens; }
  int defaultScreen() const { return mDefaultScreen; }

  // Asks the server about a drawable (round trips) and, if it is a window, watches it from now on. Nothing if
  // there is no such drawable. Each watch() needs one unwatch().
  std::optional<XDrawable> watch(uint32_t xid);
  void unwatch(uint32_t xid);
  // What is known of a watched drawable now, without asking.
  XDrawable poll(uint32_t xid);
  // The same after a round trip: nothing the server has done before is missing.
  XDrawable ask(uint32_t xid);

 private:
  struct Watched {
    XDrawable facts;
    uint32_t watchers = 0;
  };
  X11Link(std::string name, xcb_connection_t* connection, int defaultScreen);
  void readScreens();
  XDrawable known(uint32_t xid);
  void readEvents();

  const std::string mName;
  xcb_connection_t* const mConnection;
  const int mDefaultScreen;
  std::vector<XScreen> mScreens;
  std::mutex mMutex;
  std::unordered_map<uint32_t, Watched> mWatched;
};

}  // namespace winsys
