// SPDX-License-Identifier: Apache-2.0
// Copies between framebuffers. ES refuses what GL allows: resolving into other coordinates or another format, copying
// between multisample images, and blitting within one image. Each goes through a scratch texture or an image copy.
#include "backends/gles/context.h"
#include "backends/gles/texture_target.h"
#include "base/log.h"

namespace gles {
namespace {

struct Source {
  const Texture* texture = nullptr;
  pipe::Attachment where;
};

Source sourceOf(const Shared& shared, const pipe::FramebufferDesc& desc, int32_t attachment, GLbitfield buffers) {
  Source source;
  source.where = (buffers & GL_COLOR_BUFFER_BIT) && attachment >= 0 && attachment < 8 ? desc.color[attachment]
                 : buffers & GL_DEPTH_BUFFER_BIT                                       ? desc.depth
                                                                                       : desc.stencil;
  source.texture = source.where.texture ? shared.textures.find(source.where.texture) : nullptr;
  return source;
}

bool drawsTo(const pipe::FramebufferDesc& desc, const pipe::Attachment& where, GLbitfield buffers) {
  const auto same = [&](const pipe::Attachment& a) {
    return a.texture == where.texture && a.level == where.level && a.layer == where.layer;
  };
  if (!(buffers & GL_COLOR_BUFFER_BIT)) return same(buffers & GL_DEPTH_BUFFER_BIT ? desc.depth : desc.stencil);
  for (const uint8_t attachment : desc.drawBuffers)
    if (attachment < kMaxColor && same(desc.color[attachment])) return true;
  return false;
}

// Format of the first attachment written, None if there is none.
Source destinationOf(const Shared& shared, const pipe::FramebufferDesc& desc, GLbitfield buffers) {
  int32_t attachment = -1;
  for (const uint8_t output : desc.drawBuffers)
    if (attachment < 0 && output < kMaxColor) attachment = output;
  if ((buffers & GL_COLOR_BUFFER_BIT) && attachment < 0) return {};
  return sourceOf(shared, desc, attachment, buffers);
}

}  // namespace

bool Context::resolveForRead(formats::Format held, GLbitfield buffers, uint32_t width, uint32_t height) {
  Texture* scratch = scratchTexture(held, width, height);
  if (!scratch || !bindScratchDraw(*scratch, 0, 0)) return false;
  mState.enable(Capability::ScissorTest, false);
  mDirty |= kScissor;
  const auto w = static_cast<GLint>(width), h = static_cast<GLint>(height);
  mGl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, buffers, GL_NEAREST);
  mState.bindReadFramebuffer(mScratchDraw);
  return true;
}

void Context::blit(const pipe::BlitArgs& args) {
  Framebuffer* source = find(mFramebuffers, args.source, "framebuffer");
  Framebuffer* destination = source ? find(mFramebuffers, args.destination, "framebuffer") : nullptr;
  if (!destination) return;
  // Color and the rest may need different ways; the result is the same as of one call.
  for (const GLbitfield part : {GLbitfield{GL_COLOR_BUFFER_BIT}, GLbitfield{GL_DEPTH_BUFFER_BIT},
                                GLbitfield{GL_STENCIL_BUFFER_BIT}}) {
    GLbitfield buffers = args.buffers & part;
    if (!buffers) continue;
    // Depth and stencil of one image go together, where both are asked for.
    if (part == GL_DEPTH_BUFFER_BIT && (args.buffers & GL_STENCIL_BUFFER_BIT) &&
        source->desc.depth.texture == source->desc.stencil.texture)
      buffers |= GL_STENCIL_BUFFER_BIT;
    if (part == GL_STENCIL_BUFFER_BIT && (args.buffers & GL_DEPTH_BUFFER_BIT) &&
        source->desc.depth.texture == source->desc.stencil.texture)
      continue;
    blitPart(*source, *destination, args, buffers);
  }
}

