// SPDX-License-Identifier: Apache-2.0
// glLinkProgram and what is set before it (GL 4.6 core §7.3, §7.13, §11.1).
#include "gl/program_link.h"

#include <algorithm>
#include <cstring>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/names.h"
#include "gl/program_object.h"
#include "gl/prototypes_program.gen.h"
#include "gl/uniform_type.h"
#include "shader/compile.h"

namespace gl {
namespace {

using state::Executable;
using state::Program;

// Fixed-function matrices are the identity until something sets them; the other built-ins start as zero.
void initializeBuiltins(Executable& executable) {
  for (const shader::Uniform& uniform : executable.program->uniforms) {
    const UniformType type = uniformType(uniform.glType);
    if (!uniform.name.starts_with("gl_") || type.columns != 4 || type.rows != 4) continue;
    for (size_t stage = 0; stage < shader::kStageCount; ++stage) {
      const int32_t offset = uniform.placement[stage].offsetBytes;
      if (offset < 0) continue;
      for (int32_t element = 0; element < uniform.arraySize; ++element)
        for (int32_t i = 0; i < 4; ++i) {
          const float one = 1;
          const int32_t at =
              offset + element * uniform.arrayStrideBytes + i * (uniform.matrixStrideBytes + 4);
          std::memcpy(executable.blocks[stage].data() + at, &one, sizeof one);
        }
    }
  }
}

}  // namespace

std::shared_ptr<Executable> makeExecutableOf(const Context& ctx, std::shared_ptr<const shader::Program> facts,
                                             shader::LinkInput input) {
  auto executable = makeBuried<LinkedExecutable>(ctx.share(), state::GraveKind::Program);
  executable->input = std::move(input);
  Executable& e = *executable;
  e.program = std::move(facts);
  e.usesDepthTextureMode = !ctx.isCore();
  for (const shader::StageCode& code : e.program->code) {
    const size_t stage = static_cast<size_t>(code.stage);
    e.blocks[stage] = code.defaultBlockInit;
    e.blocks[stage].resize(code.defaultBlockBytes);
    if (code.defaultBlockBytes != 0) e.dirty[stage].add(0, code.defaultBlockBytes);
  }
  for (const shader::SamplerSlot& slot : e.program->samplers) e.samplerUnits.push_back(slot.initialUnit);
  for (const shader::ImageSlot& slot : e.program->images) e.imageUnits.push_back(slot.initialUnit);
  for (const shader::UniformBlock& block : e.program->uniformBlocks)
    e.uniformBlockBindings.push_back(block.initialBinding);
  for (const shader::UniformBlock& block : e.program->storageBlocks)
    e.storageBlockBindings.push_back(block.initialBinding);
  e.locations.assign(static_cast<size_t>(e.program->maxLocation), {~0u, 0});
  for (uint32_t index = 0; index < e.program->uniforms.size(); ++index) {
    const shader::Uniform& uniform = e.program->uniforms[index];
    if (uniform.location < 0) continue;
    for (int32_t element = 0; element < uniform.arraySize; ++element)
      e.locations[static_cast<size_t>(uniform.location + element)] = {index, static_cast<uint32_t>(element)};
  }
  initializeBuiltins(e);
  return executable;
}

namespace {

// Replaces an older binding of the same name.
template <class Bindings>
auto& bindingOf(Bindings& bindings, const char* name, auto&& nameOf, auto&& make) {
  const auto at =
      std::find_if(bindings.begin(), bindings.end(), [&](const auto& b) { return nameOf(b) == name; });
  return at != bindings.end() ? *at : bindings.emplace_back(make());
}

bool validateVariableName(const Context& ctx, const char* command, const GLchar* name) {
  if (!std::string_view(name).starts_with("gl_")) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: names that begin with gl_, as in \"%s\", cannot be bound.",
                command, name);
}

bool validateFragData(const Context& ctx, const char* command, GLuint program, GLuint color, GLuint index,
                      const GLchar* name) {
  if (!needProgram(ctx, command, program)) return false;
  if (!checkBelow(ctx, command, "index", index, 2)) return false;
  const uint32_t limit = index == 0 ? ctx.device().maxDrawBuffers : ctx.device().maxDualSourceDrawBuffers;
  return checkBelow(ctx, command, "color number", color, limit) && validateVariableName(ctx, command, name);
}

}  // namespace

shader::LinkInput linkInputOf(const Program& program) {
  shader::LinkInput input;
  for (const std::shared_ptr<state::Shader>& shader : program.shaders)
    if (shader->result) input.stages.push_back(shader->result);
  input.attribBindings = program.attribBindings;
  input.fragDataBindings = program.fragDataBindings;
  input.xfbVaryings = program.xfbVaryings;
  input.xfbMode = program.xfbMode;
  input.separable = program.separable;
  return input;
}

void linkProgramObject(Context& ctx, Program& program, shader::LinkInput input) {
  shader::LinkResult result;
  // Outside the core profile a program may be empty: the fixed functions draw then.
  if (input.stages.empty() && !ctx.isCore())
    result.program = std::make_shared<const shader::Program>();
  else
    result = shader::link(input, ctx.device().shaderLimits(!ctx.isCore()));
  program.validated = false;
  program.linked = result.program != nullptr;
  program.infoLog = std::move(result.infoLog);
  if (!program.linked) return;
  program.executable = makeExecutableOf(ctx, std::move(result.program), std::move(input));
  static_cast<LinkedExecutable&>(*program.executable).retrievable = program.retrievable;
  program.touch();
  if (ctx.state().program.get() == &program) installExecutable(ctx, program.executable);
}

