// SPDX-License-Identifier: Apache-2.0
// State into pipe calls. The GL front end validates and changes state, then asks the tracker for the verb; the
// tracker sends what changed since the last verb and the verb itself. Names no pipe type, so that gl/ sees none.
//
// One tracker a context. All calls on the thread on which the context is current, except where stated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "state/context.h"

namespace mgpipe {
class Screen;
}
namespace tracker {
namespace pipe = ::mgpipe;
}

namespace tracker {

// How pixels lie in client memory or in a pack/unpack buffer: formats::Layout's numbers.
struct PixelMemory {
  uint32_t format = 0, type = 0;   // GL; format 0 = compressed blocks
  bool swapBytes = false;
  uint64_t firstByte = 0;          // from the pointer or buffer offset to the first pixel
  uint64_t rowStrideBytes = 0, imageStrideBytes = 0;
  uint64_t tightRowBytes = 0;      // bytes of one row that count
  uint64_t rows = 0;               // rows of one image: height, or rows of blocks
  uint64_t totalBytes = 0;         // last byte + 1
};

struct Region {
  int32_t x = 0, y = 0, z = 0;     // z: layer, slice or cube face
  uint32_t width = 0, height = 0, depth = 0;
};

// A source or destination of pixels: client memory, or a buffer with an offset.
struct PixelPlace {
  void* pointer = nullptr;                  // client memory (const for uploads)
  std::shared_ptr<state::Buffer> buffer;    // if set, `pointer` is unused
  uint64_t offsetBytes = 0;
};

struct DrawCall {
  uint32_t mode = 0;               // GL primitive
  uint32_t indexSizeBytes = 0;     // 0: arrays
  uint32_t first = 0;              // arrays: first vertex
  uint64_t indexOffsetBytes = 0;   // elements from the bound element buffer
  const void* clientIndices = nullptr;  // elements from client memory (no element buffer bound)
  uint32_t count = 0, instances = 1, baseInstance = 0;
  int32_t baseVertex = 0;
  uint32_t minIndex = 0, maxIndex = ~0u;  // a promise of glDrawRangeElements; max ~0 = unknown
};

enum class WaitResult { Signalled, TimedOut, Lost };

class Tracker {
 public:
  struct Events {  // what the GL layer wants to hear
    std::function<void(uint32_t glError, const char* sentence)> error;
  };
  // Makes its own stream of the screen. `context` outlives the tracker.
  static std::unique_ptr<Tracker> create(pipe::Screen& screen, state::Context& context, Events events, std::string& whyNot);
  virtual ~Tracker() = default;

  virtual void makeCurrent() = 0;     // the calling thread becomes the user
  virtual void releaseCurrent() = 0;  // publishes
  virtual bool lost() const = 0;

  // ── buffers. Each also takes care of shadows, maps and names. ──
  // False: out of memory (only asked for above the probe threshold).
  virtual bool bufferDefine(state::Buffer& buffer, uint64_t sizeBytes, const void* data, uint32_t usage, uint32_t storageFlags) = 0;
  virtual void bufferSubData(state::Buffer& buffer, uint64_t offsetBytes, std::span<const std::byte> data) = 0;
  virtual void bufferCopy(state::Buffer& source, state::Buffer& destination, uint64_t sourceOffset, uint64_t destinationOffset, uint64_t sizeBytes) = 0;
  virtual void bufferClear(state::Buffer& buffer, uint64_t offsetBytes, uint64_t sizeBytes, std::span<const std::byte> pattern) = 0;
  virtual bool bufferRead(state::Buffer& buffer, uint64_t offsetBytes, std::span<std::byte> out) = 0;
  virtual void* bufferMap(state::Buffer& buffer, uint64_t offsetBytes, uint64_t lengthBytes, uint32_t access) = 0;
  virtual void bufferFlushMapped(state::Buffer& buffer, uint64_t offsetBytes, uint64_t lengthBytes) = 0;  // relative to the map
  virtual bool bufferUnmap(state::Buffer& buffer) = 0;
  // Bytes of the buffer for a scan on this side (index ranges); valid until the next call. Empty if lost.
  virtual std::span<const std::byte> bufferView(state::Buffer& buffer) = 0;
  virtual void destroy(state::Buffer& buffer) = 0;     // last holder gone; any thread

