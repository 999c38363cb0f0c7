// SPDX-License-Identifier: Apache-2.0
// Framebuffer objects and the default framebuffer of a surface (GL 4.6 core §9).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "state/object.h"
#include "state/texture.h"

namespace state {

inline constexpr uint32_t kMaxDrawBuffers = 8;

// One attachment point. Exactly one of texture and renderbuffer is set, or none.
struct Attachment {
  std::shared_ptr<Texture> texture;
  std::shared_ptr<Renderbuffer> renderbuffer;
  uint32_t level = 0;
  uint32_t layer = 0;      // z, array layer or cube face
  bool layered = false;
  uint32_t textureTarget = 0;  // as given to FramebufferTexture2D
  bool empty() const { return !texture && !renderbuffer; }
};

struct Framebuffer : Object {
  explicit Framebuffer(uint32_t glName) : Object(glName) { drawBuffers.fill(glenum::NONE_); drawBuffers[0] = glName ? glenum::COLOR_ATTACHMENT0_ : glenum::BACK_; readBuffer = drawBuffers[0]; }
  std::array<Attachment, kMaxDrawBuffers> color;
  Attachment depth, stencil;
  std::array<uint32_t, kMaxDrawBuffers> drawBuffers;
  uint32_t readBuffer;
  bool created = false;
  // No-attachment defaults (4.3).
  uint32_t defaultWidth = 0, defaultHeight = 0, defaultLayers = 0, defaultSamples = 0;
  bool defaultFixedSampleLocations = false;

  // Default framebuffer only (name 0): images of a surface. color[0] = back left (or front if single buffered),
  // color[1] = front left, allocated on demand.
  bool doubleBuffered = true;
  bool hasSurface = false;   // surfaceless contexts: GL_FRAMEBUFFER_UNDEFINED
};

// What an attachment resolves to.
struct AttachmentShape {
  uint32_t width = 0, height = 0, layers = 0, samples = 0;
  uint32_t internalFormat = 0;
  uint16_t format = 0;
};
// Zero width if the attachment names nothing usable.
AttachmentShape shapeOf(const Attachment& attachment);

// Index into color of a draw/read buffer name, or -1 (none). The default framebuffer maps BACK* to 0 and FRONT* to 1
// (0 if single buffered).
int colorIndex(const Framebuffer& framebuffer, uint32_t bufferName);

}  // namespace state
