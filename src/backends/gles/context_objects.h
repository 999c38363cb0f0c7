// SPDX-License-Identifier: Apache-2.0
// Objects that ES does not share between contexts: one Context owns them and they die with it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "backends/gles/objects.h"
#include "pipe/types.gen.h"

namespace gles {

inline constexpr uint32_t kMaxColor = 8;
inline constexpr uint32_t kDepthPoint = 8, kStencilPoint = 9, kPoints = 10;

// ES lets output i write only to attachment i, while GL maps freely. So the driver's framebuffer for drawing has the
// attachments in the order of the outputs, and another one in the pipe's order is made when something reads an
// attachment that is not among them.
struct Framebuffer {
  pipe::FramebufferDesc desc;
  struct Driver {
    Name name;
    std::array<uint64_t, kPoints> attached{};  // ids of the driver objects at each point
    uint64_t epoch = 0;                        // Shared::textureEpoch at the last look
    bool complete = false;
    GLenum readBuffer = GL_COLOR_ATTACHMENT0;
  };
  Driver draw, read;
  bool inOrder = true;        // drawBuffers[i] is i or none: `draw` serves reading too
  uint8_t paddedTargets = 0;  // bit i: output i has an alpha channel that its GL format lacks
};

struct Pipeline {
  pipe::PipelineState state;
};

// Attributes grouped by where they are fetched from. An ES binding has one divisor, so elements of one pipe binding
// with different divisors get driver bindings of their own; so do elements that have to be converted.
struct VertexElements {
  struct Item {
    pipe::VertexElement element;
    uint8_t driverBinding = 0;
    bool converted = false;
  };
  struct Binding {
    uint8_t pipeBinding = 0;
    uint32_t divisor = 0;
    int8_t convertedItem = -1;  // index of the one item that it carries, converted
  };
  std::vector<Item> items;
  std::vector<Binding> bindings;
  uint32_t locations = 0;  // mask
  bool converts = false;
};

struct Query {
  Name name;
  GLenum esTarget = 0;
  uint64_t serial = 0, value = 0;
  GLenum xfbPrimitive = 0;  // what a stream output counted by it was made of
  bool active = false, pending = false, ended = false;
};

}  // namespace gles
