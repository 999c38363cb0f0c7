// SPDX-License-Identifier: Apache-2.0
// Matrix arithmetic. Sums are made in double: programs build deep products and compare pixels.
#include "gl/legacy_matrix.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace gl {

using state::Matrix;
using state::Vec4;

namespace {

Matrix fromDoubles(const std::array<double, 16>& values) {
  Matrix m;
  for (size_t i = 0; i < 16; ++i) m[i] = static_cast<float>(values[i]);
  return m;
}

}  // namespace

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix out;
  for (size_t column = 0; column < 4; ++column)
    for (size_t row = 0; row < 4; ++row) {
      double sum = 0;
      for (size_t k = 0; k < 4; ++k) sum += static_cast<double>(a[k * 4 + row]) * static_cast<double>(b[column * 4 + k]);
      out[column * 4 + row] = static_cast<float>(sum);
    }
  return out;
}

Matrix transposed(const Matrix& m) {
  Matrix out;
  for (size_t column = 0; column < 4; ++column)
    for (size_t row = 0; row < 4; ++row) out[column * 4 + row] = m[row * 4 + column];
  return out;
}

// Gauss-Jordan with the largest pivot of each column.
Matrix inverse(const Matrix& m) {
  double a[4][8] = {};
  for (size_t row = 0; row < 4; ++row) {
    for (size_t column = 0; column < 4; ++column) a[row][column] = static_cast<double>(m[column * 4 + row]);
    a[row][4 + row] = 1;
  }
  for (size_t step = 0; step < 4; ++step) {
    size_t pivot = step;
    for (size_t row = step + 1; row < 4; ++row)
      if (std::fabs(a[row][step]) > std::fabs(a[pivot][step])) pivot = row;
    if (a[pivot][step] == 0) return Matrix{};
    std::swap(a[pivot], a[step]);
    const double factor = 1 / a[step][step];
    for (double& value : a[step]) value *= factor;
    for (size_t row = 0; row < 4; ++row) {
      if (row == step) continue;
      const double times = a[row][step];
      for (size_t column = 0; column < 8; ++column) a[row][column] -= times * a[step][column];
    }
  }
  Matrix out;
  for (size_t row = 0; row < 4; ++row)
    for (size_t column = 0; column < 4; ++column) out[column * 4 + row] = static_cast<float>(a[row][4 + column]);
  return out;
}

Vec4 transformed(const Matrix& m, const Vec4& v) {
  Vec4 out;
  for (size_t row = 0; row < 4; ++row) {
    double sum = 0;
    for (size_t k = 0; k < 4; ++k) sum += static_cast<double>(m[k * 4 + row]) * static_cast<double>(v[k]);
    out[row] = static_cast<float>(sum);
  }
  return out;
}

Matrix orthoMatrix(double l, double r, double b, double t, double n, double f) {
  return fromDoubles({2 / (r - l), 0, 0, 0, 0, 2 / (t - b), 0, 0, 0, 0, -2 / (f - n), 0, -(r + l) / (r - l),
                      -(t + b) / (t - b), -(f + n) / (f - n), 1});
}

Matrix frustumMatrix(double l, double r, double b, double t, double n, double f) {
  return fromDoubles({2 * n / (r - l), 0, 0, 0, 0, 2 * n / (t - b), 0, 0, (r + l) / (r - l), (t + b) / (t - b),
                      -(f + n) / (f - n), -1, 0, 0, -2 * f * n / (f - n), 0});
}

Matrix rotationMatrix(double degrees, double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  if (length == 0) return state::kIdentity;
  x /= length, y /= length, z /= length;
  const double radians = degrees * std::numbers::pi / 180, s = std::sin(radians), c = std::cos(radians), d = 1 - c;
  return fromDoubles({x * x * d + c, y * x * d + z * s, x * z * d - y * s, 0,  //
                      x * y * d - z * s, y * y * d + c, y * z * d + x * s, 0,  //
                      x * z * d + y * s, y * z * d - x * s, z * z * d + c, 0,  //
                      0, 0, 0, 1});
}

Matrix translationMatrix(double x, double y, double z) {
  return fromDoubles({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1});
}

Matrix scaleMatrix(double x, double y, double z) { return fromDoubles({x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1}); }

}  // namespace gl
