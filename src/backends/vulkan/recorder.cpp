// SPDX-License-Identifier: Apache-2.0
// Batches, their fences, barriers and render passes. Making and parking of objects is in lifetime.cpp.
#include "backends/vulkan/recorder.h"

#include "base/log.h"

namespace vulkan {
namespace {

constexpr size_t kMostInFlight = 8;

}  // namespace

Recorder::Recorder(Device& d, Memory& m) : device(d), memory(m), passes(*this), mDraws(d) { mPending[1].ticket = ++mTicket; }

bool Recorder::start() { return openBatch(); }

Recorder::~Recorder() {
  if (!device.handle) return;
  endPass();
  device.vk.vkDeviceWaitIdle(device.handle);
  for (const Parked& parked : mParked) destroy(parked);
  for (auto& batch : mInFlight) drop(*batch);
  for (auto& batch : mIdle) drop(*batch);
  if (mOpen) drop(*mOpen);
}

void Recorder::drop(const Batch& batch) {
  device.vk.vkDestroyCommandPool(device.handle, batch.pool, nullptr);
  device.vk.vkDestroyFence(device.handle, batch.fence, nullptr);
}

std::unique_ptr<Recorder::Batch> Recorder::newBatch() {
  auto& vk = device.vk;
  auto batch = std::make_unique<Batch>();
  const VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr,
                                     VK_COMMAND_POOL_CREATE_TRANSIENT_BIT, device.queueFamily};
  const VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
  VkCommandBuffer both[2] = {};
  bool made = vk.vkCreateCommandPool(device.handle, &pool, nullptr, &batch->pool) == VK_SUCCESS &&
              vk.vkCreateFence(device.handle, &fence, nullptr, &batch->fence) == VK_SUCCESS;
  if (made) {
    const VkCommandBufferAllocateInfo buffers{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, batch->pool,
                                              VK_COMMAND_BUFFER_LEVEL_PRIMARY, 2};
    made = vk.vkAllocateCommandBuffers(device.handle, &buffers, both) == VK_SUCCESS;
  }
  if (!made) {
    drop(*batch);
    return nullptr;
  }
  batch->prologue = both[0];
  batch->main = both[1];
  return batch;
}

bool Recorder::openBatch() {
  auto& vk = device.vk;
  if (!mIdle.empty()) {
    mOpen = std::move(mIdle.back());
    mIdle.pop_back();
    vk.vkResetCommandPool(device.handle, mOpen->pool, 0);
    vk.vkResetFences(device.handle, 1, &mOpen->fence);
  } else {
    mOpen = newBatch();
    if (!mOpen) return false;
  }
  mOpen->serial = mRecording;
  const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr,
                                       VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT, nullptr};
  vk.vkBeginCommandBuffer(mOpen->prologue, &begin);
  vk.vkBeginCommandBuffer(mOpen->main, &begin);
  mHasWork = false;
  mTransientBytes = mCommands = 0;
  mLookAt = kLeastCommands;
  return true;
}

