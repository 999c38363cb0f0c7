// SPDX-License-Identifier: Apache-2.0
// The glGet* commands over the tables of values (GL 4.6 core §22.1-22.2), glGetError and the reset status.
#include <unordered_map>

#include "gl/checks.h"
#include "gl/get_value.h"
#include "gl/legacy_arrays.h"
#include "gl/prototypes_get.gen.h"
#include "gl/state_set.h"

namespace gl {
namespace {

// Rows by name; built at the first query, never changed.
const GetRow* findRow(const Context& ctx, GLenum name) {
  static const auto kIndex = [] {
    std::unordered_map<GLenum, const GetRow*> index;
    for (const auto rows : {limitRows(), rasterRows(), bindingRows(), surfaceRows(), legacyRows()})
      for (const GetRow& row : rows) index.emplace(row.name, &row);
    return index;
  }();
  const auto at = kIndex.find(name);
  return at != kIndex.end() && !(at->second->removed && ctx.isCore()) ? at->second : nullptr;
}

// GL_TIMESTAMP asks the back end, so it is no row: rows read a const context.
bool checkName(const Context& ctx, const char* command, GLenum pname) {
  return findRow(ctx, pname) || isCapability(ctx, pname) || pname == GL_TIMESTAMP ||
         refuseEnum(ctx, command, "pname", pname);
}

void read(Context& ctx, GLenum pname, Value& value) {
  if (const GetRow* row = findRow(ctx, pname)) return row->read(ctx, value);
  if (pname == GL_TIMESTAMP) return value.set(ctx.tracker().timestampNow());
  value.set(isCapabilityEnabled(ctx, pname));
}

template <class As, class T>
void write(const Value& value, T* out) {
  for (size_t i = 0; i < value.count(); ++i) out[i] = static_cast<T>(value.as<As>(i));
}

template <class As, class T>
void get(Context& ctx, GLenum pname, T* out) {
  Value value;
  read(ctx, pname, value);
  write<As>(value, out);
}

bool checkIndexed(const Context& ctx, const char* command, GLenum target, GLuint index) {
  const uint32_t count = indexedValueCount(ctx, target);
  return count == 0 ? refuseEnum(ctx, command, "target", target) : checkBelow(ctx, command, "index", index, count);
}

template <class As, class T>
void getIndexed(const Context& ctx, GLenum target, GLuint index, T* out) {
  Value value;
  readIndexedValue(ctx, target, index, value);
  write<As>(value, out);
}

}  // namespace

bool validateGetBooleanv(const Context& ctx, GLenum pname, GLboolean*) { return checkName(ctx, "glGetBooleanv", pname); }
void getBooleanv(Context& ctx, GLenum pname, GLboolean* data) { get<bool>(ctx, pname, data); }
bool validateGetIntegerv(const Context& ctx, GLenum pname, GLint*) { return checkName(ctx, "glGetIntegerv", pname); }
void getIntegerv(Context& ctx, GLenum pname, GLint* data) { get<int32_t>(ctx, pname, data); }
bool validateGetInteger64v(const Context& ctx, GLenum pname, GLint64*) {
  return checkName(ctx, "glGetInteger64v", pname);
}
void getInteger64v(Context& ctx, GLenum pname, GLint64* data) { get<int64_t>(ctx, pname, data); }
bool validateGetFloatv(const Context& ctx, GLenum pname, GLfloat*) { return checkName(ctx, "glGetFloatv", pname); }
void getFloatv(Context& ctx, GLenum pname, GLfloat* data) { get<float>(ctx, pname, data); }
bool validateGetDoublev(const Context& ctx, GLenum pname, GLdouble*) { return checkName(ctx, "glGetDoublev", pname); }
void getDoublev(Context& ctx, GLenum pname, GLdouble* data) { get<double>(ctx, pname, data); }

bool validateGetBooleani_v(const Context& ctx, GLenum target, GLuint index, GLboolean*) {
  return checkIndexed(ctx, "glGetBooleani_v", target, index);
}
void getBooleani_v(Context& ctx, GLenum target, GLuint index, GLboolean* data) {
  getIndexed<bool>(ctx, target, index, data);
}
bool validateGetIntegeri_v(const Context& ctx, GLenum target, GLuint index, GLint*) {
  return checkIndexed(ctx, "glGetIntegeri_v", target, index);
}
void getIntegeri_v(Context& ctx, GLenum target, GLuint index, GLint* data) {
  getIndexed<int32_t>(ctx, target, index, data);
}
bool validateGetInteger64i_v(const Context& ctx, GLenum target, GLuint index, GLint64*) {
  return checkIndexed(ctx, "glGetInteger64i_v", target, index);
}
void getInteger64i_v(Context& ctx, GLenum target, GLuint index, GLint64* data) {
  getIndexed<int64_t>(ctx, target, index, data);
}
bool validateGetFloati_v(const Context& ctx, GLenum target, GLuint index, GLfloat*) {
  return checkIndexed(ctx, "glGetFloati_v", target, index);
}
void getFloati_v(Context& ctx, GLenum target, GLuint index, GLfloat* data) {
  getIndexed<float>(ctx, target, index, data);
}
bool validateGetDoublei_v(const Context& ctx, GLenum target, GLuint index, GLdouble*) {
  return checkIndexed(ctx, "glGetDoublei_v", target, index);
}
void getDoublei_v(Context& ctx, GLenum target, GLuint index, GLdouble* data) {
  getIndexed<double>(ctx, target, index, data);
}

bool validateGetPointerv(const Context& ctx, GLenum pname, void**) {
  return isOneOf(pname, {GL_DEBUG_CALLBACK_FUNCTION, GL_DEBUG_CALLBACK_USER_PARAM}) ||
         (!ctx.isCore() && isClientArrayPointer(pname)) || refuseEnum(ctx, "glGetPointerv", "pname", pname);
}
void getPointerv(Context& ctx, GLenum pname, void** params) {
  if (isClientArrayPointer(pname)) {
    *params = const_cast<void*>(clientArrayPointer(ctx, pname));
    return;
  }
  *params = pname == GL_DEBUG_CALLBACK_FUNCTION ? ctx.debug().callback : const_cast<void*>(ctx.debug().userParam);
}

GLenum getError(Context& ctx) {
  // Errors that the driver reported meanwhile, without waiting for any.
  ctx.tracker().drain();
  return ctx.takeError();
}

GLenum getGraphicsResetStatus(Context& ctx) {
  // A lost stream never comes back, so the status stays until the application makes a new context.
  return ctx.tracker().lost() ? GL_UNKNOWN_CONTEXT_RESET : GL_NO_ERROR;
}

}  // namespace gl
