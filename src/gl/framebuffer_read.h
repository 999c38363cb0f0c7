// SPDX-License-Identifier: Apache-2.0
// The read framebuffer as a source of pixels, for glReadPixels and glCopyTex* (GL 4.6 core §18.2, §8.6).
#pragma once

#include <cstdint>

#include "gl/context.h"
#include "state/framebuffer.h"

namespace gl {

enum class ReadAspect : uint8_t { Color, Depth, Stencil, DepthStencil };

// Complete, not multisampled, and with a buffer of that aspect; its shape goes to `source`.
bool validateReadSource(const Context& ctx, const char* command, ReadAspect aspect,
                        state::AttachmentShape& source);
// The shape alone; zero width if there is none.
state::AttachmentShape readSource(const Context& ctx, ReadAspect aspect);

// A rectangle of the read framebuffer cut to its bounds: what lies outside is undefined, so nobody needs to
// touch it.
struct ClippedRead {
  int32_t x = 0, y = 0;
  uint32_t width = 0, height = 0;
  uint32_t skippedX = 0, skippedY = 0;  // cut off at the lower left
  bool empty() const { return width == 0 || height == 0; }
};
ClippedRead clipToSource(const state::AttachmentShape& source, int32_t x, int32_t y, int32_t width,
                         int32_t height);

}  // namespace gl
