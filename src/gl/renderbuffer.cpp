// SPDX-License-Identifier: Apache-2.0
// Renderbuffer objects (GL 4.6 core §9.2.4).
#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/framebuffer_object.h"
#include "gl/names.h"
#include "gl/prototypes_framebuffer.gen.h"
#include "gl/texture_image_format.h"

namespace gl {
namespace {

using formats::Format;
using state::Renderbuffer;

constexpr state::NameTable<Renderbuffer> state::ShareGroup::*kTable = &state::ShareGroup::renderbuffers;

std::shared_ptr<Renderbuffer> make(const Context& ctx, uint32_t name) {
  auto renderbuffer = makeRenderbuffer(ctx, name);
  renderbuffer->created = true;
  return renderbuffer;
}

struct StorageRequest {
  const char* command;
  GLsizei samples;
  GLenum internalFormat;
  GLsizei width, height;
};

Format renderStorage(const Context& ctx, GLenum internalFormat) {
  if (internalFormat >= 1 && internalFormat <= 4) return Format::None;
  const Format format = formats::fromInternalFormat(internalFormat);
  if (formats::isGenericCompressed(internalFormat)) return Format::None;
  return isRenderable(ctx, format) ? format : Format::None;
}

bool validateStorage(const Context& ctx, const StorageRequest& r) {
  const Format format = renderStorage(ctx, r.internalFormat);
  if (format == Format::None) return refuseEnum(ctx, r.command, "internalformat", r.internalFormat);
  if (!checkNotNegative(ctx, r.command, "width", r.width) ||
      !checkNotNegative(ctx, r.command, "height", r.height) ||
      !checkNotNegative(ctx, r.command, "samples", r.samples))
    return false;
  const uint32_t limit = ctx.device().maxRenderbufferSize;
  if (static_cast<uint32_t>(r.width) > limit || static_cast<uint32_t>(r.height) > limit)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%d is larger than GL_MAX_RENDERBUFFER_SIZE, %u.", r.command,
                  r.width, r.height, limit);
  const uint32_t samples = static_cast<uint32_t>(r.samples);
  if (samples > ctx.device().maxSamples)
    return refuse(ctx, GL_INVALID_VALUE, "%s: %u samples are more than GL_MAX_SAMPLES, %u.", r.command,
                  samples, ctx.device().maxSamples);
  if (samples <= std::max(1u, maxSamplesOf(ctx, format))) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %s has at most %u samples, not %u.", r.command,
                enumText(r.internalFormat).c_str(), maxSamplesOf(ctx, format), samples);
}

void storage(Context& ctx, Renderbuffer& renderbuffer, const StorageRequest& r) {
  const Format format = renderStorage(ctx, r.internalFormat);
  renderbuffer.width = static_cast<uint32_t>(r.width);
  renderbuffer.height = static_cast<uint32_t>(r.height);
  renderbuffer.samples = supportedSamples(ctx, format, static_cast<uint32_t>(r.samples));
  renderbuffer.internalFormat = r.internalFormat;
  renderbuffer.format = static_cast<uint16_t>(format);
  renderbuffer.touch();
  ctx.state().mark(state::kDirtyFramebuffer);
  if (r.width == 0 || r.height == 0 || ctx.tracker().renderbufferDefine(renderbuffer)) return;
  renderbuffer.width = renderbuffer.height = renderbuffer.samples = 0;
  renderbuffer.touch();
  ctx.errorf(GL_OUT_OF_MEMORY, "%s: there is no memory for %dx%d pixels of %s.", r.command, r.width, r.height,
             enumText(r.internalFormat).c_str());
}

std::shared_ptr<Renderbuffer> needNamed(const Context& ctx, const char* command, GLuint name) {
  std::shared_ptr<Renderbuffer> renderbuffer = findShared(ctx, kTable, name);
  if (!renderbuffer)
    refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a renderbuffer.", command, name);
  return renderbuffer;
}

bool validateBound(const Context& ctx, const char* command, GLenum target) {
  if (target != GL_RENDERBUFFER) return refuseEnum(ctx, command, "target", target);
  return ctx.state().renderbuffer != nullptr ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound.", command);
}

