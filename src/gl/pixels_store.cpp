// SPDX-License-Identifier: Apache-2.0
// glPixelStore* and glClampColor (GL 4.6 core §8.4.1, §18.2.8).
#include <cmath>

#include "gl/checks.h"
#include "gl/context.h"
#include "gl/prototypes_pixels.gen.h"

namespace gl {
namespace {

// The number a parameter lives in; null for the two booleans and for unknown names.
int32_t* numberOf(state::PixelStore& pack, state::PixelStore& unpack, GLenum pname) {
  switch (pname) {
    case GL_PACK_ALIGNMENT:
      return &pack.alignment;
    case GL_PACK_ROW_LENGTH:
      return &pack.rowLength;
    case GL_PACK_IMAGE_HEIGHT:
      return &pack.imageHeight;
    case GL_PACK_SKIP_PIXELS:
      return &pack.skipPixels;
    case GL_PACK_SKIP_ROWS:
      return &pack.skipRows;
    case GL_PACK_SKIP_IMAGES:
      return &pack.skipImages;
    case GL_PACK_COMPRESSED_BLOCK_WIDTH:
      return &pack.compressedBlockWidth;
    case GL_PACK_COMPRESSED_BLOCK_HEIGHT:
      return &pack.compressedBlockHeight;
    case GL_PACK_COMPRESSED_BLOCK_DEPTH:
      return &pack.compressedBlockDepth;
    case GL_PACK_COMPRESSED_BLOCK_SIZE:
      return &pack.compressedBlockSize;
    case GL_UNPACK_ALIGNMENT:
      return &unpack.alignment;
    case GL_UNPACK_ROW_LENGTH:
      return &unpack.rowLength;
    case GL_UNPACK_IMAGE_HEIGHT:
      return &unpack.imageHeight;
    case GL_UNPACK_SKIP_PIXELS:
      return &unpack.skipPixels;
    case GL_UNPACK_SKIP_ROWS:
      return &unpack.skipRows;
    case GL_UNPACK_SKIP_IMAGES:
      return &unpack.skipImages;
    case GL_UNPACK_COMPRESSED_BLOCK_WIDTH:
      return &unpack.compressedBlockWidth;
    case GL_UNPACK_COMPRESSED_BLOCK_HEIGHT:
      return &unpack.compressedBlockHeight;
    case GL_UNPACK_COMPRESSED_BLOCK_DEPTH:
      return &unpack.compressedBlockDepth;
    case GL_UNPACK_COMPRESSED_BLOCK_SIZE:
      return &unpack.compressedBlockSize;
    default:
      return nullptr;
  }
}

bool* switchOf(state::PixelStore& pack, state::PixelStore& unpack, GLenum pname) {
  switch (pname) {
    case GL_PACK_SWAP_BYTES:
      return &pack.swapBytes;
    case GL_PACK_LSB_FIRST:
      return &pack.lsbFirst;
    case GL_UNPACK_SWAP_BYTES:
      return &unpack.swapBytes;
    case GL_UNPACK_LSB_FIRST:
      return &unpack.lsbFirst;
    default:
      return nullptr;
  }
}

bool validateStore(const Context& ctx, const char* command, GLenum pname, GLint value) {
  state::PixelStore any;
  if (switchOf(any, any, pname)) return true;
  if (!numberOf(any, any, pname)) return refuseEnum(ctx, command, "pname", pname);
  if (pname == GL_PACK_ALIGNMENT || pname == GL_UNPACK_ALIGNMENT) {
    if (value == 1 || value == 2 || value == 4 || value == 8) return true;
    return refuse(ctx, GL_INVALID_VALUE, "%s: an alignment is 1, 2, 4 or 8, not %d.", command, value);
  }
  return checkNotNegative(ctx, command, enumText(pname).c_str(), value);
}

// GL rounds a float parameter to the nearest integer, and takes any other than zero for a boolean.
GLint rounded(GLfloat value) {
  return static_cast<GLint>(std::lround(value));
}

}  // namespace

bool validatePixelStorei(const Context& ctx, GLenum pname, GLint param) {
  return validateStore(ctx, "glPixelStorei", pname, param);
}

void pixelStorei(Context& ctx, GLenum pname, GLint param) {
  state::Context& s = ctx.state();
  if (bool* flag = switchOf(s.pack, s.unpack, pname))
    *flag = param != 0;
  else
    *numberOf(s.pack, s.unpack, pname) = param;
}

bool validatePixelStoref(const Context& ctx, GLenum pname, GLfloat param) {
  return validateStore(ctx, "glPixelStoref", pname, rounded(param));
}

void pixelStoref(Context& ctx, GLenum pname, GLfloat param) {
  state::PixelStore any;
  pixelStorei(ctx, pname, switchOf(any, any, pname) ? param != 0 : rounded(param));
}

bool validateClampColor(const Context& ctx, GLenum target, GLenum clamp) {
  const bool known =
      target == GL_CLAMP_READ_COLOR ||
      (!ctx.isCore() && (target == GL_CLAMP_VERTEX_COLOR || target == GL_CLAMP_FRAGMENT_COLOR));
  if (!known) return refuseEnum(ctx, "glClampColor", "target", target);
  return isOneOf(clamp, {GL_TRUE, GL_FALSE, GL_FIXED_ONLY}) ||
         refuseEnum(ctx, "glClampColor", "clamp", clamp);
}

void clampColor(Context& ctx, GLenum target, GLenum clamp) {
  state::Raster& raster = ctx.state().raster;
  if (target == GL_CLAMP_READ_COLOR) {
    raster.clampReadColor = clamp;
    return;
  }
  (target == GL_CLAMP_VERTEX_COLOR ? raster.clampVertexColor : raster.clampFragmentColor) = clamp;
  ctx.state().mark(state::kDirtyPipeline);
}

}  // namespace gl
