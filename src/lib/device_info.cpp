// SPDX-License-Identifier: Apache-2.0
#include "lib/device_info.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

#include "base/gl_enums.gen.h"
#include "base/log.h"
#include "base/settings.gen.h"
#include "gl/proc_table.gen.h"
#include "state/context.h"

namespace lib {
namespace {

constexpr int kNewestVersion = 33;         // what the front end implements
constexpr uint32_t kStagesWithBlocks = 3;  // vertex, geometry, fragment: each has a default block of its own

bool hasFeature(const pipe::Caps& caps, const char* name) {
  bool found = false;
  pipe::forEachFeature(caps.features, [&](const char* feature, const uint8_t& level) {
    if (std::strcmp(feature, name) == 0) found = level != 0;
  });
  return found;
}

bool hasBody(const char* command) {
  for (const gl::CommandInfo& info : gl::commands())
    if (std::strcmp(info.name, command) == 0) return *info.chapter != '\0';
  return false;
}

uint32_t less(uint32_t limit, uint32_t used) {
  return limit > used ? limit - used : 0;
}

void copyLimits(const pipe::Limits& limits, gl::DeviceInfo& info) {
  info.maxTextureSize = limits.maxTextureSize;
  info.max3dTextureSize = limits.max3dTextureSize;
  info.maxCubeMapSize = limits.maxCubeMapSize;
  info.maxRectangleSize = limits.maxRectangleSize;
  info.maxArrayLayers = limits.maxArrayLayers;
  info.maxRenderbufferSize = limits.maxRenderbufferSize;
  info.maxTextureBufferTexels = limits.maxTextureBufferTexels;
  info.maxViewportWidth = limits.maxViewportWidth;
  info.maxViewportHeight = limits.maxViewportHeight;
  info.maxViewports = std::clamp(limits.maxViewports, 1u, state::kMaxViewports);
  info.maxSamples = limits.maxSamples;
  info.maxColorSamples = limits.maxColorSamples;
  info.maxDepthSamples = limits.maxDepthSamples;
  info.maxIntegerSamples = limits.maxIntegerSamples;
  info.maxVertexAttribs = std::min<uint32_t>(limits.maxVertexAttribs, state::kMaxAttribs);
  info.maxVertexBindings = std::min<uint32_t>(limits.maxVertexBindings, state::kMaxAttribs);
  info.maxVertexStrideBytes = limits.maxVertexStrideBytes;
  info.maxRelativeOffsetBytes = limits.maxRelativeOffsetBytes;
  info.maxDrawBuffers = std::min(limits.maxDrawBuffers, state::kMaxDrawBuffers);
  info.maxColorAttachments = std::min(limits.maxColorAttachments, state::kMaxDrawBuffers);
  info.maxDualSourceDrawBuffers = limits.maxDualSourceDrawBuffers;
  info.maxSamplersPerStage = limits.maxSamplersPerStage;
  info.maxCombinedSamplers = std::min(limits.maxCombinedSamplers, state::kMaxUnits);
  info.maxUniformBufferBytes = limits.maxUniformBufferBytes;
  info.uniformBufferAlignmentBytes = limits.uniformBufferAlignmentBytes;
  info.maxStorageBuffersPerStage = std::min(limits.maxStorageBuffersPerStage, state::kMaxStorageBindings);
  info.maxStorageBufferBytes = limits.maxStorageBufferBytes;
  info.storageBufferAlignmentBytes = limits.storageBufferAlignmentBytes;
  info.maxImagesPerStage = std::min(limits.maxImagesPerStage, 8u);
  info.maxVaryingComponents = limits.maxVaryingComponents;
  info.maxGeometryOutputVertices = limits.maxGeometryOutputVertices;
  info.maxGeometryTotalComponents = limits.maxGeometryTotalComponents;
  info.maxClipDistances = limits.maxClipDistances;
  info.maxStreamOutputBuffers = std::min(limits.maxStreamOutputBuffers, state::kMaxXfbBindings);
  info.maxStreamOutputSeparateComponents = limits.maxStreamOutputSeparateComponents;
  info.maxStreamOutputInterleavedComponents = limits.maxStreamOutputInterleavedComponents;
  info.maxElementsIndices = limits.maxElementsIndices;
  info.maxElementsVertices = limits.maxElementsVertices;
  info.subPixelBits = limits.subPixelBits;
  info.timestampBits = limits.timestampBits;
  info.minTexelOffset = limits.minTexelOffset;
  info.maxTexelOffset = limits.maxTexelOffset;
  info.maxAnisotropy = limits.maxAnisotropy;
  info.maxLodBias = limits.maxLodBias;
  info.minPointSize = limits.minPointSize;
  info.maxPointSize = limits.maxPointSize;
  info.pointSizeGranularity = limits.pointSizeGranularity;
  info.minLineWidth = limits.minLineWidth;
  info.maxLineWidth = limits.maxLineWidth;
  info.lineWidthGranularity = limits.lineWidthGranularity;
}

// The default block of each stage travels as one uniform buffer.
void subtractLowering(const pipe::Limits& limits, gl::DeviceInfo& info) {
  info.maxUniformBuffersPerStage = less(limits.maxUniformBuffersPerStage, 1);
  info.maxCombinedUniformBuffers =
      std::min(less(limits.maxCombinedUniformBuffers, kStagesWithBlocks), state::kMaxUniformBindings);
  info.maxUniformComponents = std::min(std::max(limits.maxUniformBufferBytes / 4, 1024u), 16384u);
}

int newestVersion(const pipe::Caps& caps) {
  constexpr int kBefore[][2] = {{33, 32}, {32, 31}, {31, 30}, {30, 21}};
  int version = kNewestVersion;
  for (const FeatureRule& rule : missingFeatures(caps)) {
    for (const auto& [with, without] : kBefore)
      if (with == rule.neededBy) version = std::min(version, without);
    base::logf(base::LogLevel::Info, "OpenGL %d.%d needs %s, which the back end lacks.", rule.neededBy / 10,
               rule.neededBy % 10, rule.feature);
  }
  return version;
}

int glslVersionFor(int version) {
  if (version >= 33) return version * 10;
  switch (version) {
    case 32: return 150;
    case 31: return 140;
    case 30: return 130;
    default: return 120;
  }
}

// "4.6", "4.6CORE" or "3.3COMPAT"; a plain number counts for both profiles.
void overrideVersions(const base::Settings& settings, gl::DeviceInfo& info) {
  if (const std::string& text = settings.glVersion; !text.empty()) {
    const bool isShaped =
        text.size() >= 3 && std::isdigit(text[0]) && text[1] == '.' && std::isdigit(text[2]);
    const std::string suffix = isShaped ? text.substr(3) : "?";
    const int version = isShaped ? (text[0] - '0') * 10 + (text[2] - '0') : 0;
    if (suffix != "" && suffix != "CORE" && suffix != "COMPAT") {
      base::logf(base::LogLevel::Warning,
                 "MOBILEGL_GL_VERSION is \"%s\"; it should look like 4.6 or 3.3COMPAT.", text.c_str());
      return;
    }
    if (suffix != "COMPAT") info.maxCoreVersion = version;
    if (suffix != "CORE") info.maxCompatVersion = version;
    info.glslVersion = glslVersionFor(version);
  }
  if (!settings.glslVersion.empty()) info.glslVersion = std::atoi(settings.glslVersion.c_str());
}

void copyFormats(const pipe::Caps& caps, gl::DeviceInfo& info) {
  info.formats.reserve(caps.formats.size());
  for (const pipe::FormatCaps& format : caps.formats)
    info.formats.push_back({.texture = format.sampled != 0,
                            .filter = format.filterable != 0,
                            .render = format.renderable != 0,
                            .blend = format.blendable != 0,
                            .maxSamples = format.maxSamples});
}

}  // namespace

std::vector<FeatureRule> missingFeatures(const pipe::Caps& caps) {
  std::vector<FeatureRule> missing = featureRules();
  std::erase_if(missing, [&](const FeatureRule& rule) { return !rule.neededBy || hasFeature(caps, rule.feature); });
  return missing;
}

std::shared_ptr<const gl::DeviceInfo> makeDeviceInfo(const pipe::Caps& caps, const std::string& topology) {
  auto info = std::make_shared<gl::DeviceInfo>();
  copyLimits(caps.limits, *info);
  subtractLowering(caps.limits, *info);
  copyFormats(caps, *info);
  info->maxCoreVersion = info->maxCompatVersion = newestVersion(caps);
  if (info->maxCoreVersion < 31) info->maxCoreVersion = 0;  // the core profile begins with 3.1
  info->glslVersion = glslVersionFor(info->maxCompatVersion);
  overrideVersions(base::settings(), *info);
  info->renderer = "MobileGL (" + topology + ", " + caps.backend + ": " + caps.driver + ")";
  for (const ExtensionRule& rule : extensionRules()) {
    if ((!rule.feature || hasFeature(caps, rule.feature)) && (!rule.command || hasBody(rule.command)))
      (rule.legacy ? info->legacyExtensions : info->extensions).emplace_back(rule.name);
  }
  if (caps.features.s3tc)
    info->compressedFormats = {glenum::COMPRESSED_RGB_S3TC_DXT1_EXT_, glenum::COMPRESSED_RGBA_S3TC_DXT1_EXT_,
                               glenum::COMPRESSED_RGBA_S3TC_DXT3_EXT_,
                               glenum::COMPRESSED_RGBA_S3TC_DXT5_EXT_};
  info->exactOcclusion = caps.features.exactOcclusion != 0;
  info->timerQuery = caps.features.timerQuery != 0;
  info->geometryShader = caps.features.geometryShader != 0;
  info->textureBuffer = caps.features.textureBuffer != 0;
  return info;
}

}  // namespace lib
