// SPDX-License-Identifier: Apache-2.0
// The rules of framebuffer completeness, in the order in which they are reported.
#include "gl/framebuffer_status.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <optional>

#include "formats/format_info.h"
#include "gl/context.h"
#include "gl/device_info.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using state::Attachment;
using state::AttachmentShape;
using state::Framebuffer;

enum class Role : uint8_t { Color, Depth, Stencil };

bool suits(const formats::FormatInfo& info, Role role) {
  switch (role) {
    case Role::Color:
      return info.isColor();
    case Role::Depth:
      return info.hasDepth();
    case Role::Stencil:
      return info.hasStencil();
  }
  return false;
}

// Rules that compare attachments with one another, fed one after the other.
class Comparison {
 public:
  // Attachment completeness (§9.4.1), then what must be equal everywhere (§9.4.2). Complete means: go on.
  uint32_t add(const Context& ctx, const Attachment& attachment, Role role) {
    const AttachmentShape shape = state::shapeOf(attachment);
    const auto format = static_cast<formats::Format>(shape.format);
    if (shape.width == 0 || shape.height == 0 || !suits(formats::info(format), role) ||
        !isRenderable(ctx, format))
      return GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT;
    // Renderbuffers behave as if their sample locations were fixed.
    const bool fixedLocations = !attachment.texture || hasFixedLocations(attachment);
    if (mAny && (shape.samples != mSamples || fixedLocations != mFixedLocations))
      return GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
    if (mAny && attachment.layered != mLayered) return GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS;
    if (role == Role::Color && attachment.layered) {
      if (mLayeredColor && *mLayeredColor != attachment.texture->kind)
        return GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS;
      mLayeredColor = attachment.texture->kind;
    }
    mAny = true;
    mSamples = shape.samples;
    mFixedLocations = fixedLocations;
    mLayered = attachment.layered;
    return GL_FRAMEBUFFER_COMPLETE;
  }
  bool any() const { return mAny; }

 private:
  static bool hasFixedLocations(const Attachment& a) {
    const state::TextureLevel& level = a.texture->levels[0][a.level];
    return level.samples == 0 || level.fixedSampleLocations;
  }
  bool mAny = false, mFixedLocations = true, mLayered = false;
  uint32_t mSamples = 0;
  std::optional<state::TextureKind> mLayeredColor;
};

bool isSameImage(const Attachment& a, const Attachment& b) {
  return a.texture == b.texture && a.renderbuffer == b.renderbuffer && a.level == b.level &&
         a.layer == b.layer && a.layered == b.layered;
}

bool namesNothing(const Framebuffer& framebuffer, uint32_t buffer) {
  const int index = state::colorIndex(framebuffer, buffer);
  return index >= 0 && framebuffer.color[static_cast<size_t>(index)].empty();
}

// Dropped from GL with 4.1.
uint32_t bufferStatus(const Context& ctx, const Framebuffer& framebuffer) {
  if (ctx.version() >= 41 || ctx.device().has("GL_ARB_ES2_compatibility")) return GL_FRAMEBUFFER_COMPLETE;
  for (const uint32_t buffer : framebuffer.drawBuffers)
    if (namesNothing(framebuffer, buffer)) return GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER;
  return namesNothing(framebuffer, framebuffer.readBuffer) ? GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER
                                                           : GL_FRAMEBUFFER_COMPLETE;
}

bool hasDefaultSize(const Context& ctx, const Framebuffer& framebuffer) {
  const bool supported = ctx.version() >= 43 || ctx.device().has("GL_ARB_framebuffer_no_attachments");
  return supported && framebuffer.defaultWidth != 0 && framebuffer.defaultHeight != 0;
}

}  // namespace

uint32_t framebufferStatus(const Context& ctx, const Framebuffer& framebuffer) {
  if (framebuffer.name == 0)
    return framebuffer.hasSurface ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNDEFINED;
  Comparison comparison;
  uint32_t status = GL_FRAMEBUFFER_COMPLETE;
  const auto add = [&](const Attachment& attachment, Role role) {
    if (!attachment.empty() && status == GL_FRAMEBUFFER_COMPLETE)
      status = comparison.add(ctx, attachment, role);
  };
  for (const Attachment& attachment : framebuffer.color) add(attachment, Role::Color);
  add(framebuffer.depth, Role::Depth);
  add(framebuffer.stencil, Role::Stencil);
  if (status != GL_FRAMEBUFFER_COMPLETE) return status;
  if (!comparison.any() && !hasDefaultSize(ctx, framebuffer))
    return GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
  status = bufferStatus(ctx, framebuffer);
  if (status != GL_FRAMEBUFFER_COMPLETE) return status;
  // ES drivers below take depth and stencil only from one image.
  const bool both = !framebuffer.depth.empty() && !framebuffer.stencil.empty();
  return both && !isSameImage(framebuffer.depth, framebuffer.stencil) ? GL_FRAMEBUFFER_UNSUPPORTED
                                                                      : GL_FRAMEBUFFER_COMPLETE;
}

const char* framebufferStatusName(uint32_t status) {
  switch (status) {
    case GL_FRAMEBUFFER_COMPLETE:
      return "GL_FRAMEBUFFER_COMPLETE";
    case GL_FRAMEBUFFER_UNDEFINED:
      return "GL_FRAMEBUFFER_UNDEFINED";
    case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT:
      return "GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT";
    case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT:
      return "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT";
    case GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER:
      return "GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER";
    case GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER:
      return "GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER";
    case GL_FRAMEBUFFER_UNSUPPORTED:
      return "GL_FRAMEBUFFER_UNSUPPORTED";
    case GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE:
      return "GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE";
    case GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS:
      return "GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS";
    default:
      return "an unknown status";
  }
}

}  // namespace gl
