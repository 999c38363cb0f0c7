// SPDX-License-Identifier: Apache-2.0
// The table of uniform types.
#include "gl/uniform_type.h"

#include <GL/gl.h>
#include <GL/glext.h>

namespace gl {

UniformType uniformType(uint32_t glType) {
  using enum UniformBase;
  switch (glType) {
    case GL_FLOAT:
      return {Float, 1, 1};
    case GL_FLOAT_VEC2:
      return {Float, 1, 2};
    case GL_FLOAT_VEC3:
      return {Float, 1, 3};
    case GL_FLOAT_VEC4:
      return {Float, 1, 4};
    case GL_DOUBLE:
      return {Double, 1, 1};
    case GL_DOUBLE_VEC2:
      return {Double, 1, 2};
    case GL_DOUBLE_VEC3:
      return {Double, 1, 3};
    case GL_DOUBLE_VEC4:
      return {Double, 1, 4};
    case GL_INT:
      return {Int, 1, 1};
    case GL_INT_VEC2:
      return {Int, 1, 2};
    case GL_INT_VEC3:
      return {Int, 1, 3};
    case GL_INT_VEC4:
      return {Int, 1, 4};
    case GL_UNSIGNED_INT_ATOMIC_COUNTER:
      return {};
    case GL_UNSIGNED_INT:
      return {Uint, 1, 1};
    case GL_UNSIGNED_INT_VEC2:
      return {Uint, 1, 2};
    case GL_UNSIGNED_INT_VEC3:
      return {Uint, 1, 3};
    case GL_UNSIGNED_INT_VEC4:
      return {Uint, 1, 4};
    case GL_BOOL:
      return {Bool, 1, 1};
    case GL_BOOL_VEC2:
      return {Bool, 1, 2};
    case GL_BOOL_VEC3:
      return {Bool, 1, 3};
    case GL_BOOL_VEC4:
      return {Bool, 1, 4};
    case GL_FLOAT_MAT2:
      return {Float, 2, 2};
    case GL_FLOAT_MAT3:
      return {Float, 3, 3};
    case GL_FLOAT_MAT4:
      return {Float, 4, 4};
    case GL_FLOAT_MAT2x3:
      return {Float, 2, 3};
    case GL_FLOAT_MAT2x4:
      return {Float, 2, 4};
    case GL_FLOAT_MAT3x2:
      return {Float, 3, 2};
    case GL_FLOAT_MAT3x4:
      return {Float, 3, 4};
    case GL_FLOAT_MAT4x2:
      return {Float, 4, 2};
    case GL_FLOAT_MAT4x3:
      return {Float, 4, 3};
    case GL_DOUBLE_MAT2:
      return {Double, 2, 2};
    case GL_DOUBLE_MAT3:
      return {Double, 3, 3};
    case GL_DOUBLE_MAT4:
      return {Double, 4, 4};
    case GL_DOUBLE_MAT2x3:
      return {Double, 2, 3};
    case GL_DOUBLE_MAT2x4:
      return {Double, 2, 4};
    case GL_DOUBLE_MAT3x2:
      return {Double, 3, 2};
    case GL_DOUBLE_MAT3x4:
      return {Double, 3, 4};
    case GL_DOUBLE_MAT4x2:
      return {Double, 4, 2};
    case GL_DOUBLE_MAT4x3:
      return {Double, 4, 3};
    default:
      break;
  }
  if (glType >= GL_IMAGE_1D && glType <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY) return {Image, 1, 1};
  // The remaining types of uniforms are samplers; their numbers are scattered.
  return glType >= GL_SAMPLER_1D ? UniformType{Sampler, 1, 1} : UniformType{};
}

}  // namespace gl
