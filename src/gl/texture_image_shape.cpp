// SPDX-License-Identifier: Apache-2.0
// Shapes of images: the checks in front of every command that defines or addresses one (GL 4.6 core §8.5,
// §8.6).
#include <algorithm>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/texture_image.h"
#include "gl/texture_image_format.h"

namespace gl {

using state::TextureKind;
using state::TextureLevel;

namespace {

bool isImageKind(const Context& ctx, TextureKind kind, uint32_t dimensions) {
  return kind != TextureKind::kBuffer && !isMultisampleKind(kind) && imageDimensions(kind) == dimensions &&
         isKindSupported(ctx, kind);
}

bool validateSize(const Context& ctx, const ImageDefinition& image, TextureKind kind) {
  if (!checkNotNegative(ctx, image.command, "width", image.width) ||
      !checkNotNegative(ctx, image.command, "height", image.height) ||
      !checkNotNegative(ctx, image.command, "depth", image.depth))
    return false;
  if (isCubeKind(kind) && image.width != image.height)
    return refuse(ctx, GL_INVALID_VALUE, "%s: cube map faces are square, not %dx%d.", image.command,
                  image.width, image.height);
  if (kind == TextureKind::kCubeArray && image.depth % 6 != 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: depth %d of a cube map array is no multiple of 6.",
                  image.command, image.depth);
  return true;
}

bool sameShape(const TextureLevel& a, const TextureLevel& b) {
  return a.width == b.width && a.height == b.height && a.depth == b.depth &&
         a.internalFormat == b.internalFormat && a.format == b.format && a.samples == b.samples &&
         a.fixedSampleLocations == b.fixedSampleLocations;
}

bool validateRange(const Context& ctx, const char* command, const char* axis, int32_t offset, int32_t size,
                   uint32_t limit) {
  if (size < 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: the size in %s is %d and must not be negative.", command, axis,
                  size);
  if (offset >= 0 && int64_t{offset} + size <= int64_t{limit}) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: texels %d to %lld in %s lie outside the image, which has %u.",
                command, offset, static_cast<long long>(int64_t{offset} + size), axis, limit);
}

}  // namespace

bool validateImageDefinition(const Context& ctx, const ImageDefinition& image) {
  const auto target = imageTarget(image.target);
  if (!target || (target->proxy && !image.allowsProxy) || !isImageKind(ctx, target->kind, image.dimensions))
    return refuseEnum(ctx, image.command, "target", image.target);
  if (!checkNotNegative(ctx, image.command, "level", image.level) ||
      !checkBelow(ctx, image.command, "level", static_cast<uint64_t>(image.level),
                  levelLimit(ctx, target->kind)))
    return false;
  if (!validateSize(ctx, image, target->kind)) return false;
  if (image.border != 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: border is %d; texture borders are not supported.",
                  image.command, image.border);
  if (target->proxy) return true;
  if (boundTexture(ctx, target->kind).immutable)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the format of texture %u is immutable.", image.command,
                  boundTexture(ctx, target->kind).name);
  if (fitsLimits(ctx, image)) return true;
  const SizeLimit limit = sizeLimit(ctx, target->kind, static_cast<uint32_t>(image.level));
  return refuse(ctx, GL_INVALID_VALUE, "%s: %dx%dx%d is larger than %ux%ux%u, the limit of level %d.",
                image.command, image.width, image.height, image.depth, limit.width, limit.height, limit.depth,
                image.level);
}

bool fitsLimits(const Context& ctx, const ImageDefinition& image) {
  const auto target = imageTarget(image.target);
  const SizeLimit limit = sizeLimit(ctx, target->kind, static_cast<uint32_t>(image.level));
  return static_cast<uint32_t>(image.width) <= limit.width &&
         static_cast<uint32_t>(image.height) <= limit.height &&
         static_cast<uint32_t>(image.depth) <= limit.depth;
}

TextureLevel makeLevel(const ImageDefinition& image, uint32_t internalFormat, uint16_t format) {
  TextureLevel level;
  level.width = static_cast<uint32_t>(image.width);
  level.height = static_cast<uint32_t>(image.height);
  level.depth = static_cast<uint32_t>(image.depth);
  level.internalFormat = internalFormat;
  level.format = format;
  return level;
}

