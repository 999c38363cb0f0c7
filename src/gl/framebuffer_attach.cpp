// SPDX-License-Identifier: Apache-2.0
// Attaching images to framebuffers (GL 4.6 core §9.2.7, §9.2.8).
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/framebuffer_object.h"
#include "gl/framebuffer_point.h"
#include "gl/names.h"
#include "gl/prototypes_framebuffer.gen.h"
#include "gl/texture_target.h"

namespace gl {
namespace {

using state::Attachment;
using state::Framebuffer;
using state::TextureKind;

constexpr state::NameTable<state::Renderbuffer> state::ShareGroup::*kRenderbuffers =
    &state::ShareGroup::renderbuffers;

// Null after an error.
std::shared_ptr<Framebuffer> attachable(const Context& ctx, const char* command, GLenum target) {
  std::shared_ptr<Framebuffer> framebuffer = framebufferOf(ctx, target);
  if (!framebuffer) {
    refuseEnum(ctx, command, "target", target);
  } else if (framebuffer->name == 0) {
    refuse(ctx, GL_INVALID_OPERATION, "%s: nothing can be attached to the default framebuffer.", command);
    return nullptr;
  }
  return framebuffer;
}

void attach(Context& ctx, Framebuffer& framebuffer, GLenum point, const Attachment& attachment) {
  for (Attachment* slot : attachmentsOf(framebuffer, point)) *slot = attachment;
  framebufferChanged(ctx, framebuffer);
}

bool validateLevel(const Context& ctx, const char* command, TextureKind kind, GLint level) {
  if (!checkNotNegative(ctx, command, "level", level)) return false;
  return checkBelow(ctx, command, "level", static_cast<uint64_t>(level), levelLimit(ctx, kind));
}

// ── renderbuffers ──

bool validateRenderbuffer(const Context& ctx, const char* command, GLenum point, GLenum renderbufferTarget,
                          GLuint name) {
  if (renderbufferTarget != GL_RENDERBUFFER)
    return refuseEnum(ctx, command, "renderbuffertarget", renderbufferTarget);
  if (!validateAttachmentPoint(ctx, command, point)) return false;
  if (name == 0 || findShared(ctx, kRenderbuffers, name)) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a renderbuffer.", command, name);
}

void attachRenderbuffer(Context& ctx, Framebuffer& framebuffer, GLenum point, GLuint name) {
  Attachment attachment;
  attachment.renderbuffer = findShared(ctx, kRenderbuffers, name);
  attach(ctx, framebuffer, point, attachment);
}

// ── one image of a texture, named by a texture target ──

bool hasDimensions(TextureKind kind, uint32_t dimensions) {
  switch (kind) {
    case TextureKind::k1D:
      return dimensions == 1;
    case TextureKind::k2D:
    case TextureKind::kCube:
    case TextureKind::kRectangle:
    case TextureKind::k2DMultisample:
      return dimensions == 2;
    case TextureKind::k3D:
      return dimensions == 3;
    default:
      return false;
  }
}

bool validateTextureImage(const Context& ctx, const char* command, uint32_t dimensions, GLenum target,
                          GLenum point, GLenum textarget, GLuint name, GLint level, GLint layer) {
  if (!attachable(ctx, command, target) || !validateAttachmentPoint(ctx, command, point)) return false;
  if (name == 0) return true;
  const auto texture = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  if (!texture) return false;
  const auto parsed = imageTarget(textarget);
  if (!parsed || parsed->proxy) return refuseEnum(ctx, command, "textarget", textarget);
  if (!hasDimensions(parsed->kind, dimensions) || parsed->kind != texture->kind)
    return refuse(ctx, GL_INVALID_OPERATION,
                  "%s: textarget %s does not go with texture %u, which has target %s.", command,
                  enumText(textarget).c_str(), name, enumText(state::glTarget(texture->kind)).c_str());
  if (!validateLevel(ctx, command, texture->kind, level)) return false;
  if (dimensions != 3) return true;
  return checkNotNegative(ctx, command, "layer", layer) &&
         checkBelow(ctx, command, "layer", static_cast<uint64_t>(layer), ctx.device().max3dTextureSize);
}

void attachTextureImage(Context& ctx, GLenum target, GLenum point, GLenum textarget, GLuint name, GLint level,
                        GLint layer) {
  Attachment attachment;
  attachment.texture = findTexture(ctx, name);
  if (attachment.texture) {
    const auto parsed = *imageTarget(textarget);
    attachment.level = static_cast<uint32_t>(level);
    attachment.layer = parsed.kind == TextureKind::kCube ? parsed.face : static_cast<uint32_t>(layer);
    attachment.textureTarget = textarget;
  }
  attach(ctx, *framebufferOf(ctx, target), point, attachment);
}

// ── whole levels, which are layered where the texture has layers ──

bool hasLayers(TextureKind kind) {
  return kind == TextureKind::k3D || kind == TextureKind::kCube || isArrayKind(kind);
}

bool validateWhole(const Context& ctx, const char* command, GLenum point, GLuint name, GLint level) {
  if (!validateAttachmentPoint(ctx, command, point)) return false;
  if (name == 0) return true;
  const auto texture = needTexture(ctx, command, name, GL_INVALID_VALUE);
  if (!texture) return false;
  if (texture->kind == TextureKind::kBuffer)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u is a buffer texture.", command, name);
  return validateLevel(ctx, command, texture->kind, level);
}

void attachWhole(Context& ctx, Framebuffer& framebuffer, GLenum point, GLuint name, GLint level) {
  Attachment attachment;
  attachment.texture = findTexture(ctx, name);
  if (attachment.texture) {
    attachment.level = static_cast<uint32_t>(level);
    attachment.layered = hasLayers(attachment.texture->kind);
    attachment.textureTarget = state::glTarget(attachment.texture->kind);
  }
  attach(ctx, framebuffer, point, attachment);
}

// ── one layer ──

bool validateLayer(const Context& ctx, const char* command, GLenum point, GLuint name, GLint level,
                   GLint layer) {
  if (!validateAttachmentPoint(ctx, command, point)) return false;
  if (name == 0) return true;
  const auto texture = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  if (!texture) return false;
  const bool cube = texture->kind == TextureKind::kCube &&
                    (ctx.version() >= 45 || ctx.device().has("GL_ARB_direct_state_access"));
  if (!cube && (texture->kind == TextureKind::kCube || !hasLayers(texture->kind)))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u has target %s, which has no layers.", command,
                  name, enumText(state::glTarget(texture->kind)).c_str());
  const uint32_t limit = cube                                ? 6
                         : texture->kind == TextureKind::k3D ? ctx.device().max3dTextureSize
                                                             : ctx.device().maxArrayLayers;
  return checkNotNegative(ctx, command, "layer", layer) &&
         checkBelow(ctx, command, "layer", static_cast<uint64_t>(layer), limit) &&
         validateLevel(ctx, command, texture->kind, level);
}

void attachLayer(Context& ctx, Framebuffer& framebuffer, GLenum point, GLuint name, GLint level,
                 GLint layer) {
  Attachment attachment;
  attachment.texture = findTexture(ctx, name);
  if (attachment.texture) {
    attachment.level = static_cast<uint32_t>(level);
    attachment.layer = static_cast<uint32_t>(layer);
    attachment.textureTarget = attachment.texture->kind == TextureKind::kCube
                                   ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<uint32_t>(layer)
                                   : state::glTarget(attachment.texture->kind);
  }
  attach(ctx, framebuffer, point, attachment);
}

}  // namespace

