// SPDX-License-Identifier: Apache-2.0
// Names and bindings of textures and of image units (GL 4.6 core §8.1, §8.26).
#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>

#include "gl/checks.h"
#include "gl/context.h"
#include "gl/device_info.h"
#include "gl/framebuffer_object.h"
#include "gl/names.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image_format.h"
#include "gl/texture_target.h"

namespace gl {
namespace {

using state::Texture;
using state::TextureKind;

uint32_t unitCount(const Context& ctx) {
  return std::min(ctx.device().maxCombinedSamplers, state::kMaxUnits);
}

void bindToUnit(Context& ctx, uint32_t unit, size_t kind, std::shared_ptr<Texture> texture) {
  state::Context& s = ctx.state();
  std::shared_ptr<Texture>& slot = s.units[unit].bound[kind];
  if (slot == texture) return;
  slot = std::move(texture);
  s.unitsTouched = std::max(s.unitsTouched, unit + 1);
  s.mark(state::kDirtySamplers);
}

void resetUnit(Context& ctx, uint32_t unit) {
  for (size_t kind = 0; kind < state::kTextureKindCount; ++kind)
    bindToUnit(ctx, unit, kind, ctx.state().defaultTextures[kind]);
}

// A deleted texture leaves this context's bindings and bound framebuffers; other contexts keep theirs
// (§5.1.2).
void unbindEverywhere(Context& ctx, const std::shared_ptr<Texture>& texture) {
  state::Context& s = ctx.state();
  const size_t kind = static_cast<size_t>(texture->kind);
  for (uint32_t unit = 0; unit < s.unitsTouched; ++unit)
    if (s.units[unit].bound[kind] == texture) bindToUnit(ctx, unit, kind, s.defaultTextures[kind]);
  for (state::ImageUnit& unit : s.imageUnits) {
    if (unit.texture != texture) continue;
    unit = {};
    s.mark(state::kDirtyImages);
  }
  detachFromBound(ctx, *texture);
}

bool validateUnitRange(const Context& ctx, const char* command, GLuint first, GLsizei count, uint32_t limit) {
  if (!checkNotNegative(ctx, command, "count", count)) return false;
  if (uint64_t{first} + static_cast<uint64_t>(count) <= limit) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: units %u to %llu are asked for; there are %u.", command,
                first, static_cast<unsigned long long>(uint64_t{first} + static_cast<uint64_t>(count)),
                limit);
}

}  // namespace

bool validateActiveTexture(const Context& ctx, GLenum texture) {
  if (texture >= GL_TEXTURE0 && texture - GL_TEXTURE0 < unitCount(ctx)) return true;
  return refuse(ctx, GL_INVALID_ENUM, "glActiveTexture: %s is not one of the %u texture units.",
                enumText(texture).c_str(), unitCount(ctx));
}

void activeTexture(Context& ctx, GLenum texture) {
  ctx.state().activeUnit = texture - GL_TEXTURE0;
}

bool validateBindTexture(const Context& ctx, GLenum target, GLuint texture) {
  const size_t kind = state::textureKindIndex(target);
  if (kind == state::kTextureKindCount || !isKindSupported(ctx, static_cast<TextureKind>(kind)))
    return refuseEnum(ctx, "glBindTexture", "target", target);
  if (texture == 0) return true;
  const std::shared_ptr<Texture> object = findTexture(ctx, texture);
  if (!object) return checkBindableShared(ctx, &state::ShareGroup::textures, texture, "glBindTexture");
  if (static_cast<size_t>(object->kind) == kind) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "glBindTexture: texture %u was made with target %s, not %s.",
                texture, enumText(state::glTarget(object->kind)).c_str(), enumText(target).c_str());
}

void bindTexture(Context& ctx, GLenum target, GLuint texture) {
  const size_t kind = state::textureKindIndex(target);
  state::Context& s = ctx.state();
  if (texture == 0) return bindToUnit(ctx, s.activeUnit, kind, s.defaultTextures[kind]);
  bindToUnit(ctx, s.activeUnit, kind,
             findOrMakeShared(ctx, &state::ShareGroup::textures, texture, [&](uint32_t name) {
               return makeTexture(ctx, name, static_cast<TextureKind>(kind));
             }));
}

bool validateBindTextureUnit(const Context& ctx, GLuint unit, GLuint texture) {
  if (!checkBelow(ctx, "glBindTextureUnit", "unit", unit, unitCount(ctx))) return false;
  return texture == 0 || needTexture(ctx, "glBindTextureUnit", texture, GL_INVALID_OPERATION);
}

void bindTextureUnit(Context& ctx, GLuint unit, GLuint texture) {
  if (texture == 0) return resetUnit(ctx, unit);
  std::shared_ptr<Texture> object = findTexture(ctx, texture);
  const size_t kind = static_cast<size_t>(object->kind);
  bindToUnit(ctx, unit, kind, std::move(object));
}

bool validateBindTextures(const Context& ctx, GLuint first, GLsizei count, const GLuint*) {
  return validateUnitRange(ctx, "glBindTextures", first, count, unitCount(ctx));
}

