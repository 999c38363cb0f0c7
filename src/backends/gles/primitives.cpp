// SPDX-License-Identifier: Apache-2.0
#include "backends/gles/primitives.h"

namespace gles {
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
void forEachPolygon(GLenum mode, std::span<const uint32_t> run, Visit visit) {
  const auto count = static_cast<uint32_t>(run.size());
  switch (mode) {
    case GL_TRIANGLES:
      for (uint32_t i = 0; i + 2 < count; i += 3) visit(Primitive{run.subspan(i, 3), 0, 2});
      return;
    case GL_TRIANGLE_STRIP:
      for (uint32_t i = 0; i + 2 < count; ++i) {
        const bool odd = i & 1;
        const uint32_t v[3] = {run[odd ? i + 1 : i], run[odd ? i : i + 1], run[i + 2]};
        visit(Primitive{v, odd ? 1u : 0u, 2});
      }
      return;
    case GL_TRIANGLE_FAN:
      for (uint32_t i = 1; i + 1 < count; ++i) {
        const uint32_t v[3] = {run[0], run[i], run[i + 1]};
        visit(Primitive{v, 1, 2});
      }
      return;
    case desktop::kQuads:
      for (uint32_t i = 0; i + 3 < count; i += 4) visit(Primitive{run.subspan(i, 4), 0, 3});
      return;
    case desktop::kQuadStrip:
      for (uint32_t i = 0; i + 3 < count; i += 2) {
        const uint32_t v[4] = {run[i], run[i + 1], run[i + 3], run[i + 2]};
        visit(Primitive{v, 0, 2});
      }
      return;
    case desktop::kPolygon:
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

bool isLineMode(GLenum mode) { return mode == GL_LINES || mode == GL_LINE_STRIP || mode == GL_LINE_LOOP; }

}  // namespace

bool isPolygonMode(GLenum mode) {
  return mode == GL_TRIANGLES || mode == GL_TRIANGLE_STRIP || mode == GL_TRIANGLE_FAN || mode == desktop::kQuads ||
         mode == desktop::kQuadStrip || mode == desktop::kPolygon;
}

GLenum listMode(GLenum mode, Fill fill) {
  if (isLineMode(mode)) return GL_LINES;
  if (!isPolygonMode(mode)) return mode;
  return fill == Fill::Triangles ? GLenum{GL_TRIANGLES} : fill == Fill::Lines ? GLenum{GL_LINES} : GLenum{GL_POINTS};
}

void appendPrimitives(GLenum mode, std::span<const uint32_t> run, Fill fill, bool firstVertex,
                      std::vector<uint32_t>& out) {
  const auto count = static_cast<uint32_t>(run.size());
  if (isPolygonMode(mode)) {
    forEachPolygon(mode, run, [&](const Primitive& polygon) { appendPolygon(polygon, fill, firstVertex, out); });
  } else if (isLineMode(mode)) {
    for (uint32_t i = 0; i + 1 < count; i += mode == GL_LINES ? 2 : 1) appendLine(run[i], run[i + 1], firstVertex, out);
    if (mode == GL_LINE_LOOP && count >= 2) appendLine(run[count - 1], run[0], firstVertex, out);
  } else {
    out.insert(out.end(), run.begin(), run.end());
  }
}

}  // namespace gles
