// SPDX-License-Identifier: Apache-2.0
// Queries of vertex arrays and current attribute values (GL 4.6 core §10.5).
#include <bit>
#include <cmath>

#include "gl/prototypes_vertex.gen.h"
#include "gl/vertex_array.h"

namespace gl {
namespace {

const state::VertexArray& boundArray(const Context& ctx) { return *ctx.state().vertexArray; }

bool isAttribParameter(GLenum pname) {
  return isOneOf(pname, {GL_VERTEX_ATTRIB_ARRAY_ENABLED, GL_VERTEX_ATTRIB_ARRAY_SIZE, GL_VERTEX_ATTRIB_ARRAY_STRIDE,
                         GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, GL_VERTEX_ATTRIB_ARRAY_INTEGER,
                         GL_VERTEX_ATTRIB_ARRAY_LONG, GL_VERTEX_ATTRIB_ARRAY_DIVISOR,
                         GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, GL_VERTEX_ATTRIB_BINDING,
                         GL_VERTEX_ATTRIB_RELATIVE_OFFSET});
}

uint32_t attribParameter(const state::VertexArray& array, GLuint index, GLenum pname) {
  const state::VertexAttrib& attrib = array.attribs[index];
  const state::VertexBinding& binding = array.bindings[attrib.binding];
  switch (pname) {
    case GL_VERTEX_ATTRIB_ARRAY_ENABLED: return attrib.enabled;
    case GL_VERTEX_ATTRIB_ARRAY_SIZE: return attrib.bgra ? GL_BGRA : attrib.components;
    case GL_VERTEX_ATTRIB_ARRAY_STRIDE: return attrib.strideGiven;
    case GL_VERTEX_ATTRIB_ARRAY_TYPE: return attrib.type;
    case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED: return attrib.kind == 1;
    case GL_VERTEX_ATTRIB_ARRAY_INTEGER: return attrib.kind == 2;
    case GL_VERTEX_ATTRIB_ARRAY_LONG: return attrib.kind == 3;
    case GL_VERTEX_ATTRIB_ARRAY_DIVISOR: return binding.divisor;
    case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: return binding.buffer ? binding.buffer->name : 0;
    case GL_VERTEX_ATTRIB_BINDING: return attrib.binding;
    default: return attrib.relativeOffsetBytes;
  }
}

bool checkGet(const Context& ctx, const char* command, GLuint index, GLenum pname) {
  if (!checkBelow(ctx, command, "index", index, attribLimit(ctx))) return false;
  if (pname == GL_CURRENT_VERTEX_ATTRIB) {
    // Attribute 0 has no current value where glVertex stands for it.
    if (index != 0 || ctx.isCore()) return true;
    return refuse(ctx, GL_INVALID_OPERATION, "%s: attribute 0 has no current value in the compatibility profile.", command);
  }
  return isAttribParameter(pname) || refuseEnum(ctx, command, "pname", pname);
}

double asNumber(const state::AttribValue& value, int i) {
  switch (value.kind) {
    case 0: return std::bit_cast<float>(value.bits[i]);
    case 1: return static_cast<int32_t>(value.bits[i]);
    default: return value.bits[i];
  }
}

template <class T, class Convert>
void get(const Context& ctx, GLuint index, GLenum pname, T* params, Convert&& current) {
  if (pname != GL_CURRENT_VERTEX_ATTRIB) {
    *params = static_cast<T>(attribParameter(boundArray(ctx), index, pname));
    return;
  }
  for (int i = 0; i < 4; ++i) params[i] = current(ctx.state().attribDefaults[index], i);
}

bool checkIndexedGet(const Context& ctx, const char* command, GLuint vaobj, GLuint index, GLenum pname) {
  if (!needNamedArray(ctx, command, vaobj)) return false;
  const bool ofBinding = isOneOf(pname, {GL_VERTEX_BINDING_DIVISOR, GL_VERTEX_BINDING_OFFSET, GL_VERTEX_BINDING_STRIDE,
                                         GL_VERTEX_BINDING_BUFFER});
  if (!ofBinding && !isAttribParameter(pname)) return refuseEnum(ctx, command, "pname", pname);
  return checkBelow(ctx, command, "index", index, ofBinding ? bindingLimit(ctx) : attribLimit(ctx));
}

int64_t indexedParameter(const state::VertexArray& array, GLuint index, GLenum pname) {
  const state::VertexBinding& binding = array.bindings[index];
  switch (pname) {
    case GL_VERTEX_BINDING_DIVISOR: return binding.divisor;
    case GL_VERTEX_BINDING_OFFSET: return static_cast<int64_t>(binding.offsetBytes);
    case GL_VERTEX_BINDING_STRIDE: return binding.strideBytes;
    case GL_VERTEX_BINDING_BUFFER: return binding.buffer ? binding.buffer->name : 0;
    default: return attribParameter(array, index, pname);
  }
}

}  // namespace

bool validateGetVertexAttribfv(const Context& ctx, GLuint index, GLenum pname, GLfloat*) {
  return checkGet(ctx, "glGetVertexAttribfv", index, pname);
}
void getVertexAttribfv(Context& ctx, GLuint index, GLenum pname, GLfloat* params) {
  get(ctx, index, pname, params, [](const state::AttribValue& v, int i) { return static_cast<GLfloat>(asNumber(v, i)); });
}
bool validateGetVertexAttribdv(const Context& ctx, GLuint index, GLenum pname, GLdouble*) {
  return checkGet(ctx, "glGetVertexAttribdv", index, pname);
}
void getVertexAttribdv(Context& ctx, GLuint index, GLenum pname, GLdouble* params) {
  get(ctx, index, pname, params, asNumber);
}
bool validateGetVertexAttribiv(const Context& ctx, GLuint index, GLenum pname, GLint*) {
  return checkGet(ctx, "glGetVertexAttribiv", index, pname);
}
void getVertexAttribiv(Context& ctx, GLuint index, GLenum pname, GLint* params) {
  get(ctx, index, pname, params, [](const state::AttribValue& v, int i) {
    return v.kind == 0 ? static_cast<GLint>(std::lround(asNumber(v, i))) : static_cast<GLint>(v.bits[i]);
  });
}
bool validateGetVertexAttribIiv(const Context& ctx, GLuint index, GLenum pname, GLint*) {
  return checkGet(ctx, "glGetVertexAttribIiv", index, pname);
}
void getVertexAttribIiv(Context& ctx, GLuint index, GLenum pname, GLint* params) {
  get(ctx, index, pname, params, [](const state::AttribValue& v, int i) { return static_cast<GLint>(v.bits[i]); });
}
bool validateGetVertexAttribIuiv(const Context& ctx, GLuint index, GLenum pname, GLuint*) {
  return checkGet(ctx, "glGetVertexAttribIuiv", index, pname);
}
void getVertexAttribIuiv(Context& ctx, GLuint index, GLenum pname, GLuint* params) {
  get(ctx, index, pname, params, [](const state::AttribValue& v, int i) { return v.bits[i]; });
}

bool validateGetVertexAttribPointerv(const Context& ctx, GLuint index, GLenum pname, void**) {
  if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER) return refuseEnum(ctx, "glGetVertexAttribPointerv", "pname", pname);
  return checkBelow(ctx, "glGetVertexAttribPointerv", "index", index, attribLimit(ctx));
}
void getVertexAttribPointerv(Context& ctx, GLuint index, GLenum, void** pointer) {
  *pointer = const_cast<void*>(boundArray(ctx).attribs[index].pointer);
}