bool isParam(GLenum pname) {
  return isOneOf(pname, {GL_RENDERBUFFER_WIDTH, GL_RENDERBUFFER_HEIGHT, GL_RENDERBUFFER_INTERNAL_FORMAT,
                         GL_RENDERBUFFER_SAMPLES, GL_RENDERBUFFER_RED_SIZE, GL_RENDERBUFFER_GREEN_SIZE,
                         GL_RENDERBUFFER_BLUE_SIZE, GL_RENDERBUFFER_ALPHA_SIZE, GL_RENDERBUFFER_DEPTH_SIZE,
                         GL_RENDERBUFFER_STENCIL_SIZE});
}

GLint param(const Renderbuffer& renderbuffer, GLenum pname) {
  const formats::FormatInfo& info = formats::info(static_cast<Format>(renderbuffer.format));
  switch (pname) {
    case GL_RENDERBUFFER_WIDTH:
      return static_cast<GLint>(renderbuffer.width);
    case GL_RENDERBUFFER_HEIGHT:
      return static_cast<GLint>(renderbuffer.height);
    case GL_RENDERBUFFER_INTERNAL_FORMAT:
      return static_cast<GLint>(renderbuffer.internalFormat);
    case GL_RENDERBUFFER_SAMPLES:
      return static_cast<GLint>(renderbuffer.samples);
    case GL_RENDERBUFFER_RED_SIZE:
      return info.redBits;
    case GL_RENDERBUFFER_GREEN_SIZE:
      return info.greenBits;
    case GL_RENDERBUFFER_BLUE_SIZE:
      return info.blueBits;
    case GL_RENDERBUFFER_ALPHA_SIZE:
      return info.alphaBits;
    case GL_RENDERBUFFER_DEPTH_SIZE:
      return info.depthBits;
    default:
      return info.stencilBits;
  }
}

}  // namespace

bool validateGenRenderbuffers(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glGenRenderbuffers", "n", n);
}

void genRenderbuffers(Context& ctx, GLsizei n, GLuint* renderbuffers) {
  generateShared(ctx, kTable, n, renderbuffers);
}

bool validateCreateRenderbuffers(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glCreateRenderbuffers", "n", n);
}

void createRenderbuffers(Context& ctx, GLsizei n, GLuint* renderbuffers) {
  createShared(ctx, kTable, n, renderbuffers, [&](uint32_t name) { return make(ctx, name); });
}

bool validateDeleteRenderbuffers(const Context& ctx, GLsizei n, const GLuint*) {
  return checkNotNegative(ctx, "glDeleteRenderbuffers", "n", n);
}

void deleteRenderbuffers(Context& ctx, GLsizei n, const GLuint* renderbuffers) {
  deleteShared(ctx, kTable, n, renderbuffers, [&](const std::shared_ptr<Renderbuffer>& renderbuffer) {
    if (ctx.state().renderbuffer == renderbuffer) ctx.state().renderbuffer = nullptr;
    detachFromBound(ctx, *renderbuffer);
  });
}

bool validateIsRenderbuffer(const Context&, GLuint) {
  return true;
}

GLboolean isRenderbuffer(Context& ctx, GLuint renderbuffer) {
  return findShared(ctx, kTable, renderbuffer) != nullptr;
}

bool validateBindRenderbuffer(const Context& ctx, GLenum target, GLuint renderbuffer) {
  if (target != GL_RENDERBUFFER) return refuseEnum(ctx, "glBindRenderbuffer", "target", target);
  return checkBindableShared(ctx, kTable, renderbuffer, "glBindRenderbuffer");
}

void bindRenderbuffer(Context& ctx, GLenum, GLuint renderbuffer) {
  ctx.state().renderbuffer = renderbuffer ? findOrMakeShared(ctx, kTable, renderbuffer,
                                                             [&](uint32_t name) { return make(ctx, name); })
                                          : nullptr;
}

