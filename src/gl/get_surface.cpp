// SPDX-License-Identifier: Apache-2.0
// glGet* of what the bound framebuffers are made of.
#include <GL/gl.h>
#include <GL/glext.h>

#include "formats/formats.h"
#include "gl/get_value.h"

namespace gl {
namespace {

const state::Framebuffer& drawn(const Context& ctx) { return *ctx.state().drawFramebuffer; }

const formats::FormatInfo& infoOf(const state::Attachment& attachment) {
  return formats::info(static_cast<formats::Format>(state::shapeOf(attachment).format));
}

const formats::FormatInfo& firstColor(const Context& ctx) {
  for (const state::Attachment& attachment : drawn(ctx).color)
    if (!attachment.empty()) return infoOf(attachment);
  return formats::info(formats::Format::None);
}

template <auto Member>
void colorBits(const Context& ctx, Value& value) {
  value.set(firstColor(ctx).*Member);
}
template <unsigned Index>
void drawBuffer(const Context& ctx, Value& value) {
  value.set(drawn(ctx).drawBuffers[Index]);
}
template <int64_t Number>
void constant(const Context&, Value& value) {
  value.set(Number);
}

// All attachments of a complete framebuffer agree.
uint32_t samples(const Context& ctx) {
  const state::Framebuffer& framebuffer = drawn(ctx);
  for (const state::Attachment& attachment : framebuffer.color)
    if (!attachment.empty()) return state::shapeOf(attachment).samples;
  if (!framebuffer.depth.empty()) return state::shapeOf(framebuffer.depth).samples;
  if (!framebuffer.stencil.empty()) return state::shapeOf(framebuffer.stencil).samples;
  return framebuffer.defaultSamples;
}

const formats::FormatInfo& readInfo(const Context& ctx) {
  const state::Framebuffer& framebuffer = *ctx.state().readFramebuffer;
  const int index = state::colorIndex(framebuffer, framebuffer.readBuffer);
  if (index < 0) return formats::info(formats::Format::None);
  return infoOf(framebuffer.color[static_cast<size_t>(index)]);
}

void readFormat(const Context& ctx, Value& value) { value.set(readInfo(ctx).isInteger() ? GL_RGBA_INTEGER : GL_RGBA); }

void readType(const Context& ctx, Value& value) {
  switch (readInfo(ctx).type) {
    case formats::ComponentType::Int: return value.set(GL_INT);
    case formats::ComponentType::Uint: return value.set(GL_UNSIGNED_INT);
    case formats::ComponentType::Float: return value.set(GL_FLOAT);
    default: return value.set(GL_UNSIGNED_BYTE);
  }
}

constexpr GetRow kRows[] = {
    {GL_DRAW_BUFFER, drawBuffer<0>},
    {GL_DRAW_BUFFER0, drawBuffer<0>},
    {GL_DRAW_BUFFER1, drawBuffer<1>},
    {GL_DRAW_BUFFER2, drawBuffer<2>},
    {GL_DRAW_BUFFER3, drawBuffer<3>},
    {GL_DRAW_BUFFER4, drawBuffer<4>},
    {GL_DRAW_BUFFER5, drawBuffer<5>},
    {GL_DRAW_BUFFER6, drawBuffer<6>},
    {GL_DRAW_BUFFER7, drawBuffer<7>},
    {GL_READ_BUFFER, [](const Context& ctx, Value& v) { v.set(ctx.state().readFramebuffer->readBuffer); }},
    {GL_DOUBLEBUFFER,
     [](const Context& ctx, Value& v) { v.set(drawn(ctx).name == 0 && drawn(ctx).doubleBuffered); }},
    {GL_STEREO, constant<0>},
    {GL_SAMPLES, [](const Context& ctx, Value& v) { v.set(samples(ctx) > 1 ? samples(ctx) : 0); }},
    {GL_SAMPLE_BUFFERS, [](const Context& ctx, Value& v) { v.set(samples(ctx) > 1); }},
    {GL_IMPLEMENTATION_COLOR_READ_FORMAT, readFormat},
    {GL_IMPLEMENTATION_COLOR_READ_TYPE, readType},
    {GL_RED_BITS, colorBits<&formats::FormatInfo::redBits>, true},
    {GL_GREEN_BITS, colorBits<&formats::FormatInfo::greenBits>, true},
    {GL_BLUE_BITS, colorBits<&formats::FormatInfo::blueBits>, true},
    {GL_ALPHA_BITS, colorBits<&formats::FormatInfo::alphaBits>, true},
    {GL_DEPTH_BITS, [](const Context& ctx, Value& v) { v.set(infoOf(drawn(ctx).depth).depthBits); }, true},
    {GL_STENCIL_BITS, [](const Context& ctx, Value& v) { v.set(infoOf(drawn(ctx).stencil).stencilBits); }, true},
    {GL_AUX_BUFFERS, constant<0>, true},
    {GL_RGBA_MODE, constant<1>, true},
    {GL_INDEX_MODE, constant<0>, true},
    {GL_ACCUM_RED_BITS, constant<0>, true},
    {GL_ACCUM_GREEN_BITS, constant<0>, true},
    {GL_ACCUM_BLUE_BITS, constant<0>, true},
    {GL_ACCUM_ALPHA_BITS, constant<0>, true},
};

}  // namespace

std::span<const GetRow> surfaceRows() { return kRows; }

}  // namespace gl