bool validateFramebufferRenderbuffer(const Context& ctx, GLenum target, GLenum attachment,
                                     GLenum renderbuffertarget, GLuint renderbuffer) {
  const char* command = "glFramebufferRenderbuffer";
  return attachable(ctx, command, target) &&
         validateRenderbuffer(ctx, command, attachment, renderbuffertarget, renderbuffer);
}

void framebufferRenderbuffer(Context& ctx, GLenum target, GLenum attachment, GLenum, GLuint renderbuffer) {
  attachRenderbuffer(ctx, *framebufferOf(ctx, target), attachment, renderbuffer);
}

bool validateNamedFramebufferRenderbuffer(const Context& ctx, GLuint framebuffer, GLenum attachment,
                                          GLenum renderbuffertarget, GLuint renderbuffer) {
  const char* command = "glNamedFramebufferRenderbuffer";
  return needFramebuffer(ctx, command, framebuffer) &&
         validateRenderbuffer(ctx, command, attachment, renderbuffertarget, renderbuffer);
}

void namedFramebufferRenderbuffer(Context& ctx, GLuint framebuffer, GLenum attachment, GLenum,
                                  GLuint renderbuffer) {
  attachRenderbuffer(ctx, *ctx.state().framebuffers.find(framebuffer), attachment, renderbuffer);
}

