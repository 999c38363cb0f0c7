// SPDX-License-Identifier: Apache-2.0
// The back end's objects: what the driver holds for each handle of the pipe, and the tables that find them.
//
// Driver names are reused by the driver as soon as they are deleted, by any context of the share group. So nothing
// remembers a binding by driver name: each driver object gets an id that never comes back, and bindings are memos of
// ids. Objects of the share group are in Shared; objects that ES does not share belong to one Context.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backends/gles/display.h"
#include "backends/gles/extensions.h"
#include "backends/gles/gl_headers.h"
#include "backends/window/presenter.h"
#include "backends/window/surfaces.h"
#include "base/slot_table.h"
#include "formats/formats.h"
#include "pipe/screen.h"
#include "pipe/types.gen.h"

namespace gles {

// A driver name with its never-repeating id; id 0 is "nothing bound".
struct Name {
  GLuint gl = 0;
  uint64_t id = 0;
};

struct Buffer {
  Name name;
  uint64_t sizeBytes = 0;
};

inline constexpr uint32_t kMaxLevels = 16;

// What one level holds; width 0 = not defined.
struct Level {
  uint32_t width = 0, height = 0, depth = 0;
  formats::Format asked = formats::Format::None;  // the format the pipe named; `storage` of it is what the driver has
};

struct Texture {
  Name name;
  GLenum glTarget = 0;  // as the pipe named it; GL_RENDERBUFFER too
  GLenum target = 0;    // the ES target that stands for it
  uint32_t samples = 0;
  bool immutable = false;
  std::array<Level, kMaxLevels> levels{};
  pipe::TextureParams params{.baseLevel = 0, .maxLevel = 1000, .swizzle = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA},
                             .depthStencilMode = GL_DEPTH_COMPONENT, .zero = 0};
  pipe::TextureParams applied = params;  // what the driver's object has
  std::array<GLenum, 4> appliedSwizzle{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};

  bool isRenderbuffer() const { return target == GL_RENDERBUFFER; }
  bool isMultisample() const { return samples > 0; }
  // The level that says what kind of texture this is.
  const Level& shapeLevel() const {
    const Level& base = levels[params.baseLevel < kMaxLevels ? params.baseLevel : 0];
    return base.width ? base : levels[0];
  }
};

struct Sampler {
  pipe::SamplerState state;
  // The plain sampler first; others where a texture's storage needs a border or filter of its own (sampler.cpp).
  struct Variant {
    formats::Swizzle4 store;
    bool nearest = false;
    Name name;
  };
  std::vector<Variant> variants;
  std::mutex mutex;
};

inline constexpr uint32_t kStages = 6;

struct Program {
  struct Stage {
    uint32_t stage = 0;
    std::vector<uint32_t> words;
  };
  // One driver program; several where pipeline state is compiled in.
  struct Variant {
    std::atomic<bool> built{false};  // what follows is there
    bool usable = false;
    Name name;
    GLint pointSizeLocation = -1;
    float pointSize = -1.0f;
  };
  struct DefaultBlock {
    std::vector<std::byte> mirror;
    Buffer buffer;
    uint32_t dirtyBegin = 0, dirtyEnd = 0;  // bytes the driver's buffer lacks
  };
  std::vector<Stage> stages;
  std::vector<std::string> xfbNames;
  uint32_t xfbMode = 0;
  std::array<Variant, 4> variants;  // by what of the pipeline's state is compiled in, see program.cpp
  // What the last stage before the rasterizer emits.
  enum class Emits : uint8_t { AsDrawn, Points, NoPoints } emits = Emits::AsDrawn;
  bool readsPointCoord = false;
  bool writesPointSize = false;  // the last stage before the rasterizer
  std::vector<uint32_t> stagesWithBlocks;
  std::array<DefaultBlock, kStages> blocks;
  std::mutex mutex;
};

// Kept alive by the fence object and by the list of the context that polls it.
struct Sync {
  GLsync sync = nullptr;
  std::atomic<bool> destroyed{false};
};

struct Fence {
  std::shared_ptr<Sync> sync;
};

// Everything the contexts of one back end share.
struct Shared {
  std::unique_ptr<Display> display;
  std::unique_ptr<NativeContext> root;  // share parent of all; current only while probing
  Extensions extensions;
  pipe::Caps caps;
  bool strictErrors = false;
  bool zeroFills = false;  // new storage begins as zeros

  uint32_t maxTextureUnits = 0;      // of the driver; the last one is for edits
  uint32_t maxUniformBindings = 0;   // of the driver; the last kStages are for default blocks
  uint32_t maxDrawBuffers = 0;
  uint32_t maxViewportBounds = 0;

  base::SlotTable<pipe::BufferKind, Buffer> buffers;
  base::SlotTable<pipe::TextureKind, Texture> textures;
  base::SlotTable<pipe::SamplerKind, Sampler> samplers;
  base::SlotTable<pipe::ProgramKind, Program> programs;
  base::SlotTable<pipe::FenceKind, Fence> fences;
  // A window outlives the context that was current when it was first shown to; the pipe orders its users.
  window::Surfaces<window::Presenter> surfaces;

  // The format the driver holds for each format of the pipe; None if it cannot.
  std::vector<formats::Format> storage;
  formats::Format storageOf(formats::Format asked) const {
    const auto index = static_cast<size_t>(asked);
    return index < storage.size() ? storage[index] : formats::Format::None;
  }

  // A fence behind the last flush of each context, for others to wait for on the GPU. Under the mutex a fence is not
  // deleted; both sides only queue commands while they hold it.
  struct FlushPoint {
    const void* context = nullptr;
    GLsync sync = nullptr;
  };
  std::mutex flushMutex;
  std::vector<FlushPoint> flushPoints;

  uint64_t newId() { return mNextId.fetch_add(1, std::memory_order_relaxed); }
  // Moves when any texture got another driver object or died: attachments must be looked at again.
  std::atomic<uint64_t> textureEpoch{1};
  uint32_t defaultBlockBase() const { return maxUniformBindings - kStages; }
  uint32_t editUnit() const { return maxTextureUnits - 1; }

 private:
  std::atomic<uint64_t> mNextId{1};
};

}  // namespace gles
