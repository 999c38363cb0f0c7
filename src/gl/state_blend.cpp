// SPDX-License-Identifier: Apache-2.0
// Blending, logic operation and colour write masks (GL 4.6 core §17.3.6, §17.3.9, §17.4.2).
#include <algorithm>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/prototypes_state.gen.h"
#include "gl/state_set.h"

namespace gl {
namespace {

using state::BlendTarget;

bool isEquation(GLenum mode) {
  return isOneOf(mode, {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX});
}

bool isFactor(const Context& ctx, GLenum factor) {
  if (isOneOf(factor, {GL_SRC1_COLOR, GL_ONE_MINUS_SRC1_COLOR, GL_SRC1_ALPHA, GL_ONE_MINUS_SRC1_ALPHA}))
    return ctx.device().maxDualSourceDrawBuffers > 0;
  return isOneOf(factor, {GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR,
                          GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_CONSTANT_COLOR,
                          GL_ONE_MINUS_CONSTANT_COLOR, GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA,
                          GL_SRC_ALPHA_SATURATE});
}

bool checkEquations(const Context& ctx, const char* command, GLenum rgb, GLenum alpha) {
  if (!isEquation(rgb)) return refuseEnum(ctx, command, "modeRGB", rgb);
  return isEquation(alpha) || refuseEnum(ctx, command, "modeAlpha", alpha);
}

bool checkFactors(const Context& ctx, const char* command, GLenum srcRgb, GLenum dstRgb, GLenum srcAlpha,
                  GLenum dstAlpha) {
  if (!isFactor(ctx, srcRgb)) return refuseEnum(ctx, command, "sfactorRGB", srcRgb);
  if (!isFactor(ctx, dstRgb)) return refuseEnum(ctx, command, "dfactorRGB", dstRgb);
  if (!isFactor(ctx, srcAlpha)) return refuseEnum(ctx, command, "sfactorAlpha", srcAlpha);
  return isFactor(ctx, dstAlpha) || refuseEnum(ctx, command, "dfactorAlpha", dstAlpha);
}

bool checkBuffer(const Context& ctx, const char* command, GLuint buffer) {
  return checkBelow(ctx, command, "buf", buffer, drawBufferLimit(ctx));
}

void setEquations(Context& ctx, BlendTarget& target, GLenum rgb, GLenum alpha) {
  store(ctx, target.equationRgb, rgb, state::kDirtyPipeline);
  store(ctx, target.equationAlpha, alpha, state::kDirtyPipeline);
}

void setFactors(Context& ctx, BlendTarget& target, GLenum srcRgb, GLenum dstRgb, GLenum srcAlpha, GLenum dstAlpha) {
  store(ctx, target.srcRgb, srcRgb, state::kDirtyPipeline);
  store(ctx, target.dstRgb, dstRgb, state::kDirtyPipeline);
  store(ctx, target.srcAlpha, srcAlpha, state::kDirtyPipeline);
  store(ctx, target.dstAlpha, dstAlpha, state::kDirtyPipeline);
}

void setWrite(Context& ctx, BlendTarget& target, const GLboolean (&mask)[4]) {
  for (int i = 0; i < 4; ++i) store(ctx, target.write[i], mask[i] != GL_FALSE, state::kDirtyPipeline);
}

auto& targets(Context& ctx) { return ctx.state().raster.blend; }

}  // namespace

void blendColor(Context& ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
  const float color[4] = {red, green, blue, alpha};
  float(&current)[4] = ctx.state().raster.blendColor;
  if (std::equal(color, color + 4, current)) return;
  std::copy(color, color + 4, current);
  ctx.state().mark(state::kDirtyBlendColor);
}

bool validateBlendEquation(const Context& ctx, GLenum mode) { return checkEquations(ctx, "glBlendEquation", mode, mode); }
void blendEquation(Context& ctx, GLenum mode) {
  for (BlendTarget& target : targets(ctx)) setEquations(ctx, target, mode, mode);
}
bool validateBlendEquationSeparate(const Context& ctx, GLenum modeRGB, GLenum modeAlpha) {
  return checkEquations(ctx, "glBlendEquationSeparate", modeRGB, modeAlpha);
}
void blendEquationSeparate(Context& ctx, GLenum modeRGB, GLenum modeAlpha) {
  for (BlendTarget& target : targets(ctx)) setEquations(ctx, target, modeRGB, modeAlpha);
}
bool validateBlendEquationi(const Context& ctx, GLuint buf, GLenum mode) {
  return checkBuffer(ctx, "glBlendEquationi", buf) && checkEquations(ctx, "glBlendEquationi", mode, mode);
}
void blendEquationi(Context& ctx, GLuint buf, GLenum mode) { setEquations(ctx, targets(ctx)[buf], mode, mode); }
bool validateBlendEquationSeparatei(const Context& ctx, GLuint buf, GLenum modeRGB, GLenum modeAlpha) {
  return checkBuffer(ctx, "glBlendEquationSeparatei", buf) &&
         checkEquations(ctx, "glBlendEquationSeparatei", modeRGB, modeAlpha);
}
void blendEquationSeparatei(Context& ctx, GLuint buf, GLenum modeRGB, GLenum modeAlpha) {
  setEquations(ctx, targets(ctx)[buf], modeRGB, modeAlpha);
}

bool validateBlendFunc(const Context& ctx, GLenum sfactor, GLenum dfactor) {
  return checkFactors(ctx, "glBlendFunc", sfactor, dfactor, sfactor, dfactor);
}
void blendFunc(Context& ctx, GLenum sfactor, GLenum dfactor) {
  for (BlendTarget& target : targets(ctx)) setFactors(ctx, target, sfactor, dfactor, sfactor, dfactor);
}
bool validateBlendFuncSeparate(const Context& ctx, GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha,
                               GLenum dfactorAlpha) {
  return checkFactors(ctx, "glBlendFuncSeparate", sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha);
}
void blendFuncSeparate(Context& ctx, GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha, GLenum dfactorAlpha) {
  for (BlendTarget& target : targets(ctx)) setFactors(ctx, target, sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha);
}
bool validateBlendFunci(const Context& ctx, GLuint buf, GLenum src, GLenum dst) {
  return checkBuffer(ctx, "glBlendFunci", buf) && checkFactors(ctx, "glBlendFunci", src, dst, src, dst);
}
void blendFunci(Context& ctx, GLuint buf, GLenum src, GLenum dst) {
  setFactors(ctx, targets(ctx)[buf], src, dst, src, dst);
}
bool validateBlendFuncSeparatei(const Context& ctx, GLuint buf, GLenum srcRGB, GLenum dstRGB, GLenum srcAlpha,
                                GLenum dstAlpha) {
  return checkBuffer(ctx, "glBlendFuncSeparatei", buf) &&
         checkFactors(ctx, "glBlendFuncSeparatei", srcRGB, dstRGB, srcAlpha, dstAlpha);
}
void blendFuncSeparatei(Context& ctx, GLuint buf, GLenum srcRGB, GLenum dstRGB, GLenum srcAlpha, GLenum dstAlpha) {
  setFactors(ctx, targets(ctx)[buf], srcRGB, dstRGB, srcAlpha, dstAlpha);
}

bool validateLogicOp(const Context& ctx, GLenum opcode) {
  return (opcode >= GL_CLEAR && opcode <= GL_SET) || refuseEnum(ctx, "glLogicOp", "opcode", opcode);
}
void logicOp(Context& ctx, GLenum opcode) { store(ctx, ctx.state().raster.logicOp, opcode, state::kDirtyPipeline); }

void colorMask(Context& ctx, GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha) {
  for (BlendTarget& target : targets(ctx)) setWrite(ctx, target, {red, green, blue, alpha});
}
bool validateColorMaski(const Context& ctx, GLuint index, GLboolean, GLboolean, GLboolean, GLboolean) {
  return checkBelow(ctx, "glColorMaski", "index", index, drawBufferLimit(ctx));
}
void colorMaski(Context& ctx, GLuint index, GLboolean r, GLboolean g, GLboolean b, GLboolean a) {
  setWrite(ctx, targets(ctx)[index], {r, g, b, a});
}

}  // namespace gl
