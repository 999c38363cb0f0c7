// SPDX-License-Identifier: Apache-2.0
// The server program: serves the one session whose connection it was started with, and never becomes a client.
//
// Two facts make a server, and both must be there: the role in the environment and the socket in the arguments. Client
// variables in its environment mean that the scrub failed; a driver loaded here could then start servers of its own.
#include <fcntl.h>
#include <linux/close_range.h>
#include <malloc.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/log.h"
#include "base/settings.gen.h"
#include "lib/create_backend.h"
#include "remote/control_socket.h"
#include "remote/server.h"
#ifdef MOBILEGL_ASAN
#include <sanitizer/lsan_interface.h>
#endif

namespace {

constexpr const char* kForbidden[] = {"MOBILEGL_TRANSPORT", "MOBILEGL_BACKEND", "MOBILEGL_IPC_SERVER_PATH"};

int refuse(remote::ExitCode code, const char* sentence) {
  base::log(base::LogLevel::Error, sentence);
  return static_cast<int>(code);
}

// The socket's number, or -1.
int socketArgument(int count, char** arguments) {
  if (count != 3 || std::strcmp(arguments[1], "--socket") != 0) return -1;
  char* end = nullptr;
  const long number = std::strtol(arguments[2], &end, 10);
  if (*end || number < 3 || number > INT_MAX) return -1;
  const int fd = static_cast<int>(number);
  return remote::isStreamSocket(fd) ? fd : -1;
}

// What the application had open is none of the server's business and would be kept open by it.
void closeOthers(int keep) {
  if (keep > 3) ::syscall(SYS_close_range, 3u, static_cast<unsigned>(keep) - 1, 0u);
  ::syscall(SYS_close_range, static_cast<unsigned>(keep) + 1, ~0u, 0u);
}

// Drivers take and free tens of megabytes a frame. glibc's secondary arenas, which every thread but the first one gets,
// give such memory back to the kernel at once, heap by heap, and the main one does so beyond 128 KiB: each frame then
// faults its pages in again (measured: up to half of the frame's time). This process is the driver's alone, so it keeps
// what it has had. Whoever sets glibc's own variables knows better.
void keepMemory() {
#ifdef __GLIBC__
  constexpr int kKeptBytes = 128 << 20, kMappedFromBytes = 32 << 20;
  if (std::getenv("GLIBC_TUNABLES")) return;
  if (!std::getenv("MALLOC_ARENA_MAX")) ::mallopt(M_ARENA_MAX, 1);
  if (!std::getenv("MALLOC_TRIM_THRESHOLD_")) ::mallopt(M_TRIM_THRESHOLD, kKeptBytes);
  if (!std::getenv("MALLOC_MMAP_THRESHOLD_")) ::mallopt(M_MMAP_THRESHOLD, kMappedFromBytes);
#endif
}

}  // namespace

int main(int count, char** arguments) {
  base::setLogRole("server");
  const char* role = std::getenv("MOBILEGL_ROLE");
  if (!role || std::strcmp(role, "server") != 0)
    return refuse(remote::ExitCode::Role,
                  "This program serves one MobileGL session and is started by the library; run an application with "
                  "MOBILEGL_TRANSPORT=spawn instead.");
  for (const char* name : kForbidden)
    if (std::getenv(name)) return refuse(remote::ExitCode::Environment, "A client's variable has reached the server.");
  const int fd = socketArgument(count, arguments);
  if (fd < 0) return refuse(remote::ExitCode::Arguments, "Usage: mobilegl-server --socket N, N being a stream socket.");
  closeOthers(fd);
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  // The client decides when the session ends, also when a terminal interrupts both.
  for (const int number : {SIGPIPE, SIGINT, SIGHUP, SIGQUIT}) ::signal(number, SIG_IGN);
  if (!base::settingsProblem().empty())
    return refuse(remote::ExitCode::Environment, base::settingsProblem().c_str());
  keepMemory();
  const remote::ExitCode code = remote::serveSession(base::OwnedFd(fd), lib::createBackend);
#ifdef MOBILEGL_ASAN
  __lsan_do_leak_check();
#endif
  // Exit handlers of drivers have crashed before, and nothing here is left to write.
  ::_exit(static_cast<int>(code));
}
