// SPDX-License-Identifier: Apache-2.0
// The surfaces of a back end: where finished frames go. The images of a surface are ordinary textures of the client's
// choosing; only showing them is done here. Output is what the back end shows frames with:
//
//   bool check();   waits until all frames are on the screen; false once the window is gone
//
// Not thread-safe beyond base::SlotTable: a back end that shares its surfaces among threads holds its lock.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backends/window/x11_window.h"
#include "base/log.h"
#include "base/settings.gen.h"
#include "base/slot_table.h"
#include "pipe/events.gen.h"
#include "pipe/faults.h"
#include "pipe/namespace.h"
#include "pipe/stream.h"

namespace window {

namespace pipe = ::mgpipe;

struct NewSurface {
  bool known = true;  // the kind
  // Null: frames are not shown.
  std::unique_ptr<X11Window> window;
  std::string problem;  // why a window cannot be shown on
};
// What a surface is made on; reports a kind that does not exist.
NewSurface openWindow(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display, pipe::FaultSink& faults);
void reportStale(pipe::SurfaceHandle surface, pipe::FaultSink& faults);

template <class Output>
class Surfaces {
 public:
  struct Surface {
    std::shared_ptr<Output> output;  // null: nothing to show on
  };

  // open: std::unique_ptr<X11Window> → base::Result of an owning pointer to an Output
  template <class Open>
  void create(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display, pipe::EventSink& events,
              pipe::FaultSink& faults, Open&& open) {
    NewSurface made = openWindow(args, display, faults);
    if (!made.known) return;
    auto surface = std::make_unique<Surface>();
    if (made.window) {
      auto output = open(std::move(made.window));
      if (output)
        surface->output = std::move(*output);
      else
        made.problem = output.error().text;
    }
    if (!mSurfaces.insert(args.surface, std::move(surface))) return reportStale(args.surface, faults);
    if (made.problem.empty()) return;
    // Windows go away at any time: the client learns of it and decides what it means.
    base::log(base::LogLevel::Info, made.problem);
    events.surfaceLost({.surface = args.surface});
  }

  // The output waits for the window system to be done with the window before it closes.
  pipe::ReplyStatus destroy(pipe::SurfaceHandle surface, pipe::FaultSink& faults) {
    if (mSurfaces.erase(surface)) return pipe::ReplyStatus::Ok;
    reportStale(surface, faults);
    return pipe::ReplyStatus::Lost;
  }

  // Reports a stale handle.
  Surface* find(pipe::SurfaceHandle surface, pipe::FaultSink& faults) const {
    Surface* found = mSurfaces.find(surface);
    if (!found) reportStale(surface, faults);
    return found;
  }

  void lose(pipe::SurfaceHandle surface, pipe::EventSink& events) {
    if (Surface* found = mSurfaces.find(surface)) found->output.reset();
    events.surfaceLost({.surface = surface});
  }

  // After a frame was shown on it by the stream that keeps `shown`.
  static void note(std::vector<pipe::SurfaceHandle>& shown, pipe::SurfaceHandle surface) {
    if (std::find(shown.begin(), shown.end(), surface) == shown.end()) shown.push_back(surface);
  }

  // Frames shown are on the screen when this returns.
  void finish(std::vector<pipe::SurfaceHandle>& shown, pipe::EventSink& events) {
    for (const pipe::SurfaceHandle handle : shown) {
      const Surface* surface = mSurfaces.find(handle);
      if (surface && surface->output && !surface->output->check()) lose(handle, events);
    }
    shown.clear();
  }

 private:
  base::SlotTable<pipe::SurfaceKind, Surface> mSurfaces;
};

}  // namespace window