// Multi-bind goes on behind a bad element, so its errors are found while it acts (§2.3.1).
void bindTextures(Context& ctx, GLuint first, GLsizei count, const GLuint* textures) {
  for (GLsizei i = 0; i < count; ++i) {
    const GLuint name = textures ? textures[i] : 0;
    const uint32_t unit = first + static_cast<uint32_t>(i);
    if (name == 0) {
      resetUnit(ctx, unit);
    } else if (std::shared_ptr<Texture> object =
                   needTexture(ctx, "glBindTextures", name, GL_INVALID_OPERATION)) {
      const size_t kind = static_cast<size_t>(object->kind);
      bindToUnit(ctx, unit, kind, std::move(object));
    }
  }
}

bool validateGenTextures(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glGenTextures", "n", n);
}

void genTextures(Context& ctx, GLsizei n, GLuint* textures) {
  generateShared(ctx, &state::ShareGroup::textures, n, textures);
}

bool validateCreateTextures(const Context& ctx, GLenum target, GLsizei n, GLuint*) {
  const size_t kind = state::textureKindIndex(target);
  if (kind == state::kTextureKindCount || !isKindSupported(ctx, static_cast<TextureKind>(kind)))
    return refuseEnum(ctx, "glCreateTextures", "target", target);
  return checkNotNegative(ctx, "glCreateTextures", "n", n);
}

void createTextures(Context& ctx, GLenum target, GLsizei n, GLuint* textures) {
  const auto kind = static_cast<TextureKind>(state::textureKindIndex(target));
  createShared(ctx, &state::ShareGroup::textures, n, textures,
               [&](uint32_t name) { return makeTexture(ctx, name, kind); });
}

bool validateDeleteTextures(const Context& ctx, GLsizei n, const GLuint*) {
  return checkNotNegative(ctx, "glDeleteTextures", "n", n);
}

void deleteTextures(Context& ctx, GLsizei n, const GLuint* textures) {
  deleteShared(ctx, &state::ShareGroup::textures, n, textures,
               [&](const std::shared_ptr<Texture>& texture) { unbindEverywhere(ctx, texture); });
}

bool validateIsTexture(const Context&, GLuint) {
  return true;
}

GLboolean isTexture(Context& ctx, GLuint texture) {
  return findTexture(ctx, texture) != nullptr;
}

bool validateBindImageTexture(const Context& ctx, GLuint unit, GLuint texture, GLint level, GLboolean,
                              GLint layer, GLenum access, GLenum format) {
  const char* command = "glBindImageTexture";
  if (!checkBelow(ctx, command, "unit", unit, ctx.state().imageUnits.size())) return false;
  if (!checkNotNegative(ctx, command, "level", level) || !checkNotNegative(ctx, command, "layer", layer))
    return false;
  if (!isOneOf(access, {GL_READ_ONLY, GL_WRITE_ONLY, GL_READ_WRITE}))
    return refuseEnum(ctx, command, "access", access);
  if (!isImageUnitFormat(format))
    return refuse(ctx, GL_INVALID_VALUE, "%s: %s is not a format for image units.", command,
                  enumText(format).c_str());
  return texture == 0 || needTexture(ctx, command, texture, GL_INVALID_VALUE);
}

void bindImageTexture(Context& ctx, GLuint unit, GLuint texture, GLint level, GLboolean layered, GLint layer,
                      GLenum access, GLenum format) {
  ctx.state().imageUnits[unit] = {
      findTexture(ctx, texture), static_cast<uint32_t>(level), static_cast<uint32_t>(layer), access, format,
      layered != GL_FALSE};
  ctx.state().mark(state::kDirtyImages);
}

bool validateBindImageTextures(const Context& ctx, GLuint first, GLsizei count, const GLuint*) {
  return validateUnitRange(ctx, "glBindImageTextures", first, count,
                           static_cast<uint32_t>(ctx.state().imageUnits.size()));
}

void bindImageTextures(Context& ctx, GLuint first, GLsizei count, const GLuint* textures) {
  const char* command = "glBindImageTextures";
  for (GLsizei i = 0; i < count; ++i) {
    state::ImageUnit& unit = ctx.state().imageUnits[first + static_cast<uint32_t>(i)];
    const GLuint name = textures ? textures[i] : 0;
    if (name == 0) {
      unit = {};
      continue;
    }
    std::shared_ptr<Texture> texture = needTexture(ctx, command, name, GL_INVALID_OPERATION);
    if (!texture) continue;
    const uint32_t format = texture->levels[0][0].internalFormat;
    if (!isImageUnitFormat(format)) {
      ctx.errorf(GL_INVALID_OPERATION,
                 "%s: level 0 of texture %u has the format %s, which image units do not take.", command, name,
                 enumText(format).c_str());
      continue;
    }
    unit = {std::move(texture), 0, 0, GL_READ_WRITE, format, true};
  }
  ctx.state().mark(state::kDirtyImages);
}

}  // namespace gl
