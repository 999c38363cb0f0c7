// SPDX-License-Identifier: Apache-2.0
#include "backends/emulation/mipmaps.h"

#include <gtest/gtest.h>

namespace emulation {
namespace {

using Floats = std::vector<float>;

// Even sizes average 2 by 2; an axis of one texel stays; the last texel of an odd size is left out.
TEST(Mipmaps, Averages) {
  EXPECT_EQ(nextLevel(Floats{0, 2, 4, 6}, 1, {2, 2, 1}, {1, 1, 1}, false, false), (Floats{3}));
  EXPECT_EQ(nextLevel(Floats{0, 2, 9}, 1, {3, 1, 1}, {1, 1, 1}, false, false), (Floats{1}));
  EXPECT_EQ(nextLevel(Floats{1, 2, 3, 4, 5, 6, 7, 8}, 4, {2, 1, 1}, {1, 1, 1}, false, false), (Floats{3, 4, 5, 6}));
}

// Layers stay apart, slices are averaged.
TEST(Mipmaps, Depth) {
  EXPECT_EQ(nextLevel(Floats{1, 3}, 1, {1, 1, 2}, {1, 1, 2}, false, false), (Floats{1, 3}));
  EXPECT_EQ(nextLevel(Floats{1, 3}, 1, {1, 1, 2}, {1, 1, 1}, false, true), (Floats{2}));
}

// Colors of sRGB are averaged as light, alpha as it is.
TEST(Mipmaps, Srgb) {
  const Floats mean = nextLevel(Floats{0, 0, 0, 0, 1, 1, 1, 1}, 4, {2, 1, 1}, {1, 1, 1}, true, false);
  EXPECT_NEAR(mean[0], 0.7354f, 1e-3f);
  EXPECT_EQ(mean[3], 0.5f);
}

}  // namespace
}  // namespace emulation
