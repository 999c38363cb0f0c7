// SPDX-License-Identifier: Apache-2.0
// What is attached, and parameters of framebuffers (GL 4.6 core §9.2.3, §9.2.1).
#include <algorithm>
#include <optional>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/framebuffer_object.h"
#include "gl/framebuffer_point.h"
#include "gl/framebuffer_samples.h"
#include "gl/prototypes_framebuffer.gen.h"

namespace gl {
namespace {

using state::Attachment;
using state::Framebuffer;

bool isAttachmentParam(GLenum pname) {
  return isOneOf(pname,
                 {GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
                  GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                  GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE,
                  GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE,
                  GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
                  GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE,
                  GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, GL_FRAMEBUFFER_ATTACHMENT_LAYERED});
}

bool isTextureParam(GLenum pname) {
  return isOneOf(pname,
                 {GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE,
                  GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, GL_FRAMEBUFFER_ATTACHMENT_LAYERED});
}

// The image of a window that a name of chapter 17 or an EGL-like short name stands for; null if there is
// none.
const Attachment* windowBuffer(const Framebuffer& framebuffer, GLenum buffer) {
  switch (buffer) {
    case GL_DEPTH:
      return &framebuffer.depth;
    case GL_STENCIL:
      return &framebuffer.stencil;
    case GL_BACK:
    case GL_BACK_LEFT:
      return framebuffer.doubleBuffered ? &framebuffer.color[0] : nullptr;
    // The front image is made on demand and looks like the back one.
    case GL_FRONT:
    case GL_FRONT_LEFT:
      return &framebuffer.color[0];
    default:
      return nullptr;
  }
}

bool isWindowBuffer(GLenum buffer) {
  return isOneOf(buffer, {GL_DEPTH, GL_STENCIL, GL_FRONT, GL_BACK, GL_FRONT_LEFT, GL_FRONT_RIGHT,
                          GL_BACK_LEFT, GL_BACK_RIGHT}) ||
         (buffer >= GL_AUX0 && buffer <= GL_AUX3);
}

// The attachment in question; null if the point is empty.
const Attachment* find(Framebuffer& framebuffer, GLenum point) {
  if (framebuffer.name == 0) {
    const Attachment* buffer = windowBuffer(framebuffer, point);
    return buffer && buffer->empty() ? nullptr : buffer;
  }
  const Attachment* attachment = *attachmentsOf(framebuffer, point).begin();
  return attachment->empty() ? nullptr : attachment;
}

bool validatePoint(const Context& ctx, const char* command, Framebuffer& framebuffer, GLenum point,
                   GLenum pname) {
  if (framebuffer.name == 0) return isWindowBuffer(point) || refuseEnum(ctx, command, "attachment", point);
  if (!validateAttachmentPoint(ctx, command, point)) return false;
  if (point != GL_DEPTH_STENCIL_ATTACHMENT) return true;
  if (framebuffer.depth.texture != framebuffer.stencil.texture ||
      framebuffer.depth.renderbuffer != framebuffer.stencil.renderbuffer)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: depth and stencil attachment of framebuffer %u differ.",
                  command, framebuffer.name);
  return pname != GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: depth and stencil have no common component type.", command);
}

bool validateQuery(const Context& ctx, const char* command, Framebuffer& framebuffer, GLenum point,
                   GLenum pname) {
  if (!validatePoint(ctx, command, framebuffer, point, pname)) return false;
  if (!isAttachmentParam(pname)) return refuseEnum(ctx, command, "pname", pname);
  if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) return true;
  const Attachment* attachment = find(framebuffer, point);
  if (!attachment)
    return pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME ||
           refuse(ctx, GL_INVALID_OPERATION, "%s: nothing is attached to %s of framebuffer %u.", command,
                  enumText(point).c_str(), framebuffer.name);
  const bool named = framebuffer.name != 0;
  if ((isTextureParam(pname) && !(named && attachment->texture)) ||
      (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && !named))
    return refuse(ctx, GL_INVALID_ENUM, "%s: %s is a question about another kind of attachment.", command,
                  enumText(pname).c_str());
  return true;
}

