// SPDX-License-Identifier: Apache-2.0
// The monolith's stream: calls go straight to a back end's context on the same thread.
#pragma once

#include <deque>
#include <memory>

#include "pipe/screen.h"

namespace mgpipe {

// Queues events until the front end drains them, and latches the first fault as loss.
class DirectLink : public EventSink, public FaultSink {
 public:
  void fenceSignalled(const FenceSignalledEvent& event) override;
  void queryResult(const QueryResultEvent& event) override;
  void allocationVerdict(const AllocationVerdictEvent& event) override;
  void surfaceLost(const SurfaceLostEvent& event) override;
  void driverError(const DriverErrorEvent& event) override;
  void fault(Fault family, const char* sentence) override;
  bool lost() const { return mLost; }
  bool empty() const { return mQueue.empty(); }
  void drainTo(EventSink& sink);

 private:
  struct Bytes {
    alignas(8) std::byte data[kMaxEventBytes];
    uint32_t sizeBytes;
  };
  template <class F>
  void queue(F&& emit);
  std::deque<Bytes> mQueue;
  bool mLost = false;
};

// `backend` must outlive the screen.
std::unique_ptr<Screen> createDirectScreen(std::unique_ptr<Backend> backend);

}  // namespace mgpipe
