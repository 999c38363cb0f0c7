// SPDX-License-Identifier: Apache-2.0
// A GL context as EGL and GLX hold it: gl::Context with its tracker, and whom it is current to.
#pragma once

#include <pthread.h>

#include <memory>
#include <string>

#include "gl/context.h"
#include "winsys/native_display.h"
#include "winsys/surface.h"

namespace winsys {

enum class Face : uint8_t { Egl, Glx };

struct ContextHandle {
  ContextHandle(Face contextFace, std::shared_ptr<const NativeDisplay> nativeDisplay,
                const Config* contextConfig);
  // Only reached when no thread has it current; ends the GL objects on the calling thread.
  ~ContextHandle();
  ContextHandle(const ContextHandle&) = delete;
  ContextHandle& operator=(const ContextHandle&) = delete;

  const Face face;
  const std::shared_ptr<const NativeDisplay> display;
  const Config* const config;  // null: made without one
  std::shared_ptr<pipe::Screen> screen;  // its session; set by createContext
  bool loseOnReset = false;
  uint32_t xid = 0;  // GLX

  // Guarded by the binding mutex of current.cpp.
  bool isCurrent = false;
  pthread_t owner{};

  // The owner's.
  std::unique_ptr<gl::Context> gl;
  std::shared_ptr<Surface> draw, read;
  bool hadSurface = false;
};

// A context with its own stream: in the session of `sharing` if that is given, else in the display's, or in a new one once
// that is lost. Null with a sentence if there is none or it refuses.
std::shared_ptr<ContextHandle> createContext(Face face, std::shared_ptr<const NativeDisplay> display,
                                             const Config* config, const gl::ContextConfig& glConfig,
                                             const ContextHandle* sharing, std::string& whyNot);

}  // namespace winsys
