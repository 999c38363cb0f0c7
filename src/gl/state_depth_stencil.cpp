// SPDX-License-Identifier: Apache-2.0
// Depth and stencil tests and their write masks (GL 4.6 core §17.3.3, §17.3.4, §17.4.2).
#include "gl/checks.h"
#include "gl/prototypes_state.gen.h"
#include "gl/state_set.h"

namespace gl {
namespace {

using state::StencilFace;

bool isFace(GLenum face) { return isOneOf(face, {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK}); }

bool isOperation(GLenum op) {
  return isOneOf(op, {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP});
}

template <class F>
void forFaces(Context& ctx, GLenum face, F&& change) {
  StencilFace(&faces)[2] = ctx.state().raster.stencil;
  if (face != GL_BACK) change(faces[0]);
  if (face != GL_FRONT) change(faces[1]);
}

bool checkOperations(const Context& ctx, const char* command, GLenum fail, GLenum depthFail, GLenum pass) {
  if (!isOperation(fail)) return refuseEnum(ctx, command, "sfail", fail);
  if (!isOperation(depthFail)) return refuseEnum(ctx, command, "dpfail", depthFail);
  return isOperation(pass) || refuseEnum(ctx, command, "dppass", pass);
}

}  // namespace

bool validateDepthFunc(const Context& ctx, GLenum func) {
  return isCompareFunc(func) || refuseEnum(ctx, "glDepthFunc", "func", func);
}
void depthFunc(Context& ctx, GLenum func) { store(ctx, ctx.state().raster.depthFunc, func, state::kDirtyPipeline); }
void depthMask(Context& ctx, GLboolean flag) {
  store(ctx, ctx.state().raster.depthWrite, flag != GL_FALSE, state::kDirtyPipeline);
}

bool validateStencilFuncSeparate(const Context& ctx, GLenum face, GLenum func, GLint, GLuint) {
  if (!isFace(face)) return refuseEnum(ctx, "glStencilFuncSeparate", "face", face);
  return isCompareFunc(func) || refuseEnum(ctx, "glStencilFuncSeparate", "func", func);
}
void stencilFuncSeparate(Context& ctx, GLenum face, GLenum func, GLint ref, GLuint mask) {
  forFaces(ctx, face, [&](StencilFace& f) {
    store(ctx, f.func, func, state::kDirtyPipeline);
    store(ctx, f.reference, ref, state::kDirtyStencil);
    store(ctx, f.compareMask, mask, state::kDirtyStencil);
  });
}
bool validateStencilFunc(const Context& ctx, GLenum func, GLint, GLuint) {
  return isCompareFunc(func) || refuseEnum(ctx, "glStencilFunc", "func", func);
}
void stencilFunc(Context& ctx, GLenum func, GLint ref, GLuint mask) {
  stencilFuncSeparate(ctx, GL_FRONT_AND_BACK, func, ref, mask);
}

bool validateStencilOpSeparate(const Context& ctx, GLenum face, GLenum sfail, GLenum dpfail, GLenum dppass) {
  if (!isFace(face)) return refuseEnum(ctx, "glStencilOpSeparate", "face", face);
  return checkOperations(ctx, "glStencilOpSeparate", sfail, dpfail, dppass);
}
void stencilOpSeparate(Context& ctx, GLenum face, GLenum sfail, GLenum dpfail, GLenum dppass) {
  forFaces(ctx, face, [&](StencilFace& f) {
    store(ctx, f.fail, sfail, state::kDirtyPipeline);
    store(ctx, f.depthFail, dpfail, state::kDirtyPipeline);
    store(ctx, f.pass, dppass, state::kDirtyPipeline);
  });
}
bool validateStencilOp(const Context& ctx, GLenum fail, GLenum zfail, GLenum zpass) {
  return checkOperations(ctx, "glStencilOp", fail, zfail, zpass);
}
void stencilOp(Context& ctx, GLenum fail, GLenum zfail, GLenum zpass) {
  stencilOpSeparate(ctx, GL_FRONT_AND_BACK, fail, zfail, zpass);
}

bool validateStencilMaskSeparate(const Context& ctx, GLenum face, GLuint) {
  return isFace(face) || refuseEnum(ctx, "glStencilMaskSeparate", "face", face);
}
void stencilMaskSeparate(Context& ctx, GLenum face, GLuint mask) {
  forFaces(ctx, face, [&](StencilFace& f) { store(ctx, f.writeMask, mask, state::kDirtyStencil); });
}
void stencilMask(Context& ctx, GLuint mask) { stencilMaskSeparate(ctx, GL_FRONT_AND_BACK, mask); }

}  // namespace gl
