// SPDX-License-Identifier: Apache-2.0
// Which buffers are drawn to and read from (GL 4.6 core §17.4.1, §18.2.1).
#include <algorithm>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/framebuffer_object.h"
#include "gl/prototypes_framebuffer.gen.h"

namespace gl {
namespace {

using state::Framebuffer;

constexpr uint32_t kNamedColorAttachments = 32;

uint32_t drawBufferLimit(const Context& ctx) {
  return std::min(ctx.device().maxDrawBuffers, state::kMaxDrawBuffers);
}

bool isWindowBuffer(const Context& ctx, GLenum buffer) {
  if (buffer >= GL_FRONT_LEFT && buffer <= GL_FRONT_AND_BACK) return true;
  return !ctx.isCore() && buffer >= GL_AUX0 && buffer <= GL_AUX3;
}

bool isAttachment(GLenum buffer) {
  return buffer - GL_COLOR_ATTACHMENT0 < kNamedColorAttachments;
}

// A window without stereo: no right buffers, no auxiliary ones, and back buffers only if double-buffered.
bool exists(const Framebuffer& framebuffer, GLenum buffer) {
  switch (buffer) {
    case GL_FRONT:
    case GL_FRONT_LEFT:
    case GL_LEFT:
    case GL_FRONT_AND_BACK:
      return true;
    case GL_BACK:
    case GL_BACK_LEFT:
      return framebuffer.doubleBuffered;
    default:
      return false;
  }
}

bool refuseMissing(const Context& ctx, const char* command, const Framebuffer& framebuffer, GLenum buffer) {
  return refuse(ctx, GL_INVALID_OPERATION, "%s: framebuffer %u has no buffer %s.", command, framebuffer.name,
                enumText(buffer).c_str());
}

// One name that stands for exactly the buffers it says; GL_NONE is the caller's.
bool validateBuffer(const Context& ctx, const char* command, const Framebuffer& framebuffer, GLenum buffer) {
  if (!isWindowBuffer(ctx, buffer) && !isAttachment(buffer))
    return refuseEnum(ctx, command, "buffer", buffer);
  const bool present = framebuffer.name == 0
                           ? exists(framebuffer, buffer)
                           : buffer - GL_COLOR_ATTACHMENT0 <
                                 std::min(ctx.device().maxColorAttachments, state::kMaxDrawBuffers);
  return present || refuseMissing(ctx, command, framebuffer, buffer);
}

bool validateDraw(const Context& ctx, const char* command, const Framebuffer& framebuffer, GLenum buffer) {
  return buffer == GL_NONE || validateBuffer(ctx, command, framebuffer, buffer);
}

bool validateRead(const Context& ctx, const char* command, const Framebuffer& framebuffer, GLenum buffer) {
  if (buffer == GL_FRONT_AND_BACK) return refuseEnum(ctx, command, "buffer", buffer);
  return buffer == GL_NONE || validateBuffer(ctx, command, framebuffer, buffer);
}

bool namesSeveral(GLenum buffer, GLsizei count) {
  // GL_BACK is taken for the one back buffer if it is the only name.
  return buffer == GL_FRONT || buffer == GL_LEFT || buffer == GL_RIGHT || buffer == GL_FRONT_AND_BACK ||
         (buffer == GL_BACK && count != 1);
}

bool validateDrawList(const Context& ctx, const char* command, const Framebuffer& framebuffer, GLsizei n,
                      const GLenum* bufs) {
  if (!checkNotNegative(ctx, command, "n", n)) return false;
  if (static_cast<uint32_t>(n) > drawBufferLimit(ctx))
    return refuse(ctx, GL_INVALID_VALUE, "%s: n is %d; the limit is %u draw buffers.", command, n,
                  drawBufferLimit(ctx));
  for (GLsizei i = 0; i < n; ++i) {
    if (bufs[i] == GL_NONE) continue;
    if (namesSeveral(bufs[i], n)) return refuseEnum(ctx, command, "buffer", bufs[i]);
    if (!validateBuffer(ctx, command, framebuffer, bufs[i])) return false;
    if (std::find(bufs, bufs + i, bufs[i]) != bufs + i)
      return refuse(ctx, GL_INVALID_OPERATION, "%s: %s is named twice.", command, enumText(bufs[i]).c_str());
  }
  return true;
}

void setDraw(Context& ctx, Framebuffer& framebuffer, GLsizei n, const GLenum* bufs) {
  decltype(framebuffer.drawBuffers) wanted;
  wanted.fill(GL_NONE);
  std::copy_n(bufs, n, wanted.begin());
  if (wanted == framebuffer.drawBuffers) return;
  framebuffer.drawBuffers = wanted;
  framebufferChanged(ctx, framebuffer);
}

void setRead(Context& ctx, Framebuffer& framebuffer, GLenum buffer) {
  if (framebuffer.readBuffer == buffer) return;
  framebuffer.readBuffer = buffer;
  framebufferChanged(ctx, framebuffer);
}

}  // namespace

bool validateDrawBuffer(const Context& ctx, GLenum buf) {
  return validateDraw(ctx, "glDrawBuffer", *ctx.state().drawFramebuffer, buf);
}

void drawBuffer(Context& ctx, GLenum buf) {
  setDraw(ctx, *ctx.state().drawFramebuffer, 1, &buf);
}

bool validateDrawBuffers(const Context& ctx, GLsizei n, const GLenum* bufs) {
  return validateDrawList(ctx, "glDrawBuffers", *ctx.state().drawFramebuffer, n, bufs);
}

void drawBuffers(Context& ctx, GLsizei n, const GLenum* bufs) {
  setDraw(ctx, *ctx.state().drawFramebuffer, n, bufs);
}

bool validateReadBuffer(const Context& ctx, GLenum src) {
  return validateRead(ctx, "glReadBuffer", *ctx.state().readFramebuffer, src);
}

void readBuffer(Context& ctx, GLenum src) {
  setRead(ctx, *ctx.state().readFramebuffer, src);
}

bool validateNamedFramebufferDrawBuffer(const Context& ctx, GLuint framebuffer, GLenum buf) {
  const char* command = "glNamedFramebufferDrawBuffer";
  const auto object = needFramebufferOrDefault(ctx, command, framebuffer, GL_DRAW_FRAMEBUFFER);
  return object && validateDraw(ctx, command, *object, buf);
}

void namedFramebufferDrawBuffer(Context& ctx, GLuint framebuffer, GLenum buf) {
  setDraw(ctx, *needFramebufferOrDefault(ctx, "", framebuffer, GL_DRAW_FRAMEBUFFER), 1, &buf);
}

bool validateNamedFramebufferDrawBuffers(const Context& ctx, GLuint framebuffer, GLsizei n,
                                         const GLenum* bufs) {
  const char* command = "glNamedFramebufferDrawBuffers";
  const auto object = needFramebufferOrDefault(ctx, command, framebuffer, GL_DRAW_FRAMEBUFFER);
  return object && validateDrawList(ctx, command, *object, n, bufs);
}

void namedFramebufferDrawBuffers(Context& ctx, GLuint framebuffer, GLsizei n, const GLenum* bufs) {
  setDraw(ctx, *needFramebufferOrDefault(ctx, "", framebuffer, GL_DRAW_FRAMEBUFFER), n, bufs);
}

bool validateNamedFramebufferReadBuffer(const Context& ctx, GLuint framebuffer, GLenum src) {
  const char* command = "glNamedFramebufferReadBuffer";
  const auto object = needFramebufferOrDefault(ctx, command, framebuffer, GL_READ_FRAMEBUFFER);
  return object && validateRead(ctx, command, *object, src);
}

void namedFramebufferReadBuffer(Context& ctx, GLuint framebuffer, GLenum src) {
  setRead(ctx, *needFramebufferOrDefault(ctx, "", framebuffer, GL_READ_FRAMEBUFFER), src);
}

}  // namespace gl
