// SPDX-License-Identifier: Apache-2.0
// Starting the server program: where it is, what environment it gets, and the exec itself.
#pragma once

#include <string>
#include <vector>

#include "base/os.h"
#include "base/result.h"

namespace remote {

// The descriptor under which the server finds its socket.
inline constexpr int kServerSocket = 3;

// MOBILEGL_IPC_SERVER_PATH, else beside this library (or program), else in ../bin.
base::Result<std::string> findServer();

// The environment of a server, from the client's: without what makes a client of it or was added to make one of the
// application (our variables, the vendor-library choice, preloads), with what `mobilegl run` saved as
// MOBILEGL_RUN_SAVED_name (empty: the variable was not set), and with MOBILEGL_ROLE=server.
std::vector<std::string> serverEnvironment(const char* const* clientEnvironment);

// Executes the program with `socket` as its only extra descriptor. The process id, or why it could not be executed.
base::Result<int> executeServer(const std::string& program, int socket, const std::vector<std::string>& environment);

}  // namespace remote
