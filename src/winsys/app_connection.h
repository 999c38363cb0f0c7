// SPDX-License-Identifier: Apache-2.0
// The application's own connection to the X server, which we use for one thing only: to make sure that what
// the application asked for has reached the server before one of its window numbers crosses to another
// connection.
#pragma once

#include <string>

struct xcb_connection_t;

namespace winsys {

// Either pointer may be null; both null: the display was opened by us and there is nothing to wait for.
struct AppConnection {
  void* xlibDisplay = nullptr;  // Display*
  xcb_connection_t* xcb = nullptr;

  // One round trip on the application's connection. Errors of its earlier requests go to its own handlers, as
  // with any XSync of its own.
  void sync() const;
};

// Name by which another process can reach the same X server; "" if no display is reachable by name.
std::string displayName(const AppConnection& connection);
// Default screen of the application's connection.
int defaultScreen(const AppConnection& connection);

}  // namespace winsys
