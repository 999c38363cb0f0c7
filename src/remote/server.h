// SPDX-License-Identifier: Apache-2.0
// The server's side of a session over a control connection, from the first frame to the exit code.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/os.h"
#include "base/result.h"
#include "pipe/screen.h"

namespace remote {

// What the server process answers its parent.
enum class ExitCode : int {
  Orderly = 0,     // the client said goodbye or hung up
  Role = 64,       // not started as a server
  Environment = 65,// client variables have leaked into it
  Backend = 66,    // the back end does not start
  Handshake = 67,  // no acceptable first frame
  Arguments = 71,
  Fault = 75,      // the session ended by a named fault
};

using BackendFactory = std::function<base::Result<std::unique_ptr<pipe::Backend>>(const std::string& name)>;

// Serves the one session of this connection and returns when it is over. A thread that hangs in a driver is left behind;
// the process is expected to end now.
ExitCode serveSession(base::OwnedFd socket, const BackendFactory& createBackend);

}  // namespace remote