bool validateFramebufferTexture1D(const Context& ctx, GLenum target, GLenum attachment, GLenum textarget,
                                  GLuint texture, GLint level) {
  return validateTextureImage(ctx, "glFramebufferTexture1D", 1, target, attachment, textarget, texture, level,
                              0);
}

void framebufferTexture1D(Context& ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
                          GLint level) {
  attachTextureImage(ctx, target, attachment, textarget, texture, level, 0);
}

bool validateFramebufferTexture2D(const Context& ctx, GLenum target, GLenum attachment, GLenum textarget,
                                  GLuint texture, GLint level) {
  return validateTextureImage(ctx, "glFramebufferTexture2D", 2, target, attachment, textarget, texture, level,
                              0);
}

void framebufferTexture2D(Context& ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
                          GLint level) {
  attachTextureImage(ctx, target, attachment, textarget, texture, level, 0);
}

bool validateFramebufferTexture3D(const Context& ctx, GLenum target, GLenum attachment, GLenum textarget,
                                  GLuint texture, GLint level, GLint zoffset) {
  return validateTextureImage(ctx, "glFramebufferTexture3D", 3, target, attachment, textarget, texture, level,
                              zoffset);
}

void framebufferTexture3D(Context& ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
                          GLint level, GLint zoffset) {
  attachTextureImage(ctx, target, attachment, textarget, texture, level, zoffset);
}

bool validateFramebufferTexture(const Context& ctx, GLenum target, GLenum attachment, GLuint texture,
                                GLint level) {
  return attachable(ctx, "glFramebufferTexture", target) &&
         validateWhole(ctx, "glFramebufferTexture", attachment, texture, level);
}

void framebufferTexture(Context& ctx, GLenum target, GLenum attachment, GLuint texture, GLint level) {
  attachWhole(ctx, *framebufferOf(ctx, target), attachment, texture, level);
}

bool validateNamedFramebufferTexture(const Context& ctx, GLuint framebuffer, GLenum attachment,
                                     GLuint texture, GLint level) {
  return needFramebuffer(ctx, "glNamedFramebufferTexture", framebuffer) &&
         validateWhole(ctx, "glNamedFramebufferTexture", attachment, texture, level);
}

void namedFramebufferTexture(Context& ctx, GLuint framebuffer, GLenum attachment, GLuint texture,
                             GLint level) {
  attachWhole(ctx, *ctx.state().framebuffers.find(framebuffer), attachment, texture, level);
}

bool validateFramebufferTextureLayer(const Context& ctx, GLenum target, GLenum attachment, GLuint texture,
                                     GLint level, GLint layer) {
  return attachable(ctx, "glFramebufferTextureLayer", target) &&
         validateLayer(ctx, "glFramebufferTextureLayer", attachment, texture, level, layer);
}

void framebufferTextureLayer(Context& ctx, GLenum target, GLenum attachment, GLuint texture, GLint level,
                             GLint layer) {
  attachLayer(ctx, *framebufferOf(ctx, target), attachment, texture, level, layer);
}

bool validateNamedFramebufferTextureLayer(const Context& ctx, GLuint framebuffer, GLenum attachment,
                                          GLuint texture, GLint level, GLint layer) {
  return needFramebuffer(ctx, "glNamedFramebufferTextureLayer", framebuffer) &&
         validateLayer(ctx, "glNamedFramebufferTextureLayer", attachment, texture, level, layer);
}

void namedFramebufferTextureLayer(Context& ctx, GLuint framebuffer, GLenum attachment, GLuint texture,
                                  GLint level, GLint layer) {
  attachLayer(ctx, *ctx.state().framebuffers.find(framebuffer), attachment, texture, level, layer);
}

}  // namespace gl
