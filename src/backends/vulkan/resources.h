// SPDX-License-Identifier: Apache-2.0
// Driver objects with memory: stores of buffers, images with their views. Each has an id that never comes back, since
// drivers reuse handles at once; whatever remembers an object remembers the id.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "backends/vulkan/memory.h"
#include "backends/vulkan/sync_state.h"

namespace vulkan {

// When commands of a batch last named the object; 0 = never. Main: in the batch's main command buffer.
struct UseSerials {
  uint64_t last = 0, lastMain = 0;
};

// Which bytes the commands of the last batches name. Older batches share an entry: never too little is remembered.
class SpanLog {
 public:
  void note(uint64_t serial, uint64_t begin, uint64_t end) {
    Span& newest = mSpans[0];
    if (newest.serial != serial) {
      Span& oldest = mSpans.back();
      Span& older = mSpans[mSpans.size() - 2];
      if (oldest.serial) older = {older.serial, std::min(older.begin, oldest.begin), std::max(older.end, oldest.end)};
      for (size_t i = mSpans.size() - 1; i > 0; --i) mSpans[i] = mSpans[i - 1];
      newest = {serial, begin, end};
      return;
    }
    newest.begin = std::min(newest.begin, begin);
    newest.end = std::max(newest.end, end);
  }
  // Serial of the last batch that names any of these bytes; 0: none.
  uint64_t lastUse(uint64_t begin, uint64_t end) const {
    for (const Span& span : mSpans)
      if (span.serial && span.begin < end && begin < span.end) return span.serial;
    return 0;
  }

 private:
  struct Span {
    uint64_t serial = 0, begin = 0, end = 0;
  };
  std::array<Span, 6> mSpans{};  // the newest first
};

struct Store {
  VkBuffer buffer = VK_NULL_HANDLE;
  Allocation memory;
  uint64_t sizeBytes = 0, id = 0;
  bool ofBuffer = false;  // of the pipe, not of the back end's own
  UseSerials used;
  SpanLog spans;
  SyncState sync;
};

struct ViewKey {
  VkImageViewType type = VK_IMAGE_VIEW_TYPE_2D;
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkImageAspectFlags aspects = 0;
  uint32_t firstLevel = 0, levels = 1, firstLayer = 0, layers = 1;
  std::array<VkComponentSwizzle, 4> swizzle{};  // identity
  friend bool operator==(const ViewKey&, const ViewKey&) = default;
};

struct View {
  ViewKey key;
  VkImageView view = VK_NULL_HANDLE;
  uint64_t id = 0;
};

struct Image {
  VkImage image = VK_NULL_HANDLE;
  Allocation memory;
  uint64_t id = 0;
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkImageType type = VK_IMAGE_TYPE_2D;
  VkExtent3D extent{};
  uint32_t levels = 1, layers = 1;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
  VkImageUsageFlags usage = 0;
  UseSerials used;
  uint64_t barrierTicket = 0;  // of the last barrier that names it, see Recorder
  std::deque<View> views;  // others keep pointers to them

  struct Part {
    SyncState sync;
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
    friend bool operator==(const Part& a, const Part& b) {
      return a.layout == b.layout && a.sync.writeStages == b.sync.writeStages &&
             a.sync.writeAccess == b.sync.writeAccess && a.sync.readStages == b.sync.readStages &&
             a.sync.readAccess == b.sync.readAccess;
    }
  };
  // One for all, or one for each level and layer (level-major) once they differ.
  std::vector<Part> parts{Part{}};

  VkExtent3D extentOf(uint32_t level) const {
    const auto half = [level](uint32_t size) { return size >> level ? size >> level : 1u; };
    return {half(extent.width), half(extent.height), half(extent.depth)};
  }
};

struct Range {
  uint32_t firstLevel = 0, levels = 1, firstLayer = 0, layers = 1;
};
inline Range wholeOf(const Image& image) { return {0, image.levels, 0, image.layers}; }

}  // namespace vulkan
