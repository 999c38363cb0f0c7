// SPDX-License-Identifier: Apache-2.0
// Attachment points: lookup and the two errors about them.
#include "gl/framebuffer_point.h"

#include <algorithm>

#include "gl/checks.h"
#include "gl/device_info.h"

namespace gl {
namespace {

constexpr uint32_t kNamedColorAttachments = 32;  // GL_COLOR_ATTACHMENT0 … 31 exist as enumerants

}  // namespace

AttachmentSlots attachmentsOf(state::Framebuffer& framebuffer, uint32_t point) {
  switch (point) {
    case GL_DEPTH_ATTACHMENT:
      return {&framebuffer.depth};
    case GL_STENCIL_ATTACHMENT:
      return {&framebuffer.stencil};
    case GL_DEPTH_STENCIL_ATTACHMENT:
      return {&framebuffer.depth, &framebuffer.stencil};
    default:
      break;
  }
  const uint32_t index = point - GL_COLOR_ATTACHMENT0;
  return index < state::kMaxDrawBuffers ? AttachmentSlots(&framebuffer.color[index]) : AttachmentSlots();
}

bool validateAttachmentPoint(const Context& ctx, const char* command, uint32_t point) {
  if (point == GL_DEPTH_ATTACHMENT || point == GL_STENCIL_ATTACHMENT || point == GL_DEPTH_STENCIL_ATTACHMENT)
    return true;
  const uint32_t index = point - GL_COLOR_ATTACHMENT0;
  if (index >= kNamedColorAttachments) return refuseEnum(ctx, command, "attachment", point);
  const uint32_t limit = std::min(ctx.device().maxColorAttachments, state::kMaxDrawBuffers);
  return index < limit || refuse(ctx, GL_INVALID_OPERATION,
                                 "%s: color attachment %u is beyond the limit of %u.", command, index, limit);
}

}  // namespace gl
