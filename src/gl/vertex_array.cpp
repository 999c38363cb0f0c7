// SPDX-License-Identifier: Apache-2.0
// Vertex array objects: names, binding, enables and the element buffer (GL 4.6 core §10.3.1).
#include "gl/vertex_array.h"

#include "gl/buffer_targets.h"
#include "gl/names.h"
#include "gl/prototypes_vertex.gen.h"

namespace gl {
namespace {

std::shared_ptr<state::VertexArray> makeArray(GLuint name) { return std::make_shared<state::VertexArray>(name); }

void setEnabled(Context& ctx, state::VertexArray& array, GLuint index, bool enabled) {
  if (array.attribs[index].enabled == enabled) return;
  array.attribs[index].enabled = enabled;
  array.enabledMask ^= 1u << index;
  arrayChanged(ctx, array);
}

bool checkEnable(const Context& ctx, const char* command, const state::VertexArray* array, GLuint index) {
  return array && checkBelow(ctx, command, "index", index, attribLimit(ctx));
}

}  // namespace

const state::VertexArray* needBoundArray(const Context& ctx, const char* command) {
  const state::VertexArray* array = ctx.state().vertexArray.get();
  if (array->name != 0 || !ctx.isCore()) return array;
  refuse(ctx, GL_INVALID_OPERATION, "%s: no vertex array object is bound.", command);
  return nullptr;
}

const state::VertexArray* needNamedArray(const Context& ctx, const char* command, GLuint name) {
  if (name == 0 && !ctx.isCore()) return ctx.state().defaultVertexArray.get();
  const state::VertexArray* array = ctx.state().vertexArrays.find(name).get();
  if (!array) refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a vertex array object.", command, name);
  return array;
}

state::VertexArray& namedArray(Context& ctx, GLuint name) {
  return name == 0 ? *ctx.state().defaultVertexArray : *ctx.state().vertexArrays.find(name);
}

void arrayChanged(Context& ctx, state::VertexArray& array) {
  array.touch();
  if (&array == ctx.state().vertexArray.get()) ctx.state().mark(state::kDirtyVertexArray);
}

uint32_t attribBytes(GLenum type, uint32_t components) {
  switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE: return components;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT: return 2 * components;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
    case GL_FIXED: return 4 * components;
    case GL_DOUBLE: return 8 * components;
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_10F_11F_11F_REV: return 4;
    default: return 0;
  }
}

bool validateGenVertexArrays(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glGenVertexArrays", "n", n);
}
void genVertexArrays(Context& ctx, GLsizei n, GLuint* arrays) {
  ctx.state().vertexArrays.generate(static_cast<uint32_t>(n), arrays);
}
bool validateCreateVertexArrays(const Context& ctx, GLsizei n, GLuint*) {
  return checkNotNegative(ctx, "glCreateVertexArrays", "n", n);
}
void createVertexArrays(Context& ctx, GLsizei n, GLuint* arrays) {
  createOwned(ctx.state().vertexArrays, n, arrays, [](GLuint name) {
    auto array = makeArray(name);
    array->created = true;
    return array;
  });
}

bool validateDeleteVertexArrays(const Context& ctx, GLsizei n, const GLuint*) {
  return checkNotNegative(ctx, "glDeleteVertexArrays", "n", n);
}
void deleteVertexArrays(Context& ctx, GLsizei n, const GLuint* arrays) {
  state::Context& st = ctx.state();
  deleteOwned(st.vertexArrays, n, arrays, [&](const std::shared_ptr<state::VertexArray>& array) {
    if (st.vertexArray != array) return;
    st.vertexArray = st.defaultVertexArray;
    st.mark(state::kDirtyVertexArray);
  });
}

GLboolean isVertexArray(Context& ctx, GLuint array) { return ctx.state().vertexArrays.find(array) != nullptr; }

bool validateBindVertexArray(const Context& ctx, GLuint array) {
  // Unlike other objects, arrays need a generated name in every profile.
  if (array == 0 || ctx.state().vertexArrays.reserved(array)) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "glBindVertexArray: the name %u was not generated, or was deleted.", array);
}
void bindVertexArray(Context& ctx, GLuint array) {
  state::Context& st = ctx.state();
  if (st.vertexArray->name == array) return;
  st.vertexArray = array == 0 ? st.defaultVertexArray : findOrMakeOwned(st.vertexArrays, array, makeArray);
  st.vertexArray->created = true;
  st.mark(state::kDirtyVertexArray);
}

bool validateEnableVertexAttribArray(const Context& ctx, GLuint index) {
  return checkEnable(ctx, "glEnableVertexAttribArray", needBoundArray(ctx, "glEnableVertexAttribArray"), index);
}
void enableVertexAttribArray(Context& ctx, GLuint index) { setEnabled(ctx, *ctx.state().vertexArray, index, true); }
bool validateDisableVertexAttribArray(const Context& ctx, GLuint index) {
  return checkEnable(ctx, "glDisableVertexAttribArray", needBoundArray(ctx, "glDisableVertexAttribArray"), index);
}
void disableVertexAttribArray(Context& ctx, GLuint index) { setEnabled(ctx, *ctx.state().vertexArray, index, false); }

bool validateEnableVertexArrayAttrib(const Context& ctx, GLuint vaobj, GLuint index) {
  return checkEnable(ctx, "glEnableVertexArrayAttrib", needNamedArray(ctx, "glEnableVertexArrayAttrib", vaobj), index);
}
void enableVertexArrayAttrib(Context& ctx, GLuint vaobj, GLuint index) {
  setEnabled(ctx, namedArray(ctx, vaobj), index, true);
}
bool validateDisableVertexArrayAttrib(const Context& ctx, GLuint vaobj, GLuint index) {
  return checkEnable(ctx, "glDisableVertexArrayAttrib", needNamedArray(ctx, "glDisableVertexArrayAttrib", vaobj), index);
}
void disableVertexArrayAttrib(Context& ctx, GLuint vaobj, GLuint index) {
  setEnabled(ctx, namedArray(ctx, vaobj), index, false);
}

bool validateVertexArrayElementBuffer(const Context& ctx, GLuint vaobj, GLuint buffer) {
  return needNamedArray(ctx, "glVertexArrayElementBuffer", vaobj) &&
         (buffer == 0 || needNamedBuffer(ctx, "glVertexArrayElementBuffer", buffer));
}
void vertexArrayElementBuffer(Context& ctx, GLuint vaobj, GLuint buffer) {
  state::VertexArray& array = namedArray(ctx, vaobj);
  array.elements = bufferToBind(ctx, buffer, kUseElements);
  arrayChanged(ctx, array);
}

}  // namespace gl
