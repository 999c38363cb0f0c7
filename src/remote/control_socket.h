// SPDX-License-Identifier: Apache-2.0
// Frames and descriptors over one connected socket: magic, length, payload.
//
// The length is checked before anything is allocated for it. A bad frame latches the connection as malformed; nothing
// is believed after it. Sending is for any thread, receiving for one. Writes never raise SIGPIPE, and descriptors
// arrive close-on-exec.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "base/os.h"

namespace remote {

inline constexpr uint32_t kFrameMagic = 0x464C474D;  // the bytes M G L F
inline constexpr size_t kMaxFrameBytes = size_t{64} << 20;
// Before the peer has shown who it is.
inline constexpr size_t kMaxFirstFrameBytes = size_t{1} << 20;
inline constexpr size_t kMaxDescriptors = 8;

enum class Received { Frame, TimedOut, Closed, Malformed };

class ControlSocket {
 public:
  explicit ControlSocket(base::OwnedFd socket) : mSocket(std::move(socket)) {}

  // False if the peer is gone or takes nothing for seconds.
  bool send(std::span<const std::byte> payload, std::span<const int> descriptors = {});
  // Waits for a whole frame at most timeoutMs (negative: for ever). Bytes of a part of a frame are kept.
  Received receive(std::vector<std::byte>& payload, int timeoutMs, size_t maxBytes = kMaxFrameBytes);
  // Oldest descriptor that has come and was not taken; none if there is none. Descriptors arrive no later than their
  // frame, perhaps earlier, and in order: each frame takes as many as its kind brings.
  base::OwnedFd takeDescriptor();
  // A whole or part frame is buffered, so a poll of the descriptor says nothing.
  bool hasBuffered() const { return mBuffer.size() > 0; }
  int fd() const { return mSocket.get(); }
  // A forked child gives up its copy; the connection itself stays as it is.
  void closeCopy() { mSocket.reset(); }
  // Both directions end now; wakes a blocked receiver.
  void shutDown();

 private:
  bool takeFrame(std::vector<std::byte>& payload, size_t maxBytes, bool& malformed);
  Received readMore();
  base::OwnedFd mSocket;
  std::mutex mSendMutex;
  std::vector<std::byte> mBuffer;
  std::deque<base::OwnedFd> mDescriptors;
  bool mMalformed = false;
};

// Whether the descriptor is a connected kind of socket that control frames can travel on.
bool isStreamSocket(int fd);

}  // namespace remote
