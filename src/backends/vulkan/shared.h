// SPDX-License-Identifier: Apache-2.0
// Everything that the contexts of one back end share. Whoever records, or touches objects of the share group, holds the
// mutex: calls of the pipe are short, and their order under it is the order on the GPU.
#pragma once

#include <memory>
#include <mutex>

#include "backends/vulkan/descriptor_sets.h"
#include "backends/vulkan/objects.h"
#include "backends/vulkan/transient.h"
#include "backends/vulkan/window_output.h"
#include "backends/window/surfaces.h"
#include "base/slot_table.h"
#include "pipe/screen.h"

namespace vulkan {

class InternalDraws;

// Largest default block; also how far behind a piece of constants a descriptor may reach.
inline constexpr uint64_t kMostConstantBytes = 65536;

struct Shared {
  explicit Shared(std::unique_ptr<Device> opened);
  ~Shared();
  base::Status start();

  std::unique_ptr<Device> device;
  Memory memory;
  Recorder recorder;
  FormatTable formats;
  Transient uploads, constants, readback;
  DescriptorSets sets;
  SamplerCache samplerCache;
  pipe::Caps caps;
  VkPipelineCache pipelineCache = VK_NULL_HANDLE;
  bool zeroFills = false;  // MOBILEGL_ROBUST_INIT
  std::string cachePath;  // of the pipeline cache's file; empty: none
  // Set 0 of the programs whose default blocks are in these stages. Null: refused.
  VkDescriptorSetLayout constantsLayout(uint32_t stages);
  std::unique_ptr<InternalDraws> internal;

  std::mutex mutex;
  ExitWait exitWait{recorder, mutex};
  base::SlotTable<pipe::BufferKind, Buffer> buffers;
  base::SlotTable<pipe::TextureKind, Texture> textures;
  base::SlotTable<pipe::SamplerKind, Sampler> samplers;
  base::SlotTable<pipe::ProgramKind, Program> programs;
  base::SlotTable<pipe::FenceKind, Fence> fences;
  window::Surfaces<WindowOutput> surfaces;

  // Moves when any object that may be bound somewhere got other storage, other parameters, or died.
  uint64_t bindingEpoch = 1;

  // Stand-ins for what is not bound: zeros, and images that read (0, 0, 0, 1).
  Store* zeros = nullptr;
  const View* emptyView(VkImageViewType type, Numeric numeric, bool multisample);
  Image* emptyImage(VkImageViewType type, Numeric numeric, bool multisample);
  VkBufferView emptyTexels(Numeric numeric);
  VkSampler plainSampler = VK_NULL_HANDLE;

 private:
  struct Empty {
    VkImageViewType type;
    Numeric numeric;
    bool multisample;
    std::unique_ptr<Image> image;
    const View* view = nullptr;
  };
  const Empty* empty(VkImageViewType type, Numeric numeric, bool multisample);
  std::vector<std::unique_ptr<Empty>> mEmpty;
  std::array<VkDescriptorSetLayout, 1u << kStages> mConstantsLayouts{};
  std::array<VkBufferView, 4> mEmptyTexels{};
};

// Parks what the program holds.
void parkProgram(Shared& shared, Program& program);

}  // namespace vulkan
