// SPDX-License-Identifier: Apache-2.0
// Mipmap generation (GL 4.6 core §8.14.4): shapes here, texels behind the pipe.
#include <algorithm>

#include "formats/format_info.h"
#include "gl/checks.h"
#include "gl/prototypes_texture.gen.h"
#include "gl/texture_image.h"

namespace gl {
namespace {

using state::Texture;
using state::TextureKind;
using state::TextureLevel;

bool isMipmapKind(TextureKind kind) {
  return kind != TextureKind::kRectangle && kind != TextureKind::kBuffer && !isMultisampleKind(kind);
}

uint32_t firstLevel(const Texture& texture) {
  return texture.immutable ? std::min(texture.baseLevel, texture.immutableLevels - 1) : texture.baseLevel;
}

bool isCubeComplete(const Texture& texture, uint32_t level) {
  const TextureLevel& first = texture.levels[0][level];
  for (const auto& face : texture.levels) {
    const TextureLevel& l = face[level];
    if (l.width != first.width || l.height != first.height || l.format != first.format) return false;
  }
  return first.width == first.height;
}

bool validateMipmaps(const Context& ctx, const char* command, const Texture& texture) {
  const uint32_t base = firstLevel(texture);
  if (base >= state::kMaxLevels || !texture.levels[0][base].defined())
    return refuse(ctx, GL_INVALID_OPERATION, "%s: base level %u of texture %u is not defined.", command, base,
                  texture.name);
  if (texture.kind == TextureKind::kCube && !isCubeComplete(texture, base))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the faces of cube map %u do not agree in level %u.",
                  command, texture.name, base);
  const formats::FormatInfo& info =
      formats::info(static_cast<formats::Format>(texture.levels[0][base].format));
  if (!(info.isColor() && info.isInteger()) && !info.hasStencil()) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %s has no mipmaps, as it is an integer or stencil format.",
                command, enumText(texture.levels[0][base].internalFormat).c_str());
}

}  // namespace

void generateMipmaps(Context& ctx, Texture& texture) {
  const uint32_t base = firstLevel(texture);
  const TextureLevel& top = texture.levels[0][base];
  if (top.width == 0 || top.height == 0 || top.depth == 0) return;
  uint32_t last = base + fullChainLevels(texture.kind, top.width, top.height, top.depth) - 1;
  last = std::min({last, texture.maxLevel, state::kMaxLevels - 1});
  if (texture.immutable) last = std::min(last, texture.immutableLevels - 1);
  if (last <= base) return;
  TextureLevel shape = top;
  for (uint32_t level = base + 1; level <= last; ++level) {
    halve(texture.kind, shape.width, shape.height, shape.depth);
    for (uint32_t face = 0; face < texture.faceCount(); ++face)
      if (!setLevel(ctx, texture, face, level, shape)) return;
  }
  ctx.tracker().generateMipmaps(texture, base, last);
}

void contentsChanged(Context& ctx, Texture& texture, uint32_t level) {
  if (!texture.generateMipmap || level != firstLevel(texture)) return;
  if (texture.kind == TextureKind::kCube && !isCubeComplete(texture, level)) return;
  const formats::FormatInfo& info =
      formats::info(static_cast<formats::Format>(texture.levels[0][level].format));
  if (info.isColor() && info.isInteger()) return;
  generateMipmaps(ctx, texture);
}

bool validateGenerateMipmap(const Context& ctx, GLenum target) {
  const auto parsed = storageTarget(target);
  if (!parsed || parsed->proxy || !isMipmapKind(parsed->kind) || !isKindSupported(ctx, parsed->kind))
    return refuseEnum(ctx, "glGenerateMipmap", "target", target);
  return validateMipmaps(ctx, "glGenerateMipmap", boundTexture(ctx, parsed->kind));
}

void generateMipmap(Context& ctx, GLenum target) {
  generateMipmaps(ctx, boundTexture(ctx, storageTarget(target)->kind));
}

bool validateGenerateTextureMipmap(const Context& ctx, GLuint texture) {
  const auto object = needTexture(ctx, "glGenerateTextureMipmap", texture, GL_INVALID_OPERATION);
  if (!object) return false;
  if (!isMipmapKind(object->kind))
    return refuse(ctx, GL_INVALID_OPERATION,
                  "glGenerateTextureMipmap: texture %u has target %s, which has one level.", texture,
                  enumText(state::glTarget(object->kind)).c_str());
  return validateMipmaps(ctx, "glGenerateTextureMipmap", *object);
}

void generateTextureMipmap(Context& ctx, GLuint texture) {
  generateMipmaps(ctx, *findTexture(ctx, texture));
}

}  // namespace gl
