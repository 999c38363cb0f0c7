// SPDX-License-Identifier: Apache-2.0
// The calls of EXT_direct_state_access that toolkits make on textures: each names its texture and target, and is the
// bound call made on it. The extension as a whole is not reported.
#include <GL/gl.h>
#include <GL/glext.h>

#include "gl/context.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_target.h"

namespace gl {
namespace {

// The named texture is bound to the active unit while this lives.
class Named {
 public:
  Named(Context& ctx, GLenum target, GLuint texture) : mCtx(ctx), mTarget(bindingTarget(target)) {
    const size_t kind = state::textureKindIndex(mTarget);
    if (kind == state::kTextureKindCount) {
      ctx.errorf(GL_INVALID_ENUM, "The texture target 0x%04X is unknown.", target);
      return;
    }
    mFormer = ctx.state().units[ctx.state().activeUnit].bound[kind]->name;
    mOk = validateBindTexture(ctx, mTarget, texture);
    if (mOk) bindTexture(ctx, mTarget, texture);
  }
  ~Named() {
    if (mOk) bindTexture(mCtx, mTarget, mFormer);
  }
  explicit operator bool() const { return mOk; }

 private:
  static GLenum bindingTarget(GLenum target) {
    return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z ? GL_TEXTURE_CUBE_MAP : target;
  }
  Context& mCtx;
  GLenum mTarget;
  GLuint mFormer = 0;
  bool mOk = false;
};

}  // namespace

void textureParameteriEXT(Context& ctx, GLuint texture, GLenum target, GLenum pname, GLint param) {
  if (const Named named(ctx, target, texture); named && validateTexParameteri(ctx, target, pname, param))
    texParameteri(ctx, target, pname, param);
}

void textureParameterfEXT(Context& ctx, GLuint texture, GLenum target, GLenum pname, GLfloat param) {
  if (const Named named(ctx, target, texture); named && validateTexParameterf(ctx, target, pname, param))
    texParameterf(ctx, target, pname, param);
}

void textureStorage2DEXT(Context& ctx, GLuint texture, GLenum target, GLsizei levels, GLenum internalformat, GLsizei width,
                         GLsizei height) {
  if (const Named named(ctx, target, texture);
      named && validateTexStorage2D(ctx, target, levels, internalformat, width, height))
    texStorage2D(ctx, target, levels, internalformat, width, height);
}

void textureSubImage2DEXT(Context& ctx, GLuint texture, GLenum target, GLint level, GLint x, GLint y, GLsizei width,
                          GLsizei height, GLenum format, GLenum type, const void* pixels) {
  if (const Named named(ctx, target, texture);
      named && validateTexSubImage2D(ctx, target, level, x, y, width, height, format, type, pixels))
    texSubImage2D(ctx, target, level, x, y, width, height, format, type, pixels);
}

void textureImage2DEXT(Context& ctx, GLuint texture, GLenum target, GLint level, GLint internalformat, GLsizei width,
                       GLsizei height, GLint border, GLenum format, GLenum type, const void* pixels) {
  if (const Named named(ctx, target, texture);
      named && validateTexImage2D(ctx, target, level, internalformat, width, height, border, format, type, pixels))
    texImage2D(ctx, target, level, internalformat, width, height, border, format, type, pixels);
}

void generateTextureMipmapEXT(Context& ctx, GLuint texture, GLenum target) {
  if (const Named named(ctx, target, texture); named && validateGenerateMipmap(ctx, target)) generateMipmap(ctx, target);
}

}  // namespace gl
