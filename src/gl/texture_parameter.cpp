// SPDX-License-Identifier: Apache-2.0
// glTexParameter*, glTextureParameter* and their queries (GL 4.6 core §8.10, §8.11).
#include <algorithm>

#include "gl/context.h"
#include "gl/device_info.h"
#include "gl/enum_names.gen.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/sampler_params.h"
#include "gl/texture_target.h"

namespace gl {
namespace {

using state::Texture;
using state::TextureKind;

// Null after an error.
Texture* targetTexture(const Context& ctx, const char* command, GLenum target) {
  const auto parsed = storageTarget(target);
  if (!parsed || parsed->proxy || parsed->kind == TextureKind::kBuffer ||
      !isKindSupported(ctx, parsed->kind)) {
    ctx.errorf(GL_INVALID_ENUM, "%s: %s is not a texture target with parameters.", command,
               enumText(target).c_str());
    return nullptr;
  }
  return &boundTexture(ctx, parsed->kind);
}

std::shared_ptr<Texture> namedTexture(const Context& ctx, const char* command, GLuint name) {
  std::shared_ptr<Texture> texture = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  if (texture && texture->kind == TextureKind::kBuffer) {
    ctx.errorf(GL_INVALID_OPERATION, "%s: texture %u is a buffer texture, which has no parameters.", command,
               name);
    return nullptr;
  }
  return texture;
}

bool hasStencilTexturing(const Context& ctx) {
  return ctx.version() >= 43 || ctx.device().has("GL_ARB_stencil_texturing");
}

bool isSwizzle(uint32_t value) {
  return (value >= GL_RED && value <= GL_ALPHA) || value == GL_ZERO || value == GL_ONE;
}

bool failEnum(const Context& ctx, const char* command, GLenum pname, uint32_t value) {
  ctx.errorf(GL_INVALID_ENUM, "%s: %s cannot be set to %s.", command, enumText(pname).c_str(),
             enumText(value).c_str());
  return false;
}

bool validateLevelParam(const Context& ctx, const char* command, const Texture& texture, GLenum pname,
                        int32_t value) {
  if (value < 0) {
    ctx.errorf(GL_INVALID_VALUE, "%s: %s is %d, which is negative.", command, enumText(pname).c_str(), value);
    return false;
  }
  const bool single = texture.kind == TextureKind::kRectangle || isMultisampleKind(texture.kind);
  if (pname == GL_TEXTURE_BASE_LEVEL && single && value != 0) {
    ctx.errorf(GL_INVALID_OPERATION, "%s: the base level of a texture of one level must be 0, not %d.",
               command, value);
    return false;
  }
  return true;
}

bool validateParam(const Context& ctx, const char* command, const Texture& texture, GLenum pname,
                   const ParamValue& value) {
  switch (pname) {
    case GL_TEXTURE_BASE_LEVEL:
    case GL_TEXTURE_MAX_LEVEL:
      return validateLevelParam(ctx, command, texture, pname, value.integer());
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A:
      return isSwizzle(value.enumerant()) || failEnum(ctx, command, pname, value.enumerant());
    case GL_TEXTURE_SWIZZLE_RGBA:
      if (!value.isVector()) break;
      for (int i = 0; i < 4; ++i)
        if (!isSwizzle(value.enumerant(i))) return failEnum(ctx, command, pname, value.enumerant(i));
      return true;
    case GL_DEPTH_STENCIL_TEXTURE_MODE:
      if (!hasStencilTexturing(ctx)) break;
      if (value.enumerant() == GL_DEPTH_COMPONENT || value.enumerant() == GL_STENCIL_INDEX) return true;
      return failEnum(ctx, command, pname, value.enumerant());
    case GL_GENERATE_MIPMAP:
    case GL_TEXTURE_PRIORITY:
      if (ctx.isCore()) break;
      return true;
    case GL_DEPTH_TEXTURE_MODE: {
      if (ctx.isCore()) break;
      const uint32_t mode = value.enumerant();
      if (mode == GL_LUMINANCE || mode == GL_INTENSITY || mode == GL_ALPHA || mode == GL_RED) return true;
      return failEnum(ctx, command, pname, mode);
    }
    default:
      if (isSamplerParam(ctx, pname)) return validateSamplerParam(ctx, command, &texture, pname, value);
  }
  ctx.errorf(GL_INVALID_ENUM, "%s: %s is not a texture parameter%s.", command, enumText(pname).c_str(),
             pname == GL_TEXTURE_SWIZZLE_RGBA ? " of one value" : "");
  return false;
}

template <class T>
bool replace(T& field, T value) {
  if (field == value) return false;
  field = value;
  return true;
}

bool assignParam(Texture& t, GLenum pname, const ParamValue& value) {
  switch (pname) {
    case GL_TEXTURE_BASE_LEVEL: {
      // Immutable textures clamp when the parameter is set (§8.17); completeness clamps once more at use.
      const uint32_t level = value.enumerant();
      return replace(t.baseLevel, t.immutable ? std::min(level, t.immutableLevels - 1) : level);
    }
    case GL_TEXTURE_MAX_LEVEL: {
      const uint32_t level = value.enumerant();
      return replace(t.maxLevel, t.immutable ? std::clamp(level, std::min(t.baseLevel, t.immutableLevels - 1),
                                                          t.immutableLevels - 1)
                                             : level);
    }
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A:
      return replace(t.swizzle[pname - GL_TEXTURE_SWIZZLE_R], value.enumerant());
    case GL_TEXTURE_SWIZZLE_RGBA: {
      bool changed = false;
      for (int i = 0; i < 4; ++i) changed |= replace(t.swizzle[i], value.enumerant(i));
      return changed;
    }
    case GL_DEPTH_STENCIL_TEXTURE_MODE:
      return replace(t.depthStencilMode, value.enumerant());
    case GL_GENERATE_MIPMAP:
      return replace(t.generateMipmap, value.integer() != 0);
    case GL_TEXTURE_PRIORITY:
      return replace(t.priority, std::clamp(value.number(), 0.0f, 1.0f));
    case GL_DEPTH_TEXTURE_MODE:
      return replace(t.depthTextureMode, value.enumerant());
    default:
      return setSamplerParam(t.sampler, pname, value);
  }
}

void setParam(Context& ctx, Texture& texture, GLenum pname, const ParamValue& value) {
  if (!assignParam(texture, pname, value)) return;
  texture.touch();
  ctx.state().mark(state::kDirtySamplers);
}

bool validateTarget(const Context& ctx, const char* command, GLenum target, GLenum pname,
                    const ParamValue& value) {
  const Texture* texture = targetTexture(ctx, command, target);
  return texture && validateParam(ctx, command, *texture, pname, value);
}

bool validateNamed(const Context& ctx, const char* command, GLuint name, GLenum pname,
                   const ParamValue& value) {
  const auto texture = namedTexture(ctx, command, name);
  return texture && validateParam(ctx, command, *texture, pname, value);
}

Texture& bound(Context& ctx, GLenum target) {
  return boundTexture(ctx, storageTarget(target)->kind);
}

// ── queries ──

bool isTextureParam(const Context& ctx, GLenum pname) {
  switch (pname) {
    case GL_TEXTURE_BASE_LEVEL:
    case GL_TEXTURE_MAX_LEVEL:
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A:
    case GL_TEXTURE_SWIZZLE_RGBA:
      return true;
    case GL_DEPTH_STENCIL_TEXTURE_MODE:
      return hasStencilTexturing(ctx);
    case GL_GENERATE_MIPMAP:
    case GL_TEXTURE_PRIORITY:
    case GL_TEXTURE_RESIDENT:
    case GL_DEPTH_TEXTURE_MODE:
      return !ctx.isCore();
    case GL_TEXTURE_IMMUTABLE_FORMAT:
      return ctx.version() >= 42 || ctx.device().has("GL_ARB_texture_storage");
    case GL_TEXTURE_IMMUTABLE_LEVELS:
    case GL_TEXTURE_VIEW_MIN_LEVEL:
    case GL_TEXTURE_VIEW_NUM_LEVELS:
    case GL_TEXTURE_VIEW_MIN_LAYER:
    case GL_TEXTURE_VIEW_NUM_LAYERS:
      return ctx.version() >= 43 || ctx.device().has("GL_ARB_texture_view");
    case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE:
      return ctx.version() >= 42 || ctx.device().has("GL_ARB_shader_image_load_store");
    case GL_TEXTURE_TARGET:
      return ctx.version() >= 45 || ctx.device().has("GL_ARB_direct_state_access");
    default:
      return isSamplerParam(ctx, pname);
  }
}

bool validateQuery(const Context& ctx, const char* command, GLenum pname) {
  if (isTextureParam(ctx, pname)) return true;
  ctx.errorf(GL_INVALID_ENUM, "%s: %s is not a texture parameter.", command, enumText(pname).c_str());
  return false;
}

// Layers of the whole texture as glTextureView counts them.
uint32_t layerCount(const Texture& t) {
  const state::TextureLevel& base = t.levels[0][0];
  if (t.kind == TextureKind::kCube) return 6;
  if (t.kind == TextureKind::k1DArray) return base.height;
  return isArrayKind(t.kind) ? base.depth : 1;
}

ParamResult textureParam(const Texture& t, GLenum pname) {
  ParamResult result;
  switch (pname) {
    case GL_TEXTURE_BASE_LEVEL:
      result.set(t.baseLevel);
      break;
    case GL_TEXTURE_MAX_LEVEL:
      result.set(t.maxLevel);
      break;
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A:
      result.set(t.swizzle[pname - GL_TEXTURE_SWIZZLE_R]);
      break;
    case GL_TEXTURE_SWIZZLE_RGBA:
      result.count = 4;
      for (int i = 0; i < 4; ++i) result.integers[i] = static_cast<int32_t>(t.swizzle[i]);
      break;
    case GL_DEPTH_STENCIL_TEXTURE_MODE:
      result.set(t.depthStencilMode);
      break;
    case GL_GENERATE_MIPMAP:
      result.set(t.generateMipmap);
      break;
    case GL_TEXTURE_PRIORITY:
      result.setNumber(t.priority);
      break;
    case GL_TEXTURE_RESIDENT:
      result.set(GL_TRUE);
      break;
    case GL_DEPTH_TEXTURE_MODE:
      result.set(t.depthTextureMode);
      break;
    case GL_TEXTURE_IMMUTABLE_FORMAT:
      result.set(t.immutable);
      break;
    case GL_TEXTURE_IMMUTABLE_LEVELS:
      result.set(t.immutableLevels);
      break;
    case GL_TEXTURE_VIEW_MIN_LEVEL:
    case GL_TEXTURE_VIEW_MIN_LAYER:
      break;
    case GL_TEXTURE_VIEW_NUM_LEVELS:
      result.set(t.immutableLevels);
      break;
    case GL_TEXTURE_VIEW_NUM_LAYERS:
      result.set(t.immutable ? layerCount(t) : 0);
      break;
    case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE:
      result.set(GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE);
      break;
    case GL_TEXTURE_TARGET:
      result.set(state::glTarget(t.kind));
      break;
    default:
      return samplerParam(t.sampler, pname);
  }
  return result;
}

}  // namespace

// Each form differs in nothing but how it hands over the value.
#define MGL_TEX_PARAMETER(form, type, make)                                                           \
  bool validateTexParameter##form(const Context& ctx, GLenum target, GLenum pname, type value) {      \
    return validateTarget(ctx, "glTexParameter" #form, target, pname, ParamValue::make(value));       \
  }                                                                                                   \
  void texParameter##form(Context& ctx, GLenum target, GLenum pname, type value) {                    \
    setParam(ctx, bound(ctx, target), pname, ParamValue::make(value));                                \
  }                                                                                                   \
  bool validateTextureParameter##form(const Context& ctx, GLuint texture, GLenum pname, type value) { \
    return validateNamed(ctx, "glTextureParameter" #form, texture, pname, ParamValue::make(value));   \
  }                                                                                                   \
  void textureParameter##form(Context& ctx, GLuint texture, GLenum pname, type value) {               \
    setParam(ctx, *findTexture(ctx, texture), pname, ParamValue::make(value));                        \
  }
