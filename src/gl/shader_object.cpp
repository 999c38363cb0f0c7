// SPDX-License-Identifier: Apache-2.0
// Source, compilation and queries of shader objects (GL 4.6 core §7.1, §7.14).
#include <string>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/program_object.h"
#include "gl/prototypes_program.gen.h"
#include "gl/string_result.h"
#include "shader/compile.h"

namespace gl {
namespace {

bool isShaderParam(GLenum pname) {
  return isOneOf(pname, {GL_SHADER_TYPE, GL_DELETE_STATUS, GL_COMPILE_STATUS, GL_INFO_LOG_LENGTH,
                         GL_SHADER_SOURCE_LENGTH, GL_COMPLETION_STATUS_KHR});
}

}  // namespace

bool validateShaderSource(const Context& ctx, GLuint shader, GLsizei count, const GLchar* const*,
                          const GLint*) {
  return needShader(ctx, "glShaderSource", shader) && checkNotNegative(ctx, "glShaderSource", "count", count);
}

void shaderSource(Context& ctx, GLuint shader, GLsizei count, const GLchar* const* string,
                  const GLint* length) {
  std::string source;
  for (GLsizei i = 0; i < count; ++i) {
    if (!string[i]) continue;
    // A negative length means a terminated string, like no array of lengths at all.
    if (length && length[i] >= 0)
      source.append(string[i], static_cast<size_t>(length[i]));
    else
      source.append(string[i]);
  }
  findShader(ctx, shader)->source = std::move(source);
}

bool validateCompileShader(const Context& ctx, GLuint shader) {
  return needShader(ctx, "glCompileShader", shader) != nullptr;
}

// The inputs are copies and constants and the outputs are written at one place, so that a pool can run the
// middle.
void compileShader(Context& ctx, GLuint shader) {
  const std::shared_ptr<state::Shader> object = findShader(ctx, shader);
  const shader::Limits limits = ctx.device().shaderLimits(!ctx.isCore());
  shader::CompileResult result = shader::compile(object->stage, object->source, limits);
  object->compiled = result.stage != nullptr;
  object->infoLog = std::move(result.infoLog);
  object->result = std::move(result.stage);
}

bool validateGetShaderiv(const Context& ctx, GLuint shader, GLenum pname, GLint*) {
  return needShader(ctx, "glGetShaderiv", shader) &&
         (isShaderParam(pname) || refuseEnum(ctx, "glGetShaderiv", "pname", pname));
}

void getShaderiv(Context& ctx, GLuint shader, GLenum pname, GLint* params) {
  const std::shared_ptr<state::Shader> object = findShader(ctx, shader);
  switch (pname) {
    case GL_SHADER_TYPE:
      *params = static_cast<GLint>(object->glType);
      break;
    case GL_DELETE_STATUS:
      *params = object->deletePending;
      break;
    case GL_COMPILE_STATUS:
      *params = object->compiled;
      break;
    case GL_INFO_LOG_LENGTH:
      *params = reportedLength(object->infoLog);
      break;
    case GL_SHADER_SOURCE_LENGTH:
      *params = reportedLength(object->source);
      break;
    default:
      *params = GL_TRUE;
      break;  // GL_COMPLETION_STATUS_KHR: compilation is over when the call returns
  }
}

bool validateGetShaderInfoLog(const Context& ctx, GLuint shader, GLsizei bufSize, GLsizei*, GLchar*) {
  return needShader(ctx, "glGetShaderInfoLog", shader) &&
         checkNotNegative(ctx, "glGetShaderInfoLog", "bufSize", bufSize);
}

void getShaderInfoLog(Context& ctx, GLuint shader, GLsizei bufSize, GLsizei* length, GLchar* infoLog) {
  writeString(findShader(ctx, shader)->infoLog, bufSize, length, infoLog);
}

bool validateGetShaderSource(const Context& ctx, GLuint shader, GLsizei bufSize, GLsizei*, GLchar*) {
  return needShader(ctx, "glGetShaderSource", shader) &&
         checkNotNegative(ctx, "glGetShaderSource", "bufSize", bufSize);
}

void getShaderSource(Context& ctx, GLuint shader, GLsizei bufSize, GLsizei* length, GLchar* source) {
  writeString(findShader(ctx, shader)->source, bufSize, length, source);
}

bool validateReleaseShaderCompiler(const Context&) {
  return true;
}

// The compiler keeps nothing between calls that would be worth giving up.
void releaseShaderCompiler(Context&) {}

bool validateShaderBinary(const Context& ctx, GLsizei, const GLuint*, GLenum binaryFormat, const void*,
                          GLsizei) {
  // No binary formats of shaders are offered.
  return refuseEnum(ctx, "glShaderBinary", "binaryFormat", binaryFormat);
}

void shaderBinary(Context&, GLsizei, const GLuint*, GLenum, const void*, GLsizei) {}

bool validateGetShaderPrecisionFormat(const Context& ctx, GLenum shadertype, GLenum precisiontype, GLint*,
                                      GLint*) {
  if (shadertype != GL_VERTEX_SHADER && shadertype != GL_FRAGMENT_SHADER)
    return refuseEnum(ctx, "glGetShaderPrecisionFormat", "shadertype", shadertype);
  if (precisiontype >= GL_LOW_FLOAT && precisiontype <= GL_HIGH_INT) return true;
  return refuseEnum(ctx, "glGetShaderPrecisionFormat", "precisiontype", precisiontype);
}

// Desktop GLSL ignores precision qualifiers: everything is 32 bits wide.
void getShaderPrecisionFormat(Context&, GLenum, GLenum precisiontype, GLint* range, GLint* precision) {
  const bool isFloat = precisiontype <= GL_HIGH_FLOAT;
  range[0] = isFloat ? 127 : 31;
  range[1] = isFloat ? 127 : 30;
  *precision = isFloat ? 23 : 0;
}

}  // namespace gl
