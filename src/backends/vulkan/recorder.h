// SPDX-License-Identifier: Apache-2.0
// The one stream of GPU commands, and the proof of what the GPU is done with.
//
// All contexts of a session record into the same batch, one call of the pipe after the other under the back end's lock:
// the order of the calls is the order on the GPU, so fences and waits between streams cost nothing here. A batch has two
// command buffers. Transfers into resources that the batch has not used yet go into the prologue, so that an upload
// between two draws does not split their render pass; everything else goes into the main one.
//
// Lifetime: each batch has a serial; objects note the serial of the last batch that names them. What dies is parked and
// destroyed once the fence of that batch is signalled: looked for at each park, at once if no command ever named it.
// Parked objects are bounded by bytes (MOBILEGL_IPC_WIRE_DEFERRED_MB) and count; beyond, enforceBounds() submits and
// waits. Nothing here counts frames. Serials and ids are never reset.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backends/vulkan/counters.h"
#include "backends/vulkan/draw_queue.h"
#include "backends/vulkan/exit_wait.h"
#include "backends/vulkan/render_passes.h"
#include "backends/vulkan/resources.h"

namespace vulkan {

enum class Where : uint8_t { Prologue, Main };

// Told before the render pass ends, to end what may not outlive it.
class PassOwner {
 public:
  virtual void passEnds(VkCommandBuffer command) = 0;

 protected:
  ~PassOwner() = default;
};

// Told before the main command buffer ends, for what may not span two of them.
class BatchUser {
 public:
  virtual void batchEnds(VkCommandBuffer command) = 0;

 protected:
  ~BatchUser() = default;
};

class Recorder {
 public:
  Recorder(Device& device, Memory& memory);
  ~Recorder();
  // Command pools and buffers of the first batch; false if the driver has no memory.
  bool start();

  // ── serials ──
  uint64_t recording() const { return mRecording; }
  bool done(uint64_t serial) const { return serial <= mCompleted; }
  // Looks at the fences. Never waits.
  void poll();
  // Until the batch is done; submits it if it is the one being recorded. False if the device is lost.
  bool wait(uint64_t serial);
  // As wait, but at most that long; true if done.
  bool waitBriefly(uint64_t serial, uint64_t timeoutNs);
  // Ends the batch and hands it to the GPU. Nothing recorded: nothing happens.
  // waitFor: what color attachments written in the batch wait for. signal: when it has run.
  void submit(std::span<const VkSemaphore> waitFor = {}, VkSemaphore signal = VK_NULL_HANDLE);
  // Serial whose completion means that everything recorded so far has run.
  uint64_t lastWork() const { return mHasWork ? mRecording : mRecording - 1; }
  bool lost() const { return mLost; }
  // After that: which call lost the device, and whether for want of memory.
  const std::string& lossText() const { return mLossText; }
  bool lostForMemory() const { return mLostForMemory; }
  void addUser(BatchUser& user) { mUsers.push_back(&user); }
  void removeUser(BatchUser& user) { std::erase(mUsers, &user); }
  uint64_t newId() { return ++mLastId; }

  // ── use of resources: notes the serial and queues the barrier that the use needs ──
  Where placeFor(const UseSerials& a) const { return a.lastMain == mRecording ? Where::Main : Where::Prologue; }
  Where placeFor(const UseSerials& a, const UseSerials& b) const {
    return a.lastMain == mRecording || b.lastMain == mRecording ? Where::Main : Where::Prologue;
  }
  void use(Store& store, Where where, const Use& use) { this->use(store, where, use, 0, ~uint64_t{0}); }
  // Of these bytes alone; none if begin is end: somebody else notes them.
  void use(Store& store, Where where, const Use& use, uint64_t begin, uint64_t end);
  void use(Image& image, Where where, const Range& range, VkImageLayout layout, const Use& use);
  // Command buffer for commands outside of render passes, behind the barriers queued so far.
  VkCommandBuffer command(Where where);

