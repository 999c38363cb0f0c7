// SPDX-License-Identifier: Apache-2.0
// Where attributes come from: formats, bindings, divisors, and the older calls that set all of them at once
// (GL 4.6 core §10.3.2-10.3.4).
#include "gl/buffer_targets.h"
#include "gl/names.h"
#include "gl/prototypes_vertex.gen.h"
#include "gl/vertex_array.h"

namespace gl {
namespace {

enum Kind : uint8_t { kFloat, kNormalized, kInteger, kDouble };  // VertexAttrib::kind

constexpr auto kBuffers = &state::ShareGroup::buffers;

state::VertexArray& boundArray(Context& ctx) { return *ctx.state().vertexArray; }

bool isIntegerType(GLenum type) { return type >= GL_BYTE && type <= GL_UNSIGNED_INT; }
bool isPacked1010102(GLenum type) {
  return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
}

bool isTypeOf(GLenum type, Kind kind) {
  switch (kind) {
    case kInteger: return isIntegerType(type);
    case kDouble: return type == GL_DOUBLE;
    default: return attribBytes(type, 1) != 0;
  }
}

// size and type against each other (table 10.3).
bool checkFormat(const Context& ctx, const char* command, GLint size, GLenum type, Kind kind) {
  const bool bgra = size == GL_BGRA && kind <= kNormalized;
  if (!bgra && (size < 1 || size > 4))
    return refuse(ctx, GL_INVALID_VALUE, "%s: size is %d and must be 1, 2, 3 or 4%s.", command, size,
                  kind <= kNormalized ? " or GL_BGRA" : "");
  if (!isTypeOf(type, kind)) return refuseEnum(ctx, command, "type", type);
  if (bgra && type != GL_UNSIGNED_BYTE && !isPacked1010102(type))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: GL_BGRA does not go with type %s.", command,
                  enumText(type, "VertexAttribPointerType").c_str());
  if (bgra && kind != kNormalized)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: GL_BGRA needs normalized to be GL_TRUE.", command);
  if (isPacked1010102(type) && size != 4 && !bgra)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: a type of 2_10_10_10 needs size 4 or GL_BGRA, not %d.", command, size);
  if (type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 3)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: GL_UNSIGNED_INT_10F_11F_11F_REV needs size 3, not %d.", command, size);
  return true;
}

bool checkStride(const Context& ctx, const char* command, GLsizei stride) {
  if (!checkNotNegative(ctx, command, "stride", stride)) return false;
  if (static_cast<uint32_t>(stride) <= ctx.device().maxVertexStrideBytes) return true;
  return refuse(ctx, GL_INVALID_VALUE, "%s: stride is %d; the limit is %u.", command, stride,
                ctx.device().maxVertexStrideBytes);
}

bool checkAttribFormat(const Context& ctx, const char* command, const state::VertexArray* array, GLuint index,
                       GLint size, GLenum type, Kind kind, GLuint relativeOffset) {
  return array && checkBelow(ctx, command, "attribindex", index, attribLimit(ctx)) &&
         checkFormat(ctx, command, size, type, kind) &&
         checkBelow(ctx, command, "relativeoffset", relativeOffset, uint64_t{ctx.device().maxRelativeOffsetBytes} + 1);
}

void setFormat(state::VertexAttrib& attrib, GLint size, GLenum type, Kind kind, uint32_t relativeOffset) {
  attrib.bgra = size == GL_BGRA;
  attrib.components = attrib.bgra ? 4 : static_cast<uint8_t>(size);
  attrib.kind = kind;
  attrib.type = type;
  attrib.relativeOffsetBytes = relativeOffset;
}

void setAttribFormat(Context& ctx, state::VertexArray& array, GLuint index, GLint size, GLenum type, Kind kind,
                     GLuint relativeOffset) {
  setFormat(array.attribs[index], size, type, kind, relativeOffset);
  arrayChanged(ctx, array);
}

// ── glVertexAttribPointer and its like ──

bool checkPointer(const Context& ctx, const char* command, GLuint index, GLint size, GLenum type, Kind kind,
                  GLsizei stride, const void* pointer) {
  const state::VertexArray* array = needBoundArray(ctx, command);
  if (!array || !checkBelow(ctx, command, "index", index, attribLimit(ctx)) ||
      !checkFormat(ctx, command, size, type, kind) || !checkStride(ctx, command, stride))
    return false;
  const bool hasBuffer = ctx.state().buffers[static_cast<size_t>(state::BufferPoint::Array)] != nullptr;
  if (array->name != 0 && !hasBuffer && pointer)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: vertex array %u cannot point to client memory; bind GL_ARRAY_BUFFER.",
                  command, array->name);
  return true;
}

