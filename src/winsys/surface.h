// SPDX-License-Identifier: Apache-2.0
// A surface: images of one config behind the pipe, and the window or nothing that they are shown in.
//
// EGL surfaces and GLX drawables are the same thing here. Images and the server's presenter come into being
// when a context is first made current to the surface, because only then is there a stream to ask on. They
// die with the last holder, which may be any thread without any context: the destructor leaves their pipe
// names in a list that the next context to be made current, or an idle one that can be borrowed, takes up
// (buryLeftovers). A surface outlives a lost session: made current with a context of a new one, it begins anew there.
//
// Who may touch what: the fields below `bindings` belong to the thread on which a context is current to the
// surface; `bindings` and `owner` are guarded by the binding mutex of current.cpp; the rest never changes.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "state/framebuffer.h"
#include "tracker/tracker.h"
#include "winsys/native_display.h"

namespace winsys {

struct ContextHandle;

enum class SurfaceKind : uint8_t { Pbuffer, Window, Pixmap };

struct SurfaceImages {
  std::shared_ptr<state::Renderbuffer> back;            // the only colour of a single-buffered surface
  std::shared_ptr<state::Renderbuffer> front;           // double-buffered: what was shown last
  std::shared_ptr<state::Renderbuffer> depth, stencil;  // one object if the format is packed
};

struct Surface {
  Surface(std::shared_ptr<const NativeDisplay> nativeDisplay, const Config& surfaceConfig,
          SurfaceKind surfaceKind);
  ~Surface();
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  const std::shared_ptr<const NativeDisplay> display;
  const Config& config;  // of display->configs
  const SurfaceKind kind;
  uint32_t xid = 0;  // window or pixmap
  XDrawable facts;   // as first seen
  bool doubleBuffered = true;
  bool swaps = true;  // false: a pbuffer of EGL, whose front is its back
  bool srgb = false;
  bool largestPbuffer = false;
  uint32_t eventMask = 0;            // GLX
  std::atomic<int32_t> interval{1};  // set by one thread for the next swap of another (GLX)

  // Contexts bound to it, and the thread of the last one.
  uint32_t bindings = 0;
  pthread_t owner{};

  uint32_t width = 0, height = 0;
  std::shared_ptr<pipe::Screen> home;  // what images and presenter belong to; null before there are any
  SurfaceImages images;
  state::TrackerSlot presenter;  // {0, 0}: nothing to present to
  bool isLost = false;           // the window went away, or presenting to it failed
};

// A window or pixmap as the X server knows it. Null if there is no such drawable. The application's
// connection is synced first, so that a window which it has just asked for exists.
std::shared_ptr<Surface> createDrawableSurface(std::shared_ptr<const NativeDisplay> display,
                                               const Config& config, SurfaceKind kind, uint32_t xid);

// Reads what has arrived about the window; true if its size differs from the images'. Sets isLost if it is
// gone.
bool pollWindow(Surface& surface);

// The size to tell an application that asks: of a window what the X server says now, like native drivers, else the
// images'. Changes nothing, so that any thread may ask.
struct SurfaceSize {
  uint32_t width = 0, height = 0;
};
SurfaceSize askSize(const Surface& surface);

// Makes presenter and images of the present size where missing or of another size. False: out of memory; the
// surface keeps what it had. The context's tracker must be usable on the calling thread.
bool prepareSurface(Surface& surface, const ContextHandle& context);

// Sends the ends of surfaces that died in the context's session, and forgets those that died with theirs. The
// context's tracker must be usable on the calling thread.
void buryLeftovers(const ContextHandle& context);
bool hasLeftovers();

}  // namespace winsys
