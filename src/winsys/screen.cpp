// SPDX-License-Identifier: Apache-2.0
#include "winsys/screen.h"

#include <atomic>

#include "base/settings.gen.h"

namespace winsys {
namespace {

constinit std::atomic<ScreenOpener> gOpener{nullptr};

}  // namespace

void setScreenOpener(ScreenOpener opener) {
  gOpener.store(opener, std::memory_order_release);
}

base::Result<OpenedScreen> openedScreen() {
  const ScreenOpener opener = gOpener.load(std::memory_order_acquire);
  if (!opener) return base::Error{"This library was built without a way to open a screen."};
  return opener();
}

bool isServerRole() {
  return base::settings().role == base::Role::Server;
}

}  // namespace winsys
