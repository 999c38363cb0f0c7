// SPDX-License-Identifier: Apache-2.0
// Queries. Results go out as events, in the order in which the driver finishes them; a query that is begun again before
// its result arrived loses that result, as in GL.
#include "backends/gles/context.h"

namespace gles {
namespace {

GLenum esQueryTarget(uint32_t target, const Extensions& has) {
  switch (target) {
    case desktop::kSamplesPassed:
    case GL_ANY_SAMPLES_PASSED: return GL_ANY_SAMPLES_PASSED;  // the boolean is all ES has
    case GL_ANY_SAMPLES_PASSED_CONSERVATIVE: return GL_ANY_SAMPLES_PASSED_CONSERVATIVE;
    case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN: return target;
    case GL_PRIMITIVES_GENERATED: return has.geometryShader ? target : 0;
    case GL_TIME_ELAPSED_EXT:
    case GL_TIMESTAMP_EXT: return has.timerQuery ? target : 0;
  }
  return 0;
}

}  // namespace

Query* Context::queryForUse(pipe::QueryHandle handle, uint32_t target) {
  const GLenum esTarget = esQueryTarget(target, mShared->extensions);
  if (!esTarget) {
    fault(pipe::Fault::BadValue, "A query of target 0x%04X is not offered by this back end.", target);
    return nullptr;
  }
  Query* query = mQueries.find(handle);
  if (!query) {
    auto fresh = std::make_unique<Query>();
    mGl.GenQueries(1, &fresh->name.gl);
    fresh->esTarget = esTarget;
    query = mQueries.insert(handle, std::move(fresh));
    if (!query) {
      stale("query", handle.slot, handle.generation);
      return nullptr;
    }
  }
  if (query->pending) {
    std::erase(mPendingQueries, handle);
    query->pending = false;
  }
  return query;
}

void Context::queryBegin(const pipe::QueryBeginArgs& args) {
  Query* query = queryForUse(args.query, args.target);
  if (!query) return;
  if (args.index != 0 || query->active)
    return fault(pipe::Fault::BadValue, "query_begin names stream %u of a query that is %s.", args.index,
                 query->active ? "active" : "not active");
  query->active = true;
  mGl.BeginQuery(query->esTarget, query->name.gl);
}

void Context::queryEnd(const pipe::QueryEndArgs& args) {
  Query* query = args.target == GL_TIMESTAMP_EXT ? queryForUse(args.query, args.target)
                                                 : find(mQueries, args.query, "query");
  if (!query) return;
  if (args.target == GL_TIMESTAMP_EXT) {
    mGl.QueryCounterEXT(query->name.gl, GL_TIMESTAMP_EXT);
  } else {
    if (!query->active) return fault(pipe::Fault::BadValue, "query_end names a query that was not begun.");
    mGl.EndQuery(query->esTarget);
  }
  query->active = false;
  query->pending = query->ended = true;
  query->serial = args.serial;
  mPendingQueries.push_back(args.query);
}

uint64_t Context::queryValue(const Query& query) {
  if (mGl.GetQueryObjectui64vEXT && (query.esTarget == GL_TIME_ELAPSED_EXT || query.esTarget == GL_TIMESTAMP_EXT)) {
    GLuint64 value = 0;
    mGl.GetQueryObjectui64vEXT(query.name.gl, GL_QUERY_RESULT, &value);
    return value;
  }
  GLuint value = 0;
  mGl.GetQueryObjectuiv(query.name.gl, GL_QUERY_RESULT, &value);
  return value;
}

void Context::finishQuery(pipe::QueryHandle handle, Query& query) {
  query.value = queryValue(query);
  query.pending = false;
  mEvents.queryResult({.query = handle, .serial = query.serial, .value = query.value});
}

bool Context::pollQueries() {
  while (!mPendingQueries.empty()) {
    const pipe::QueryHandle handle = mPendingQueries.front();
    Query* query = mQueries.find(handle);
    if (query && query->pending) {
      GLuint available = 0;
      mGl.GetQueryObjectuiv(query->name.gl, GL_QUERY_RESULT_AVAILABLE, &available);
      if (!available) return true;
      finishQuery(handle, *query);
    }
    mPendingQueries.pop_front();
  }
  return false;
}

pipe::ReplyStatus Context::queryWait(const pipe::QueryWaitArgs& args, pipe::QueryWaitReply& reply) {
  Query* query = find(mQueries, args.query, "query");
  if (!query) return pipe::ReplyStatus::Lost;
  if (query->active || !query->ended || query->serial != args.serial) return pipe::ReplyStatus::Declined;
  if (query->pending) {
    // Those ended before are ready no later than this one; their events keep the order.
    while (!mPendingQueries.empty()) {
      const pipe::QueryHandle handle = mPendingQueries.front();
      mPendingQueries.pop_front();
      Query* earlier = mQueries.find(handle);
      if (earlier && earlier->pending) finishQuery(handle, *earlier);
      if (earlier == query) break;
    }
  }
  reply.value = query->value;
  reply.available = 1;
  return pipe::ReplyStatus::Ok;
}

void Context::queryDestroy(const pipe::QueryDestroyArgs& args) {
  const auto query = mQueries.erase(args.query);
  if (!query) return stale("query", args.query.slot, args.query.generation);
  if (query->active) mGl.EndQuery(query->esTarget);
  mGl.DeleteQueries(1, &query->name.gl);
  std::erase(mPendingQueries, args.query);
}

pipe::ReplyStatus Context::timestampNow(const pipe::TimestampNowArgs&, pipe::TimestampNowReply& reply) {
  if (!mShared->extensions.timerQuery) return pipe::ReplyStatus::Declined;
  GLint64 now = 0;
  mGl.GetInteger64v(GL_TIMESTAMP_EXT, &now);
  reply.timeNs = static_cast<uint64_t>(now);
  return pipe::ReplyStatus::Ok;
}

}  // namespace gles
