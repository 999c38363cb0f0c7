// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/loader.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "backends/gles/backend.h"
#include "formats/formats.h"

namespace gles {
namespace {

class Environment : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : kNames) ::unsetenv(name);
    mFolder = std::filesystem::temp_directory_path() / ("mobilegl_loader_test_" + std::to_string(::getpid()));
    std::filesystem::create_directories(mFolder);
  }
  void TearDown() override {
    for (const char* name : kNames) ::unsetenv(name);
    std::filesystem::remove_all(mFolder);
  }
  std::string file(const std::string& name, const std::string& text) {
    const auto path = (mFolder / name).string();
    std::ofstream(path) << text;
    return path;
  }
  static constexpr const char* kNames[] = {"MOBILEGL_GLES_LIBRARY", "__EGL_VENDOR_LIBRARY_DIRS",
                                           "__EGL_VENDOR_LIBRARY_FILENAMES"};
  std::filesystem::path mFolder;
};

std::string vendorFile(const std::string& library) {
  return "{ \"file_format_version\" : \"1.0.0\",\n  \"ICD\" : { \"library_path\" : \"" + library + "\" } }\n";
}

// The path comes out of a vendor file however it is spaced; other text has none.
TEST_F(Environment, VendorFilesName) {
  EXPECT_EQ(libraryPathOfVendorJson(vendorFile("libEGL_x.so.0")), "libEGL_x.so.0");
  EXPECT_EQ(libraryPathOfVendorJson("{\"ICD\":{\"library_path\":\"a\\\\b\"}}"), "a\\b");
  EXPECT_EQ(libraryPathOfVendorJson("{\"library_path\""), "");
  EXPECT_EQ(libraryPathOfVendorJson(""), "");
}

// The setting wins over everything.
TEST_F(Environment, SettingWins) {
  ::setenv("MOBILEGL_GLES_LIBRARY", "libMine.so", 1);
  ::setenv("__EGL_VENDOR_LIBRARY_FILENAMES", file("a.json", vendorFile("libOther.so")).c_str(), 1);
  EXPECT_EQ(driverCandidates(), std::vector<std::string>{"libMine.so"});
}

// Named vendor files come first, then folders in the order of their names; duplicates once.
TEST_F(Environment, VendorFilesInOrder) {
  const auto named = file("z.txt", vendorFile("libNamed.so"));
  file("20_b.json", vendorFile("libB.so"));
  file("10_a.json", vendorFile("libA.so"));
  file("30_again.json", vendorFile("libNamed.so"));
  ::setenv("__EGL_VENDOR_LIBRARY_FILENAMES", named.c_str(), 1);
  ::setenv("__EGL_VENDOR_LIBRARY_DIRS", mFolder.c_str(), 1);
  EXPECT_EQ(driverCandidates(), (std::vector<std::string>{"libNamed.so", "libA.so", "libB.so"}));
}

// Where the environment names only our own library, the system's folders are used as if it said nothing.
TEST_F(Environment, OwnLibraryIsSkipped) {
  const std::vector<std::string> system = driverCandidates();
  const auto own = file("own.json", vendorFile(MGL_MARKED_LIBRARY));
  ::setenv("__EGL_VENDOR_LIBRARY_FILENAMES", own.c_str(), 1);
  EXPECT_EQ(driverCandidates(), system);
  EXPECT_FALSE(loadDriver(MGL_MARKED_LIBRARY));
}

// What cannot work says why in one sentence that names the library.
TEST_F(Environment, FailuresName) {
  const auto missing = loadDriver("libNoSuchDriver.so.7");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().text.find("libNoSuchDriver.so.7"), std::string::npos);
  const auto foreign = loadDriver("libc.so.6");
  ASSERT_FALSE(foreign);
  EXPECT_NE(foreign.error().text.find("libc.so.6"), std::string::npos);
  ::setenv("MOBILEGL_GLES_LIBRARY", "libNoSuchDriver.so.7", 1);
  const auto backend = createBackend();
  ASSERT_FALSE(backend);
  EXPECT_NE(backend.error().text.find("libNoSuchDriver.so.7"), std::string::npos);
}

// The machine's driver answers, and reports what OpenGL 3.3 needs at least.
TEST_F(Environment, MachineDriverReports) {
  const auto backend = createBackend();
  ASSERT_TRUE(backend) << backend.error().text;
  const pipe::Caps& caps = (*backend)->caps();
  EXPECT_EQ(caps.backend, "gles");
  EXPECT_NE(caps.version.find("OpenGL ES 3."), std::string::npos);
  EXPECT_GE(caps.limits.maxTextureSize, 2048u);
  EXPECT_GE(caps.limits.maxUniformBuffersPerStage, 11u);
  EXPECT_GE(caps.limits.maxCombinedSamplers, 48u);
  EXPECT_TRUE(caps.formats[static_cast<size_t>(formats::Format::RGBA8_UNORM)].renderable);
  EXPECT_TRUE(caps.formats[static_cast<size_t>(formats::Format::Z24S8)].renderable);
  EXPECT_FALSE(caps.formats[static_cast<size_t>(formats::Format::L8_UNORM)].renderable);
}

}  // namespace
}  // namespace gles
