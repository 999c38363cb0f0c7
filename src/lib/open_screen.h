// SPDX-License-Identifier: Apache-2.0
// The composition root of the library: from settings to the one screen that all displays of this process share.
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "base/settings.gen.h"
#include "pipe/screen.h"

namespace lib {

struct OpenRequest {
  // Absent: what MOBILEGL_TRANSPORT and MOBILEGL_BACKEND say.
  std::optional<base::Transport> transport;
  std::optional<base::Backend> backend;
};

// The screen of this process, created on the first call. A failed first call is remembered: its sentence is the answer
// to every later call, because a half-working process would choose another topology the second time. A session that
// was lost stays lost. Any thread.
base::Result<std::shared_ptr<pipe::Screen>> openScreen(const OpenRequest& request = {});

}  // namespace lib