// As of EXT_framebuffer_object: any unused name, in every profile.
bool validateBindRenderbufferEXT(const Context& ctx, GLenum target, GLuint) {
  return target == GL_RENDERBUFFER || refuseEnum(ctx, "glBindRenderbufferEXT", "target", target);
}

void bindRenderbufferEXT(Context& ctx, GLenum target, GLuint renderbuffer) { bindRenderbuffer(ctx, target, renderbuffer); }

bool validateRenderbufferStorage(const Context& ctx, GLenum target, GLenum internalformat, GLsizei width,
                                 GLsizei height) {
  return validateBound(ctx, "glRenderbufferStorage", target) &&
         validateStorage(ctx, {"glRenderbufferStorage", 0, internalformat, width, height});
}

void renderbufferStorage(Context& ctx, GLenum, GLenum internalformat, GLsizei width, GLsizei height) {
  storage(ctx, *ctx.state().renderbuffer, {"glRenderbufferStorage", 0, internalformat, width, height});
}

bool validateRenderbufferStorageMultisample(const Context& ctx, GLenum target, GLsizei samples,
                                            GLenum internalformat, GLsizei width, GLsizei height) {
  const char* command = "glRenderbufferStorageMultisample";
  return validateBound(ctx, command, target) &&
         validateStorage(ctx, {command, samples, internalformat, width, height});
}

void renderbufferStorageMultisample(Context& ctx, GLenum, GLsizei samples, GLenum internalformat,
                                    GLsizei width, GLsizei height) {
  storage(ctx, *ctx.state().renderbuffer,
          {"glRenderbufferStorageMultisample", samples, internalformat, width, height});
}

bool validateNamedRenderbufferStorage(const Context& ctx, GLuint renderbuffer, GLenum internalformat,
                                      GLsizei width, GLsizei height) {
  const char* command = "glNamedRenderbufferStorage";
  return needNamed(ctx, command, renderbuffer) &&
         validateStorage(ctx, {command, 0, internalformat, width, height});
}

void namedRenderbufferStorage(Context& ctx, GLuint renderbuffer, GLenum internalformat, GLsizei width,
                              GLsizei height) {
  storage(ctx, *findShared(ctx, kTable, renderbuffer),
          {"glNamedRenderbufferStorage", 0, internalformat, width, height});
}

bool validateNamedRenderbufferStorageMultisample(const Context& ctx, GLuint renderbuffer, GLsizei samples,
                                                 GLenum internalformat, GLsizei width, GLsizei height) {
  const char* command = "glNamedRenderbufferStorageMultisample";
  return needNamed(ctx, command, renderbuffer) &&
         validateStorage(ctx, {command, samples, internalformat, width, height});
}

void namedRenderbufferStorageMultisample(Context& ctx, GLuint renderbuffer, GLsizei samples,
                                         GLenum internalformat, GLsizei width, GLsizei height) {
  storage(ctx, *findShared(ctx, kTable, renderbuffer),
          {"glNamedRenderbufferStorageMultisample", samples, internalformat, width, height});
}

bool validateGetRenderbufferParameteriv(const Context& ctx, GLenum target, GLenum pname, GLint*) {
  const char* command = "glGetRenderbufferParameteriv";
  if (!validateBound(ctx, command, target)) return false;
  return isParam(pname) || refuseEnum(ctx, command, "pname", pname);
}

void getRenderbufferParameteriv(Context& ctx, GLenum, GLenum pname, GLint* params) {
  *params = param(*ctx.state().renderbuffer, pname);
}

bool validateGetNamedRenderbufferParameteriv(const Context& ctx, GLuint renderbuffer, GLenum pname, GLint*) {
  const char* command = "glGetNamedRenderbufferParameteriv";
  if (!needNamed(ctx, command, renderbuffer)) return false;
  return isParam(pname) || refuseEnum(ctx, command, "pname", pname);
}

void getNamedRenderbufferParameteriv(Context& ctx, GLuint renderbuffer, GLenum pname, GLint* params) {
  *params = param(*findShared(ctx, kTable, renderbuffer), pname);
}

}  // namespace gl
