// SPDX-License-Identifier: Apache-2.0
// What a context may promise: limits, versions, extensions, format abilities. Computed once per screen by lib/ from
// the back end's caps; gl/ answers every limit query from it without asking anybody.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shader/compile.h"

namespace gl {

struct FormatAbility {
  bool texture = false, filter = false, render = false, blend = false;
  uint8_t maxSamples = 0;
};

struct DeviceInfo {
  // Same names as spec/caps.toml, after subtracting what lowering uses.
  uint32_t maxTextureSize = 0, max3dTextureSize = 0, maxCubeMapSize = 0, maxRectangleSize = 0, maxArrayLayers = 0,
           maxRenderbufferSize = 0, maxTextureBufferTexels = 0, maxViewportWidth = 0, maxViewportHeight = 0,
           maxViewports = 1, maxSamples = 0, maxColorSamples = 0, maxDepthSamples = 0, maxIntegerSamples = 0,
           maxVertexAttribs = 16, maxVertexBindings = 16, maxVertexStrideBytes = 2048, maxRelativeOffsetBytes = 2047,
           maxDrawBuffers = 8, maxColorAttachments = 8, maxDualSourceDrawBuffers = 0, maxSamplersPerStage = 16,
           maxCombinedSamplers = 48, maxUniformBuffersPerStage = 12, maxCombinedUniformBuffers = 36,
           maxUniformBufferBytes = 16384, uniformBufferAlignmentBytes = 256, maxStorageBuffersPerStage = 0,
           maxStorageBufferBytes = 0, storageBufferAlignmentBytes = 256, maxImagesPerStage = 0,
           maxVaryingComponents = 60, maxGeometryOutputVertices = 0, maxGeometryTotalComponents = 0,
           maxClipDistances = 0, maxStreamOutputBuffers = 0, maxStreamOutputSeparateComponents = 0,
           maxStreamOutputInterleavedComponents = 0, maxElementsIndices = 0, maxElementsVertices = 0, subPixelBits = 4,
           timestampBits = 0;
  int32_t minTexelOffset = -8, maxTexelOffset = 7;
  float maxAnisotropy = 1, maxLodBias = 2, minPointSize = 1, maxPointSize = 1, pointSizeGranularity = 0, minLineWidth = 1,
        maxLineWidth = 1, lineWidthGranularity = 0;
  uint32_t maxUniformComponents = 4096;   // per stage, default block

  int maxCoreVersion = 33, maxCompatVersion = 33;   // GL version times ten
  int glslVersion = 330;
  std::string vendor = "MobileGL developers";
  std::string renderer;   // MobileGL (<topology>, <back end>: <driver>)
  std::vector<std::string> extensions;              // without the version's own core features
  std::vector<std::string> legacyExtensions;        // and those that only the compatibility profile has
  std::vector<FormatAbility> formats;               // index: formats::Format
  std::vector<uint32_t> compressedFormats;          // GL enums for GL_COMPRESSED_TEXTURE_FORMATS
  bool exactOcclusion = false, timerQuery = false, geometryShader = false, textureBuffer = false;
  shader::Limits shaderLimits(bool compatibility) const;
  // For shaders that this library writes: they may be newer than what is offered.
  shader::Limits ownShaderLimits() const;

  bool has(const char* extension) const;
};

}  // namespace gl
