// SPDX-License-Identifier: Apache-2.0
// The back end's objects: what stands behind each handle of the pipe.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/vulkan/format_table.h"
#include "backends/vulkan/lower_shader.h"
#include "backends/vulkan/pipeline_key.h"
#include "backends/vulkan/resources.h"
#include "backends/vulkan/sampler_cache.h"
#include "pipe/types.gen.h"

namespace vulkan {

struct Buffer {
  Store* store = nullptr;  // null: size 0, or refused
  uint64_t sizeBytes = 0;
  bool converted = false;  // draws read copies of its bytes, which writes make stale
};

inline constexpr uint32_t kMaxLevels = 16;

// Parks itself when the last level that lies in it lets go.
using ImageRef = std::shared_ptr<Image>;

// One level as the pipe defined it, and where it lies. Levels of a mutable texture may lie in different images until
// something needs them in one. width 0 = not defined.
struct Level {
  uint32_t width = 0, height = 0, depth = 0;  // depth counts layers of arrays and faces
  formats::Format asked = formats::Format::None;
  ImageRef image;
  uint32_t imageLevel = 0;
};

struct Texture {
  uint32_t glTarget = 0;
  VkImageViewType viewType = VK_IMAGE_VIEW_TYPE_2D;  // 1D and rectangle textures are 2D
  uint32_t samples = 0;                              // 0: not multisampled
  bool immutable = false, renderbuffer = false;
  std::array<Level, kMaxLevels> levels;
  pipe::TextureParams params{.baseLevel = 0, .maxLevel = 1000, .swizzle = {0x1903, 0x1904, 0x1905, 0x1906},
                             .depthStencilMode = 0x1902, .zero = 0};
  // Buffer textures:
  pipe::BufferHandle buffer;
  uint64_t bufferOffsetBytes = 0, bufferSizeBytes = 0;
  formats::Format bufferFormat = formats::Format::None;
  VkBufferView bufferView = VK_NULL_HANDLE;
  uint64_t bufferViewStore = 0, bufferViewId = 0, bufferViewUse = 0, bufferViewEnd = 0;

  bool is3d() const { return viewType == VK_IMAGE_VIEW_TYPE_3D; }
  bool isBuffer() const { return glTarget == 0x8C2A; }
  bool isCube() const {
    return viewType == VK_IMAGE_VIEW_TYPE_CUBE || viewType == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
  }
};

struct Sampler {
  pipe::SamplerState state;
  // What it is for textures of one format; mapping: of the view, where the device must know.
  struct Variant {
    formats::Format asked = formats::Format::None;
    bool stencil = false;
    std::array<VkComponentSwizzle, 4> mapping{};
    SamplerCache::Entry* entry = nullptr;  // it is one of its users
  };
  std::vector<Variant> variants;
};

// Bits of a variant's index: what of the pipeline's state is compiled in.
inline constexpr uint32_t kVariantPointSize = 1, kVariantPointCoord = 2, kVariantCapture = 4, kVariantUnclippedShift = 8;

struct Program {
  struct Stage {
    shader::Stage stage = shader::Stage::Vertex;
    std::vector<uint32_t> words;
  };
  // Modules with parts of the pipeline's state compiled in, and the pipelines made of them.
  struct Variant {
    bool usable = false;
    uint64_t id = 0;
    std::vector<std::pair<VkShaderStageFlagBits, VkShaderModule>> modules;
    std::unordered_map<PipelineKey, VkPipeline, PipelineKeyHash> pipelines;
  };
  struct DefaultBlock {
    std::vector<std::byte> bytes;
    uint64_t version = 1;
  };
  std::vector<Stage> stages;
  std::vector<XfbCapture> xfb;
  std::array<uint32_t, 4> xfbStrideBytes{};
  std::vector<Resource> resources;
  Interface interface;
  shader::Stage last = shader::Stage::Vertex;  // before the rasterizer
  bool compute = false, broken = false;
  VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  uint64_t id = 0, lastUse = 0;
  uint32_t slot = 0;  // of the pipe, for the log
  std::unordered_map<uint32_t, Variant> variants;
  VkPipeline computePipeline = VK_NULL_HANDLE;
  std::array<DefaultBlock, kStages> blocks;
  uint32_t constantStages = 0;  // bits of the stages that have one
  // Where the blocks of that version lie for draws of that batch.
  struct Placed {
    uint64_t version = 0, batch = 0, chunk = 0;
    VkDescriptorSet set = VK_NULL_HANDLE;
    std::array<uint32_t, kStages> offsets{};
    uint32_t offsetCount = 0;
  } placed;
  uint64_t blocksVersion = 1;  // moves with any block
};

struct Framebuffer {
  pipe::FramebufferDesc desc;
};

struct Pipeline {
  pipe::PipelineState state;
};

struct VertexElements {
  struct Item {
    pipe::VertexElement element;
    VkFormat format = VK_FORMAT_UNDEFINED;  // undefined: the device has none, converted on the CPU
    Numeric numeric = Numeric::Float;
    uint32_t alignmentBytes = 1, bytes = 4;
  };
  std::vector<Item> items;
};

struct Fence {
  uint64_t serial = 0;
};

}  // namespace vulkan
