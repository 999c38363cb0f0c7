// SPDX-License-Identifier: Apache-2.0
#include "tools/run.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace {

std::map<std::string, std::string> asMap(const std::vector<tools::Variable>& variables) {
  std::map<std::string, std::string> map;
  for (const auto& variable : variables) map[variable.name] = variable.value;
  return map;
}

// The user's own choice of libraries is kept for the server, and ours is put in front.
TEST(Run, KeepsFormerValuesForTheServer) {
  const auto variables =
      asMap(tools::runVariables({}, "/x/lib", "/x/40.json", [](const char* name) -> const char* {
        return std::strcmp(name, "LD_LIBRARY_PATH") == 0 ? "/user/lib" : nullptr;
      }));
  EXPECT_EQ(variables.at("LD_LIBRARY_PATH"), "/x/lib:/user/lib");
  EXPECT_EQ(variables.at("MOBILEGL_RUN_SAVED_LD_LIBRARY_PATH"), "/user/lib");
  EXPECT_EQ(variables.at("MOBILEGL_RUN_SAVED___EGL_VENDOR_LIBRARY_FILENAMES"), "");
  EXPECT_EQ(variables.at("__EGL_VENDOR_LIBRARY_FILENAMES"), "/x/40.json");
  EXPECT_EQ(variables.at("__GLX_VENDOR_LIBRARY_NAME"), "mobilegl");
  EXPECT_EQ(variables.at("MOBILEGL_TRANSPORT"), "spawn");
  EXPECT_EQ(variables.at("MOBILEGL_BACKEND"), "gles");
}

// A run started by a program under run must not take our values for the user's.
TEST(Run, NestedRunKeepsTheOutermostValues) {
  const auto variables =
      asMap(tools::runVariables({}, "/x/lib", "/x/40.json", [](const char* name) -> const char* {
        if (std::strcmp(name, "MOBILEGL_RUN_SAVED_LD_LIBRARY_PATH") == 0) return "/user/lib";
        return std::strcmp(name, "LD_LIBRARY_PATH") == 0 ? "/x/lib:/user/lib" : nullptr;
      }));
  EXPECT_EQ(variables.count("MOBILEGL_RUN_SAVED_LD_LIBRARY_PATH"), 0u);
}

// A Vulkan driver inside the program may need its own EGL vendor library; nobody else sees other vendors than ours.
TEST(Run, OtherVendorsFollowOnlyForVulkanInTheProgram) {
  tools::RunOptions options;
  for (const char* transport : {"spawn", "inproc", "monolith"})
    for (const char* backend : {"gles", "vulkan"}) {
      options.transport = transport;
      options.backend = backend;
      const bool inside = std::strcmp(transport, "spawn") != 0 && std::strcmp(backend, "vulkan") == 0;
      EXPECT_EQ(tools::vendorFilesFor(options, "/x/40.json", "/a.json:/b.json"),
                inside ? "/x/40.json:/a.json:/b.json" : "/x/40.json");
      EXPECT_EQ(tools::vendorFilesFor(options, "/x/40.json", ""), "/x/40.json");
    }
}

}  // namespace
