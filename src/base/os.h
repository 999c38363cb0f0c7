// SPDX-License-Identifier: Apache-2.0
// Owned operating-system things: descriptors and memory mappings. Descriptors are close-on-exec.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/result.h"

namespace base {

class OwnedFd {
 public:
  OwnedFd() = default;
  explicit OwnedFd(int fd) : mFd(fd) {}
  OwnedFd(OwnedFd&& other) noexcept : mFd(std::exchange(other.mFd, -1)) {}
  OwnedFd& operator=(OwnedFd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.mFd, -1));
    return *this;
  }
  ~OwnedFd() { reset(); }
  int get() const { return mFd; }
  explicit operator bool() const { return mFd >= 0; }
  int release() { return std::exchange(mFd, -1); }
  void reset(int fd = -1);

 private:
  int mFd = -1;
};

// A shared or anonymous mapping, unmapped at the end.
class Mapping {
 public:
  Mapping() = default;
  Mapping(void* address, size_t sizeBytes) : mAddress(address), mSizeBytes(sizeBytes) {}
  Mapping(Mapping&& other) noexcept
      : mAddress(std::exchange(other.mAddress, nullptr)), mSizeBytes(std::exchange(other.mSizeBytes, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();
  std::byte* data() const { return static_cast<std::byte*>(mAddress); }
  size_t sizeBytes() const { return mSizeBytes; }
  explicit operator bool() const { return mAddress != nullptr; }

 private:
  void* mAddress = nullptr;
  size_t mSizeBytes = 0;
};

// Anonymous shared memory whose size is sealed: a peer can neither shrink nor grow it under us.
Result<OwnedFd> createSharedMemory(const char* debugName, size_t sizeBytes);
// Checks by fstat that the descriptor really holds sizeBytes before mapping it.
Result<Mapping> mapShared(int fd, size_t sizeBytes, bool writable);

uint64_t monotonicNs();
// CPU time used by the calling thread.
uint64_t threadCpuNs();
void nameThread(const char* name);

}  // namespace base
