// SPDX-License-Identifier: Apache-2.0
// glGetProgramiv and the queries of attributes, outputs and varyings (GL 4.6 core §7.14, §11.1.1, §15.2.3).
#include <algorithm>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/program_binary.h"
#include "gl/program_link.h"
#include "gl/program_object.h"
#include "gl/prototypes_program.gen.h"
#include "gl/string_result.h"
#include "gl/uniform_location.h"

namespace gl {
namespace {

using state::Program;

template <class List>
GLint longestName(const List& list) {
  GLint longest = 0;
  for (const auto& item : list) longest = std::max(longest, reportedLength(item.name));
  return longest;
}

bool hasStage(const shader::Program& facts, shader::Stage stage) {
  return std::any_of(facts.code.begin(), facts.code.end(),
                     [stage](const shader::StageCode& code) { return code.stage == stage; });
}

// The stage that a parameter is about; empty for parameters of every program.
const shader::Stage* stageNeeded(GLenum pname) {
  static constexpr shader::Stage kGeometry = shader::Stage::Geometry, kControl = shader::Stage::TessControl,
                                 kEvaluation = shader::Stage::TessEvaluation,
                                 kCompute = shader::Stage::Compute;
  switch (pname) {
    case GL_GEOMETRY_VERTICES_OUT:
    case GL_GEOMETRY_INPUT_TYPE:
    case GL_GEOMETRY_OUTPUT_TYPE:
    case GL_GEOMETRY_SHADER_INVOCATIONS:
      return &kGeometry;
    case GL_TESS_CONTROL_OUTPUT_VERTICES:
      return &kControl;
    case GL_TESS_GEN_MODE:
    case GL_TESS_GEN_SPACING:
    case GL_TESS_GEN_VERTEX_ORDER:
    case GL_TESS_GEN_POINT_MODE:
      return &kEvaluation;
    case GL_COMPUTE_WORK_GROUP_SIZE:
      return &kCompute;
    default:
      return nullptr;
  }
}

bool isProgramParam(const Context& ctx, GLenum pname) {
  switch (pname) {
    case GL_PROGRAM_BINARY_LENGTH:
    case GL_PROGRAM_BINARY_RETRIEVABLE_HINT:
      return ctx.version() >= 41 || ctx.device().has("GL_ARB_get_program_binary");
    case GL_PROGRAM_SEPARABLE:
      return ctx.version() >= 41 || ctx.device().has("GL_ARB_separate_shader_objects");
    case GL_ACTIVE_ATOMIC_COUNTER_BUFFERS:
      return ctx.version() >= 42 || ctx.device().has("GL_ARB_shader_atomic_counters");
    case GL_COMPUTE_WORK_GROUP_SIZE:
      return ctx.version() >= 43 || ctx.device().has("GL_ARB_compute_shader");
    case GL_GEOMETRY_SHADER_INVOCATIONS:
    case GL_TESS_CONTROL_OUTPUT_VERTICES:
    case GL_TESS_GEN_MODE:
    case GL_TESS_GEN_SPACING:
    case GL_TESS_GEN_VERTEX_ORDER:
    case GL_TESS_GEN_POINT_MODE:
      return ctx.version() >= 40;
    default:
      return isOneOf(
          pname, {GL_DELETE_STATUS, GL_LINK_STATUS, GL_VALIDATE_STATUS, GL_INFO_LOG_LENGTH,
                  GL_ATTACHED_SHADERS, GL_ACTIVE_ATTRIBUTES, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH,
                  GL_ACTIVE_UNIFORMS, GL_ACTIVE_UNIFORM_MAX_LENGTH, GL_TRANSFORM_FEEDBACK_BUFFER_MODE,
                  GL_TRANSFORM_FEEDBACK_VARYINGS, GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH,
                  GL_ACTIVE_UNIFORM_BLOCKS, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH, GL_GEOMETRY_VERTICES_OUT,
                  GL_GEOMETRY_INPUT_TYPE, GL_GEOMETRY_OUTPUT_TYPE, GL_COMPLETION_STATUS_KHR});
  }
}

// Properties of the object itself; false for those of a link.
bool objectParam(const Program& program, GLenum pname, GLint* params) {
  switch (pname) {
    case GL_DELETE_STATUS:
      *params = program.deletePending;
      return true;
    case GL_LINK_STATUS:
      *params = program.linked;
      return true;
    case GL_VALIDATE_STATUS:
      *params = program.validated;
      return true;
    case GL_INFO_LOG_LENGTH:
      *params = reportedLength(program.infoLog);
      return true;
    case GL_ATTACHED_SHADERS:
      *params = static_cast<GLint>(program.shaders.size());
      return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER_MODE:
      *params = static_cast<GLint>(program.xfbMode);
      return true;
    case GL_PROGRAM_BINARY_RETRIEVABLE_HINT:
      // The hint takes effect with the next link.
      *params = program.executable && static_cast<const LinkedExecutable&>(*program.executable).retrievable;
      return true;
    case GL_PROGRAM_SEPARABLE:
      *params = program.separable;
      return true;
    case GL_COMPLETION_STATUS_KHR:
      *params = GL_TRUE;
      return true;  // linking is over when the call returns
    default:
      return false;
  }
}

void linkParam(const shader::Program& facts, GLenum pname, GLint* params) {
  switch (pname) {
    case GL_ACTIVE_ATTRIBUTES:
      *params = static_cast<GLint>(facts.attributes.size());
      break;
    case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH:
      *params = longestName(facts.attributes);
      break;
    case GL_ACTIVE_UNIFORMS:
      *params = static_cast<GLint>(facts.uniforms.size());
      break;
    case GL_ACTIVE_UNIFORM_MAX_LENGTH:
      *params = longestName(facts.uniforms);
      break;
    case GL_TRANSFORM_FEEDBACK_VARYINGS:
      *params = static_cast<GLint>(facts.xfb.size());
      break;
    case GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH:
      *params = longestName(facts.xfb);
      break;
    case GL_ACTIVE_UNIFORM_BLOCKS:
      *params = static_cast<GLint>(facts.uniformBlocks.size());
      break;
    case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH:
      *params = longestName(facts.uniformBlocks);
      break;
    case GL_ACTIVE_ATOMIC_COUNTER_BUFFERS:
      *params = static_cast<GLint>(facts.atomicBuffers.size());
      break;
    case GL_GEOMETRY_VERTICES_OUT:
      *params = static_cast<GLint>(facts.geometryMaxVertices);
      break;
    case GL_GEOMETRY_INPUT_TYPE:
      *params = static_cast<GLint>(facts.geometryInput);
      break;
    case GL_GEOMETRY_OUTPUT_TYPE:
      *params = static_cast<GLint>(facts.geometryOutput);
      break;
    case GL_GEOMETRY_SHADER_INVOCATIONS:
      *params = static_cast<GLint>(facts.geometryInvocations);
      break;
    case GL_TESS_CONTROL_OUTPUT_VERTICES:
      *params = static_cast<GLint>(facts.tessVertices);
      break;
    case GL_TESS_GEN_MODE:
      *params = static_cast<GLint>(facts.tessMode);
      break;
    case GL_TESS_GEN_SPACING:
      *params = static_cast<GLint>(facts.tessSpacing);
      break;
    case GL_TESS_GEN_VERTEX_ORDER:
      *params = static_cast<GLint>(facts.tessOrder);
      break;
    case GL_TESS_GEN_POINT_MODE:
      *params = facts.tessPointMode;
      break;
    default:
      std::copy(facts.localSize.begin(), facts.localSize.end(), params);
      break;  // work group size
  }
}

bool validateLinked(const Context& ctx, const char* command, GLuint name) {
  const auto program = needProgram(ctx, command, name);
  if (!program) return false;
  return program->linked ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: program %u has not been linked successfully.", command, name);
}

const shader::Program& factsOf(const Context& ctx, GLuint program) {
  static const shader::Program kNothing;
  const shader::Program* facts = linkedFacts(*findProgram(ctx, program));
  return facts ? *facts : kNothing;
}

// Attributes and outputs are stored without a subscript.
template <class Variable>
GLint locationOf(const std::vector<Variable>& variables, std::string_view name, GLint Variable::*member) {
  for (const Variable& variable : variables) {
    const bool array = variable.arraySize > 1;
    std::string stored = variable.name;
    if (array && !stored.ends_with("]")) stored += "[0]";
    const auto element = elementNamed(stored, array, variable.arraySize, name);
    if (!element) continue;
    // Elements of an array have consecutive locations and one index.
    const GLint value = variable.*member;
    return member == &Variable::location && value >= 0 ? value + static_cast<GLint>(*element) : value;
  }
  return -1;
}

}  // namespace

bool validateGetProgramiv(const Context& ctx, GLuint program, GLenum pname, GLint*) {
  const char* command = "glGetProgramiv";
  const auto object = needProgram(ctx, command, program);
  if (!object) return false;
  if (!isProgramParam(ctx, pname)) return refuseEnum(ctx, command, "pname", pname);
  const shader::Stage* stage = stageNeeded(pname);
  if (!stage) return true;
  const shader::Program* facts = linkedFacts(*object);
  return (facts && hasStage(*facts, *stage)) ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked with the stage that %s is about.",
                command, program, enumText(pname).c_str());
}

