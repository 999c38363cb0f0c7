// SPDX-License-Identifier: Apache-2.0
// Swapchains: what is chosen for a window, and what they cost while a window lives. Needs an X display and
// MOBILEGL_PRESENT=native; skipped without a display.
#include "backends/vulkan/swapchain.h"

#include <thread>

#include "backends/gles/gles_present_fixture.h"

namespace gles::test {
namespace {

using vulkan::presentModeFor;

// The interval picks a mode that does not wait where there is one, and FIFO else.
TEST(Swapchain, ModeForInterval) {
  const std::vector<VkPresentModeKHR> few = {VK_PRESENT_MODE_FIFO_KHR},
                                      some = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR},
                                      all = {VK_PRESENT_MODE_IMMEDIATE_KHR, VK_PRESENT_MODE_MAILBOX_KHR,
                                             VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_FIFO_RELAXED_KHR};
  EXPECT_EQ(presentModeFor(1, all), VK_PRESENT_MODE_FIFO_KHR);
  EXPECT_EQ(presentModeFor(2, all), VK_PRESENT_MODE_FIFO_KHR);
  EXPECT_EQ(presentModeFor(0, all), VK_PRESENT_MODE_MAILBOX_KHR);
  EXPECT_EQ(presentModeFor(0, some), VK_PRESENT_MODE_IMMEDIATE_KHR);
  EXPECT_EQ(presentModeFor(0, few), VK_PRESENT_MODE_FIFO_KHR);
  EXPECT_EQ(presentModeFor(-1, all), VK_PRESENT_MODE_FIFO_RELAXED_KHR);
  EXPECT_EQ(presentModeFor(-1, some), VK_PRESENT_MODE_FIFO_KHR);
}

class SwapchainWindow : public GlesPresent {
 protected:
  // Of the display's window of that depth, when a driver offers these formats.
  VkFormat formatFor(uint8_t depth, const std::vector<VkFormat>& formats) {
    const xcb_window_t id = window(depth);
    if (!id) return VK_FORMAT_MAX_ENUM;
    auto opened = window::X11Window::open("", id);
    EXPECT_TRUE(opened);
    std::vector<VkSurfaceFormatKHR> offered;
    for (const VkFormat format : formats) offered.push_back({format, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR});
    return vulkan::swapchainFormatFor(**opened, offered);
  }
  void resize(xcb_window_t id, uint32_t width, uint32_t height) {
    const uint32_t size[] = {width, height};
    xcb_configure_window(mX, id, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
    std::free(xcb_get_input_focus_reply(mX, xcb_get_input_focus(mX), nullptr));
  }
  void show(pipe::SurfaceHandle surface, pipe::FramebufferHandle source, uint32_t width, uint32_t height, int32_t interval) {
    c->present({.surface = surface, .source = source, .serial = ++mSerial, .width = width, .height = height,
                .interval = interval, .zero = 0});
  }
  void finish() {
    pipe::FinishReply finished;
    EXPECT_EQ(c->finish({.zero = 0}, finished), pipe::ReplyStatus::Ok);
  }
  static const vulkan::Counters& counters() { return vulkan::countersOf(*sBackend); }
  uint64_t mSerial = 0;
};

// A format without a curve is taken wherever it stands in the list, and none for windows whose alpha would be lost.
TEST_F(SwapchainWindow, FormatByValue) {
  EXPECT_EQ(formatFor(24, {VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_B8G8R8A8_UNORM}), VK_FORMAT_B8G8R8A8_UNORM);
  EXPECT_EQ(formatFor(24, {VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_R8G8B8A8_UNORM}), VK_FORMAT_R8G8B8A8_UNORM);
  EXPECT_EQ(formatFor(24, {VK_FORMAT_B8G8R8A8_SRGB}), VK_FORMAT_UNDEFINED);
  const VkFormat deep = formatFor(32, {VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_B8G8R8A8_UNORM});
  EXPECT_TRUE(deep == VK_FORMAT_UNDEFINED || deep == VK_FORMAT_MAX_ENUM);
}

// Frames of one size use one swapchain, and the CPU waits for none of them.
TEST_F(SwapchainWindow, SteadyFrames) {
  const auto fb = halves();
  const xcb_window_t id = window(24);
  if (!id) GTEST_SKIP() << "The display has no windows of depth 24.";
  const auto s = surface(id);
  const uint64_t swapchains = counters().swapchains, presents = counters().presents;
  // The first batches of a process are waited for (exit_wait.h).
  constexpr int kFirst = 10;
  for (int i = 0; i < kFirst; ++i) show(s, fb, 4, 2, 1);
  finish();
  const uint64_t waits = counters().waits;
  for (int i = 0; i < 40; ++i) {
    show(s, fb, 4, 2, 1);
    // Many batches ahead of a slow device, the next one waits for the oldest: that is no wait of a frame's.
    c->fenceCreate({.fence = {static_cast<uint32_t>(i), 1}});
    while (c->poll(true)) std::this_thread::yield();
  }
  EXPECT_EQ(counters().waits, waits);
  EXPECT_EQ(counters().presents, presents + kFirst + 40);
  EXPECT_EQ(counters().swapchains, swapchains + 1);
  // Another interval is another mode.
  show(s, fb, 4, 2, 0);
  show(s, fb, 4, 2, 0);
  EXPECT_EQ(counters().swapchains, swapchains + 2);
  finish();
  EXPECT_EQ(pixel(id, 1, 0) & 0xFFFFFF, 0xFFu);
  EXPECT_EQ(events.lostSurfaces, 0);
}

// A window that changes its size with each frame shows the last one whole, also when the frames lag behind the window.
TEST_F(SwapchainWindow, ResizeStorm) {
  const xcb_window_t id = window(24);
  if (!id) GTEST_SKIP() << "The display has no windows of depth 24.";
  const auto s = surface(id);
  bindPipeline(plainState());
  uint32_t width = 0, height = 0;
  for (uint32_t i = 0; i < 60; ++i) {
    const uint32_t lagging = width ? width : 4;
    width = 20 + i * 37 % 300;
    height = 10 + i * 53 % 200;
    resize(id, width, height);
    const auto fb = framebufferOf(texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, width, height), width, height);
    target(fb, width, height);
    clearColor(0, 1, 0, 1);
    show(s, fb, i % 3 ? width : std::min(lagging, width), height, 1);
    if (i == 59) show(s, fb, width, height, 1);
  }
  finish();
  EXPECT_EQ(pixel(id, 0, 0) & 0xFFFFFF, 0xFF00u);
  EXPECT_EQ(pixel(id, static_cast<int16_t>(width - 1), static_cast<int16_t>(height - 1)) & 0xFFFFFF, 0xFF00u);
  EXPECT_EQ(events.lostSurfaces, 0);
}

// What is written to windows are values, not light: a frame of an sRGB format keeps its bytes.
TEST_F(SwapchainWindow, NoCurve) {
  const xcb_window_t id = window(24);
  if (!id) GTEST_SKIP() << "The display has no windows of depth 24.";
  const auto s = surface(id);
  bindPipeline(plainState());
  for (const auto format : {formats::Format::RGBA8_UNORM, formats::Format::RGBA8_SRGB}) {
    const auto fb = framebufferOf(texture(GL_TEXTURE_2D, format, 4, 2), 4, 2);
    target(fb, 4, 2);
    clearColor(0.5f, 0.25f, 0.75f, 1);
    show(s, fb, 4, 2, 1);
    finish();
    EXPECT_EQ(pixel(id, 1, 1) & 0xFFFFFF, 0x8040BFu);
  }
}

}  // namespace
}  // namespace gles::test
