// SPDX-License-Identifier: Apache-2.0
// Programs: SPIR-V is kept at creation and lowered at the first draw that needs it, since only then it is known which
// parts of pipeline state have to be compiled in. One that does not build is reported once and its draws do nothing.
#include <algorithm>
#include <cstring>

#include "backends/vulkan/context.h"
#include "base/log.h"
#include "shader/spirv/module.h"

namespace vulkan {
namespace {

constexpr uint32_t kSpirvHeaderWords = 5;

VkDescriptorType descriptorOf(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::Sampler: return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case ResourceKind::TexelBuffer: return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case ResourceKind::UniformBuffer: return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case ResourceKind::StorageBuffer: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case ResourceKind::Image: return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
  }
  return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
}

VkShaderStageFlagBits stageBit(shader::Stage stage) {
  constexpr VkShaderStageFlagBits kBits[kStages] = {
      VK_SHADER_STAGE_VERTEX_BIT,   VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
      VK_SHADER_STAGE_GEOMETRY_BIT, VK_SHADER_STAGE_FRAGMENT_BIT,             VK_SHADER_STAGE_COMPUTE_BIT};
  return kBits[static_cast<size_t>(stage)];
}

}  // namespace

void Context::programCreate(const pipe::ProgramCreateArgs& args, std::span<const pipe::StageModule> stages,
                            std::span<const pipe::XfbVarying> xfb, std::span<const std::byte> data) {
  Lock lock(mShared->mutex);
  auto program = std::make_unique<Program>();
  program->id = r.newId();
  program->slot = args.program.slot;
  for (const pipe::StageModule& module : stages) {
    const uint64_t offset = uint64_t{module.offsetWords} * 4, size = uint64_t{module.sizeWords} * 4;
    if (module.stage >= kStages || module.sizeWords < kSpirvHeaderWords || offset > data.size() ||
        size > data.size() - offset || module.defaultBlockBytes > mShared->caps.limits.maxUniformBufferBytes)
      return fault(pipe::Fault::Program, "A module of stage %u has %u words at word %u of %zu bytes.", module.stage,
                   module.sizeWords, module.offsetWords, data.size());
    Program::Stage& stage = program->stages.emplace_back();
    stage.stage = static_cast<shader::Stage>(module.stage);
    stage.words.resize(module.sizeWords);
    std::memcpy(stage.words.data(), data.data() + offset, size);
    const auto parsed = shader::spirv::Module::parse(stage.words);
    if (!parsed)
      return fault(pipe::Fault::Program, "A module begins with 0x%08X, which is not SPIR-V.", stage.words[0]);
    collectResources(*parsed, stage.stage, program->resources);
    collectInterface(*parsed, stage.stage, program->interface);
    if (stage.stage == shader::Stage::Compute) program->compute = true;
    if (stage.stage < shader::Stage::Fragment) program->last = std::max(program->last, stage.stage);
    program->blocks[module.stage].bytes.resize((module.defaultBlockBytes + 15u) / 16u * 16u);
  }
  for (const pipe::XfbVarying& varying : xfb) {
    if (varying.nameOffsetBytes > data.size() || varying.nameBytes > data.size() - varying.nameOffsetBytes)
      return fault(pipe::Fault::Program, "The name of a varying lies outside its record.");
    program->xfb.push_back({std::string(reinterpret_cast<const char*>(data.data()) + varying.nameOffsetBytes,
                                        varying.nameBytes),
                            varying.buffer, varying.offsetBytes});
  }
  std::copy(std::begin(args.xfbStrideBytes), std::end(args.xfbStrideBytes), program->xfbStrideBytes.begin());
  if (!makeLayout(*program)) {
    base::logf(base::LogLevel::Error,
               "The Vulkan device refused the layout of the program of slot %u. Its draws do nothing.", program->slot);
    program->broken = true;
  }
  if (!mShared->programs.insert(args.program, std::move(program)))
    stale("program", args.program.slot, args.program.generation);
}

