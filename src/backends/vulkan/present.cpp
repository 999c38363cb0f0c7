// SPDX-License-Identifier: Apache-2.0
// Surfaces of the pipe: where finished frames go. The images of a surface are ordinary textures of the client's
// choosing; only showing them is done here.
#include <algorithm>
#include <cstring>

#include "backends/vulkan/context.h"
#include "backends/window/presenter.h"
#include "base/gl_enums.gen.h"
#include "base/log.h"

namespace vulkan {
namespace {

constexpr uint32_t kKindNone = 0, kKindX11 = 1;

}  // namespace

void Context::surfaceCreate(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display) {
  Lock lock(mShared->mutex);
  auto surface = std::make_unique<Surface>();
  bool lost = false;
  if (args.kind == kKindX11) {
    const auto* text = reinterpret_cast<const char*>(display.data());
    const std::string name(text, ::strnlen(text, display.size()));
    auto presenter = window::Presenter::open(name, static_cast<uint32_t>(args.window));
    if (presenter) {
      surface->presenter = std::move(*presenter);
    } else {
      // Windows go away at any time: the client learns of it and decides what it means.
      base::log(base::LogLevel::Info, presenter.error().text);
      lost = true;
    }
  } else if (args.kind != kKindNone) {
    return fault(pipe::Fault::BadValue, "surface_create has kind %u; 0 and 1 are known.", args.kind);
  }
  if (!mShared->surfaces.insert(args.surface, std::move(surface)))
    return stale("surface", args.surface.slot, args.surface.generation);
  if (lost) mEvents.surfaceLost({.surface = args.surface});
}

pipe::ReplyStatus Context::surfaceDestroy(const pipe::SurfaceDestroyArgs& args, pipe::SurfaceDestroyReply&) {
  Lock lock(mShared->mutex);
  // The presenter waits for the server to be done with the window before it closes.
  if (mShared->surfaces.erase(args.surface)) return pipe::ReplyStatus::Ok;
  stale("surface", args.surface.slot, args.surface.generation);
  return pipe::ReplyStatus::Lost;
}

// Frames shown are on the screen only when the server has read them.
void Context::finishPresents() {
  for (const pipe::SurfaceHandle handle : mPresentedTo) {
    Surface* surface = mShared->surfaces.find(handle);
    if (!surface || !surface->presenter || surface->presenter->check()) continue;
    surface->presenter.reset();
    mEvents.surfaceLost({.surface = handle});
  }
  mPresentedTo.clear();
}

void Context::present(const pipe::PresentArgs& args) {
  Lock lock(mShared->mutex);
  Surface* surface = find(mShared->surfaces, args.surface, "surface");
  const Framebuffer* source = surface ? find(mFramebuffers, args.source, "framebuffer") : nullptr;
  if (!source) return;
  if (!surface->presenter) {
    r.submit();
    return afterVerb();
  }
  const uint32_t width = std::min(args.width, source->desc.width), height = std::min(args.height, source->desc.height);
  if (!width || !height) return;
  const window::PresentImage image = surface->presenter->acquire(width, height);
  if (image.bytes.empty()) {
    surface->presenter.reset();
    return mEvents.surfaceLost({.surface = args.surface});
  }
  pipe::PixelLayout layout;
  layout.format = static_cast<uint16_t>(image.bgra ? glenum::BGRA_ : glenum::RGBA_);
  layout.type = glenum::UNSIGNED_BYTE_;
  layout.rowStrideBytes = image.bgra ? image.strideBytes : uint64_t{width} * 4;
  const pipe::ReadPixelsArgs read{.source = args.source, .readAttachment = 0, .clampColor = 0, .x = 0, .y = 0,
                                  .width = width, .height = height, .layout = layout};
  if (image.bgra) {
    readFramebuffer(read, image.bytes);
    for (uint32_t low = 0, high = height - 1; low < high; ++low, --high)
      std::swap_ranges(image.bytes.begin() + ptrdiff_t{low} * image.strideBytes,
                       image.bytes.begin() + ptrdiff_t{low} * image.strideBytes + ptrdiff_t{width} * 4,
                       image.bytes.begin() + ptrdiff_t{high} * image.strideBytes);
  } else {
    mPresentBytes.resize(size_t{width} * height * 4);
    readFramebuffer(read, mPresentBytes);
    surface->presenter->convert(mPresentBytes);
  }
  surface->presenter->show();
  if (std::find(mPresentedTo.begin(), mPresentedTo.end(), args.surface) == mPresentedTo.end())
    mPresentedTo.push_back(args.surface);
  afterVerb();
}

}  // namespace vulkan