GLint componentType(const formats::FormatInfo& info) {
  switch (info.type) {
    case formats::ComponentType::Unorm:
      return GL_UNSIGNED_NORMALIZED;
    case formats::ComponentType::Snorm:
      return GL_SIGNED_NORMALIZED;
    case formats::ComponentType::Float:
      return GL_FLOAT;
    case formats::ComponentType::Int:
      return GL_INT;
    case formats::ComponentType::Uint:
      return GL_UNSIGNED_INT;
    case formats::ComponentType::None:
      break;
  }
  return GL_NONE;
}

GLint formatParam(const formats::FormatInfo& info, GLenum point, GLenum pname) {
  switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE:
      return info.redBits;
    case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE:
      return info.greenBits;
    case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE:
      return info.blueBits;
    case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE:
      return info.alphaBits;
    case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE:
      return info.depthBits;
    case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE:
      return info.stencilBits;
    case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING:
      return info.srgb ? GL_SRGB : GL_LINEAR;
    default:
      return point == GL_STENCIL_ATTACHMENT || point == GL_STENCIL ? GL_UNSIGNED_INT : componentType(info);
  }
}

GLint textureParam(const Attachment& a, GLenum pname) {
  const bool face = a.texture->kind == state::TextureKind::kCube && !a.layered;
  switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL:
      return static_cast<GLint>(a.level);
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE:
      return face ? static_cast<GLint>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + a.layer) : 0;
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER:
      return face ? 0 : static_cast<GLint>(a.layer);
    default:
      return a.layered;
  }
}

GLint objectType(const Framebuffer& framebuffer, const Attachment* attachment) {
  if (!attachment) return GL_NONE;
  if (framebuffer.name == 0) return GL_FRAMEBUFFER_DEFAULT;
  return attachment->texture ? GL_TEXTURE : GL_RENDERBUFFER;
}

void query(Framebuffer& framebuffer, GLenum point, GLenum pname, GLint* params) {
  const Attachment* attachment = find(framebuffer, point);
  if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
    *params = objectType(framebuffer, attachment);
  } else if (!attachment) {
    *params = 0;
  } else if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) {
    *params =
        static_cast<GLint>(attachment->texture ? attachment->texture->name : attachment->renderbuffer->name);
  } else if (isTextureParam(pname)) {
    *params = textureParam(*attachment, pname);
  } else {
    const auto format = static_cast<formats::Format>(state::shapeOf(*attachment).format);
    *params = formatParam(formats::info(format), point, pname);
  }
}

// ── glFramebufferParameteri ──

uint32_t* defaultField(Framebuffer& f, GLenum pname) {
  switch (pname) {
    case GL_FRAMEBUFFER_DEFAULT_WIDTH:
      return &f.defaultWidth;
    case GL_FRAMEBUFFER_DEFAULT_HEIGHT:
      return &f.defaultHeight;
    case GL_FRAMEBUFFER_DEFAULT_LAYERS:
      return &f.defaultLayers;
    case GL_FRAMEBUFFER_DEFAULT_SAMPLES:
      return &f.defaultSamples;
    default:
      return nullptr;
  }
}

