// SPDX-License-Identifier: Apache-2.0
// Surfaces of the window system and presenting to them.
#include "tracker/impl.h"

namespace tracker {

state::TrackerSlot Impl::surfaceCreate(const Window& window) {
  pipe::SurfaceCreateArgs args;
  args.surface = mScreen.names().surfaces.mint();
  args.kind = window.kind;
  args.visual = window.visual;
  args.window = window.id;
  args.depth = window.depth;
  mStream->surfaceCreate(args, std::as_bytes(std::span(window.display)));
  mRegistry->markSurface(toSlot(args.surface), {mMember->index, mStream->emittedSequence()});
  return toSlot(args.surface);
}

void Impl::surfaceDestroy(state::TrackerSlot surface) {
  const StreamRegistry::Mark mark = mRegistry->surfaceMark(surface);
  waitForStream(mark.stream, mark.sequence);
  mRegistry->forgetSurface(surface);
  pipe::SurfaceDestroyReply reply;
  ++mRoundTrips;
  mStream->surfaceDestroy({toHandle<pipe::SurfaceHandle>(surface)}, reply);
  mLostSurfaces.erase(surfaceKey(surface.slot, surface.generation));
  mScreen.names().surfaces.release(toHandle<pipe::SurfaceHandle>(surface));
}

bool Impl::present(state::TrackerSlot surface, state::Framebuffer& framebuffer, uint32_t width, uint32_t height, int32_t interval) {
  if (mStream->lost()) return false;
  sweepGrave();
  const StreamRegistry::Mark mark = mRegistry->surfaceMark(surface);
  waitForStream(mark.stream, mark.sequence);
  mStream->waitPresentCredit();
  pipe::PresentArgs args;
  args.surface = toHandle<pipe::SurfaceHandle>(surface);
  args.source = framebufferFor(framebuffer);
  args.serial = ++mPresentSerial;
  args.width = width;
  args.height = height;
  args.interval = interval;
  mStream->present(args);
  mRegistry->markSurface(surface, {mMember->index, mStream->emittedSequence()});
  mStream->publish();
  mStream->drainEvents(*this);
  afterVerb();
  return !mStream->lost() && !mLostSurfaces.count(surfaceKey(surface.slot, surface.generation));
}

}  // namespace tracker
