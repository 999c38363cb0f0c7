// SPDX-License-Identifier: Apache-2.0
// Fog, alpha test, clip planes and the sums at the end of the pipeline (GL 4.6 compatibility §16.2-16.3, §13.7).
#include "gl/legacy_matrix.h"
#include "gl/legacy_list.h"
#include "gl/legacy_params.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

int fogCount(GLenum pname) {
  switch (pname) {
    case GL_FOG_COLOR: return 4;
    case GL_FOG_MODE:
    case GL_FOG_COORD_SRC:
    case GL_FOG_DENSITY:
    case GL_FOG_START:
    case GL_FOG_END:
    case GL_FOG_INDEX: return 1;
    default: return 0;
  }
}

bool checkFog(const Context& ctx, const char* command, GLenum pname, bool scalar, float first) {
  const int count = fogCount(pname);
  if (count == 0 || (scalar && count != 1)) return refuseEnum(ctx, command, "pname", pname);
  const uint32_t value = enumOf({first});
  if (pname == GL_FOG_MODE && !isOneOf(value, {GL_LINEAR, GL_EXP, GL_EXP2}))
    return refuseEnum(ctx, command, "param", value);
  if (pname == GL_FOG_COORD_SRC && !isOneOf(value, {GL_FOG_COORD, GL_FRAGMENT_DEPTH}))
    return refuseEnum(ctx, command, "param", value);
  return pname != GL_FOG_DENSITY || first >= 0 ||
         refuse(ctx, GL_INVALID_VALUE, "%s: the density is %g and must not be negative.", command,
                static_cast<double>(first));
}

void setFog(Context& ctx, GLenum pname, const Params& p) {
  if (record(ctx, [=](Context& c) { setFog(c, pname, p); })) return;
  state::Fog& fog = legacyValues(ctx).fog;
  switch (pname) {
    case GL_FOG_COLOR: fog.color = p; break;
    case GL_FOG_MODE: fog.mode = enumOf(p); break;
    case GL_FOG_COORD_SRC: fog.coordinateSource = enumOf(p); break;
    case GL_FOG_DENSITY: fog.density = p[0]; break;
    case GL_FOG_START: fog.start = p[0]; break;
    case GL_FOG_END: fog.end = p[0]; break;
    default: break;
  }
  ctx.legacy().state.changed(state::BuiltinGroup::Fog);
}

}  // namespace

bool validateFogf(const Context& ctx, GLenum pname, GLfloat param) { return checkFog(ctx, "glFogf", pname, true, param); }
void fogf(Context& ctx, GLenum pname, GLfloat param) { setFog(ctx, pname, {param}); }
bool validateFogi(const Context& ctx, GLenum pname, GLint param) {
  return checkFog(ctx, "glFogi", pname, true, static_cast<float>(param));
}
void fogi(Context& ctx, GLenum pname, GLint param) { setFog(ctx, pname, {static_cast<float>(param)}); }
bool validateFogfv(const Context& ctx, GLenum pname, const GLfloat* params) {
  return checkFog(ctx, "glFogfv", pname, false, params[0]);
}
void fogfv(Context& ctx, GLenum pname, const GLfloat* params) {
  setFog(ctx, pname, paramsOf(params, fogCount(pname), false));
}
bool validateFogiv(const Context& ctx, GLenum pname, const GLint* params) {
  return checkFog(ctx, "glFogiv", pname, false, static_cast<float>(params[0]));
}
void fogiv(Context& ctx, GLenum pname, const GLint* params) {
  setFog(ctx, pname, paramsOf(params, fogCount(pname), pname == GL_FOG_COLOR));
}

bool validateAlphaFunc(const Context& ctx, GLenum func, GLfloat) {
  return isCompareFunc(func) || refuseEnum(ctx, "glAlphaFunc", "func", func);
}
void alphaFunc(Context& ctx, GLenum func, GLfloat ref) {
  legacyValues(ctx).alphaFunc = func;
  legacyValues(ctx).alphaReference = std::clamp(ref, 0.0f, 1.0f);
  ctx.legacy().state.changed(state::BuiltinGroup::Fog);
}

bool validateClipPlane(const Context& ctx, GLenum plane, const GLdouble*) {
  return (plane >= GL_CLIP_PLANE0 && plane < GL_CLIP_PLANE0 + state::kMaxClipPlanes) ||
         refuseEnum(ctx, "glClipPlane", "plane", plane);
}
// Planes move with the matrix that is current when they are given: coefficients times its inverse.
void clipPlane(Context& ctx, GLenum plane, const GLdouble* equation) {
  const state::Matrix m = inverse(ctx.legacy().state.modelView.top());
  std::array<double, 4>& out = legacyValues(ctx).clipPlanes[plane - GL_CLIP_PLANE0];
  for (size_t column = 0; column < 4; ++column) {
    out[column] = 0;
    for (size_t row = 0; row < 4; ++row) out[column] += equation[row] * static_cast<double>(m[column * 4 + row]);
  }
  ctx.legacy().state.changed(state::BuiltinGroup::Clip);
}
bool validateGetClipPlane(const Context& ctx, GLenum plane, GLdouble*) {
  return (plane >= GL_CLIP_PLANE0 && plane < GL_CLIP_PLANE0 + state::kMaxClipPlanes) ||
         refuseEnum(ctx, "glGetClipPlane", "plane", plane);
}
void getClipPlane(Context& ctx, GLenum plane, GLdouble* equation) {
  const auto& values = legacyValues(ctx).clipPlanes[plane - GL_CLIP_PLANE0];
  std::copy(values.begin(), values.end(), equation);
}

}  // namespace gl
