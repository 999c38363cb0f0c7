// SPDX-License-Identifier: Apache-2.0
// What the back end asks of a device, and what MOBILEGL_VULKAN_HIDE takes away from it.
#include "backends/vulkan/device.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace vulkan {
namespace {

// What brings features of OpenGL, which `mobilegl info` shows as absent without it, or has a fallback test of its own.
constexpr const char* kFeaturesOfGl[] = {VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME,
                                         VK_KHR_SAMPLER_MIRROR_CLAMP_TO_EDGE_EXTENSION_NAME,
                                         VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME, VK_KHR_SWAPCHAIN_EXTENSION_NAME,
                                         VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME,
                                         VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME};

// Every optional extension that the back end uses is taken away in the runs of the fallbacks (MGL_VULKAN_HIDDEN), so that each
// fallback meets the scenes.
TEST(DeviceTest, EachFallbackIsRun) {
  const auto device = Device::open();
  ASSERT_TRUE(device) << device.error().text;
  std::istringstream hidden(MGL_VULKAN_HIDDEN);
  std::set<std::string> covered(std::begin(kFeaturesOfGl), std::end(kFeaturesOfGl));
  for (std::string name; hidden >> name;) covered.insert(name);
  EXPECT_GT((*device)->extensions().size(), 5u);
  for (const char* name : (*device)->extensions()) EXPECT_TRUE(covered.count(name)) << name << " is in no run of the fallbacks";
}

}  // namespace
}  // namespace vulkan
