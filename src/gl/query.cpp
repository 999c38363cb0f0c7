// SPDX-License-Identifier: Apache-2.0
// Query objects and conditional rendering (GL 4.6 core §4.2, §10.9).
#include <limits>
#include <optional>

#include "gl/buffer_targets.h"
#include "gl/checks.h"
#include "gl/device_info.h"
#include "gl/names.h"
#include "gl/prototypes_query.gen.h"

namespace gl {
namespace {

using state::QueryPoint;

// The active-query point of a target. Occlusion targets share one: only one of them may be active (§17.3.5).
std::optional<QueryPoint> pointOf(GLenum target) {
  switch (target) {
    case GL_SAMPLES_PASSED:
    case GL_ANY_SAMPLES_PASSED:
    case GL_ANY_SAMPLES_PASSED_CONSERVATIVE: return QueryPoint::Samples;
    case GL_PRIMITIVES_GENERATED: return QueryPoint::PrimitivesGenerated;
    case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN: return QueryPoint::XfbWritten;
    case GL_TIME_ELAPSED: return QueryPoint::TimeElapsed;
    default: return std::nullopt;
  }
}

bool isOcclusion(GLenum target) { return pointOf(target) == QueryPoint::Samples; }
bool isYesOrNo(GLenum target) { return isOcclusion(target) && target != GL_SAMPLES_PASSED; }

const std::shared_ptr<state::Query>& activeAt(const Context& ctx, QueryPoint point) {
  return ctx.state().activeQueries[static_cast<size_t>(point)];
}

bool checkTargetAndIndex(const Context& ctx, const char* command, GLenum target, GLuint index) {
  if (!pointOf(target)) return refuseEnum(ctx, command, "target", target);
  return checkBelow(ctx, command, "index", index, 1);  // one vertex stream
}

// A query that may begin, or count, for this target under this name.
bool checkStart(const Context& ctx, const char* command, GLenum target, GLuint id) {
  if (id == 0 || !ctx.state().queries.reserved(id))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: the name %u was not generated, or was deleted.", command, id);
  const std::shared_ptr<state::Query> query = ctx.state().queries.find(id);
  if (!query) return true;
  if (query->active) return refuse(ctx, GL_INVALID_OPERATION, "%s: query %u is active.", command, id);
  if (query->target != 0 && query->target != target)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: query %u is for %s, not %s.", command, id,
                  enumName(query->target, "QueryTarget"), enumName(target, "QueryTarget"));
  if (query == ctx.state().conditional)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: query %u decides about conditional rendering now.", command, id);
  return true;
}

bool checkBegin(const Context& ctx, const char* command, GLenum target, GLuint index, GLuint id) {
  if (!checkTargetAndIndex(ctx, command, target, index)) return false;
  if (const auto& active = activeAt(ctx, *pointOf(target)))
    return refuse(ctx, GL_INVALID_OPERATION, "%s: query %u is active for %s already.", command, active->name,
                  enumName(active->target, "QueryTarget"));
  return checkStart(ctx, command, target, id);
}

bool checkEnd(const Context& ctx, const char* command, GLenum target, GLuint index) {
  if (!checkTargetAndIndex(ctx, command, target, index)) return false;
  const auto& active = activeAt(ctx, *pointOf(target));
  if (active && active->target == target) return true;
  return refuse(ctx, GL_INVALID_OPERATION, "%s: no query is active for %s.", command, enumName(target, "QueryTarget"));
}

std::shared_ptr<state::Query> started(Context& ctx, GLenum target, GLuint id) {
  auto query = findOrMakeOwned(ctx.state().queries, id, [&](GLuint name) { return makeQuery(ctx, name); });
  query->target = target;
  return query;
}

void begin(Context& ctx, GLenum target, GLuint index, GLuint id) {
  std::shared_ptr<state::Query> query = started(ctx, target, id);
  query->index = index;
  query->active = true;
  ctx.tracker().queryBegin(*query, target, index);
  ctx.state().activeQueries[static_cast<size_t>(*pointOf(target))] = std::move(query);
}

void end(Context& ctx, GLenum target, GLuint index) {
  const auto query = std::exchange(ctx.state().activeQueries[static_cast<size_t>(*pointOf(target))], nullptr);
  query->active = false;
  ctx.tracker().queryEnd(*query, target, index);
}

// ── results ──

bool checkResult(const Context& ctx, const char* command, GLuint id, GLenum pname) {
  const auto query = ctx.state().queries.find(id);
  if (!query || query->target == 0)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a query object.", command, id);
  if (query->active) return refuse(ctx, GL_INVALID_OPERATION, "%s: query %u is active.", command, id);
  return isOneOf(pname, {GL_QUERY_RESULT, GL_QUERY_RESULT_AVAILABLE, GL_QUERY_RESULT_NO_WAIT, GL_QUERY_TARGET}) ||
         refuseEnum(ctx, command, "pname", pname);
}

// Empty: GL_QUERY_RESULT_NO_WAIT without a result, which leaves the application's memory alone.
std::optional<uint64_t> result(Context& ctx, state::Query& query, GLenum pname) {
  switch (pname) {
    case GL_QUERY_TARGET: return query.target;
    case GL_QUERY_RESULT_AVAILABLE: return ctx.tracker().queryAvailable(query);
    case GL_QUERY_RESULT_NO_WAIT:
      if (!ctx.tracker().queryAvailable(query)) return std::nullopt;
      break;
    default: break;
  }
  const uint64_t value = ctx.tracker().queryResult(query);
  return isYesOrNo(query.target) ? uint64_t{value != 0} : value;
}

// Results that do not fit saturate (§4.2.3).
template <class T>
T saturated(uint64_t value) {
  return static_cast<T>(std::min(value, static_cast<uint64_t>(std::numeric_limits<T>::max())));
}

// With a query buffer bound, `params` is an offset into it (§4.2.3). The wait stays on this side.
template <class T>
void getResult(Context& ctx, GLuint id, GLenum pname, T* params) {
  const std::shared_ptr<state::Query> query = ctx.state().queries.find(id);
  const std::optional<uint64_t> value = result(ctx, *query, pname);
  if (!value) return;
  const T written = saturated<T>(*value);
  if (const auto buffer = ctx.state().buffers[static_cast<size_t>(state::BufferPoint::Query)])
    ctx.tracker().bufferSubData(*buffer, reinterpret_cast<uintptr_t>(params), std::as_bytes(std::span(&written, 1)));
  else
    *params = written;
}

bool checkRoom(const Context& ctx, const char* command, const state::Buffer& buffer, GLintptr offset, uint64_t bytes) {
  if (offset < 0)
    return refuse(ctx, GL_INVALID_VALUE, "%s: offset is %lld and must not be negative.", command,
                  static_cast<long long>(offset));
  if (static_cast<uint64_t>(offset) + bytes <= buffer.sizeBytes) return checkNotMapped(ctx, command, buffer);
  return refuse(ctx, GL_INVALID_OPERATION, "%s: the result at offset %lld does not fit into the %llu bytes of buffer %u.",
                command, static_cast<long long>(offset), static_cast<unsigned long long>(buffer.sizeBytes), buffer.name);
}

template <class T>
bool checkGet(const Context& ctx, const char* command, GLuint id, GLenum pname, T* params) {
  if (!checkResult(ctx, command, id, pname)) return false;
  const auto& buffer = ctx.state().buffers[static_cast<size_t>(state::BufferPoint::Query)];
  return !buffer || checkRoom(ctx, command, *buffer, reinterpret_cast<GLintptr>(params), sizeof(T));
}

template <class T>
bool checkGetIntoBuffer(const Context& ctx, const char* command, GLuint id, GLuint buffer, GLenum pname,
                        GLintptr offset) {
  const auto object = needNamedBuffer(ctx, command, buffer);
  return object && checkResult(ctx, command, id, pname) && checkRoom(ctx, command, *object, offset, sizeof(T));
}

template <class T>
void getIntoBuffer(Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  const std::shared_ptr<state::Query> query = ctx.state().queries.find(id);
  const auto object = findShared(ctx, &state::ShareGroup::buffers, buffer);
  const std::optional<uint64_t> value = result(ctx, *query, pname);
  if (!value) return;
  const T written = saturated<T>(*value);
  ctx.tracker().bufferSubData(*object, static_cast<uint64_t>(offset), std::as_bytes(std::span(&written, 1)));
}

bool checkGetTarget(const Context& ctx, const char* command, GLenum target, GLuint index, GLenum pname) {
  if (target != GL_TIMESTAMP && !pointOf(target)) return refuseEnum(ctx, command, "target", target);
  if (!checkBelow(ctx, command, "index", index, 1)) return false;
  return isOneOf(pname, {GL_CURRENT_QUERY, GL_QUERY_COUNTER_BITS}) || refuseEnum(ctx, command, "pname", pname);
}

GLint counterBits(const Context& ctx, GLenum target) {
  if (target == GL_TIMESTAMP || target == GL_TIME_ELAPSED)
    return ctx.device().timerQuery ? static_cast<GLint>(ctx.device().timestampBits) : 0;
  if (isYesOrNo(target)) return 1;
  // Without exact counts only "none" or "some" comes back. GL asks for either no bits or enough for a whole viewport.
  return target == GL_SAMPLES_PASSED && !ctx.device().exactOcclusion ? 0 : 64;
}

GLint targetParameter(const Context& ctx, GLenum target, GLenum pname) {
  if (pname == GL_QUERY_COUNTER_BITS) return counterBits(ctx, target);
  if (target == GL_TIMESTAMP) return 0;
  const auto& active = activeAt(ctx, *pointOf(target));
  return active && active->target == target ? static_cast<GLint>(active->name) : 0;
}

bool waits(GLenum mode) {
  return isOneOf(mode, {GL_QUERY_WAIT, GL_QUERY_BY_REGION_WAIT, GL_QUERY_WAIT_INVERTED, GL_QUERY_BY_REGION_WAIT_INVERTED});
}

}  // namespace

