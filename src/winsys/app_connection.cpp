// SPDX-License-Identifier: Apache-2.0
#include "winsys/app_connection.h"

#include <X11/Xlib.h>
#include <stdlib.h>
#include <xcb/xcb.h>

namespace winsys {

void AppConnection::sync() const {
  if (xlibDisplay) {
    XSync(static_cast<::Display*>(xlibDisplay), False);
  } else if (xcb) {
    // Any request with an answer will do; this is the smallest.
    free(xcb_get_input_focus_reply(xcb, xcb_get_input_focus(xcb), nullptr));
  }
}

std::string displayName(const AppConnection& connection) {
  if (connection.xlibDisplay) return XDisplayString(static_cast<::Display*>(connection.xlibDisplay));
  // XCB does not tell what a connection was opened with; programs that pass one opened the default display.
  const char* name = getenv("DISPLAY");
  return name ? name : "";
}

int defaultScreen(const AppConnection& connection) {
  if (connection.xlibDisplay) return XDefaultScreen(static_cast<::Display*>(connection.xlibDisplay));
  // It writes through all of its pointers.
  char* host = nullptr;
  int number = 0, screen = 0;
  if (!xcb_parse_display(nullptr, &host, &number, &screen)) return 0;
  free(host);
  return screen;
}

}  // namespace winsys
