// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "base/log.h"
#include "base/settings.gen.h"

namespace vulkan {
namespace {

bool strict() {
  const char* text = std::getenv("MOBILEGL_IPC_STRICT_ERRORS");
  return text && std::strcmp(text, "1") == 0;
}

std::string versionText(uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version)) + "." +
         std::to_string(VK_API_VERSION_PATCH(version));
}

template <class T>
bool named(const std::vector<T>& list, const char* name) {
  return std::any_of(list.begin(), list.end(), [&](const T& item) {
    if constexpr (requires { item.layerName; })
      return std::strcmp(item.layerName, name) == 0;
    else
      return std::strcmp(item.extensionName, name) == 0;
  });
}

std::vector<VkExtensionProperties> instanceExtensions() {
  uint32_t count = 0;
  vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> list(count);
  vkEnumerateInstanceExtensionProperties(nullptr, &count, list.data());
  return list;
}

bool hasLayer(const char* name) {
  uint32_t count = 0;
  vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> list(count);
  vkEnumerateInstanceLayerProperties(&count, list.data());
  return named(list, name);
}

// Whether a blank-separated list holds the name.
bool listed(const std::string& list, const char* name) {
  const size_t length = std::strlen(name);
  for (size_t at = list.find(name); at != std::string::npos; at = list.find(name, at + 1))
    if ((at == 0 || list[at - 1] == ' ') && (at + length == list.size() || list[at + length] == ' ')) return true;
  return false;
}

int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 4;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 3;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return 1;
    default: return 0;
  }
}

int graphicsFamily(VkPhysicalDevice physical, uint32_t& timestampBits) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  for (uint32_t i = 0; i < count; ++i) {
    if (!(families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT)) continue;
    timestampBits = families[i].timestampValidBits;
    return static_cast<int>(i);
  }
  return -1;
}

// Features that a device may lack, so that MOBILEGL_VULKAN_HIDE can take them away.
struct NamedFeature {
  const char* name;
  VkBool32 VkPhysicalDeviceFeatures::*value;
};
constexpr NamedFeature kFeatures[] = {
    {"geometryShader", &VkPhysicalDeviceFeatures::geometryShader},
    {"dualSrcBlend", &VkPhysicalDeviceFeatures::dualSrcBlend},
    {"logicOp", &VkPhysicalDeviceFeatures::logicOp},
    {"fillModeNonSolid", &VkPhysicalDeviceFeatures::fillModeNonSolid},
    {"wideLines", &VkPhysicalDeviceFeatures::wideLines},
    {"largePoints", &VkPhysicalDeviceFeatures::largePoints},
    {"depthClamp", &VkPhysicalDeviceFeatures::depthClamp},
    {"alphaToOne", &VkPhysicalDeviceFeatures::alphaToOne},
    {"imageCubeArray", &VkPhysicalDeviceFeatures::imageCubeArray},
    {"sampleRateShading", &VkPhysicalDeviceFeatures::sampleRateShading},
    {"samplerAnisotropy", &VkPhysicalDeviceFeatures::samplerAnisotropy},
    {"shaderClipDistance", &VkPhysicalDeviceFeatures::shaderClipDistance},
    {"occlusionQueryPrecise", &VkPhysicalDeviceFeatures::occlusionQueryPrecise},
    {"pipelineStatisticsQuery", &VkPhysicalDeviceFeatures::pipelineStatisticsQuery},
    {"robustBufferAccess", &VkPhysicalDeviceFeatures::robustBufferAccess},
};

// Appends a structure to a pNext chain.
struct Chain {
  void** end;
  template <class T>
  void add(T& item) {
    *end = &item;
    end = const_cast<void**>(reinterpret_cast<const void* const*>(&item.pNext));
  }
};

}  // namespace

VkBool32 Device::complain(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT,
                          const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  // A shader of GL's may write to a target that is not there, or of another kind: then the write mask is 0.
  if (data->pMessageIdName && (std::strstr(data->pMessageIdName, "Shader-InterfaceTypeMismatch") ||
                               std::strstr(data->pMessageIdName, "Shader-OutputNotConsumed")))
    return VK_FALSE;
  if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) ++static_cast<Device*>(user)->mValidationErrors;
  base::logf(base::LogLevel::Error, "Vulkan validation: %s", data->pMessage);
  return VK_FALSE;
}