void getProgramiv(Context& ctx, GLuint program, GLenum pname, GLint* params) {
  const auto object = findProgram(ctx, program);
  if (objectParam(*object, pname, params)) return;
  if (pname == GL_PROGRAM_BINARY_LENGTH)
    *params = static_cast<GLint>(programBinarySize(*object));
  else
    linkParam(factsOf(ctx, program), pname, params);
}

bool validateGetProgramInfoLog(const Context& ctx, GLuint program, GLsizei bufSize, GLsizei*, GLchar*) {
  return needProgram(ctx, "glGetProgramInfoLog", program) &&
         checkNotNegative(ctx, "glGetProgramInfoLog", "bufSize", bufSize);
}

void getProgramInfoLog(Context& ctx, GLuint program, GLsizei bufSize, GLsizei* length, GLchar* infoLog) {
  writeString(findProgram(ctx, program)->infoLog, bufSize, length, infoLog);
}

bool validateGetActiveAttrib(const Context& ctx, GLuint program, GLuint index, GLsizei bufSize, GLsizei*,
                             GLint*, GLenum*, GLchar*) {
  const char* command = "glGetActiveAttrib";
  return needProgram(ctx, command, program) && checkNotNegative(ctx, command, "bufSize", bufSize) &&
         checkBelow(ctx, command, "index", index, factsOf(ctx, program).attributes.size());
}