void Context::blitPart(Framebuffer& source, Framebuffer& destination, const pipe::BlitArgs& args,
                       GLbitfield buffers) {
  const bool color = buffers & GL_COLOR_BUFFER_BIT;
  const Source from = sourceOf(*mShared, source.desc, args.readAttachment, buffers);
  const Source to = destinationOf(*mShared, destination.desc, buffers);
  if (!from.texture || !to.texture || !useRead(source, color ? args.readAttachment : -1)) return;
  const formats::Format fromHeld = mShared->storageOf(from.texture->levels[from.where.level % kMaxLevels].asked);
  const formats::Format toHeld = mShared->storageOf(to.texture->levels[to.where.level % kMaxLevels].asked);
  const bool sameRect = args.sourceX0 == args.destinationX0 && args.sourceY0 == args.destinationY0 &&
                        args.sourceX1 == args.destinationX1 && args.sourceY1 == args.destinationY1;

  if (to.texture->isMultisample()) {
    copyMultisample(*from.texture, from.where, *to.texture, to.where, args);
    return;
  }
  const bool resolveFirst = from.texture->isMultisample() &&
                            (!sameRect || formats::info(fromHeld).es.internalFormat !=
                                              formats::info(toHeld).es.internalFormat);
  const bool withinImage = drawsTo(destination.desc, from.where, buffers);
  if ((resolveFirst || withinImage) && !resolveForRead(fromHeld, buffers, source.desc.width, source.desc.height)) return;
  const bool complete = useDraw(destination);
  mDirty |= kFramebuffer;
  if (!complete) return;
  mDirty |= kScissor;
  applyDynamic();
  mGl.BlitFramebuffer(args.sourceX0, args.sourceY0, args.sourceX1, args.sourceY1, args.destinationX0,
                      args.destinationY0, args.destinationX1, args.destinationY1, buffers, args.filter);
}

void Context::copyMultisample(const Texture& from, const pipe::Attachment& fromWhere, const Texture& to,
                              const pipe::Attachment& toWhere, const pipe::BlitArgs& args) {
  const int32_t width = args.sourceX1 - args.sourceX0, height = args.sourceY1 - args.sourceY0;
  const bool copyable = mShared->extensions.copyImage && from.samples == to.samples && width > 0 && height > 0 &&
                        args.destinationX1 - args.destinationX0 == width &&
                        args.destinationY1 - args.destinationY0 == height;
  if (!copyable) {
    base::log(base::LogLevel::Warning, "A scaled or mixed copy between multisample images was ignored.");
    return;
  }
  // Clipped to both images, as a blit is.
  const Level &fromSize = from.levels[0], &toSize = to.levels[0];
  int32_t x0 = args.sourceX0, y0 = args.sourceY0, dx = args.destinationX0, dy = args.destinationY0;
  int32_t w = width, h = height;
  const auto clip = [](int32_t& a, int32_t& b, int32_t& size, uint32_t limitA, uint32_t limitB) {
    const int32_t low = std::max({0, -a, -b});
    a += low;
    b += low;
    size = std::min({size - low, static_cast<int32_t>(limitA) - a, static_cast<int32_t>(limitB) - b});
    return size > 0;
  };
  if (!clip(x0, dx, w, fromSize.width, toSize.width) || !clip(y0, dy, h, fromSize.height, toSize.height)) return;
  mGl.CopyImageSubData(from.name.gl, from.target, fromWhere.level, x0, y0, static_cast<GLint>(fromWhere.layer),
                       to.name.gl, to.target, toWhere.level, dx, dy, static_cast<GLint>(toWhere.layer), w, h, 1);
}

