// SPDX-License-Identifier: Apache-2.0
// Windows for tests of presenting: an X display in the environment; skipped without one.
#pragma once

#include <xcb/xcb.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "backends/gles/gles_fixture.h"

namespace gles::test {

class GlesPresent : public Gles {
 protected:
  void SetUp() override {
    Gles::SetUp();
    if (!std::getenv("DISPLAY")) GTEST_SKIP() << "There is no X display.";
    // A server that starts anew when its last client leaves may refuse for a moment.
    for (int attempt = 0; attempt < 100; ++attempt) {
      mX = xcb_connect(nullptr, nullptr);
      if (!xcb_connection_has_error(mX)) break;
      if (attempt < 99) xcb_disconnect(mX);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ASSERT_FALSE(xcb_connection_has_error(mX));
    mScreen = xcb_setup_roots_iterator(xcb_get_setup(mX)).data;
  }
  void TearDown() override {
    if (mX) xcb_disconnect(mX);
    Gles::TearDown();
  }
  // A window of a depth; 0 if the screen has no visual of it.
  xcb_window_t window(uint8_t depth) {
    for (auto d = xcb_screen_allowed_depths_iterator(mScreen); d.rem; xcb_depth_next(&d)) {
      if (d.data->depth != depth || !xcb_depth_visuals_length(d.data)) continue;
      const xcb_visualid_t visual = xcb_depth_visuals(d.data)->visual_id;
      const xcb_colormap_t colors = xcb_generate_id(mX);
      xcb_create_colormap(mX, XCB_COLORMAP_ALLOC_NONE, colors, mScreen->root, visual);
      const xcb_window_t id = xcb_generate_id(mX);
      const uint32_t values[] = {0, 0, 1, colors};
      xcb_create_window(mX, depth, id, mScreen->root, 0, 0, 4, 2, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, visual,
                        XCB_CW_BACK_PIXEL | XCB_CW_BORDER_PIXEL | XCB_CW_OVERRIDE_REDIRECT | XCB_CW_COLORMAP, values);
      xcb_map_window(mX, id);
      std::free(xcb_get_input_focus_reply(mX, xcb_get_input_focus(mX), nullptr));
      return id;
    }
    return 0;
  }
  uint32_t pixel(xcb_window_t window, int16_t x, int16_t y) {
    auto* image = xcb_get_image_reply(mX, xcb_get_image(mX, XCB_IMAGE_FORMAT_Z_PIXMAP, window, x, y, 1, 1, ~0u), nullptr);
    if (!image) return 0xDEAD;
    uint32_t value = 0;
    std::memcpy(&value, xcb_get_image_data(image), std::min(xcb_get_image_data_length(image), 4));
    std::free(image);
    return value;
  }
  pipe::SurfaceHandle surface(xcb_window_t id) {
    const auto handle = names().surfaces.mint();
    c->surfaceCreate({.surface = handle, .kind = 1, .visual = 0, .window = id, .depth = 0, .zero = 0}, {});
    return handle;
  }
  pipe::FramebufferHandle halves() {
    const auto fb = framebufferOf(texture(GL_TEXTURE_2D, formats::Format::RGBA8_UNORM, 4, 2), 4, 2);
    bindPipeline(plainState());
    target(fb, 4, 2);
    clearColor(1, 0, 0, 1);
    const pipe::Scissor top{0, 1, 4, 1};
    c->setScissors({.first = 0, .enableMask = 1}, std::span(&top, 1));
    clearColor(0, 0, 1, 1);
    return fb;
  }
  xcb_connection_t* mX = nullptr;
  xcb_screen_t* mScreen = nullptr;
};

}  // namespace gles::test