bool validateGenQueries(const Context& ctx, GLsizei n, GLuint*) { return checkNotNegative(ctx, "glGenQueries", "n", n); }
void genQueries(Context& ctx, GLsizei n, GLuint* ids) { ctx.state().queries.generate(static_cast<uint32_t>(n), ids); }

bool validateCreateQueries(const Context& ctx, GLenum target, GLsizei n, GLuint*) {
  if (target != GL_TIMESTAMP && !pointOf(target)) return refuseEnum(ctx, "glCreateQueries", "target", target);
  return checkNotNegative(ctx, "glCreateQueries", "n", n);
}
void createQueries(Context& ctx, GLenum target, GLsizei n, GLuint* ids) {
  createOwned(ctx.state().queries, n, ids, [&](GLuint name) {
    auto query = makeQuery(ctx, name);
    query->target = target;
    return query;
  });
}

bool validateDeleteQueries(const Context& ctx, GLsizei n, const GLuint*) {
  return checkNotNegative(ctx, "glDeleteQueries", "n", n);
}
void deleteQueries(Context& ctx, GLsizei n, const GLuint* ids) {
  deleteOwned(ctx.state().queries, n, ids, [&](const std::shared_ptr<state::Query>& query) {
    // Deleting an active query ends it; nobody can ask for its result any more (§4.2.1).
    if (query->active) end(ctx, query->target, query->index);
  });
}