  // ── textures ──
  // The level's shape is in the texture already (levels[face][level]). Contents undefined afterwards. False: out of memory.
  virtual bool textureDefineLevel(state::Texture& texture, uint32_t face, uint32_t level) = 0;
  virtual bool textureDefineStorage(state::Texture& texture) = 0;    // immutable; false: out of memory
  virtual void textureSetBuffer(state::Texture& texture) = 0;
  virtual void textureUpload(state::Texture& texture, uint32_t level, const Region& region, const PixelMemory& memory, const PixelPlace& source) = 0;
  virtual void textureRead(state::Texture& texture, uint32_t level, const Region& region, const PixelMemory& memory, const PixelPlace& destination) = 0;
  virtual void textureCopy(state::Texture& source, uint32_t sourceLevel, const Region& region, state::Texture& destination, uint32_t level, int32_t x, int32_t y, int32_t z) = 0;
  virtual void copyFramebufferToTexture(state::Texture& texture, uint32_t level, int32_t x, int32_t y, int32_t z, int32_t sourceX, int32_t sourceY, uint32_t width, uint32_t height) = 0;  // from the read framebuffer
  virtual void generateMipmaps(state::Texture& texture, uint32_t baseLevel, uint32_t lastLevel) = 0;
  virtual void textureClear(state::Texture& texture, uint32_t level, const Region& region, uint32_t kind, const uint32_t color[4], float depth, int32_t stencil) = 0;
  virtual bool renderbufferDefine(state::Renderbuffer& renderbuffer) = 0;   // shape is in the object; false: out of memory
  virtual void destroy(state::Texture& texture) = 0;
  virtual void destroy(state::Renderbuffer& renderbuffer) = 0;

  // ── programs ──
  virtual void destroy(state::Executable& executable) = 0;

  // ── verbs ──
  virtual void draw(const DrawCall& call) = 0;
  virtual void drawMany(std::span<const DrawCall> calls) = 0;   // same mode and index size
  virtual void drawIndirect(uint32_t mode, uint32_t indexSizeBytes, state::Buffer& commands, uint64_t offsetBytes, uint32_t drawCount, uint32_t strideBytes) = 0;
  virtual void clear(uint32_t mask) = 0;                        // glClear bits
  // kind as in the pipe: 1 float, 2 int, 3 uint color of draw buffer i; 4 depth, 5 stencil, 6 both.
  virtual void clearBuffer(uint32_t kind, int32_t drawBuffer, const uint32_t color[4], float depth, int32_t stencil) = 0;
  virtual void blit(int32_t sx0, int32_t sy0, int32_t sx1, int32_t sy1, int32_t dx0, int32_t dy0, int32_t dx1, int32_t dy1, uint32_t mask, uint32_t filter) = 0;
  virtual void readPixels(int32_t x, int32_t y, uint32_t width, uint32_t height, const PixelMemory& memory, const PixelPlace& destination) = 0;
  virtual void flush() = 0;
  virtual void finish() = 0;

  // ── queries and fences ──
  virtual void queryBegin(state::Query& query, uint32_t target, uint32_t index) = 0;
  virtual void queryEnd(state::Query& query, uint32_t target, uint32_t index) = 0;  // GL_TIMESTAMP: glQueryCounter
  virtual bool queryAvailable(state::Query& query) = 0;       // polls; publishes; escalates now and then
  virtual uint64_t queryResult(state::Query& query) = 0;      // waits
  virtual void destroy(state::Query& query) = 0;
  virtual uint64_t timestampNow() = 0;
  virtual void fenceCreate(state::Sync& sync) = 0;
  virtual WaitResult fenceWait(state::Sync& sync, uint64_t timeoutNs) = 0;   // 0 polls
  virtual void fenceWaitServer(state::Sync& sync) = 0;
  virtual void destroy(state::Sync& sync) = 0;

  // ── transform feedback ──
  virtual void xfbBegin(state::Xfb& xfb) = 0;
  virtual void xfbPause(state::Xfb& xfb, bool resume) = 0;
  virtual void xfbEnd(state::Xfb& xfb) = 0;

  // ── surfaces (winsys). `surface` numbers are minted by the tracker's screen. ──
  struct Window {
    uint32_t kind = 0;             // 0 none, 1 X11
    uint64_t id = 0;
    uint32_t visual = 0, depth = 0;
    std::string display;
  };
  virtual state::TrackerSlot surfaceCreate(const Window& window) = 0;
  virtual void surfaceDestroy(state::TrackerSlot surface) = 0;
  // Copies color[0] of the framebuffer to the window. False: the window is lost.
  virtual bool present(state::TrackerSlot surface, state::Framebuffer& framebuffer, uint32_t width, uint32_t height, int32_t interval) = 0;

  // glGetError and friends: hear what came back. Never waits.
  virtual void drain() = 0;
  // For `mobilegl` statistics and tests.
  virtual uint64_t roundTrips() const = 0;
};

}  // namespace tracker
