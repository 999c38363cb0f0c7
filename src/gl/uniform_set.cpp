// SPDX-License-Identifier: Apache-2.0
// glUniform* and glProgramUniform* (GL 4.6 core §7.6.1).
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/legacy.h"
#include "gl/program_object.h"
#include "gl/prototypes_uniform.gen.h"
#include "gl/uniform_access.h"
#include "gl/uniform_type.h"

namespace gl {
namespace {

using state::Executable;

Executable* current(const Context& ctx) {
  return applicationExecutable(ctx).get();
}

template <class T>
constexpr UniformBase kBaseOf = std::is_same_v<T, GLfloat>    ? UniformBase::Float
                                : std::is_same_v<T, GLdouble> ? UniformBase::Double
                                : std::is_same_v<T, GLint>    ? UniformBase::Int
                                                              : UniformBase::Uint;

// The type that a vector command is for; most calls meet it, and then need not look further.
template <uint32_t N, class T>
constexpr uint32_t exactType() {
  if (std::is_same_v<T, GLfloat>) return N == 1 ? GL_FLOAT : GL_FLOAT_VEC2 + N - 2;
  if (std::is_same_v<T, GLint>) return N == 1 ? GL_INT : GL_INT_VEC2 + N - 2;
  if (std::is_same_v<T, GLuint>) return N == 1 ? GL_UNSIGNED_INT : GL_UNSIGNED_INT_VEC2 + N - 2;
  return N == 1 ? GL_DOUBLE : GL_DOUBLE_VEC2 + N - 2;
}

// ── checks ──

// Null executable: no program is in use. An ignored location (-1) gives an empty slot and no error.
bool checkSlot(const Context& ctx, const char* command, const Executable* executable, GLint location,
               GLsizei count, UniformSlot& slot) {
  if (!executable) return refuse(ctx, GL_INVALID_OPERATION, "%s: no program is in use.", command);
  if (!checkNotNegative(ctx, command, "count", count)) return false;
  if (location == -1) return true;
  slot = uniformAt(*executable, location);
  if (!slot)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the program has no uniform at location %d.", command,
                  location);
  if (count <= 1 || slot.uniform->isArray) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %d values are given; %s is not an array.", command, count,
                slot.uniform->name.c_str());
}

bool refuseType(const Context& ctx, const char* command, const shader::Uniform& uniform) {
  return refuse(ctx, GL_INVALID_OPERATION, "%s: %s has type %s.", command, uniform.name.c_str(),
                enumText(uniform.glType, "UniformType").c_str());
}

bool checkUnits(const Context& ctx, const char* command, const UniformType& type, const GLint* value,
                GLsizei count) {
  const uint32_t limit = type.base == UniformBase::Sampler
                             ? std::min(ctx.device().maxCombinedSamplers, state::kMaxUnits)
                             : static_cast<uint32_t>(ctx.state().imageUnits.size());
  for (GLsizei i = 0; i < count; ++i)
    if (static_cast<uint32_t>(value[i]) >= limit)
      return refuse(ctx, GL_INVALID_VALUE, "%s: unit %d is not below the limit of %u.", command, value[i],
                    limit);
  return true;
}

template <uint32_t N, class T>
bool validateVector(const Context& ctx, const char* command, const Executable* executable, GLint location,
                    GLsizei count, const T* value) {
  UniformSlot slot;
  if (!checkSlot(ctx, command, executable, location, count, slot)) return false;
  if (!slot || slot.uniform->glType == exactType<N, T>()) return true;
  const UniformType type = uniformType(slot.uniform->glType);
  if (type.rows != N || type.isMatrix()) return refuseType(ctx, command, *slot.uniform);
  if (type.base == kBaseOf<T>) return true;
  // Booleans take any of the three 32-bit types.
  if (type.base == UniformBase::Bool && !std::is_same_v<T, GLdouble>) return true;
  if constexpr (std::is_same_v<T, GLint> && N == 1)
    if (type.base == UniformBase::Sampler || type.base == UniformBase::Image)
      return checkUnits(ctx, command, type, value, count);
  return refuseType(ctx, command, *slot.uniform);
}

