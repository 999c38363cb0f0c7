// SPDX-License-Identifier: Apache-2.0
// Active uniforms and uniform blocks, and the bindings of blocks (GL 4.6 core §7.6, §7.8).
#include <algorithm>

#include "gl/buffer_targets.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/program_object.h"
#include "gl/prototypes_uniform.gen.h"
#include "gl/string_result.h"
#include "gl/uniform_location.h"
#include "gl/uniform_type.h"

namespace gl {
namespace {

using shader::Uniform;
using shader::UniformBlock;

// An unlinked program has no active resources, so every index is beyond the limit.
const shader::Program& factsOf(const state::Program& program) {
  static const shader::Program kNothing;
  const shader::Program* facts = linkedFacts(program);
  return facts ? *facts : kNothing;
}

const shader::Program& factsOf(const Context& ctx, GLuint program) {
  return factsOf(*findProgram(ctx, program));
}

bool validateUniformIndex(const Context& ctx, const char* command, GLuint program, GLuint index) {
  const auto object = needProgram(ctx, command, program);
  return object && checkBelow(ctx, command, "the uniform index", index, factsOf(*object).uniforms.size());
}

bool validateBlockIndex(const Context& ctx, const char* command, GLuint program, GLuint index) {
  const auto object = needProgram(ctx, command, program);
  return object && checkBelow(ctx, command, "the block index", index, factsOf(*object).uniformBlocks.size());
}

bool isUniformParam(const Context& ctx, GLenum pname) {
  if (pname == GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX)
    return ctx.version() >= 42 || ctx.device().has("GL_ARB_shader_atomic_counters");
  return pname >= GL_UNIFORM_TYPE && pname <= GL_UNIFORM_IS_ROW_MAJOR;
}

GLint uniformParam(const Uniform& u, GLenum pname) {
  const bool inBlock = u.blockIndex >= 0 || u.atomicBufferIndex >= 0;
  switch (pname) {
    case GL_UNIFORM_TYPE:
      return static_cast<GLint>(u.glType);
    case GL_UNIFORM_SIZE:
      return u.arraySize;
    case GL_UNIFORM_NAME_LENGTH:
      return reportedLength(u.name);
    case GL_UNIFORM_BLOCK_INDEX:
      return u.blockIndex;
    case GL_UNIFORM_OFFSET:
      return inBlock ? u.offsetBytes : -1;
    case GL_UNIFORM_ARRAY_STRIDE:
      return !inBlock ? -1 : u.isArray ? u.arrayStrideBytes : 0;
    case GL_UNIFORM_MATRIX_STRIDE:
      return !inBlock || u.atomicBufferIndex >= 0 ? (inBlock ? 0 : -1)
             : uniformType(u.glType).isMatrix()   ? u.matrixStrideBytes
                                                  : 0;
    case GL_UNIFORM_IS_ROW_MAJOR:
      return u.blockIndex >= 0 && u.rowMajor && uniformType(u.glType).isMatrix();
    default:
      return u.atomicBufferIndex;
  }
}

// 0 if the name is none of the referenced-by questions.
shader::StageMask stageAsked(GLenum pname) {
  switch (pname) {
    case GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER:
    case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER:
      return shader::maskOf(shader::Stage::Vertex);
    case GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER:
    case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_CONTROL_SHADER:
      return shader::maskOf(shader::Stage::TessControl);
    case GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_EVALUATION_SHADER:
    case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_EVALUATION_SHADER:
      return shader::maskOf(shader::Stage::TessEvaluation);
    case GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER:
    case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_GEOMETRY_SHADER:
      return shader::maskOf(shader::Stage::Geometry);
    case GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER:
    case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER:
      return shader::maskOf(shader::Stage::Fragment);
    case GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER:
    case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER:
      return shader::maskOf(shader::Stage::Compute);
    default:
      return 0;
  }
}

bool isBlockParam(GLenum pname) {
  return isOneOf(pname, {GL_UNIFORM_BLOCK_BINDING, GL_UNIFORM_BLOCK_DATA_SIZE, GL_UNIFORM_BLOCK_NAME_LENGTH,
                         GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES}) ||
         stageAsked(pname) != 0;
}

bool isAtomicParam(GLenum pname) {
  return isOneOf(pname, {GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE,
                         GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS,
                         GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES}) ||
         stageAsked(pname) != 0;
}

void writeMembers(const UniformBlock& block, GLint* params) {
  std::copy(block.members.begin(), block.members.end(), params);
}

}  // namespace

bool validateGetActiveUniform(const Context& ctx, GLuint program, GLuint index, GLsizei bufSize, GLsizei*,
                              GLint*, GLenum*, GLchar*) {
  return validateUniformIndex(ctx, "glGetActiveUniform", program, index) &&
         checkNotNegative(ctx, "glGetActiveUniform", "bufSize", bufSize);
}

void getActiveUniform(Context& ctx, GLuint program, GLuint index, GLsizei bufSize, GLsizei* length,
                      GLint* size, GLenum* type, GLchar* name) {
  const Uniform& uniform = factsOf(ctx, program).uniforms[index];
  writeString(uniform.name, bufSize, length, name);
  if (size) *size = uniform.arraySize;
  if (type) *type = uniform.glType;
}

bool validateGetActiveUniformName(const Context& ctx, GLuint program, GLuint uniformIndex, GLsizei bufSize,
                                  GLsizei*, GLchar*) {
  return validateUniformIndex(ctx, "glGetActiveUniformName", program, uniformIndex) &&
         checkNotNegative(ctx, "glGetActiveUniformName", "bufSize", bufSize);
}

void getActiveUniformName(Context& ctx, GLuint program, GLuint uniformIndex, GLsizei bufSize, GLsizei* length,
                          GLchar* uniformName) {
  writeString(factsOf(ctx, program).uniforms[uniformIndex].name, bufSize, length, uniformName);
}

bool validateGetActiveUniformsiv(const Context& ctx, GLuint program, GLsizei uniformCount,
                                 const GLuint* uniformIndices, GLenum pname, GLint*) {
  const char* command = "glGetActiveUniformsiv";
  if (!needProgram(ctx, command, program) || !checkNotNegative(ctx, command, "uniformCount", uniformCount))
    return false;
  if (!isUniformParam(ctx, pname)) return refuseEnum(ctx, command, "pname", pname);
  for (GLsizei i = 0; i < uniformCount; ++i)
    if (!validateUniformIndex(ctx, command, program, uniformIndices[i])) return false;
  return true;
}

void getActiveUniformsiv(Context& ctx, GLuint program, GLsizei uniformCount, const GLuint* uniformIndices,
                         GLenum pname, GLint* params) {
  const shader::Program& facts = factsOf(ctx, program);
  for (GLsizei i = 0; i < uniformCount; ++i)
    params[i] = uniformParam(facts.uniforms[uniformIndices[i]], pname);
}

bool validateGetUniformIndices(const Context& ctx, GLuint program, GLsizei uniformCount, const GLchar* const*,
                               GLuint*) {
  return needProgram(ctx, "glGetUniformIndices", program) &&
         checkNotNegative(ctx, "glGetUniformIndices", "uniformCount", uniformCount);
}

void getUniformIndices(Context& ctx, GLuint program, GLsizei uniformCount, const GLchar* const* uniformNames,
                       GLuint* uniformIndices) {
  const shader::Program& facts = factsOf(ctx, program);
  for (GLsizei i = 0; i < uniformCount; ++i) uniformIndices[i] = uniformIndex(facts, uniformNames[i]);
}

// Checked here, not in a validator: what an error returns is GL_INVALID_INDEX.
GLuint getUniformBlockIndex(Context& ctx, GLuint program, const GLchar* uniformBlockName) {
  const auto object = needProgram(ctx, "glGetUniformBlockIndex", program);
  if (!object) return GL_INVALID_INDEX;
  const auto& blocks = factsOf(*object).uniformBlocks;
  for (GLuint index = 0; index < blocks.size(); ++index) {
    const std::string& name = blocks[index].name;
    if (elementNamed(name, name.ends_with("[0]"), 1, uniformBlockName)) return index;
  }
  return GL_INVALID_INDEX;
}

bool validateGetActiveUniformBlockName(const Context& ctx, GLuint program, GLuint uniformBlockIndex,
                                       GLsizei bufSize, GLsizei*, GLchar*) {
  return validateBlockIndex(ctx, "glGetActiveUniformBlockName", program, uniformBlockIndex) &&
         checkNotNegative(ctx, "glGetActiveUniformBlockName", "bufSize", bufSize);
}

void getActiveUniformBlockName(Context& ctx, GLuint program, GLuint uniformBlockIndex, GLsizei bufSize,
                               GLsizei* length, GLchar* uniformBlockName) {
  writeString(factsOf(ctx, program).uniformBlocks[uniformBlockIndex].name, bufSize, length, uniformBlockName);
}

bool validateGetActiveUniformBlockiv(const Context& ctx, GLuint program, GLuint uniformBlockIndex,
                                     GLenum pname, GLint*) {
  const char* command = "glGetActiveUniformBlockiv";
  return validateBlockIndex(ctx, command, program, uniformBlockIndex) &&
         (isBlockParam(pname) || refuseEnum(ctx, command, "pname", pname));
}

void getActiveUniformBlockiv(Context& ctx, GLuint program, GLuint uniformBlockIndex, GLenum pname,
                             GLint* params) {
  const auto object = findProgram(ctx, program);
  const UniformBlock& block = factsOf(*object).uniformBlocks[uniformBlockIndex];
  switch (pname) {
    case GL_UNIFORM_BLOCK_BINDING:
      *params = static_cast<GLint>(object->executable->uniformBlockBindings[uniformBlockIndex]);
      break;
    case GL_UNIFORM_BLOCK_DATA_SIZE:
      *params = static_cast<GLint>(block.sizeBytes);
      break;
    case GL_UNIFORM_BLOCK_NAME_LENGTH:
      *params = reportedLength(block.name);
      break;
    case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS:
      *params = static_cast<GLint>(block.members.size());
      break;
    case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES:
      writeMembers(block, params);
      break;
    default:
      *params = (block.stages & stageAsked(pname)) != 0;
      break;
  }
}

bool validateUniformBlockBinding(const Context& ctx, GLuint program, GLuint uniformBlockIndex,
                                 GLuint uniformBlockBinding) {
  const char* command = "glUniformBlockBinding";
  return validateBlockIndex(ctx, command, program, uniformBlockIndex) &&
         checkBelow(ctx, command, "the binding", uniformBlockBinding,
                    indexedLimit(ctx, GL_UNIFORM_BUFFER));
}

void uniformBlockBinding(Context& ctx, GLuint program, GLuint uniformBlockIndex, GLuint uniformBlockBinding) {
  state::Executable& executable = *findProgram(ctx, program)->executable;
  uint32_t& binding = executable.uniformBlockBindings[uniformBlockIndex];
  if (binding == uniformBlockBinding) return;
  binding = uniformBlockBinding;
  executable.bindingSerial = state::nextSerial();
  if (ctx.state().executable.get() == &executable) ctx.state().mark(state::kDirtyUniformBuffers);
}

bool validateShaderStorageBlockBinding(const Context& ctx, GLuint program, GLuint storageBlockIndex,
                                       GLuint storageBlockBinding) {
  const char* command = "glShaderStorageBlockBinding";
  const auto object = needProgram(ctx, command, program);
  return object &&
         checkBelow(ctx, command, "the block index", storageBlockIndex,
                    factsOf(*object).storageBlocks.size()) &&
         checkBelow(ctx, command, "the binding", storageBlockBinding,
                    indexedLimit(ctx, GL_SHADER_STORAGE_BUFFER));
}

void shaderStorageBlockBinding(Context& ctx, GLuint program, GLuint storageBlockIndex,
                               GLuint storageBlockBinding) {
  state::Executable& executable = *findProgram(ctx, program)->executable;
  uint32_t& binding = executable.storageBlockBindings[storageBlockIndex];
  if (binding == storageBlockBinding) return;
  binding = storageBlockBinding;
  executable.bindingSerial = state::nextSerial();
  if (ctx.state().executable.get() == &executable) ctx.state().mark(state::kDirtyStorageBuffers);
}

bool validateGetActiveAtomicCounterBufferiv(const Context& ctx, GLuint program, GLuint bufferIndex,
                                            GLenum pname, GLint*) {
  const char* command = "glGetActiveAtomicCounterBufferiv";
  const auto object = needProgram(ctx, command, program);
  return object &&
         checkBelow(ctx, command, "the buffer index", bufferIndex, factsOf(*object).atomicBuffers.size()) &&
         (isAtomicParam(pname) || refuseEnum(ctx, command, "pname", pname));
}

void getActiveAtomicCounterBufferiv(Context& ctx, GLuint program, GLuint bufferIndex, GLenum pname,
                                    GLint* params) {
  const UniformBlock& buffer = factsOf(ctx, program).atomicBuffers[bufferIndex];
  switch (pname) {
    case GL_ATOMIC_COUNTER_BUFFER_BINDING:
      *params = static_cast<GLint>(buffer.initialBinding);
      break;
    case GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE:
      *params = static_cast<GLint>(buffer.sizeBytes);
      break;
    case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS:
      *params = static_cast<GLint>(buffer.members.size());
      break;
    case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES:
      writeMembers(buffer, params);
      break;
    default:
      *params = (buffer.stages & stageAsked(pname)) != 0;
      break;
  }
}

}  // namespace gl