void Recorder::submit(std::span<const VkSemaphore> waitFor, VkSemaphore signal) {
  if ((!mHasWork && waitFor.empty() && !signal) || mLost) return;
  endPass();
  for (BatchUser* user : mUsers) user->batchEnds(mOpen->main);
  flushBarriers(Where::Prologue);
  flushBarriers(Where::Main);
  auto& vk = device.vk;
  VkResult result = vk.vkEndCommandBuffer(mOpen->prologue);
  if (const VkResult main = vk.vkEndCommandBuffer(mOpen->main); result == VK_SUCCESS) result = main;
  const char* call = "vkEndCommandBuffer";
  const VkCommandBuffer both[] = {mOpen->prologue, mOpen->main};
  const std::vector<VkPipelineStageFlags> stages(waitFor.size(), VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT);
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.waitSemaphoreCount = static_cast<uint32_t>(waitFor.size());
  info.pWaitSemaphores = waitFor.data();
  info.pWaitDstStageMask = stages.data();
  info.commandBufferCount = 2;
  info.pCommandBuffers = both;
  info.signalSemaphoreCount = signal ? 1 : 0;
  info.pSignalSemaphores = &signal;
  if (result == VK_SUCCESS) {
    result = vk.vkQueueSubmit(device.queue, 1, &info, mOpen->fence);
    call = "vkQueueSubmit";
  }
  ++counters.submits;
  if (result != VK_SUCCESS) {
    lose(call, result, mRecording);
    // The rest of the call that is under way is recorded, but never submitted.
    mIdle.push_back(std::move(mOpen));
    ++mRecording;
    openBatch();
    return;
  }
  mInFlight.push_back(std::move(mOpen));
  ++mRecording;
  // Without memory for another batch, one in flight is waited for.
  while (!openBatch()) {
    wait(mInFlight.front()->serial);
    if (mLost) mIdle.push_back(std::move(mInFlight.front())), mInFlight.pop_front();
  }
  if (atExit && atExit->waitsForSubmit())
    wait(mInFlight.back()->serial);
  else if (mInFlight.size() > kMostInFlight)
    wait(mInFlight.front()->serial);
}

void Recorder::lose(const char* call, VkResult result, uint64_t serial) {
  if (mLost) return;
  mLost = true;
  mLostForMemory = result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
  const char* reason = mLostForMemory                    ? "there is no memory for it"
                       : result == VK_ERROR_DEVICE_LOST ? "the device is lost"
                                                        : "the driver refused it";
  mLossText = std::string(call) + " of batch " + std::to_string(serial) + " failed with " + std::to_string(result) + ": " +
              reason + ".";
  base::log(base::LogLevel::Error, mLossText);
}

void Recorder::poll() {
  while (!mInFlight.empty()) {
    const VkResult result = device.vk.vkGetFenceStatus(device.handle, mInFlight.front()->fence);
    if (result == VK_NOT_READY) return;
    if (result != VK_SUCCESS) lose("vkGetFenceStatus", result, mInFlight.front()->serial);
    mCompleted = mInFlight.front()->serial;
    mIdle.push_back(std::move(mInFlight.front()));
    mInFlight.pop_front();
    if (atExit) atExit->workDone();
  }
}

bool Recorder::waitBriefly(uint64_t serial, uint64_t timeoutNs) {
  if (serial == mRecording) submit();
  if (done(serial)) return true;
  for (const auto& batch : mInFlight) {
    if (batch->serial < serial) continue;
    ++counters.waits;
    const VkResult result = device.vk.vkWaitForFences(device.handle, 1, &batch->fence, VK_TRUE, timeoutNs);
    if (result != VK_SUCCESS && result != VK_TIMEOUT) lose("vkWaitForFences", result, batch->serial);
    break;
  }
  poll();
  return done(serial);
}

