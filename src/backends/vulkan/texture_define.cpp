// SPDX-License-Identifier: Apache-2.0
// Storage of textures and renderbuffers. Immutable ones are one image. A mutable texture grows level by level in any
// order and shape: a level is put into an image that a neighbour has, if it fits the chain there, else into a new one;
// what a view must span is gathered into one image then.
#include <algorithm>

#include "backends/emulation/storage.h"
#include "backends/vulkan/context.h"
#include "backends/vulkan/texture_target.h"
#include "base/log.h"

namespace vulkan {
namespace {

bool exceedsMemory(const pipe::TextureShape& shape, const HeldFormat& held) {
  const formats::FormatInfo& format = formats::info(static_cast<formats::Format>(shape.format));
  return held.compressed ? emulation::exceedsMemory(shape, format.blockWidth, format.blockHeight, format.blockBytes)
                         : emulation::exceedsMemory(shape, 1, 1, held.texelBytes);
}

// Where nobody waits for the verdict.
void refusedTexture(pipe::TextureHandle handle, const pipe::TextureShape& shape) {
  base::logf(base::LogLevel::Error, "The Vulkan device has no memory for the texture of slot %u, %ux%ux%u of format %u.",
             handle.slot, shape.width, shape.height, shape.depth, shape.format);
}

uint32_t chainLength(const Texture& texture, const Level& level) {
  uint32_t size = std::max(level.width, level.height), length = 1;
  if (texture.is3d()) size = std::max(size, level.depth);
  while (size >>= 1) ++length;
  return length;
}

bool fitsChain(const Texture& texture, const Image& image, uint32_t imageLevel, const Level& level) {
  if (imageLevel >= image.levels) return false;
  const VkExtent3D extent = image.extentOf(imageLevel);
  return extent.width == level.width && extent.height == level.height &&
         (texture.is3d() ? extent.depth == level.depth : image.layers == level.depth);
}

}  // namespace

ImageRef Context::newImage(const Texture& texture, const Level& first, uint32_t levels) {
  const HeldFormat& held = mShared->formats[first.asked];
  Recorder* const recorder = &r;
  ImageRef image(new Image, [recorder](Image* dead) {
    recorder->park(std::move(*dead));
    delete dead;
  });
  image->format = held.format;
  image->aspects = held.aspects;
  image->type = texture.is3d() ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
  image->extent = {first.width, first.height, texture.is3d() ? first.depth : 1};
  image->layers = texture.is3d() ? 1 : first.depth;
  image->levels = levels;
  image->usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  if (held.features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) image->usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
  if (held.features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) image->usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  if (held.features & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT)
    image->usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
  VkImageCreateFlags flags = 0;
  if (texture.isCube()) flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  if (texture.is3d() && !held.compressed) flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
  if (held.plain != held.format || held.integer) flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
  if (texture.samples) {
    VkImageFormatProperties found{};
    vkGetPhysicalDeviceImageFormatProperties(r.device.physical, held.format, image->type, VK_IMAGE_TILING_OPTIMAL,
                                             image->usage, flags, &found);
    uint32_t samples = 2;
    while (samples < 64 && (samples < texture.samples || !(found.sampleCounts & samples))) samples *= 2;
    if (!(found.sampleCounts & samples)) return nullptr;
    image->samples = static_cast<VkSampleCountFlagBits>(samples);
  }
  return r.createImage(*image, flags) ? image : nullptr;
}

Texture* Context::textureForDefine(pipe::TextureHandle handle, const pipe::TextureShape& shape) {
  auto fresh = std::make_unique<Texture>();
  const auto asked = static_cast<formats::Format>(shape.format);
  if (!describeTarget(shape.target, *fresh) || !formats::isValid(asked) ||
      mShared->formats[asked].format == VK_FORMAT_UNDEFINED || !emulation::isTextureSize(shape, mShared->caps.limits)) {
    fault(pipe::Fault::BadValue, "A texture of target 0x%04X, format %u and size %ux%ux%u cannot be.", shape.target,
          shape.format, shape.width, shape.height, shape.depth);
    return nullptr;
  }
  if (Texture* texture = mShared->textures.find(handle)) {
    if (texture->glTarget == shape.target) return texture;
    fault(pipe::Fault::BadValue, "A texture of target 0x%04X is defined again as 0x%04X.", texture->glTarget,
          shape.target);
    return nullptr;
  }
  Texture* texture = mShared->textures.insert(handle, std::move(fresh));
  if (!texture) stale("texture", handle.slot, handle.generation);
  return texture;
}

void Context::textureDefineStorage(const pipe::TextureDefineStorageArgs& args) {
  Lock lock(mShared->mutex);
  pipe::TextureShape shape = args.shape;
  Texture* texture = textureForDefine(args.texture, shape);
  if (!texture) return;
  if (texture->glTarget == glenum::TEXTURE_1D_ARRAY_ && shape.depth == 1 && shape.height > 1)
    std::swap(shape.height, shape.depth);
  shape.levels = shape.levels ? shape.levels : 1;
  if (shape.levels > kMaxLevels)
    return fault(pipe::Fault::BadValue, "A texture has %u levels; %u are the most.", shape.levels, kMaxLevels);
  const bool multisampled = texture->glTarget == glenum::TEXTURE_2D_MULTISAMPLE_ ||
                            texture->glTarget == glenum::TEXTURE_2D_MULTISAMPLE_ARRAY_;
  texture->samples = multisampled ? std::max(shape.samples, uint16_t{1}) : shape.samples;
  texture->immutable = true;
  texture->levels = {};
  const auto asked = static_cast<formats::Format>(shape.format);
  const uint32_t depth = texture->viewType == VK_IMAGE_VIEW_TYPE_CUBE ? 6 : shape.depth;
  const Level first{shape.width, shape.height, depth, asked, nullptr, 0};
  const bool possible = !exceedsMemory(shape, mShared->formats[asked]) && shape.levels <= chainLength(*texture, first);
  ImageRef image = possible ? newImage(*texture, first, shape.levels) : nullptr;
  if (possible && !image && r.reclaim()) image = newImage(*texture, first, shape.levels);
  for (uint32_t level = 0; image && level < shape.levels; ++level) {
    const VkExtent3D extent = image->extentOf(level);
    texture->levels[level] = {extent.width, extent.height, texture->is3d() ? extent.depth : depth, asked, image, level};
    if (mShared->zeroFills) zeroLevel(texture->levels[level], 0, image->layers);
  }
  if (!image) {
    texture->immutable = false;
    if (!args.ack) refusedTexture(args.texture, shape);
  }
  ++mShared->bindingEpoch;
  if (args.ack) mEvents.allocationVerdict({.buffer = {}, .texture = args.texture, .ok = image != nullptr, .zero = 0});
  afterVerb();
}

void Context::textureDefineLevel(const pipe::TextureDefineLevelArgs& args) {
  pipe::TextureShape shape = args.shape;
  if (shape.target == glenum::RENDERBUFFER_ || shape.target == glenum::TEXTURE_2D_MULTISAMPLE_ ||
      shape.target == glenum::TEXTURE_2D_MULTISAMPLE_ARRAY_) {
    shape.levels = 1;
    return textureDefineStorage({.texture = args.texture, .shape = shape, .ack = args.ack, .zero = 0});
  }
  Lock lock(mShared->mutex);
  Texture* texture = textureForDefine(args.texture, shape);
  if (!texture) return;
  if (args.level >= kMaxLevels || args.face > 5 || texture->immutable)
    return fault(pipe::Fault::BadValue, "Level %u, face %u of a texture cannot be defined.", args.level, args.face);
  if (texture->glTarget == glenum::TEXTURE_1D_ARRAY_ && shape.depth == 1 && shape.height > 1)
    std::swap(shape.height, shape.depth);
  Level& level = texture->levels[args.level];
  const auto asked = static_cast<formats::Format>(shape.format);
  uint32_t depth = shape.depth;
  if (texture->viewType == VK_IMAGE_VIEW_TYPE_CUBE) depth = 6;
  if (texture->viewType == VK_IMAGE_VIEW_TYPE_2D) depth = 1;
  const bool same = level.image && level.width == shape.width && level.height == shape.height && level.depth == depth &&
                    level.asked == asked;
  bool ok = true;
  // Defined again alike: the other faces must stay, and the contents are undefined in any case.
  if (!same) {
    level = {shape.width, shape.height, depth, asked, nullptr, 0};
    if (!exceedsMemory(shape, mShared->formats[asked])) {
      placeLevel(*texture, args.level);
      if (!level.image && r.reclaim()) placeLevel(*texture, args.level);
    }
    ok = level.image != nullptr;
    if (!ok) level = {};
    if (!ok && !args.ack) refusedTexture(args.texture, shape);
    ++mShared->bindingEpoch;
  }
  // Of a cube map's level that is there already, only the face.
  const bool oneFace = same && texture->viewType == VK_IMAGE_VIEW_TYPE_CUBE;
  if (ok && mShared->zeroFills) zeroLevel(level, oneFace ? args.face : 0, oneFace ? 1 : level.image->layers);
  if (args.ack) mEvents.allocationVerdict({.buffer = {}, .texture = args.texture, .ok = ok, .zero = 0});
  afterVerb();
}

// A second level of a chain makes a whole chain likely: then its image is made with all levels.
void Context::placeLevel(Texture& texture, uint32_t index) {
  Level& level = texture.levels[index];
  for (uint32_t other = 0; other < kMaxLevels; ++other) {
    const Level& have = texture.levels[other];
    if (other == index || !have.image || have.asked != level.asked || have.imageLevel + index < other) continue;
    const uint32_t at = have.imageLevel + index - other;
    if (fitsChain(texture, *have.image, at, level)) {
      level.image = have.image;
      level.imageLevel = at;
      return;
    }
  }
  const Level& base = texture.levels[0];
  if (index > 0 && base.image && base.asked == level.asked && base.imageLevel == 0) {
    const ImageRef chain = newImage(texture, base, chainLength(texture, base));
    if (chain && fitsChain(texture, *chain, index, level)) {
      copyLevel(base, *chain, 0);
      texture.levels[0].image = level.image = chain;
      level.imageLevel = index;
      return;
    }
  }
  level.image = newImage(texture, level, 1);
  level.imageLevel = 0;
}

void Context::copyLevel(const Level& from, Image& to, uint32_t toLevel) {
  Image& source = *from.image;
  const pipe::Box box{0, 0, 0, from.width, from.height, from.depth};
  if (source.used.last == 0) return;  // nothing was ever written
  copyImageRegion(source, from.imageLevel, box, source.type == VK_IMAGE_TYPE_3D, to, toLevel, box,
                  to.type == VK_IMAGE_TYPE_3D, source.aspects);
}

Image* Context::imageOf(Texture& texture, uint32_t level) {
  return level < kMaxLevels ? texture.levels[level].image.get() : nullptr;
}

bool Context::gather(Texture& texture, uint32_t first, uint32_t last) {
  const Level& base = texture.levels[first];
  bool together = true;
  for (uint32_t i = first + 1; i <= last; ++i)
    together &= texture.levels[i].image == base.image && texture.levels[i].imageLevel == base.imageLevel + i - first;
  if (together) return base.image != nullptr;
  const ImageRef whole = newImage(texture, base, chainLength(texture, base));
  if (!whole) return false;
  for (uint32_t i = first; i <= last; ++i) {
    Level& level = texture.levels[i];
    if (!level.image || !fitsChain(texture, *whole, i - first, level)) return false;
    copyLevel(level, *whole, i - first);
    level.image = whole;
    level.imageLevel = i - first;
  }
  ++mShared->bindingEpoch;
  return true;
}

void Context::textureSetBuffer(const pipe::TextureSetBufferArgs& args) {
  Lock lock(mShared->mutex);
  const auto format = static_cast<formats::Format>(args.format);
  if (!formats::isValid(format) || mShared->formats[format].format == VK_FORMAT_UNDEFINED)
    return fault(pipe::Fault::BadValue, "A buffer texture of format %u cannot be.", args.format);
  Texture* texture = mShared->textures.find(args.texture);
  if (!texture) {
    texture = mShared->textures.insert(args.texture, std::make_unique<Texture>());
    if (!texture) return stale("texture", args.texture.slot, args.texture.generation);
    texture->glTarget = glenum::TEXTURE_BUFFER_;
  }
  texture->buffer = args.buffer;
  texture->bufferFormat = format;
  texture->bufferOffsetBytes = args.offsetBytes;
  texture->bufferSizeBytes = args.sizeBytes;
  texture->bufferViewStore = 0;
  ++mShared->bindingEpoch;
}

void Context::textureDestroy(const pipe::TextureDestroyArgs& args) {
  Lock lock(mShared->mutex);
  const auto texture = mShared->textures.erase(args.texture);
  if (!texture) return stale("texture", args.texture.slot, args.texture.generation);
  if (texture->bufferView) r.park(VK_OBJECT_TYPE_BUFFER_VIEW, texture->bufferView, texture->bufferViewUse);
  texture->levels = {};
  ++mShared->bindingEpoch;
  afterVerb();
}

}  // namespace vulkan
