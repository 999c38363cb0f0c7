// SPDX-License-Identifier: Apache-2.0
// Framebuffers of the driver for those of the pipe, made at first use and looked at again when any texture of the share
// group got another driver object.
#include "backends/gles/context.h"
#include "backends/gles/texture_target.h"
#include "base/log.h"

namespace gles {
namespace {

constexpr uint8_t kNoAttachment = 255;

}  // namespace

void Context::framebufferCreate(const pipe::FramebufferCreateArgs& args) {
  auto framebuffer = std::make_unique<Framebuffer>();
  framebuffer->desc = args.desc;
  for (uint8_t i = 0; i < kMaxColor; ++i) {
    const uint8_t source = args.desc.drawBuffers[i];
    if (source != kNoAttachment && source >= kMaxColor)
      return fault(pipe::Fault::BadValue, "framebuffer_create maps output %u to attachment %u; 8 is the limit.", i,
                   source);
    // An attachment that nothing draws to is missing in the drawing order, too.
    framebuffer->inOrder &= source == i || (source == kNoAttachment && !args.desc.color[i].texture);
  }
  if (!mFramebuffers.insert(args.framebuffer, std::move(framebuffer)))
    stale("framebuffer", args.framebuffer.slot, args.framebuffer.generation);
}

void Context::framebufferDestroy(const pipe::FramebufferDestroyArgs& args) {
  mPrepared.mode = kNoMode;
  const auto framebuffer = mFramebuffers.erase(args.framebuffer);
  if (!framebuffer) return stale("framebuffer", args.framebuffer.slot, args.framebuffer.generation);
  if (framebuffer->draw.name.gl) mGl.DeleteFramebuffers(1, &framebuffer->draw.name.gl);
  if (framebuffer->read.name.gl) mGl.DeleteFramebuffers(1, &framebuffer->read.name.gl);
}

void Context::attach(GLenum bindTarget, GLenum point, const Texture* texture, const pipe::Attachment& where) {
  if (!texture) return mGl.FramebufferRenderbuffer(bindTarget, point, GL_RENDERBUFFER, 0);
  const auto level = static_cast<GLint>(where.level), layer = static_cast<GLint>(where.layer);
  if (texture->isRenderbuffer())
    mGl.FramebufferRenderbuffer(bindTarget, point, GL_RENDERBUFFER, texture->name.gl);
  else if (where.layered && mGl.FramebufferTexture)
    mGl.FramebufferTexture(bindTarget, point, texture->name.gl, level);
  else if (isLayeredTarget(texture->target))
    mGl.FramebufferTextureLayer(bindTarget, point, texture->name.gl, level, layer);
  else if (texture->target == GL_TEXTURE_CUBE_MAP)
    mGl.FramebufferTexture2D(bindTarget, point, GL_TEXTURE_CUBE_MAP_POSITIVE_X + where.layer % 6, texture->name.gl,
                             level);
  else
    mGl.FramebufferTexture2D(bindTarget, point, texture->target, texture->name.gl, level);
}

// Attaches what differs. The framebuffer is bound to its target already.
bool Context::refresh(Framebuffer& framebuffer, Framebuffer::Driver& driver, bool forRead) {
  const GLenum bindTarget = forRead ? GL_READ_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER;
  const pipe::FramebufferDesc& desc = framebuffer.desc;
  const uint64_t epoch = mShared->textureEpoch.load(std::memory_order_acquire);
  framebuffer.paddedTargets = 0;
  bool any = false;
  for (uint32_t point = 0; point < kPoints; ++point) {
    pipe::Attachment where;
    if (point >= kMaxColor)
      where = point == kDepthPoint ? desc.depth : desc.stencil;
    else if (forRead)
      where = desc.color[point];
    else if (desc.drawBuffers[point] != kNoAttachment)
      where = desc.color[desc.drawBuffers[point]];
    const Texture* texture = where.texture ? mShared->textures.find(where.texture) : nullptr;
    if (texture) {
      any = true;
      if (point < kMaxColor && where.level < kMaxLevels &&
          formats::info(mShared->storageOf(texture->levels[where.level].asked)).padded)
        framebuffer.paddedTargets |= static_cast<uint8_t>(1u << point);
    }
    const uint64_t id = texture ? texture->name.id : 0;
    if (driver.attached[point] == id) continue;
    driver.attached[point] = id;
    const GLenum glPoint = point == kDepthPoint     ? GL_DEPTH_ATTACHMENT
                           : point == kStencilPoint ? GL_STENCIL_ATTACHMENT
                                                    : GL_COLOR_ATTACHMENT0 + point;
    attach(bindTarget, glPoint, texture, where);
  }
  if (!any) {
    mGl.FramebufferParameteri(bindTarget, GL_FRAMEBUFFER_DEFAULT_WIDTH, static_cast<GLint>(desc.width));
    mGl.FramebufferParameteri(bindTarget, GL_FRAMEBUFFER_DEFAULT_HEIGHT, static_cast<GLint>(desc.height));
    mGl.FramebufferParameteri(bindTarget, GL_FRAMEBUFFER_DEFAULT_SAMPLES, static_cast<GLint>(desc.samples));
  }
  driver.epoch = epoch;
  const GLenum status = mGl.CheckFramebufferStatus(bindTarget);
  driver.complete = status == GL_FRAMEBUFFER_COMPLETE;
  if (!driver.complete && !forRead)
    base::logf(base::LogLevel::Warning, "The driver calls a framebuffer of %ux%u pixels incomplete (0x%04X).",
               desc.width, desc.height, status);
  return driver.complete;
}

bool Context::useDraw(Framebuffer& framebuffer) {
  Framebuffer::Driver& driver = framebuffer.draw;
  const bool fresh = !driver.name.gl;
  if (fresh) {
    mGl.GenFramebuffers(1, &driver.name.gl);
    driver.name.id = mShared->newId();
  }
  mState.bindDrawFramebuffer(driver.name);
  if (fresh) {
    GLenum buffers[kMaxColor];
    uint32_t count = 0;
    for (uint32_t i = 0; i < std::min(kMaxColor, mShared->maxDrawBuffers); ++i) {
      const bool used = framebuffer.desc.drawBuffers[i] != kNoAttachment;
      buffers[i] = used ? GL_COLOR_ATTACHMENT0 + i : GL_NONE;
      if (used) count = i + 1;
    }
    if (!count) buffers[count++] = GL_NONE;
    if (count != 1 || buffers[0] != GL_COLOR_ATTACHMENT0) mGl.DrawBuffers(static_cast<GLsizei>(count), buffers);
  }
  if (driver.epoch == mShared->textureEpoch.load(std::memory_order_acquire)) return driver.complete;
  return refresh(framebuffer, driver, false);
}

bool Context::useRead(Framebuffer& framebuffer, int32_t attachment) {
  if (attachment >= static_cast<int32_t>(kMaxColor)) {
    fault(pipe::Fault::BadValue, "A read names attachment %d; 8 is the limit.", attachment);
    return false;
  }
  Framebuffer::Driver& driver = framebuffer.inOrder ? framebuffer.draw : framebuffer.read;
  if (framebuffer.inOrder) {
    if (!driver.name.gl || driver.epoch != mShared->textureEpoch.load(std::memory_order_acquire)) {
      const bool complete = useDraw(framebuffer);
      mDirty |= kFramebuffer;  // what the stream draws to is no longer bound
      if (!complete) return false;
    }
    mState.bindReadFramebuffer(driver.name);
    if (!driver.complete) return false;
  } else {
    if (!driver.name.gl) {
      mGl.GenFramebuffers(1, &driver.name.gl);
      driver.name.id = mShared->newId();
    }
    mState.bindReadFramebuffer(driver.name);
    if (driver.epoch != mShared->textureEpoch.load(std::memory_order_acquire)) {
      const uint8_t padded = framebuffer.paddedTargets;
      const bool complete = refresh(framebuffer, driver, true);
      framebuffer.paddedTargets = padded;  // counts for drawing only
      if (!complete) return false;
    }
  }
  if (attachment >= 0) {
    const GLenum buffer = GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(attachment);
    if (driver.readBuffer != buffer) {
      driver.readBuffer = buffer;
      mGl.ReadBuffer(buffer);
    }
  }
  return true;
}

const Texture* Context::attachedTexture(const Framebuffer& framebuffer, int32_t attachment, GLenum layoutFormat) {
  const pipe::FramebufferDesc& desc = framebuffer.desc;
  const pipe::Attachment& where = attachment >= 0                      ? desc.color[attachment & 7]
                                  : layoutFormat == GL_STENCIL_INDEX ? desc.stencil
                                                                       : desc.depth;
  return where.texture ? mShared->textures.find(where.texture) : nullptr;
}

bool Context::bindScratch(GLenum bindTarget, Name& name, const Texture& texture, uint32_t level, uint32_t layer) {
  if (!name.gl) {
    mGl.GenFramebuffers(1, &name.gl);
    name.id = mShared->newId();
  }
  if (bindTarget == GL_READ_FRAMEBUFFER)
    mState.bindReadFramebuffer(name);
  else
    mState.bindDrawFramebuffer(name);
  const pipe::Attachment where{.texture = {}, .level = static_cast<uint16_t>(level), .layered = 0, .layer = layer};
  const formats::FormatInfo& held = formats::info(mShared->storageOf(texture.levels[level].asked));
  const GLenum point = !held.hasDepth() && !held.hasStencil() ? GL_COLOR_ATTACHMENT0
                       : !held.hasStencil()                   ? GL_DEPTH_ATTACHMENT
                       : !held.hasDepth()                     ? GL_STENCIL_ATTACHMENT
                                                              : GL_DEPTH_STENCIL_ATTACHMENT;
  for (const GLenum other : {GL_COLOR_ATTACHMENT0, GL_DEPTH_STENCIL_ATTACHMENT})
    if (other != point) mGl.FramebufferRenderbuffer(bindTarget, other, GL_RENDERBUFFER, 0);
  attach(bindTarget, point, &texture, where);
  return mGl.CheckFramebufferStatus(bindTarget) == GL_FRAMEBUFFER_COMPLETE;
}

bool Context::bindScratchRead(const Texture& texture, uint32_t level, uint32_t layer) {
  return bindScratch(GL_READ_FRAMEBUFFER, mScratchRead, texture, level, layer);
}

bool Context::bindScratchDraw(const Texture& texture, uint32_t level, uint32_t layer) {
  mDirty |= kFramebuffer;
  return bindScratch(GL_DRAW_FRAMEBUFFER, mScratchDraw, texture, level, layer);
}

Texture* Context::scratchTexture(formats::Format held, uint32_t width, uint32_t height) {
  constexpr size_t kKept = 4;
  for (auto& [format, texture] : mScratchTextures)
    if (format == held && texture->levels[0].width == width && texture->levels[0].height == height)
      return texture.get();
  if (mScratchTextures.size() >= kKept) {
    deleteTextureName(*mScratchTextures.front().second);
    mScratchTextures.pop_front();
  }
  auto texture = std::make_unique<Texture>();
  texture->glTarget = texture->target = GL_TEXTURE_2D;
  texture->immutable = true;
  newTextureName(*texture);
  texture->levels[0] = {width, height, 1, held};
  pipe::TextureShape shape;
  shape.levels = 1;
  shape.width = width;
  shape.height = height;
  shape.depth = 1;
  defineStorage(*texture, shape, held);
  return mScratchTextures.emplace_back(held, std::move(texture)).second.get();
}

}  // namespace gles