  // ── render passes in the main command buffer ──
  void beginPass(const Pass& pass, PassOwner& owner);
  void endPass();
  // 0 outside of passes; never the same twice.
  uint64_t pass() const { return mInPass ? mPass : 0; }
  // Ends the pass if barriers are queued that must come before the next draw.
  void endPassForBarriers() {
    if (mInPass && mPending[1].any()) endPass();
  }
  VkCommandBuffer passCommand() {
    flushDraws();
    return mOpen->main;
  }
  // Draws that wait to become one command; whatever else goes into the pass comes after them.
  DrawQueue& draws() { return mDraws; }
  void flushDraws() {
    if (!mDraws.empty()) mDraws.flush(mOpen->main, mRecording);
  }
  bool barriersQueued() const { return mPending[1].any(); }
  bool ownsState(const void* owner) const { return mStateOwner == owner && mStateBatch == mRecording; }
  // Whoever sets state of the main command buffer claims it; false if somebody else, or a new buffer, came between.
  bool claimState(const void* owner) {
    const bool mine = mStateOwner == owner && mStateBatch == mRecording;
    mStateOwner = owner;
    mStateBatch = mRecording;
    return mine;
  }
  void countDraw() {
    ++counters.draws;
    ++mCommands;
  }

  // ── making and parking ──
  Store* createStore(uint64_t sizeBytes, MemoryUse use);
  // A store of a buffer of the pipe: one of those that wlivepk counts.
  Store* createBufferStore(uint64_t sizeBytes);
  bool createImage(Image& image, VkImageCreateFlags flags);
  const View* view(Image& image, const ViewKey& key);
  void park(Store* store);
  void park(Image&& image);
  void park(VkObjectType type, uint64_t handle, uint64_t lastUse);
  template <class T>
  void park(VkObjectType type, T handle, uint64_t lastUse) {
    if (handle) park(type, reinterpret_cast<uint64_t>(handle), lastUse);
  }
  // Waits for what is parked and destroys it; false if nothing was. For definitions that the device refused at first.
  bool reclaim();
  // After each call of the pipe: submits what has grown long or what an idle GPU could begin with, and syncs beyond the
  // bounds.
  void enforceBounds() {
    if (mCommands >= mLookAt || mTransientBytes > kBatchTransientBytes) considerSubmit();
    if (counters.parkedObjects.now) enforceParked();
  }
  // Bytes written by the host for this batch.
  void countTransient(uint64_t bytes) { mTransientBytes += bytes; }

  Device& device;
  Memory& memory;
  Counters counters;
  RenderPasses passes;
  ExitWait* atExit = nullptr;  // told of submits and of what is done

 private:
  // Beyond these a batch is handed to the GPU; at each multiple of the least already if the GPU has nothing to do.
  static constexpr uint64_t kBatchCommands = 8192, kLeastCommands = 1024, kBatchTransientBytes = 16ull << 20;

  struct Batch {
    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandBuffer prologue = VK_NULL_HANDLE, main = VK_NULL_HANDLE;
    VkFence fence = VK_NULL_HANDLE;
    uint64_t serial = 0;
  };
  struct Pending {
    std::vector<VkImageMemoryBarrier> images;
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, 0, 0};
    VkPipelineStageFlags from = 0, to = 0;
    uint64_t ticket = 1;
    bool any() const { return to != 0; }
  };
  struct Parked {
    uint64_t serial = 0;
    VkObjectType type = VK_OBJECT_TYPE_UNKNOWN;
    uint64_t handle = 0;
    Allocation memory;
    bool ofBuffer = false;
  };

  bool openBatch();
  std::unique_ptr<Batch> newBatch();
  void drop(const Batch& batch);
  void lose(const char* call, VkResult result, uint64_t serial);
  void note(UseSerials& used, Where where) {
    used.last = mRecording;
    if (where == Where::Main) used.lastMain = mRecording;
    mHasWork = true;
  }
  void flushBarriers(Where where);
  void usePart(Image& image, Image::Part& part, Pending& pending, const Range& range, VkImageLayout layout,
               const Use& use);
  void bury(Parked parked);
  void destroy(const Parked& parked);
  void sweep();
  void considerSubmit();
  void enforceParked();

  std::deque<std::unique_ptr<Batch>> mInFlight;
  std::vector<std::unique_ptr<Batch>> mIdle;
  std::unique_ptr<Batch> mOpen;
  std::vector<BatchUser*> mUsers;
  DrawQueue mDraws;
  std::array<Pending, 2> mPending;
  std::deque<Parked> mParked;
  uint64_t mRecording = 1, mCompleted = 0, mPass = 0, mLastId = 0, mTicket = 1;
  uint64_t mTransientBytes = 0, mCommands = 0, mLookAt = kLeastCommands, mStateBatch = 0;
  const void* mStateOwner = nullptr;
  PassOwner* mPassOwner = nullptr;
  bool mInPass = false, mPassBegun = false, mHasWork = false, mLost = false, mLostForMemory = false;
  std::string mLossText;
};

}  // namespace vulkan
