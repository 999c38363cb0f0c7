// SPDX-License-Identifier: Apache-2.0
// Copies between textures, and mipmaps: the driver's where ES allows them for the format, else averaged on the CPU.
#include <cstring>

#include "backends/emulation/mipmaps.h"
#include "backends/gles/context.h"
#include "backends/gles/texture_target.h"
#include "base/log.h"

namespace gles {
namespace {

bool insideTexture(const pipe::Box& box, const Texture& texture, uint32_t level) {
  if (level >= kMaxLevels) return false;
  const Level& have = texture.levels[level];
  const auto fits = [](int32_t at, uint32_t size, uint32_t limit) {
    return at >= 0 && static_cast<uint32_t>(at) <= limit && size <= limit - static_cast<uint32_t>(at) && size > 0;
  };
  return fits(box.x, box.width, have.width) && fits(box.y, box.height, have.height) && fits(box.z, box.depth, have.depth);
}

}  // namespace

void Context::textureCopy(const pipe::TextureCopyArgs& args) {
  Texture* source = find(mShared->textures, args.source, "texture");
  Texture* destination = source ? find(mShared->textures, args.destination, "texture") : nullptr;
  if (!destination) return;
  const pipe::Box from = esBoxOf(*source, args.sourceBox);
  pipe::Box to = args.sourceBox;
  to.x = args.destinationX;
  to.y = args.destinationY;
  to.z = args.destinationZ;
  to = esBoxOf(*destination, to);
  if (!insideTexture(from, *source, args.sourceLevel) || args.destinationLevel >= kMaxLevels)
    return fault(pipe::Fault::BadValue, "texture_copy names texels outside level %u.", args.sourceLevel);
  if (mShared->extensions.copyImage)
    return mGl.CopyImageSubData(source->name.gl, source->target, static_cast<GLint>(args.sourceLevel), from.x, from.y,
                                from.z, destination->name.gl, destination->target,
                                static_cast<GLint>(args.destinationLevel), to.x, to.y, to.z,
                                static_cast<GLsizei>(from.width), static_cast<GLsizei>(from.height),
                                static_cast<GLsizei>(from.depth));
  for (uint32_t z = 0; z < from.depth; ++z) {
    if (!bindScratchRead(*source, args.sourceLevel, static_cast<uint32_t>(from.z) + z) ||
        !bindScratchDraw(*destination, args.destinationLevel, static_cast<uint32_t>(to.z) + z))
      return base::log(base::LogLevel::Warning, "A texture copy was ignored: the driver cannot attach its format.");
    mState.enable(Capability::ScissorTest, false);
    mDirty |= kScissor;
    const auto width = static_cast<GLint>(from.width), height = static_cast<GLint>(from.height);
    mGl.BlitFramebuffer(from.x, from.y, from.x + width, from.y + height, to.x, to.y, to.x + width, to.y + height,
                        GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
}

void Context::textureGenerateMipmaps(const pipe::TextureGenerateMipmapsArgs& args) {
  Texture* texture = find(mShared->textures, args.texture, "texture");
  if (!texture) return;
  if (args.baseLevel >= kMaxLevels || args.lastLevel >= kMaxLevels || !texture->levels[args.baseLevel].width ||
      texture->isRenderbuffer() || texture->isMultisample() || texture->target == GL_TEXTURE_BUFFER)
    return fault(pipe::Fault::BadValue, "texture_generate_mipmaps from level %u to %u is not possible.",
                 args.baseLevel, args.lastLevel);
  if (args.lastLevel <= args.baseLevel) return;
  const Level base = texture->levels[args.baseLevel];
  const formats::FormatInfo& held = formats::info(mShared->storageOf(base.asked));
  if (held.compressed || held.isInteger()) return;
  // Levels that the base defines, whoever had defined them before.
  for (uint32_t level = args.baseLevel + 1; level <= args.lastLevel; ++level) {
    const auto half = [&](uint32_t size) { return std::max(size >> (level - args.baseLevel), 1u); };
    texture->levels[level] = {half(base.width), half(base.height),
                              texture->target == GL_TEXTURE_3D ? half(base.depth) : base.depth, base.asked};
  }
  const pipe::FormatCaps& caps = mShared->caps.formats[static_cast<size_t>(base.asked)];
  if (caps.renderable && caps.filterable && held.isColor() && texture->glTarget != desktop::kTexture1dArray) {
    const pipe::TextureParams wanted = texture->params;
    texture->params.baseLevel = args.baseLevel;
    texture->params.maxLevel = args.lastLevel;
    applyTextureParams(*texture);
    mState.editTexture(texture->target, texture->name);
    mGl.GenerateMipmap(texture->target);
    texture->params = wanted;
    applyTextureParams(*texture);
  } else {
    for (uint32_t level = args.baseLevel; level < args.lastLevel; ++level) mipmapsOnCpu(*texture, level);
  }
  mShared->textureEpoch.fetch_add(1, std::memory_order_acq_rel);
}

// Level + 1 from level. Levels of mutable textures are (re)defined on the way.
void Context::mipmapsOnCpu(Texture& texture, uint32_t level) {
  const Level &source = texture.levels[level], &target = texture.levels[level + 1];
  const formats::FormatInfo& held = formats::info(mShared->storageOf(source.asked));
  const bool depth = !held.isColor();
  const auto whole = [](const Level& of) {
    return pipe::Box{.x = 0, .y = 0, .z = 0, .width = of.width, .height = of.height, .depth = of.depth};
  };
  const uint32_t components = depth ? 1 : 4;
  const auto layoutOf = [&](const Level& of) {
    pipe::PixelLayout layout;
    layout.format = depth ? uint16_t{GL_DEPTH_COMPONENT} : uint16_t{GL_RGBA};
    layout.type = GL_FLOAT;
    layout.rowStrideBytes = uint64_t{of.width} * components * 4;
    layout.imageStrideBytes = layout.rowStrideBytes * of.height;
    return layout;
  };
  const auto texels = [](const Level& of) { return size_t{of.width} * of.height * of.depth; };
  std::vector<float> raw(texels(source) * components);
  if (readTexels(texture, level, whole(source), layoutOf(source), std::as_writable_bytes(std::span(raw))) !=
      pipe::ReplyStatus::Ok)
    return;
  const auto shapeOf = [](const Level& of) { return emulation::LevelShape{of.width, of.height, of.depth}; };
  const std::vector<float> packed =
      emulation::nextLevel(raw, components, shapeOf(source), shapeOf(target), held.srgb, texture.target == GL_TEXTURE_3D);
  if (!texture.immutable) defineImages(texture, level + 1);
  mState.bindBuffer(DriverState::PixelUnpack, {});
  uploadConverted({texture, level + 1, target.asked, mShared->storageOf(target.asked)}, layoutOf(target), whole(target),
                  std::as_bytes(std::span(packed)), 0);
}

}  // namespace gles
