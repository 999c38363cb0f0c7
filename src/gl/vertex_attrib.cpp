// SPDX-License-Identifier: Apache-2.0
// Current values of generic attributes: the many spellings of glVertexAttrib* (GL 4.6 core §10.2).
//
// GL has seventy commands here that differ only in the number and the type of their components, so the commands are
// rows of a table at the end; a row stands for a validator and a body.
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "formats/formats.h"
#include "gl/legacy_current.h"
#include "gl/prototypes_vertex.gen.h"
#include "gl/vertex_array.h"

namespace gl {
namespace {

void set(Context& ctx, GLuint index, uint32_t kind, const uint32_t (&bits)[4]) {
  if (ctx.insideBegin()) {
    immediateGeneric(ctx, index, kind, bits);
    if (index == 0) return;
  }
  state::AttribValue& value = ctx.state().attribDefaults[index];
  if (value.kind == kind && std::equal(bits, bits + 4, value.bits)) return;
  std::copy(bits, bits + 4, value.bits);
  value.kind = kind;
  ctx.state().mark(state::kDirtyAttribDefaults);
}

template <class T>
void setFloat(Context& ctx, GLuint index, T x, T y = 0, T z = 0, T w = 1) {
  set(ctx, index, 0,
      {std::bit_cast<uint32_t>(static_cast<float>(x)), std::bit_cast<uint32_t>(static_cast<float>(y)),
       std::bit_cast<uint32_t>(static_cast<float>(z)), std::bit_cast<uint32_t>(static_cast<float>(w))});
}

void setInt(Context& ctx, GLuint index, GLint x, GLint y = 0, GLint z = 0, GLint w = 1) {
  set(ctx, index, 1,
      {static_cast<uint32_t>(x), static_cast<uint32_t>(y), static_cast<uint32_t>(z), static_cast<uint32_t>(w)});
}

void setUint(Context& ctx, GLuint index, GLuint x, GLuint y = 0, GLuint z = 0, GLuint w = 1) {
  set(ctx, index, 2, {x, y, z, w});
}

// Signed values by the rule of GL 4.2: the two smallest both mean -1.
double normalized(int64_t value, int64_t maximum) {
  return std::max(static_cast<double>(value) / static_cast<double>(maximum), -1.0);
}

template <class T>
void setNormalized(Context& ctx, GLuint index, T x, T y, T z, T w) {
  constexpr int64_t kMaximum = std::numeric_limits<T>::max();
  setFloat<double>(ctx, index, normalized(x, kMaximum), normalized(y, kMaximum), normalized(z, kMaximum),
                   normalized(w, kMaximum));
}

bool checkIndex(const Context& ctx, const char* command, GLuint index) {
  return checkBelow(ctx, command, "index", index, attribLimit(ctx));
}

bool checkPacked(const Context& ctx, const char* command, GLuint index, GLenum type, int components) {
  const bool known = type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV ||
                     (components == 3 && type == GL_UNSIGNED_INT_10F_11F_11F_REV);
  if (!known) return refuseEnum(ctx, command, "type", type);
  return checkIndex(ctx, command, index);
}

// Sign extension of a field: to the top and back.
int32_t signedField(uint32_t word, int shift, int bits) {
  return static_cast<int32_t>(word << (32 - shift - bits)) >> (32 - bits);
}

void setPacked(Context& ctx, GLuint index, GLenum type, bool isNormalized, uint32_t word, int components) {
  double v[4];
  if (type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
    float rgba[4];
    formats::fetchFloat(GL_RGB, type, std::as_bytes(std::span(&word, 1)), false, rgba);
    std::copy(rgba, rgba + 4, v);
  } else {
    for (int i = 0; i < 4; ++i) {
      const int shift = 10 * i, bits = i == 3 ? 2 : 10;
      const bool isSigned = type == GL_INT_2_10_10_10_REV;
      const int32_t field = isSigned ? signedField(word, shift, bits)
                                     : static_cast<int32_t>((word >> shift) & ((1u << bits) - 1));
      v[i] = isNormalized ? normalized(field, (1 << (isSigned ? bits - 1 : bits)) - 1) : field;
    }
  }
  setFloat<double>(ctx, index, v[0], components > 1 ? v[1] : 0, components > 2 ? v[2] : 0, components > 3 ? v[3] : 1);
}

}  // namespace

#define ATTRIB1(NAME, name, T, SET) \
  bool validate##NAME(const Context& ctx, GLuint index, T) { return checkIndex(ctx, "gl" #NAME, index); } \
  void name(Context& ctx, GLuint index, T x) { SET(ctx, index, x); }
#define ATTRIB2(NAME, name, T, SET) \
  bool validate##NAME(const Context& ctx, GLuint index, T, T) { return checkIndex(ctx, "gl" #NAME, index); } \
  void name(Context& ctx, GLuint index, T x, T y) { SET(ctx, index, x, y); }
#define ATTRIB3(NAME, name, T, SET) \
  bool validate##NAME(const Context& ctx, GLuint index, T, T, T) { return checkIndex(ctx, "gl" #NAME, index); } \
  void name(Context& ctx, GLuint index, T x, T y, T z) { SET(ctx, index, x, y, z); }
#define ATTRIB4(NAME, name, T, SET) \
  bool validate##NAME(const Context& ctx, GLuint index, T, T, T, T) { return checkIndex(ctx, "gl" #NAME, index); } \
  void name(Context& ctx, GLuint index, T x, T y, T z, T w) { SET(ctx, index, x, y, z, w); }
#define ATTRIB_VECTOR(NAME, name, T, ...) \
  bool validate##NAME(const Context& ctx, GLuint index, const T*) { return checkIndex(ctx, "gl" #NAME, index); } \
  void name(Context& ctx, GLuint index, const T* v) { __VA_ARGS__; }
#define ATTRIB1V(NAME, name, T, SET) ATTRIB_VECTOR(NAME, name, T, SET(ctx, index, v[0]))
#define ATTRIB2V(NAME, name, T, SET) ATTRIB_VECTOR(NAME, name, T, SET(ctx, index, v[0], v[1]))
#define ATTRIB3V(NAME, name, T, SET) ATTRIB_VECTOR(NAME, name, T, SET(ctx, index, v[0], v[1], v[2]))
#define ATTRIB4V(NAME, name, T, SET) ATTRIB_VECTOR(NAME, name, T, SET(ctx, index, v[0], v[1], v[2], v[3]))
#define ATTRIB_PACKED(NAME, name, N) \
  bool validate##NAME(const Context& ctx, GLuint index, GLenum type, GLboolean, GLuint) { \
    return checkPacked(ctx, "gl" #NAME, index, type, N); \
  } \
  void name(Context& ctx, GLuint index, GLenum type, GLboolean normalized, GLuint value) { \
    setPacked(ctx, index, type, normalized, value, N); \
  }
#define ATTRIB_PACKED_V(NAME, name, N) \
  bool validate##NAME(const Context& ctx, GLuint index, GLenum type, GLboolean, const GLuint*) { \
    return checkPacked(ctx, "gl" #NAME, index, type, N); \
  } \
  void name(Context& ctx, GLuint index, GLenum type, GLboolean normalized, const GLuint* value) { \
    setPacked(ctx, index, type, normalized, *value, N); \
  }

ATTRIB1(VertexAttrib1f, vertexAttrib1f, GLfloat, setFloat)
ATTRIB1V(VertexAttrib1fv, vertexAttrib1fv, GLfloat, setFloat)
ATTRIB1(VertexAttrib1d, vertexAttrib1d, GLdouble, setFloat)
ATTRIB1V(VertexAttrib1dv, vertexAttrib1dv, GLdouble, setFloat)
ATTRIB1(VertexAttrib1s, vertexAttrib1s, GLshort, setFloat)
ATTRIB1V(VertexAttrib1sv, vertexAttrib1sv, GLshort, setFloat)
ATTRIB2(VertexAttrib2f, vertexAttrib2f, GLfloat, setFloat)
ATTRIB2V(VertexAttrib2fv, vertexAttrib2fv, GLfloat, setFloat)
ATTRIB2(VertexAttrib2d, vertexAttrib2d, GLdouble, setFloat)
ATTRIB2V(VertexAttrib2dv, vertexAttrib2dv, GLdouble, setFloat)
ATTRIB2(VertexAttrib2s, vertexAttrib2s, GLshort, setFloat)
ATTRIB2V(VertexAttrib2sv, vertexAttrib2sv, GLshort, setFloat)
ATTRIB3(VertexAttrib3f, vertexAttrib3f, GLfloat, setFloat)
ATTRIB3V(VertexAttrib3fv, vertexAttrib3fv, GLfloat, setFloat)
ATTRIB3(VertexAttrib3d, vertexAttrib3d, GLdouble, setFloat)
ATTRIB3V(VertexAttrib3dv, vertexAttrib3dv, GLdouble, setFloat)
ATTRIB3(VertexAttrib3s, vertexAttrib3s, GLshort, setFloat)
ATTRIB3V(VertexAttrib3sv, vertexAttrib3sv, GLshort, setFloat)
ATTRIB4(VertexAttrib4f, vertexAttrib4f, GLfloat, setFloat)
ATTRIB4V(VertexAttrib4fv, vertexAttrib4fv, GLfloat, setFloat)
ATTRIB4(VertexAttrib4d, vertexAttrib4d, GLdouble, setFloat)
ATTRIB4V(VertexAttrib4dv, vertexAttrib4dv, GLdouble, setFloat)
ATTRIB4(VertexAttrib4s, vertexAttrib4s, GLshort, setFloat)
ATTRIB4V(VertexAttrib4sv, vertexAttrib4sv, GLshort, setFloat)
ATTRIB4V(VertexAttrib4bv, vertexAttrib4bv, GLbyte, setFloat)
ATTRIB4V(VertexAttrib4ubv, vertexAttrib4ubv, GLubyte, setFloat)
ATTRIB4V(VertexAttrib4usv, vertexAttrib4usv, GLushort, setFloat)
ATTRIB4V(VertexAttrib4iv, vertexAttrib4iv, GLint, setFloat)
ATTRIB4V(VertexAttrib4uiv, vertexAttrib4uiv, GLuint, setFloat)

ATTRIB4(VertexAttrib4Nub, vertexAttrib4Nub, GLubyte, setNormalized)
ATTRIB4V(VertexAttrib4Nbv, vertexAttrib4Nbv, GLbyte, setNormalized)
ATTRIB4V(VertexAttrib4Nubv, vertexAttrib4Nubv, GLubyte, setNormalized)
ATTRIB4V(VertexAttrib4Nsv, vertexAttrib4Nsv, GLshort, setNormalized)
ATTRIB4V(VertexAttrib4Nusv, vertexAttrib4Nusv, GLushort, setNormalized)
ATTRIB4V(VertexAttrib4Niv, vertexAttrib4Niv, GLint, setNormalized)
ATTRIB4V(VertexAttrib4Nuiv, vertexAttrib4Nuiv, GLuint, setNormalized)

ATTRIB1(VertexAttribI1i, vertexAttribI1i, GLint, setInt)
ATTRIB1V(VertexAttribI1iv, vertexAttribI1iv, GLint, setInt)
ATTRIB1(VertexAttribI1ui, vertexAttribI1ui, GLuint, setUint)
ATTRIB1V(VertexAttribI1uiv, vertexAttribI1uiv, GLuint, setUint)
ATTRIB2(VertexAttribI2i, vertexAttribI2i, GLint, setInt)
ATTRIB2V(VertexAttribI2iv, vertexAttribI2iv, GLint, setInt)
ATTRIB2(VertexAttribI2ui, vertexAttribI2ui, GLuint, setUint)
ATTRIB2V(VertexAttribI2uiv, vertexAttribI2uiv, GLuint, setUint)
ATTRIB3(VertexAttribI3i, vertexAttribI3i, GLint, setInt)
ATTRIB3V(VertexAttribI3iv, vertexAttribI3iv, GLint, setInt)
ATTRIB3(VertexAttribI3ui, vertexAttribI3ui, GLuint, setUint)
ATTRIB3V(VertexAttribI3uiv, vertexAttribI3uiv, GLuint, setUint)
ATTRIB4(VertexAttribI4i, vertexAttribI4i, GLint, setInt)
ATTRIB4V(VertexAttribI4iv, vertexAttribI4iv, GLint, setInt)
ATTRIB4(VertexAttribI4ui, vertexAttribI4ui, GLuint, setUint)
ATTRIB4V(VertexAttribI4uiv, vertexAttribI4uiv, GLuint, setUint)
ATTRIB4V(VertexAttribI4bv, vertexAttribI4bv, GLbyte, setInt)
ATTRIB4V(VertexAttribI4sv, vertexAttribI4sv, GLshort, setInt)
ATTRIB4V(VertexAttribI4ubv, vertexAttribI4ubv, GLubyte, setUint)
ATTRIB4V(VertexAttribI4usv, vertexAttribI4usv, GLushort, setUint)

ATTRIB_PACKED(VertexAttribP1ui, vertexAttribP1ui, 1)
ATTRIB_PACKED_V(VertexAttribP1uiv, vertexAttribP1uiv, 1)
ATTRIB_PACKED(VertexAttribP2ui, vertexAttribP2ui, 2)
ATTRIB_PACKED_V(VertexAttribP2uiv, vertexAttribP2uiv, 2)
ATTRIB_PACKED(VertexAttribP3ui, vertexAttribP3ui, 3)
ATTRIB_PACKED_V(VertexAttribP3uiv, vertexAttribP3uiv, 3)
ATTRIB_PACKED(VertexAttribP4ui, vertexAttribP4ui, 4)
ATTRIB_PACKED_V(VertexAttribP4uiv, vertexAttribP4uiv, 4)

}  // namespace gl