void setProxy(Context& ctx, const ImageDefinition& image, const TextureLevel& shape) {
  const TextureKind kind = imageTarget(image.target)->kind;
  proxyLevel(ctx, kind, static_cast<uint32_t>(image.level)) = fitsLimits(ctx, image) ? shape : TextureLevel{};
}

bool setLevel(Context& ctx, state::Texture& texture, uint32_t face, uint32_t level,
              const TextureLevel& shape) {
  TextureLevel& now = texture.levels[face][level];
  if (sameShape(now, shape)) return true;
  now = shape;
  texture.touch();
  ctx.state().mark(state::kDirtySamplers | state::kDirtyFramebuffer | state::kDirtyImages);
  // An empty image makes the texture incomplete, which is known here; below it would name nothing.
  if (shape.width == 0 || shape.height == 0 || shape.depth == 0 ||
      ctx.tracker().textureDefineLevel(texture, face, level))
    return true;
  now = {};
  texture.touch();
  ctx.errorf(GL_OUT_OF_MEMORY, "There is no memory for %ux%ux%u texels at level %u of texture %u.", shape.width,
             shape.height, shape.depth, level, texture.name);
  return false;
}

ImagePart partOfTarget(const Context& ctx, const char* command, uint32_t dimensions, uint32_t target,
                       int32_t level, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                       int32_t depth) {
  ImagePart part{command, nullptr, level, x, y, z, width, height, depth, false};
  const auto parsed = imageTarget(target);
  if (!parsed || parsed->proxy || !isImageKind(ctx, parsed->kind, dimensions)) {
    refuseEnum(ctx, command, "target", target);
    return part;
  }
  part.texture = &boundTexture(ctx, parsed->kind);
  if (parsed->kind == TextureKind::kCube) part.z = static_cast<int32_t>(parsed->face);
  return part;
}

ImagePart partOfTexture(const Context& ctx, const char* command, uint32_t dimensions, uint32_t name,
                        int32_t level, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                        int32_t depth, std::shared_ptr<state::Texture>& owner) {
  ImagePart part{command, nullptr, level, x, y, z, width, height, depth, false};
  owner = needTexture(ctx, command, name, GL_INVALID_OPERATION);
  if (!owner) return part;
  part.wholeCube = owner->kind == TextureKind::kCube && dimensions == 3;
  const bool plainCube = owner->kind == TextureKind::kCube && dimensions == 2;
  if (!part.wholeCube && (plainCube || !isImageKind(ctx, owner->kind, dimensions))) {
    refuse(ctx, GL_INVALID_OPERATION, "%s: texture %u has target %s.", command, name,
           enumText(state::glTarget(owner->kind)).c_str());
    return part;
  }
  part.texture = owner.get();
  return part;
}

const TextureLevel& levelOf(const ImagePart& part) {
  const bool cube = part.texture->kind == TextureKind::kCube;
  const uint32_t face = cube ? static_cast<uint32_t>(std::clamp(part.z, 0, 5)) : 0;
  return part.texture->levels[face][static_cast<size_t>(part.level)];
}

bool validatePart(const Context& ctx, const ImagePart& part) {
  if (!part.texture) return false;
  const TextureKind kind = part.texture->kind;
  if (!checkNotNegative(ctx, part.command, "level", part.level) ||
      !checkBelow(ctx, part.command, "level", static_cast<uint64_t>(part.level), levelLimit(ctx, kind)))
    return false;
  const TextureLevel& level = levelOf(part);
  if (!level.defined())
    return refuse(ctx, GL_INVALID_OPERATION, "%s: level %d of texture %u is not defined.", part.command,
                  part.level, part.texture->name);
  const uint32_t depth = kind == TextureKind::kCube ? 6 : level.depth;
  return validateRange(ctx, part.command, "x", part.x, part.width, level.width) &&
         validateRange(ctx, part.command, "y", part.y, part.height, level.height) &&
         validateRange(ctx, part.command, "z", part.z, part.depth, depth);
}

tracker::Region regionOf(const ImagePart& part) {
  return {part.x,
          part.y,
          part.z,
          static_cast<uint32_t>(part.width),
          static_cast<uint32_t>(part.height),
          static_cast<uint32_t>(part.depth)};
}

}  // namespace gl
