// SPDX-License-Identifier: Apache-2.0
// What one process shares with one back end: caps, object names, streams. One session = one screen.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "pipe/caps.gen.h"
#include "pipe/stream.h"

namespace mgpipe {

// What a format can do in a back end; index = formats::Format.
struct FormatCaps {
  uint8_t sampled = 0, filterable = 0, renderable = 0, blendable = 0;
  uint8_t maxSamples = 0, image = 0, vertex = 0, emulated = 0;
};

struct Caps {
  Limits limits;
  Features features;
  std::vector<FormatCaps> formats;
  std::string backend;   // "gles", "vulkan", "null"
  std::string driver;    // the driver's own renderer string
  std::string version;   // the driver's own version string
};

// Bytes of caps for the session start, and back; false if they are not caps. deviation from one layout is refused by
// the handshake's fingerprint before this is reached.
std::vector<std::byte> encodeCaps(const Caps& caps);
bool decodeCaps(std::span<const std::byte> bytes, Caps& caps);

// Mints names, session-wide and dense per kind. Any thread.
struct Names {
  base::HandleAllocator<BufferKind> buffers;
  base::HandleAllocator<TextureKind> textures;
  base::HandleAllocator<SamplerKind> samplers;
  base::HandleAllocator<PipelineKind> pipelines;
  base::HandleAllocator<VertexElementsKind> vertexElements;
  base::HandleAllocator<FramebufferKind> framebuffers;
  base::HandleAllocator<ProgramKind> programs;
  base::HandleAllocator<QueryKind> queries;
  base::HandleAllocator<FenceKind> fences;
  base::HandleAllocator<SurfaceKind> surfaces;
};

struct Counter {
  std::string name;
  uint64_t value;
};

// One line of JSON on standard error, whatever the log level: for MOBILEGL_PIPE_STATS, which asked for it.
void printCounters(std::string_view topology, const std::vector<Counter>& counters);

// flags of buffer_subdata.
namespace write_flags {
// No earlier call needs the bytes that the write replaces: nothing has to wait for it.
inline constexpr uint32_t kUnsynchronized = 1;
// All other bytes of the buffer are undefined from here on.
inline constexpr uint32_t kDiscards = 2;
}  // namespace write_flags

class Screen {
 public:
  virtual ~Screen() = default;
  virtual const Caps& caps() const = 0;
  // "monolith", "inproc" or "spawn": only for strings that people read.
  virtual std::string_view topology() const = 0;
  // A new stream with its own native context; all streams of a screen share objects.
  virtual base::Result<std::unique_ptr<Stream>> createStream() = 0;
  virtual bool lost() const = 0;
  // By name: round trips, bytes, parks … of this side, and what the back end counts, as last published.
  virtual std::vector<Counter> counters() const = 0;
  Names& names() { return mNames; }
  // What the users of the screen keep together for as long as it lives, also while no stream does. Theirs to guard.
  std::shared_ptr<void>& companion() { return mCompanion; }

 private:
  Names mNames;
  std::shared_ptr<void> mCompanion;
};

// ── the other side: what a back end offers to whoever applies calls (a direct stream or a server) ────────────────

// One native context. Created, used and destroyed on one thread at a time.
class BackendContext : public Context {
 public:
  // Binds the native context to the calling thread, or unbinds it.
  virtual bool makeCurrent() = 0;
  virtual void releaseCurrent() = 0;
  // Delivers results of fences and queries that the driver has finished to the sink given at creation; true while
  // some are still under way. mayFlush: make the driver start what is queued. Never waits.
  virtual bool poll(bool mayFlush) = 0;
  // Waits (bounded, at most 1 ms) for the oldest unfinished fence or query to progress.
  virtual void waitBriefly() = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual const Caps& caps() const = 0;
  // events and faults outlive the context.
  virtual base::Result<std::unique_ptr<BackendContext>> createContext(EventSink& events, FaultSink& faults) = 0;
  // What it counts, always the same names in the same order. Any thread.
  virtual std::vector<Counter> counters() const { return {}; }
};

}  // namespace mgpipe
