// SPDX-License-Identifier: Apache-2.0
// DeviceInfo: what the compiler needs to know of it, and look-ups.
#include <algorithm>

#include "gl/device_info.h"

namespace gl {

shader::Limits DeviceInfo::shaderLimits(bool compatibility) const {
  const auto number = [](uint32_t value) { return static_cast<int>(std::min<uint32_t>(value, 0x7fffffff)); };
  shader::Limits limits;
  limits.maxVertexAttribs = number(maxVertexAttribs);
  limits.maxDrawBuffers = number(maxDrawBuffers);
  limits.maxDualSourceDrawBuffers = number(maxDualSourceDrawBuffers);
  limits.maxVertexUniformComponents = limits.maxFragmentUniformComponents = limits.maxGeometryUniformComponents =
      number(maxUniformComponents);
  limits.maxVaryingComponents = number(maxVaryingComponents);
  // GL counts gl_Position as an output; the drivers' numbers leave it out.
  limits.maxVertexOutputComponents = limits.maxFragmentInputComponents = number(maxVaryingComponents) + 4;
  limits.maxTextureUnits = limits.maxVertexTextureUnits = number(maxSamplersPerStage);
  limits.maxCombinedTextureUnits = number(maxCombinedSamplers);
  limits.maxUniformBlocksPerStage = number(maxUniformBuffersPerStage);
  limits.maxCombinedUniformBlocks = number(maxCombinedUniformBuffers);
  limits.maxUniformBlockBytes = number(maxUniformBufferBytes);
  limits.maxClipDistances = number(maxClipDistances);
  limits.minTexelOffset = minTexelOffset;
  limits.maxTexelOffset = maxTexelOffset;
  if (geometryShader) {
    limits.maxGeometryOutputVertices = number(maxGeometryOutputVertices);
    limits.maxGeometryTotalOutputComponents = number(maxGeometryTotalComponents);
  }
  limits.maxXfbSeparateComponents = number(maxStreamOutputSeparateComponents);
  limits.maxXfbInterleavedComponents = number(maxStreamOutputInterleavedComponents);
  limits.maxXfbSeparateAttribs = number(maxStreamOutputBuffers);
  limits.maxSamples = number(maxSamples);
  limits.glslVersion = glslVersion;
  limits.compatibility = compatibility;
  return limits;
}

shader::Limits DeviceInfo::ownShaderLimits() const {
  shader::Limits limits = shaderLimits(true);
  limits.glslVersion = std::max(limits.glslVersion, shader::Limits{}.glslVersion);
  return limits;
}

bool DeviceInfo::has(const char* extension) const {
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

}  // namespace gl