GLboolean isQuery(Context& ctx, GLuint id) {
  const auto query = ctx.state().queries.find(id);
  return query && query->target != 0;
}

bool validateBeginQuery(const Context& ctx, GLenum target, GLuint id) {
  return checkBegin(ctx, "glBeginQuery", target, 0, id);
}
void beginQuery(Context& ctx, GLenum target, GLuint id) { begin(ctx, target, 0, id); }
bool validateBeginQueryIndexed(const Context& ctx, GLenum target, GLuint index, GLuint id) {
  return checkBegin(ctx, "glBeginQueryIndexed", target, index, id);
}
void beginQueryIndexed(Context& ctx, GLenum target, GLuint index, GLuint id) { begin(ctx, target, index, id); }

bool validateEndQuery(const Context& ctx, GLenum target) { return checkEnd(ctx, "glEndQuery", target, 0); }
void endQuery(Context& ctx, GLenum target) { end(ctx, target, 0); }
bool validateEndQueryIndexed(const Context& ctx, GLenum target, GLuint index) {
  return checkEnd(ctx, "glEndQueryIndexed", target, index);
}
void endQueryIndexed(Context& ctx, GLenum target, GLuint index) { end(ctx, target, index); }

bool validateQueryCounter(const Context& ctx, GLuint id, GLenum target) {
  if (target != GL_TIMESTAMP) return refuseEnum(ctx, "glQueryCounter", "target", target);
  return checkStart(ctx, "glQueryCounter", target, id);
}
void queryCounter(Context& ctx, GLuint id, GLenum target) {
  const auto query = started(ctx, target, id);
  ctx.tracker().queryEnd(*query, target, 0);
}

bool validateGetQueryiv(const Context& ctx, GLenum target, GLenum pname, GLint*) {
  return checkGetTarget(ctx, "glGetQueryiv", target, 0, pname);
}
void getQueryiv(Context& ctx, GLenum target, GLenum pname, GLint* params) {
  *params = targetParameter(ctx, target, pname);
}
bool validateGetQueryIndexediv(const Context& ctx, GLenum target, GLuint index, GLenum pname, GLint*) {
  return checkGetTarget(ctx, "glGetQueryIndexediv", target, index, pname);
}
void getQueryIndexediv(Context& ctx, GLenum target, GLuint, GLenum pname, GLint* params) {
  *params = targetParameter(ctx, target, pname);
}

