// SPDX-License-Identifier: Apache-2.0
// Frames into windows: drawn into an image of a swapchain, rows turned over, or read back and put as pixels.
#include <algorithm>

#include "backends/vulkan/context.h"
#include "backends/vulkan/internal_draws.h"
#include "base/log.h"

namespace vulkan {

void Context::surfaceCreate(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display) {
  Lock lock(mShared->mutex);
  mShared->surfaces.create(args, display, mEvents, mFaults, [this](std::unique_ptr<window::X11Window> window) {
    return WindowOutput::open(r, std::move(window));
  });
}

pipe::ReplyStatus Context::surfaceDestroy(const pipe::SurfaceDestroyArgs& args, pipe::SurfaceDestroyReply&) {
  Lock lock(mShared->mutex);
  return mShared->surfaces.destroy(args.surface, mFaults);
}

void Context::finishPresents() { mShared->surfaces.finish(mPresentedTo, mEvents); }

void Context::present(const pipe::PresentArgs& args) {
  std::unique_lock lock(mShared->mutex);
  const auto* surface = mShared->surfaces.find(args.surface, mFaults);
  const Framebuffer* source = surface ? find(mFramebuffers, args.source, "framebuffer") : nullptr;
  if (!source) return;
  pipe::PresentArgs frame = args;
  frame.width = std::min(args.width, source->desc.width);
  frame.height = std::min(args.height, source->desc.height);
  std::shared_ptr<WindowOutput> output = surface->output;
  bool lost = false;
  if (!output || !frame.width || !frame.height) {
    r.submit();
  } else {
    lost = output->presenter ? !showByPixels(frame, *output)
                             : showBySwapchain(frame, *output, lock) == Swapchain::Outcome::Lost;
    if (!lost) mShared->surfaces.note(mPresentedTo, args.surface);
  }
  // What fails on a lost device says nothing about the window.
  if (lost && !r.lost()) mShared->surfaces.lose(args.surface, mEvents);
  output.reset();
  afterVerb();
}

Swapchain::Outcome Context::showBySwapchain(const pipe::PresentArgs& args, WindowOutput& output,
                                            std::unique_lock<std::mutex>& lock) {
  using Outcome = Swapchain::Outcome;
  constexpr int kAttempts = 4;
  lock.unlock();
  std::unique_lock presenting(output.presenting);
  lock.lock();
  Swapchain& swapchain = *output.swapchain;
  Outcome outcome = Outcome::Again;
  for (int attempt = 0; outcome == Outcome::Again && attempt < kAttempts; ++attempt) {
    outcome = swapchain.prepare(args.width, args.height, args.interval);
    if (outcome != Outcome::Ready) break;
    // Other streams go on while this one waits for the window system.
    lock.unlock();
    const VkResult result = swapchain.acquire();
    lock.lock();
    outcome = swapchain.acquired(result);
  }
  if (outcome == Outcome::Ready) {
    drawFrame(args, swapchain.image(), *swapchain.view());
    return swapchain.present();
  }
  r.submit();
  return outcome;
}

void Context::drawFrame(const pipe::PresentArgs& args, Image& image, const View& view) {
  const Framebuffer* framebuffer = mFramebuffers.find(args.source);
  TargetPoint source;
  Image* from = nullptr;
  const View* texels = nullptr;
  if (framebuffer && attachmentSource(*framebuffer, 0, source) && source.held->color() && !source.held->integer) {
    from = source.image.get();
    if (from->samples != VK_SAMPLE_COUNT_1_BIT) {
      from = resolved(*from, source.range, VK_IMAGE_ASPECT_COLOR_BIT);
      source.range = {};
      source.is3d = false;
    }
    if (from) from = samplable(*from, source, false);
  }
  if (from) {
    ViewKey key;
    // Values are shown as they lie; of sRGB formats they have the window's curve already.
    key.format = source.held->plain;
    key.aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    key.firstLevel = source.range.firstLevel;
    key.firstLayer = source.range.firstLayer;
    texels = r.view(*from, key);
    r.use(*from, Where::Main, source.range, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kSampled);
  }
  r.use(image, Where::Main, {}, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, kColorAttachment);
  Pass pass;
  pass.color[0] = {&view, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_ATTACHMENT_LOAD_OP_CLEAR, {}, nullptr};
  pass.colorCount = 1;
  pass.area.extent = {image.extent.width, image.extent.height};
  r.beginPass(pass, *this);
  if (texels) {
    const VkExtent3D size = from->extentOf(source.range.firstLevel);
    InternalDraws::Blit draw;
    draw.source = texels;
    // The frame's top row comes first, at the window's top left corner whatever size the window has by now.
    draw.scale[1] = -1.0f;
    draw.offset[1] = static_cast<float>(args.height);
    draw.size[0] = static_cast<float>(size.width);
    draw.size[1] = static_cast<float>(size.height);
    draw.rect.extent = {std::min(args.width, image.extent.width), std::min(args.height, image.extent.height)};
    draw.format = image.format;
    mShared->internal->blit(draw);
  }
  r.endPass();
  parkScratch();
}

bool Context::showByPixels(const pipe::PresentArgs& args, WindowOutput& output) {
  return output.presenter->show(args.width, args.height, true,
                                [&](const pipe::PixelLayout& layout, std::span<std::byte> bytes, bool topDown) {
                                  readFramebuffer({.source = args.source, .readAttachment = 0, .clampColor = 0, .x = 0,
                                                   .y = 0, .width = args.width, .height = args.height, .layout = layout},
                                                  bytes, topDown);
                                });
}

}  // namespace vulkan