bool Context::makeLayout(Program& program) {
  auto& vk = r.device.vk;
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (const Resource& resource : program.resources)
    bindings.push_back({resource.binding, descriptorOf(resource.kind), resource.count, resource.stages, nullptr});
  const VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, nullptr, 0,
                                            static_cast<uint32_t>(bindings.size()), bindings.data()};
  if (vk.vkCreateDescriptorSetLayout(r.device.handle, &set, nullptr, &program.setLayout) != VK_SUCCESS) return false;
  for (uint32_t stage = 0; stage < kStages; ++stage)
    if (!program.blocks[stage].bytes.empty()) program.constantStages |= 1u << stage;
  const VkDescriptorSetLayout sets[] = {mShared->constantsLayout(program.constantStages), program.setLayout};
  if (!sets[0]) return false;
  const VkPushConstantRange push{VK_SHADER_STAGE_ALL_GRAPHICS, 0, sizeof(PushConstants)};
  const VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 2, sets, 1, &push};
  return vk.vkCreatePipelineLayout(r.device.handle, &layout, nullptr, &program.layout) == VK_SUCCESS;
}

void parkProgram(Shared& shared, Program& program) {
  Recorder& r = shared.recorder;
  for (auto& [index, variant] : program.variants) {
    for (const auto& [key, pipeline] : variant.pipelines) r.park(VK_OBJECT_TYPE_PIPELINE, pipeline, program.lastUse);
    for (const auto& [stage, module] : variant.modules)
      shared.device->vk.vkDestroyShaderModule(shared.device->handle, module, nullptr);
  }
  r.park(VK_OBJECT_TYPE_PIPELINE_LAYOUT, program.layout, program.lastUse);
  r.park(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, program.setLayout, program.lastUse);
}

void Context::programDestroy(const pipe::ProgramDestroyArgs& args) {
  Lock lock(mShared->mutex);
  const auto program = mShared->programs.erase(args.program);
  if (!program) return stale("program", args.program.slot, args.program.generation);
  parkProgram(*mShared, *program);
  if (mProgramUsed == program.get()) mProgramUsed = nullptr;
  ++mShared->bindingEpoch;  // other contexts may have prepared draws with it
  afterVerb();
}

Program::Variant* Context::variantFor(Program& program, uint32_t index) {
  if (const auto known = program.variants.find(index); known != program.variants.end()) return &known->second;
  Program::Variant& variant = program.variants[index];
  variant.id = r.newId();
  buildVariant(program, variant, index);
  return &variant;
}

void Context::buildVariant(Program& program, Program::Variant& variant, uint32_t index) {
  LowerOptions options;
  options.shiftDepth = !r.device.has.depthClipControl;
  options.pointSize = index & kVariantPointSize;
  options.pointCoordAbove = index & kVariantPointCoord;
  options.unclipped = static_cast<uint8_t>(index >> kVariantUnclippedShift);
  options.drawParameters = r.device.has.drawParameters;
  if (index & kVariantCapture) {
    options.xfb = program.xfb;
    options.xfbStrideBytes = program.xfbStrideBytes;
  }
  for (const Program::Stage& stage : program.stages) {
    const std::vector<uint32_t> words =
        lowerShader(stage.words, stage.stage, stage.stage == program.last, program.resources, options);
    const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0, words.size() * 4,
                                        words.data()};
    VkShaderModule module = VK_NULL_HANDLE;
    if (words.empty() ||
        r.device.vk.vkCreateShaderModule(r.device.handle, &info, nullptr, &module) != VK_SUCCESS) {
      base::logf(base::LogLevel::Error, "%s of the program of slot %u, stage %u. Its draws do nothing.",
                 words.empty() ? "The calls unfold beyond the limit" : "The Vulkan device refused the module", program.slot,
                 static_cast<unsigned>(stage.stage));
      return;
    }
    variant.modules.emplace_back(stageBit(stage.stage), module);
  }
  variant.usable = true;
}

void Context::setConstants(const pipe::SetConstantsArgs& args, std::span<const std::byte> data) {
  Lock lock(mShared->mutex);
  Program* program = find(mShared->programs, args.program, "program");
  if (!program || data.empty()) return;
  if (args.stage >= kStages || args.offsetBytes > program->blocks[args.stage].bytes.size() ||
      data.size() > program->blocks[args.stage].bytes.size() - args.offsetBytes)
    return fault(pipe::Fault::BadValue, "set_constants names %zu bytes from %u on of stage %u, whose block is shorter.",
                 data.size(), args.offsetBytes, args.stage);
  Program::DefaultBlock& block = program->blocks[args.stage];
  std::memcpy(block.bytes.data() + args.offsetBytes, data.data(), data.size());
  ++block.version;
  ++program->blocksVersion;
}

}  // namespace vulkan
