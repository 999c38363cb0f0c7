// SPDX-License-Identifier: Apache-2.0
// Queries. Results go out as events in the order of their ends; a query that is begun again before its result arrived
// loses that result, as in GL.
#include "backends/vulkan/query.h"

#include <algorithm>

#include "backends/vulkan/context.h"
#include "base/gl_enums.gen.h"

namespace vulkan {
namespace {

bool isTime(uint32_t target) { return target == glenum::TIME_ELAPSED_ || target == glenum::TIMESTAMP_; }

bool isBoolean(uint32_t target) {
  return target == glenum::ANY_SAMPLES_PASSED_ || target == glenum::ANY_SAMPLES_PASSED_CONSERVATIVE_;
}

}  // namespace

QueryPools::~QueryPools() {
  for (auto& pool : mPools) mRecorder.park(VK_OBJECT_TYPE_QUERY_POOL, pool->pool, pool->lastUse);
}

QuerySlot QueryPools::take(VkQueryType type) {
  auto& vk = mRecorder.device.vk;
  QueryPool* chosen = nullptr;
  for (auto& pool : mPools) {
    if (pool->type != type) continue;
    if (!pool->held && mRecorder.done(pool->lastUse)) pool->used = 0;
    if (pool->used < kSlotsPerPool) chosen = pool.get();
  }
  if (!chosen) {
    VkQueryPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = type;
    info.queryCount = kSlotsPerPool;
    if (type == VK_QUERY_TYPE_PIPELINE_STATISTICS)
      info.pipelineStatistics = VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT |
                                VK_QUERY_PIPELINE_STATISTIC_GEOMETRY_SHADER_PRIMITIVES_BIT;
    auto made = std::make_unique<QueryPool>();
    made->type = type;
    if (vk.vkCreateQueryPool(mRecorder.device.handle, &info, nullptr, &made->pool) != VK_SUCCESS) return {};
    chosen = mPools.emplace_back(std::move(made)).get();
  }
  const QuerySlot slot{chosen, chosen->used++, mRecorder.recording()};
  ++chosen->held;
  chosen->lastUse = mRecorder.recording();
  vk.vkCmdResetQueryPool(mRecorder.command(Where::Prologue), chosen->pool, slot.index, 1);
  return slot;
}

Query* Context::queryForUse(pipe::QueryHandle handle, uint32_t target) {
  const Has& has = r.device.has;
  const bool offered = target == glenum::SAMPLES_PASSED_ || isBoolean(target) ||
                       (target == glenum::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_ && has.transformFeedbackQueries) ||
                       target == glenum::PRIMITIVES_GENERATED_ || (isTime(target) && r.device.timestampBits);
  if (!offered) {
    fault(pipe::Fault::BadValue, "A query of target 0x%04X is not offered by this back end.", target);
    return nullptr;
  }
  Query* query = mQueries.find(handle);
  if (!query) query = mQueries.insert(handle, std::make_unique<Query>());
  if (!query) {
    stale("query", handle.slot, handle.generation);
    return nullptr;
  }
  if (query->pending) {
    std::erase(mPendingQueries, handle);
    query->pending = false;
  }
  for (const QuerySlot& slot : query->slots) QueryPools::release(slot);
  query->slots.clear();
  query->counted = 0;
  query->target = target;
  return query;
}

bool Context::countsPrimitives() const {
  return !mActiveQueries.empty() && !r.device.has.primitivesGenerated && !r.device.features.pipelineStatisticsQuery &&
         std::any_of(mActiveQueries.begin(), mActiveQueries.end(), [&](pipe::QueryHandle handle) {
           const Query* query = mQueries.find(handle);
           return query && query->target == glenum::PRIMITIVES_GENERATED_;
         });
}

// A device that counts no primitives has no geometry shaders either: what is drawn is what is generated.
void Context::countPrimitives(uint32_t mode, uint32_t vertices, uint32_t instances) {
  for (const pipe::QueryHandle handle : mActiveQueries)
    if (Query* query = mQueries.find(handle); query && query->target == glenum::PRIMITIVES_GENERATED_)
      query->counted += uint64_t{emulation::primitiveCount(mode, vertices)} * instances;
}

// Begins a slot outside of render passes, so that it may span several of them.
void Context::startSlot(Query& query) {
  VkQueryType type = VK_QUERY_TYPE_OCCLUSION;
  if (query.target == glenum::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_) type = VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT;
  if (query.target == glenum::PRIMITIVES_GENERATED_)
    type = r.device.has.primitivesGenerated ? VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT : VK_QUERY_TYPE_PIPELINE_STATISTICS;
  const QuerySlot slot = mQueryPools.take(type);
  if (!slot.pool) return;
  query.slots.push_back(slot);
  query.running = true;
  const VkCommandBuffer command = r.command(Where::Main);
  if (type == VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT || type == VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT)
    return r.device.vk.vkCmdBeginQueryIndexedEXT(command, slot.pool->pool, slot.index, 0, 0);
  const bool precise = query.target == glenum::SAMPLES_PASSED_ && r.device.features.occlusionQueryPrecise;
  r.device.vk.vkCmdBeginQuery(command, slot.pool->pool, slot.index, precise ? VK_QUERY_CONTROL_PRECISE_BIT : 0);
}

void Context::stopSlot(Query& query) {
  if (!query.running) return;
  query.running = false;
  const QuerySlot& slot = query.slots.back();
  const VkCommandBuffer command = r.command(Where::Main);
  if (slot.pool->type == VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT || slot.pool->type == VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT)
    r.device.vk.vkCmdEndQueryIndexedEXT(command, slot.pool->pool, slot.index, 0);
  else
    r.device.vk.vkCmdEndQuery(command, slot.pool->pool, slot.index);
}

void Context::batchEnds(VkCommandBuffer) {
  for (const pipe::QueryHandle handle : mActiveQueries)
    if (Query* query = mQueries.find(handle)) stopSlot(*query);
}

void Context::resumeQueries() {
  const bool counts = countsPrimitives();
  for (const pipe::QueryHandle handle : mActiveQueries)
    if (Query* query = mQueries.find(handle);
        query && !query->running && !(counts && query->target == glenum::PRIMITIVES_GENERATED_))
      startSlot(*query);
}

bool Context::writeTimestamp(Query& query) {
  const QuerySlot slot = mQueryPools.take(VK_QUERY_TYPE_TIMESTAMP);
  if (!slot.pool) return false;
  query.slots.push_back(slot);
  r.device.vk.vkCmdWriteTimestamp(r.command(Where::Main), VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, slot.pool->pool, slot.index);
  return true;
}

void Context::queryBegin(const pipe::QueryBeginArgs& args) {
  Lock lock(mShared->mutex);
  Query* query = mQueries.find(args.query);
  if (args.index != 0 || (query && query->active))
    return fault(pipe::Fault::BadValue, "query_begin names stream %u of a query that is %s.", args.index,
                 query && query->active ? "active" : "not active");
  query = queryForUse(args.query, args.target);
  if (!query) return;
  query->active = true;
  if (isTime(args.target))
    writeTimestamp(*query);
  else
    mActiveQueries.push_back(args.query);  // its first slot begins with the next draw
  afterVerb();
}

void Context::queryEnd(const pipe::QueryEndArgs& args) {
  Lock lock(mShared->mutex);
  const bool timestamp = args.target == glenum::TIMESTAMP_;
  Query* query = timestamp ? queryForUse(args.query, args.target) : find(mQueries, args.query, "query");
  if (!query) return;
  if (!timestamp && !query->active)
    return fault(pipe::Fault::BadValue, "query_end names a query that was not begun.");
  if (isTime(query->target))
    writeTimestamp(*query);
  else
    stopSlot(*query);
  std::erase(mActiveQueries, args.query);
  query->active = false;
  query->pending = query->ended = true;
  query->serial = args.serial;
  mPendingQueries.push_back(args.query);
  afterVerb();
}

uint64_t Context::queryValue(Query& query, bool& ready) {
  for (const QuerySlot& slot : query.slots) ready &= r.done(slot.serial);
  if (!ready) return 0;
  uint64_t sum = query.counted, first = 0, last = 0;
  for (const QuerySlot& slot : query.slots) {
    uint64_t values[2] = {};
    const bool statistics = slot.pool->type == VK_QUERY_TYPE_PIPELINE_STATISTICS;
    const bool two = statistics || slot.pool->type == VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT;
    r.device.vk.vkGetQueryPoolResults(r.device.handle, slot.pool->pool, slot.index, 1, two ? 16 : 8, values, 16,
                                      VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    // What a geometry shader emitted counts instead of what it was given.
    sum += statistics && values[1] ? values[1] : values[0];
    if (&slot == &query.slots.front()) first = values[0];
    last = values[0];
  }
  if (isBoolean(query.target)) return sum != 0;
  if (!isTime(query.target)) return sum;
  const uint64_t mask = r.device.timestampBits >= 64 ? ~uint64_t{0} : (uint64_t{1} << r.device.timestampBits) - 1;
  const double period = static_cast<double>(r.device.properties.limits.timestampPeriod);
  const uint64_t ticks = query.target == glenum::TIMESTAMP_ ? last & mask : (last - first) & mask;
  return static_cast<uint64_t>(static_cast<double>(ticks) * period);
}

void Context::finishQuery(pipe::QueryHandle handle, Query& query, uint64_t value) {
  query.value = value;
  query.pending = false;
  for (const QuerySlot& slot : query.slots) QueryPools::release(slot);
  query.slots.clear();
  mEvents.queryResult({.query = handle, .serial = query.serial, .value = value});
}

bool Context::pollQueries() {
  while (!mPendingQueries.empty()) {
    const pipe::QueryHandle handle = mPendingQueries.front();
    Query* query = mQueries.find(handle);
    if (query && query->pending) {
      bool ready = true;
      const uint64_t value = queryValue(*query, ready);
      if (!ready) return true;
      finishQuery(handle, *query, value);
    }
    mPendingQueries.pop_front();
  }
  return false;
}

pipe::ReplyStatus Context::queryWait(const pipe::QueryWaitArgs& args, pipe::QueryWaitReply& reply) {
  Lock lock(mShared->mutex);
  Query* query = find(mQueries, args.query, "query");
  if (!query) return pipe::ReplyStatus::Lost;
  if (query->active || !query->ended || query->serial != args.serial) return pipe::ReplyStatus::Declined;
  if (query->pending) {
    // Those ended before are ready no later than this one; their events keep the order.
    uint64_t serial = 0;
    for (const QuerySlot& slot : query->slots) serial = std::max(serial, slot.serial);
    if (!r.wait(serial)) return pipe::ReplyStatus::Lost;
    pollQueries();
  }
  reply.value = query->value;
  reply.available = 1;
  afterVerb();
  return pipe::ReplyStatus::Ok;
}

void Context::queryDestroy(const pipe::QueryDestroyArgs& args) {
  Lock lock(mShared->mutex);
  const auto query = mQueries.erase(args.query);
  if (!query) return stale("query", args.query.slot, args.query.generation);
  if (query->active && !isTime(query->target)) stopSlot(*query);
  for (const QuerySlot& slot : query->slots) QueryPools::release(slot);
  std::erase(mActiveQueries, args.query);
  std::erase(mPendingQueries, args.query);
}

pipe::ReplyStatus Context::timestampNow(const pipe::TimestampNowArgs&, pipe::TimestampNowReply& reply) {
  Lock lock(mShared->mutex);
  if (!r.device.timestampBits) return pipe::ReplyStatus::Declined;
  Query query;
  query.target = glenum::TIMESTAMP_;
  if (!writeTimestamp(query) || !r.wait(r.recording())) return pipe::ReplyStatus::Declined;
  bool ready = true;
  reply.timeNs = queryValue(query, ready);
  for (const QuerySlot& slot : query.slots) QueryPools::release(slot);
  return pipe::ReplyStatus::Ok;
}

}  // namespace vulkan
