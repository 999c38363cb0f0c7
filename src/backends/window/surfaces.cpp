// SPDX-License-Identifier: Apache-2.0
#include "backends/window/surfaces.h"

#include <cstdio>
#include <cstring>

namespace window {
namespace {

constexpr uint32_t kKindNone = 0, kKindX11 = 1;

}  // namespace

NewSurface openWindow(const pipe::SurfaceCreateArgs& args, std::span<const std::byte> display, pipe::FaultSink& faults) {
  NewSurface made;
  if (args.kind == kKindNone) return made;
  if (args.kind != kKindX11) {
    char sentence[128];
    std::snprintf(sentence, sizeof sentence, "surface_create has kind %u; 0 and 1 are known.", args.kind);
    faults.fault(pipe::Fault::BadValue, sentence);
    made.known = false;
    return made;
  }
  const auto* text = reinterpret_cast<const char*>(display.data());
  const std::string name(text, display.empty() ? 0 : ::strnlen(text, display.size()));
  auto opened = X11Window::open(name, static_cast<uint32_t>(args.window));
  if (!opened)
    made.problem = opened.error().text;
  else if (base::settings().present != base::PresentPath::None)
    made.window = std::move(*opened);
  return made;
}

void reportStale(pipe::SurfaceHandle surface, pipe::FaultSink& faults) {
  char sentence[128];
  std::snprintf(sentence, sizeof sentence, "The surface of slot %u and generation %u does not exist.", surface.slot,
                surface.generation);
  faults.fault(pipe::Fault::StaleHandle, sentence);
}

}  // namespace window
