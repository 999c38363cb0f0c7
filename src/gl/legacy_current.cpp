// SPDX-License-Identifier: Apache-2.0
// The many spellings of glVertex, glColor and their like (GL 4.6 compatibility §10.7.2).
//
// Two hundred commands differ only in the number and the type of their components, so the commands are rows of a
// table at the end; a row stands for a body. None of them can fail, so none has a validator.
#include "gl/legacy_current.h"

#include <limits>
#include <type_traits>

#include "gl/checks.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

// Integers of colors and normals stand for 0…1 or -1…1.
template <class T>
float normalized(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<float>(value);
  else
    return static_cast<float>(
        std::max(static_cast<double>(value) / static_cast<double>(std::numeric_limits<T>::max()), -1.0));
}
template <class T>
float plain(T value) {
  return static_cast<float>(value);
}

int32_t signedField(uint32_t word, int shift, int bits) {
  return static_cast<int32_t>(word << (32 - shift - bits)) >> (32 - bits);
}

// A component of GL_INT_2_10_10_10_REV or its unsigned sibling.
float packed(GLenum type, uint32_t word, int component, bool isNormalized) {
  const int shift = 10 * component, bits = component == 3 ? 2 : 10;
  const bool isSigned = type == GL_INT_2_10_10_10_REV;
  const auto mask = (1u << bits) - 1;
  const double field = isSigned ? signedField(word, shift, bits) : static_cast<double>(word >> shift & mask);
  if (!isNormalized) return static_cast<float>(field);
  return static_cast<float>(std::max(field / ((1 << (isSigned ? bits - 1 : bits)) - 1), -1.0));
}

void setPacked(Context& ctx, uint32_t slot, GLenum type, uint32_t word, int count, bool isNormalized) {
  float v[4] = {0, 0, 0, 1};
  for (int i = 0; i < count; ++i) v[i] = packed(type, word, i, isNormalized);
  setCurrent(ctx, slot, v[0], v[1], v[2], v[3]);
}

bool checkPacked(const Context& ctx, const char* command, GLenum type) {
  return isOneOf(type, {GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV}) || refuseEnum(ctx, command, "type", type);
}

// Out-of-range units are undefined behaviour in GL; here they wrap.
uint32_t texSlot(GLenum unit) { return state::kSlotTexCoord0 + ((unit - GL_TEXTURE0) & (state::kMaxTextureCoords - 1)); }

using namespace state;

}  // namespace

// name, type, slot, conversion of a component
#define ONE(name, T, SLOT, F) \
  void name(Context& ctx, T x) { setCurrent(ctx, SLOT, F(x), 0, 0, 1); } \
  void name##v(Context& ctx, const T* v) { setCurrent(ctx, SLOT, F(v[0]), 0, 0, 1); }
#define TWO(name, T, SLOT, F) \
  void name(Context& ctx, T x, T y) { setCurrent(ctx, SLOT, F(x), F(y), 0, 1); } \
  void name##v(Context& ctx, const T* v) { setCurrent(ctx, SLOT, F(v[0]), F(v[1]), 0, 1); }
#define THREE(name, T, SLOT, F) \
  void name(Context& ctx, T x, T y, T z) { setCurrent(ctx, SLOT, F(x), F(y), F(z), 1); } \
  void name##v(Context& ctx, const T* v) { setCurrent(ctx, SLOT, F(v[0]), F(v[1]), F(v[2]), 1); }
#define FOUR(name, T, SLOT, F) \
  void name(Context& ctx, T x, T y, T z, T w) { setCurrent(ctx, SLOT, F(x), F(y), F(z), F(w)); } \
  void name##v(Context& ctx, const T* v) { setCurrent(ctx, SLOT, F(v[0]), F(v[1]), F(v[2]), F(v[3])); }

