// SPDX-License-Identifier: Apache-2.0
// Points, lines, polygons and hints (GL 4.6 core §14.4-14.6, §21.4).
#include "gl/checks.h"
#include "gl/legacy.h"
#include "gl/prototypes_state.gen.h"
#include "gl/state_set.h"

namespace gl {
namespace {

state::Raster& raster(Context& ctx) { return ctx.state().raster; }

// Point parameters that only fixed function reads: accepted outside the core profile.
bool isFixedPointParameter(GLenum pname) {
  return isOneOf(pname, {GL_POINT_SIZE_MIN, GL_POINT_SIZE_MAX, GL_POINT_DISTANCE_ATTENUATION});
}

bool checkPointParameter(const Context& ctx, const char* command, GLenum pname, GLfloat value) {
  switch (pname) {
    case GL_POINT_FADE_THRESHOLD_SIZE:
      if (value >= 0) return true;
      return refuse(ctx, GL_INVALID_VALUE, "%s: the fade threshold %g must not be negative.", command,
                    static_cast<double>(value));
    case GL_POINT_SPRITE_COORD_ORIGIN: {
      const auto origin = static_cast<GLenum>(value);
      return isOneOf(origin, {GL_LOWER_LEFT, GL_UPPER_LEFT}) || refuseEnum(ctx, command, "param", origin);
    }
    default:
      return (!ctx.isCore() && isFixedPointParameter(pname)) || refuseEnum(ctx, command, "pname", pname);
  }
}

void setPointParameter(Context& ctx, GLenum pname, GLfloat value) {
  if (pname == GL_POINT_FADE_THRESHOLD_SIZE) store(ctx, raster(ctx).pointFadeThreshold, value, state::kDirtyRaster);
  if (pname == GL_POINT_SPRITE_COORD_ORIGIN)
    store(ctx, raster(ctx).pointSpriteOrigin, static_cast<GLenum>(value), state::kDirtyPipeline);
  if (pname == GL_POINT_SIZE_MIN) legacyValues(ctx).point.sizeMin = value;
  if (pname == GL_POINT_SIZE_MAX) legacyValues(ctx).point.sizeMax = value;
}

// Distance attenuation alone has three values.
template <class T>
void setPointParameters(Context& ctx, GLenum pname, const T* params) {
  if (pname != GL_POINT_DISTANCE_ATTENUATION) return setPointParameter(ctx, pname, static_cast<GLfloat>(params[0]));
  for (size_t i = 0; i < 3; ++i) legacyValues(ctx).point.attenuation[i] = static_cast<GLfloat>(params[i]);
}

// The hint's place; null if the context has no such target.
uint32_t* hintPlace(const Context& ctx, state::Context& st, GLenum target) {
  switch (target) {
    case GL_LINE_SMOOTH_HINT: return &st.hintLineSmooth;
    case GL_POLYGON_SMOOTH_HINT: return &st.hintPolygonSmooth;
    case GL_TEXTURE_COMPRESSION_HINT: return &st.hintTextureCompression;
    case GL_FRAGMENT_SHADER_DERIVATIVE_HINT: return &st.hintDerivative;
    default: break;
  }
  if (ctx.isCore()) return nullptr;
  switch (target) {
    case GL_GENERATE_MIPMAP_HINT: return &st.hintGenerateMipmap;
    case GL_PERSPECTIVE_CORRECTION_HINT: return &st.hintPerspective;
    case GL_POINT_SMOOTH_HINT: return &st.hintPointSmooth;
    case GL_FOG_HINT: return &st.hintFog;
    default: return nullptr;
  }
}

}  // namespace

bool validateCullFace(const Context& ctx, GLenum mode) {
  return isOneOf(mode, {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK}) || refuseEnum(ctx, "glCullFace", "mode", mode);
}
void cullFace(Context& ctx, GLenum mode) { store(ctx, raster(ctx).cullFace, mode, state::kDirtyPipeline); }

bool validateFrontFace(const Context& ctx, GLenum mode) {
  return isOneOf(mode, {GL_CW, GL_CCW}) || refuseEnum(ctx, "glFrontFace", "mode", mode);
}
void frontFace(Context& ctx, GLenum mode) { store(ctx, raster(ctx).frontFace, mode, state::kDirtyPipeline); }

bool validatePolygonMode(const Context& ctx, GLenum face, GLenum mode) {
  if (face != GL_FRONT_AND_BACK && (ctx.isCore() || !isOneOf(face, {GL_FRONT, GL_BACK})))
    return refuseEnum(ctx, "glPolygonMode", "face", face);
  return isOneOf(mode, {GL_POINT, GL_LINE, GL_FILL}) || refuseEnum(ctx, "glPolygonMode", "mode", mode);
}
void polygonMode(Context& ctx, GLenum face, GLenum mode) {
  if (face != GL_BACK) store(ctx, raster(ctx).polygonMode, mode, state::kDirtyPipeline);
  if (face != GL_FRONT) store(ctx, raster(ctx).polygonModeBack, mode, state::kDirtyPipeline);
}

void polygonOffsetClamp(Context& ctx, GLfloat factor, GLfloat units, GLfloat clamp) {
  store(ctx, raster(ctx).offsetFactor, factor, state::kDirtyRaster);
  store(ctx, raster(ctx).offsetUnits, units, state::kDirtyRaster);
  store(ctx, raster(ctx).offsetClamp, clamp, state::kDirtyRaster);
}
void polygonOffset(Context& ctx, GLfloat factor, GLfloat units) { polygonOffsetClamp(ctx, factor, units, 0); }

bool validateLineWidth(const Context& ctx, GLfloat width) {
  if (!(width > 0))
    return refuse(ctx, GL_INVALID_VALUE, "glLineWidth: width is %g and must be positive.", static_cast<double>(width));
  // Wide lines are deprecated: forward-compatible contexts have lost them (§E.2.1).
  if (width > 1 && ctx.isCore() && ctx.config().forwardCompatible)
    return refuse(ctx, GL_INVALID_VALUE, "glLineWidth: width is %g; forward-compatible contexts take at most 1.",
                  static_cast<double>(width));
  return true;
}
void lineWidth(Context& ctx, GLfloat width) { store(ctx, raster(ctx).lineWidth, width, state::kDirtyRaster); }

bool validatePointSize(const Context& ctx, GLfloat size) {
  return size > 0 || refuse(ctx, GL_INVALID_VALUE, "glPointSize: size is %g and must be positive.",
                            static_cast<double>(size));
}
void pointSize(Context& ctx, GLfloat size) { store(ctx, raster(ctx).pointSize, size, state::kDirtyRaster); }

bool validatePointParameterf(const Context& ctx, GLenum pname, GLfloat param) {
  return checkPointParameter(ctx, "glPointParameterf", pname, param);
}
void pointParameterf(Context& ctx, GLenum pname, GLfloat param) { setPointParameter(ctx, pname, param); }
bool validatePointParameterfv(const Context& ctx, GLenum pname, const GLfloat* params) {
  return checkPointParameter(ctx, "glPointParameterfv", pname, params[0]);
}
void pointParameterfv(Context& ctx, GLenum pname, const GLfloat* params) { setPointParameters(ctx, pname, params); }
bool validatePointParameteri(const Context& ctx, GLenum pname, GLint param) {
  return checkPointParameter(ctx, "glPointParameteri", pname, static_cast<GLfloat>(param));
}
void pointParameteri(Context& ctx, GLenum pname, GLint param) {
  setPointParameter(ctx, pname, static_cast<GLfloat>(param));
}
bool validatePointParameteriv(const Context& ctx, GLenum pname, const GLint* params) {
  return checkPointParameter(ctx, "glPointParameteriv", pname, static_cast<GLfloat>(params[0]));
}
void pointParameteriv(Context& ctx, GLenum pname, const GLint* params) {
  setPointParameters(ctx, pname, params);
}

bool validateHint(const Context& ctx, GLenum target, GLenum mode) {
  if (!hintPlace(ctx, const_cast<state::Context&>(ctx.state()), target)) return refuseEnum(ctx, "glHint", "target", target);
  return isOneOf(mode, {GL_FASTEST, GL_NICEST, GL_DONT_CARE}) || refuseEnum(ctx, "glHint", "mode", mode);
}
void hint(Context& ctx, GLenum target, GLenum mode) { *hintPlace(ctx, ctx.state(), target) = mode; }

}  // namespace gl
