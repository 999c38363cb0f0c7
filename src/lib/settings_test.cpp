// SPDX-License-Identifier: Apache-2.0
#include "base/settings.gen.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace base {
namespace {

std::string parse(std::vector<const char*> environment, Settings& settings, std::vector<std::string>& unknown) {
  environment.push_back(nullptr);
  return parseSettings(environment.data(), settings, unknown);
}

// Good values of each type are taken; what is not ours is not looked at.
TEST(Settings, ValuesAreTaken) {
  Settings settings;
  std::vector<std::string> unknown;
  EXPECT_EQ(parse({"MOBILEGL_TRANSPORT=spawn", "MOBILEGL_IPC_RING_MB=64", "MOBILEGL_IPC_AUDIT=1",
                   "MOBILEGL_GLES_LIBRARY=/a/b.so", "HOME=/", "MOBILEGL_RUN_SAVED_LD_PRELOAD=x", "OTHER_TRANSPORT=inproc"},
                  settings, unknown),
            "");
  EXPECT_EQ(settings.transport, Transport::Spawn);
  EXPECT_EQ(settings.ipcRingMb, 64);
  EXPECT_TRUE(settings.ipcAudit);
  EXPECT_EQ(settings.glesLibrary, "/a/b.so");
  EXPECT_TRUE(unknown.empty());
}

// A bad value is refused with the variable's name, the value and what it may be, and counts as the default.
TEST(Settings, BadValuesAreRefusedByName) {
  const char* const cases[] = {"MOBILEGL_TRANSPORT=tcp",      "MOBILEGL_IPC_RING_MB=0",    "MOBILEGL_IPC_RING_MB=1025",
                               "MOBILEGL_IPC_RING_MB=",       "MOBILEGL_IPC_RING_MB=8MiB", "MOBILEGL_IPC_AUDIT=yes",
                               "MOBILEGL_IPC_SPIN_US=-1",     "MOBILEGL_BACKEND=",
                               "MOBILEGL_IPC_RING_MB=99999999999999999999"};
  for (const char* entry : cases) {
    Settings settings;
    std::vector<std::string> unknown;
    const std::string problem = parse({entry}, settings, unknown);
    EXPECT_EQ(problem.rfind(std::string(entry, std::strchr(entry, '=')) + " is '", 0), 0u) << problem;
    EXPECT_NE(problem.find("must be"), std::string::npos);
    EXPECT_EQ(settings.transport, Transport::Monolith);
    EXPECT_EQ(settings.ipcRingMb, 8);
  }
}

// A variable of ours that nobody reads is reported, one that was retired says why.
TEST(Settings, UnknownAndRefusedNamesAreSaid) {
  Settings settings;
  std::vector<std::string> unknown;
  EXPECT_EQ(parse({"MOBILEGL_TRANSPROT=spawn"}, settings, unknown), "");
  ASSERT_EQ(unknown.size(), 1u);
  EXPECT_EQ(unknown[0], "MOBILEGL_TRANSPROT");
  const std::string problem = parse({"MOBILEGL_IPC_RESPAWN=1"}, settings, unknown);
  EXPECT_EQ(problem.rfind("MOBILEGL_IPC_RESPAWN is refused: ", 0), 0u) << problem;
}

// Every row of the table prints its default as its value, has a text, and its name once.
TEST(Settings, TheTableIsWhole) {
  const Settings settings;
  std::set<std::string> names;
  for (size_t i = 0; i < settingTable().size(); ++i) {
    const SettingInfo& info = settingTable()[i];
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(settingLine(settings, i), std::string(info.name) + "=" + info.defaultValue);
    EXPECT_STRNE(info.text, "");
  }
}

// The handshake may set shared settings only, and only to good values.
TEST(Settings, OnlySharedOnesTravel) {
  std::string problem;
  EXPECT_TRUE(overrideSetting("MOBILEGL_IPC_STAGE_MB", "48", problem));
  EXPECT_EQ(settings().ipcStageMb, 48);
  EXPECT_FALSE(overrideSetting("MOBILEGL_IPC_STAGE_MB", "0", problem));
  EXPECT_FALSE(overrideSetting("MOBILEGL_GLES_LIBRARY", "/evil.so", problem));
  EXPECT_FALSE(overrideSetting("PATH", "/", problem));
  EXPECT_EQ(settings().ipcStageMb, 48);
}

}  // namespace
}  // namespace base