void setPointer(Context& ctx, GLuint index, GLint size, GLenum type, Kind kind, GLsizei stride, const void* pointer) {
  state::VertexArray& array = boundArray(ctx);
  state::VertexAttrib& attrib = array.attribs[index];
  setFormat(attrib, size, type, kind, 0);
  attrib.binding = index;
  attrib.strideGiven = static_cast<uint32_t>(stride);
  attrib.pointer = pointer;
  state::VertexBinding& binding = array.bindings[index];
  binding.buffer = ctx.state().buffers[static_cast<size_t>(state::BufferPoint::Array)];
  binding.offsetBytes = binding.buffer ? reinterpret_cast<uintptr_t>(pointer) : 0;
  binding.strideBytes = stride ? static_cast<uint32_t>(stride) : attribBytes(type, attrib.components);
  arrayChanged(ctx, array);
}

// ── bindings ──

bool checkBindingIndex(const Context& ctx, const char* command, const state::VertexArray* array, GLuint index) {
  return array && checkBelow(ctx, command, "bindingindex", index, bindingLimit(ctx));
}

bool checkVertexBuffer(const Context& ctx, const char* command, const state::VertexArray* array, GLuint index,
                       GLintptr offset, GLsizei stride) {
  return checkBindingIndex(ctx, command, array, index) && checkNotNegative(ctx, command, "offset", offset) &&
         checkStride(ctx, command, stride);
}

void setBinding(Context& ctx, state::VertexArray& array, GLuint index, std::shared_ptr<state::Buffer> buffer,
                GLintptr offset, GLsizei stride) {
  state::VertexBinding& binding = array.bindings[index];
  binding.buffer = std::move(buffer);
  binding.offsetBytes = static_cast<uint64_t>(offset);
  binding.strideBytes = static_cast<uint32_t>(stride);
  arrayChanged(ctx, array);
}

constexpr uint32_t kUseVertices = 1u << static_cast<unsigned>(state::BufferPoint::Array);

bool checkMany(const Context& ctx, const char* command, const state::VertexArray* array, GLuint first, GLsizei count) {
  if (!array || !checkNotNegative(ctx, command, "count", count)) return false;
  if (uint64_t{first} + static_cast<uint64_t>(count) <= bindingLimit(ctx)) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: first %u + count %d is more than the %u binding points.", command, first,
                count, bindingLimit(ctx));
}

// A bad element is skipped with its error, the others are bound (§10.3.1).
void setMany(Context& ctx, const char* command, state::VertexArray& array, GLuint first, GLsizei count,
             const GLuint* buffers, const GLintptr* offsets, const GLsizei* strides) {
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    if (!buffers) {
      setBinding(ctx, array, first + i, nullptr, 0, 16);
      continue;
    }
    if (!checkNotNegative(ctx, command, "offset", offsets[i]) || !checkStride(ctx, command, strides[i])) continue;
    if (buffers[i] != 0 && !needNamedBuffer(ctx, command, buffers[i])) continue;
    setBinding(ctx, array, first + i, bufferToBind(ctx, buffers[i], kUseVertices), offsets[i], strides[i]);
  }
}

bool checkAttribBinding(const Context& ctx, const char* command, const state::VertexArray* array, GLuint attrib,
                        GLuint binding) {
  return array && checkBelow(ctx, command, "attribindex", attrib, attribLimit(ctx)) &&
         checkBindingIndex(ctx, command, array, binding);
}

void setAttribBinding(Context& ctx, state::VertexArray& array, GLuint attrib, GLuint binding) {
  if (array.attribs[attrib].binding == binding) return;
  array.attribs[attrib].binding = binding;
  arrayChanged(ctx, array);
}

void setDivisor(Context& ctx, state::VertexArray& array, GLuint binding, GLuint divisor) {
  if (array.bindings[binding].divisor == divisor) return;
  array.bindings[binding].divisor = divisor;
  arrayChanged(ctx, array);
}

Kind plainKind(GLboolean normalized) { return normalized ? kNormalized : kFloat; }

}  // namespace

bool validateVertexAttribPointer(const Context& ctx, GLuint index, GLint size, GLenum type, GLboolean normalized,
                                 GLsizei stride, const void* pointer) {
  return checkPointer(ctx, "glVertexAttribPointer", index, size, type, plainKind(normalized), stride, pointer);
}
void vertexAttribPointer(Context& ctx, GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride,
                         const void* pointer) {
  setPointer(ctx, index, size, type, plainKind(normalized), stride, pointer);
}
bool validateVertexAttribIPointer(const Context& ctx, GLuint index, GLint size, GLenum type, GLsizei stride,
                                  const void* pointer) {
  return checkPointer(ctx, "glVertexAttribIPointer", index, size, type, kInteger, stride, pointer);
}
void vertexAttribIPointer(Context& ctx, GLuint index, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, index, size, type, kInteger, stride, pointer);
}
bool validateVertexAttribLPointer(const Context& ctx, GLuint index, GLint size, GLenum type, GLsizei stride,
                                  const void* pointer) {
  return checkPointer(ctx, "glVertexAttribLPointer", index, size, type, kDouble, stride, pointer);
}
void vertexAttribLPointer(Context& ctx, GLuint index, GLint size, GLenum type, GLsizei stride, const void* pointer) {
  setPointer(ctx, index, size, type, kDouble, stride, pointer);
}

