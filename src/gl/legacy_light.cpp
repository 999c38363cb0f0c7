// SPDX-License-Identifier: Apache-2.0
// Lights and the lighting model (GL 4.6 compatibility §12.2.1).
#include "gl/legacy_matrix.h"
#include "gl/legacy_list.h"
#include "gl/legacy_params.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

using state::BuiltinGroup;
using state::Light;

// Numbers of a parameter; 0: no such parameter.
int lightCount(GLenum pname) {
  switch (pname) {
    case GL_AMBIENT:
    case GL_DIFFUSE:
    case GL_SPECULAR:
    case GL_POSITION: return 4;
    case GL_SPOT_DIRECTION: return 3;
    case GL_SPOT_EXPONENT:
    case GL_SPOT_CUTOFF:
    case GL_CONSTANT_ATTENUATION:
    case GL_LINEAR_ATTENUATION:
    case GL_QUADRATIC_ATTENUATION: return 1;
    default: return 0;
  }
}
bool isLightColor(GLenum pname) { return isOneOf(pname, {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR}); }

bool checkLight(const Context& ctx, const char* command, GLenum light, GLenum pname, bool scalar) {
  if (light < GL_LIGHT0 || light >= GL_LIGHT0 + state::kMaxLights) return refuseEnum(ctx, command, "light", light);
  const int count = lightCount(pname);
  return (count != 0 && (!scalar || count == 1)) || refuseEnum(ctx, command, "pname", pname);
}

bool checkLightValue(const Context& ctx, const char* command, GLenum pname, float value) {
  switch (pname) {
    case GL_SPOT_EXPONENT:
      return (value >= 0 && value <= 128) || refuse(ctx, GL_INVALID_VALUE, "%s: the exponent is %g and must be 0 to 128.",
                                                    command, static_cast<double>(value));
    case GL_SPOT_CUTOFF:
      return (value >= 0 && value <= 90) || value == 180 ||
             refuse(ctx, GL_INVALID_VALUE, "%s: the cutoff is %g and must be 0 to 90, or 180.", command,
                    static_cast<double>(value));
    case GL_CONSTANT_ATTENUATION:
    case GL_LINEAR_ATTENUATION:
    case GL_QUADRATIC_ATTENUATION:
      return value >= 0 || refuse(ctx, GL_INVALID_VALUE, "%s: the attenuation is %g and must not be negative.", command,
                                  static_cast<double>(value));
    default: return true;
  }
}

void setLight(Context& ctx, GLenum name, GLenum pname, const Params& p) {
  if (record(ctx, [=](Context& c) { setLight(c, name, pname, p); })) return;
  Light& light = legacyValues(ctx).lights[name - GL_LIGHT0];
  const state::Matrix& modelView = ctx.legacy().state.modelView.top();
  switch (pname) {
    case GL_AMBIENT: light.ambient = p; break;
    case GL_DIFFUSE: light.diffuse = p; break;
    case GL_SPECULAR: light.specular = p; break;
    case GL_POSITION: light.position = transformed(modelView, p); break;
    case GL_SPOT_DIRECTION: {
      const state::Vec4 direction = transformed(modelView, {p[0], p[1], p[2], 0});
      light.spotDirection = {direction[0], direction[1], direction[2]};
      break;
    }
    case GL_SPOT_EXPONENT: light.spotExponent = p[0]; break;
    case GL_SPOT_CUTOFF: light.spotCutoff = p[0]; break;
    case GL_CONSTANT_ATTENUATION: light.constantAttenuation = p[0]; break;
    case GL_LINEAR_ATTENUATION: light.linearAttenuation = p[0]; break;
    default: light.quadraticAttenuation = p[0]; break;
  }
  ctx.legacy().state.changed(BuiltinGroup::Lighting);
}

Params lightValue(const Light& light, GLenum pname) {
  switch (pname) {
    case GL_AMBIENT: return light.ambient;
    case GL_DIFFUSE: return light.diffuse;
    case GL_SPECULAR: return light.specular;
    case GL_POSITION: return light.position;
    case GL_SPOT_DIRECTION: return {light.spotDirection[0], light.spotDirection[1], light.spotDirection[2], 0};
    case GL_SPOT_EXPONENT: return {light.spotExponent};
    case GL_SPOT_CUTOFF: return {light.spotCutoff};
    case GL_CONSTANT_ATTENUATION: return {light.constantAttenuation};
    case GL_LINEAR_ATTENUATION: return {light.linearAttenuation};
    default: return {light.quadraticAttenuation};
  }
}

int modelCount(GLenum pname) {
  switch (pname) {
    case GL_LIGHT_MODEL_AMBIENT: return 4;
    case GL_LIGHT_MODEL_LOCAL_VIEWER:
    case GL_LIGHT_MODEL_TWO_SIDE:
    case GL_LIGHT_MODEL_COLOR_CONTROL: return 1;
    default: return 0;
  }
}

bool checkModel(const Context& ctx, const char* command, GLenum pname, bool scalar, uint32_t first) {
  const int count = modelCount(pname);
  if (count == 0 || (scalar && count != 1)) return refuseEnum(ctx, command, "pname", pname);
  return pname != GL_LIGHT_MODEL_COLOR_CONTROL || isOneOf(first, {GL_SINGLE_COLOR, GL_SEPARATE_SPECULAR_COLOR}) ||
         refuseEnum(ctx, command, "param", first);
}

