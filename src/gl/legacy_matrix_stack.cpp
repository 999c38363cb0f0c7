// SPDX-License-Identifier: Apache-2.0
// Matrix stacks (GL 4.6 compatibility §12.1.1).
#include <GL/gl.h>
#include <GL/glext.h>

#include "gl/checks.h"
#include "gl/legacy.h"
#include "gl/legacy_matrix.h"
#include "gl/prototypes_legacy.gen.h"

namespace gl {
namespace {

using state::Matrix;
using state::MatrixStack;

constexpr size_t kDeep = 32, kShallow = 10;  // GL_MAX_*_STACK_DEPTH

// Null: the texture mode on a unit without coordinates.
template <class C>
auto* currentStack(C& ctx) {
  auto& legacy = ctx.legacy().state;
  switch (legacy.values.matrixMode) {
    case GL_MODELVIEW: return &legacy.modelView;
    case GL_PROJECTION: return &legacy.projection;
    default: break;
  }
  const uint32_t unit = ctx.state().activeUnit;
  return unit < state::kMaxTextureCoords ? &legacy.texture[unit] : nullptr;
}

size_t depthLimit(const Context& ctx) { return legacyValues(ctx).matrixMode == GL_TEXTURE ? kShallow : kDeep; }

bool checkStack(const Context& ctx, const char* command) {
  return currentStack(ctx) ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: texture unit %u has no texture matrix; the limit is %u.", command,
                ctx.state().activeUnit, state::kMaxTextureCoords);
}

void load(Context& ctx, const Matrix& m) {
  currentStack(ctx)->top() = m;
  ctx.legacy().state.changed(state::BuiltinGroup::Matrices);
}
void multiply(Context& ctx, const Matrix& m) { load(ctx, product(currentStack(ctx)->top(), m)); }

template <class T>
Matrix matrixOf(const T* values) {
  Matrix m;
  for (size_t i = 0; i < 16; ++i) m[i] = static_cast<float>(values[i]);
  return m;
}

}  // namespace

bool validateMatrixMode(const Context& ctx, GLenum mode) {
  return isOneOf(mode, {GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE}) || refuseEnum(ctx, "glMatrixMode", "mode", mode);
}
void matrixMode(Context& ctx, GLenum mode) { legacyValues(ctx).matrixMode = mode; }

bool validatePushMatrix(const Context& ctx) {
  if (!checkStack(ctx, "glPushMatrix")) return false;
  return currentStack(ctx)->levels.size() < depthLimit(ctx) ||
         refuse(ctx, GL_STACK_OVERFLOW, "glPushMatrix: the stack has %zu matrices, the limit.", depthLimit(ctx));
}
void pushMatrix(Context& ctx) {
  MatrixStack& stack = *currentStack(ctx);
  const Matrix top = stack.top();
  stack.levels.push_back(top);
}
bool validatePopMatrix(const Context& ctx) {
  if (!checkStack(ctx, "glPopMatrix")) return false;
  return currentStack(ctx)->levels.size() > 1 ||
         refuse(ctx, GL_STACK_UNDERFLOW, "glPopMatrix: the stack has only one matrix.");
}
void popMatrix(Context& ctx) {
  currentStack(ctx)->levels.pop_back();
  ctx.legacy().state.changed(state::BuiltinGroup::Matrices);
}

bool validateLoadIdentity(const Context& ctx) { return checkStack(ctx, "glLoadIdentity"); }
void loadIdentity(Context& ctx) { load(ctx, state::kIdentity); }

#define MATRIX_COMMAND(NAME, name, T, ACT) \
  bool validate##NAME(const Context& ctx, const T*) { return checkStack(ctx, "gl" #NAME); } \
  void name(Context& ctx, const T* m) { ACT; }