bool validateDefault(const Context& ctx, const char* command, Framebuffer& framebuffer, GLenum pname,
                     GLint value) {
  if (framebuffer.name == 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the default framebuffer has no such parameters.", command);
  if (pname == GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS) return true;
  if (!defaultField(framebuffer, pname)) return refuseEnum(ctx, command, "pname", pname);
  const DeviceInfo& d = ctx.device();
  const uint32_t limit = pname == GL_FRAMEBUFFER_DEFAULT_LAYERS    ? d.maxArrayLayers
                         : pname == GL_FRAMEBUFFER_DEFAULT_SAMPLES ? d.maxSamples
                                                                   : d.maxRenderbufferSize;
  return checkNotNegative(ctx, command, "param", value) &&
         checkBelow(ctx, command, "param", static_cast<uint64_t>(value), uint64_t{limit} + 1);
}

void setDefault(Context& ctx, Framebuffer& framebuffer, GLenum pname, GLint value) {
  if (uint32_t* field = defaultField(framebuffer, pname))
    *field = static_cast<uint32_t>(value);
  else
    framebuffer.defaultFixedSampleLocations = value != 0;
  framebufferChanged(ctx, framebuffer);
}

// Parameters that windows have too, by what is bound.
bool isBufferParam(GLenum pname) {
  return isOneOf(pname, {GL_DOUBLEBUFFER, GL_STEREO, GL_SAMPLES, GL_SAMPLE_BUFFERS,
                         GL_IMPLEMENTATION_COLOR_READ_FORMAT, GL_IMPLEMENTATION_COLOR_READ_TYPE});
}

bool validateParamQuery(const Context& ctx, const char* command, Framebuffer& framebuffer, GLenum pname) {
  if (isBufferParam(pname)) return true;
  if (!defaultField(framebuffer, pname) && pname != GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS)
    return refuseEnum(ctx, command, "pname", pname);
  return framebuffer.name != 0 || refuse(ctx, GL_INVALID_OPERATION, "%s: the default framebuffer has no %s.",
                                         command, enumText(pname).c_str());
}

GLint paramOf(Framebuffer& framebuffer, GLenum pname) {
  if (const uint32_t* field = defaultField(framebuffer, pname)) return static_cast<GLint>(*field);
  switch (pname) {
    case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS:
      return framebuffer.defaultFixedSampleLocations;
    case GL_DOUBLEBUFFER:
      return framebuffer.name == 0 && framebuffer.doubleBuffered;
    case GL_SAMPLES:
      return static_cast<GLint>(samplesOf(framebuffer));
    case GL_SAMPLE_BUFFERS:
      return samplesOf(framebuffer) > 0;
    case GL_IMPLEMENTATION_COLOR_READ_FORMAT:
      return GL_RGBA;
    case GL_IMPLEMENTATION_COLOR_READ_TYPE:
      return GL_UNSIGNED_BYTE;
    default:
      return GL_FALSE;  // no stereo
  }
}

// ── glInvalidateFramebuffer: contents may become undefined, so nothing needs to happen ──

bool validateInvalidated(const Context& ctx, const char* command, const Framebuffer& framebuffer,
                         GLsizei count, const GLenum* attachments) {
  if (!checkNotNegative(ctx, command, "numAttachments", count)) return false;
  for (GLsizei i = 0; i < count; ++i) {
    const GLenum point = attachments[i];
    if (framebuffer.name != 0) {
      if (!validateAttachmentPoint(ctx, command, point)) return false;
    } else if (!isWindowBuffer(point) && point != GL_COLOR && point != GL_ACCUM) {
      return refuseEnum(ctx, command, "attachment", point);
    }
  }
  return true;
}

bool validateTarget(const Context& ctx, const char* command, GLenum target) {
  return framebufferOf(ctx, target) != nullptr || refuseEnum(ctx, command, "target", target);
}

}  // namespace

bool validateGetFramebufferAttachmentParameteriv(const Context& ctx, GLenum target, GLenum attachment,
                                                 GLenum pname, GLint*) {
  const char* command = "glGetFramebufferAttachmentParameteriv";
  return validateTarget(ctx, command, target) &&
         validateQuery(ctx, command, *framebufferOf(ctx, target), attachment, pname);
}

void getFramebufferAttachmentParameteriv(Context& ctx, GLenum target, GLenum attachment, GLenum pname,
                                         GLint* params) {
  query(*framebufferOf(ctx, target), attachment, pname, params);
}

bool validateGetNamedFramebufferAttachmentParameteriv(const Context& ctx, GLuint framebuffer,
                                                      GLenum attachment, GLenum pname, GLint*) {
  const char* command = "glGetNamedFramebufferAttachmentParameteriv";
  const auto object = needFramebufferOrDefault(ctx, command, framebuffer, GL_DRAW_FRAMEBUFFER);
  return object && validateQuery(ctx, command, *object, attachment, pname);
}

void getNamedFramebufferAttachmentParameteriv(Context& ctx, GLuint framebuffer, GLenum attachment,
                                              GLenum pname, GLint* params) {
  query(*needFramebufferOrDefault(ctx, "", framebuffer, GL_DRAW_FRAMEBUFFER), attachment, pname, params);
}

bool validateFramebufferParameteri(const Context& ctx, GLenum target, GLenum pname, GLint param) {
  const char* command = "glFramebufferParameteri";
  return validateTarget(ctx, command, target) &&
         validateDefault(ctx, command, *framebufferOf(ctx, target), pname, param);
}

