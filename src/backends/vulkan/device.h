// SPDX-License-Identifier: Apache-2.0
// The Vulkan device: instance, the chosen physical device, what it can do, one graphics queue.
//
// What a device can do is asked by value (features, extensions, limits), never by the names of drivers.
// MOBILEGL_VULKAN_HIDE names extensions and features to treat as absent, which puts the fallbacks in their place.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/vulkan/vk.h"
#include "base/result.h"

namespace vulkan {

// Optional parts of Vulkan that the back end uses; each has a fallback unless the text says otherwise.
struct Has {
  bool dynamicRendering = false;
  bool extendedDynamicState = false;   // cull, front face, topology, depth, stencil, strides as dynamic state
  bool extendedDynamicState2 = false;  // restart, rasterizer discard, depth bias enable
  bool dynamicBlend = false;           // blending and write masks as dynamic state
  bool multiDraw = false;              // many draws as one command
  bool customBorderColor = false;
  bool borderNeedsMapping = false;     // a sampler with a border must know the views it is used with
  bool lastVertexProvoking = false;
  bool depthClipControl = false;       // clip space z from -1 to 1
  bool depthClipEnable = false;
  bool indexUint8 = false;
  bool transformFeedback = false, transformFeedbackDraw = false, transformFeedbackQueries = false;
  bool listRestart = false;
  bool instanceDivisor = false, zeroDivisor = false;
  bool drawParameters = false;
  bool bresenhamLines = false, mirrorClamp = false;
  bool swapchain = false;
  bool primitivesGenerated = false;
};

class Device {
 public:
  // The best device that has what the back end cannot do without. Fails with one sentence.
  static base::Result<std::unique_ptr<Device>> open();
  ~Device();
  Device(const Device&) = delete;

  VolkDeviceTable vk{};
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice handle = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t queueFamily = 0;
  uint32_t timestampBits = 0;
  VkPhysicalDeviceProperties properties{};
  VkPhysicalDeviceMemoryProperties memory{};
  VkPhysicalDeviceFeatures features{};
  VkPhysicalDeviceTransformFeedbackPropertiesEXT xfbLimits{};
  VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT divisorLimits{};
  uint32_t customBorderLimit = 0;  // samplers with border colors of their own
  std::string driverVersion;
  Has has;

  // Those that are switched on.
  const std::vector<const char*>& extensions() const { return mExtensions; }
  VkFormatProperties formatProperties(VkFormat format) const;
  // Complaints of the validation layers since the last call, if they are on.
  uint32_t takeValidationErrors();

 private:
  Device() = default;
  base::Status createInstance();
  base::Status choosePhysical();
  base::Status createDevice();
  bool wants(const std::vector<VkExtensionProperties>& offered, const char* name);

  static VKAPI_ATTR VkBool32 VKAPI_CALL complain(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                                 const VkDebugUtilsMessengerCallbackDataEXT* data, void* user);

  std::vector<const char*> mExtensions;
  VkDebugUtilsMessengerEXT mMessenger = VK_NULL_HANDLE;
  uint32_t mValidationErrors = 0;
  bool mValidated = false, mSurfaces = false;
};

}  // namespace vulkan
