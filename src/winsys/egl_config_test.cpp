// SPDX-License-Identifier: Apache-2.0
#include "winsys/egl_config.h"

#include <gtest/gtest.h>

#include "winsys/fake_display.h"

namespace winsys {
namespace {

std::vector<const Config*> choose(const NativeDisplay& display, std::vector<EGLint> attributes) {
  attributes.push_back(EGL_NONE);
  ConfigCriteria criteria;
  EXPECT_EQ(criteria.parse(attributes.data()), EGL_SUCCESS);
  return criteria.choose(display);
}

// An empty request means OpenGL ES, which is not served; asking for OpenGL finds configs.
TEST(EglChoose, DefaultRenderableTypeIsEs) {
  const auto display = fakeDisplay(usualVisuals());
  EXPECT_TRUE(choose(*display, {}).empty());
  EXPECT_FALSE(choose(*display, {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT}).empty());
}

// The default surface type is windows, of which a surfaceless display has none.
TEST(EglChoose, DefaultSurfaceTypeIsWindow) {
  const auto display = fakeDisplay({});
  EXPECT_TRUE(choose(*display, {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT}).empty());
  EXPECT_FALSE(
      choose(*display, {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT}).empty());
}

// EGL 1.5 §3.4.1.2: colour bits that were asked for come first, then the smallest buffer, samples, depth,
// stencil.
TEST(EglChoose, SortsAsSpecified) {
  const auto display = fakeDisplay(usualVisuals());
  const auto rgb = choose(*display, {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
                                     EGL_BLUE_SIZE, 8, EGL_DEPTH_SIZE, 1});
  ASSERT_FALSE(rgb.empty());
  EXPECT_EQ(rgb[0]->alpha, 0);  // 24 bits before 32
  EXPECT_EQ(rgb[0]->samples, 0);
  EXPECT_EQ(rgb[0]->depth, 16);  // the smallest that is enough
  EXPECT_EQ(rgb[0]->stencil, 0);
  const auto rgba =
      choose(*display, {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 1});
  ASSERT_FALSE(rgba.empty());
  EXPECT_EQ(rgba[0]->alpha, 8);
  EXPECT_EQ(rgba[0]->visualDepth, 24);
  for (size_t i = 1; i < rgba.size(); ++i) EXPECT_LE(rgba[i - 1]->samples, rgba[i]->samples);
}

// Pbuffers of 565 exist, but a request for eight bits never meets them.
TEST(EglChoose, AtLeast) {
  const auto display = fakeDisplay({});
  for (const Config* config :
       choose(*display, {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE,
                         8, EGL_SAMPLES, 2, EGL_STENCIL_SIZE, 8})) {
    EXPECT_EQ(config->red, 8);
    EXPECT_EQ(config->samples, 4);
    EXPECT_EQ(config->stencil, 8);
  }
}

// An id picks one config, whatever else the list says.
TEST(EglChoose, ConfigIdOverridesAll) {
  const auto display = fakeDisplay(usualVisuals());
  const auto found = choose(*display, {EGL_CONFIG_ID, 3, EGL_RED_SIZE, 100});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]->id, 3);
}

// Unknown attributes and impossible values are errors, not mismatches.
TEST(EglChoose, RefusesBadLists) {
  const EGLint unknown[] = {EGL_WIDTH, 1, EGL_NONE};
  EXPECT_EQ(ConfigCriteria().parse(unknown), EGL_BAD_ATTRIBUTE);
  const EGLint negative[] = {EGL_DEPTH_SIZE, -2, EGL_NONE};
  EXPECT_EQ(ConfigCriteria().parse(negative), EGL_BAD_ATTRIBUTE);
  const EGLint level[] = {EGL_LEVEL, EGL_DONT_CARE, EGL_NONE};
  EXPECT_EQ(ConfigCriteria().parse(level), EGL_BAD_ATTRIBUTE);
}

// Single-buffered and sRGB twins belong to GLX: EGL's surfaces choose both themselves.
TEST(EglConfigs, HideTheTwinsOfGlx) {
  const auto display = fakeDisplay(usualVisuals());
  const auto shown = eglConfigs(*display);
  EXPECT_LT(shown.size(), display->configs.size());
  for (const Config* config : shown) EXPECT_TRUE(config->doubleBuffered && !config->srgb);
}

}  // namespace
}  // namespace winsys
