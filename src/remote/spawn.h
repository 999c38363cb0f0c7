// SPDX-License-Identifier: Apache-2.0
// A session whose server is a private child process: started, greeted, watched and ended from here.
//
// One thread reads the control connection for the session's life. The connection's end is the witness of the server's
// death: it latches the loss at once and wakes every waiter. A forked child of the application drops its copy of the
// connection without a word, so the server sees the parent's death and nothing else.
#pragma once

#include <memory>
#include <string>

#include "remote/session_core.h"

namespace remote {

// Starts a server that draws with `backend` and waits until it has told its caps.
base::Result<std::shared_ptr<pipe::Screen>> openSpawn(const std::string& backend, const SessionSetup& setup);

}  // namespace remote
