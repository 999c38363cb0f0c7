// SPDX-License-Identifier: Apache-2.0
#include "remote/control_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace remote {
namespace {

struct FrameHeader {
  uint32_t magic = kFrameMagic;
  uint32_t sizeBytes = 0;
};
constexpr size_t kReadBytes = 64 << 10;
constexpr int kSendPatienceMs = 5000;

}  // namespace

bool ControlSocket::send(std::span<const std::byte> payload, std::span<const int> descriptors) {
  std::lock_guard lock(mSendMutex);
  FrameHeader header;
  header.sizeBytes = static_cast<uint32_t>(payload.size());
  std::vector<std::byte> bytes(sizeof header + payload.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  if (!payload.empty()) std::memcpy(bytes.data() + sizeof header, payload.data(), payload.size());
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMaxDescriptors)] = {};
  size_t sent = 0;
  while (sent < bytes.size()) {
    iovec part{bytes.data() + sent, bytes.size() - sent};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (sent == 0 && !descriptors.empty()) {
      message.msg_control = control;
      message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptors.size());
      cmsghdr* rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int) * descriptors.size());
      std::memcpy(CMSG_DATA(rights), descriptors.data(), sizeof(int) * descriptors.size());
    }
    const ssize_t count = ::sendmsg(mSocket.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<size_t>(count);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    pollfd wait{mSocket.get(), POLLOUT, 0};
    if (::poll(&wait, 1, kSendPatienceMs) == 0) return false;
  }
  return true;
}

bool ControlSocket::takeFrame(std::vector<std::byte>& payload, size_t maxBytes, bool& malformed) {
  FrameHeader header;
  if (mBuffer.size() < sizeof header) return false;
  std::memcpy(&header, mBuffer.data(), sizeof header);
  if (header.magic != kFrameMagic || header.sizeBytes > maxBytes) {
    malformed = true;
    return false;
  }
  if (mBuffer.size() - sizeof header < header.sizeBytes) return false;
  const auto begin = mBuffer.begin() + sizeof header;
  payload.assign(begin, begin + header.sizeBytes);
  mBuffer.erase(mBuffer.begin(), begin + header.sizeBytes);
  return true;
}

Received ControlSocket::readMore() {
  const size_t before = mBuffer.size();
  mBuffer.resize(before + kReadBytes);
  iovec part{mBuffer.data() + before, kReadBytes};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMaxDescriptors)];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t count = ::recvmsg(mSocket.get(), &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  mBuffer.resize(before + (count > 0 ? static_cast<size_t>(count) : 0));
  if (count < 0) return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? Received::TimedOut : Received::Closed;
  for (cmsghdr* rights = CMSG_FIRSTHDR(&message); rights; rights = CMSG_NXTHDR(&message, rights)) {
    if (rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS) continue;
    const size_t number = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < number; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(rights) + i * sizeof(int), sizeof fd);
      mDescriptors.emplace_back(fd);
    }
  }
  // More than any frame brings is a flood, and a cut control part has lost some.
  if (mDescriptors.size() > kMaxDescriptors || (message.msg_flags & MSG_CTRUNC)) return Received::Malformed;
  return count == 0 ? Received::Closed : Received::Frame;
}

Received ControlSocket::receive(std::vector<std::byte>& payload, int timeoutMs, size_t maxBytes) {
  const uint64_t start = base::monotonicNs();
  while (!mMalformed) {
    if (takeFrame(payload, maxBytes, mMalformed)) return Received::Frame;
    if (mMalformed) break;
    int leftMs = timeoutMs;
    if (timeoutMs > 0) {
      const auto spentMs = static_cast<int64_t>((base::monotonicNs() - start) / 1'000'000u);
      leftMs = spentMs >= timeoutMs ? 0 : static_cast<int>(timeoutMs - spentMs);
    }
    pollfd wait{mSocket.get(), POLLIN, 0};
    const int ready = ::poll(&wait, 1, leftMs);
    if (ready < 0 && errno != EINTR) return Received::Closed;
    if (ready == 0) return Received::TimedOut;
    if (ready < 0) continue;
    const Received more = readMore();
    if (more == Received::Malformed) break;
    if (more == Received::Closed) return Received::Closed;
  }
  mMalformed = true;
  return Received::Malformed;
}

base::OwnedFd ControlSocket::takeDescriptor() {
  if (mDescriptors.empty()) return {};
  base::OwnedFd fd = std::move(mDescriptors.front());
  mDescriptors.pop_front();
  return fd;
}

void ControlSocket::shutDown() { ::shutdown(mSocket.get(), SHUT_RDWR); }

bool isStreamSocket(int fd) {
  int type = 0;
  socklen_t size = sizeof type;
  return ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

}  // namespace remote