uint32_t Device::takeValidationErrors() { return std::exchange(mValidationErrors, 0); }

base::Status Device::createInstance() {
  static const VkResult loaded = volkInitialize();
  if (loaded != VK_SUCCESS) return base::Error{"No Vulkan loader (libvulkan.so.1) is installed."};
  const uint32_t version = volkGetInstanceVersion();
  if (version < VK_API_VERSION_1_1)
    return base::Error{"The Vulkan loader offers version " + versionText(version) + "; 1.1 is the least."};
  const auto offered = instanceExtensions();
  std::vector<const char*> extensions, layers;
  if (named(offered, VK_KHR_SURFACE_EXTENSION_NAME) && named(offered, VK_KHR_XCB_SURFACE_EXTENSION_NAME)) {
    extensions = {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_XCB_SURFACE_EXTENSION_NAME};
    mSurfaces = true;
  }
  mValidated = strict() && hasLayer("VK_LAYER_KHRONOS_validation");
  if (strict())
    base::logf(mValidated ? base::LogLevel::Info : base::LogLevel::Warning, "Vulkan's validation layers are %s.",
               mValidated ? "on" : "not installed (VK_LAYER_KHRONOS_validation), so they check nothing");
  if (mValidated) {
    layers.push_back("VK_LAYER_KHRONOS_validation");
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  }
  VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pNext = nullptr,
                                .pApplicationName = "MobileGL", .applicationVersion = 1, .pEngineName = "MobileGL",
                                .engineVersion = 1, .apiVersion = std::min(version, uint32_t{VK_API_VERSION_1_3})};
  const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT validation{.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT, .pNext = nullptr,
                                     .enabledValidationFeatureCount = 1,
                                     .pEnabledValidationFeatures = &synchronization,
                                     .disabledValidationFeatureCount = 0, .pDisabledValidationFeatures = nullptr};
  VkInstanceCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  create.pNext = mValidated ? &validation : nullptr;
  create.pApplicationInfo = &application;
  create.enabledLayerCount = static_cast<uint32_t>(layers.size());
  create.ppEnabledLayerNames = layers.data();
  create.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  create.ppEnabledExtensionNames = extensions.data();
  if (const VkResult result = vkCreateInstance(&create, nullptr, &instance); result != VK_SUCCESS)
    return base::Error{"vkCreateInstance failed with " + std::to_string(result) + "."};
  volkLoadInstanceOnly(instance);
  if (mValidated) {
    VkDebugUtilsMessengerCreateInfoEXT messenger{};
    messenger.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    messenger.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messenger.pfnUserCallback = complain;
    messenger.pUserData = this;
    vkCreateDebugUtilsMessengerEXT(instance, &messenger, nullptr, &mMessenger);
  }
  return base::Ok{};
}

base::Status Device::choosePhysical() {
  uint32_t count = 0;
  vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  vkEnumeratePhysicalDevices(instance, &count, devices.data());
  int best = -1;
  for (VkPhysicalDevice candidate : devices) {
    VkPhysicalDeviceProperties found{};
    vkGetPhysicalDeviceProperties(candidate, &found);
    uint32_t bits = 0;
    const int family = graphicsFamily(candidate, bits);
    if (family < 0 || found.apiVersion < VK_API_VERSION_1_1 || rank(found.deviceType) <= best) continue;
    best = rank(found.deviceType);
    physical = candidate;
    properties = found;
    queueFamily = static_cast<uint32_t>(family);
    timestampBits = bits;
  }
  if (!physical)
    return base::Error{"None of " + std::to_string(count) + " Vulkan devices has a graphics queue and Vulkan 1.1."};
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  return base::Ok{};
}

bool Device::wants(const std::vector<VkExtensionProperties>& offered, const char* name) {
  if (!named(offered, name) || listed(base::settings().vulkanHide, name)) return false;
  mExtensions.push_back(name);
  return true;
}

