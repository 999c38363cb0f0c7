// SPDX-License-Identifier: Apache-2.0
// Arithmetic of 4×4 matrices, columns first, as GL's matrix stacks need it.
#pragma once

#include "state/legacy.h"

namespace gl {

state::Matrix product(const state::Matrix& a, const state::Matrix& b);
state::Matrix transposed(const state::Matrix& m);
// All zeros for a singular matrix.
state::Matrix inverse(const state::Matrix& m);
state::Vec4 transformed(const state::Matrix& m, const state::Vec4& v);

state::Matrix orthoMatrix(double left, double right, double bottom, double top, double near, double far);
state::Matrix frustumMatrix(double left, double right, double bottom, double top, double near, double far);
state::Matrix rotationMatrix(double degrees, double x, double y, double z);
state::Matrix translationMatrix(double x, double y, double z);
state::Matrix scaleMatrix(double x, double y, double z);

}  // namespace gl