#define BASIC_TYPES(ROW, name, SLOT, F) \
  ROW(name##s, GLshort, SLOT, F) ROW(name##i, GLint, SLOT, F) ROW(name##f, GLfloat, SLOT, F) ROW(name##d, GLdouble, SLOT, F)
#define COLOR_TYPES(ROW, name, SLOT) \
  BASIC_TYPES(ROW, name, SLOT, normalized) \
  ROW(name##b, GLbyte, SLOT, normalized) ROW(name##ub, GLubyte, SLOT, normalized) \
  ROW(name##us, GLushort, SLOT, normalized) ROW(name##ui, GLuint, SLOT, normalized)

BASIC_TYPES(TWO, vertex2, kSlotVertex, plain)
BASIC_TYPES(THREE, vertex3, kSlotVertex, plain)
BASIC_TYPES(FOUR, vertex4, kSlotVertex, plain)
BASIC_TYPES(ONE, texCoord1, kSlotTexCoord0, plain)
BASIC_TYPES(TWO, texCoord2, kSlotTexCoord0, plain)
BASIC_TYPES(THREE, texCoord3, kSlotTexCoord0, plain)
BASIC_TYPES(FOUR, texCoord4, kSlotTexCoord0, plain)
BASIC_TYPES(THREE, normal3, kSlotNormal, normalized)
THREE(normal3b, GLbyte, kSlotNormal, normalized)
COLOR_TYPES(THREE, color3, kSlotColor)
COLOR_TYPES(FOUR, color4, kSlotColor)
COLOR_TYPES(THREE, secondaryColor3, kSlotSecondaryColor)
ONE(fogCoordf, GLfloat, kSlotFogCoord, plain)
ONE(fogCoordd, GLdouble, kSlotFogCoord, plain)
BASIC_TYPES(ONE, index, kSlotColorIndex, plain)
ONE(indexub, GLubyte, kSlotColorIndex, plain)

void edgeFlag(Context& ctx, GLboolean flag) { setCurrent(ctx, kSlotEdgeFlag, flag ? 1.0f : 0.0f, 0, 0, 1); }
void edgeFlagv(Context& ctx, const GLboolean* flag) { edgeFlag(ctx, *flag); }

#define TEX1(name, T) \
  void name(Context& ctx, GLenum unit, T x) { setCurrent(ctx, texSlot(unit), plain(x), 0, 0, 1); } \
  void name##v(Context& ctx, GLenum unit, const T* v) { setCurrent(ctx, texSlot(unit), plain(v[0]), 0, 0, 1); }
#define TEX2(name, T) \
  void name(Context& ctx, GLenum unit, T x, T y) { setCurrent(ctx, texSlot(unit), plain(x), plain(y), 0, 1); } \
  void name##v(Context& ctx, GLenum unit, const T* v) { setCurrent(ctx, texSlot(unit), plain(v[0]), plain(v[1]), 0, 1); }
#define TEX3(name, T) \
  void name(Context& ctx, GLenum unit, T x, T y, T z) { setCurrent(ctx, texSlot(unit), plain(x), plain(y), plain(z), 1); } \
  void name##v(Context& ctx, GLenum unit, const T* v) { \
    setCurrent(ctx, texSlot(unit), plain(v[0]), plain(v[1]), plain(v[2]), 1); \
  }
#define TEX4(name, T) \
  void name(Context& ctx, GLenum unit, T x, T y, T z, T w) { \
    setCurrent(ctx, texSlot(unit), plain(x), plain(y), plain(z), plain(w)); \
  } \
  void name##v(Context& ctx, GLenum unit, const T* v) { \
    setCurrent(ctx, texSlot(unit), plain(v[0]), plain(v[1]), plain(v[2]), plain(v[3])); \
  }
#define TEX_TYPES(ROW, name) ROW(name##s, GLshort) ROW(name##i, GLint) ROW(name##f, GLfloat) ROW(name##d, GLdouble)

TEX_TYPES(TEX1, multiTexCoord1)
TEX_TYPES(TEX2, multiTexCoord2)
TEX_TYPES(TEX3, multiTexCoord3)
TEX_TYPES(TEX4, multiTexCoord4)

#define PACKED(NAME, name, SLOT, COUNT, NORMALIZED) \
  bool validate##NAME##ui(const Context& ctx, GLenum type, GLuint) { return checkPacked(ctx, "gl" #NAME "ui", type); } \
  void name##ui(Context& ctx, GLenum type, GLuint word) { setPacked(ctx, SLOT, type, word, COUNT, NORMALIZED); } \
  bool validate##NAME##uiv(const Context& ctx, GLenum type, const GLuint*) { \
    return checkPacked(ctx, "gl" #NAME "uiv", type); \
  } \
  void name##uiv(Context& ctx, GLenum type, const GLuint* word) { setPacked(ctx, SLOT, type, *word, COUNT, NORMALIZED); }
#define PACKED_TEX(NAME, name, COUNT) \
  bool validate##NAME##ui(const Context& ctx, GLenum, GLenum type, GLuint) { \
    return checkPacked(ctx, "gl" #NAME "ui", type); \
  } \
  void name##ui(Context& ctx, GLenum unit, GLenum type, GLuint word) { \
    setPacked(ctx, texSlot(unit), type, word, COUNT, false); \
  } \
  bool validate##NAME##uiv(const Context& ctx, GLenum, GLenum type, const GLuint*) { \
    return checkPacked(ctx, "gl" #NAME "uiv", type); \
  } \
  void name##uiv(Context& ctx, GLenum unit, GLenum type, const GLuint* word) { \
    setPacked(ctx, texSlot(unit), type, *word, COUNT, false); \
  }

PACKED(VertexP2, vertexP2, kSlotVertex, 2, false)
PACKED(VertexP3, vertexP3, kSlotVertex, 3, false)
PACKED(VertexP4, vertexP4, kSlotVertex, 4, false)
PACKED(TexCoordP1, texCoordP1, kSlotTexCoord0, 1, false)
PACKED(TexCoordP2, texCoordP2, kSlotTexCoord0, 2, false)
PACKED(TexCoordP3, texCoordP3, kSlotTexCoord0, 3, false)
PACKED(TexCoordP4, texCoordP4, kSlotTexCoord0, 4, false)
PACKED(NormalP3, normalP3, kSlotNormal, 3, true)
PACKED(ColorP3, colorP3, kSlotColor, 3, true)
PACKED(ColorP4, colorP4, kSlotColor, 4, true)
PACKED(SecondaryColorP3, secondaryColorP3, kSlotSecondaryColor, 3, true)
PACKED_TEX(MultiTexCoordP1, multiTexCoordP1, 1)
PACKED_TEX(MultiTexCoordP2, multiTexCoordP2, 2)
PACKED_TEX(MultiTexCoordP3, multiTexCoordP3, 3)
PACKED_TEX(MultiTexCoordP4, multiTexCoordP4, 4)

}  // namespace gl
