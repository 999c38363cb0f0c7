// SPDX-License-Identifier: Apache-2.0
// Viewports, depth ranges and scissor boxes (GL 4.6 core §13.8.1, §17.3.2). The commands without an index set all.
#include <algorithm>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/prototypes_state.gen.h"
#include "gl/state_set.h"

namespace gl {
namespace {

bool checkMany(const Context& ctx, const char* command, GLuint first, GLsizei count) {
  if (!checkNotNegative(ctx, command, "count", count)) return false;
  if (uint64_t{first} + static_cast<uint64_t>(count) <= viewportLimit(ctx)) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: first %u + count %d is more than the %u viewports.", command, first, count,
                viewportLimit(ctx));
}

bool checkSize(const Context& ctx, const char* command, double width, double height) {
  if (width >= 0 && height >= 0) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: %g x %g is negative in a dimension.", command, width, height);
}

// Sizes beyond the device's limits are clamped without an error (§13.8.1).
void setViewport(Context& ctx, GLuint index, GLfloat x, GLfloat y, GLfloat width, GLfloat height) {
  const DeviceInfo& device = ctx.device();
  state::Viewport& viewport = ctx.state().viewports[index];
  store(ctx, viewport.x, x, state::kDirtyViewport);
  store(ctx, viewport.y, y, state::kDirtyViewport);
  store(ctx, viewport.width, std::min(width, static_cast<float>(device.maxViewportWidth)), state::kDirtyViewport);
  store(ctx, viewport.height, std::min(height, static_cast<float>(device.maxViewportHeight)), state::kDirtyViewport);
}

void setDepthRange(Context& ctx, GLuint index, GLdouble near, GLdouble far) {
  state::Viewport& viewport = ctx.state().viewports[index];
  store(ctx, viewport.near, static_cast<float>(std::clamp(near, 0.0, 1.0)), state::kDirtyViewport);
  store(ctx, viewport.far, static_cast<float>(std::clamp(far, 0.0, 1.0)), state::kDirtyViewport);
}

void setScissor(Context& ctx, GLuint index, GLint left, GLint bottom, GLsizei width, GLsizei height) {
  state::ScissorBox& box = ctx.state().scissors[index];
  store(ctx, box.x, left, state::kDirtyScissor);
  store(ctx, box.y, bottom, state::kDirtyScissor);
  store(ctx, box.width, width, state::kDirtyScissor);
  store(ctx, box.height, height, state::kDirtyScissor);
}

bool checkIndex(const Context& ctx, const char* command, GLuint index) {
  return checkBelow(ctx, command, "index", index, viewportLimit(ctx));
}

}  // namespace

uint32_t viewportLimit(const Context& ctx) {
  return std::clamp(ctx.device().maxViewports, 1u, state::kMaxViewports);
}

bool validateViewport(const Context& ctx, GLint, GLint, GLsizei width, GLsizei height) {
  return checkSize(ctx, "glViewport", width, height);
}
void viewport(Context& ctx, GLint x, GLint y, GLsizei width, GLsizei height) {
  for (GLuint i = 0; i < state::kMaxViewports; ++i)
    setViewport(ctx, i, static_cast<float>(x), static_cast<float>(y), static_cast<float>(width),
                static_cast<float>(height));
}
bool validateViewportArrayv(const Context& ctx, GLuint first, GLsizei count, const GLfloat* v) {
  if (!checkMany(ctx, "glViewportArrayv", first, count)) return false;
  for (GLsizei i = 0; i < count; ++i)
    if (!checkSize(ctx, "glViewportArrayv", static_cast<double>(v[4 * i + 2]), static_cast<double>(v[4 * i + 3])))
      return false;
  return true;
}
void viewportArrayv(Context& ctx, GLuint first, GLsizei count, const GLfloat* v) {
  for (GLsizei i = 0; i < count; ++i, v += 4) setViewport(ctx, first + static_cast<GLuint>(i), v[0], v[1], v[2], v[3]);
}
bool validateViewportIndexedf(const Context& ctx, GLuint index, GLfloat, GLfloat, GLfloat w, GLfloat h) {
  return checkIndex(ctx, "glViewportIndexedf", index) &&
         checkSize(ctx, "glViewportIndexedf", static_cast<double>(w), static_cast<double>(h));
}
void viewportIndexedf(Context& ctx, GLuint index, GLfloat x, GLfloat y, GLfloat w, GLfloat h) {
  setViewport(ctx, index, x, y, w, h);
}
bool validateViewportIndexedfv(const Context& ctx, GLuint index, const GLfloat* v) {
  return checkIndex(ctx, "glViewportIndexedfv", index) &&
         checkSize(ctx, "glViewportIndexedfv", static_cast<double>(v[2]), static_cast<double>(v[3]));
}
void viewportIndexedfv(Context& ctx, GLuint index, const GLfloat* v) { setViewport(ctx, index, v[0], v[1], v[2], v[3]); }

