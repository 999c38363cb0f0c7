// SPDX-License-Identifier: Apache-2.0
// Control messages: to and from bytes, and what both ends compare before they believe each other.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "remote/control.gen.h"
#include "remote/control_socket.h"

namespace remote {

namespace control = ::mobilegl::control;

// Raised when a message changes its meaning; layouts have a fingerprint of their own.
inline constexpr uint32_t kProtocolVersion = 1;
// Version and sources of this build.
const char* buildStamp();

// Sends one message; its type chooses the union's member.
template <class Message>
bool sendMessage(ControlSocket& socket, Message message, std::span<const int> descriptors = {});

// The frame as objects, or null if the bytes are not one.
std::unique_ptr<control::FrameT> parseFrame(std::span<const std::byte> bytes);

// What this client says of itself; `backend` is wanted.
control::HelloT makeHello(const std::string& backend);
// The server's look at it: code and sentence of the refusal, or none. Takes over the shared settings.
bool acceptHello(const control::HelloT& hello, control::RefuseT& refuse);

std::vector<std::byte> packFrame(control::FrameT& frame);

template <class Message>
bool sendMessage(ControlSocket& socket, Message message, std::span<const int> descriptors) {
  control::FrameT frame;
  frame.message.Set(std::move(message));
  return socket.send(packFrame(frame), descriptors);
}

}  // namespace remote
