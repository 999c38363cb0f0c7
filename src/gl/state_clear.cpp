// SPDX-License-Identifier: Apache-2.0
// Clearing: values and the commands (GL 4.6 core §17.4.3).
#include <algorithm>
#include <cstring>

#include "gl/checks.h"
#include "gl/prototypes_state.gen.h"
#include "gl/state_set.h"

namespace gl {
namespace {

// Numbers of tracker::Tracker::clearBuffer.
enum ClearKind : uint32_t { kColorFloat = 1, kColorInt, kColorUint, kDepth, kStencil, kDepthStencil };

// Clears draw nothing while rasterization is discarded or a condition says no.
bool isWithoutEffect(const Context& ctx) { return ctx.state().raster.rasterizerDiscard || isSkippedByCondition(ctx); }

bool checkDrawBuffer(const Context& ctx, const char* command, GLenum buffer, GLint drawBuffer) {
  const GLint limit = buffer == GL_COLOR ? static_cast<GLint>(drawBufferLimit(ctx)) : 1;
  if (drawBuffer < 0 || drawBuffer >= limit)
    return refuse(ctx, GL_INVALID_VALUE, "%s: drawbuffer is %d; the limit for %s is %d.", command, drawBuffer,
                  enumName(buffer, "Buffer"), limit);
  return checkDrawFramebuffer(ctx, command);
}

template <class T>
void clearColorBuffer(Context& ctx, ClearKind kind, GLint drawBuffer, const T* value) {
  uint32_t bits[4];
  std::memcpy(bits, value, sizeof bits);
  ctx.tracker().clearBuffer(kind, drawBuffer, bits, 0, 0);
}

}  // namespace

void clearColor(Context& ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
  const float color[4] = {red, green, blue, alpha};
  std::copy(color, color + 4, ctx.state().clearColor);
}
void clearDepth(Context& ctx, GLdouble depth) { ctx.state().clearDepth = std::clamp(depth, 0.0, 1.0); }
void clearDepthf(Context& ctx, GLfloat d) { clearDepth(ctx, static_cast<double>(d)); }
void clearStencil(Context& ctx, GLint s) { ctx.state().clearStencil = s; }

bool validateClear(const Context& ctx, GLbitfield mask) {
  const GLbitfield known =
      GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT | (ctx.isCore() ? 0u : GL_ACCUM_BUFFER_BIT);
  if (mask & ~known)
    return refuse(ctx, GL_INVALID_VALUE, "glClear: mask 0x%x has unknown bits 0x%x.", mask, mask & ~known);
  return checkDrawFramebuffer(ctx, "glClear");
}
void clear(Context& ctx, GLbitfield mask) {
  mask &= GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;  // there is no accumulation buffer
  if (mask && !isWithoutEffect(ctx)) ctx.tracker().clear(mask);
}

bool validateClearBufferfv(const Context& ctx, GLenum buffer, GLint drawbuffer, const GLfloat*) {
  if (!isOneOf(buffer, {GL_COLOR, GL_DEPTH})) return refuseEnum(ctx, "glClearBufferfv", "buffer", buffer);
  return checkDrawBuffer(ctx, "glClearBufferfv", buffer, drawbuffer);
}
void clearBufferfv(Context& ctx, GLenum buffer, GLint drawbuffer, const GLfloat* value) {
  if (isWithoutEffect(ctx)) return;
  if (buffer == GL_COLOR) return clearColorBuffer(ctx, kColorFloat, drawbuffer, value);
  constexpr uint32_t kNoColor[4] = {};
  ctx.tracker().clearBuffer(kDepth, 0, kNoColor, *value, 0);
}

bool validateClearBufferiv(const Context& ctx, GLenum buffer, GLint drawbuffer, const GLint*) {
  if (!isOneOf(buffer, {GL_COLOR, GL_STENCIL})) return refuseEnum(ctx, "glClearBufferiv", "buffer", buffer);
  return checkDrawBuffer(ctx, "glClearBufferiv", buffer, drawbuffer);
}
void clearBufferiv(Context& ctx, GLenum buffer, GLint drawbuffer, const GLint* value) {
  if (isWithoutEffect(ctx)) return;
  if (buffer == GL_COLOR) return clearColorBuffer(ctx, kColorInt, drawbuffer, value);
  constexpr uint32_t kNoColor[4] = {};
  ctx.tracker().clearBuffer(kStencil, 0, kNoColor, 0, *value);
}

bool validateClearBufferuiv(const Context& ctx, GLenum buffer, GLint drawbuffer, const GLuint*) {
  if (buffer != GL_COLOR) return refuseEnum(ctx, "glClearBufferuiv", "buffer", buffer);
  return checkDrawBuffer(ctx, "glClearBufferuiv", buffer, drawbuffer);
}
void clearBufferuiv(Context& ctx, GLenum, GLint drawbuffer, const GLuint* value) {
  if (!isWithoutEffect(ctx)) clearColorBuffer(ctx, kColorUint, drawbuffer, value);
}

bool validateClearBufferfi(const Context& ctx, GLenum buffer, GLint drawbuffer, GLfloat, GLint) {
  if (buffer != GL_DEPTH_STENCIL) return refuseEnum(ctx, "glClearBufferfi", "buffer", buffer);
  return checkDrawBuffer(ctx, "glClearBufferfi", buffer, drawbuffer);
}
void clearBufferfi(Context& ctx, GLenum, GLint, GLfloat depth, GLint stencil) {
  constexpr uint32_t kNoColor[4] = {};
  if (!isWithoutEffect(ctx)) ctx.tracker().clearBuffer(kDepthStencil, 0, kNoColor, depth, stencil);
}

}  // namespace gl
