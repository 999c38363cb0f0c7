// SPDX-License-Identifier: Apache-2.0
// Generated texture coordinates (GL 4.6 compatibility §12.1.3) of the active unit.
#include "gl/legacy_matrix.h"
#include "gl/legacy_list.h"
#include "gl/legacy_params.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

using state::TexGen;

int genCount(GLenum pname) {
  switch (pname) {
    case GL_TEXTURE_GEN_MODE: return 1;
    case GL_OBJECT_PLANE:
    case GL_EYE_PLANE: return 4;
    default: return 0;
  }
}

bool isGenMode(GLenum coord, uint32_t mode) {
  if (isOneOf(mode, {GL_OBJECT_LINEAR, GL_EYE_LINEAR})) return true;
  if (mode == GL_SPHERE_MAP) return isOneOf(coord, {GL_S, GL_T});
  return isOneOf(mode, {GL_REFLECTION_MAP, GL_NORMAL_MAP}) && coord != GL_Q;
}

bool checkGenName(const Context& ctx, const char* command, GLenum coord, GLenum pname, bool scalar) {
  if (coord < GL_S || coord > GL_Q) return refuseEnum(ctx, command, "coord", coord);
  const int count = genCount(pname);
  if (count == 0 || (scalar && count != 1)) return refuseEnum(ctx, command, "pname", pname);
  return ctx.state().activeUnit < state::kMaxTextureCoords ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: texture unit %u has no coordinates; the limit is %u.", command,
                ctx.state().activeUnit, state::kMaxTextureCoords);
}

bool checkGen(const Context& ctx, const char* command, GLenum coord, GLenum pname, bool scalar, double first) {
  if (!checkGenName(ctx, command, coord, pname, scalar)) return false;
  const uint32_t mode = enumOf({static_cast<float>(first)});
  return pname != GL_TEXTURE_GEN_MODE || isGenMode(coord, mode) || refuseEnum(ctx, command, "param", mode);
}

TexGen& genOf(Context& ctx, GLenum coord) {
  return legacyValues(ctx).units[ctx.state().activeUnit].gen[coord - GL_S];
}

void setGen(Context& ctx, GLenum coord, GLenum pname, const Params& p) {
  if (record(ctx, [=](Context& c) { setGen(c, coord, pname, p); })) return;
  TexGen& gen = genOf(ctx, coord);
  switch (pname) {
    case GL_TEXTURE_GEN_MODE: gen.mode = enumOf(p); return;
    case GL_OBJECT_PLANE: gen.objectPlane = p; break;
    default: gen.eyePlane = transformed(transposed(inverse(ctx.legacy().state.modelView.top())), p); break;
  }
  ctx.legacy().state.changed(state::BuiltinGroup::Texture);
}

template <class T>
void setGenVector(Context& ctx, GLenum coord, GLenum pname, const T* params) {
  Params p{};
  for (int i = 0; i < genCount(pname); ++i) p[static_cast<size_t>(i)] = static_cast<float>(params[i]);
  setGen(ctx, coord, pname, p);
}

template <class T>
void getGen(Context& ctx, GLenum coord, GLenum pname, T* params) {
  const TexGen& gen = genOf(ctx, coord);
  if (pname == GL_TEXTURE_GEN_MODE) {
    *params = static_cast<T>(gen.mode);
    return;
  }
  const state::Vec4& plane = pname == GL_OBJECT_PLANE ? gen.objectPlane : gen.eyePlane;
  for (size_t i = 0; i < 4; ++i) params[i] = static_cast<T>(plane[i]);
}

}  // namespace

#define GEN_COMMANDS(s, T) \
  bool validateTexGen##s(const Context& ctx, GLenum coord, GLenum pname, T param) { \
    return checkGen(ctx, "glTexGen" #s, coord, pname, true, static_cast<double>(param)); \
  } \
  void texGen##s(Context& ctx, GLenum coord, GLenum pname, T param) { \
    setGen(ctx, coord, pname, {static_cast<float>(param)}); \
  } \
  bool validateTexGen##s##v(const Context& ctx, GLenum coord, GLenum pname, const T* params) { \
    return checkGen(ctx, "glTexGen" #s "v", coord, pname, false, static_cast<double>(params[0])); \
  } \
  void texGen##s##v(Context& ctx, GLenum coord, GLenum pname, const T* params) { \
    setGenVector(ctx, coord, pname, params); \
  } \
  bool validateGetTexGen##s##v(const Context& ctx, GLenum coord, GLenum pname, T*) { \
    return checkGenName(ctx, "glGetTexGen" #s "v", coord, pname, false); \
  } \
  void getTexGen##s##v(Context& ctx, GLenum coord, GLenum pname, T* params) { getGen(ctx, coord, pname, params); }

GEN_COMMANDS(f, GLfloat)
GEN_COMMANDS(d, GLdouble)
GEN_COMMANDS(i, GLint)

#undef GEN_COMMANDS

}  // namespace gl
