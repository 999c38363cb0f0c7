// SPDX-License-Identifier: Apache-2.0
// A program may end while the GPU works. Where the GPU is a thread of this process, it compiles shaders as it comes to
// them, and a compiler's static objects end with the process: what is recorded or queued must be done before they do.
//
// Handlers of atexit() run in reverse order of their registration, and the compiler's objects come into being at the first
// use of each of its parts, on the driver's thread. So the handler that waits is registered again after work was done, ever
// more rarely, and the first batches of a process are waited for at once. Only devices of type CPU need any of this.
#pragma once

#include <mutex>

namespace vulkan {

class Recorder;

class ExitWait {
 public:
  // mutex: what whoever records holds. Both must outlive this.
  ExitWait(Recorder& recorder, std::mutex& mutex);
  ~ExitWait();
  ExitWait(const ExitWait&) = delete;

  // After a submit: whether it is to be waited for at once.
  bool waitsForSubmit();
  // After batches were seen to be done.
  void workDone() const;

 private:
  static void waitForAll();

  Recorder& mRecorder;
  std::mutex& mMutex;
  bool mNeeded = false;
};

}  // namespace vulkan
