// SPDX-License-Identifier: Apache-2.0
#include "backends/vulkan/caps.h"

#include <algorithm>
#include <bit>

#include "backends/vulkan/objects.h"

namespace vulkan {
namespace {

void probeLimits(const Device& device, pipe::Limits& l) {
  const VkPhysicalDeviceLimits& v = device.properties.limits;
  const VkPhysicalDeviceFeatures& f = device.features;
  const auto samples = [](VkSampleCountFlags counts) { return std::bit_floor(counts & 0x3Fu); };
  l.maxTextureSize = std::min(v.maxImageDimension2D, 1u << (kMaxLevels - 1));
  l.max3dTextureSize = std::min(v.maxImageDimension3D, 1u << (kMaxLevels - 1));
  l.maxCubeMapSize = std::min(v.maxImageDimensionCube, 1u << (kMaxLevels - 1));
  l.maxRectangleSize = l.maxTextureSize;
  l.maxArrayLayers = v.maxImageArrayLayers;
  l.maxRenderbufferSize = std::min(v.maxFramebufferWidth, l.maxTextureSize);
  l.maxTextureBufferTexels = v.maxTexelBufferElements;
  l.maxViewportWidth = v.maxViewportDimensions[0];
  l.maxViewportHeight = v.maxViewportDimensions[1];
  l.maxViewports = 1;
  l.maxSamples = samples(v.framebufferColorSampleCounts & v.framebufferDepthSampleCounts);
  l.maxColorSamples = samples(v.sampledImageColorSampleCounts);
  l.maxDepthSamples = samples(v.sampledImageDepthSampleCounts);
  l.maxIntegerSamples = samples(v.sampledImageIntegerSampleCounts);
  l.maxVertexAttribs = std::min(v.maxVertexInputAttributes, kMaxAttributes);
  l.maxVertexBindings = std::min(v.maxVertexInputBindings, kMaxAttributes);
  l.maxVertexStrideBytes = v.maxVertexInputBindingStride;
  l.maxRelativeOffsetBytes = std::min(v.maxVertexInputAttributeOffset, 65535u);
  l.maxDrawBuffers = l.maxColorAttachments = std::min(v.maxColorAttachments, kMaxColor);
  l.maxDualSourceDrawBuffers = f.dualSrcBlend ? v.maxFragmentDualSrcAttachments : 0;
  l.maxSamplersPerStage = std::min({v.maxPerStageDescriptorSamplers, v.maxPerStageDescriptorSampledImages, 32u});
  l.maxCombinedSamplers = std::min({v.maxDescriptorSetSamplers, v.maxDescriptorSetSampledImages, 96u});
  // Each stage has its default block besides.
  l.maxUniformBuffersPerStage = std::min(v.maxPerStageDescriptorUniformBuffers - 1, 16u);
  l.maxCombinedUniformBuffers = std::min(v.maxDescriptorSetUniformBuffers - kStages, 84u);
  l.maxUniformBufferBytes = std::min<uint32_t>(v.maxUniformBufferRange, 65536);
  l.uniformBufferAlignmentBytes = static_cast<uint32_t>(v.minUniformBufferOffsetAlignment);
  l.maxStorageBuffersPerStage = std::min(v.maxPerStageDescriptorStorageBuffers, 16u);
  l.maxStorageBufferBytes = std::min(v.maxStorageBufferRange, 0x7FFFFFFFu);
  l.storageBufferAlignmentBytes = static_cast<uint32_t>(v.minStorageBufferOffsetAlignment);
  l.maxImagesPerStage = 0;  // images of shaders come with a later version of GL
  l.maxVaryingComponents = std::min({v.maxVertexOutputComponents, v.maxFragmentInputComponents, 128u}) - 4;
  l.maxGeometryOutputVertices = f.geometryShader ? v.maxGeometryOutputVertices : 0;
  l.maxGeometryTotalComponents = f.geometryShader ? v.maxGeometryTotalOutputComponents : 0;
  l.maxClipDistances = f.shaderClipDistance ? std::min(v.maxClipDistances, 8u) : 0;
  if (device.has.transformFeedback) {
    l.maxStreamOutputBuffers = std::min(device.xfbLimits.maxTransformFeedbackBuffers, 4u);
    l.maxStreamOutputSeparateComponents = 4;
    l.maxStreamOutputInterleavedComponents = std::min(device.xfbLimits.maxTransformFeedbackBufferDataStride / 4, 64u);
  }
  l.maxElementsIndices = l.maxElementsVertices = 1u << 20;
  l.minTexelOffset = v.minTexelOffset;
  l.maxTexelOffset = static_cast<int32_t>(std::min(v.maxTexelOffset, 0x7FFFu));
  l.subPixelBits = v.subPixelPrecisionBits;
  l.timestampBits = device.timestampBits;
  l.maxAnisotropy = f.samplerAnisotropy ? v.maxSamplerAnisotropy : 1.0f;
  l.maxLodBias = v.maxSamplerLodBias;
  l.minPointSize = f.largePoints ? v.pointSizeRange[0] : 1.0f;
  l.maxPointSize = f.largePoints ? v.pointSizeRange[1] : 1.0f;
  l.pointSizeGranularity = v.pointSizeGranularity;
  l.minLineWidth = f.wideLines ? v.lineWidthRange[0] : 1.0f;
  l.maxLineWidth = f.wideLines ? v.lineWidthRange[1] : 1.0f;
  l.lineWidthGranularity = v.lineWidthGranularity;
}

void probeFeatures(const Device& device, pipe::Caps& caps) {
  constexpr uint8_t kAbsent = 0, kEmulated = 1, kNative = 2;
  const auto native = [](bool offered) { return offered ? kNative : kAbsent; };
  const VkPhysicalDeviceFeatures& v = device.features;
  pipe::Features& f = caps.features;
  f.geometryShader = native(v.geometryShader);
  f.tessellationShader = kAbsent;
  f.computeShader = kAbsent;
  f.textureBuffer = kNative;
  f.cubeMapArray = native(v.imageCubeArray);
  f.timerQuery = native(device.timestampBits != 0);
  f.exactOcclusion = native(v.occlusionQueryPrecise);
  f.dualSourceBlend = native(v.dualSrcBlend);
  f.logicOp = native(v.logicOp);
  f.polygonMode = v.fillModeNonSolid ? kNative : kEmulated;
  f.depthClamp = native(v.depthClamp);
  f.clipDistance = native(v.shaderClipDistance);
  f.baseInstance = native(device.has.drawParameters);
  f.textureBorderClamp = native(device.has.customBorderColor);  // without, the border is one of three colors
  f.samplerAnisotropy = native(v.samplerAnisotropy);
  f.lastVertexProvoking = native(device.has.lastVertexProvoking);
  f.rg16Textures = kNative;
  const auto sampled = [&](formats::Format format) {
    return native(caps.formats[static_cast<size_t>(format)].sampled != 0);
  };
  f.s3tc = sampled(formats::Format::DXT5_RGBA);
  f.rgtc = f.bptc = native(v.textureCompressionBC);
  f.etc2 = native(v.textureCompressionETC2);
  f.persistentMap = kAbsent;
  f.streamOutput = f.streamOutputPause = native(device.has.transformFeedback);
  f.indexedBlend = native(v.independentBlend);
  f.sampleShading = native(v.sampleRateShading);
  f.textureMultisample = kNative;
  f.framebufferSrgbControl = kNative;
  f.noperspective = kNative;
  f.textureView = kAbsent;
  f.copyImage = kNative;
  f.storageBuffer = native(caps.limits.maxStorageBuffersPerStage > 0);
  f.imageLoadStore = kAbsent;
  f.robustness = native(v.robustBufferAccess);
}

}  // namespace

void probeCaps(const Device& device, const FormatTable& formats, pipe::Caps& caps) {
  caps.backend = "vulkan";
  caps.driver = device.properties.deviceName;
  caps.version = device.driverVersion;
  caps.formats.resize(formats::kFormatCount);
  for (uint32_t i = 1; i < formats::kFormatCount; ++i)
    caps.formats[i] = formats.capsOf(device, static_cast<formats::Format>(i));
  probeLimits(device, caps.limits);
  probeFeatures(device, caps);
}

}  // namespace vulkan
