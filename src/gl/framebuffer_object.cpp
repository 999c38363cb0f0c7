// SPDX-License-Identifier: Apache-2.0
// Names and bindings of framebuffer objects (GL 4.6 core §9.2).
#include "gl/framebuffer_object.h"

#include "gl/checks.h"
#include "gl/framebuffer_status.h"
#include "gl/names.h"
#include "gl/prototypes_framebuffer.gen.h"

namespace gl {
namespace {

using state::Framebuffer;

std::shared_ptr<Framebuffer> makeFramebuffer(uint32_t name) {
  auto framebuffer = std::make_shared<Framebuffer>(name);
  framebuffer->created = true;
  return framebuffer;
}

void bindDraw(Context& ctx, std::shared_ptr<Framebuffer> framebuffer) {
  if (ctx.state().drawFramebuffer == framebuffer) return;
  ctx.state().drawFramebuffer = std::move(framebuffer);
  ctx.state().mark(state::kDirtyFramebuffer);
}

void bindRead(Context& ctx, std::shared_ptr<Framebuffer> framebuffer) {
  ctx.state().readFramebuffer = std::move(framebuffer);
}

template <class Image>
void detach(Context& ctx, Framebuffer& framebuffer, std::shared_ptr<Image> state::Attachment::*member,
            const Image& image) {
  bool changed = false;
  const auto detachOne = [&](state::Attachment& attachment) {
    if ((attachment.*member).get() != &image) return;
    attachment = {};
    changed = true;
  };
  for (state::Attachment& attachment : framebuffer.color) detachOne(attachment);
  detachOne(framebuffer.depth);
  detachOne(framebuffer.stencil);
  if (changed) framebufferChanged(ctx, framebuffer);
}

template <class Image>
void detachFromBoth(Context& ctx, std::shared_ptr<Image> state::Attachment::*member, const Image& image) {
  state::Context& s = ctx.state();
  if (s.drawFramebuffer->name != 0) detach(ctx, *s.drawFramebuffer, member, image);
  if (s.readFramebuffer->name != 0 && s.readFramebuffer != s.drawFramebuffer)
    detach(ctx, *s.readFramebuffer, member, image);
}

bool isTarget(GLenum target) {
  return target == GL_FRAMEBUFFER || target == GL_DRAW_FRAMEBUFFER || target == GL_READ_FRAMEBUFFER;
}

}  // namespace

void detachFromBound(Context& ctx, const state::Texture& texture) {
  detachFromBoth(ctx, &state::Attachment::texture, texture);
}

void detachFromBound(Context& ctx, const state::Renderbuffer& renderbuffer) {
  detachFromBoth(ctx, &state::Attachment::renderbuffer, renderbuffer);
}

std::shared_ptr<Framebuffer> framebufferOf(const Context& ctx, uint32_t target) {
  if (!isTarget(target)) return nullptr;
  return target == GL_READ_FRAMEBUFFER ? ctx.state().readFramebuffer : ctx.state().drawFramebuffer;
}

std::shared_ptr<Framebuffer> needFramebuffer(const Context& ctx, const char* command, uint32_t name) {
  std::shared_ptr<Framebuffer> framebuffer = name ? ctx.state().framebuffers.find(name) : nullptr;
  if (!framebuffer)
    refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a framebuffer.", command, name);
  return framebuffer;
}

std::shared_ptr<Framebuffer> needFramebufferOrDefault(const Context& ctx, const char* command, uint32_t name,
                                                      uint32_t target) {
  if (name != 0) return needFramebuffer(ctx, command, name);
  return target == GL_READ_FRAMEBUFFER ? ctx.state().defaultRead : ctx.state().defaultDraw;
}

void framebufferChanged(Context& ctx, Framebuffer& framebuffer) {
  framebuffer.touch();
  if (ctx.state().drawFramebuffer.get() == &framebuffer || ctx.state().readFramebuffer.get() == &framebuffer)
    ctx.state().mark(state::kDirtyFramebuffer);
}

bool validateGenFramebuffers(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glGenFramebuffers", "n", n);
}

void genFramebuffers(Context& ctx, GLsizei n, GLuint* framebuffers) {
  ctx.state().framebuffers.generate(static_cast<uint32_t>(n), framebuffers);
}

bool validateCreateFramebuffers(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glCreateFramebuffers", "n", n);
}

void createFramebuffers(Context& ctx, GLsizei n, GLuint* framebuffers) {
  createOwned(ctx.state().framebuffers, n, framebuffers, makeFramebuffer);
}

bool validateDeleteFramebuffers(const Context& ctx, GLsizei n, const GLuint*) {
  return checkNotNegative(ctx, "glDeleteFramebuffers", "n", n);
}

void deleteFramebuffers(Context& ctx, GLsizei n, const GLuint* framebuffers) {
  deleteOwned(ctx.state().framebuffers, n, framebuffers,
              [&](const std::shared_ptr<Framebuffer>& framebuffer) {
                if (ctx.state().drawFramebuffer == framebuffer) bindDraw(ctx, ctx.state().defaultDraw);
                if (ctx.state().readFramebuffer == framebuffer) bindRead(ctx, ctx.state().defaultRead);
              });
}

bool validateIsFramebuffer(const Context&, GLuint) {
  return true;
}

GLboolean isFramebuffer(Context& ctx, GLuint framebuffer) {
  return framebuffer != 0 && ctx.state().framebuffers.find(framebuffer) != nullptr;
}

bool validateBindFramebuffer(const Context& ctx, GLenum target, GLuint framebuffer) {
  if (!isTarget(target)) return refuseEnum(ctx, "glBindFramebuffer", "target", target);
  if (framebuffer == 0 || !ctx.isCore() || ctx.state().framebuffers.reserved(framebuffer)) return true;
  return refuse(ctx, GL_INVALID_OPERATION,
                "glBindFramebuffer: the name %u was not generated, or was deleted.", framebuffer);
}

void bindFramebuffer(Context& ctx, GLenum target, GLuint framebuffer) {
  state::Context& s = ctx.state();
  const std::shared_ptr<Framebuffer> object =
      framebuffer ? findOrMakeOwned(s.framebuffers, framebuffer, makeFramebuffer) : nullptr;
  if (target != GL_READ_FRAMEBUFFER) bindDraw(ctx, object ? object : s.defaultDraw);
  if (target != GL_DRAW_FRAMEBUFFER) bindRead(ctx, object ? object : s.defaultRead);
}

// EXT_framebuffer_object let any unused name be bound, in every profile.
bool validateBindFramebufferEXT(const Context& ctx, GLenum target, GLuint) {
  return isTarget(target) || refuseEnum(ctx, "glBindFramebufferEXT", "target", target);
}

void bindFramebufferEXT(Context& ctx, GLenum target, GLuint framebuffer) { bindFramebuffer(ctx, target, framebuffer); }

bool validateCheckFramebufferStatus(const Context& ctx, GLenum target) {
  return isTarget(target) || refuseEnum(ctx, "glCheckFramebufferStatus", "target", target);
}

GLenum checkFramebufferStatus(Context& ctx, GLenum target) {
  return framebufferStatus(ctx, *framebufferOf(ctx, target));
}

bool validateCheckNamedFramebufferStatus(const Context& ctx, GLuint framebuffer, GLenum target) {
  const char* command = "glCheckNamedFramebufferStatus";
  if (!isTarget(target)) return refuseEnum(ctx, command, "target", target);
  return needFramebufferOrDefault(ctx, command, framebuffer, target) != nullptr;
}

GLenum checkNamedFramebufferStatus(Context& ctx, GLuint framebuffer, GLenum target) {
  return framebufferStatus(ctx, *needFramebufferOrDefault(ctx, "", framebuffer, target));
}

}  // namespace gl