bool validateLinkProgram(const Context& ctx, GLuint program) {
  const auto object = needProgram(ctx, "glLinkProgram", program);
  if (!object) return false;
  const state::Xfb& xfb = *ctx.state().xfb;
  if (!xfb.active || !object->executable || xfb.executable != object->executable) return true;
  return refuse(ctx, GL_INVALID_OPERATION,
                "glLinkProgram: program %u is in use by active transform feedback.", program);
}

void linkProgram(Context& ctx, GLuint program) {
  const std::shared_ptr<Program> object = findProgram(ctx, program);
  std::string complaints;
  for (const std::shared_ptr<state::Shader>& shader : object->shaders)
    if (!shader->compiled)
      complaints += "error: shader " + std::to_string(shader->name) + " is not compiled\n";
  if (complaints.empty()) return linkProgramObject(ctx, *object, linkInputOf(*object));
  object->linked = object->validated = false;
  object->infoLog = std::move(complaints);
}

bool validateValidateProgram(const Context& ctx, GLuint program) {
  return needProgram(ctx, "glValidateProgram", program) != nullptr;
}

void validateProgram(Context& ctx, GLuint program) {
  const std::shared_ptr<Program> object = findProgram(ctx, program);
  object->validated = false;
  const shader::Program* facts = linkedFacts(*object);
  if (!facts) {
    object->infoLog = "error: the program is not linked\n";
    return;
  }
  // §7.13: samplers of different types must not share a unit.
  std::vector<uint32_t> typeOfUnit;
  for (size_t slot = 0; slot < facts->samplers.size(); ++slot) {
    const uint32_t unit = object->executable->samplerUnits[slot], type = facts->samplers[slot].glType;
    if (unit >= typeOfUnit.size()) typeOfUnit.resize(unit + 1, 0);
    if (typeOfUnit[unit] != 0 && typeOfUnit[unit] != type) {
      object->infoLog = "error: samplers of different types use texture unit " + std::to_string(unit) + "\n";
      return;
    }
    typeOfUnit[unit] = type;
  }
  object->validated = true;
  object->infoLog.clear();
}

bool validateBindAttribLocation(const Context& ctx, GLuint program, GLuint index, const GLchar* name) {
  const char* command = "glBindAttribLocation";
  return needProgram(ctx, command, program) &&
         checkBelow(ctx, command, "index", index,
                    std::min(ctx.device().maxVertexAttribs, state::kMaxAttribs)) &&
         validateVariableName(ctx, command, name);
}

void bindAttribLocation(Context& ctx, GLuint program, GLuint index, const GLchar* name) {
  bindingOf(
      findProgram(ctx, program)->attribBindings, name, [](const auto& b) { return b.first; },
      [&] { return std::pair<std::string, uint32_t>(name, 0); })
      .second = index;
}

bool validateBindFragDataLocation(const Context& ctx, GLuint program, GLuint color, const GLchar* name) {
  return validateFragData(ctx, "glBindFragDataLocation", program, color, 0, name);
}

void bindFragDataLocation(Context& ctx, GLuint program, GLuint color, const GLchar* name) {
  bindFragDataLocationIndexed(ctx, program, color, 0, name);
}

bool validateBindFragDataLocationIndexed(const Context& ctx, GLuint program, GLuint colorNumber, GLuint index,
                                         const GLchar* name) {
  return validateFragData(ctx, "glBindFragDataLocationIndexed", program, colorNumber, index, name);
}

void bindFragDataLocationIndexed(Context& ctx, GLuint program, GLuint colorNumber, GLuint index,
                                 const GLchar* name) {
  auto& binding = bindingOf(
      findProgram(ctx, program)->fragDataBindings, name, [](const auto& b) { return b.name; },
      [&] {
        return shader::FragDataBinding{name, 0, 0};
      });
  binding.location = colorNumber;
  binding.index = index;
}

bool validateTransformFeedbackVaryings(const Context& ctx, GLuint program, GLsizei count,
                                       const GLchar* const*, GLenum bufferMode) {
  const char* command = "glTransformFeedbackVaryings";
  if (!needProgram(ctx, command, program) || !checkNotNegative(ctx, command, "count", count)) return false;
  if (bufferMode != GL_INTERLEAVED_ATTRIBS && bufferMode != GL_SEPARATE_ATTRIBS)
    return refuseEnum(ctx, command, "bufferMode", bufferMode);
  const uint32_t limit = std::min(ctx.device().maxStreamOutputBuffers, state::kMaxXfbBindings);
  if (bufferMode == GL_INTERLEAVED_ATTRIBS || static_cast<uint32_t>(count) <= limit) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: %d separate varyings; the limit is %u.", command, count, limit);
}

void transformFeedbackVaryings(Context& ctx, GLuint program, GLsizei count, const GLchar* const* varyings,
                               GLenum bufferMode) {
  const std::shared_ptr<Program> object = findProgram(ctx, program);
  object->xfbVaryings.assign(varyings, varyings + count);
  object->xfbMode = bufferMode;
}

bool validateProgramParameteri(const Context& ctx, GLuint program, GLenum pname, GLint value) {
  const char* command = "glProgramParameteri";
  if (!needProgram(ctx, command, program)) return false;
  if (pname != GL_PROGRAM_BINARY_RETRIEVABLE_HINT && pname != GL_PROGRAM_SEPARABLE)
    return refuseEnum(ctx, command, "pname", pname);
  return value == GL_TRUE || value == GL_FALSE ||
         refuse(ctx, GL_INVALID_VALUE, "%s: %s is GL_TRUE or GL_FALSE, not %d.", command,
                enumText(pname).c_str(), value);
}

void programParameteri(Context& ctx, GLuint program, GLenum pname, GLint value) {
  const std::shared_ptr<Program> object = findProgram(ctx, program);
  (pname == GL_PROGRAM_SEPARABLE ? object->separable : object->retrievable) = value != 0;
}

}  // namespace gl
