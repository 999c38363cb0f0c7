// SPDX-License-Identifier: Apache-2.0
// Active resources of a program as program interface queries see them: one shape for all interfaces.
#pragma once

#include <GL/gl.h>
#include <GL/glext.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "shader/reflect.h"
#include "state/program.h"

namespace gl {

// One active resource, in the terms of table 7.2. Fields that an interface does not have stay as they are.
struct Resource {
  std::string_view name;
  bool isArray = false;
  int32_t arraySize = 1;
  uint32_t glType = 0;
  int32_t location = -1, locationIndex = -1;
  int32_t offsetBytes = -1, blockIndex = -1, arrayStrideBytes = -1, matrixStrideBytes = -1,
          atomicBufferIndex = -1;
  bool rowMajor = false;
  uint32_t binding = 0, sizeBytes = 0;
  const std::vector<uint32_t>* members = nullptr;
  int32_t xfbBuffer = -1;
  shader::StageMask stages = 0;
};

// In the order of their indices; none if the program is not linked. Points into the program.
std::vector<Resource> resourcesOf(const state::Program& program, GLenum interface);

bool isInterface(GLenum interface);
bool hasNames(GLenum interface);
bool hasMembers(GLenum interface);  // blocks and the like
bool isProperty(GLenum prop);
// Whether an interface has a property (table 7.2).
bool hasProperty(GLenum interface, GLenum prop);
// Values of one property; GL_ACTIVE_VARIABLES may have any number of them.
std::vector<GLint> valuesOf(const Resource& resource, GLenum prop);

}  // namespace gl
