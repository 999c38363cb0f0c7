// SPDX-License-Identifier: Apache-2.0
#include "winsys/x11_link.h"

#include <stdlib.h>
#include <xcb/xcb.h>

#include <algorithm>

namespace winsys {
namespace {

struct FreeReply {
  void operator()(void* reply) const { free(reply); }
};
template <class T>
using Reply = std::unique_ptr<T, FreeReply>;

std::vector<Visual> trueColorVisuals(const xcb_screen_t& screen) {
  std::vector<Visual> visuals;
  for (auto depth = xcb_screen_allowed_depths_iterator(&screen); depth.rem; xcb_depth_next(&depth)) {
    for (auto type = xcb_depth_visuals_iterator(depth.data); type.rem; xcb_visualtype_next(&type)) {
      const xcb_visualtype_t& v = *type.data;
      if (v._class != XCB_VISUAL_CLASS_TRUE_COLOR) continue;
      visuals.push_back({v.visual_id, depth.data->depth, v.red_mask, v.green_mask, v.blue_mask});
    }
  }
  std::stable_partition(visuals.begin(), visuals.end(),
                        [&](const Visual& v) { return v.id == screen.root_visual; });
  return visuals;
}

}  // namespace

std::shared_ptr<X11Link> X11Link::open(const std::string& displayName) {
  static std::mutex mutex;
  static auto* const links =
      new std::unordered_map<std::string, std::weak_ptr<X11Link>>;  // outlives exit handlers
  const char* fallback = getenv("DISPLAY");
  const std::string name = !displayName.empty() ? displayName : fallback ? fallback : "";
  std::lock_guard lock(mutex);
  if (auto link = (*links)[name].lock()) return link;
  int screen = 0;
  xcb_connection_t* connection = xcb_connect(name.empty() ? nullptr : name.c_str(), &screen);
  if (xcb_connection_has_error(connection)) {
    xcb_disconnect(connection);
    return nullptr;
  }
  std::shared_ptr<X11Link> link(new X11Link(name, connection, screen));
  (*links)[name] = link;
  return link;
}

X11Link::X11Link(std::string name, xcb_connection_t* connection, int defaultScreen)
    : mName(std::move(name)), mConnection(connection), mDefaultScreen(defaultScreen) {
  readScreens();
}

X11Link::~X11Link() {
  xcb_disconnect(mConnection);
}

void X11Link::readScreens() {
  for (auto at = xcb_setup_roots_iterator(xcb_get_setup(mConnection)); at.rem; xcb_screen_next(&at))
    mScreens.push_back(
        {at.data->root, at.data->root_visual, at.data->root_depth, trueColorVisuals(*at.data)});
}

std::optional<XDrawable> X11Link::watch(uint32_t xid) {
  std::lock_guard lock(mMutex);
  readEvents();
  Watched& watched = mWatched[xid];
  if (watched.watchers && !watched.facts.isGone) {
    ++watched.watchers;
    return watched.facts;
  }
  // Events are selected before the size is asked for, so that no change falls between the two. On a pixmap
  // the first two requests fail, which is how it is told apart.
  const uint32_t mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
  const auto select = xcb_change_window_attributes_checked(mConnection, xid, XCB_CW_EVENT_MASK, &mask);
  const auto attributesCookie = xcb_get_window_attributes(mConnection, xid);
  const auto geometryCookie = xcb_get_geometry(mConnection, xid);
  Reply<xcb_generic_error_t> refused(xcb_request_check(mConnection, select));
  Reply<xcb_get_window_attributes_reply_t> attributes(
      xcb_get_window_attributes_reply(mConnection, attributesCookie, nullptr));
  Reply<xcb_get_geometry_reply_t> geometry(xcb_get_geometry_reply(mConnection, geometryCookie, nullptr));
  if (!geometry) {
    mWatched.erase(xid);
    return std::nullopt;
  }
  watched.facts = {geometry->width, geometry->height, geometry->depth, attributes ? attributes->visual : 0,
                   false};
  ++watched.watchers;
  return watched.facts;
}

void X11Link::unwatch(uint32_t xid) {
  std::lock_guard lock(mMutex);
  const auto at = mWatched.find(xid);
  if (at == mWatched.end() || --at->second.watchers) return;
  if (at->second.facts.visual && !at->second.facts.isGone) {
    const uint32_t mask = 0;
    xcb_change_window_attributes(mConnection, xid, XCB_CW_EVENT_MASK, &mask);
    xcb_flush(mConnection);
  }
  mWatched.erase(at);
}

XDrawable X11Link::poll(uint32_t xid) {
  std::lock_guard lock(mMutex);
  return known(xid);
}

XDrawable X11Link::ask(uint32_t xid) {
  std::lock_guard lock(mMutex);
  // Events up to an answer arrive before it; known() takes the size from them.
  Reply<xcb_get_geometry_reply_t> geometry(
      xcb_get_geometry_reply(mConnection, xcb_get_geometry(mConnection, xid), nullptr));
  return known(xid);
}

XDrawable X11Link::known(uint32_t xid) {
  readEvents();
  const auto at = mWatched.find(xid);
  if (at == mWatched.end()) return {0, 0, 0, 0, true};
  XDrawable facts = at->second.facts;
  facts.isGone |= xcb_connection_has_error(mConnection) != 0;
  return facts;
}

void X11Link::readEvents() {
  while (Reply<xcb_generic_event_t> event{xcb_poll_for_event(mConnection)}) {
    switch (event->response_type & 0x7f) {
      case XCB_CONFIGURE_NOTIFY: {
        const auto& configure = reinterpret_cast<const xcb_configure_notify_event_t&>(*event);
        if (const auto at = mWatched.find(configure.window); at != mWatched.end())
          at->second.facts.width = configure.width, at->second.facts.height = configure.height;
        break;
      }
      case XCB_DESTROY_NOTIFY: {
        const auto& destroy = reinterpret_cast<const xcb_destroy_notify_event_t&>(*event);
        if (const auto at = mWatched.find(destroy.window); at != mWatched.end())
          at->second.facts.isGone = true;
        break;
      }
      default: break;  // errors of unchecked requests arrive here too: the window went first
    }
  }
}

}  // namespace winsys
