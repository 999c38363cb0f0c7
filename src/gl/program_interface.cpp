// SPDX-License-Identifier: Apache-2.0
// Program interface queries (GL 4.6 core §7.3.1): names, indices, properties and locations.
#include <algorithm>
#include <vector>

#include "gl/checks.h"
#include "gl/program_object.h"
#include "gl/program_resource.h"
#include "gl/prototypes_program.gen.h"
#include "gl/string_result.h"
#include "gl/uniform_location.h"

namespace gl {
namespace {

bool validateInterface(const Context& ctx, const char* command, GLuint program, GLenum interface) {
  return needProgram(ctx, command, program) &&
         (isInterface(interface) || refuseEnum(ctx, command, "programInterface", interface));
}

bool validateNamedInterface(const Context& ctx, const char* command, GLuint program, GLenum interface) {
  if (!validateInterface(ctx, command, program, interface)) return false;
  return hasNames(interface) || refuseEnum(ctx, command, "programInterface", interface);
}

bool validateIndex(const Context& ctx, const char* command, GLuint program, GLenum interface, GLuint index) {
  return checkBelow(ctx, command, "index", index, resourcesOf(*findProgram(ctx, program), interface).size());
}

bool validateLocatable(const Context& ctx, const char* command, GLuint program, bool locatable,
                       GLenum interface) {
  const auto object = needProgram(ctx, command, program);
  if (!object) return false;
  if (!locatable) return refuseEnum(ctx, command, "programInterface", interface);
  return object->linked || refuse(ctx, GL_INVALID_OPERATION,
                                  "%s: program %u has not been linked successfully.", command, program);
}

}  // namespace

bool validateGetProgramInterfaceiv(const Context& ctx, GLuint program, GLenum programInterface, GLenum pname,
                                   GLint*) {
  const char* command = "glGetProgramInterfaceiv";
  if (!validateInterface(ctx, command, program, programInterface)) return false;
  if (!isOneOf(pname, {GL_ACTIVE_RESOURCES, GL_MAX_NAME_LENGTH, GL_MAX_NUM_ACTIVE_VARIABLES,
                       GL_MAX_NUM_COMPATIBLE_SUBROUTINES}))
    return refuseEnum(ctx, command, "pname", pname);
  const bool fits = pname == GL_ACTIVE_RESOURCES ||
                    (pname == GL_MAX_NAME_LENGTH && hasNames(programInterface)) ||
                    (pname == GL_MAX_NUM_ACTIVE_VARIABLES && hasMembers(programInterface));
  return fits || refuse(ctx, GL_INVALID_OPERATION, "%s: %s has no %s.", command,
                        enumText(programInterface).c_str(), enumText(pname).c_str());
}

void getProgramInterfaceiv(Context& ctx, GLuint program, GLenum programInterface, GLenum pname,
                           GLint* params) {
  const auto object = findProgram(ctx, program);
  const std::vector<Resource> resources = resourcesOf(*object, programInterface);
  GLint largest = 0;
  for (const Resource& r : resources)
    largest = std::max(largest, pname == GL_MAX_NAME_LENGTH ? reportedLength(r.name)
                                : r.members                 ? static_cast<GLint>(r.members->size())
                                                            : 0);
  *params = pname == GL_ACTIVE_RESOURCES ? static_cast<GLint>(resources.size()) : largest;
}

// Indices and locations are checked here, not in validators: an error returns GL_INVALID_INDEX or -1.
GLuint getProgramResourceIndex(Context& ctx, GLuint program, GLenum programInterface, const GLchar* name) {
  if (!validateNamedInterface(ctx, "glGetProgramResourceIndex", program, programInterface))
    return GL_INVALID_INDEX;
  const auto object = findProgram(ctx, program);
  const std::vector<Resource> resources = resourcesOf(*object, programInterface);
  for (GLuint index = 0; index < resources.size(); ++index) {
    const auto element = elementNamed(resources[index].name, resources[index].isArray, 1, name);
    if (element && *element == 0) return index;
  }
  return GL_INVALID_INDEX;
}

bool validateGetProgramResourceName(const Context& ctx, GLuint program, GLenum programInterface, GLuint index,
                                    GLsizei bufSize, GLsizei*, GLchar*) {
  const char* command = "glGetProgramResourceName";
  return validateNamedInterface(ctx, command, program, programInterface) &&
         validateIndex(ctx, command, program, programInterface, index) &&
         checkNotNegative(ctx, command, "bufSize", bufSize);
}

void getProgramResourceName(Context& ctx, GLuint program, GLenum programInterface, GLuint index,
                            GLsizei bufSize, GLsizei* length, GLchar* name) {
  const auto object = findProgram(ctx, program);
  writeString(resourcesOf(*object, programInterface)[index].name, bufSize, length, name);
}

bool validateGetProgramResourceiv(const Context& ctx, GLuint program, GLenum programInterface, GLuint index,
                                  GLsizei propCount, const GLenum* props, GLsizei count, GLsizei*, GLint*) {
  const char* command = "glGetProgramResourceiv";
  if (!validateInterface(ctx, command, program, programInterface)) return false;
  if (propCount <= 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: propCount is %d and must be positive.", command, propCount);
  if (!checkNotNegative(ctx, command, "count", count) ||
      !validateIndex(ctx, command, program, programInterface, index))
    return false;
  for (GLsizei i = 0; i < propCount; ++i) {
    if (!isProperty(props[i])) return refuseEnum(ctx, command, "property", props[i]);
    if (!hasProperty(programInterface, props[i]))
      return refuse(ctx, GL_INVALID_OPERATION, "%s: %s has no %s.", command,
                    enumText(programInterface).c_str(), enumText(props[i]).c_str());
  }
  return true;
}

void getProgramResourceiv(Context& ctx, GLuint program, GLenum programInterface, GLuint index,
                          GLsizei propCount, const GLenum* props, GLsizei count, GLsizei* length,
                          GLint* params) {
  const auto object = findProgram(ctx, program);
  const Resource resource = resourcesOf(*object, programInterface)[index];
  GLsizei written = 0;
  for (GLsizei i = 0; i < propCount; ++i)
    for (const GLint value : valuesOf(resource, props[i]))
      if (written < count) params[written++] = value;
  if (length) *length = written;
}

GLint getProgramResourceLocation(Context& ctx, GLuint program, GLenum programInterface, const GLchar* name) {
  const bool locatable = isOneOf(programInterface, {GL_UNIFORM, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT});
  if (!validateLocatable(ctx, "glGetProgramResourceLocation", program, locatable, programInterface))
    return -1;
  if (std::string_view(name).starts_with("gl_")) return -1;
  const auto object = findProgram(ctx, program);
  for (const Resource& r : resourcesOf(*object, programInterface)) {
    if (r.location < 0) continue;
    if (const auto element = elementNamed(r.name, r.isArray, r.arraySize, name))
      return r.location + static_cast<GLint>(*element);
  }
  return -1;
}

GLint getProgramResourceLocationIndex(Context& ctx, GLuint program, GLenum programInterface,
                                      const GLchar* name) {
  if (!validateLocatable(ctx, "glGetProgramResourceLocationIndex", program,
                         programInterface == GL_PROGRAM_OUTPUT, programInterface))
    return -1;
  const auto object = findProgram(ctx, program);
  for (const Resource& r : resourcesOf(*object, programInterface))
    if (r.location >= 0 && elementNamed(r.name, r.isArray, r.arraySize, name)) return r.locationIndex;
  return -1;
}

}  // namespace gl