void depthRange(Context& ctx, GLdouble n, GLdouble f) {
  for (GLuint i = 0; i < state::kMaxViewports; ++i) setDepthRange(ctx, i, n, f);
}
void depthRangef(Context& ctx, GLfloat n, GLfloat f) { depthRange(ctx, static_cast<double>(n), static_cast<double>(f)); }
bool validateDepthRangeArrayv(const Context& ctx, GLuint first, GLsizei count, const GLdouble*) {
  return checkMany(ctx, "glDepthRangeArrayv", first, count);
}
void depthRangeArrayv(Context& ctx, GLuint first, GLsizei count, const GLdouble* v) {
  for (GLsizei i = 0; i < count; ++i, v += 2) setDepthRange(ctx, first + static_cast<GLuint>(i), v[0], v[1]);
}
bool validateDepthRangeIndexed(const Context& ctx, GLuint index, GLdouble, GLdouble) {
  return checkIndex(ctx, "glDepthRangeIndexed", index);
}
void depthRangeIndexed(Context& ctx, GLuint index, GLdouble n, GLdouble f) { setDepthRange(ctx, index, n, f); }

bool validateScissor(const Context& ctx, GLint, GLint, GLsizei width, GLsizei height) {
  return checkSize(ctx, "glScissor", width, height);
}
void scissor(Context& ctx, GLint x, GLint y, GLsizei width, GLsizei height) {
  for (GLuint i = 0; i < state::kMaxViewports; ++i) setScissor(ctx, i, x, y, width, height);
}
bool validateScissorArrayv(const Context& ctx, GLuint first, GLsizei count, const GLint* v) {
  if (!checkMany(ctx, "glScissorArrayv", first, count)) return false;
  for (GLsizei i = 0; i < count; ++i)
    if (!checkSize(ctx, "glScissorArrayv", v[4 * i + 2], v[4 * i + 3])) return false;
  return true;
}
void scissorArrayv(Context& ctx, GLuint first, GLsizei count, const GLint* v) {
  for (GLsizei i = 0; i < count; ++i, v += 4) setScissor(ctx, first + static_cast<GLuint>(i), v[0], v[1], v[2], v[3]);
}
bool validateScissorIndexed(const Context& ctx, GLuint index, GLint, GLint, GLsizei width, GLsizei height) {
  return checkIndex(ctx, "glScissorIndexed", index) && checkSize(ctx, "glScissorIndexed", width, height);
}
void scissorIndexed(Context& ctx, GLuint index, GLint left, GLint bottom, GLsizei width, GLsizei height) {
  setScissor(ctx, index, left, bottom, width, height);
}
bool validateScissorIndexedv(const Context& ctx, GLuint index, const GLint* v) {
  return checkIndex(ctx, "glScissorIndexedv", index) && checkSize(ctx, "glScissorIndexedv", v[2], v[3]);
}
void scissorIndexedv(Context& ctx, GLuint index, const GLint* v) { setScissor(ctx, index, v[0], v[1], v[2], v[3]); }

}  // namespace gl