base::Status Device::createDevice() {
  uint32_t count = 0;
  vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> offered(count);
  vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, offered.data());

  VkPhysicalDeviceFeatures2 found{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = nullptr, .features = {}};
  Chain chain{&found.pNext};
  VkPhysicalDeviceShaderDrawParametersFeatures drawParameters{};
  drawParameters.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES;
  chain.add(drawParameters);
  const auto feature = [&](auto& structure, VkStructureType type, const char* extension) {
    structure = {};
    structure.sType = type;
    const bool offers = wants(offered, extension);
    if (offers) chain.add(structure);
    return offers;
  };
  VkPhysicalDeviceDynamicRenderingFeatures rendering;
  VkPhysicalDeviceExtendedDynamicStateFeaturesEXT dynamic1;
  VkPhysicalDeviceExtendedDynamicState2FeaturesEXT dynamic2;
  VkPhysicalDeviceExtendedDynamicState3FeaturesEXT dynamic3;
  VkPhysicalDeviceMultiDrawFeaturesEXT multiDraw;
  VkPhysicalDeviceCustomBorderColorFeaturesEXT border;
  VkPhysicalDeviceBorderColorSwizzleFeaturesEXT borderSwizzle{};
  VkPhysicalDeviceProvokingVertexFeaturesEXT provoking;
  VkPhysicalDeviceDepthClipControlFeaturesEXT clipControl;
  VkPhysicalDeviceDepthClipEnableFeaturesEXT clipEnable;
  VkPhysicalDeviceIndexTypeUint8FeaturesEXT uint8;
  VkPhysicalDeviceTransformFeedbackFeaturesEXT xfb;
  VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT restart;
  VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor;
  VkPhysicalDeviceLineRasterizationFeaturesEXT lines;
  VkPhysicalDevicePrimitivesGeneratedQueryFeaturesEXT generated;
  const bool hasRendering = feature(rendering, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES,
                                    VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME);
  feature(dynamic1, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_FEATURES_EXT,
          VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME);
  feature(dynamic2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT,
          VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME);
  feature(dynamic3, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT,
          VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME);
  feature(multiDraw, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT, VK_EXT_MULTI_DRAW_EXTENSION_NAME);
  const bool hasBorder = feature(border, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT,
                                 VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME);
  if (hasBorder)
    feature(borderSwizzle, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BORDER_COLOR_SWIZZLE_FEATURES_EXT,
            VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME);
  feature(provoking, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT,
          VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME);
  feature(clipControl, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_CONTROL_FEATURES_EXT,
          VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME);
  feature(clipEnable, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT,
          VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME);
  feature(uint8, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT,
          VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME);
  feature(xfb, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT,
          VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME);
  feature(restart, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT,
          VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME);
  feature(divisor, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT,
          VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME);
  feature(lines, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT,
          VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME);
  feature(generated, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVES_GENERATED_QUERY_FEATURES_EXT,
          VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME);
  vkGetPhysicalDeviceFeatures2(physical, &found);
  // What dynamic rendering stands on before Vulkan 1.2.
  if (hasRendering && properties.apiVersion < VK_API_VERSION_1_2) {
    wants(offered, VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME);
    wants(offered, VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME);
  }
  has.dynamicRendering = hasRendering && rendering.dynamicRendering;
  has.extendedDynamicState = dynamic1.extendedDynamicState;
  has.extendedDynamicState2 = dynamic2.extendedDynamicState2;
  has.dynamicBlend = dynamic3.extendedDynamicState3ColorBlendEnable && dynamic3.extendedDynamicState3ColorBlendEquation &&
                     dynamic3.extendedDynamicState3ColorWriteMask;
  has.multiDraw = multiDraw.multiDraw;
  has.customBorderColor = border.customBorderColors && border.customBorderColorWithoutFormat;
  has.borderNeedsMapping = borderSwizzle.borderColorSwizzle && !borderSwizzle.borderColorSwizzleFromImage;
  has.lastVertexProvoking = provoking.provokingVertexLast;
  has.depthClipControl = clipControl.depthClipControl;
  has.depthClipEnable = clipEnable.depthClipEnable;
  has.indexUint8 = uint8.indexTypeUint8;
  has.transformFeedback = xfb.transformFeedback;
  has.listRestart = restart.primitiveTopologyListRestart;
  has.instanceDivisor = divisor.vertexAttributeInstanceRateDivisor;
  has.zeroDivisor = divisor.vertexAttributeInstanceRateZeroDivisor;
  has.drawParameters = drawParameters.shaderDrawParameters;
  has.bresenhamLines = lines.bresenhamLines;
  has.primitivesGenerated = generated.primitivesGeneratedQuery;
  has.mirrorClamp = wants(offered, VK_KHR_SAMPLER_MIRROR_CLAMP_TO_EDGE_EXTENSION_NAME);
  has.swapchain = mSurfaces && wants(offered, VK_KHR_SWAPCHAIN_EXTENSION_NAME);
  // Pipelines without bounds checks are the application's own wish in Vulkan; GL must survive any index.
  for (const NamedFeature& feature : kFeatures)
    if (listed(base::settings().vulkanHide, feature.name)) found.features.*feature.value = VK_FALSE;
  features = found.features;

  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceProperties2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = nullptr, .properties = {}};
  Chain limits{&all.pNext};
  xfbLimits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT;
  if (has.transformFeedback) limits.add(xfbLimits);
  divisorLimits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT;
  if (has.instanceDivisor) limits.add(divisorLimits);
  VkPhysicalDeviceCustomBorderColorPropertiesEXT borderLimits{};
  borderLimits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_PROPERTIES_EXT;
  if (has.customBorderColor) limits.add(borderLimits);
  if (properties.apiVersion >= VK_API_VERSION_1_2) limits.add(driver);
  vkGetPhysicalDeviceProperties2(physical, &all);
  customBorderLimit = borderLimits.maxCustomBorderColorSamplers;
  has.transformFeedbackDraw = has.transformFeedback && xfbLimits.transformFeedbackDraw;
  has.transformFeedbackQueries = has.transformFeedback && xfbLimits.transformFeedbackQueries;
  driverVersion = "Vulkan " + versionText(properties.apiVersion);
  if (*driver.driverInfo) driverVersion += std::string(", ") + driver.driverInfo;

  // Everything found is asked for, but not what only slows rendering down.
  found.features.sparseBinding = VK_FALSE;
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queues{};
  queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queues.queueFamilyIndex = queueFamily;
  queues.queueCount = 1;
  queues.pQueuePriorities = &priority;
  VkDeviceCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  create.pNext = &found;
  create.queueCreateInfoCount = 1;
  create.pQueueCreateInfos = &queues;
  create.enabledExtensionCount = static_cast<uint32_t>(mExtensions.size());
  create.ppEnabledExtensionNames = mExtensions.data();
  if (const VkResult result = vkCreateDevice(physical, &create, nullptr, &handle); result != VK_SUCCESS)
    return base::Error{std::string("vkCreateDevice of ") + properties.deviceName + " failed with " +
                       std::to_string(result) + "."};
  volkLoadDeviceTable(&vk, handle);
  vk.vkGetDeviceQueue(handle, queueFamily, 0, &queue);
  return base::Ok{};
}

base::Result<std::unique_ptr<Device>> Device::open() {
  std::unique_ptr<Device> device(new Device);
  for (const auto step : {&Device::createInstance, &Device::choosePhysical, &Device::createDevice})
    if (const base::Status status = (device.get()->*step)(); !status) return status.error();
  return device;
}

Device::~Device() {
  if (handle) vk.vkDestroyDevice(handle, nullptr);
  if (mMessenger) vkDestroyDebugUtilsMessengerEXT(instance, mMessenger, nullptr);
  if (instance) vkDestroyInstance(instance, nullptr);
}

VkFormatProperties Device::formatProperties(VkFormat format) const {
  VkFormatProperties found{};
  if (format != VK_FORMAT_UNDEFINED) vkGetPhysicalDeviceFormatProperties(physical, format, &found);
  return found;
}

}  // namespace vulkan
