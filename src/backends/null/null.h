// SPDX-License-Identifier: Apache-2.0
// The back end that draws nothing: it counts calls, signals fences at once and answers zeros. It prices everything
// above a driver and carries the tests of the wire.
#pragma once

#include <memory>

#include "pipe/screen.h"

namespace null_backend {

std::unique_ptr<pipe::Backend> createBackend();

}  // namespace null_backend
