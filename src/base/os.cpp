// SPDX-License-Identifier: Apache-2.0
#include "base/os.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace base {
namespace {

Error systemError(const char* what) { return {std::string(what) + " failed: " + std::strerror(errno) + "."}; }

uint64_t clockNs(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(t.tv_nsec);
}

}  // namespace

void OwnedFd::reset(int fd) {
  if (mFd >= 0) ::close(mFd);
  mFd = fd;
}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(mAddress, other.mAddress);
  std::swap(mSizeBytes, other.mSizeBytes);
  return *this;
}

Mapping::~Mapping() {
  if (mAddress) ::munmap(mAddress, mSizeBytes);
}

Result<OwnedFd> createSharedMemory(const char* debugName, size_t sizeBytes) {
  OwnedFd fd(::memfd_create(debugName, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return systemError("memfd_create");
  if (::ftruncate(fd.get(), static_cast<off_t>(sizeBytes)) != 0) return systemError("ftruncate of shared memory");
  if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return systemError("Sealing shared memory");
  return fd;
}

Result<Mapping> mapShared(int fd, size_t sizeBytes, bool writable) {
  struct stat st{};
  if (::fstat(fd, &st) != 0) return systemError("fstat of shared memory");
  if (static_cast<uint64_t>(st.st_size) < sizeBytes)
    return Error{"The shared segment holds " + std::to_string(st.st_size) + " bytes, but " +
                 std::to_string(sizeBytes) + " were announced."};
  void* address = ::mmap(nullptr, sizeBytes, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) return systemError("mmap of shared memory");
  return Mapping(address, sizeBytes);
}

uint64_t monotonicNs() { return clockNs(CLOCK_MONOTONIC); }
uint64_t threadCpuNs() { return clockNs(CLOCK_THREAD_CPUTIME_ID); }
void nameThread(const char* name) { ::pthread_setname_np(::pthread_self(), name); }

}  // namespace base