bool validateGetQueryObjectiv(const Context& ctx, GLuint id, GLenum pname, GLint* params) {
  return checkGet(ctx, "glGetQueryObjectiv", id, pname, params);
}
void getQueryObjectiv(Context& ctx, GLuint id, GLenum pname, GLint* params) { getResult(ctx, id, pname, params); }
bool validateGetQueryObjectuiv(const Context& ctx, GLuint id, GLenum pname, GLuint* params) {
  return checkGet(ctx, "glGetQueryObjectuiv", id, pname, params);
}
void getQueryObjectuiv(Context& ctx, GLuint id, GLenum pname, GLuint* params) { getResult(ctx, id, pname, params); }
bool validateGetQueryObjecti64v(const Context& ctx, GLuint id, GLenum pname, GLint64* params) {
  return checkGet(ctx, "glGetQueryObjecti64v", id, pname, params);
}
void getQueryObjecti64v(Context& ctx, GLuint id, GLenum pname, GLint64* params) { getResult(ctx, id, pname, params); }
bool validateGetQueryObjectui64v(const Context& ctx, GLuint id, GLenum pname, GLuint64* params) {
  return checkGet(ctx, "glGetQueryObjectui64v", id, pname, params);
}
void getQueryObjectui64v(Context& ctx, GLuint id, GLenum pname, GLuint64* params) { getResult(ctx, id, pname, params); }

bool validateGetQueryBufferObjectiv(const Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  return checkGetIntoBuffer<GLint>(ctx, "glGetQueryBufferObjectiv", id, buffer, pname, offset);
}
void getQueryBufferObjectiv(Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  getIntoBuffer<GLint>(ctx, id, buffer, pname, offset);
}
bool validateGetQueryBufferObjectuiv(const Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  return checkGetIntoBuffer<GLuint>(ctx, "glGetQueryBufferObjectuiv", id, buffer, pname, offset);
}
void getQueryBufferObjectuiv(Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  getIntoBuffer<GLuint>(ctx, id, buffer, pname, offset);
}
bool validateGetQueryBufferObjecti64v(const Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  return checkGetIntoBuffer<GLint64>(ctx, "glGetQueryBufferObjecti64v", id, buffer, pname, offset);
}
void getQueryBufferObjecti64v(Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  getIntoBuffer<GLint64>(ctx, id, buffer, pname, offset);
}
bool validateGetQueryBufferObjectui64v(const Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  return checkGetIntoBuffer<GLuint64>(ctx, "glGetQueryBufferObjectui64v", id, buffer, pname, offset);
}
void getQueryBufferObjectui64v(Context& ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) {
  getIntoBuffer<GLuint64>(ctx, id, buffer, pname, offset);
}

bool validateBeginConditionalRender(const Context& ctx, GLuint id, GLenum mode) {
  constexpr const char* kCommand = "glBeginConditionalRender";
  if (!isOneOf(mode, {GL_QUERY_WAIT, GL_QUERY_NO_WAIT, GL_QUERY_BY_REGION_WAIT, GL_QUERY_BY_REGION_NO_WAIT,
                      GL_QUERY_WAIT_INVERTED, GL_QUERY_NO_WAIT_INVERTED, GL_QUERY_BY_REGION_WAIT_INVERTED,
                      GL_QUERY_BY_REGION_NO_WAIT_INVERTED}))
    return refuseEnum(ctx, kCommand, "mode", mode);
  if (ctx.state().conditional)
    return refuse(ctx, GL_INVALID_OPERATION, "%s: conditional rendering is in progress.", kCommand);
  const auto query = ctx.state().queries.find(id);
  if (!query) return refuse(ctx, GL_INVALID_VALUE, "%s: %u is not the name of a query object.", kCommand, id);
  if (query->active) return refuse(ctx, GL_INVALID_OPERATION, "%s: query %u is active.", kCommand, id);
  return isOcclusion(query->target) ||
         refuse(ctx, GL_INVALID_OPERATION, "%s: query %u does not count samples.", kCommand, id);
}
void beginConditionalRender(Context& ctx, GLuint id, GLenum mode) {
  state::Context& st = ctx.state();
  st.conditional = st.queries.find(id);
  st.conditionalMode = mode;
  // Asking is enough: a result that is there, or is waited for, ends up in the query.
  if (waits(mode))
    ctx.tracker().queryResult(*st.conditional);
  else
    ctx.tracker().queryAvailable(*st.conditional);
}

bool validateEndConditionalRender(const Context& ctx) {
  return ctx.state().conditional ||
         refuse(ctx, GL_INVALID_OPERATION, "glEndConditionalRender: conditional rendering is not in progress.");
}
void endConditionalRender(Context& ctx) { ctx.state().conditional = nullptr; }

}  // namespace gl
