// SPDX-License-Identifier: Apache-2.0
// Needs an X display in the environment; skipped without one.
#include "backends/gles/gles_present_fixture.h"

namespace gles::test {
namespace {

// A frame arrives the right way up, with its channels in place, in windows of any depth.
TEST_F(GlesPresent, FrameArrives) {
  const auto fb = halves();
  int shown = 0;
  for (const uint8_t depth : {uint8_t{24}, uint8_t{32}, uint8_t{16}}) {
    const xcb_window_t id = window(depth);
    if (!id) continue;
    SCOPED_TRACE(int{depth});
    const auto s = surface(id);
    c->present({.surface = s, .source = fb, .serial = 1, .width = 4, .height = 2, .interval = 0, .zero = 0});
    // Another frame's turn of the images must not disturb what is shown.
    c->present({.surface = s, .source = fb, .serial = 2, .width = 4, .height = 2, .interval = 0, .zero = 0});
    c->present({.surface = s, .source = fb, .serial = 3, .width = 4, .height = 2, .interval = 0, .zero = 0});
    pipe::FinishReply finished;
    EXPECT_EQ(c->finish({.zero = 0}, finished), pipe::ReplyStatus::Ok);
    const uint32_t mask = depth == 16 ? 0xFFFF : 0xFFFFFF;
    EXPECT_EQ(pixel(id, 1, 0) & mask, depth == 16 ? 0x1Fu : 0xFFu);
    EXPECT_EQ(pixel(id, 1, 1) & mask, depth == 16 ? 0xF800u : 0xFF0000u);
    pipe::SurfaceDestroyReply reply;
    EXPECT_EQ(c->surfaceDestroy({.surface = s}, reply), pipe::ReplyStatus::Ok);
    ++shown;
  }
  EXPECT_GT(shown, 0);
  EXPECT_EQ(events.lostSurfaces, 0);
}

// A window that is gone, or never was, is an event and no crash.
TEST_F(GlesPresent, LostWindows) {
  const auto fb = halves();
  const xcb_window_t id = window(mScreen->root_depth);
  const auto s = surface(id);
  xcb_destroy_window(mX, id);
  std::free(xcb_get_input_focus_reply(mX, xcb_get_input_focus(mX), nullptr));
  // The answer about a frame is looked at when its image is wanted again.
  for (uint64_t serial = 1; serial <= 3; ++serial)
    c->present({.surface = s, .source = fb, .serial = serial, .width = 4, .height = 2, .interval = 0, .zero = 0});
  EXPECT_EQ(events.lostSurfaces, 1);
  surface(0x12345);
  EXPECT_EQ(events.lostSurfaces, 2);
}

}  // namespace
}  // namespace gles::test