MGL_TEX_PARAMETER(f, GLfloat, scalar)
MGL_TEX_PARAMETER(i, GLint, scalar)
MGL_TEX_PARAMETER(fv, const GLfloat*, vector)
MGL_TEX_PARAMETER(iv, const GLint*, vector)
MGL_TEX_PARAMETER(Iiv, const GLint*, pure)
MGL_TEX_PARAMETER(Iuiv, const GLuint*, pure)
#undef MGL_TEX_PARAMETER

#define MGL_GET_TEX_PARAMETER(form, type, writer, cast)                                             \
  bool validateGetTexParameter##form(const Context& ctx, GLenum target, GLenum pname, type*) {      \
    return targetTexture(ctx, "glGetTexParameter" #form, target) &&                                 \
           validateQuery(ctx, "glGetTexParameter" #form, pname);                                    \
  }                                                                                                 \
  void getTexParameter##form(Context& ctx, GLenum target, GLenum pname, type* params) {             \
    textureParam(bound(ctx, target), pname).writer(reinterpret_cast<cast*>(params));                \
  }                                                                                                 \
  bool validateGetTextureParameter##form(const Context& ctx, GLuint texture, GLenum pname, type*) { \
    return namedTexture(ctx, "glGetTextureParameter" #form, texture) &&                             \
           validateQuery(ctx, "glGetTextureParameter" #form, pname);                                \
  }                                                                                                 \
  void getTextureParameter##form(Context& ctx, GLuint texture, GLenum pname, type* params) {        \
    textureParam(*findTexture(ctx, texture), pname).writer(reinterpret_cast<cast*>(params));        \
  }
MGL_GET_TEX_PARAMETER(fv, GLfloat, write, float)
MGL_GET_TEX_PARAMETER(iv, GLint, write, int32_t)
MGL_GET_TEX_PARAMETER(Iiv, GLint, writePure, int32_t)
MGL_GET_TEX_PARAMETER(Iuiv, GLuint, writePure, int32_t)
#undef MGL_GET_TEX_PARAMETER

}  // namespace gl
