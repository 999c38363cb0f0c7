// SPDX-License-Identifier: Apache-2.0
// `mobilegl run`: any unmodified GL program on this library.
#pragma once

#include <string>
#include <vector>

namespace tools {

struct RunOptions {
  std::string transport = "spawn";
  std::string backend = "gles";
  std::vector<std::string> program;  // and its arguments
};

// The variables that `run` gives the program, as NAME → value; `former` answers the value a name has now
// (null: none). A variable of others that is replaced is kept as MOBILEGL_RUN_SAVED_NAME for the server,
// whose driver must be chosen by what the user had, not by us; a run within a run keeps the outermost values.
struct Variable {
  std::string name, value;
};
std::vector<Variable> runVariables(const RunOptions& options, const std::string& libraryFolder,
                                   const std::string& vendorFiles, const char* (*former)(const char* name));

// The EGL vendor files that the program shall see: ours alone, so that no display of another vendor is opened in its
// stead. `others` follow only where a Vulkan driver is loaded into the program: one that works without a window system
// may find its way to the device through its own EGL vendor library (NVIDIA's refuses to make an instance otherwise).
std::string vendorFilesFor(const RunOptions& options, const std::string& own, const std::string& others);

// Becomes the program; comes back only with an exit code after one sentence on standard error.
int run(const RunOptions& options);

}  // namespace tools