MATRIX_COMMAND(LoadMatrixf, loadMatrixf, GLfloat, load(ctx, matrixOf(m)))
MATRIX_COMMAND(LoadMatrixd, loadMatrixd, GLdouble, load(ctx, matrixOf(m)))
MATRIX_COMMAND(MultMatrixf, multMatrixf, GLfloat, multiply(ctx, matrixOf(m)))
MATRIX_COMMAND(MultMatrixd, multMatrixd, GLdouble, multiply(ctx, matrixOf(m)))
MATRIX_COMMAND(LoadTransposeMatrixf, loadTransposeMatrixf, GLfloat, load(ctx, transposed(matrixOf(m))))
MATRIX_COMMAND(LoadTransposeMatrixd, loadTransposeMatrixd, GLdouble, load(ctx, transposed(matrixOf(m))))
MATRIX_COMMAND(MultTransposeMatrixf, multTransposeMatrixf, GLfloat, multiply(ctx, transposed(matrixOf(m))))
MATRIX_COMMAND(MultTransposeMatrixd, multTransposeMatrixd, GLdouble, multiply(ctx, transposed(matrixOf(m))))

#undef MATRIX_COMMAND

bool validateOrtho(const Context& ctx, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble near,
                   GLdouble far) {
  return (left != right && bottom != top && near != far)
             ? checkStack(ctx, "glOrtho")
             : refuse(ctx, GL_INVALID_VALUE, "glOrtho: two opposite planes are equal.");
}
void ortho(Context& ctx, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble near, GLdouble far) {
  multiply(ctx, orthoMatrix(left, right, bottom, top, near, far));
}

bool validateFrustum(const Context& ctx, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble near,
                     GLdouble far) {
  if (!(near > 0) || !(far > 0))
    return refuse(ctx, GL_INVALID_VALUE, "glFrustum: near is %g and far is %g; both must be positive.", near, far);
  return (left != right && bottom != top && near != far)
             ? checkStack(ctx, "glFrustum")
             : refuse(ctx, GL_INVALID_VALUE, "glFrustum: two opposite planes are equal.");
}
void frustum(Context& ctx, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble near, GLdouble far) {
  multiply(ctx, frustumMatrix(left, right, bottom, top, near, far));
}

bool validateRotatef(const Context& ctx, GLfloat, GLfloat, GLfloat, GLfloat) { return checkStack(ctx, "glRotatef"); }
void rotatef(Context& ctx, GLfloat angle, GLfloat x, GLfloat y, GLfloat z) { rotated(ctx, angle, x, y, z); }
bool validateRotated(const Context& ctx, GLdouble, GLdouble, GLdouble, GLdouble) { return checkStack(ctx, "glRotated"); }
void rotated(Context& ctx, GLdouble angle, GLdouble x, GLdouble y, GLdouble z) {
  multiply(ctx, rotationMatrix(angle, x, y, z));
}
bool validateTranslatef(const Context& ctx, GLfloat, GLfloat, GLfloat) { return checkStack(ctx, "glTranslatef"); }
void translatef(Context& ctx, GLfloat x, GLfloat y, GLfloat z) { translated(ctx, x, y, z); }
bool validateTranslated(const Context& ctx, GLdouble, GLdouble, GLdouble) { return checkStack(ctx, "glTranslated"); }
void translated(Context& ctx, GLdouble x, GLdouble y, GLdouble z) { multiply(ctx, translationMatrix(x, y, z)); }
bool validateScalef(const Context& ctx, GLfloat, GLfloat, GLfloat) { return checkStack(ctx, "glScalef"); }
void scalef(Context& ctx, GLfloat x, GLfloat y, GLfloat z) { scaled(ctx, x, y, z); }
bool validateScaled(const Context& ctx, GLdouble, GLdouble, GLdouble) { return checkStack(ctx, "glScaled"); }
void scaled(Context& ctx, GLdouble x, GLdouble y, GLdouble z) { multiply(ctx, scaleMatrix(x, y, z)); }

}  // namespace gl