void setModel(Context& ctx, GLenum pname, const Params& p) {
  if (record(ctx, [=](Context& c) { setModel(c, pname, p); })) return;
  state::LightModel& model = legacyValues(ctx).lightModel;
  switch (pname) {
    case GL_LIGHT_MODEL_AMBIENT: model.ambient = p; break;
    case GL_LIGHT_MODEL_LOCAL_VIEWER: model.localViewer = p[0] != 0; break;
    case GL_LIGHT_MODEL_TWO_SIDE: model.twoSide = p[0] != 0; break;
    default: model.colorControl = enumOf(p); break;
  }
  ctx.legacy().state.changed(BuiltinGroup::Lighting);
}

template <class T>
void setLightVector(Context& ctx, GLenum light, GLenum pname, const T* params) {
  setLight(ctx, light, pname, paramsOf(params, lightCount(pname), isLightColor(pname)));
}
template <class T>
void getLight(Context& ctx, GLenum light, GLenum pname, T* params) {
  writeParams(lightValue(legacyValues(ctx).lights[light - GL_LIGHT0], pname), lightCount(pname), isLightColor(pname),
              params);
}

}  // namespace

bool validateLightf(const Context& ctx, GLenum light, GLenum pname, GLfloat param) {
  return checkLight(ctx, "glLightf", light, pname, true) && checkLightValue(ctx, "glLightf", pname, param);
}
void lightf(Context& ctx, GLenum light, GLenum pname, GLfloat param) { setLight(ctx, light, pname, {param}); }
bool validateLighti(const Context& ctx, GLenum light, GLenum pname, GLint param) {
  return checkLight(ctx, "glLighti", light, pname, true) &&
         checkLightValue(ctx, "glLighti", pname, static_cast<float>(param));
}
void lighti(Context& ctx, GLenum light, GLenum pname, GLint param) {
  setLight(ctx, light, pname, {static_cast<float>(param)});
}
bool validateLightfv(const Context& ctx, GLenum light, GLenum pname, const GLfloat* params) {
  return checkLight(ctx, "glLightfv", light, pname, false) && checkLightValue(ctx, "glLightfv", pname, params[0]);
}
void lightfv(Context& ctx, GLenum light, GLenum pname, const GLfloat* params) {
  setLightVector(ctx, light, pname, params);
}
bool validateLightiv(const Context& ctx, GLenum light, GLenum pname, const GLint* params) {
  return checkLight(ctx, "glLightiv", light, pname, false) &&
         checkLightValue(ctx, "glLightiv", pname, static_cast<float>(params[0]));
}
void lightiv(Context& ctx, GLenum light, GLenum pname, const GLint* params) {
  setLightVector(ctx, light, pname, params);
}

bool validateGetLightfv(const Context& ctx, GLenum light, GLenum pname, GLfloat*) {
  return checkLight(ctx, "glGetLightfv", light, pname, false);
}
void getLightfv(Context& ctx, GLenum light, GLenum pname, GLfloat* params) { getLight(ctx, light, pname, params); }
bool validateGetLightiv(const Context& ctx, GLenum light, GLenum pname, GLint*) {
  return checkLight(ctx, "glGetLightiv", light, pname, false);
}
void getLightiv(Context& ctx, GLenum light, GLenum pname, GLint* params) { getLight(ctx, light, pname, params); }

bool validateLightModelf(const Context& ctx, GLenum pname, GLfloat param) {
  return checkModel(ctx, "glLightModelf", pname, true, enumOf({param}));
}
void lightModelf(Context& ctx, GLenum pname, GLfloat param) { setModel(ctx, pname, {param}); }
bool validateLightModeli(const Context& ctx, GLenum pname, GLint param) {
  return checkModel(ctx, "glLightModeli", pname, true, static_cast<uint32_t>(param));
}
void lightModeli(Context& ctx, GLenum pname, GLint param) { setModel(ctx, pname, {static_cast<float>(param)}); }
bool validateLightModelfv(const Context& ctx, GLenum pname, const GLfloat* params) {
  return checkModel(ctx, "glLightModelfv", pname, false, enumOf({params[0]}));
}
void lightModelfv(Context& ctx, GLenum pname, const GLfloat* params) {
  setModel(ctx, pname, paramsOf(params, modelCount(pname), false));
}
bool validateLightModeliv(const Context& ctx, GLenum pname, const GLint* params) {
  return checkModel(ctx, "glLightModeliv", pname, false, static_cast<uint32_t>(params[0]));
}
void lightModeliv(Context& ctx, GLenum pname, const GLint* params) {
  setModel(ctx, pname, paramsOf(params, modelCount(pname), pname == GL_LIGHT_MODEL_AMBIENT));
}

bool validateShadeModel(const Context& ctx, GLenum mode) {
  return isOneOf(mode, {GL_FLAT, GL_SMOOTH}) || refuseEnum(ctx, "glShadeModel", "mode", mode);
}
void shadeModel(Context& ctx, GLenum mode) { legacyValues(ctx).shadeModel = mode; }

}  // namespace gl
