// SPDX-License-Identifier: Apache-2.0
#include "tools/run.h"

#include <errno.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tools/places.h"

namespace tools {
namespace {

constexpr int kCannotStart = 126, kNotFound = 127;  // as a shell reports them

int refuse(int code, const std::string& sentence) {
  std::fprintf(stderr, "mobilegl run: %s\n", sentence.c_str());
  return code;
}

const char* environmentValue(const char* name) {
  return std::getenv(name);
}

}  // namespace

std::vector<Variable> runVariables(const RunOptions& options, const std::string& libraryFolder,
                                   const std::string& vendorFiles, const char* (*former)(const char* name)) {
  const char* const libraryPath = former("LD_LIBRARY_PATH");
  const std::vector<Variable> replaced = {
      {"__EGL_VENDOR_LIBRARY_FILENAMES", vendorFiles},
      {"__GLX_VENDOR_LIBRARY_NAME", "mobilegl"},
      {"LD_LIBRARY_PATH", libraryPath && *libraryPath ? libraryFolder + ":" + libraryPath : libraryFolder},
  };
  std::vector<Variable> variables = {{"MOBILEGL_TRANSPORT", options.transport},
                                     {"MOBILEGL_BACKEND", options.backend}};
  for (const Variable& variable : replaced) {
    const std::string saved = "MOBILEGL_RUN_SAVED_" + variable.name;
    if (!former(saved.c_str())) {
      const char* value = former(variable.name.c_str());
      variables.push_back({saved, value ? value : ""});
    }
    variables.push_back(variable);
  }
  return variables;
}

std::string vendorFilesFor(const RunOptions& options, const std::string& own, const std::string& others) {
  if (options.backend != "vulkan" || options.transport == "spawn" || others.empty()) return own;
  return own + ":" + others;
}

int run(const RunOptions& options) {
  const Places places = findPlaces();
  if (places.libraryFolder.empty())
    return refuse(kCannotStart,
                  "The library libEGL_mobilegl.so.0 is not in the lib folder beside this command; build it "
                  "or install the whole package.");
  if (places.vendorFile.empty())
    return refuse(kCannotStart,
                  "The vendor file 40_mobilegl.json is not in share/glvnd/egl_vendor.d beside this command; "
                  "build it or install the whole package.");
  if (options.transport == "spawn" && places.server.empty())
    return refuse(kCannotStart,
                  "The server program mobilegl-server is neither beside this command nor named by "
                  "MOBILEGL_IPC_SERVER_PATH; build it or use --transport monolith.");
  const char* wanted = std::getenv("MOBILEGL_RUN_SAVED___EGL_VENDOR_LIBRARY_FILENAMES");
  if (!wanted) wanted = std::getenv("__EGL_VENDOR_LIBRARY_FILENAMES");
  const std::string vendorFiles =
      vendorFilesFor(options, places.vendorFile, wanted && *wanted ? wanted : systemVendorFiles());
  for (const Variable& variable : runVariables(options, places.libraryFolder, vendorFiles, environmentValue))
    ::setenv(variable.name.c_str(), variable.value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : options.program)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  return refuse(errno == ENOENT ? kNotFound : kCannotStart,
                "The program " + options.program[0] + " cannot be started: " + std::strerror(errno) + ".");
}

}  // namespace tools