void Context::framebufferCopyToTexture(const pipe::FramebufferCopyToTextureArgs& args) {
  Framebuffer* source = find(mFramebuffers, args.source, "framebuffer");
  Texture* texture = source ? find(mShared->textures, args.texture, "texture") : nullptr;
  if (!texture || !args.width || !args.height) return;
  const GLbitfield buffers = args.readAttachment < 0 ? GLbitfield{GL_DEPTH_BUFFER_BIT} : GLbitfield{GL_COLOR_BUFFER_BIT};
  const Source from = sourceOf(*mShared, source->desc, args.readAttachment, buffers);
  pipe::Box box{.x = args.destinationX, .y = args.destinationY, .z = args.destinationZ, .width = args.width,
                .height = args.height, .depth = 1};
  pipe::PixelLayout unused;
  if (!textureForRead(args.texture, args.level, box, unused) || !from.texture || !useRead(*source, args.readAttachment))
    return;
  const formats::Format fromHeld = mShared->storageOf(from.texture->levels[from.where.level % kMaxLevels].asked);
  const formats::Format toHeld = mShared->storageOf(texture->levels[args.level].asked);
  const formats::FormatInfo &a = formats::info(fromHeld), &b = formats::info(toHeld);
  if (from.texture->isMultisample() && !resolveForRead(fromHeld, buffers, source->desc.width, source->desc.height))
    return;

  const bool plain = a.read == formats::kIdentitySwizzle && b.store == formats::kIdentitySwizzle && !b.compressed;
  const bool sameStorage = a.es.internalFormat == b.es.internalFormat && (plain || fromHeld == toHeld);
  const bool sameImage = from.where.texture == args.texture && from.where.level == args.level;
  if (sameStorage && a.isColor() && !sameImage) {
    mState.editTexture(texture->target, texture->name);
    const auto level = static_cast<GLint>(args.level);
    const auto width = static_cast<GLsizei>(args.width), height = static_cast<GLsizei>(args.height);
    if (isLayeredTarget(texture->target))
      return mGl.CopyTexSubImage3D(texture->target, level, box.x, box.y, box.z, args.sourceX, args.sourceY, width, height);
    const GLenum image = texture->target == GL_TEXTURE_CUBE_MAP
                             ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(box.z)
                             : texture->target;
    return mGl.CopyTexSubImage2D(image, level, box.x, box.y, args.sourceX, args.sourceY, width, height);
  }
  const bool blittable = plain && !sameImage && a.srgb == b.srgb && a.isInteger() == b.isInteger() &&
                         a.isColor() == b.isColor() && (a.isColor() || a.es.internalFormat == b.es.internalFormat) &&
                         // GL says what the channels are that the source lacks; a blit fills them the same way only
                         // from storage that lacks them, too.
                         !a.padded;
  if (blittable && bindScratchDraw(*texture, args.level, static_cast<uint32_t>(box.z))) {
    mState.enable(Capability::ScissorTest, false);
    mDirty |= kScissor;
    const auto x1 = args.sourceX + static_cast<GLint>(args.width), y1 = args.sourceY + static_cast<GLint>(args.height);
    return mGl.BlitFramebuffer(args.sourceX, args.sourceY, x1, y1, box.x, box.y, box.x + static_cast<GLint>(args.width),
                               box.y + static_cast<GLint>(args.height), buffers, GL_NEAREST);
  }
  copyOnCpu(*texture, args, box, fromHeld);
}

void Context::copyOnCpu(Texture& texture, const pipe::FramebufferCopyToTextureArgs& args, const pipe::Box& box,
                        formats::Format fromHeld) {
  const formats::FormatInfo& held = formats::info(fromHeld);
  pipe::PixelLayout layout;
  uint32_t pixelBytes = 16;
  using formats::ComponentType;
  if (!held.isColor()) {
    const bool stencil = held.hasStencil() && formats::info(texture.levels[args.level].asked).hasStencil();
    layout.format = stencil ? uint16_t{GL_DEPTH_STENCIL} : uint16_t{GL_DEPTH_COMPONENT};
    layout.type = stencil ? uint16_t{GL_FLOAT_32_UNSIGNED_INT_24_8_REV} : uint16_t{GL_FLOAT};
    pixelBytes = stencil ? 8 : 4;
  } else {
    layout.format = held.isInteger() ? uint16_t{GL_RGBA_INTEGER} : uint16_t{GL_RGBA};
    layout.type = held.type == ComponentType::Int    ? uint16_t{GL_INT}
                  : held.type == ComponentType::Uint ? uint16_t{GL_UNSIGNED_INT}
                                                     : uint16_t{GL_FLOAT};
  }
  layout.rowStrideBytes = uint64_t{args.width} * pixelBytes;
  std::vector<std::byte> pixels(layout.rowStrideBytes * args.height);
  const pipe::ReadPixelsArgs read{.source = args.source, .readAttachment = args.readAttachment, .clampColor = 0,
                                  .x = args.sourceX, .y = args.sourceY, .width = args.width, .height = args.height,
                                  .layout = layout};
  if (readFramebuffer(read, pixels) != pipe::ReplyStatus::Ok) return;
  const formats::Format asked = texture.levels[args.level].asked;
  mState.bindBuffer(DriverState::PixelUnpack, {});
  uploadConverted({texture, args.level, asked, mShared->storageOf(asked)}, layout, box, pixels, 0);
}

}  // namespace gles
