// SPDX-License-Identifier: Apache-2.0
// glGetUniform* and glGetUniformLocation (GL 4.6 core §7.13, §7.3.1.1).
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "gl/checks.h"
#include "gl/program_object.h"
#include "gl/prototypes_uniform.gen.h"
#include "gl/uniform_access.h"
#include "gl/uniform_location.h"
#include "gl/uniform_type.h"

namespace gl {
namespace {

using state::Executable;

bool validateLinked(const Context& ctx, const char* command, GLuint name) {
  const auto program = needProgram(ctx, command, name);
  if (!program) return false;
  return program->linked ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: program %u has not been linked successfully.", command, name);
}

bool validateGet(const Context& ctx, const char* command, GLuint program, GLint location, uint64_t limitBytes,
                 uint32_t bytesPerComponent) {
  if (!validateLinked(ctx, command, program)) return false;
  const UniformSlot slot = uniformAt(*findProgram(ctx, program)->executable, location);
  if (!slot)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: program %u has no uniform at location %d.", command,
                  program, location);
  const uint64_t need = uint64_t{uniformType(slot.uniform->glType).components()} * bytesPerComponent;
  return need <= limitBytes ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: %llu bytes are needed; bufSize is %llu.", command,
                static_cast<unsigned long long>(need), static_cast<unsigned long long>(limitBytes));
}

template <class T>
T converted(double value) {
  if constexpr (std::is_integral_v<T>) {
    // GL rounds floating-point state to the nearest integer.
    const double rounded = std::nearbyint(value);
    if (!(rounded > static_cast<double>(std::numeric_limits<T>::min()))) return std::numeric_limits<T>::min();
    if (rounded >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(rounded);
  } else {
    return static_cast<T>(value);
  }
}

template <class Stored, class T>
T fetch(const std::byte* from) {
  Stored value;
  std::memcpy(&value, from, sizeof value);
  if constexpr (std::is_floating_point_v<Stored>) return converted<T>(static_cast<double>(value));
  return static_cast<T>(value);
}

template <class T>
T component(UniformBase base, const std::byte* from) {
  switch (base) {
    case UniformBase::Float:
      return fetch<float, T>(from);
    case UniformBase::Double:
      return fetch<double, T>(from);
    case UniformBase::Int:
      return fetch<int32_t, T>(from);
    default:
      return fetch<uint32_t, T>(from);
  }
}

template <class T>
void get(Context& ctx, GLuint program, GLint location, T* params) {
  const Executable& executable = *findProgram(ctx, program)->executable;
  const UniformSlot slot = uniformAt(executable, location);
  const shader::Uniform& uniform = *slot.uniform;
  const UniformType type = uniformType(uniform.glType);
  if (uniform.opaqueSlot >= 0) {
    const auto& units = type.base == UniformBase::Sampler ? executable.samplerUnits : executable.imageUnits;
    *params = static_cast<T>(units[static_cast<uint32_t>(uniform.opaqueSlot) + slot.element]);
    return;
  }
  // All stages have the same value; the first one answers.
  bool done = false;
  forEachPlacement(uniform, [&](size_t stage, uint32_t offset) {
    if (done) return;
    done = true;
    const std::byte* element = executable.blocks[stage].data() + offset +
                               slot.element * static_cast<uint32_t>(uniform.arrayStrideBytes);
    const uint32_t stride = static_cast<uint32_t>(uniform.matrixStrideBytes), bytes = type.componentBytes();
    for (uint32_t column = 0; column < type.columns; ++column)
      for (uint32_t row = 0; row < type.rows; ++row) {
        const uint32_t at = !type.isMatrix()   ? row * bytes
                            : uniform.rowMajor ? row * stride + column * bytes
                                               : column * stride + row * bytes;
        params[column * type.rows + row] = component<T>(type.base, element + at);
      }
  });
}

}  // namespace

// Checked here, not in a validator: what an error returns is -1.
GLint getUniformLocation(Context& ctx, GLuint program, const GLchar* name) {
  if (!validateLinked(ctx, "glGetUniformLocation", program)) return -1;
  return uniformLocation(*findProgram(ctx, program)->executable->program, name);
}

#define MGL_GET_UNIFORM(suffix, type)                                                                   \
  bool validateGetUniform##suffix(const Context& ctx, GLuint program, GLint location, type*) {          \
    return validateGet(ctx, "glGetUniform" #suffix, program, location, ~uint64_t{0}, sizeof(type));     \
  }                                                                                                     \
  void getUniform##suffix(Context& ctx, GLuint program, GLint location, type* params) {                 \
    get(ctx, program, location, params);                                                                \
  }                                                                                                     \
  bool validateGetnUniform##suffix(const Context& ctx, GLuint program, GLint location, GLsizei bufSize, \
                                   type*) {                                                             \
    const char* command = "glGetnUniform" #suffix;                                                      \
    return checkNotNegative(ctx, command, "bufSize", bufSize) &&                                        \
           validateGet(ctx, command, program, location, static_cast<uint64_t>(bufSize), sizeof(type));  \
  }                                                                                                     \
  void getnUniform##suffix(Context& ctx, GLuint program, GLint location, GLsizei, type* params) {       \
    get(ctx, program, location, params);                                                                \
  }
MGL_GET_UNIFORM(fv, GLfloat)
MGL_GET_UNIFORM(iv, GLint)
MGL_GET_UNIFORM(uiv, GLuint)
MGL_GET_UNIFORM(dv, GLdouble)
#undef MGL_GET_UNIFORM

}  // namespace gl