bool validateVertexAttribDivisor(const Context& ctx, GLuint index, GLuint) {
  return checkBelow(ctx, "glVertexAttribDivisor", "index", index, attribLimit(ctx)) &&
         needBoundArray(ctx, "glVertexAttribDivisor");
}
void vertexAttribDivisor(Context& ctx, GLuint index, GLuint divisor) {
  setAttribBinding(ctx, boundArray(ctx), index, index);
  setDivisor(ctx, boundArray(ctx), index, divisor);
}

bool validateVertexAttribFormat(const Context& ctx, GLuint attribindex, GLint size, GLenum type, GLboolean normalized,
                                GLuint relativeoffset) {
  return checkAttribFormat(ctx, "glVertexAttribFormat", needBoundArray(ctx, "glVertexAttribFormat"), attribindex, size,
                           type, plainKind(normalized), relativeoffset);
}
void vertexAttribFormat(Context& ctx, GLuint attribindex, GLint size, GLenum type, GLboolean normalized,
                        GLuint relativeoffset) {
  setAttribFormat(ctx, boundArray(ctx), attribindex, size, type, plainKind(normalized), relativeoffset);
}
bool validateVertexAttribIFormat(const Context& ctx, GLuint attribindex, GLint size, GLenum type, GLuint relativeoffset) {
  return checkAttribFormat(ctx, "glVertexAttribIFormat", needBoundArray(ctx, "glVertexAttribIFormat"), attribindex, size,
                           type, kInteger, relativeoffset);
}
void vertexAttribIFormat(Context& ctx, GLuint attribindex, GLint size, GLenum type, GLuint relativeoffset) {
  setAttribFormat(ctx, boundArray(ctx), attribindex, size, type, kInteger, relativeoffset);
}
bool validateVertexAttribLFormat(const Context& ctx, GLuint attribindex, GLint size, GLenum type, GLuint relativeoffset) {
  return checkAttribFormat(ctx, "glVertexAttribLFormat", needBoundArray(ctx, "glVertexAttribLFormat"), attribindex, size,
                           type, kDouble, relativeoffset);
}
void vertexAttribLFormat(Context& ctx, GLuint attribindex, GLint size, GLenum type, GLuint relativeoffset) {
  setAttribFormat(ctx, boundArray(ctx), attribindex, size, type, kDouble, relativeoffset);
}
bool validateVertexArrayAttribFormat(const Context& ctx, GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                                     GLboolean normalized, GLuint relativeoffset) {
  return checkAttribFormat(ctx, "glVertexArrayAttribFormat", needNamedArray(ctx, "glVertexArrayAttribFormat", vaobj),
                           attribindex, size, type, plainKind(normalized), relativeoffset);
}
void vertexArrayAttribFormat(Context& ctx, GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                             GLboolean normalized, GLuint relativeoffset) {
  setAttribFormat(ctx, namedArray(ctx, vaobj), attribindex, size, type, plainKind(normalized), relativeoffset);
}
bool validateVertexArrayAttribIFormat(const Context& ctx, GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                                      GLuint relativeoffset) {
  return checkAttribFormat(ctx, "glVertexArrayAttribIFormat", needNamedArray(ctx, "glVertexArrayAttribIFormat", vaobj),
                           attribindex, size, type, kInteger, relativeoffset);
}
void vertexArrayAttribIFormat(Context& ctx, GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                              GLuint relativeoffset) {
  setAttribFormat(ctx, namedArray(ctx, vaobj), attribindex, size, type, kInteger, relativeoffset);
}
bool validateVertexArrayAttribLFormat(const Context& ctx, GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                                      GLuint relativeoffset) {
  return checkAttribFormat(ctx, "glVertexArrayAttribLFormat", needNamedArray(ctx, "glVertexArrayAttribLFormat", vaobj),
                           attribindex, size, type, kDouble, relativeoffset);
}
void vertexArrayAttribLFormat(Context& ctx, GLuint vaobj, GLuint attribindex, GLint size, GLenum type,
                              GLuint relativeoffset) {
  setAttribFormat(ctx, namedArray(ctx, vaobj), attribindex, size, type, kDouble, relativeoffset);
}

