// SPDX-License-Identifier: Apache-2.0
// Texture environments (GL 4.6 compatibility §16.1) of the active unit.
#include "gl/legacy_list.h"
#include "gl/legacy_params.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

using state::Combiner;
using state::TexEnv;

bool isSource(uint32_t v) {
  return isOneOf(v, {GL_TEXTURE, GL_CONSTANT, GL_PRIMARY_COLOR, GL_PREVIOUS}) ||
         (v >= GL_TEXTURE0 && v < GL_TEXTURE0 + state::kMaxTextureCoords);
}
bool isFunction(uint32_t v, bool color) {
  return isOneOf(v, {GL_REPLACE, GL_MODULATE, GL_ADD, GL_ADD_SIGNED, GL_INTERPOLATE, GL_SUBTRACT}) ||
         (color && isOneOf(v, {GL_DOT3_RGB, GL_DOT3_RGBA}));
}
bool isMode(uint32_t v) { return isOneOf(v, {GL_MODULATE, GL_REPLACE, GL_DECAL, GL_BLEND, GL_ADD, GL_COMBINE}); }

int envCount(GLenum target, GLenum pname) {
  if (target == GL_TEXTURE_FILTER_CONTROL) return pname == GL_TEXTURE_LOD_BIAS;
  if (target == GL_POINT_SPRITE) return pname == GL_COORD_REPLACE;
  switch (pname) {
    case GL_TEXTURE_ENV_COLOR: return 4;
    case GL_TEXTURE_ENV_MODE:
    case GL_COMBINE_RGB:
    case GL_COMBINE_ALPHA:
    case GL_SRC0_RGB:
    case GL_SRC1_RGB:
    case GL_SRC2_RGB:
    case GL_SRC0_ALPHA:
    case GL_SRC1_ALPHA:
    case GL_SRC2_ALPHA:
    case GL_OPERAND0_RGB:
    case GL_OPERAND1_RGB:
    case GL_OPERAND2_RGB:
    case GL_OPERAND0_ALPHA:
    case GL_OPERAND1_ALPHA:
    case GL_OPERAND2_ALPHA:
    case GL_RGB_SCALE:
    case GL_ALPHA_SCALE: return 1;
    default: return 0;
  }
}

bool isEnvValue(GLenum pname, uint32_t v) {
  switch (pname) {
    case GL_TEXTURE_ENV_MODE: return isMode(v);
    case GL_COMBINE_RGB: return isFunction(v, true);
    case GL_COMBINE_ALPHA: return isFunction(v, false);
    case GL_SRC0_RGB:
    case GL_SRC1_RGB:
    case GL_SRC2_RGB:
    case GL_SRC0_ALPHA:
    case GL_SRC1_ALPHA:
    case GL_SRC2_ALPHA: return isSource(v);
    case GL_OPERAND0_RGB:
    case GL_OPERAND1_RGB:
    case GL_OPERAND2_RGB:
      return isOneOf(v, {GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA});
    case GL_OPERAND0_ALPHA:
    case GL_OPERAND1_ALPHA:
    case GL_OPERAND2_ALPHA: return isOneOf(v, {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA});
    default: return true;
  }
}

bool checkEnvName(const Context& ctx, const char* command, GLenum target, GLenum pname, bool scalar) {
  if (!isOneOf(target, {GL_TEXTURE_ENV, GL_TEXTURE_FILTER_CONTROL, GL_POINT_SPRITE}))
    return refuseEnum(ctx, command, "target", target);
  const int count = envCount(target, pname);
  if (count == 0 || (scalar && count != 1)) return refuseEnum(ctx, command, "pname", pname);
  if (target == GL_TEXTURE_FILTER_CONTROL || ctx.state().activeUnit < state::kMaxTextureCoords) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: texture unit %u has no environment; the limit is %u.", command,
                ctx.state().activeUnit, state::kMaxTextureCoords);
}

bool checkEnv(const Context& ctx, const char* command, GLenum target, GLenum pname, bool scalar, float first) {
  if (!checkEnvName(ctx, command, target, pname, scalar)) return false;
  if (isOneOf(pname, {GL_RGB_SCALE, GL_ALPHA_SCALE}) && first != 1 && first != 2 && first != 4)
    return refuse(ctx, GL_INVALID_VALUE, "%s: the scale is %g and must be 1, 2 or 4.", command,
                  static_cast<double>(first));
  return isEnvValue(pname, enumOf({first})) || refuseEnum(ctx, command, "param", enumOf({first}));
}

