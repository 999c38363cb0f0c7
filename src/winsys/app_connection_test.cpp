// SPDX-License-Identifier: Apache-2.0
// What is known of an X display that the application did not open itself.
#include "winsys/app_connection.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace winsys {
namespace {

// Without a connection the screen is the one that $DISPLAY names, 0 if it names none; no X server is asked.
TEST(AppConnection, DefaultScreenOfTheEnvironment) {
  const AppConnection none;
  ::setenv("DISPLAY", ":97.2", 1);
  EXPECT_EQ(defaultScreen(none), 2);
  ::setenv("DISPLAY", "host:97", 1);
  EXPECT_EQ(defaultScreen(none), 0);
  ::setenv("DISPLAY", "nonsense", 1);
  EXPECT_EQ(defaultScreen(none), 0);
  ::unsetenv("DISPLAY");
  EXPECT_EQ(defaultScreen(none), 0);
}

}  // namespace
}  // namespace winsys
