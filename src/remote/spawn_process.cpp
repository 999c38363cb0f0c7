// SPDX-License-Identifier: Apache-2.0
#include "remote/spawn_process.h"

#include <dlfcn.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "base/settings.gen.h"

namespace remote {
namespace {

constexpr const char* kProgram = "mobilegl-server";
constexpr const char* kSavedPrefix = "MOBILEGL_RUN_SAVED_";
// What chooses a client's libraries and must not choose the server's.
constexpr const char* kClientOnly[] = {"__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS",
                                       "__GLX_VENDOR_LIBRARY_NAME", "__GLX_FORCE_VENDOR_LIBRARY_0", "LD_PRELOAD"};

std::string folderOfThisCode() {
  Dl_info info{};
  // The address of anything in here; in a static program the name may be a bare argv[0].
  if (::dladdr(reinterpret_cast<const void*>(&folderOfThisCode), &info) && info.dli_fname &&
      info.dli_fname[0] == '/') {
    const std::string name = info.dli_fname;
    return name.substr(0, name.rfind('/'));
  }
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  const std::string name(path, length > 0 ? static_cast<size_t>(length) : 0);
  return name.substr(0, name.rfind('/'));
}

bool reachesServer(const std::string& name) {
  if (name.rfind("MOBILEGL_TEST_", 0) == 0) return true;
  if (name.rfind("MOBILEGL_", 0) != 0)
    return std::find(std::begin(kClientOnly), std::end(kClientOnly), name) == std::end(kClientOnly);
  const auto table = base::settingTable();
  return std::any_of(table.begin(), table.end(), [&](const auto& info) { return name == info.name && info.survives; });
}

}  // namespace

base::Result<std::string> findServer() {
  const std::string& named = base::settings().ipcServerPath;
  if (!named.empty()) {
    if (::access(named.c_str(), X_OK) == 0) return named;
    return base::Error{"MOBILEGL_IPC_SERVER_PATH is '" + named + "', which is not a program: " + std::strerror(errno) +
                       "."};
  }
  const std::string folder = folderOfThisCode();
  for (const char* place : {"/", "/../bin/", "/../../bin/"}) {
    const std::string path = folder + place + kProgram;
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return base::Error{std::string("The server program ") + kProgram + " is neither in " + folder +
                     " nor in the bin folder beside it; MOBILEGL_IPC_SERVER_PATH can name it."};
}

std::vector<std::string> serverEnvironment(const char* const* clientEnvironment) {
  std::map<std::string, std::string> saved;
  std::vector<std::pair<std::string, std::string>> plain;
  for (const char* const* entry = clientEnvironment; entry && *entry; ++entry) {
    const char* equals = std::strchr(*entry, '=');
    if (!equals) continue;
    const std::string name(*entry, equals), value(equals + 1);
    if (name.rfind(kSavedPrefix, 0) == 0)
      saved[name.substr(std::strlen(kSavedPrefix))] = value;
    else
      plain.emplace_back(name, value);
  }
  std::vector<std::string> result;
  for (const auto& [name, value] : plain)
    if (!saved.count(name) && reachesServer(name)) result.push_back(name + "=" + value);
  for (const auto& [name, value] : saved)
    if (!value.empty() && name.rfind("MOBILEGL_", 0) != 0) result.push_back(name + "=" + value);
  result.push_back("MOBILEGL_ROLE=server");
  return result;
}

base::Result<int> executeServer(const std::string& program, int socket, const std::vector<std::string>& environment) {
  // posix_spawn neither copies the address space nor runs fork handlers, and answers with the error of the exec.
  std::vector<char*> variables;
  for (const std::string& entry : environment) variables.push_back(const_cast<char*>(entry.c_str()));
  variables.push_back(nullptr);
  const std::string descriptor = std::to_string(kServerSocket);
  char* arguments[] = {const_cast<char*>(program.c_str()), const_cast<char*>("--socket"),
                       const_cast<char*>(descriptor.c_str()), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  // The copy is not close-on-exec, even onto itself. The server closes what else it inherits.
  ::posix_spawn_file_actions_adddup2(&actions, socket, kServerSocket);
  sigset_t none, all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, program.c_str(), &actions, &attributes, arguments, variables.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error) return base::Error{"The server program " + program + " cannot be executed: " + std::strerror(error) + "."};
  return static_cast<int>(pid);
}

}  // namespace remote