template <uint32_t Columns, uint32_t Rows, class T>
bool validateMatrix(const Context& ctx, const char* command, const Executable* executable, GLint location,
                    GLsizei count, const T*) {
  UniformSlot slot;
  if (!checkSlot(ctx, command, executable, location, count, slot)) return false;
  if (!slot) return true;
  const UniformType type = uniformType(slot.uniform->glType);
  return (type.base == kBaseOf<T> && type.columns == Columns && type.rows == Rows) ||
         refuseType(ctx, command, *slot.uniform);
}

// ── stores ──

// Elements behind the end of the array are ignored.
uint32_t elementCount(const UniformSlot& slot, GLsizei count) {
  return std::min(static_cast<uint32_t>(count),
                  static_cast<uint32_t>(slot.uniform->arraySize) - slot.element);
}

void changed(Context& ctx, const Executable& executable, uint32_t groups) {
  if (ctx.state().executable.get() == &executable) ctx.state().mark(groups);
}

void storeUnits(Context& ctx, Executable& executable, const UniformSlot& slot, const GLint* value,
                uint32_t count) {
  const bool sampler = uniformType(slot.uniform->glType).base == UniformBase::Sampler;
  auto& units = sampler ? executable.samplerUnits : executable.imageUnits;
  const uint32_t first = static_cast<uint32_t>(slot.uniform->opaqueSlot) + slot.element;
  bool any = false;
  for (uint32_t i = 0; i < count; ++i) {
    any |= units[first + i] != static_cast<uint32_t>(value[i]);
    units[first + i] = static_cast<uint32_t>(value[i]);
  }
  if (!any) return;
  executable.bindingSerial = state::nextSerial();
  changed(ctx, executable, sampler ? state::kDirtySamplers : state::kDirtyImages);
}

// Booleans are words of 0 and 1 in the blocks, whatever number the application calls true.
template <uint32_t N, class T>
void storeBools(Context& ctx, Executable& executable, const UniformSlot& slot, const T* value,
                uint32_t count) {
  bool any = false;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t words[N];
    for (uint32_t c = 0; c < N; ++c) words[c] = value[i * N + c] != T(0);
    forEachPlacement(*slot.uniform, [&](size_t stage, uint32_t offset) {
      const uint32_t at = offset + (slot.element + i) * static_cast<uint32_t>(slot.uniform->arrayStrideBytes);
      any |= writeIfChanged(executable, stage, at, words, sizeof words);
    });
  }
  if (any) changed(ctx, executable, state::kDirtyConstants);
}

template <uint32_t N, class T>
void storeVector(Context& ctx, Executable& executable, GLint location, GLsizei count, const T* value) {
  const UniformSlot slot = uniformAt(executable, location);
  if (!slot) return;
  const uint32_t elements = elementCount(slot, count);
  const shader::Uniform& uniform = *slot.uniform;
  if (uniform.glType != exactType<N, T>()) {
    if (uniform.opaqueSlot < 0) return storeBools<N>(ctx, executable, slot, value, elements);
    if constexpr (std::is_same_v<T, GLint>) storeUnits(ctx, executable, slot, value, elements);
    return;
  }
  constexpr uint32_t kBytes = N * sizeof(T);
  const uint32_t stride = static_cast<uint32_t>(uniform.arrayStrideBytes);
  bool any = false;
  forEachPlacement(uniform, [&](size_t stage, uint32_t offset) {
    if (elements == 1) {
      any |= writeIfChanged(executable, stage, offset + slot.element * stride, value, kBytes);
    } else if (stride == kBytes && elements != 0) {
      any |= writeIfChanged(executable, stage, offset + slot.element * stride, value, elements * kBytes);
    } else {
      for (uint32_t i = 0; i < elements; ++i)
        any |= writeIfChanged(executable, stage, offset + (slot.element + i) * stride, value + i * N, kBytes);
    }
  });
  if (any) changed(ctx, executable, state::kDirtyConstants);
}