bool validateBindVertexBuffer(const Context& ctx, GLuint bindingindex, GLuint buffer, GLintptr offset, GLsizei stride) {
  return checkVertexBuffer(ctx, "glBindVertexBuffer", needBoundArray(ctx, "glBindVertexBuffer"), bindingindex, offset,
                           stride) &&
         checkBindableShared(ctx, kBuffers, buffer, "glBindVertexBuffer");
}
void bindVertexBuffer(Context& ctx, GLuint bindingindex, GLuint buffer, GLintptr offset, GLsizei stride) {
  setBinding(ctx, boundArray(ctx), bindingindex, bufferToBind(ctx, buffer, kUseVertices), offset, stride);
}
bool validateVertexArrayVertexBuffer(const Context& ctx, GLuint vaobj, GLuint bindingindex, GLuint buffer,
                                     GLintptr offset, GLsizei stride) {
  return checkVertexBuffer(ctx, "glVertexArrayVertexBuffer", needNamedArray(ctx, "glVertexArrayVertexBuffer", vaobj),
                           bindingindex, offset, stride) &&
         (buffer == 0 || needNamedBuffer(ctx, "glVertexArrayVertexBuffer", buffer));
}
void vertexArrayVertexBuffer(Context& ctx, GLuint vaobj, GLuint bindingindex, GLuint buffer, GLintptr offset,
                             GLsizei stride) {
  setBinding(ctx, namedArray(ctx, vaobj), bindingindex, bufferToBind(ctx, buffer, kUseVertices), offset, stride);
}
bool validateBindVertexBuffers(const Context& ctx, GLuint first, GLsizei count, const GLuint*, const GLintptr*,
                               const GLsizei*) {
  return checkMany(ctx, "glBindVertexBuffers", needBoundArray(ctx, "glBindVertexBuffers"), first, count);
}
void bindVertexBuffers(Context& ctx, GLuint first, GLsizei count, const GLuint* buffers, const GLintptr* offsets,
                       const GLsizei* strides) {
  setMany(ctx, "glBindVertexBuffers", boundArray(ctx), first, count, buffers, offsets, strides);
}
bool validateVertexArrayVertexBuffers(const Context& ctx, GLuint vaobj, GLuint first, GLsizei count, const GLuint*,
                                      const GLintptr*, const GLsizei*) {
  return checkMany(ctx, "glVertexArrayVertexBuffers", needNamedArray(ctx, "glVertexArrayVertexBuffers", vaobj), first,
                   count);
}
void vertexArrayVertexBuffers(Context& ctx, GLuint vaobj, GLuint first, GLsizei count, const GLuint* buffers,
                              const GLintptr* offsets, const GLsizei* strides) {
  setMany(ctx, "glVertexArrayVertexBuffers", namedArray(ctx, vaobj), first, count, buffers, offsets, strides);
}

bool validateVertexAttribBinding(const Context& ctx, GLuint attribindex, GLuint bindingindex) {
  return checkAttribBinding(ctx, "glVertexAttribBinding", needBoundArray(ctx, "glVertexAttribBinding"), attribindex,
                            bindingindex);
}
void vertexAttribBinding(Context& ctx, GLuint attribindex, GLuint bindingindex) {
  setAttribBinding(ctx, boundArray(ctx), attribindex, bindingindex);
}
bool validateVertexArrayAttribBinding(const Context& ctx, GLuint vaobj, GLuint attribindex, GLuint bindingindex) {
  return checkAttribBinding(ctx, "glVertexArrayAttribBinding", needNamedArray(ctx, "glVertexArrayAttribBinding", vaobj),
                            attribindex, bindingindex);
}
void vertexArrayAttribBinding(Context& ctx, GLuint vaobj, GLuint attribindex, GLuint bindingindex) {
  setAttribBinding(ctx, namedArray(ctx, vaobj), attribindex, bindingindex);
}

bool validateVertexBindingDivisor(const Context& ctx, GLuint bindingindex, GLuint) {
  return checkBindingIndex(ctx, "glVertexBindingDivisor", needBoundArray(ctx, "glVertexBindingDivisor"), bindingindex);
}
void vertexBindingDivisor(Context& ctx, GLuint bindingindex, GLuint divisor) {
  setDivisor(ctx, boundArray(ctx), bindingindex, divisor);
}
bool validateVertexArrayBindingDivisor(const Context& ctx, GLuint vaobj, GLuint bindingindex, GLuint) {
  return checkBindingIndex(ctx, "glVertexArrayBindingDivisor", needNamedArray(ctx, "glVertexArrayBindingDivisor", vaobj),
                           bindingindex);
}
void vertexArrayBindingDivisor(Context& ctx, GLuint vaobj, GLuint bindingindex, GLuint divisor) {
  setDivisor(ctx, namedArray(ctx, vaobj), bindingindex, divisor);
}

}  // namespace gl
