// SPDX-License-Identifier: Apache-2.0
// glClear and glClearBuffer* (GL 4.6 core §17.4.3).
#include <algorithm>
#include <bit>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/framebuffer_object.h"
#include "gl/framebuffer_scope.h"
#include "gl/framebuffer_status.h"
#include "gl/prototypes_framebuffer.gen.h"

namespace gl {
namespace {

using state::Framebuffer;

// Values of the tracker's `kind`.
enum ClearKind : uint32_t { kFloat = 1, kInt = 2, kUint = 3, kDepth = 4, kStencil = 5, kDepthStencil = 6 };

bool validateComplete(const Context& ctx, const char* command, const Framebuffer& framebuffer) {
  if (ctx.state().drawFramebuffer.get() == &framebuffer) return checkDrawFramebuffer(ctx, command);
  const uint32_t status = framebufferStatus(ctx, framebuffer);
  return status == GL_FRAMEBUFFER_COMPLETE ||
         refuse(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: framebuffer %u is not complete: %s.", command,
                framebuffer.name, framebufferStatusName(status));
}

// `accepted` are the buffers that the command's type goes with.
bool validateClearBuffer(const Context& ctx, const char* command, const Framebuffer& framebuffer,
                         GLenum buffer, GLint drawbuffer, std::initializer_list<uint32_t> accepted) {
  if (!isOneOf(buffer, accepted)) return refuseEnum(ctx, command, "buffer", buffer);
  const uint32_t limit =
      buffer == GL_COLOR ? std::min(ctx.device().maxDrawBuffers, state::kMaxDrawBuffers) : 1;
  return checkNotNegative(ctx, command, "drawbuffer", drawbuffer) &&
         checkBelow(ctx, command, "drawbuffer", static_cast<uint64_t>(drawbuffer), limit) &&
         validateComplete(ctx, command, framebuffer);
}

bool hasNoEffect(const Context& ctx) {
  return ctx.state().raster.rasterizerDiscard || isSkippedByCondition(ctx);
}

// Of the bound draw framebuffer.
void clearOne(Context& ctx, ClearKind kind, GLint drawbuffer, const uint32_t (&color)[4], float depth,
              int32_t stencil) {
  if (hasNoEffect(ctx)) return;
  const Framebuffer& framebuffer = *ctx.state().drawFramebuffer;
  if (kind <= kUint &&
      state::colorIndex(framebuffer, framebuffer.drawBuffers[static_cast<size_t>(drawbuffer)]) < 0)
    return;
  ctx.tracker().clearBuffer(kind, drawbuffer, color, depth, stencil);
}

template <class T>
void clearTyped(Context& ctx, ClearKind colorKind, GLenum buffer, GLint drawbuffer, const T* value) {
  uint32_t color[4] = {0, 0, 0, 0};
  if (buffer == GL_COLOR) {
    for (int i = 0; i < 4; ++i) color[i] = std::bit_cast<uint32_t>(value[i]);
    return clearOne(ctx, colorKind, drawbuffer, color, 0, 0);
  }
  const bool depth = buffer == GL_DEPTH;
  clearOne(ctx, depth ? kDepth : kStencil, 0, color, depth ? static_cast<float>(*value) : 0.0f,
           depth ? 0 : static_cast<int32_t>(*value));
}

void clearBoth(Context& ctx, GLfloat depth, GLint stencil) {
  clearOne(ctx, kDepthStencil, 0, {0, 0, 0, 0}, depth, stencil);
}

// What EXT_texture_integer's clear color does to color buffers.
void clearIntegers(Context& ctx) {
  const Framebuffer& framebuffer = *ctx.state().drawFramebuffer;
  const ClearKind kind = ctx.state().clearColorKind == 1 ? kInt : kUint;
  for (size_t i = 0; i < framebuffer.drawBuffers.size(); ++i)
    if (framebuffer.drawBuffers[i] != GL_NONE) clearOne(ctx, kind, static_cast<GLint>(i), ctx.state().clearColor, 0, 0);
}

std::shared_ptr<Framebuffer> named(const Context& ctx, const char* command, GLuint framebuffer) {
  return needFramebufferOrDefault(ctx, command, framebuffer, GL_DRAW_FRAMEBUFFER);
}

}  // namespace

bool validateClear(const Context& ctx, GLbitfield mask) {
  GLbitfield known = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
  if (!ctx.isCore()) known |= GL_ACCUM_BUFFER_BIT;
  if (mask & ~known)
    return refuse(ctx, GL_INVALID_VALUE, "glClear: mask 0x%x has bits that name no buffer.", mask);
  return checkDrawFramebuffer(ctx, "glClear");
}

void clear(Context& ctx, GLbitfield mask) {
  mask &= GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
  if (hasNoEffect(ctx)) return;
  if (mask & GL_COLOR_BUFFER_BIT && ctx.state().clearColorKind != 0) {
    clearIntegers(ctx);
    mask &= ~static_cast<GLbitfield>(GL_COLOR_BUFFER_BIT);
  }
  if (mask) ctx.tracker().clear(mask);
}

bool validateClearBufferfv(const Context& ctx, GLenum buffer, GLint drawbuffer, const GLfloat*) {
  return validateClearBuffer(ctx, "glClearBufferfv", *ctx.state().drawFramebuffer, buffer, drawbuffer,
                             {GL_COLOR, GL_DEPTH});
}

void clearBufferfv(Context& ctx, GLenum buffer, GLint drawbuffer, const GLfloat* value) {
  clearTyped(ctx, kFloat, buffer, drawbuffer, value);
}

bool validateClearBufferiv(const Context& ctx, GLenum buffer, GLint drawbuffer, const GLint*) {
  return validateClearBuffer(ctx, "glClearBufferiv", *ctx.state().drawFramebuffer, buffer, drawbuffer,
                             {GL_COLOR, GL_STENCIL});
}

void clearBufferiv(Context& ctx, GLenum buffer, GLint drawbuffer, const GLint* value) {
  clearTyped(ctx, kInt, buffer, drawbuffer, value);
}

bool validateClearBufferuiv(const Context& ctx, GLenum buffer, GLint drawbuffer, const GLuint*) {
  return validateClearBuffer(ctx, "glClearBufferuiv", *ctx.state().drawFramebuffer, buffer, drawbuffer,
                             {GL_COLOR});
}

void clearBufferuiv(Context& ctx, GLenum buffer, GLint drawbuffer, const GLuint* value) {
  clearTyped(ctx, kUint, buffer, drawbuffer, value);
}

bool validateClearBufferfi(const Context& ctx, GLenum buffer, GLint drawbuffer, GLfloat, GLint) {
  return validateClearBuffer(ctx, "glClearBufferfi", *ctx.state().drawFramebuffer, buffer, drawbuffer,
                             {GL_DEPTH_STENCIL});
}

void clearBufferfi(Context& ctx, GLenum, GLint, GLfloat depth, GLint stencil) {
  clearBoth(ctx, depth, stencil);
}

bool validateClearNamedFramebufferfv(const Context& ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer,
                                     const GLfloat*) {
  const char* command = "glClearNamedFramebufferfv";
  const auto object = named(ctx, command, framebuffer);
  return object && validateClearBuffer(ctx, command, *object, buffer, drawbuffer, {GL_COLOR, GL_DEPTH});
}

void clearNamedFramebufferfv(Context& ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer,
                             const GLfloat* value) {
  FramebufferScope scope(ctx, named(ctx, "", framebuffer), nullptr);
  clearTyped(ctx, kFloat, buffer, drawbuffer, value);
}

bool validateClearNamedFramebufferiv(const Context& ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer,
                                     const GLint*) {
  const char* command = "glClearNamedFramebufferiv";
  const auto object = named(ctx, command, framebuffer);
  return object && validateClearBuffer(ctx, command, *object, buffer, drawbuffer, {GL_COLOR, GL_STENCIL});
}

void clearNamedFramebufferiv(Context& ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer,
                             const GLint* value) {
  FramebufferScope scope(ctx, named(ctx, "", framebuffer), nullptr);
  clearTyped(ctx, kInt, buffer, drawbuffer, value);
}

bool validateClearNamedFramebufferuiv(const Context& ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer,
                                      const GLuint*) {
  const char* command = "glClearNamedFramebufferuiv";
  const auto object = named(ctx, command, framebuffer);
  return object && validateClearBuffer(ctx, command, *object, buffer, drawbuffer, {GL_COLOR});
}

void clearNamedFramebufferuiv(Context& ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer,
                              const GLuint* value) {
  FramebufferScope scope(ctx, named(ctx, "", framebuffer), nullptr);
  clearTyped(ctx, kUint, buffer, drawbuffer, value);
}

bool validateClearNamedFramebufferfi(const Context& ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer,
                                     GLfloat, GLint) {
  const char* command = "glClearNamedFramebufferfi";
  const auto object = named(ctx, command, framebuffer);
  return object && validateClearBuffer(ctx, command, *object, buffer, drawbuffer, {GL_DEPTH_STENCIL});
}

void clearNamedFramebufferfi(Context& ctx, GLuint framebuffer, GLenum, GLint, GLfloat depth, GLint stencil) {
  FramebufferScope scope(ctx, named(ctx, "", framebuffer), nullptr);
  clearBoth(ctx, depth, stencil);
}

}  // namespace gl