// One matrix, column by column as the blocks have them, or row by row for row_major.
template <uint32_t Columns, uint32_t Rows, class T>
bool storeOneMatrix(Executable& executable, size_t stage, uint32_t at, const shader::Uniform& uniform,
                    const T* value, bool transpose) {
  const uint32_t stride = static_cast<uint32_t>(uniform.matrixStrideBytes);
  if (!transpose && !uniform.rowMajor && stride == Rows * sizeof(T))
    return writeIfChanged(executable, stage, at, value, Columns * Rows * sizeof(T));
  const uint32_t lines = uniform.rowMajor ? Rows : Columns, length = uniform.rowMajor ? Columns : Rows;
  bool any = false;
  for (uint32_t line = 0; line < lines; ++line) {
    T part[4];
    for (uint32_t k = 0; k < length; ++k) {
      const uint32_t column = uniform.rowMajor ? k : line, row = uniform.rowMajor ? line : k;
      part[k] = value[transpose ? row * Columns + column : column * Rows + row];
    }
    any |= writeIfChanged(executable, stage, at + line * stride, part,
                          length * static_cast<uint32_t>(sizeof(T)));
  }
  return any;
}

template <uint32_t Columns, uint32_t Rows, class T>
void storeMatrix(Context& ctx, Executable& executable, GLint location, GLsizei count, GLboolean transpose,
                 const T* value) {
  const UniformSlot slot = uniformAt(executable, location);
  if (!slot) return;
  const uint32_t elements = elementCount(slot, count);
  const uint32_t stride = static_cast<uint32_t>(slot.uniform->arrayStrideBytes);
  bool any = false;
  forEachPlacement(*slot.uniform, [&](size_t stage, uint32_t offset) {
    for (uint32_t i = 0; i < elements; ++i)
      any |= storeOneMatrix<Columns, Rows>(executable, stage, offset + (slot.element + i) * stride,
                                           *slot.uniform, value + i * Columns * Rows, transpose != GL_FALSE);
  });
  if (any) changed(ctx, executable, state::kDirtyConstants);
}

// ── glProgramUniform* ──

// Null after an error.
const Executable* linkedExecutable(const Context& ctx, const char* command, GLuint name) {
  const auto program = needProgram(ctx, command, name);
  if (program && !program->linked)
    refuse(ctx, GL_INVALID_OPERATION, "%s: program %u has not been linked successfully.", command, name);
  return program && program->linked ? program->executable.get() : nullptr;
}

Executable& executableOf(const Context& ctx, GLuint program) {
  return *findProgram(ctx, program)->executable;
}

}  // namespace

#define MGL_PARAMS_1(type) type a
#define MGL_PARAMS_2(type) type a, type b
#define MGL_PARAMS_3(type) type a, type b, type c
#define MGL_PARAMS_4(type) type a, type b, type c, type d
#define MGL_VALUES_1 a
#define MGL_VALUES_2 a, b
#define MGL_VALUES_3 a, b, c
#define MGL_VALUES_4 a, b, c, d

// The four commands of one length and type.
#define MGL_UNIFORM(n, suffix, type)                                                                         \
  bool validateUniform##n##suffix(const Context& ctx, GLint location, MGL_PARAMS_##n(type)) {                \
    const type value[] = {MGL_VALUES_##n};                                                                   \
    return validateVector<n>(ctx, "glUniform" #n #suffix, current(ctx), location, 1, value);                 \
  }                                                                                                          \
  void uniform##n##suffix(Context& ctx, GLint location, MGL_PARAMS_##n(type)) {                              \
    const type value[] = {MGL_VALUES_##n};                                                                   \
    storeVector<n>(ctx, *current(ctx), location, 1, value);                                                  \
  }                                                                                                          \
  bool validateUniform##n##suffix##v(const Context& ctx, GLint location, GLsizei count, const type* value) { \
    return validateVector<n>(ctx, "glUniform" #n #suffix "v", current(ctx), location, count, value);         \
  }                                                                                                          \
  void uniform##n##suffix##v(Context& ctx, GLint location, GLsizei count, const type* value) {               \
    storeVector<n>(ctx, *current(ctx), location, count, value);                                              \
  }                                                                                                          \
  bool validateProgramUniform##n##suffix(const Context& ctx, GLuint program, GLint location,                 \
                                         MGL_PARAMS_##n(type)) {                                             \
    const type value[] = {MGL_VALUES_##n};                                                                   \
    const char* command = "glProgramUniform" #n #suffix;                                                     \
    const Executable* executable = linkedExecutable(ctx, command, program);                                  \
    return executable && validateVector<n>(ctx, command, executable, location, 1, value);                    \
  }                                                                                                          \
  void programUniform##n##suffix(Context& ctx, GLuint program, GLint location, MGL_PARAMS_##n(type)) {       \
    const type value[] = {MGL_VALUES_##n};                                                                   \
    storeVector<n>(ctx, executableOf(ctx, program), location, 1, value);                                     \
  }                                                                                                          \
  bool validateProgramUniform##n##suffix##v(const Context& ctx, GLuint program, GLint location,              \
                                            GLsizei count, const type* value) {                              \
    const char* command = "glProgramUniform" #n #suffix "v";                                                 \
    const Executable* executable = linkedExecutable(ctx, command, program);                                  \
    return executable && validateVector<n>(ctx, command, executable, location, count, value);                \
  }                                                                                                          \
  void programUniform##n##suffix##v(Context& ctx, GLuint program, GLint location, GLsizei count,             \
                                    const type* value) {                                                     \
    storeVector<n>(ctx, executableOf(ctx, program), location, count, value);                                 \
  }

