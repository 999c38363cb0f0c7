// SPDX-License-Identifier: Apache-2.0
// Which texture target a sampler type of GLSL reads.
#pragma once

#include <cstdint>

#include "state/texture.h"

namespace tracker {

inline state::TextureKind kindOfSampler(uint32_t glType) {
  using state::TextureKind;
  switch (glType) {
    case glenum::SAMPLER_1D_: case glenum::SAMPLER_1D_SHADOW_: case glenum::INT_SAMPLER_1D_:
    case glenum::UNSIGNED_INT_SAMPLER_1D_:
      return TextureKind::k1D;
    case glenum::SAMPLER_3D_: case glenum::INT_SAMPLER_3D_: case glenum::UNSIGNED_INT_SAMPLER_3D_:
      return TextureKind::k3D;
    case glenum::SAMPLER_CUBE_: case glenum::SAMPLER_CUBE_SHADOW_: case glenum::INT_SAMPLER_CUBE_:
    case glenum::UNSIGNED_INT_SAMPLER_CUBE_:
      return TextureKind::kCube;
    case glenum::SAMPLER_2D_RECT_: case glenum::SAMPLER_2D_RECT_SHADOW_: case glenum::INT_SAMPLER_2D_RECT_:
    case glenum::UNSIGNED_INT_SAMPLER_2D_RECT_:
      return TextureKind::kRectangle;
    case glenum::SAMPLER_1D_ARRAY_: case glenum::SAMPLER_1D_ARRAY_SHADOW_: case glenum::INT_SAMPLER_1D_ARRAY_:
    case glenum::UNSIGNED_INT_SAMPLER_1D_ARRAY_:
      return TextureKind::k1DArray;
    case glenum::SAMPLER_2D_ARRAY_: case glenum::SAMPLER_2D_ARRAY_SHADOW_: case glenum::INT_SAMPLER_2D_ARRAY_:
    case glenum::UNSIGNED_INT_SAMPLER_2D_ARRAY_:
      return TextureKind::k2DArray;
    case glenum::SAMPLER_CUBE_MAP_ARRAY_: case glenum::SAMPLER_CUBE_MAP_ARRAY_SHADOW_:
    case glenum::INT_SAMPLER_CUBE_MAP_ARRAY_: case glenum::UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY_:
      return TextureKind::kCubeArray;
    case glenum::SAMPLER_BUFFER_: case glenum::INT_SAMPLER_BUFFER_: case glenum::UNSIGNED_INT_SAMPLER_BUFFER_:
      return TextureKind::kBuffer;
    case glenum::SAMPLER_2D_MULTISAMPLE_: case glenum::INT_SAMPLER_2D_MULTISAMPLE_:
    case glenum::UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_:
      return TextureKind::k2DMultisample;
    case glenum::SAMPLER_2D_MULTISAMPLE_ARRAY_: case glenum::INT_SAMPLER_2D_MULTISAMPLE_ARRAY_:
    case glenum::UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY_:
      return TextureKind::k2DMultisampleArray;
    default:
      return TextureKind::k2D;
  }
}

}  // namespace tracker
