// SPDX-License-Identifier: Apache-2.0
// What a linked program looks like from outside: plain values that the GL state keeps and answers queries from.
//
// Binding convention of the SPIR-V that leaves this folder (the pipe's contract for programs):
//   DescriptorSet 0, Binding = sampler slot         (an array of N takes N consecutive slots)
//   DescriptorSet 1, Binding = uniform-buffer slot  (likewise)
//   DescriptorSet 2, Binding = stage                the stage's default block ("m_default_<stage>"), std140
//   DescriptorSet 3, Binding = storage-buffer slot
//   DescriptorSet 4, Binding = image slot
//   DescriptorSet 5, Binding = atomic-counter buffer slot
// Slots are numbered over the whole program, so one slot means the same resource in every stage. Vertex inputs and
// fragment outputs carry Location (and Index for dual source); varyings carry matching Locations.
// VertexId/InstanceId keep GL meaning; coordinates are GL's (origin lower left, depth -1..1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shader {

enum class Stage : uint8_t { Vertex, TessControl, TessEvaluation, Geometry, Fragment, Compute };
inline constexpr size_t kStageCount = 6;
using StageMask = uint8_t;
constexpr StageMask maskOf(Stage s) { return static_cast<StageMask>(1u << static_cast<unsigned>(s)); }

enum DescriptorSet : uint32_t {
  kSetSamplers = 0, kSetUniformBuffers = 1, kSetDefaultBlock = 2, kSetStorageBuffers = 3, kSetImages = 4,
  kSetAtomicCounters = 5,
};

// Where a default-block uniform lies in one stage's block image.
struct Placement {
  int32_t offsetBytes = -1;  // -1: the stage does not use it
};

struct Uniform {
  std::string name;          // GL spelling; arrays end in "[0]"
  uint32_t glType = 0;       // GL_FLOAT_VEC4, GL_SAMPLER_2D, …
  int32_t arraySize = 1;     // elements; 1 if not an array
  bool isArray = false;
  int32_t location = -1;     // first of arraySize consecutive locations; -1 for block members
  int32_t blockIndex = -1;   // index into uniformBlocks, -1 = default block
  int32_t storageBlockIndex = -1;
  int32_t offsetBytes = -1;  // inside a named block
  int32_t arrayStrideBytes = 0;   // default block: std140 stride, equal in every stage
  int32_t matrixStrideBytes = 0;
  bool rowMajor = false;
  int32_t atomicBufferIndex = -1;
  int32_t opaqueSlot = -1;   // samplers and images: first slot (set 0 or 4)
  StageMask stages = 0;
  std::array<Placement, kStageCount> placement;
};

struct UniformBlock {         // also used for storage blocks and atomic-counter buffers
  std::string name;           // arrays: one entry per element, "Block[2]"
  uint32_t slot = 0;
  uint32_t initialBinding = 0;  // layout(binding=), else 0
  uint32_t sizeBytes = 0;
  StageMask stages = 0;
  std::vector<uint32_t> members;  // indices into uniforms (or storage variables), in order
};

struct SamplerSlot {          // one per slot, arrays expanded
  uint32_t uniform = 0;       // index into uniforms
  uint32_t element = 0;
  uint32_t glType = 0;        // GL_SAMPLER_2D_SHADOW, …
  uint32_t initialUnit = 0;   // layout(binding=) + element, else 0
  StageMask stages = 0;
};

struct ImageSlot {
  uint32_t uniform = 0, element = 0, glType = 0, initialUnit = 0;
  uint32_t glFormat = 0;      // GL_RGBA8 …, 0 if not declared
  bool readOnly = false, writeOnly = false;
  StageMask stages = 0;
};

struct Attribute {            // active vertex input
  std::string name;
  uint32_t glType = 0;
  int32_t arraySize = 1;
  int32_t location = -1;      // -1 for gl_VertexID and friends
};

struct Output {               // fragment output
  std::string name;
  uint32_t glType = 0;
  int32_t arraySize = 1;
  int32_t location = -1;
  int32_t index = 0;
};

struct FragDataBinding {      // glBindFragDataLocation(Indexed)
  std::string name;
  uint32_t location = 0, index = 0;
};

struct XfbVarying {
  std::string name;           // as the application gave it
  uint32_t glType = 0;
  int32_t arraySize = 1;
  uint32_t buffer = 0, offsetBytes = 0;
};

struct StageCode {
  Stage stage = Stage::Vertex;
  std::vector<uint32_t> spirv;
  uint32_t defaultBlockBytes = 0;           // 0: the stage has no default block
  std::vector<std::byte> defaultBlockInit;  // defaultBlockBytes long; uniform initialisers applied
};

struct Program {
  std::vector<StageCode> code;  // in pipeline order
  std::vector<Uniform> uniforms;
  std::vector<UniformBlock> uniformBlocks, storageBlocks, atomicBuffers;
  std::vector<Uniform> storageVariables;
  std::vector<SamplerSlot> samplers;
  std::vector<ImageSlot> images;
  std::vector<Attribute> attributes;
  std::vector<Output> outputs;
  std::vector<XfbVarying> xfb;
  uint32_t xfbMode = 0;                     // GL_INTERLEAVED_ATTRIBS or GL_SEPARATE_ATTRIBS
  std::array<uint32_t, 4> xfbStrideBytes{};
  std::array<uint32_t, 3> localSize{};
  uint32_t geometryInput = 0, geometryOutput = 0, geometryMaxVertices = 0, geometryInvocations = 1;
  uint32_t tessVertices = 0, tessMode = 0, tessSpacing = 0, tessOrder = 0;
  bool tessPointMode = false;
  bool broadcastsFragColor = false;         // gl_FragColor: written to every draw buffer
  bool writesPointSize = false, usesDiscard = false, usesPointCoord = false;
  uint32_t clipDistances = 0, cullDistances = 0;
  int32_t glslVersion = 110;                // the highest of its stages, as the application wrote it
  int32_t maxLocation = 0;                  // one past the last uniform location
};

}  // namespace shader
