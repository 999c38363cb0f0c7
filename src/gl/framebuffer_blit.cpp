// SPDX-License-Identifier: Apache-2.0
// glBlitFramebuffer (GL 4.6 core §18.3.1).
#include <algorithm>
#include <cstdlib>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/framebuffer_object.h"
#include "gl/framebuffer_samples.h"
#include "gl/framebuffer_scope.h"
#include "gl/framebuffer_status.h"
#include "gl/prototypes_framebuffer.gen.h"

namespace gl {
namespace {

using state::AttachmentShape;
using state::Framebuffer;

struct BlitRequest {
  const char* command;
  const Framebuffer& read;
  const Framebuffer& draw;
  GLint srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1;
  GLbitfield mask;
  GLenum filter;
};

const formats::FormatInfo& infoOf(const AttachmentShape& shape) {
  return formats::info(static_cast<formats::Format>(shape.format));
}

AttachmentShape readColor(const Framebuffer& framebuffer) {
  const int index = state::colorIndex(framebuffer, framebuffer.readBuffer);
  return index < 0 ? AttachmentShape{} : state::shapeOf(framebuffer.color[static_cast<size_t>(index)]);
}

bool validateComplete(const Context& ctx, const char* command, const char* side,
                      const Framebuffer& framebuffer) {
  const uint32_t status = framebufferStatus(ctx, framebuffer);
  return status == GL_FRAMEBUFFER_COMPLETE ||
         refuse(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: %s framebuffer %u is not complete: %s.", command,
                side, framebuffer.name, framebufferStatusName(status));
}

// Normalized and floating-point texels may mix; integers go only to integers of the same sign.
int numericClass(const formats::FormatInfo& info) {
  return !info.isInteger() ? 0 : info.type == formats::ComponentType::Int ? 1 : 2;
}

bool validateColor(const Context& ctx, const BlitRequest& b) {
  if (!(b.mask & GL_COLOR_BUFFER_BIT)) return true;
  const AttachmentShape source = readColor(b.read);
  if (source.width == 0) return true;
  const formats::FormatInfo& from = infoOf(source);
  if (from.isInteger() && b.filter == GL_LINEAR)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: integer texels of %s cannot be filtered.", b.command,
                  enumText(source.internalFormat).c_str());
  for (const uint32_t buffer : b.draw.drawBuffers) {
    const int index = state::colorIndex(b.draw, buffer);
    if (index < 0) continue;
    const AttachmentShape to = state::shapeOf(b.draw.color[static_cast<size_t>(index)]);
    if (to.width != 0 && numericClass(infoOf(to)) != numericClass(from))
      return refuse(ctx, GL_INVALID_OPERATION, "%s: texels of %s cannot become %s.", b.command,
                    enumText(source.internalFormat).c_str(), enumText(to.internalFormat).c_str());
  }
  return true;
}

bool validateDepthStencil(const Context& ctx, const BlitRequest& b) {
  const auto agrees = [&](GLbitfield bit, const state::Attachment& from, const state::Attachment& to,
                          bool depth) {
    if (!(b.mask & bit)) return true;
    const AttachmentShape source = state::shapeOf(from), target = state::shapeOf(to);
    if (source.width == 0 || target.width == 0) return true;
    const formats::FormatInfo &a = infoOf(source), &c = infoOf(target);
    const bool same = depth ? a.depthBits == c.depthBits && a.type == c.type : a.stencilBits == c.stencilBits;
    return same || refuse(ctx, GL_INVALID_OPERATION, "%s: %s and %s have different %s formats.", b.command,
                          enumText(source.internalFormat).c_str(), enumText(target.internalFormat).c_str(),
                          depth ? "depth" : "stencil");
  };
  return agrees(GL_DEPTH_BUFFER_BIT, b.read.depth, b.draw.depth, true) &&
         agrees(GL_STENCIL_BUFFER_BIT, b.read.stencil, b.draw.stencil, false);
}

bool validateSamples(const Context& ctx, const BlitRequest& b) {
  const uint32_t from = samplesOf(b.read), to = samplesOf(b.draw);
  if (from > 0 && to > 0 && from != to)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the framebuffers have %u and %u samples a pixel.",
                  b.command, from, to);
  if (from == 0 && to == 0) return true;
  const auto extent = [](GLint a, GLint b2) { return std::llabs(int64_t{a} - b2); };
  if (extent(b.srcX0, b.srcX1) == extent(b.dstX0, b.dstX1) &&
      extent(b.srcY0, b.srcY1) == extent(b.dstY0, b.dstY1))
    return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: multisampled pixels cannot be scaled.", b.command);
}