bool Recorder::wait(uint64_t serial) {
  if (serial >= mRecording && !mHasWork) serial = mRecording - 1;
  while (!mLost && !done(serial))
    if (!waitBriefly(serial, 10'000'000'000) && serial > mRecording) return false;
  return !mLost;
}

void Recorder::use(Store& store, Where where, const Use& use, uint64_t begin, uint64_t end) {
  note(store.used, where);
  if (begin != end) store.spans.note(mRecording, begin, end);
  if (store.sync.hazard(use)) {
    Pending& pending = mPending[static_cast<size_t>(where)];
    pending.from |= store.sync.waitsFor(use, false);
    pending.to |= use.stages;
    pending.memory.srcAccessMask |= store.sync.writeAccess;
    pending.memory.dstAccessMask |= use.access;
    // A write by the same command's kind is ordered by one barrier for all that is queued.
  }
  store.sync.record(use, false);
}

void Recorder::usePart(Image& image, Image::Part& part, Pending& pending, const Range& range, VkImageLayout layout,
                       const Use& use) {
  const bool newLayout = part.layout != layout;
  if (newLayout || part.sync.hazard(use)) {
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.srcAccessMask = part.sync.writeAccess;
    barrier.dstAccessMask = use.access;
    barrier.oldLayout = part.layout;
    barrier.newLayout = layout;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image.image;
    barrier.subresourceRange = {image.aspects, range.firstLevel, range.levels, range.firstLayer, range.layers};
    pending.images.push_back(barrier);
    pending.from |= part.sync.waitsFor(use, newLayout);
    pending.to |= use.stages;
    image.barrierTicket = pending.ticket;
  }
  part.sync.record(use, newLayout);
  part.layout = layout;
}

void Recorder::use(Image& image, Where where, const Range& range, VkImageLayout layout, const Use& use) {
  Pending& pending = mPending[static_cast<size_t>(where)];
  // Two barriers of one image in one command would have no order.
  if (image.barrierTicket == pending.ticket) flushBarriers(where);
  note(image.used, where);
  const bool whole = range.levels == image.levels && range.layers == image.layers;
  if (whole && image.parts.size() == 1) return usePart(image, image.parts[0], pending, range, layout, use);
  if (image.parts.size() == 1) image.parts.resize(size_t{image.levels} * image.layers, image.parts[0]);
  for (uint32_t level = range.firstLevel; level < range.firstLevel + range.levels; ++level) {
    Image::Part* parts = &image.parts[size_t{level} * image.layers];
    const uint32_t end = range.firstLayer + range.layers;
    for (uint32_t begin = range.firstLayer, next; begin < end; begin = next) {
      // Neighbours in the same state share a barrier.
      for (next = begin + 1; next < end && parts[next] == parts[begin];) ++next;
      usePart(image, parts[begin], pending, {level, 1, begin, next - begin}, layout, use);
      for (uint32_t i = begin + 1; i < next; ++i) parts[i] = parts[begin];
    }
  }
  if (whole) {
    bool alike = true;
    for (const Image::Part& part : image.parts) alike &= part == image.parts[0];
    if (alike) image.parts.resize(1);
  }
}

void Recorder::flushBarriers(Where where) {
  Pending& pending = mPending[static_cast<size_t>(where)];
  if (!pending.any()) return;
  if (where == Where::Main) endPass();
  const bool memoryToo = pending.memory.srcAccessMask || pending.memory.dstAccessMask;
  device.vk.vkCmdPipelineBarrier(where == Where::Main ? mOpen->main : mOpen->prologue,
                                 pending.from ? pending.from : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT},
                                 pending.to, 0, memoryToo ? 1 : 0, &pending.memory, 0, nullptr,
                                 static_cast<uint32_t>(pending.images.size()), pending.images.data());
  ++counters.barriers;
  pending.images.clear();
  pending.memory.srcAccessMask = pending.memory.dstAccessMask = 0;
  pending.from = pending.to = 0;
  // Tickets of the two command buffers come from one count, so that an image's ticket names one of them.
  pending.ticket = ++mTicket;
}

VkCommandBuffer Recorder::command(Where where) {
  if (where == Where::Main) endPass();
  flushBarriers(where);
  mHasWork = true;
  ++mCommands;
  return where == Where::Main ? mOpen->main : mOpen->prologue;
}

void Recorder::beginPass(const Pass& pass, PassOwner& owner) {
  const VkCommandBuffer main = command(Where::Main);
  // Draws without a pass would be invalid, so a device without memory for one counts as lost.
  mPassBegun = passes.begin(main, pass);
  if (!mPassBegun) mLost = true;
  mInPass = true;
  mPassOwner = &owner;
  ++mPass;
  ++counters.passes;
}

void Recorder::endPass() {
  if (!mInPass) return;
  flushDraws();
  mInPass = false;
  mPassOwner->passEnds(mOpen->main);
  if (mPassBegun) passes.end(mOpen->main);
}

}  // namespace vulkan