void framebufferParameteri(Context& ctx, GLenum target, GLenum pname, GLint param) {
  setDefault(ctx, *framebufferOf(ctx, target), pname, param);
}

bool validateNamedFramebufferParameteri(const Context& ctx, GLuint framebuffer, GLenum pname, GLint param) {
  const char* command = "glNamedFramebufferParameteri";
  const auto object = needFramebuffer(ctx, command, framebuffer);
  return object && validateDefault(ctx, command, *object, pname, param);
}

void namedFramebufferParameteri(Context& ctx, GLuint framebuffer, GLenum pname, GLint param) {
  setDefault(ctx, *ctx.state().framebuffers.find(framebuffer), pname, param);
}

bool validateGetFramebufferParameteriv(const Context& ctx, GLenum target, GLenum pname, GLint*) {
  const char* command = "glGetFramebufferParameteriv";
  return validateTarget(ctx, command, target) &&
         validateParamQuery(ctx, command, *framebufferOf(ctx, target), pname);
}

void getFramebufferParameteriv(Context& ctx, GLenum target, GLenum pname, GLint* params) {
  *params = paramOf(*framebufferOf(ctx, target), pname);
}

bool validateGetNamedFramebufferParameteriv(const Context& ctx, GLuint framebuffer, GLenum pname, GLint*) {
  const char* command = "glGetNamedFramebufferParameteriv";
  const auto object = needFramebufferOrDefault(ctx, command, framebuffer, GL_DRAW_FRAMEBUFFER);
  return object && validateParamQuery(ctx, command, *object, pname);
}

void getNamedFramebufferParameteriv(Context& ctx, GLuint framebuffer, GLenum pname, GLint* param) {
  *param = paramOf(*needFramebufferOrDefault(ctx, "", framebuffer, GL_DRAW_FRAMEBUFFER), pname);
}

bool validateInvalidateFramebuffer(const Context& ctx, GLenum target, GLsizei numAttachments,
                                   const GLenum* attachments) {
  const char* command = "glInvalidateFramebuffer";
  return validateTarget(ctx, command, target) &&
         validateInvalidated(ctx, command, *framebufferOf(ctx, target), numAttachments, attachments);
}

void invalidateFramebuffer(Context&, GLenum, GLsizei, const GLenum*) {}

bool validateInvalidateSubFramebuffer(const Context& ctx, GLenum target, GLsizei numAttachments,
                                      const GLenum* attachments, GLint, GLint, GLsizei width,
                                      GLsizei height) {
  const char* command = "glInvalidateSubFramebuffer";
  return validateTarget(ctx, command, target) && checkNotNegative(ctx, command, "width", width) &&
         checkNotNegative(ctx, command, "height", height) &&
         validateInvalidated(ctx, command, *framebufferOf(ctx, target), numAttachments, attachments);
}

void invalidateSubFramebuffer(Context&, GLenum, GLsizei, const GLenum*, GLint, GLint, GLsizei, GLsizei) {}

bool validateInvalidateNamedFramebufferData(const Context& ctx, GLuint framebuffer, GLsizei numAttachments,
                                            const GLenum* attachments) {
  const char* command = "glInvalidateNamedFramebufferData";
  const auto object = needFramebufferOrDefault(ctx, command, framebuffer, GL_DRAW_FRAMEBUFFER);
  return object && validateInvalidated(ctx, command, *object, numAttachments, attachments);
}

void invalidateNamedFramebufferData(Context&, GLuint, GLsizei, const GLenum*) {}

bool validateInvalidateNamedFramebufferSubData(const Context& ctx, GLuint framebuffer, GLsizei numAttachments,
                                               const GLenum* attachments, GLint, GLint, GLsizei width,
                                               GLsizei height) {
  const char* command = "glInvalidateNamedFramebufferSubData";
  const auto object = needFramebufferOrDefault(ctx, command, framebuffer, GL_DRAW_FRAMEBUFFER);
  return object && checkNotNegative(ctx, command, "width", width) &&
         checkNotNegative(ctx, command, "height", height) &&
         validateInvalidated(ctx, command, *object, numAttachments, attachments);
}

void invalidateNamedFramebufferSubData(Context&, GLuint, GLsizei, const GLenum*, GLint, GLint, GLsizei,
                                       GLsizei) {}

}  // namespace gl
