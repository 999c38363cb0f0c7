// SPDX-License-Identifier: Apache-2.0
#include "tools/info.h"

#include <cstdio>
#include <cstring>

#include "base/settings.gen.h"
#include "gl/proc_table.gen.h"
#include "lib/device_info.h"
#include "lib/winsys_screen.h"

namespace tools {
namespace {

void print(const char* name, const std::string& value) {
  std::printf("  %-28s %s\n", name, value.c_str());
}

std::string versionText(int version) {
  if (version == 0) return "none";
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

const char* levelText(uint8_t level) {
  return level == 2 ? "native" : level == 1 ? "emulated" : "absent";
}

void printFeatures(const pipe::Caps& caps) {
  std::printf("Features of the back end\n");
  pipe::forEachFeature(caps.features,
                       [](const char* name, const uint8_t& level) { print(name, levelText(level)); });
}

void printLimit(const char* name, uint32_t value) {
  print(name, std::to_string(value));
}
void printLimit(const char* name, int32_t value) {
  print(name, std::to_string(value));
}
void printLimit(const char* name, float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", static_cast<double>(value));
  print(name, text);
}

void printLimits(const pipe::Caps& caps) {
  std::printf("Limits of the back end\n");
  pipe::forEachLimit(caps.limits, [](const char* name, const auto& value) { printLimit(name, value); });
}

void printMissing(bool list) {
  unsigned missing = 0, missingCore = 0;
  for (const gl::CommandInfo& command : gl::commands()) {
    if (*command.chapter != '\0') continue;
    ++missing;
    missingCore += command.isCore && command.version && command.version <= 33;
  }
  std::printf("Commands\n");
  print("known", std::to_string(gl::kCommandCount));
  print("without a body",
        std::to_string(missing) + " (" + std::to_string(missingCore) + " of OpenGL 3.3 core)");
  if (!list) return;
  for (const gl::CommandInfo& command : gl::commands())
    if (*command.chapter == '\0') std::printf("    %s\n", command.name);
}

}  // namespace

int info(const InfoOptions& options) {
  const auto opened = lib::openWinsysScreen();
  if (!opened) {
    std::fprintf(stderr, "mobilegl info: %s\n", opened.error().text.c_str());
    return 1;
  }
  const pipe::Caps& caps = opened->screen->caps();
  const gl::DeviceInfo& device = *opened->device;
  std::printf("Arm\n");
  print("topology", std::string(opened->screen->topology()));
  print("back end", caps.backend);
  print("driver", caps.driver);
  print("driver version", caps.version);
  std::printf("OpenGL\n");
  print("renderer", device.renderer);
  print("core profile", versionText(device.maxCoreVersion));
  print("compatibility profile", versionText(device.maxCompatVersion));
  for (const lib::FeatureRule& rule : lib::missingFeatures(caps))
    print("held back by", std::string(rule.feature) + ", which OpenGL " + versionText(rule.neededBy) + " needs");
  print("GLSL", std::to_string(device.glslVersion));
  print("extensions", std::to_string(device.extensions.size() + device.legacyExtensions.size()));
  if (options.listExtensions)
    for (const auto* list : {&device.extensions, &device.legacyExtensions})
      for (const std::string& extension : *list) std::printf("    %s\n", extension.c_str());
  printMissing(options.listMissing);
  printFeatures(caps);
  printLimits(caps);
  std::printf("Settings\n");
  for (const std::string& line : base::effectiveSettings()) std::printf("  %s\n", line.c_str());
  return 0;
}

}  // namespace tools
