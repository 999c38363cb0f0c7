// SPDX-License-Identifier: Apache-2.0
#include "winsys/screen.h"

#include <atomic>

#include "base/log.h"
#include "base/settings.gen.h"

namespace winsys {
namespace {

constinit std::atomic<ScreenOpener> gOpener{nullptr};
constinit std::atomic<bool> gFailureLogged{false};

}  // namespace

void setScreenOpener(ScreenOpener opener) { gOpener.store(opener, std::memory_order_release); }

base::Result<OpenedScreen> openedScreen() {
  const ScreenOpener opener = gOpener.load(std::memory_order_acquire);
  if (!opener) return base::Error{"This library was built without a way to open a screen."};
  auto opened = opener();
  // Programs probe displays in loops; one line is enough for a person.
  if (!opened && !gFailureLogged.exchange(true)) base::log(base::LogLevel::Error, opened.error().text);
  return opened;
}

bool isServerRole() { return base::settings().role == base::Role::Server; }

}  // namespace winsys
