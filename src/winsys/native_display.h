// SPDX-License-Identifier: Apache-2.0
// One native display (an X server, or nothing at all) with its configs: what EGL displays and GLX screens
// have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "winsys/app_connection.h"
#include "winsys/config.h"
#include "winsys/screen.h"
#include "winsys/x11_link.h"

namespace winsys {

enum class Platform : uint8_t { Surfaceless, Device, X11 };

// Immutable after create(), so that any thread may read it.
struct NativeDisplay {
  // Opens the process's screen if nobody has yet, connects to the X server by name, and builds the configs:
  // those of one X screen if xScreen ≥ 0, else of all.
  static base::Result<std::shared_ptr<const NativeDisplay>> create(Platform platform,
                                                                   const AppConnection& app, int xScreen);

  Platform platform = Platform::Surfaceless;
  AppConnection app;
  std::shared_ptr<X11Link> link;  // null: no windows
  OpenedScreen opened;
  std::vector<Config> configs;

  const Config* config(int32_t id) const {
    return id >= 1 && static_cast<size_t>(id) <= configs.size() ? &configs[static_cast<size_t>(id) - 1]
                                                                : nullptr;
  }
  // True for a pointer into configs; the check for handles from applications.
  bool owns(const void* config) const {
    for (const Config& known : configs)
      if (&known == config) return true;
    return false;
  }
};

}  // namespace winsys