bool validateGetVertexArrayiv(const Context& ctx, GLuint vaobj, GLenum pname, GLint*) {
  if (!needNamedArray(ctx, "glGetVertexArrayiv", vaobj)) return false;
  return pname == GL_ELEMENT_ARRAY_BUFFER_BINDING || refuseEnum(ctx, "glGetVertexArrayiv", "pname", pname);
}
void getVertexArrayiv(Context& ctx, GLuint vaobj, GLenum, GLint* param) {
  const auto& elements = namedArray(ctx, vaobj).elements;
  *param = elements ? static_cast<GLint>(elements->name) : 0;
}
bool validateGetVertexArrayIndexediv(const Context& ctx, GLuint vaobj, GLuint index, GLenum pname, GLint*) {
  return checkIndexedGet(ctx, "glGetVertexArrayIndexediv", vaobj, index, pname);
}
void getVertexArrayIndexediv(Context& ctx, GLuint vaobj, GLuint index, GLenum pname, GLint* param) {
  *param = static_cast<GLint>(indexedParameter(namedArray(ctx, vaobj), index, pname));
}
bool validateGetVertexArrayIndexed64iv(const Context& ctx, GLuint vaobj, GLuint index, GLenum pname, GLint64*) {
  return checkIndexedGet(ctx, "glGetVertexArrayIndexed64iv", vaobj, index, pname);
}
void getVertexArrayIndexed64iv(Context& ctx, GLuint vaobj, GLuint index, GLenum pname, GLint64* param) {
  *param = indexedParameter(namedArray(ctx, vaobj), index, pname);
}

}  // namespace gl
