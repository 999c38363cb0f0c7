// SPDX-License-Identifier: Apache-2.0
// SPIR-V under OpenGL's rules → SPIR-V that Vulkan takes.
//
// Images keep GL's rows (the first is the lowest), so nothing is turned over: window coordinates, gl_FragCoord and
// derivatives mean the same in both, and only gl_PointCoord and the sense of front faces differ.
//
// Set 0, binding = stage: the stage's default block, with a dynamic offset. Set 1: all other resources of the program,
// numbered from 0 in the order in which collectResources() lists them. Push constants: struct PushConstants.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "backends/vulkan/vk.h"
#include "shader/reflect.h"
#include "shader/spirv/module.h"

namespace vulkan {

inline constexpr uint32_t kStages = 6, kMaxAttributes = 16, kMaxColor = 8;

struct PushConstants {
  float pointSize = 1.0f;
  float targetHeight = 0.0f;  // for shaders that count gl_FragCoord from above
};

enum class Numeric : uint8_t { None, Float, Int, Uint };

enum class ResourceKind : uint8_t { Sampler, TexelBuffer, UniformBuffer, StorageBuffer, Image };

// `count` consecutive slots of the pipe behind one binding.
struct Resource {
  ResourceKind kind = ResourceKind::Sampler;
  uint32_t slot = 0, count = 1, binding = 0;
  VkShaderStageFlags stages = 0;
  // Samplers and images:
  VkImageViewType view = VK_IMAGE_VIEW_TYPE_2D;
  Numeric numeric = Numeric::Float;
  bool multisample = false;
};

struct XfbCapture {
  std::string name;  // as transform feedback names it
  uint32_t buffer = 0, offsetBytes = 0;
};

// What is compiled in.
struct LowerOptions {
  bool shiftDepth = false;       // z from -1…1 to 0…1, where the device cannot
  bool pointSize = false;        // gl_PointSize is the state's
  bool pointCoordAbove = false;  // gl_PointCoord counts from the upper edge
  uint8_t unclipped = 0;         // clip distances that are written but not enabled
  bool drawParameters = false;   // the device has BaseInstance
  std::span<const XfbCapture> xfb;
  std::array<uint32_t, 4> xfbStrideBytes{};
};

// What the fixed parts of a pipeline meet.
struct Interface {
  std::array<Numeric, kMaxAttributes> inputs{};   // by location; vertex stage
  std::array<Numeric, kMaxColor> outputs{};       // by location; fragment stage
  uint8_t clipDistances = 0;                      // count that the last stage before the rasterizer writes
  bool readsPointCoord = false, writesPointSize = false, emitsPoints = false, readsFromAbove = false;
};

// Adds the resources of a stage to those of the stages before it.
void collectResources(const shader::spirv::Module& module, shader::Stage stage, std::vector<Resource>& resources);
void collectInterface(const shader::spirv::Module& module, shader::Stage stage, Interface& interface);

// beforeRasterizer: the last stage that says where vertices go. Null if the module is not one, or beyond a limit.
std::vector<uint32_t> lowerShader(std::span<const uint32_t> words, shader::Stage stage, bool beforeRasterizer,
                                  std::span<const Resource> resources, const LowerOptions& options);

// ── steps, each in a file of its own ──
void lowerOutputs(shader::spirv::Module& module, shader::Stage stage, const LowerOptions& options);
void captureOutputs(shader::spirv::Module& module, const LowerOptions& options);
void splitBlockArrays(shader::spirv::Module& module, shader::Stage stage);
// Locations that a type takes.
uint32_t locationCount(const shader::spirv::Module& module, uint32_t type);
// The variable decorated with the built-in, or 0.
uint32_t builtInVariable(const shader::spirv::Module& module, spv::BuiltIn builtIn, spv::StorageClass storage);
// The block of push constants, declared at the first call; returns a pointer to the member in `out`.
uint32_t pushConstant(shader::spirv::Module& module, uint32_t member, shader::spirv::Emit& out);
// Calls `emit` where the outputs of a vertex are final: before returns of main, or before each vertex emitted.
void beforeVertexEnds(shader::spirv::Module& module, shader::Stage stage,
                      const std::function<void(shader::spirv::Emit&)>& emit);

}  // namespace vulkan