void getActiveAttrib(Context& ctx, GLuint program, GLuint index, GLsizei bufSize, GLsizei* length,
                     GLint* size, GLenum* type, GLchar* name) {
  const shader::Attribute& attribute = factsOf(ctx, program).attributes[index];
  writeString(attribute.name, bufSize, length, name);
  if (size) *size = attribute.arraySize;
  if (type) *type = attribute.glType;
}

// These three are checked here, not in validators: what an error returns is -1.
GLint getAttribLocation(Context& ctx, GLuint program, const GLchar* name) {
  if (!validateLinked(ctx, "glGetAttribLocation", program)) return -1;
  if (std::string_view(name).starts_with("gl_")) return -1;
  return locationOf(factsOf(ctx, program).attributes, name, &shader::Attribute::location);
}

GLint getFragDataLocation(Context& ctx, GLuint program, const GLchar* name) {
  if (!validateLinked(ctx, "glGetFragDataLocation", program)) return -1;
  if (std::string_view(name).starts_with("gl_")) return -1;
  return locationOf(factsOf(ctx, program).outputs, name, &shader::Output::location);
}

GLint getFragDataIndex(Context& ctx, GLuint program, const GLchar* name) {
  if (!validateLinked(ctx, "glGetFragDataIndex", program)) return -1;
  if (std::string_view(name).starts_with("gl_")) return -1;
  return locationOf(factsOf(ctx, program).outputs, name, &shader::Output::index);
}

bool validateGetTransformFeedbackVarying(const Context& ctx, GLuint program, GLuint index, GLsizei bufSize,
                                         GLsizei*, GLsizei*, GLenum*, GLchar*) {
  const char* command = "glGetTransformFeedbackVarying";
  return validateLinked(ctx, command, program) && checkNotNegative(ctx, command, "bufSize", bufSize) &&
         checkBelow(ctx, command, "index", index, factsOf(ctx, program).xfb.size());
}

void getTransformFeedbackVarying(Context& ctx, GLuint program, GLuint index, GLsizei bufSize, GLsizei* length,
                                 GLsizei* size, GLenum* type, GLchar* name) {
  const shader::XfbVarying& varying = factsOf(ctx, program).xfb[index];
  writeString(varying.name, bufSize, length, name);
  if (size) *size = varying.arraySize;
  if (type) *type = varying.glType;
}

}  // namespace gl
