// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/pipeline_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace vulkan {
namespace {

class PipelineCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = Device::open();
    ASSERT_TRUE(opened) << opened.error().text;
    device = std::move(*opened);
    char pattern[] = "/tmp/mobilegl-cache-XXXXXX";
    ASSERT_TRUE(::mkdtemp(pattern));
    folder = pattern;
    path = folder + "/deeper/vulkan.bin";
    // A compute pipeline is the least that fills a cache.
    const uint32_t words[] = {0x07230203, 0x00010000, 0, 6, 0, 0x00020011, 1, 0x0003000E, 0, 1, 0x0005000F, 5, 4, 0x6E69616D, 0,
                              0x00060010, 4, 17, 1, 1, 1, 0x00020013, 2, 0x00030021, 3, 2, 0x00050036, 2, 4, 0, 3,
                              0x000200F8, 5, 0x000100FD, 0x00010038};
    const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0, sizeof words, words};
    ASSERT_EQ(device->vk.vkCreateShaderModule(device->handle, &info, nullptr, &module), VK_SUCCESS);
    const VkPipelineLayoutCreateInfo none{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 0, nullptr, 0, nullptr};
    device->vk.vkCreatePipelineLayout(device->handle, &none, nullptr, &layout);
  }
  void TearDown() override {
    device->vk.vkDestroyPipelineLayout(device->handle, layout, nullptr);
    device->vk.vkDestroyShaderModule(device->handle, module, nullptr);
    ::unlink(path.c_str());
    ::rmdir((folder + "/deeper").c_str());
    ::rmdir(folder.c_str());
  }
  size_t sizeOf(VkPipelineCache cache) {
    size_t size = 0;
    device->vk.vkGetPipelineCacheData(device->handle, cache, &size, nullptr);
    return size;
  }
  // Opens the file, and says how much the driver took from it.
  size_t taken() {
    const VkPipelineCache cache = openPipelineCache(*device, path);
    const size_t size = sizeOf(cache);
    device->vk.vkDestroyPipelineCache(device->handle, cache, nullptr);
    return size;
  }
  void fill() {
    const VkPipelineCache cache = openPipelineCache(*device, path);
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, VK_SHADER_STAGE_COMPUTE_BIT, module, "main", nullptr};
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    ASSERT_EQ(device->vk.vkCreateComputePipelines(device->handle, cache, 1, &info, nullptr, &pipeline), VK_SUCCESS);
    device->vk.vkDestroyPipeline(device->handle, pipeline, nullptr);
    savePipelineCache(*device, cache, path);
    device->vk.vkDestroyPipelineCache(device->handle, cache, nullptr);
  }
  bool there() const { return ::access(path.c_str(), R_OK) == 0; }

  std::unique_ptr<Device> device;
  std::string folder, path;
  VkShaderModule module = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
};

// No file, a file of something else, a cut one and one with a flipped bit: an empty cache each time, never an error.
TEST_F(PipelineCacheTest, DamagedFilesAreIgnored) {
  const size_t empty = taken();
  fill();
  if (!there()) GTEST_SKIP() << "this driver's pipeline cache keeps nothing";
  const size_t full = taken();
  EXPECT_GE(full, empty);
  std::ifstream in(path, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  const auto with = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    return taken();
  };
  EXPECT_EQ(with(good), full);
  EXPECT_EQ(with(""), empty);
  EXPECT_EQ(with("no cache at all"), empty);
  EXPECT_EQ(with(good.substr(0, good.size() - 1)), empty);
  EXPECT_EQ(with(good + "x"), empty);
  std::string flipped = good;
  flipped[flipped.size() / 2] ^= 1;
  EXPECT_EQ(with(flipped), empty);
}

// The name of the file has the driver's build in it.
TEST_F(PipelineCacheTest, PathNamesTheDriver) {
  ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const std::string name = pipelineCachePath(*device);
  EXPECT_TRUE(name.starts_with(folder + "/mobilegl/vulkan-")) << name;
  EXPECT_TRUE(name.ends_with(".bin"));
}

}  // namespace
}  // namespace vulkan
