// SPDX-License-Identifier: Apache-2.0
#include "winsys/config.h"

#include <gtest/gtest.h>

#include <set>

#include "base/gl_enums.gen.h"
#include "winsys/fake_display.h"

namespace winsys {
namespace {

// Ids are dense from the first one, because handles are looked up by position.
TEST(Configs, IdsAreDense) {
  const auto display = fakeDisplay(usualVisuals());
  for (size_t i = 0; i < display->configs.size(); ++i)
    EXPECT_EQ(display->configs[i].id, static_cast<int>(i) + 1);
  EXPECT_EQ(display->config(1), &display->configs.front());
  EXPECT_EQ(display->config(0), nullptr);
}

// A program that asks for alpha must meet the opaque visual before the translucent one.
TEST(Configs, AlphaOnOpaqueWindowsComesFirst) {
  const auto display = fakeDisplay(usualVisuals());
  for (const Config& config : display->configs) {
    if (config.alpha != 8) continue;
    EXPECT_EQ(config.visualDepth, 24);
    break;
  }
  std::set<uint32_t> visuals;
  for (const Config& config : display->configs) visuals.insert(config.visualId);
  EXPECT_TRUE(visuals.count(0x60));
}

// Without windows nothing claims a visual, and deep colour is not offered.
TEST(Configs, SurfacelessDisplaysHaveNoVisuals) {
  const auto display = fakeDisplay({});
  ASSERT_FALSE(display->configs.empty());
  for (const Config& config : display->configs) {
    EXPECT_FALSE(config.fitsWindows());
    EXPECT_LE(config.red, 8);
  }
}

// What the back end cannot render to is not offered, in whatever combination.
TEST(Configs, FollowTheBackEndsFormats) {
  auto device = ableDevice();
  device->formats[static_cast<size_t>(formats::fromInternalFormat(glenum::STENCIL_INDEX8_))].render = false;
  device->formats[static_cast<size_t>(formats::fromInternalFormat(glenum::RGBA8_))].maxSamples = 0;
  bool hasMultisampledRgb = false;
  for (const Config& config : buildConfigs(*device, false, {}, 0, 1)) {
    EXPECT_NE(config.stencilFormat, glenum::STENCIL_INDEX8_);
    EXPECT_TRUE(config.alpha != 8 || config.samples == 0);
    EXPECT_FALSE(config.srgb);
    hasMultisampledRgb |= config.alpha == 0 && config.samples == 4;
  }
  EXPECT_TRUE(hasMultisampledRgb);
}

// Images of eight bits a channel fit windows of depth 24 and 32 only.
TEST(Configs, WindowDepths) {
  const auto display = fakeDisplay(usualVisuals());
  EXPECT_TRUE(fitsDepth(display->configs.front(), 24));
  EXPECT_TRUE(fitsDepth(display->configs.front(), 32));
  EXPECT_FALSE(fitsDepth(display->configs.front(), 16));
  EXPECT_FALSE(fitsDepth(display->configs.front(), 8));
}

}  // namespace
}  // namespace winsys