#define MGL_UNIFORM_TYPE(suffix, type) \
  MGL_UNIFORM(1, suffix, type)         \
  MGL_UNIFORM(2, suffix, type)         \
  MGL_UNIFORM(3, suffix, type)         \
  MGL_UNIFORM(4, suffix, type)

MGL_UNIFORM_TYPE(f, GLfloat)
MGL_UNIFORM_TYPE(i, GLint)
MGL_UNIFORM_TYPE(ui, GLuint)
MGL_UNIFORM_TYPE(d, GLdouble)

#define MGL_UNIFORM_MATRIX(name, columns, rows, type)                                                        \
  bool validateUniformMatrix##name(const Context& ctx, GLint location, GLsizei count, GLboolean,             \
                                   const type* value) {                                                      \
    return validateMatrix<columns, rows>(ctx, "glUniformMatrix" #name, current(ctx), location, count,        \
                                         value);                                                             \
  }                                                                                                          \
  void uniformMatrix##name(Context& ctx, GLint location, GLsizei count, GLboolean transpose,                 \
                           const type* value) {                                                              \
    storeMatrix<columns, rows>(ctx, *current(ctx), location, count, transpose, value);                       \
  }                                                                                                          \
  bool validateProgramUniformMatrix##name(const Context& ctx, GLuint program, GLint location, GLsizei count, \
                                          GLboolean, const type* value) {                                    \
    const char* command = "glProgramUniformMatrix" #name;                                                    \
    const Executable* executable = linkedExecutable(ctx, command, program);                                  \
    return executable && validateMatrix<columns, rows>(ctx, command, executable, location, count, value);    \
  }                                                                                                          \
  void programUniformMatrix##name(Context& ctx, GLuint program, GLint location, GLsizei count,               \
                                  GLboolean transpose, const type* value) {                                  \
    storeMatrix<columns, rows>(ctx, executableOf(ctx, program), location, count, transpose, value);          \
  }

#define MGL_UNIFORM_MATRICES(suffix, type)    \
  MGL_UNIFORM_MATRIX(2##suffix, 2, 2, type)   \
  MGL_UNIFORM_MATRIX(3##suffix, 3, 3, type)   \
  MGL_UNIFORM_MATRIX(4##suffix, 4, 4, type)   \
  MGL_UNIFORM_MATRIX(2x3##suffix, 2, 3, type) \
  MGL_UNIFORM_MATRIX(2x4##suffix, 2, 4, type) \
  MGL_UNIFORM_MATRIX(3x2##suffix, 3, 2, type) \
  MGL_UNIFORM_MATRIX(3x4##suffix, 3, 4, type) \
  MGL_UNIFORM_MATRIX(4x2##suffix, 4, 2, type) \
  MGL_UNIFORM_MATRIX(4x3##suffix, 4, 3, type)

MGL_UNIFORM_MATRICES(fv, GLfloat)
MGL_UNIFORM_MATRICES(dv, GLdouble)

}  // namespace gl
