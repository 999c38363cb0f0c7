// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/shared.h"

#include <cstdlib>
#include <cstring>

#include "backends/vulkan/caps.h"
#include "backends/vulkan/internal_draws.h"
#include "backends/vulkan/pipeline_cache.h"

namespace vulkan {

namespace {

constexpr uint64_t kUploadChunkBytes = 4ull << 20, kConstantChunkBytes = 1ull << 20, kReadbackChunkBytes = 4ull << 20;

VkFormat plainFormat(Numeric numeric) {
  return numeric == Numeric::Int    ? VK_FORMAT_R8G8B8A8_SINT
         : numeric == Numeric::Uint ? VK_FORMAT_R8G8B8A8_UINT
                                    : VK_FORMAT_R8G8B8A8_UNORM;
}

}  // namespace

Shared::Shared(std::unique_ptr<Device> opened)
    : device(std::move(opened)), memory(*device), recorder(*device, memory), formats(*device),
      uploads(recorder, MemoryUse::Upload, kUploadChunkBytes, 0),
      constants(recorder, MemoryUse::Upload, kConstantChunkBytes, kMostConstantBytes),
      readback(recorder, MemoryUse::Readback, kReadbackChunkBytes, 0), sets(recorder), samplerCache(recorder) {
  recorder.atExit = &exitWait;
}

base::Status Shared::start() {
  if (!recorder.start()) return base::Error{"The Vulkan device has no memory for command buffers."};
  auto& vk = device->vk;
  const char* robust = std::getenv("MOBILEGL_ROBUST_INIT");
  zeroFills = robust && std::strcmp(robust, "1") == 0;
  cachePath = pipelineCachePath(*device);
  pipelineCache = openPipelineCache(*device, cachePath);
  VkSamplerCreateInfo sampler{};
  sampler.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  sampler.addressModeU = sampler.addressModeV = sampler.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  vk.vkCreateSampler(device->handle, &sampler, nullptr, &plainSampler);
  zeros = recorder.createStore(kMostConstantBytes, MemoryUse::Device);
  if (!zeros) return base::Error{"The Vulkan device has no memory for 65536 bytes."};
  recorder.use(*zeros, Where::Prologue, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
  vk.vkCmdFillBuffer(recorder.command(Where::Prologue), zeros->buffer, 0, VK_WHOLE_SIZE, 0);
  probeCaps(*device, formats, caps);
  internal = std::make_unique<InternalDraws>(*this);
  return base::Ok{};
}

VkDescriptorSetLayout Shared::constantsLayout(uint32_t stages) {
  VkDescriptorSetLayout& known = mConstantsLayouts[stages];
  if (known) return known;
  // Each block counts against the limit of its own stage alone.
  constexpr VkShaderStageFlags kBits[kStages] = {
      VK_SHADER_STAGE_VERTEX_BIT,   VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
      VK_SHADER_STAGE_GEOMETRY_BIT, VK_SHADER_STAGE_FRAGMENT_BIT,             VK_SHADER_STAGE_COMPUTE_BIT};
  VkDescriptorSetLayoutBinding bindings[kStages];
  uint32_t count = 0;
  for (uint32_t stage = 0; stage < kStages; ++stage)
    if (stages >> stage & 1)
      bindings[count++] = {stage, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, kBits[stage], nullptr};
  const VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, nullptr, 0, count, bindings};
  if (device->vk.vkCreateDescriptorSetLayout(device->handle, &info, nullptr, &known) != VK_SUCCESS) known = VK_NULL_HANDLE;
  return known;
}

Shared::~Shared() {
  recorder.atExit = nullptr;
  auto& vk = device->vk;
  if (recorder.recording() > 1 || recorder.lastWork()) recorder.wait(recorder.lastWork());
  internal.reset();
  savePipelineCache(*device, pipelineCache, cachePath);
  for (VkBufferView view : mEmptyTexels) vk.vkDestroyBufferView(device->handle, view, nullptr);
  for (auto& empty : mEmpty) recorder.park(std::move(*empty->image));
  recorder.park(zeros);
  vk.vkDestroySampler(device->handle, plainSampler, nullptr);
  for (const VkDescriptorSetLayout layout : mConstantsLayouts)
    vk.vkDestroyDescriptorSetLayout(device->handle, layout, nullptr);
  vk.vkDestroyPipelineCache(device->handle, pipelineCache, nullptr);
  buffers.forEach([&](Buffer& buffer) { recorder.park(buffer.store); });
  textures.forEach([&](Texture& texture) {
    recorder.park(VK_OBJECT_TYPE_BUFFER_VIEW, texture.bufferView, 0);
    texture.levels = {};
  });
  programs.forEach([&](Program& program) { parkProgram(*this, program); });
}

const Shared::Empty* Shared::empty(VkImageViewType type, Numeric numeric, bool multisample) {
  if (numeric == Numeric::None) numeric = Numeric::Float;
  for (const auto& known : mEmpty)
    if (known->type == type && known->numeric == numeric && known->multisample == multisample) return known.get();
  auto made = std::make_unique<Empty>(Empty{type, numeric, multisample, std::make_unique<Image>(), nullptr});
  Image& image = *made->image;
  image.format = plainFormat(numeric);
  image.type = type == VK_IMAGE_VIEW_TYPE_3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
  image.extent = {1, 1, 1};
  const bool cube = type == VK_IMAGE_VIEW_TYPE_CUBE || type == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
  image.layers = cube ? 6 : 1;
  image.samples = multisample ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
  image.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  if (multisample) image.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  if (!recorder.createImage(image, cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0)) return nullptr;
  recorder.use(image, Where::Prologue, wholeOf(image), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
               {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
  VkClearColorValue black{};
  if (numeric == Numeric::Float)
    black.float32[3] = 1.0f;
  else
    black.uint32[3] = 1;
  const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, image.layers};
  device->vk.vkCmdClearColorImage(recorder.command(Where::Prologue), image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                  &black, 1, &range);
  made->view = recorder.view(image, {.type = type, .format = image.format, .aspects = VK_IMAGE_ASPECT_COLOR_BIT,
                                     .firstLevel = 0, .levels = 1, .firstLayer = 0, .layers = image.layers,
                                     .swizzle = {}});
  return mEmpty.emplace_back(std::move(made)).get();
}

const View* Shared::emptyView(VkImageViewType type, Numeric numeric, bool multisample) {
  const Empty* found = empty(type, numeric, multisample);
  return found ? found->view : nullptr;
}

Image* Shared::emptyImage(VkImageViewType type, Numeric numeric, bool multisample) {
  const Empty* found = empty(type, numeric, multisample);
  return found ? found->image.get() : nullptr;
}

VkBufferView Shared::emptyTexels(Numeric numeric) {
  VkBufferView& view = mEmptyTexels[static_cast<size_t>(numeric)];
  if (view) return view;
  VkBufferViewCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
  info.buffer = zeros->buffer;
  info.format = plainFormat(numeric);
  info.range = 256;
  device->vk.vkCreateBufferView(device->handle, &info, nullptr, &view);
  return view;
}

}  // namespace vulkan
