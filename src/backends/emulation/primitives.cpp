// SPDX-License-Identifier: Apache-2.0
#include "backends/emulation/primitives.h"

namespace emulation {
namespace {

// One primitive: its vertices in order, and where the flat value comes from in either convention.
struct Primitive {
  std::span<const uint32_t> vertices;
  uint32_t first = 0, last = 0;
};

void appendPolygon(const Primitive& polygon, Fill fill, bool firstVertex, std::vector<uint32_t>& out) {
  const auto& v = polygon.vertices;
  const auto n = static_cast<uint32_t>(v.size());
  switch (fill) {
    case Fill::Points: out.insert(out.end(), v.begin(), v.end()); return;
    case Fill::Lines:
      for (uint32_t i = 0; i < n; ++i) out.insert(out.end(), {v[i], v[(i + 1) % n]});
      return;
    case Fill::Triangles:
      // A fan around the provoking vertex, which so is the last of each triangle.
      const uint32_t p = firstVertex ? polygon.first : polygon.last;
      for (uint32_t i = 1; i + 1 < n; ++i) out.insert(out.end(), {v[(p + i) % n], v[(p + i + 1) % n], v[p]});
      return;
  }
}

template <class Visit>
void forEachPolygon(uint32_t mode, std::span<const uint32_t> run, Visit visit) {
  const auto count = static_cast<uint32_t>(run.size());
  switch (mode) {
    case glenum::TRIANGLES_:
      for (uint32_t i = 0; i + 2 < count; i += 3) visit(Primitive{run.subspan(i, 3), 0, 2});
      return;
    case glenum::TRIANGLE_STRIP_:
      for (uint32_t i = 0; i + 2 < count; ++i) {
        const bool odd = i & 1;
        const uint32_t v[3] = {run[odd ? i + 1 : i], run[odd ? i : i + 1], run[i + 2]};
        visit(Primitive{v, odd ? 1u : 0u, 2});
      }
      return;
    case glenum::TRIANGLE_FAN_:
      for (uint32_t i = 1; i + 1 < count; ++i) {
        const uint32_t v[3] = {run[0], run[i], run[i + 1]};
        visit(Primitive{v, 1, 2});
      }
      return;
    case glenum::QUADS_:
      for (uint32_t i = 0; i + 3 < count; i += 4) visit(Primitive{run.subspan(i, 4), 0, 3});
      return;
    case glenum::QUAD_STRIP_:
      for (uint32_t i = 0; i + 3 < count; i += 2) {
        const uint32_t v[4] = {run[i], run[i + 1], run[i + 3], run[i + 2]};
        visit(Primitive{v, 0, 2});
      }
      return;
    case glenum::POLYGON_:
      if (count >= 3) visit(Primitive{run, 0, 0});
      return;
  }
}

void appendLine(uint32_t a, uint32_t b, bool firstVertex, std::vector<uint32_t>& out) {
  if (firstVertex)
    out.insert(out.end(), {b, a});
  else
    out.insert(out.end(), {a, b});
}

bool isLineMode(uint32_t mode) { return mode == glenum::LINES_ || mode == glenum::LINE_STRIP_ || mode == glenum::LINE_LOOP_; }

}  // namespace

bool isPolygonMode(uint32_t mode) {
  return mode == glenum::TRIANGLES_ || mode == glenum::TRIANGLE_STRIP_ || mode == glenum::TRIANGLE_FAN_ || mode == glenum::QUADS_ ||
         mode == glenum::QUAD_STRIP_ || mode == glenum::POLYGON_;
}

uint32_t listMode(uint32_t mode, Fill fill) {
  if (isLineMode(mode)) return glenum::LINES_;
  if (!isPolygonMode(mode)) return mode;
  return fill == Fill::Triangles ? uint32_t{glenum::TRIANGLES_} : fill == Fill::Lines ? uint32_t{glenum::LINES_} : uint32_t{glenum::POINTS_};
}

uint32_t primitiveCount(uint32_t mode, uint32_t vertices) {
  const auto beyond = [vertices](uint32_t first) { return vertices > first ? vertices - first : 0; };
  switch (mode) {
    case glenum::POINTS_: return vertices;
    case glenum::LINES_: return vertices / 2;
    case glenum::LINE_STRIP_: return beyond(1);
    case glenum::LINE_LOOP_: return vertices >= 2 ? vertices : 0;
    case glenum::TRIANGLES_: return vertices / 3;
    case glenum::TRIANGLE_STRIP_:
    case glenum::TRIANGLE_FAN_:
    case glenum::POLYGON_: return beyond(2);
    case glenum::QUADS_: return vertices / 4 * 2;
    case glenum::QUAD_STRIP_: return beyond(2) / 2 * 2;
    case glenum::LINES_ADJACENCY_: return vertices / 4;
    case glenum::LINE_STRIP_ADJACENCY_: return beyond(3);
    case glenum::TRIANGLES_ADJACENCY_: return vertices / 6;
    case glenum::TRIANGLE_STRIP_ADJACENCY_: return beyond(4) / 2;
  }
  return 0;
}

void appendPrimitives(uint32_t mode, std::span<const uint32_t> run, Fill fill, bool firstVertex,
                      std::vector<uint32_t>& out) {
  const auto count = static_cast<uint32_t>(run.size());
  if (isPolygonMode(mode)) {
    forEachPolygon(mode, run, [&](const Primitive& polygon) { appendPolygon(polygon, fill, firstVertex, out); });
  } else if (isLineMode(mode)) {
    for (uint32_t i = 0; i + 1 < count; i += mode == glenum::LINES_ ? 2 : 1) appendLine(run[i], run[i + 1], firstVertex, out);
    if (mode == glenum::LINE_LOOP_ && count >= 2) appendLine(run[count - 1], run[0], firstVertex, out);
  } else {
    out.insert(out.end(), run.begin(), run.end());
  }
}

}  // namespace emulation
