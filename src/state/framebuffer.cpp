// SPDX-License-Identifier: Apache-2.0
#include "state/framebuffer.h"

#include <algorithm>

namespace state {

AttachmentShape shapeOf(const Attachment& a) {
  if (a.renderbuffer) {
    const Renderbuffer& r = *a.renderbuffer;
    return {r.width, r.height, 1, r.samples, r.internalFormat, r.format};
  }
  if (!a.texture || a.level >= kMaxLevels) return {};
  const Texture& t = *a.texture;
  const uint32_t face = t.kind == TextureKind::kCube && !a.layered ? std::min(a.layer, 5u) : 0;
  const TextureLevel& level = t.levels[face][a.level];
  if (!level.defined()) return {};
  AttachmentShape shape{level.width, level.height, 1, level.samples, level.internalFormat, level.format};
  if (t.kind == TextureKind::k1DArray) shape.height = 1;
  if (a.layered) {
    shape.layers = t.kind == TextureKind::kCube ? 6 : t.kind == TextureKind::k1DArray ? level.height : level.depth;
  } else {
    const uint32_t layers = t.kind == TextureKind::kCube ? 6 : t.kind == TextureKind::k1DArray ? level.height : level.depth;
    if (a.layer >= layers) return {};
  }
  return shape;
}

int colorIndex(const Framebuffer& framebuffer, uint32_t buffer) {
  if (buffer == glenum::NONE_) return -1;
  if (buffer >= glenum::COLOR_ATTACHMENT0_ && buffer < glenum::COLOR_ATTACHMENT0_ + kMaxDrawBuffers)
    return static_cast<int>(buffer - glenum::COLOR_ATTACHMENT0_);
  switch (buffer) {
    case glenum::BACK_:
    case glenum::BACK_LEFT_:
      return 0;
    case glenum::FRONT_:
    case glenum::FRONT_LEFT_:
    case glenum::LEFT_:
    case glenum::FRONT_AND_BACK_:
      return framebuffer.doubleBuffered && buffer != glenum::FRONT_AND_BACK_ && buffer != glenum::LEFT_ ? 1 : 0;
    default:
      return -1;
  }
}

}  // namespace state
