// SPDX-License-Identifier: Apache-2.0
#include "backends/emulation/primitives.h"

#include <gtest/gtest.h>

namespace emulation {
namespace {

using List = std::vector<uint32_t>;

List listOf(uint32_t mode, const List& run, Fill fill = Fill::Triangles, bool firstVertex = false) {
  List out;
  appendPrimitives(mode, run, fill, firstVertex, out);
  return out;
}

// Quads end in their provoking vertex, the last by default and the first by the other convention.
TEST(Primitives, Quads) {
  EXPECT_EQ(listOf(glenum::QUADS_, {0, 1, 2, 3, 9}), (List{0, 1, 3, 1, 2, 3}));
  EXPECT_EQ(listOf(glenum::QUADS_, {0, 1, 2, 3}, Fill::Triangles, true), (List{1, 2, 0, 2, 3, 0}));
  EXPECT_EQ(listOf(glenum::QUAD_STRIP_, {0, 1, 2, 3, 4, 5}), (List{2, 0, 3, 0, 1, 3, 4, 2, 5, 2, 3, 5}));
}

// A polygon's flat value is its first vertex's in both conventions.
TEST(Primitives, Polygon) {
  EXPECT_EQ(listOf(glenum::POLYGON_, {5, 6, 7, 8}), (List{6, 7, 5, 7, 8, 5}));
  EXPECT_EQ(listOf(glenum::POLYGON_, {5, 6, 7, 8}, Fill::Triangles, true), (List{6, 7, 5, 7, 8, 5}));
  EXPECT_EQ(listOf(glenum::POLYGON_, {5, 6}), List{});
}

// Strips keep their winding, whichever vertex provokes.
TEST(Primitives, StripsKeepWinding) {
  EXPECT_EQ(listOf(glenum::TRIANGLE_STRIP_, {0, 1, 2, 3}), (List{0, 1, 2, 2, 1, 3}));
  EXPECT_EQ(listOf(glenum::TRIANGLE_STRIP_, {0, 1, 2, 3}, Fill::Triangles, true), (List{1, 2, 0, 3, 2, 1}));
  EXPECT_EQ(listOf(glenum::TRIANGLE_FAN_, {0, 1, 2, 3}, Fill::Triangles, true), (List{2, 0, 1, 3, 0, 2}));
}

// Polygon mode gives outlines and corners; lines and points stay what they are.
TEST(Primitives, PolygonMode) {
  EXPECT_EQ(listOf(glenum::TRIANGLES_, {0, 1, 2}, Fill::Lines), (List{0, 1, 1, 2, 2, 0}));
  EXPECT_EQ(listOf(glenum::QUADS_, {0, 1, 2, 3}, Fill::Lines), (List{0, 1, 1, 2, 2, 3, 3, 0}));
  EXPECT_EQ(listOf(glenum::TRIANGLES_, {0, 1, 2}, Fill::Points), (List{0, 1, 2}));
  EXPECT_EQ(listOf(glenum::LINE_LOOP_, {0, 1, 2}, Fill::Points), (List{0, 1, 1, 2, 2, 0}));
  EXPECT_EQ(listMode(glenum::LINE_LOOP_, Fill::Points), uint32_t{glenum::LINES_});
  EXPECT_EQ(listMode(glenum::TRIANGLE_FAN_, Fill::Points), uint32_t{glenum::POINTS_});
  EXPECT_EQ(listMode(glenum::POINTS_, Fill::Lines), uint32_t{glenum::POINTS_});
}

// The count agrees with the lists that the same vertices become.
TEST(Primitives, CountsAgreeWithLists) {
  List run;
  for (uint32_t n = 0; n < 14; ++n) {
    for (const uint32_t mode : {glenum::LINES_, glenum::LINE_STRIP_, glenum::LINE_LOOP_, glenum::TRIANGLES_, glenum::TRIANGLE_STRIP_,
                                glenum::TRIANGLE_FAN_, glenum::QUADS_, glenum::QUAD_STRIP_, glenum::POLYGON_})
      EXPECT_EQ(primitiveCount(mode, n), listOf(mode, run).size() / (isPolygonMode(mode) ? 3 : 2)) << mode << " of " << n;
    EXPECT_EQ(primitiveCount(glenum::POINTS_, n), n);
    run.push_back(n);
  }
  EXPECT_EQ(primitiveCount(glenum::LINES_ADJACENCY_, 9), 2u);
  EXPECT_EQ(primitiveCount(glenum::LINE_STRIP_ADJACENCY_, 6), 3u);
  EXPECT_EQ(primitiveCount(glenum::TRIANGLES_ADJACENCY_, 12), 2u);
  EXPECT_EQ(primitiveCount(glenum::TRIANGLE_STRIP_ADJACENCY_, 8), 2u);
}

}  // namespace
}  // namespace emulation
