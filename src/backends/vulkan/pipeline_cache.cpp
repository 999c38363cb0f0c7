// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/pipeline_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/settings.gen.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace vulkan {
namespace {

constexpr uint32_t kMagic = 0x31504C4D;  // "MLP1"
constexpr uint64_t kMostBytes = 256ull << 20;

struct FileHeader {
  uint32_t magic = kMagic, zero = 0;
  uint64_t sizeBytes = 0, hash = 0;
};

std::vector<char> readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  FileHeader header;
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header) || header.magic != kMagic ||
      header.sizeBytes > kMostBytes)
    return {};
  std::vector<char> bytes(header.sizeBytes);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || file.peek() != EOF) return {};
  return XXH3_64bits(bytes.data(), bytes.size()) == header.hash ? bytes : std::vector<char>{};
}

// Drivers should check this themselves; not all do.
bool madeBy(const Device& device, const std::vector<char>& bytes) {
  VkPipelineCacheHeaderVersionOne header{};
  if (bytes.size() < sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  const VkPhysicalDeviceProperties& own = device.properties;
  return header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && header.vendorID == own.vendorID &&
         header.deviceID == own.deviceID &&
         std::memcmp(header.pipelineCacheUUID, own.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

std::string cacheFolder() {
  const std::string& setting = base::settings().shaderCache;
  if (setting == "off") return "";
  if (!setting.empty()) return setting;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') return std::string(cache) + "/mobilegl";
  if (const char* home = std::getenv("HOME"); home && *home == '/') return std::string(home) + "/.cache/mobilegl";
  return "";
}

}  // namespace

std::string pipelineCachePath(const Device& device) {
  const std::string folder = cacheFolder();
  if (folder.empty()) return "";
  // One file a driver build: the UUID changes with it.
  char name[2 * VK_UUID_SIZE + 1];
  for (uint32_t i = 0; i < VK_UUID_SIZE; ++i)
    std::snprintf(name + size_t{2} * i, 3, "%02x", device.properties.pipelineCacheUUID[i]);
  return folder + "/vulkan-" + name + ".bin";
}

VkPipelineCache openPipelineCache(const Device& device, const std::string& path) {
  std::vector<char> bytes = path.empty() ? std::vector<char>{} : readFile(path);
  if (!madeBy(device, bytes)) bytes.clear();
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = bytes.size();
  info.pInitialData = bytes.data();
  VkPipelineCache cache = VK_NULL_HANDLE;
  device.vk.vkCreatePipelineCache(device.handle, &info, nullptr, &cache);
  return cache;
}

void savePipelineCache(const Device& device, VkPipelineCache cache, const std::string& path) {
  size_t size = 0;
  if (path.empty() || device.vk.vkGetPipelineCacheData(device.handle, cache, &size, nullptr) != VK_SUCCESS || !size) return;
  std::vector<char> bytes(size);
  if (device.vk.vkGetPipelineCacheData(device.handle, cache, &size, bytes.data()) != VK_SUCCESS) return;
  bytes.resize(size);
  // Without pipelines there is only the driver's header.
  if (size <= sizeof(VkPipelineCacheHeaderVersionOne) || size > kMostBytes || readFile(path) == bytes) return;
  const std::string folder = path.substr(0, path.rfind('/'));
  ::mkdir(folder.substr(0, folder.rfind('/')).c_str(), 0700);
  ::mkdir(folder.c_str(), 0700);
  const std::string beside = path + "." + std::to_string(::getpid());
  const FileHeader header{kMagic, 0, bytes.size(), XXH3_64bits(bytes.data(), bytes.size())};
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file || std::rename(beside.c_str(), path.c_str()) != 0) ::unlink(beside.c_str());
}

}  // namespace vulkan
