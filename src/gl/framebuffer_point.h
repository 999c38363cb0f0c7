// SPDX-License-Identifier: Apache-2.0
// Attachment points by enumerant.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "state/framebuffer.h"

namespace gl {

class Context;

// One or, for GL_DEPTH_STENCIL_ATTACHMENT, two attachments; none if there is no such point.
class AttachmentSlots {
 public:
  AttachmentSlots(state::Attachment* first = nullptr, state::Attachment* second = nullptr)
      : mSlots{first, second}, mCount(first ? (second ? 2u : 1u) : 0u) {}
  state::Attachment** begin() { return mSlots; }
  state::Attachment** end() { return mSlots + mCount; }
  uint32_t size() const { return mCount; }

 private:
  state::Attachment* mSlots[2];
  uint32_t mCount;
};

AttachmentSlots attachmentsOf(state::Framebuffer& framebuffer, uint32_t point);

// INVALID_ENUM for what is no attachment point, INVALID_OPERATION for a colour attachment beyond the limit.
bool validateAttachmentPoint(const Context& ctx, const char* command, uint32_t point);

}  // namespace gl
