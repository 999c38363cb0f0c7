// SPDX-License-Identifier: Apache-2.0
// Reflection to resources, and table 7.2 of the specification: which interface has which property.
#include "gl/program_resource.h"

#include "gl/checks.h"
#include "gl/program_object.h"
#include "gl/string_result.h"
#include "gl/uniform_type.h"

namespace gl {
namespace {

Resource ofUniform(const shader::Uniform& u) {
  Resource r;
  r.name = u.name, r.isArray = u.isArray, r.arraySize = u.arraySize, r.glType = u.glType, r.stages = u.stages;
  r.location = u.location;
  r.blockIndex = u.blockIndex >= 0 ? u.blockIndex : u.storageBlockIndex;
  r.atomicBufferIndex = u.atomicBufferIndex;
  if (r.blockIndex < 0 && u.atomicBufferIndex < 0) return r;
  r.offsetBytes = u.offsetBytes;
  r.arrayStrideBytes = u.isArray ? u.arrayStrideBytes : 0;
  const bool matrix = uniformType(u.glType).isMatrix();
  r.matrixStrideBytes = matrix ? u.matrixStrideBytes : 0;
  r.rowMajor = matrix && u.rowMajor;
  return r;
}

Resource ofBlock(const shader::UniformBlock& b, uint32_t binding) {
  Resource r;
  r.name = b.name, r.isArray = b.name.ends_with("[0]"), r.stages = b.stages;
  r.binding = binding, r.sizeBytes = b.sizeBytes, r.members = &b.members;
  return r;
}

shader::StageMask firstStage(const shader::Program& p) {
  return p.code.empty() ? 0 : shader::maskOf(p.code.front().stage);
}

shader::StageMask lastStage(const shader::Program& p) {
  return p.code.empty() ? 0 : shader::maskOf(p.code.back().stage);
}

shader::StageMask stageAsked(GLenum prop) {
  switch (prop) {
    case GL_REFERENCED_BY_VERTEX_SHADER:
      return shader::maskOf(shader::Stage::Vertex);
    case GL_REFERENCED_BY_TESS_CONTROL_SHADER:
      return shader::maskOf(shader::Stage::TessControl);
    case GL_REFERENCED_BY_TESS_EVALUATION_SHADER:
      return shader::maskOf(shader::Stage::TessEvaluation);
    case GL_REFERENCED_BY_GEOMETRY_SHADER:
      return shader::maskOf(shader::Stage::Geometry);
    case GL_REFERENCED_BY_FRAGMENT_SHADER:
      return shader::maskOf(shader::Stage::Fragment);
    case GL_REFERENCED_BY_COMPUTE_SHADER:
      return shader::maskOf(shader::Stage::Compute);
    default:
      return 0;
  }
}

}  // namespace

bool isInterface(GLenum interface) {
  return isOneOf(interface, {GL_UNIFORM,
                             GL_UNIFORM_BLOCK,
                             GL_PROGRAM_INPUT,
                             GL_PROGRAM_OUTPUT,
                             GL_BUFFER_VARIABLE,
                             GL_SHADER_STORAGE_BLOCK,
                             GL_ATOMIC_COUNTER_BUFFER,
                             GL_TRANSFORM_FEEDBACK_VARYING,
                             GL_VERTEX_SUBROUTINE,
                             GL_TESS_CONTROL_SUBROUTINE,
                             GL_TESS_EVALUATION_SUBROUTINE,
                             GL_GEOMETRY_SUBROUTINE,
                             GL_FRAGMENT_SUBROUTINE,
                             GL_COMPUTE_SUBROUTINE,
                             GL_VERTEX_SUBROUTINE_UNIFORM,
                             GL_TESS_CONTROL_SUBROUTINE_UNIFORM,
                             GL_TESS_EVALUATION_SUBROUTINE_UNIFORM,
                             GL_GEOMETRY_SUBROUTINE_UNIFORM,
                             GL_FRAGMENT_SUBROUTINE_UNIFORM,
                             GL_COMPUTE_SUBROUTINE_UNIFORM});
}

bool hasNames(GLenum interface) {
  return interface != GL_ATOMIC_COUNTER_BUFFER;
}
bool hasMembers(GLenum interface) {
  return interface == GL_UNIFORM_BLOCK || interface == GL_SHADER_STORAGE_BLOCK ||
         interface == GL_ATOMIC_COUNTER_BUFFER;
}

std::vector<Resource> resourcesOf(const state::Program& program, GLenum interface) {
  std::vector<Resource> list;
  const shader::Program* facts = linkedFacts(program);
  if (!facts) return list;
  const auto addBlocks = [&](const auto& blocks, const std::vector<uint32_t>* bindings) {
    for (size_t i = 0; i < blocks.size(); ++i)
      list.push_back(ofBlock(blocks[i], bindings ? (*bindings)[i] : blocks[i].initialBinding));
  };
  switch (interface) {
    case GL_UNIFORM:
      for (const shader::Uniform& u : facts->uniforms) list.push_back(ofUniform(u));
      break;
    case GL_BUFFER_VARIABLE:
      for (const shader::Uniform& u : facts->storageVariables) list.push_back(ofUniform(u));
      break;
    case GL_UNIFORM_BLOCK:
      addBlocks(facts->uniformBlocks, &program.executable->uniformBlockBindings);
      break;
    case GL_SHADER_STORAGE_BLOCK:
      addBlocks(facts->storageBlocks, &program.executable->storageBlockBindings);
      break;
    case GL_ATOMIC_COUNTER_BUFFER:
      addBlocks(facts->atomicBuffers, nullptr);
      break;
    case GL_PROGRAM_INPUT:
      for (const shader::Attribute& a : facts->attributes) {
        Resource r;
        r.name = a.name, r.isArray = a.name.ends_with("[0]"), r.arraySize = a.arraySize, r.glType = a.glType;
        r.location = a.location, r.stages = firstStage(*facts);
        list.push_back(r);
      }
      break;
    case GL_PROGRAM_OUTPUT:
      for (const shader::Output& o : facts->outputs) {
        Resource r;
        r.name = o.name, r.isArray = o.name.ends_with("[0]"), r.arraySize = o.arraySize, r.glType = o.glType;
        r.location = o.location, r.locationIndex = o.index, r.stages = lastStage(*facts);
        list.push_back(r);
      }
      break;
    case GL_TRANSFORM_FEEDBACK_VARYING:
      for (const shader::XfbVarying& v : facts->xfb) {
        Resource r;
        r.name = v.name, r.arraySize = v.arraySize, r.glType = v.glType;
        r.offsetBytes = static_cast<int32_t>(v.offsetBytes), r.xfbBuffer = static_cast<int32_t>(v.buffer);
        list.push_back(r);
      }
      break;
    default:
      break;  // subroutines are inlined before linking
  }
  return list;
}

bool hasProperty(GLenum interface, GLenum prop) {
  const bool variable = interface == GL_UNIFORM || interface == GL_BUFFER_VARIABLE;
  const bool inOut = interface == GL_PROGRAM_INPUT || interface == GL_PROGRAM_OUTPUT;
  const bool varying = interface == GL_TRANSFORM_FEEDBACK_VARYING;
  switch (prop) {
    case GL_NAME_LENGTH:
      return hasNames(interface);
    case GL_TYPE:
    case GL_ARRAY_SIZE:
      return variable || inOut || varying;
    case GL_OFFSET:
      return variable || varying;
    case GL_BLOCK_INDEX:
    case GL_ARRAY_STRIDE:
    case GL_MATRIX_STRIDE:
    case GL_IS_ROW_MAJOR:
      return variable;
    case GL_ATOMIC_COUNTER_BUFFER_INDEX:
      return interface == GL_UNIFORM;
    case GL_BUFFER_BINDING:
    case GL_BUFFER_DATA_SIZE:
    case GL_NUM_ACTIVE_VARIABLES:
    case GL_ACTIVE_VARIABLES:
      return hasMembers(interface);
    case GL_LOCATION:
      return interface == GL_UNIFORM || inOut;
    case GL_LOCATION_INDEX:
      return interface == GL_PROGRAM_OUTPUT;
    case GL_TOP_LEVEL_ARRAY_SIZE:
    case GL_TOP_LEVEL_ARRAY_STRIDE:
      return interface == GL_BUFFER_VARIABLE;
    case GL_IS_PER_PATCH:
      return inOut;
    case GL_TRANSFORM_FEEDBACK_BUFFER_INDEX:
      return varying;
    default:
      return stageAsked(prop) != 0 && !varying;
  }
}

bool isProperty(GLenum prop) {
  return stageAsked(prop) != 0 || isOneOf(prop, {GL_NAME_LENGTH,
                                                 GL_TYPE,
                                                 GL_ARRAY_SIZE,
                                                 GL_OFFSET,
                                                 GL_BLOCK_INDEX,
                                                 GL_ARRAY_STRIDE,
                                                 GL_MATRIX_STRIDE,
                                                 GL_IS_ROW_MAJOR,
                                                 GL_ATOMIC_COUNTER_BUFFER_INDEX,
                                                 GL_BUFFER_BINDING,
                                                 GL_BUFFER_DATA_SIZE,
                                                 GL_NUM_ACTIVE_VARIABLES,
                                                 GL_ACTIVE_VARIABLES,
                                                 GL_LOCATION,
                                                 GL_LOCATION_INDEX,
                                                 GL_TOP_LEVEL_ARRAY_SIZE,
                                                 GL_TOP_LEVEL_ARRAY_STRIDE,
                                                 GL_IS_PER_PATCH,
                                                 GL_TRANSFORM_FEEDBACK_BUFFER_INDEX,
                                                 GL_NUM_COMPATIBLE_SUBROUTINES,
                                                 GL_COMPATIBLE_SUBROUTINES});
}

std::vector<GLint> valuesOf(const Resource& r, GLenum prop) {
  const auto one = [](int64_t value) { return std::vector<GLint>{static_cast<GLint>(value)}; };
  switch (prop) {
    case GL_NAME_LENGTH:
      return one(reportedLength(r.name));
    case GL_TYPE:
      return one(r.glType);
    case GL_ARRAY_SIZE:
      return one(r.arraySize);
    case GL_OFFSET:
      return one(r.offsetBytes);
    case GL_BLOCK_INDEX:
      return one(r.blockIndex);
    case GL_ARRAY_STRIDE:
      return one(r.arrayStrideBytes);
    case GL_MATRIX_STRIDE:
      return one(r.matrixStrideBytes);
    case GL_IS_ROW_MAJOR:
      return one(r.rowMajor);
    case GL_ATOMIC_COUNTER_BUFFER_INDEX:
      return one(r.atomicBufferIndex);
    case GL_BUFFER_BINDING:
      return one(r.binding);
    case GL_BUFFER_DATA_SIZE:
      return one(r.sizeBytes);
    case GL_NUM_ACTIVE_VARIABLES:
      return one(static_cast<int64_t>(r.members->size()));
    case GL_ACTIVE_VARIABLES:
      return {r.members->begin(), r.members->end()};
    case GL_LOCATION:
      return one(r.location);
    case GL_LOCATION_INDEX:
      return one(r.locationIndex);
    case GL_TOP_LEVEL_ARRAY_SIZE:
      return one(1);
    case GL_TOP_LEVEL_ARRAY_STRIDE:
      return one(0);
    case GL_IS_PER_PATCH:
      return one(0);
    case GL_TRANSFORM_FEEDBACK_BUFFER_INDEX:
      return one(r.xfbBuffer);
    default:
      return one((r.stages & stageAsked(prop)) != 0);
  }
}

}  // namespace gl
