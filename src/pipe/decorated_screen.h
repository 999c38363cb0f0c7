// SPDX-License-Identifier: Apache-2.0
// A screen whose streams pass every call through decorators first, on the client's side. For looking and testing: the
// undecorated path knows nothing of it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "pipe/screen.h"

namespace mgpipe {

struct Decorations {
  // One line of text a call, with the stream's number before it. Empty: no trace. Any thread, one at a time.
  std::function<void(const std::string& line)> trace;
  // What the check decorator has to say. Empty: no check.
  std::function<void(const std::string& sentence)> check;
};

// Names are the inner screen's; so are topology, caps and counters.
std::shared_ptr<Screen> decorate(std::shared_ptr<Screen> inner, Decorations decorations);

}  // namespace mgpipe
