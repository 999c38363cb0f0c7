// SPDX-License-Identifier: Apache-2.0
// Everything that SPIRV-Cross cannot do, or does differently from what OpenGL ES drivers take, is done on the
// module before it: bindings, names, texture kinds, interpolation, point size. What the module then needs
// beyond the core language becomes #extension lines.
#include "backends/gles/essl.h"

#include <exception>
#include <initializer_list>
#include <spirv_cross/spirv_glsl.hpp>

#include "shader/spirv/call_graph.h"
#include "shader/spirv/lower_texture_dim.h"
#include "shader/spirv/module.h"
#include "shader/spirv/types.h"

namespace gles {
namespace {

using namespace shader::spirv;

void remapBindings(Module& m, const EsslOptions& options) {
  for (const Instruction& i : m.annotations) {
    if (i.op != spv::OpDecorate || i.operands[1] != spv::DecorationDescriptorSet || i.operands.size() < 3)
      continue;
    if (i.operands[2] != shader::kSetDefaultBlock) continue;
    const uint32_t id = i.operands[0];
    const uint32_t stage = m.decoration(id, spv::DecorationBinding).value_or(0);
    m.setDecoration(id, spv::DecorationBinding, options.defaultBlockBase + stage);
    break;  // a stage has one default block; setDecoration changed the list
  }
  // OpenGL ES has one number space for each kind of resource and no sets.
  for (Instruction& i : m.annotations)
    if (i.op == spv::OpDecorate && i.operands[1] == spv::DecorationDescriptorSet && i.operands.size() > 2)
      i.operands[2] = 0;
}

// Identifiers that OpenGL ES reserves, which SPIRV-Cross would replace with long ones of its own.
std::string safeName(std::string_view name) {
  std::string out;
  if (name.starts_with("gl_")) {
    out = "m_";
    name.remove_prefix(3);
  }
  for (char c : name)
    if (c != '_' || out.empty() || out.back() != '_') out += c;
  return out;
}

void renameReserved(Module& m) {
  for (Instruction& i : m.names) {
    const size_t at = i.op == spv::OpMemberName ? 2 : 1;
    const bool builtIn =
        i.op == spv::OpName && m.decoration(i.operands[0], spv::DecorationBuiltIn).has_value();
    if (builtIn) continue;
    const std::string name = unpackString(std::span(i.operands).subspan(at));
    const std::string safe = safeName(name);
    if (safe == name) continue;
    i.operands.resize(at);
    const std::vector<uint32_t> packed = packString(safe);
    i.operands.insert(i.operands.end(), packed.begin(), packed.end());
  }
}

void dropDecoration(Module& m, spv::Decoration kind) {
  std::erase_if(m.annotations, [&](const Instruction& i) {
    return (i.op == spv::OpDecorate && i.operands[1] == static_cast<uint32_t>(kind)) ||
           (i.op == spv::OpMemberDecorate && i.operands[2] == static_cast<uint32_t>(kind));
  });
}

bool hasBuiltIn(const Module& m, spv::BuiltIn builtIn) {
  for (const Instruction& i : m.annotations) {
    const size_t at = i.op == spv::OpDecorate ? 1 : 2;
    if (i.operands.size() > at + 1 && i.operands[at] == spv::DecorationBuiltIn &&
        i.operands[at + 1] == static_cast<uint32_t>(builtIn))
      return true;
  }
  return false;
}

bool hasDecoration(const Module& m, spv::Decoration kind) {
  for (const Instruction& i : m.annotations)
    if ((i.op == spv::OpDecorate && i.operands[1] == static_cast<uint32_t>(kind)) ||
        (i.op == spv::OpMemberDecorate && i.operands[2] == static_cast<uint32_t>(kind)))
      return true;
  return false;
}

uint32_t blockOf(const Module& m, uint32_t id) {
  const uint32_t type = withoutArrays(m, variableType(m, id));
  return m.decoration(type, spv::DecorationBlock) ? type : 0;
}

// As transform feedback names it: members of a block by the block's name.
std::string outputName(const Module& m, uint32_t id) {
  const uint32_t block = blockOf(m, id);
  return block != 0 ? m.name(block) : m.name(id);
}

std::string emittedOutputName(spirv_cross::CompilerGLSL& compiler, uint32_t id) {
  const spirv_cross::SPIRType& type = compiler.get_type_from_variable(id);
  if (compiler.has_decoration(id, spv::DecorationBuiltIn)) {
    switch (static_cast<spv::BuiltIn>(compiler.get_decoration(id, spv::DecorationBuiltIn))) {
      case spv::BuiltInPosition:
        return "gl_Position";
      case spv::BuiltInPointSize:
        return "gl_PointSize";
      case spv::BuiltInClipDistance:
        return "gl_ClipDistance";
      default:
        break;
    }
  }
  return compiler.has_decoration(type.self, spv::DecorationBlock) ? compiler.get_name(type.self)
                                                                  : compiler.get_name(id);
}

std::vector<std::string> neededExtensions(const Module& m, shader::Stage stage, int version) {
  std::vector<std::string> names;
  if (hasBuiltIn(m, spv::BuiltInClipDistance) || hasBuiltIn(m, spv::BuiltInCullDistance))
    names.push_back("GL_EXT_clip_cull_distance");
  if (hasDecoration(m, spv::DecorationIndex)) names.push_back("GL_EXT_blend_func_extended");
  if (stage == shader::Stage::Geometry && hasBuiltIn(m, spv::BuiltInPointSize))
    names.push_back("GL_EXT_geometry_point_size");
  if (version >= 320) return names;
  if (stage == shader::Stage::Geometry) names.push_back("GL_EXT_geometry_shader");
  if (m.hasCapability(spv::CapabilitySampledBuffer) || m.hasCapability(spv::CapabilityImageBuffer))
    names.push_back("GL_EXT_texture_buffer");
  if (m.hasCapability(spv::CapabilitySampledCubeArray)) names.push_back("GL_EXT_texture_cube_map_array");
  for (const Instruction& i : m.globals)
    if (i.op == spv::OpTypeStruct && m.decoration(i.result, spv::DecorationBlock) &&
        !m.memberDecoration(i.result, 0, spv::DecorationOffset)) {
      names.push_back("GL_EXT_shader_io_blocks");
      break;
    }
  return names;
}

// Varyings that are arrays of blocks meet by the block's name: OpenGL ES takes no locations on them.
void dropLocationsOfBlockArrays(Module& m, spv::StorageClass storage) {
  for (uint32_t id : variables(m, storage))
    if (isArray(m, variableType(m, id)) &&
        m.decoration(withoutArrays(m, variableType(m, id)), spv::DecorationBlock))
      m.removeDecoration(id, spv::DecorationLocation);
}

bool prepare(Module& m, shader::Stage stage, const EsslOptions& options) {
  if (m.entryPoints.empty() || unfoldedInstructions(m) > kMostUnfoldedInstructions) return false;
  remapBindings(m, options);
  renameReserved(m);
  lowerTextureDimensions(m);
  if (!options.noperspective) dropDecoration(m, spv::DecorationNoPerspective);
  for (const auto kind : {spv::DecorationXfbBuffer, spv::DecorationXfbStride}) dropDecoration(m, kind);
  if (stage == shader::Stage::Vertex || stage == shader::Stage::Geometry)
    dropLocationsOfBlockArrays(m, spv::StorageClassOutput);
  if (stage == shader::Stage::Fragment) dropLocationsOfBlockArrays(m, spv::StorageClassInput);
  return true;
}

}  // namespace

bool emitsPoints(std::span<const uint32_t> words) {
  const std::optional<Module> module = Module::parse(words);
  if (!module) return false;
  for (const Instruction& i : module->executionModes)
    if (i.operands.size() > 1 &&
        (i.operands[1] == spv::ExecutionModeOutputPoints || i.operands[1] == spv::ExecutionModePointMode))
      return true;
  return false;
}

bool writesPointSize(std::span<const uint32_t> words) {
  const std::optional<Module> module = Module::parse(words);
  return module && hasBuiltIn(*module, spv::BuiltInPointSize);
}

bool readsPointCoord(std::span<const uint32_t> words) {
  const std::optional<Module> module = Module::parse(words);
  return module && hasBuiltIn(*module, spv::BuiltInPointCoord);
}

std::string emittedName(const EsslResult& result, std::string_view name) {
  std::string best(name);
  size_t longest = 0;
  for (const auto& [from, to] : result.renamedOutputs) {
    const std::string_view rest = name.starts_with(from) ? name.substr(from.size()) : "?";
    if (from.size() < longest || !(rest.empty() || rest[0] == '[' || rest[0] == '.')) continue;
    longest = from.size();
    best = to + std::string(rest);
  }
  return best;
}

EsslResult toEssl(std::span<const uint32_t> words, shader::Stage stage, const EsslOptions& options) {
  EsslResult result;
  std::optional<Module> module = Module::parse(words);
  std::vector<std::pair<uint32_t, std::string>> outputs;
  if (module)
    for (uint32_t id : variables(*module, spv::StorageClassOutput))
      outputs.push_back({id, outputName(*module, id)});
  if (!module || !prepare(*module, stage, options)) {
    result.error = "The code is not a SPIR-V module, or its calls unfold beyond the limit.";
    return result;
  }
  try {
    spirv_cross::CompilerGLSL compiler(module->emit());
    spirv_cross::CompilerGLSL::Options o;
    o.version = static_cast<uint32_t>(options.version);
    o.es = true;
    o.vertex.support_nonzero_base_instance = false;
    o.fragment.default_float_precision = spirv_cross::CompilerGLSL::Options::Highp;
    o.fragment.default_int_precision = spirv_cross::CompilerGLSL::Options::Highp;
    compiler.set_common_options(o);
    for (const std::string& extension : neededExtensions(*module, stage, options.version))
      compiler.require_extension(extension);
    result.text = compiler.compile();
    result.ok = true;
    for (const auto& [id, name] : outputs) {
      const std::string emitted = emittedOutputName(compiler, id);
      if (!name.empty() && emitted != name) result.renamedOutputs.push_back({name, emitted});
    }
  } catch (const std::exception& e) {
    result.error = std::string("The shader could not be translated to OpenGL ES: ") + e.what();
  }
  return result;
}

}  // namespace gles