bool validateBlit(const Context& ctx, const BlitRequest& b) {
  constexpr GLbitfield kKnown = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
  if (b.mask & ~kKnown)
    return refuse(ctx, GL_INVALID_VALUE, "%s: mask 0x%x has bits that name no buffer.", b.command, b.mask);
  if (b.filter != GL_NEAREST && b.filter != GL_LINEAR) return refuseEnum(ctx, b.command, "filter", b.filter);
  if ((b.mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)) && b.filter != GL_NEAREST)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: depth and stencil are copied with GL_NEAREST only.",
                  b.command);
  return validateComplete(ctx, b.command, "read", b.read) &&
         validateComplete(ctx, b.command, "draw", b.draw) && validateSamples(ctx, b) &&
         validateColor(ctx, b) && validateDepthStencil(ctx, b);
}

// A buffer missing on either side is left out without an error.
GLbitfield effectiveMask(const BlitRequest& b) {
  GLbitfield mask = b.mask;
  const auto drawsColor =
      std::any_of(b.draw.drawBuffers.begin(), b.draw.drawBuffers.end(),
                  [&](uint32_t buffer) { return state::colorIndex(b.draw, buffer) >= 0; });
  if (readColor(b.read).width == 0 || !drawsColor) mask &= ~static_cast<GLbitfield>(GL_COLOR_BUFFER_BIT);
  if (b.read.depth.empty() || b.draw.depth.empty()) mask &= ~static_cast<GLbitfield>(GL_DEPTH_BUFFER_BIT);
  if (b.read.stencil.empty() || b.draw.stencil.empty())
    mask &= ~static_cast<GLbitfield>(GL_STENCIL_BUFFER_BIT);
  return mask;
}

void blit(Context& ctx, const BlitRequest& b) {
  const GLbitfield mask = effectiveMask(b);
  const bool empty = b.srcX0 == b.srcX1 || b.srcY0 == b.srcY1 || b.dstX0 == b.dstX1 || b.dstY0 == b.dstY1;
  if (mask == 0 || empty || isSkippedByCondition(ctx)) return;
  ctx.tracker().blit(b.srcX0, b.srcY0, b.srcX1, b.srcY1, b.dstX0, b.dstY0, b.dstX1, b.dstY1, mask, b.filter);
}

}  // namespace

bool validateBlitFramebuffer(const Context& ctx, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1,
                             GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask,
                             GLenum filter) {
  return validateBlit(ctx, {"glBlitFramebuffer", *ctx.state().readFramebuffer, *ctx.state().drawFramebuffer,
                            srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter});
}

void blitFramebuffer(Context& ctx, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0,
                     GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter) {
  blit(ctx, {"glBlitFramebuffer", *ctx.state().readFramebuffer, *ctx.state().drawFramebuffer, srcX0, srcY0,
             srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter});
}

bool validateBlitNamedFramebuffer(const Context& ctx, GLuint readFramebuffer, GLuint drawFramebuffer,
                                  GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0,
                                  GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter) {
  const char* command = "glBlitNamedFramebuffer";
  const auto read = needFramebufferOrDefault(ctx, command, readFramebuffer, GL_READ_FRAMEBUFFER);
  if (!read) return false;
  const auto draw = needFramebufferOrDefault(ctx, command, drawFramebuffer, GL_DRAW_FRAMEBUFFER);
  return draw && validateBlit(ctx, {command, *read, *draw, srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1,
                                    dstY1, mask, filter});
}

void blitNamedFramebuffer(Context& ctx, GLuint readFramebuffer, GLuint drawFramebuffer, GLint srcX0,
                          GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1,
                          GLint dstY1, GLbitfield mask, GLenum filter) {
  const auto read = needFramebufferOrDefault(ctx, "", readFramebuffer, GL_READ_FRAMEBUFFER);
  const auto draw = needFramebufferOrDefault(ctx, "", drawFramebuffer, GL_DRAW_FRAMEBUFFER);
  FramebufferScope scope(ctx, draw, read);
  blit(ctx, {"glBlitNamedFramebuffer", *read, *draw, srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1,
             mask, filter});
}

}  // namespace gl
