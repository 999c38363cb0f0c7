// SPDX-License-Identifier: Apache-2.0
// Framebuffers, viewports and scissors.
#include <cstring>

#include "tracker/impl.h"

namespace tracker {
namespace {

pipe::Attachment attachmentOf(pipe::TextureHandle texture, const state::Attachment& a) {
  pipe::Attachment out;
  out.texture = texture;
  out.level = static_cast<uint16_t>(a.level);
  out.layered = a.layered;
  out.layer = a.layer;
  return out;
}

}  // namespace

pipe::TextureHandle Impl::handleOf(const state::Attachment& a) {
  if (a.texture) {
    waitForWriter(*a.texture);
    // Which levels exist for the driver depends on the parameters.
    sendTextureParams(*a.texture);
    return handleOf(*a.texture);
  }
  if (a.renderbuffer) {
    waitForWriter(*a.renderbuffer);
    return toHandle<pipe::TextureHandle>(a.renderbuffer->pipe);
  }
  return {};
}

pipe::FramebufferHandle Impl::framebufferFor(const state::Framebuffer& fb) {
  pipe::FramebufferDesc desc;
  std::memset(static_cast<void*>(&desc), 0, sizeof desc);
  uint32_t width = ~0u, height = ~0u, layers = ~0u;
  auto narrow = [&](const state::Attachment& a) {
    const state::AttachmentShape shape = state::shapeOf(a);
    width = std::min(width, shape.width);
    height = std::min(height, shape.height);
    layers = std::min(layers, shape.layers);
    desc.samples = std::max(desc.samples, shape.samples);
  };
  for (uint32_t i = 0; i < state::kMaxDrawBuffers; ++i) {
    if (fb.color[i].empty()) continue;
    desc.color[i] = attachmentOf(handleOf(fb.color[i]), fb.color[i]);
    narrow(fb.color[i]);
  }
  if (!fb.depth.empty()) {
    desc.depth = attachmentOf(handleOf(fb.depth), fb.depth);
    narrow(fb.depth);
  }
  if (!fb.stencil.empty()) {
    desc.stencil = attachmentOf(handleOf(fb.stencil), fb.stencil);
    narrow(fb.stencil);
  }
  for (uint32_t i = 0; i < state::kMaxDrawBuffers; ++i) {
    const int index = state::colorIndex(fb, fb.drawBuffers[i]);
    desc.drawBuffers[i] = static_cast<uint8_t>(index >= 0 && !fb.color[index].empty() ? index : 255);
  }
  desc.width = width == ~0u ? fb.defaultWidth : width;
  desc.height = height == ~0u ? fb.defaultHeight : height;
  desc.layers = layers == ~0u ? std::max(1u, fb.defaultLayers) : layers;
  return mFramebuffers.get(
      desc,
      [&](const pipe::FramebufferDesc& d) {
        const pipe::FramebufferHandle handle = mScreen.names().framebuffers.mint();
        pipe::FramebufferCreateArgs args;
        args.framebuffer = handle;
        args.desc = d;
        mStream->framebufferCreate(args);
        return handle;
      },
      [&](pipe::FramebufferHandle old) { endFramebuffer(old); });
}

void Impl::endFramebuffer(pipe::FramebufferHandle old) {
  mStream->framebufferDestroy({old});
  mScreen.names().framebuffers.release(old);
  if (mBoundFramebuffer == old) mBoundFramebuffer = {};
}

void Impl::dropFramebuffersOf(pipe::TextureHandle texture) {
  mFramebuffers.drop(
      [&](const pipe::FramebufferDesc& d) {
        for (const pipe::Attachment& a : d.color)
          if (a.texture == texture) return true;
        return d.depth.texture == texture || d.stencil.texture == texture;
      },
      [&](pipe::FramebufferHandle old) { endFramebuffer(old); });
}

void Impl::sendFramebuffer() {
  if (mRegistry->several() && mContext.drawFramebuffer->name) mDrawn.push_back(mContext.drawFramebuffer);
  const pipe::FramebufferHandle handle = framebufferFor(*mContext.drawFramebuffer);
  if (handle == mBoundFramebuffer) return;
  mBoundFramebuffer = handle;
  mStream->bindFramebuffer({handle});
}

void Impl::sendViewports() {
  uint32_t first = ~0u, last = 0;
  for (uint32_t i = 0; i < state::kMaxViewports; ++i) {
    const state::Viewport& v = mContext.viewports[i];
    const pipe::Viewport now{v.x, v.y, v.width, v.height, v.near, v.far};
    if (std::memcmp(&now, &mViewports[i], sizeof now) == 0 && mSentOnce) continue;
    mViewports[i] = now;
    first = std::min(first, i);
    last = i;
  }
  if (first == ~0u) return;
  mStream->setViewports({first, 0}, std::span<const pipe::Viewport>(mViewports).subspan(first, last - first + 1));
}

void Impl::sendScissors() {
  uint32_t first = ~0u, last = 0;
  for (uint32_t i = 0; i < state::kMaxViewports; ++i) {
    const state::ScissorBox& s = mContext.scissors[i];
    const pipe::Scissor now{s.x, s.y, s.width, s.height};
    if (std::memcmp(&now, &mScissors[i], sizeof now) == 0 && mSentOnce) continue;
    mScissors[i] = now;
    first = std::min(first, i);
    last = i;
  }
  if (first == ~0u && mScissorEnable == mContext.scissorEnable && mSentOnce) return;
  mScissorEnable = mContext.scissorEnable;
  const uint32_t count = first == ~0u ? 0 : last - first + 1;
  if (!count) first = 0;
  mStream->setScissors({first, mScissorEnable}, std::span<const pipe::Scissor>(mScissors).subspan(first, count));
}

}  // namespace tracker
