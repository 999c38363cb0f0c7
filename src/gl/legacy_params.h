// SPDX-License-Identifier: Apache-2.0
// Parameters of the glFog/glLight/glTexEnv family: one to four numbers given as int or float, alone or as a vector.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "gl/checks.h"
#include "gl/get_value.h"
#include "gl/legacy.h"

namespace gl {

// Numbers of one parameter as floats; unused ones are zero.
using Params = std::array<float, 4>;

inline float fromNormalized(GLint value) {
  return static_cast<float>(std::max(static_cast<double>(value) / 2147483647.0, -1.0));
}

inline Params paramsOf(const GLfloat* values, int count, bool) {
  Params p{};
  std::copy(values, values + count, p.begin());
  return p;
}
// Integers given for colors stand for -1…1.
inline Params paramsOf(const GLint* values, int count, bool isColor) {
  Params p{};
  for (int i = 0; i < count; ++i)
    p[static_cast<size_t>(i)] = isColor ? fromNormalized(values[i]) : static_cast<float>(values[i]);
  return p;
}

inline uint32_t enumOf(const Params& p) { return p[0] >= 0 ? static_cast<uint32_t>(p[0]) : 0; }

// Writes what a glGet of this family answers.
inline void writeParams(const Params& p, int count, bool, GLfloat* out) { std::copy(p.begin(), p.begin() + count, out); }
inline void writeParams(const Params& p, int count, bool isColor, GLint* out) {
  for (int i = 0; i < count; ++i) {
    const double value = static_cast<double>(p[static_cast<size_t>(i)]);
    out[i] = static_cast<GLint>(isColor ? std::clamp(value, -1.0, 1.0) * 2147483647.0 : std::nearbyint(value));
  }
}

}  // namespace gl
