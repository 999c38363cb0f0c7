// SPDX-License-Identifier: Apache-2.0
// glGetInternalformat*: what the device can do with an internal format (GL 4.6 core §22.3).
#include <algorithm>
#include <vector>

#include "formats/formats.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/prototypes_get.gen.h"

namespace gl {
namespace {

bool isTarget(GLenum target) {
  return isOneOf(target, {GL_RENDERBUFFER, GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY,
                          GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_3D, GL_TEXTURE_BUFFER,
                          GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_RECTANGLE});
}
bool isMultisampled(GLenum target) {
  return isOneOf(target, {GL_RENDERBUFFER, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY});
}

bool isParameter(GLenum pname) {
  return isOneOf(pname, {GL_NUM_SAMPLE_COUNTS, GL_SAMPLES, GL_INTERNALFORMAT_SUPPORTED, GL_INTERNALFORMAT_PREFERRED,
                         GL_INTERNALFORMAT_RED_SIZE, GL_INTERNALFORMAT_GREEN_SIZE, GL_INTERNALFORMAT_BLUE_SIZE,
                         GL_INTERNALFORMAT_ALPHA_SIZE, GL_INTERNALFORMAT_DEPTH_SIZE, GL_INTERNALFORMAT_STENCIL_SIZE,
                         GL_INTERNALFORMAT_SHARED_SIZE, GL_COLOR_COMPONENTS, GL_DEPTH_COMPONENTS, GL_STENCIL_COMPONENTS,
                         GL_COLOR_RENDERABLE, GL_DEPTH_RENDERABLE, GL_STENCIL_RENDERABLE, GL_FRAMEBUFFER_RENDERABLE,
                         GL_FRAMEBUFFER_BLEND, GL_FILTER, GL_MIPMAP, GL_TEXTURE_COMPRESSED});
}

struct Format {
  const formats::FormatInfo& info;
  FormatAbility ability;
};

Format formatOf(const Context& ctx, GLenum internalFormat) {
  const formats::Format format = formats::fromInternalFormat(internalFormat);
  const auto index = static_cast<size_t>(format);
  const auto& abilities = ctx.device().formats;
  return {formats::info(format), index < abilities.size() ? abilities[index] : FormatAbility{}};
}

// Sample counts above 1, most first.
std::vector<int64_t> sampleCounts(const Format& format, GLenum target) {
  std::vector<int64_t> counts;
  if (isMultisampled(target))
    for (int64_t count = 64; count > 1; count /= 2)
      if (count <= format.ability.maxSamples) counts.push_back(count);
  return counts;
}

int64_t support(bool able) { return able ? GL_FULL_SUPPORT : GL_NONE; }

std::vector<int64_t> values(const Context& ctx, GLenum target, GLenum internalFormat, GLenum pname) {
  const Format format = formatOf(ctx, internalFormat);
  const formats::FormatInfo& info = format.info;
  const FormatAbility& able = format.ability;
  switch (pname) {
    case GL_SAMPLES: return sampleCounts(format, target);
    case GL_NUM_SAMPLE_COUNTS: return {static_cast<int64_t>(sampleCounts(format, target).size())};
    case GL_INTERNALFORMAT_SUPPORTED: return {target == GL_RENDERBUFFER ? able.render : able.texture};
    case GL_INTERNALFORMAT_PREFERRED: return {info.internalFormat};
    case GL_INTERNALFORMAT_RED_SIZE: return {info.redBits};
    case GL_INTERNALFORMAT_GREEN_SIZE: return {info.greenBits};
    case GL_INTERNALFORMAT_BLUE_SIZE: return {info.blueBits};
    case GL_INTERNALFORMAT_ALPHA_SIZE: return {info.alphaBits};
    case GL_INTERNALFORMAT_DEPTH_SIZE: return {info.depthBits};
    case GL_INTERNALFORMAT_STENCIL_SIZE: return {info.stencilBits};
    case GL_INTERNALFORMAT_SHARED_SIZE: return {info.sharedBits};
    case GL_COLOR_COMPONENTS: return {info.isColor()};
    case GL_DEPTH_COMPONENTS: return {info.hasDepth()};
    case GL_STENCIL_COMPONENTS: return {info.hasStencil()};
    case GL_COLOR_RENDERABLE: return {able.render && info.isColor()};
    case GL_DEPTH_RENDERABLE: return {able.render && info.hasDepth()};
    case GL_STENCIL_RENDERABLE: return {able.render && info.hasStencil()};
    case GL_FRAMEBUFFER_RENDERABLE: return {support(able.render)};
    case GL_FRAMEBUFFER_BLEND: return {support(able.blend)};
    case GL_FILTER: return {support(able.filter)};
    case GL_MIPMAP: return {able.texture && !isMultisampled(target)};
    default: return {info.compressed};
  }
}

bool check(const Context& ctx, const char* command, GLenum target, GLenum pname, GLsizei count) {
  if (!isTarget(target)) return refuseEnum(ctx, command, "target", target);
  if (!isParameter(pname)) return refuseEnum(ctx, command, "pname", pname);
  return checkNotNegative(ctx, command, "count", count);
}

template <class T>
void write(const std::vector<int64_t>& from, GLsizei count, T* to) {
  const size_t written = std::min(from.size(), static_cast<size_t>(count));
  for (size_t i = 0; i < written; ++i) to[i] = static_cast<T>(from[i]);
}

}  // namespace

bool validateGetInternalformativ(const Context& ctx, GLenum target, GLenum, GLenum pname, GLsizei count, GLint*) {
  return check(ctx, "glGetInternalformativ", target, pname, count);
}
void getInternalformativ(Context& ctx, GLenum target, GLenum internalformat, GLenum pname, GLsizei count,
                         GLint* params) {
  write(values(ctx, target, internalformat, pname), count, params);
}
bool validateGetInternalformati64v(const Context& ctx, GLenum target, GLenum, GLenum pname, GLsizei count, GLint64*) {
  return check(ctx, "glGetInternalformati64v", target, pname, count);
}
void getInternalformati64v(Context& ctx, GLenum target, GLenum internalformat, GLenum pname, GLsizei count,
                           GLint64* params) {
  write(values(ctx, target, internalformat, pname), count, params);
}

}  // namespace gl
