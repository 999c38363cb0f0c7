// SPDX-License-Identifier: Apache-2.0
// The commands of ARB_shader_objects that take the handle of a shader or of a program alike. Names are unique over
// both kinds, so a handle is a name.
#include "gl/checks.h"
#include "gl/program_object.h"
#include "gl/prototypes_program.gen.h"

namespace gl {
namespace {

bool isAnObject(const Context& ctx, const char* command, GLhandleARB handle) {
  return findProgram(ctx, handle) || findShader(ctx, handle) ||
         refuse(ctx, GL_INVALID_VALUE, "%s: %u is not the handle of a shader or a program.", command, handle);
}

// What either kind has; a question about the other kind is refused by the kind's own check.
bool checkParameter(const Context& ctx, const char* command, GLhandleARB handle, GLenum pname) {
  if (!isAnObject(ctx, command, handle)) return false;
  if (pname == GL_OBJECT_TYPE_ARB) return true;
  return findProgram(ctx, handle) ? validateGetProgramiv(ctx, handle, pname, nullptr)
                                  : validateGetShaderiv(ctx, handle, pname, nullptr);
}

GLint parameter(Context& ctx, GLhandleARB handle, GLenum pname) {
  const bool isProgram = findProgram(ctx, handle) != nullptr;
  if (pname == GL_OBJECT_TYPE_ARB) return isProgram ? GL_PROGRAM_OBJECT_ARB : GL_SHADER_OBJECT_ARB;
  GLint value[3] = {};  // the longest answer, a size of work groups
  isProgram ? getProgramiv(ctx, handle, pname, value) : getShaderiv(ctx, handle, pname, value);
  return value[0];
}

}  // namespace

bool validateDeleteObjectARB(const Context& ctx, GLhandleARB obj) {
  return obj == 0 || isAnObject(ctx, "glDeleteObjectARB", obj);
}
void deleteObjectARB(Context& ctx, GLhandleARB obj) {
  findProgram(ctx, obj) ? deleteProgram(ctx, obj) : deleteShader(ctx, obj);
}

bool validateGetHandleARB(const Context& ctx, GLenum pname) {
  return pname == GL_PROGRAM_OBJECT_ARB || refuseEnum(ctx, "glGetHandleARB", "pname", pname);
}
GLhandleARB getHandleARB(Context& ctx, GLenum) { return ctx.state().program ? ctx.state().program->name : 0; }

bool validateGetObjectParameterivARB(const Context& ctx, GLhandleARB obj, GLenum pname, GLint*) {
  return checkParameter(ctx, "glGetObjectParameterivARB", obj, pname);
}
void getObjectParameterivARB(Context& ctx, GLhandleARB obj, GLenum pname, GLint* params) {
  *params = parameter(ctx, obj, pname);
}

bool validateGetObjectParameterfvARB(const Context& ctx, GLhandleARB obj, GLenum pname, GLfloat*) {
  return checkParameter(ctx, "glGetObjectParameterfvARB", obj, pname);
}
void getObjectParameterfvARB(Context& ctx, GLhandleARB obj, GLenum pname, GLfloat* params) {
  *params = static_cast<GLfloat>(parameter(ctx, obj, pname));
}

bool validateGetInfoLogARB(const Context& ctx, GLhandleARB obj, GLsizei maxLength, GLsizei*, GLcharARB*) {
  return isAnObject(ctx, "glGetInfoLogARB", obj) &&
         checkNotNegative(ctx, "glGetInfoLogARB", "maxLength", maxLength);
}
void getInfoLogARB(Context& ctx, GLhandleARB obj, GLsizei maxLength, GLsizei* length, GLcharARB* infoLog) {
  findProgram(ctx, obj) ? getProgramInfoLog(ctx, obj, maxLength, length, infoLog)
                        : getShaderInfoLog(ctx, obj, maxLength, length, infoLog);
}

bool validateGetAttachedObjectsARB(const Context& ctx, GLhandleARB containerObj, GLsizei maxCount, GLsizei*,
                                   GLhandleARB*) {
  return needProgram(ctx, "glGetAttachedObjectsARB", containerObj) &&
         checkNotNegative(ctx, "glGetAttachedObjectsARB", "maxCount", maxCount);
}
void getAttachedObjectsARB(Context& ctx, GLhandleARB containerObj, GLsizei maxCount, GLsizei* count,
                           GLhandleARB* obj) {
  getAttachedShaders(ctx, containerObj, maxCount, count, obj);
}

}  // namespace gl
