// SPDX-License-Identifier: Apache-2.0
// Values of glGet*i_v: indexed buffers, draw buffers, viewports, images, vertex bindings.
#include <GL/gl.h>
#include <GL/glext.h>

#include <optional>

#include "gl/buffer_targets.h"
#include "gl/get_value.h"
#include "gl/state_set.h"
#include "gl/vertex_array.h"

namespace gl {
namespace {

enum class Field : uint8_t { Binding, Start, Size };
struct BufferValue {
  GLenum target;
  Field field;
};

std::optional<BufferValue> bufferValue(GLenum name) {
  switch (name) {
    case GL_UNIFORM_BUFFER_BINDING: return BufferValue{GL_UNIFORM_BUFFER, Field::Binding};
    case GL_UNIFORM_BUFFER_START: return BufferValue{GL_UNIFORM_BUFFER, Field::Start};
    case GL_UNIFORM_BUFFER_SIZE: return BufferValue{GL_UNIFORM_BUFFER, Field::Size};
    case GL_TRANSFORM_FEEDBACK_BUFFER_BINDING: return BufferValue{GL_TRANSFORM_FEEDBACK_BUFFER, Field::Binding};
    case GL_TRANSFORM_FEEDBACK_BUFFER_START: return BufferValue{GL_TRANSFORM_FEEDBACK_BUFFER, Field::Start};
    case GL_TRANSFORM_FEEDBACK_BUFFER_SIZE: return BufferValue{GL_TRANSFORM_FEEDBACK_BUFFER, Field::Size};
    case GL_SHADER_STORAGE_BUFFER_BINDING: return BufferValue{GL_SHADER_STORAGE_BUFFER, Field::Binding};
    case GL_SHADER_STORAGE_BUFFER_START: return BufferValue{GL_SHADER_STORAGE_BUFFER, Field::Start};
    case GL_SHADER_STORAGE_BUFFER_SIZE: return BufferValue{GL_SHADER_STORAGE_BUFFER, Field::Size};
    case GL_ATOMIC_COUNTER_BUFFER_BINDING: return BufferValue{GL_ATOMIC_COUNTER_BUFFER, Field::Binding};
    case GL_ATOMIC_COUNTER_BUFFER_START: return BufferValue{GL_ATOMIC_COUNTER_BUFFER, Field::Start};
    case GL_ATOMIC_COUNTER_BUFFER_SIZE: return BufferValue{GL_ATOMIC_COUNTER_BUFFER, Field::Size};
    default: return std::nullopt;
  }
}

bool isDrawBufferValue(GLenum name) {
  return isOneOf(name, {GL_BLEND, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA, GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB,
                        GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA, GL_COLOR_WRITEMASK});
}
bool isViewportValue(GLenum name) {
  return isOneOf(name, {GL_VIEWPORT, GL_DEPTH_RANGE, GL_SCISSOR_BOX, GL_SCISSOR_TEST});
}
bool isVertexValue(GLenum name) {
  return isOneOf(name, {GL_VERTEX_BINDING_BUFFER, GL_VERTEX_BINDING_OFFSET, GL_VERTEX_BINDING_STRIDE,
                        GL_VERTEX_BINDING_DIVISOR});
}
bool isImageValue(GLenum name) {
  return isOneOf(name, {GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL, GL_IMAGE_BINDING_LAYERED, GL_IMAGE_BINDING_LAYER,
                        GL_IMAGE_BINDING_ACCESS, GL_IMAGE_BINDING_FORMAT});
}

void readBuffer(const Context& ctx, BufferValue which, uint32_t index, Value& value) {
  const state::IndexedBuffer& point = indexedPoints(ctx.state(), which.target)[index];
  switch (which.field) {
    case Field::Binding: return value.set(point.buffer ? point.buffer->name : 0);
    case Field::Start: return value.set(point.offsetBytes);
    default: return value.set(point.sizeBytes);
  }
}

void readDrawBuffer(const Context& ctx, GLenum name, uint32_t index, Value& value) {
  const state::BlendTarget& target = ctx.state().raster.blend[index];
  switch (name) {
    case GL_BLEND: return value.set(target.enable);
    case GL_BLEND_EQUATION_RGB: return value.set(target.equationRgb);
    case GL_BLEND_EQUATION_ALPHA: return value.set(target.equationAlpha);
    case GL_BLEND_SRC_RGB: return value.set(target.srcRgb);
    case GL_BLEND_DST_RGB: return value.set(target.dstRgb);
    case GL_BLEND_SRC_ALPHA: return value.set(target.srcAlpha);
    case GL_BLEND_DST_ALPHA: return value.set(target.dstAlpha);
    default: return value.setAll(std::span<const bool>(target.write));
  }
}

void readViewport(const Context& ctx, GLenum name, uint32_t index, Value& value) {
  const state::Viewport& v = ctx.state().viewports[index];
  const state::ScissorBox& s = ctx.state().scissors[index];
  switch (name) {
    case GL_VIEWPORT:
      for (float f : {v.x, v.y, v.width, v.height}) value.set(f);
      return;
    case GL_DEPTH_RANGE:
      for (float f : {v.near, v.far}) value.setNormalized(static_cast<double>(f));
      return;
    case GL_SCISSOR_BOX:
      for (int32_t i : {s.x, s.y, s.width, s.height}) value.set(i);
      return;
    default: return value.set(isIndexedCapabilityEnabled(ctx, GL_SCISSOR_TEST, index));
  }
}

void readVertexBinding(const Context& ctx, GLenum name, uint32_t index, Value& value) {
  const state::VertexBinding& binding = ctx.state().vertexArray->bindings[index];
  switch (name) {
    case GL_VERTEX_BINDING_BUFFER: return value.set(binding.buffer ? binding.buffer->name : 0);
    case GL_VERTEX_BINDING_OFFSET: return value.set(binding.offsetBytes);
    case GL_VERTEX_BINDING_STRIDE: return value.set(binding.strideBytes);
    default: return value.set(binding.divisor);
  }
}

void readImage(const Context& ctx, GLenum name, uint32_t index, Value& value) {
  const state::ImageUnit& unit = ctx.state().imageUnits[index];
  switch (name) {
    case GL_IMAGE_BINDING_NAME: return value.set(unit.texture ? unit.texture->name : 0);
    case GL_IMAGE_BINDING_LEVEL: return value.set(unit.level);
    case GL_IMAGE_BINDING_LAYERED: return value.set(unit.layered);
    case GL_IMAGE_BINDING_LAYER: return value.set(unit.layer);
    case GL_IMAGE_BINDING_ACCESS: return value.set(unit.access);
    default: return value.set(unit.format);
  }
}

}  // namespace

uint32_t indexedValueCount(const Context& ctx, uint32_t name) {
  if (const auto which = bufferValue(name)) return indexedLimit(ctx, which->target);
  if (isDrawBufferValue(name)) return drawBufferLimit(ctx);
  if (isViewportValue(name)) return viewportLimit(ctx);
  if (isVertexValue(name)) return bindingLimit(ctx);
  if (isImageValue(name)) return static_cast<uint32_t>(ctx.state().imageUnits.size());
  return name == GL_SAMPLE_MASK_VALUE ? 1 : 0;
}

void readIndexedValue(const Context& ctx, uint32_t name, uint32_t index, Value& value) {
  if (const auto which = bufferValue(name)) return readBuffer(ctx, *which, index, value);
  if (isDrawBufferValue(name)) return readDrawBuffer(ctx, name, index, value);
  if (isViewportValue(name)) return readViewport(ctx, name, index, value);
  if (isVertexValue(name)) return readVertexBinding(ctx, name, index, value);
  if (isImageValue(name)) return readImage(ctx, name, index, value);
  value.set(ctx.state().raster.sampleMask);
}

}  // namespace gl
