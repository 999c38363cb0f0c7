// SPDX-License-Identifier: Apache-2.0
// Surfaces of the pipe: where finished frames go. The images of a surface are ordinary textures of the client's
// choosing; only showing them is done here.
#include <cstring>

#include "backends/gles/context.h"
#include "backends/gles/presenter.h"
#include "base/log.h"

namespace gles {
namespace {

constexpr uint32_t kKindNone = 0, kKindX11 = 1;

}  // namespace

void Context::surfaceCreate(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display) {
  auto surface = std::make_unique<Surface>();
  bool lost = false;
  if (args.kind == kKindX11) {
    const auto* text = reinterpret_cast<const char*>(display.data());
    const std::string name(text, ::strnlen(text, display.size()));
    auto presenter = Presenter::open(name, static_cast<uint32_t>(args.window));
    if (presenter) {
      surface->presenter = std::move(*presenter);
    } else {
      base::log(base::LogLevel::Error, presenter.error().text);
      lost = true;
    }
  } else if (args.kind != kKindNone) {
    return fault(pipe::Fault::BadValue, "surface_create has kind %u; 0 and 1 are known.", args.kind);
  }
  if (!mSurfaces.insert(args.surface, std::move(surface)))
    return stale("surface", args.surface.slot, args.surface.generation);
  if (lost) mEvents.surfaceLost({.surface = args.surface});
}

pipe::ReplyStatus Context::surfaceDestroy(const pipe::SurfaceDestroyArgs& args, pipe::SurfaceDestroyReply&) {
  if (mSurfaces.erase(args.surface)) return pipe::ReplyStatus::Ok;
  stale("surface", args.surface.slot, args.surface.generation);
  return pipe::ReplyStatus::Lost;
}

void Context::present(const pipe::PresentArgs& args) {
  Surface* surface = find(mSurfaces, args.surface, "surface");
  Framebuffer* source = surface ? find(mFramebuffers, args.source, "framebuffer") : nullptr;
  if (!source) return;
  if (!surface->presenter) return mGl.Flush();
  const uint32_t width = std::min(args.width, source->desc.width), height = std::min(args.height, source->desc.height);
  mPresentBytes.resize(size_t{width} * height * 4);
  pipe::PixelLayout layout;
  layout.format = GL_RGBA;
  layout.type = GL_UNSIGNED_BYTE;
  layout.rowStrideBytes = uint64_t{width} * 4;
  const pipe::ReadPixelsArgs read{.source = args.source, .readAttachment = 0, .clampColor = 0, .x = 0, .y = 0,
                                  .width = width, .height = height, .layout = layout};
  if (!width || !height || !readFramebuffer(read, mPresentBytes)) return;
  if (surface->presenter->show(mPresentBytes, width, height)) return;
  surface->presenter.reset();
  mEvents.surfaceLost({.surface = args.surface});
}

}  // namespace gles
