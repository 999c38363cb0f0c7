// SPDX-License-Identifier: Apache-2.0
// Which image of the read framebuffer a command reads, and the errors if it cannot.
#include "gl/framebuffer_read.h"

#include <algorithm>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/framebuffer_status.h"

namespace gl {
namespace {

const char* aspectName(ReadAspect aspect) {
  switch (aspect) {
    case ReadAspect::Color:
      return "color";
    case ReadAspect::Depth:
      return "depth";
    case ReadAspect::Stencil:
      return "stencil";
    case ReadAspect::DepthStencil:
      break;
  }
  return "depth-stencil";
}

}  // namespace

state::AttachmentShape readSource(const Context& ctx, ReadAspect aspect) {
  const state::Framebuffer& framebuffer = *ctx.state().readFramebuffer;
  if (aspect == ReadAspect::Color) {
    const int index = state::colorIndex(framebuffer, framebuffer.readBuffer);
    return index < 0 ? state::AttachmentShape{}
                     : state::shapeOf(framebuffer.color[static_cast<size_t>(index)]);
  }
  const state::AttachmentShape depth = state::shapeOf(framebuffer.depth),
                               stencil = state::shapeOf(framebuffer.stencil);
  if (aspect == ReadAspect::Stencil) return stencil;
  if (aspect == ReadAspect::DepthStencil && stencil.width == 0) return {};
  return depth;
}

bool validateReadSource(const Context& ctx, const char* command, ReadAspect aspect,
                        state::AttachmentShape& source) {
  const state::Framebuffer& framebuffer = *ctx.state().readFramebuffer;
  const uint32_t status = framebufferStatus(ctx, framebuffer);
  if (status != GL_FRAMEBUFFER_COMPLETE)
    return refuse(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: the read framebuffer %u is not complete: %s.",
                  command, framebuffer.name, framebufferStatusName(status));
  source = readSource(ctx, aspect);
  if (source.width == 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the read framebuffer %u has no %s buffer to read from.",
                  command, framebuffer.name, aspectName(aspect));
  // The window's own multisampling is resolved on the way (§18.2 forbids only framebuffer objects).
  if (source.samples == 0 || framebuffer.name == 0) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the read framebuffer %u has %u samples a pixel.", command,
                framebuffer.name, source.samples);
}

ClippedRead clipToSource(const state::AttachmentShape& source, int32_t x, int32_t y, int32_t width,
                         int32_t height) {
  const int64_t left = std::max<int64_t>(x, 0), bottom = std::max<int64_t>(y, 0);
  const int64_t right = std::min<int64_t>(int64_t{x} + width, source.width);
  const int64_t top = std::min<int64_t>(int64_t{y} + height, source.height);
  if (left >= right || bottom >= top) return {};
  return {static_cast<int32_t>(left),          static_cast<int32_t>(bottom),
          static_cast<uint32_t>(right - left), static_cast<uint32_t>(top - bottom),
          static_cast<uint32_t>(left - x),     static_cast<uint32_t>(bottom - y)};
}

}  // namespace gl
