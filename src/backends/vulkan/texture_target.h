// SPDX-License-Identifier: Apache-2.0
// GL's texture targets and what stands for them: 1D and rectangle textures are 2D ones.
#pragma once

#include "backends/vulkan/objects.h"
#include "base/gl_enums.gen.h"

namespace vulkan {

// False for a target that is none, and for buffer textures.
inline bool describeTarget(uint32_t target, Texture& texture) {
  texture.glTarget = target;
  texture.renderbuffer = target == glenum::RENDERBUFFER_;
  switch (target) {
    case glenum::TEXTURE_1D_:
    case glenum::TEXTURE_RECTANGLE_:
    case glenum::TEXTURE_2D_:
    case glenum::TEXTURE_2D_MULTISAMPLE_:
    case glenum::RENDERBUFFER_: texture.viewType = VK_IMAGE_VIEW_TYPE_2D; return true;
    case glenum::TEXTURE_1D_ARRAY_:
    case glenum::TEXTURE_2D_ARRAY_:
    case glenum::TEXTURE_2D_MULTISAMPLE_ARRAY_: texture.viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY; return true;
    case glenum::TEXTURE_3D_: texture.viewType = VK_IMAGE_VIEW_TYPE_3D; return true;
    case glenum::TEXTURE_CUBE_MAP_: texture.viewType = VK_IMAGE_VIEW_TYPE_CUBE; return true;
    case glenum::TEXTURE_CUBE_MAP_ARRAY_: texture.viewType = VK_IMAGE_VIEW_TYPE_CUBE_ARRAY; return true;
  }
  return false;
}

// Layers of 1D arrays may be counted along y, as in GL's two-dimensional calls for such textures.
inline pipe::Box imageBoxOf(const Texture& texture, const pipe::Box& box) {
  pipe::Box out = box;
  if (texture.glTarget != glenum::TEXTURE_1D_ARRAY_) return out;
  if (box.height != 1 || box.y != 0) {
    out.z = box.y;
    out.depth = box.height;
  }
  out.y = 0;
  out.height = 1;
  return out;
}

inline bool insideLevel(const pipe::Box& box, const Level& level) {
  const auto fits = [](int32_t at, uint32_t size, uint32_t limit) {
    return at >= 0 && static_cast<uint32_t>(at) <= limit && size <= limit - static_cast<uint32_t>(at) && size > 0;
  };
  return fits(box.x, box.width, level.width) && fits(box.y, box.height, level.height) && fits(box.z, box.depth, level.depth);
}

// The part of the image that a box of a level touches.
inline Range rangeOf(const Image& image, uint32_t imageLevel, const pipe::Box& box) {
  if (image.type == VK_IMAGE_TYPE_3D) return {imageLevel, 1, 0, 1};
  return {imageLevel, 1, static_cast<uint32_t>(box.z), box.depth};
}

inline VkImageSubresourceLayers layersOf(const Image& image, uint32_t imageLevel, const pipe::Box& box,
                                         VkImageAspectFlags aspects) {
  const Range range = rangeOf(image, imageLevel, box);
  return {aspects, range.firstLevel, range.firstLayer, range.layers};
}
inline VkOffset3D offsetOf(const Image& image, const pipe::Box& box) {
  return {box.x, box.y, image.type == VK_IMAGE_TYPE_3D ? box.z : 0};
}
inline VkExtent3D extentOf(const Image& image, const pipe::Box& box) {
  return {box.width, box.height, image.type == VK_IMAGE_TYPE_3D ? box.depth : 1};
}

}  // namespace vulkan
