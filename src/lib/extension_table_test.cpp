// SPDX-License-Identifier: Apache-2.0
// The list of extensions against gl.xml and the commands that have bodies.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "gl/extension_gaps.gen.h"
#include "gl/proc_table.gen.h"
#include "lib/device_info.h"

namespace lib {
namespace {

bool hasBody(std::string_view command) {
  for (const gl::CommandInfo& info : gl::commands())
    if (command == info.name) return *info.chapter != '\0';
  return false;
}

// Every command of an extension that may be reported has a body: programs call what the list promises.
TEST(ExtensionTable, ReportedExtensionsAreWhole) {
  for (const ExtensionRule& rule : extensionRules()) {
    if (rule.command && !hasBody(rule.command)) continue;  // not reported
    for (const gl::ExtensionGap& gap : gl::extensionGaps())
      EXPECT_STRNE(rule.name, gap.extension) << gap.command << " has no body";
  }
}

// The gap list itself sees something: this extension is known to gl.xml and not here.
TEST(ExtensionTable, GapsAreSeen) {
  bool seen = false;
  for (const gl::ExtensionGap& gap : gl::extensionGaps())
    seen |= std::string_view(gap.extension) == "GL_NV_path_rendering";
  EXPECT_TRUE(seen);
}

// Each name stands once.
TEST(ExtensionTable, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const ExtensionRule& rule : extensionRules()) EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
}

}  // namespace
}  // namespace lib