void setEnv(Context& ctx, GLenum target, GLenum pname, const Params& p) {
  if (record(ctx, [=](Context& c) { setEnv(c, target, pname, p); })) return;
  state::Context& st = ctx.state();
  if (target == GL_TEXTURE_FILTER_CONTROL) {
    st.units[st.activeUnit].lodBias = p[0];
    return st.mark(state::kDirtySamplers);
  }
  TexEnv& env = legacyValues(ctx).units[st.activeUnit].env;
  const uint32_t value = enumOf(p);
  switch (pname) {
    case GL_COORD_REPLACE: env.coordReplace = p[0] != 0; break;
    case GL_TEXTURE_ENV_COLOR:
      for (size_t i = 0; i < 4; ++i) env.constant[i] = std::clamp(p[i], 0.0f, 1.0f);
      ctx.legacy().state.changed(state::BuiltinGroup::Texture);
      break;
    case GL_TEXTURE_ENV_MODE: env.mode = value; break;
    case GL_COMBINE_RGB: env.color.function = value; break;
    case GL_COMBINE_ALPHA: env.alpha.function = value; break;
    case GL_RGB_SCALE: env.color.scale = p[0]; break;
    case GL_ALPHA_SCALE: env.alpha.scale = p[0]; break;
    default:
      // The names of the three sources, and of the three operands, follow each other.
      if (pname >= GL_SRC0_RGB && pname <= GL_SRC2_RGB) env.color.source[pname - GL_SRC0_RGB] = value;
      if (pname >= GL_SRC0_ALPHA && pname <= GL_SRC2_ALPHA) env.alpha.source[pname - GL_SRC0_ALPHA] = value;
      if (pname >= GL_OPERAND0_RGB && pname <= GL_OPERAND2_RGB) env.color.operand[pname - GL_OPERAND0_RGB] = value;
      if (pname >= GL_OPERAND0_ALPHA && pname <= GL_OPERAND2_ALPHA) env.alpha.operand[pname - GL_OPERAND0_ALPHA] = value;
      break;
  }
}

Params envValue(const Context& ctx, GLenum target, GLenum pname) {
  const state::Context& st = ctx.state();
  if (target == GL_TEXTURE_FILTER_CONTROL) return {st.units[st.activeUnit].lodBias};
  const TexEnv& env = legacyValues(ctx).units[st.activeUnit].env;
  const auto of = [](uint32_t value) { return Params{static_cast<float>(value)}; };
  switch (pname) {
    case GL_COORD_REPLACE: return of(env.coordReplace);
    case GL_TEXTURE_ENV_COLOR: return env.constant;
    case GL_TEXTURE_ENV_MODE: return of(env.mode);
    case GL_COMBINE_RGB: return of(env.color.function);
    case GL_COMBINE_ALPHA: return of(env.alpha.function);
    case GL_RGB_SCALE: return {env.color.scale};
    case GL_ALPHA_SCALE: return {env.alpha.scale};
    default: break;
  }
  if (pname >= GL_SRC0_RGB && pname <= GL_SRC2_RGB) return of(env.color.source[pname - GL_SRC0_RGB]);
  if (pname >= GL_SRC0_ALPHA && pname <= GL_SRC2_ALPHA) return of(env.alpha.source[pname - GL_SRC0_ALPHA]);
  if (pname >= GL_OPERAND0_RGB && pname <= GL_OPERAND2_RGB) return of(env.color.operand[pname - GL_OPERAND0_RGB]);
  return of(env.alpha.operand[pname - GL_OPERAND0_ALPHA]);
}

template <class T>
void setEnvVector(Context& ctx, GLenum target, GLenum pname, const T* params) {
  setEnv(ctx, target, pname, paramsOf(params, envCount(target, pname), pname == GL_TEXTURE_ENV_COLOR));
}
template <class T>
void getEnv(const Context& ctx, GLenum target, GLenum pname, T* params) {
  writeParams(envValue(ctx, target, pname), envCount(target, pname), pname == GL_TEXTURE_ENV_COLOR, params);
}

}  // namespace

bool validateTexEnvf(const Context& ctx, GLenum target, GLenum pname, GLfloat param) {
  return checkEnv(ctx, "glTexEnvf", target, pname, true, param);
}
void texEnvf(Context& ctx, GLenum target, GLenum pname, GLfloat param) { setEnv(ctx, target, pname, {param}); }
bool validateTexEnvi(const Context& ctx, GLenum target, GLenum pname, GLint param) {
  return checkEnv(ctx, "glTexEnvi", target, pname, true, static_cast<float>(param));
}
void texEnvi(Context& ctx, GLenum target, GLenum pname, GLint param) {
  setEnv(ctx, target, pname, {static_cast<float>(param)});
}
bool validateTexEnvfv(const Context& ctx, GLenum target, GLenum pname, const GLfloat* params) {
  return checkEnv(ctx, "glTexEnvfv", target, pname, false, params[0]);
}
void texEnvfv(Context& ctx, GLenum target, GLenum pname, const GLfloat* params) {
  setEnvVector(ctx, target, pname, params);
}
bool validateTexEnviv(const Context& ctx, GLenum target, GLenum pname, const GLint* params) {
  return checkEnv(ctx, "glTexEnviv", target, pname, false, static_cast<float>(params[0]));
}
void texEnviv(Context& ctx, GLenum target, GLenum pname, const GLint* params) {
  setEnvVector(ctx, target, pname, params);
}
bool validateGetTexEnvfv(const Context& ctx, GLenum target, GLenum pname, GLfloat*) {
  return checkEnvName(ctx, "glGetTexEnvfv", target, pname, false);
}
void getTexEnvfv(Context& ctx, GLenum target, GLenum pname, GLfloat* params) { getEnv(ctx, target, pname, params); }
bool validateGetTexEnviv(const Context& ctx, GLenum target, GLenum pname, GLint*) {
  return checkEnvName(ctx, "glGetTexEnviv", target, pname, false);
}
void getTexEnviv(Context& ctx, GLenum target, GLenum pname, GLint* params) { getEnv(ctx, target, pname, params); }

}  // namespace gl
