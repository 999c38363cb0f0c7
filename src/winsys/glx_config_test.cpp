// SPDX-License-Identifier: Apache-2.0
#include "winsys/glx_config.h"

#include <gtest/gtest.h>

#include "winsys/fake_display.h"

#include "winsys/glx_headers.h"

namespace winsys {
namespace {

// GLX 1.4 §3.3.3: larger depth first, single-buffered before double-buffered unless asked.
TEST(GlxChoose, SortsAsSpecified) {
  const auto display = fakeDisplay(usualVisuals());
  GlxCriteria criteria;
  const int list[] = {GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8, GLX_DEPTH_SIZE, 1, 0};
  ASSERT_TRUE(criteria.parsePairs(list));
  const auto found = criteria.choose(*display, 0);
  ASSERT_FALSE(found.empty());
  EXPECT_FALSE(found[0]->doubleBuffered);
  EXPECT_EQ(found[0]->depth, 24);
  EXPECT_EQ(found[0]->stencil, 0);
  EXPECT_EQ(found[0]->alpha, 0);
  EXPECT_FALSE(found[0]->srgb);
}

// The old list: a name that stands alone does not swallow the next one, and what is absent means False.
TEST(GlxChoose, VisualList) {
  const auto display = fakeDisplay(usualVisuals());
  GlxCriteria criteria;
  const int list[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16, GLX_STENCIL_SIZE, 8, 0};
  ASSERT_TRUE(criteria.parseVisualList(list));
  const auto found = criteria.choose(*display, 0);
  ASSERT_FALSE(found.empty());
  for (const Config* config : found)
    EXPECT_TRUE(config->doubleBuffered && config->depth >= 16 && config->stencil == 8);
  GlxCriteria single;
  const int plain[] = {GLX_RGBA, 0};
  ASSERT_TRUE(single.parseVisualList(plain));
  for (const Config* config : single.choose(*display, 0)) EXPECT_FALSE(config->doubleBuffered);
}

// Colour index rendering and accumulation buffers are not offered.
TEST(GlxChoose, WhatIsNotOffered) {
  const auto display = fakeDisplay(usualVisuals());
  const int index[] = {GLX_DOUBLEBUFFER, 0};
  EXPECT_FALSE(GlxCriteria().parseVisualList(index));
  GlxCriteria accumulation;
  const int list[] = {GLX_RGBA, GLX_ACCUM_RED_SIZE, 1, 0};
  ASSERT_TRUE(accumulation.parseVisualList(list));
  EXPECT_TRUE(accumulation.choose(*display, 0).empty());
}

// sRGB-capable configs are found when asked for.
TEST(GlxChoose, SrgbCapable) {
  const auto display = fakeDisplay(usualVisuals());
  GlxCriteria criteria;
  const int list[] = {GLX_DOUBLEBUFFER, 1, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, 1, 0};
  ASSERT_TRUE(criteria.parsePairs(list));
  const auto found = criteria.choose(*display, 0);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found[0]->srgb);
}

// An attribute that no config has makes the list bad.
TEST(GlxChoose, RefusesUnknownAttributes) {
  const int list[] = {0x7fff, 1, 0};
  EXPECT_FALSE(GlxCriteria().parsePairs(list));
}

}  // namespace
}  // namespace winsys
