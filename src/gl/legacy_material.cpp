// SPDX-License-Identifier: Apache-2.0
// Materials, and the material that follows the current color (GL 4.6 compatibility §12.2.3).
#include "gl/legacy_current.h"
#include "gl/legacy_list.h"
#include "gl/legacy_params.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

using state::Material;

// Numbers of a parameter; 0: no such parameter.
int materialCount(GLenum pname) {
  switch (pname) {
    case GL_AMBIENT:
    case GL_DIFFUSE:
    case GL_SPECULAR:
    case GL_EMISSION:
    case GL_AMBIENT_AND_DIFFUSE: return 4;
    case GL_COLOR_INDEXES: return 3;
    case GL_SHININESS: return 1;
    default: return 0;
  }
}
bool isMaterialColor(GLenum pname) { return materialCount(pname) == 4; }
bool isFace(GLenum face) { return isOneOf(face, {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK}); }

bool checkMaterial(const Context& ctx, const char* command, GLenum face, GLenum pname, bool scalar, float first) {
  if (!isFace(face)) return refuseEnum(ctx, command, "face", face);
  const int count = materialCount(pname);
  if (count == 0 || (scalar && count != 1)) return refuseEnum(ctx, command, "pname", pname);
  return pname != GL_SHININESS || (first >= 0 && first <= 128) ||
         refuse(ctx, GL_INVALID_VALUE, "%s: the shininess is %g and must be 0 to 128.", command,
                static_cast<double>(first));
}

bool checkGetMaterial(const Context& ctx, const char* command, GLenum face, GLenum pname) {
  if (!isOneOf(face, {GL_FRONT, GL_BACK})) return refuseEnum(ctx, command, "face", face);
  return (materialCount(pname) != 0 && pname != GL_AMBIENT_AND_DIFFUSE) || refuseEnum(ctx, command, "pname", pname);
}

void setTerm(Material& m, GLenum pname, const Params& p) {
  switch (pname) {
    case GL_AMBIENT: m.ambient = p; break;
    case GL_DIFFUSE: m.diffuse = p; break;
    case GL_SPECULAR: m.specular = p; break;
    case GL_EMISSION: m.emission = p; break;
    case GL_AMBIENT_AND_DIFFUSE: m.ambient = m.diffuse = p; break;
    case GL_SHININESS: m.shininess = p[0]; break;
    default: break;
  }
}

// A term that follows the color does not take a value of its own.
bool followsColor(const state::LegacyValues& v, GLenum face, GLenum pname) {
  if (!v.colorMaterial || (v.colorMaterialFace != GL_FRONT_AND_BACK && v.colorMaterialFace != face)) return false;
  return v.colorMaterialMode == pname ||
         (v.colorMaterialMode == GL_AMBIENT_AND_DIFFUSE && isOneOf(pname, {GL_AMBIENT, GL_DIFFUSE}));
}

void setMaterial(Context& ctx, GLenum face, GLenum pname, const Params& p) {
  if (record(ctx, [=](Context& c) { setMaterial(c, face, pname, p); })) return;
  if (pname == GL_AMBIENT_AND_DIFFUSE) {
    setMaterial(ctx, face, GL_AMBIENT, p);
    return setMaterial(ctx, face, GL_DIFFUSE, p);
  }
  if (ctx.insideBegin()) flushImmediate(ctx);
  state::LegacyValues& values = legacyValues(ctx);
  for (const GLenum side : {GL_FRONT, GL_BACK})
    if ((face == side || face == GL_FRONT_AND_BACK) && !followsColor(values, side, pname))
      setTerm(values.materials[side == GL_BACK], pname, p);
  ctx.legacy().state.changed(state::BuiltinGroup::Lighting);
}

Params materialValue(const Material& m, GLenum pname) {
  switch (pname) {
    case GL_AMBIENT: return m.ambient;
    case GL_DIFFUSE: return m.diffuse;
    case GL_SPECULAR: return m.specular;
    case GL_EMISSION: return m.emission;
    case GL_SHININESS: return {m.shininess};
    default: return {0, 1, 1, 0};
  }
}

template <class T>
void setMaterialVector(Context& ctx, GLenum face, GLenum pname, const T* params) {
  setMaterial(ctx, face, pname, paramsOf(params, materialCount(pname), isMaterialColor(pname)));
}
template <class T>
void getMaterial(Context& ctx, GLenum face, GLenum pname, T* params) {
  writeParams(materialValue(legacyValues(ctx).materials[face == GL_BACK], pname), materialCount(pname),
              isMaterialColor(pname), params);
}

}  // namespace

void followColor(Context& ctx) {
  state::LegacyValues& v = legacyValues(ctx);
  if (!v.colorMaterial) return;
  for (const GLenum side : {GL_FRONT, GL_BACK})
    if (v.colorMaterialFace == GL_FRONT_AND_BACK || v.colorMaterialFace == side)
      setTerm(v.materials[side == GL_BACK], v.colorMaterialMode, v.current[state::kSlotColor]);
  ctx.legacy().state.changed(state::BuiltinGroup::Lighting);
}

bool validateMaterialf(const Context& ctx, GLenum face, GLenum pname, GLfloat param) {
  return checkMaterial(ctx, "glMaterialf", face, pname, true, param);
}
void materialf(Context& ctx, GLenum face, GLenum pname, GLfloat param) { setMaterial(ctx, face, pname, {param}); }
bool validateMateriali(const Context& ctx, GLenum face, GLenum pname, GLint param) {
  return checkMaterial(ctx, "glMateriali", face, pname, true, static_cast<float>(param));
}
void materiali(Context& ctx, GLenum face, GLenum pname, GLint param) {
  setMaterial(ctx, face, pname, {static_cast<float>(param)});
}
bool validateMaterialfv(const Context& ctx, GLenum face, GLenum pname, const GLfloat* params) {
  return checkMaterial(ctx, "glMaterialfv", face, pname, false, params[0]);
}
void materialfv(Context& ctx, GLenum face, GLenum pname, const GLfloat* params) {
  setMaterialVector(ctx, face, pname, params);
}
bool validateMaterialiv(const Context& ctx, GLenum face, GLenum pname, const GLint* params) {
  return checkMaterial(ctx, "glMaterialiv", face, pname, false, static_cast<float>(params[0]));
}
void materialiv(Context& ctx, GLenum face, GLenum pname, const GLint* params) {
  setMaterialVector(ctx, face, pname, params);
}
bool validateGetMaterialfv(const Context& ctx, GLenum face, GLenum pname, GLfloat*) {
  return checkGetMaterial(ctx, "glGetMaterialfv", face, pname);
}
void getMaterialfv(Context& ctx, GLenum face, GLenum pname, GLfloat* params) { getMaterial(ctx, face, pname, params); }
bool validateGetMaterialiv(const Context& ctx, GLenum face, GLenum pname, GLint*) {
  return checkGetMaterial(ctx, "glGetMaterialiv", face, pname);
}
void getMaterialiv(Context& ctx, GLenum face, GLenum pname, GLint* params) { getMaterial(ctx, face, pname, params); }

bool validateColorMaterial(const Context& ctx, GLenum face, GLenum mode) {
  if (!isFace(face)) return refuseEnum(ctx, "glColorMaterial", "face", face);
  return isMaterialColor(mode) || refuseEnum(ctx, "glColorMaterial", "mode", mode);
}
void colorMaterial(Context& ctx, GLenum face, GLenum mode) {
  legacyValues(ctx).colorMaterialFace = face;
  legacyValues(ctx).colorMaterialMode = mode;
  followColor(ctx);
}

}  // namespace gl
